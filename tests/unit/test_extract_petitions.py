"""What people ask an office or a doctor, and the answer: pages with long lists of other questions beside them, on which
little is marked."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product

from crawler.extract import extract_page
from crawler.model import Article, Post, Thread

NOW = datetime(2024, 6, 15, 4, tzinfo=UTC)
TITLE = "沿河路的井盖响了半年"
ASKED = "沿河路十二号门口的井盖松了，车一压就响，夜里睡不着，请派人来换一个垫圈。"
ANSWERED = "您好，井盖已经在本周三换好，以后再有松动请直接拨打维修电话，我们会在两天之内到现场处理。"
HEAD = (
    "<div class=info>留言编号：31　留言人：<b class=author>河边人</b>　留言时间：<i>2024-06-01 09:44:33</i>　状态：<u>"
)
SUBJECTS = product(
    ("小学门前的红绿灯", "老街的自来水管", "沿江的自行车道"),
    ("什么时候修好", "一直没有人管", "又坏了三天", "半夜响个不停"),
)
OTHERS = "<h3>其他人在问</h3><ul>" + "".join(
    f"<li><a href=/show/{n}>{what}{how}</a><i>2024-05-{n}</i></li>" for n, (what, how) in enumerate(SUBJECTS, 10)
)


def read(body: str, url: str = "https://www.example.org/show/9") -> tuple[Post, ...]:
    page = f"<title>{TITLE}_民声</title><body><div>{body}</div>{OTHERS}</ul></body>"
    found = extract_page(page.encode(), url, now=NOW)
    assert isinstance(found, Thread), found
    return found.posts


def test_a_petition_is_told_by_its_labels_and_its_answer_by_that_of_its_time() -> None:
    answer = f"<div>单位：<b>市政管理处</b>　回复时间：2024-06-05 07:35:02</div><div class=rc><p>{ANSWERED}</p></div>"
    posts = read(f"<h1>{TITLE}</h1>{HEAD}已回复</u></div><div class=c><p>{ASKED}</p></div><div>{answer}</div>")
    assert [(one.author, one.text) for one in posts] == [("河边人", ASKED), ("市政管理处", ANSWERED)]


def test_what_nobody_has_answered_is_a_thread_though_the_lists_below_it_say_more() -> None:
    said = f"{ASKED}打过三次电话，每次都说会来，到现在也没有人来看过。"
    [post] = read(f"<h1>{TITLE}</h1>{HEAD}办理中</u></div><div class=c><p>{said}</p></div>{OTHERS}</ul>")
    assert (post.author, post.text) == ("河边人", said)


def test_an_answer_under_its_heading_has_the_question_before_it() -> None:
    head = "<ul><li>网友9842569</li><li><span>ID：12179646</span><span>2024-06-01 13:18</span></li></ul>"
    answer = f"<div><h4>县水利局</h4><p>2024-06-05 17:00</p><p>{ANSWERED}{ANSWERED}</p></div>"
    body = f"<div><h1>{TITLE}</h1>{head}<p>{ASKED}</p></div><div><h3>官方回复</h3>{answer}</div>"
    posts = read(body, "https://www.example.org/threads/content?tid=12")
    assert [one.text for one in posts] == [ASKED, ANSWERED * 2]
    assert posts[1].author == "县水利局"


def test_the_text_beside_its_label_in_a_table_is_what_is_said() -> None:
    def table(who: str, name: str, number: str, day: int, said: str) -> str:
        rows = f"<tr><th>{who}<td>{name}<th>{number}时间<td>2024-06-0{day} 21:08<tr><th>{number}内容<td colspan=3>"
        return f"<table class=letter>{rows}<p>{said}</p></table>"

    asked = table("来信人", "陈*华", "来信", 1, ASKED).replace("<tr>", "<tr><th>编号<td>20240417001832<tr>", 1)
    posts = read(f"<h1>{TITLE}</h1>{asked}{table('回复单位', '红坪镇政府', '回复', 4, ANSWERED)}")
    assert [(one.author, one.text) for one in posts] == [("陈*华", ASKED), ("红坪镇政府", ANSWERED)]


def test_several_times_are_posts_though_nothing_marks_who_asks_a_doctor() -> None:
    said = [ASKED, ANSWERED, "谢谢，还要注意什么？", "少走夜路。"]
    who = ["患者：河***", "李秀芬大夫"] * 2
    rows = (
        f"<div class=row><div><p>2024-06-0{n} 09:20:12</p><p>{name}</p></div><div class=said>{text}</div></div>"
        for n, (name, text) in enumerate(zip(who, said, strict=True), 1)
    )
    posts = read(f"<h1>{TITLE}</h1>{''.join(rows)}", "https://www.example.org/wenda/9.htm")
    assert [one.text for one in posts] == said
    assert [one.author for one in posts] == ["河***", "李秀芬大夫"] * 2


def test_a_name_before_a_profession_is_who_answers() -> None:
    asked = f"<div class=q><p><b class=user-name>河边人</b> 2024-06-01 10:20:02</p><p class=t>{ASKED}</p></div>"
    rows = (
        f"<div class=a><div class=in><p class=who><strong>{name}</strong><em>主治医师</em> 第{n}医院</p>"
        f"<p class=t>{ANSWERED[n:]}</p><p>2024-06-0{n} 11:20:10</p></div></div>"
        for n, name in ((2, "孙丽华"), (3, "王建国"))
    )
    posts = read(f"<h1>{TITLE}</h1>{asked}{''.join(rows)}", "https://ask.example.org/question/9.html")
    assert [(one.author, one.text) for one in posts[1:]] == [("孙丽华", ANSWERED[2:]), ("王建国", ANSWERED[3:])]


def test_an_unsigned_petition_is_no_list_though_little_else_than_lists_is_on_its_page() -> None:
    head = "<ul><li>河边人5803312</li><li><span>留言编号：14389379</span><span>2024-06-01 13:18</span></li></ul>"
    said = f"{ASKED}打过三次电话，每次都说会来，到现在也没有人来看过。"
    body = f"<div><h1>{TITLE}</h1><p>办理中</p>{head}</div><div class=said><p>{said}</p></div><div>收藏 举报</div>"
    [post] = read(f"<div>{body}</div>", "https://www.example.org/threads/content?tid=12")
    assert (post.author, post.text) == ("河边人5803312", said)


def test_an_answer_begins_with_the_heading_that_names_the_office_and_ends_with_its_time() -> None:
    state = "<div><u>已办理</u><u>城建</u><u>建言</u></div>"
    head = f"<p><b class=user>留言人：河边人</b><i>2024-06-01 09:12</i></p></div><p>{ASKED}</p>"
    answer = f"<div><h3><i> 市政管理处 </i><span>官方回复</span></h3><p>{ANSWERED}</p><p>2024-06-05 07:35</p></div>"
    marks = "<div><h3>网民评价</h3><span>解决程度：★★★★☆</span><span>办理速度：★★★★★</span></div>"
    posts = read(f"<div><h1>{TITLE}</h1>{state}{head}<div>{answer}</div>{marks}")
    assert [(one.author, one.text) for one in posts] == [("河边人", ASKED), ("市政管理处", ANSWERED)]


def test_a_short_text_behind_what_all_who_ask_a_doctor_are_called_is_no_name() -> None:
    said = [ASKED, ANSWERED, "夜里能走吗", "少走夜路。"]
    rows = (
        f"<div class=row><h6>{'李淑芬医生' if n % 2 else '患者'}</h6><p>{text}</p><i>2024-06-0{n + 1} 09:20</i></div>"
        for n, text in enumerate(said)
    )
    posts = read(f"<h1>{TITLE}</h1>{''.join(rows)}", "https://www.example.org/wenda/9.htm")
    assert [(one.author, one.text) for one in posts] == list(zip(["患者", "李淑芬医生"] * 2, said, strict=True))


def test_a_complaint_is_told_by_its_labels_and_by_who_answers_it() -> None:
    def step(name: str, does: str, day: int, said: str) -> str:
        head = f"<b class=u-name>{name}</b><i>{does}</i><i>2024-06-0{day} 09:20:14</i>"
        return f"<div class=step><div>{head}</div><p>{said}</p></div>"

    head = f"<h1>{TITLE}</h1><ul><li>投诉编号：3108</li><li>投诉对象：某物业</li></ul>"
    steps = step("河边人", "发起投诉", 1, ASKED) + step("物业客服", "商家回复", 3, ANSWERED)
    posts = read(head + steps + step("河边人", "补充投诉", 5, "还在响。"))
    assert [one.text for one in posts] == [ASKED, ANSWERED, "还在响。"]


def test_a_complaint_in_another_language_is_one_too() -> None:
    def step(heading: str, day: int, said: str) -> str:
        return f"<div class=x7><h2>{heading}</h2><span>0{day}/06/2024 às 19:41</span><p>{said}</p></div>"

    asked = "Comprei uma geladeira em maio e ela ainda não chegou, ninguém me responde."
    answered = "Lamentamos o atraso, a entrega foi marcada para a próxima terça-feira."
    page = "<title>Nada chegou - Loja</title><h1>Nada chegou</h1><section><span>01/06/2024 às 08:10</span>"
    page += f"<p>{asked}</p></section><div>{step('Resposta da empresa', 3, answered)}"
    page += f"{step('Réplica do consumidor', 5, 'Chegou hoje.')}</div><aside><h3>Outras reclamações</h3></aside>"
    found = extract_page(page.encode(), "https://www.example.org/loja/9", now=NOW)
    assert isinstance(found, Thread), found
    assert len(found.posts) == 3


def test_what_somebody_asks_a_doctor_is_a_thread_where_labels_say_when_and_that_one_answers() -> None:
    said = [ANSWERED, "夜里能走吗", "少走夜路。"]
    head = f"<section><h2>病例</h2><p>患者：女，37岁</p><p>提问时间：2024-06-01 09:20</p><p>{ASKED}</p></section>"
    rows = (f"<div class=row><p>{text}</p><i>2024.06.0{n} 09:20</i></div>" for n, text in enumerate(said, 2))
    posts = read(f"<h1>{TITLE}</h1>{head}<div>医生已接诊，四十八小时内有效</div>{''.join(rows)}")
    assert ASKED in posts[0].text
    assert [one.text for one in posts[1:]] == said


def test_a_headline_about_an_answer_makes_no_petition_of_an_article() -> None:
    others = "<ul><li>官方回应：已换垫圈<li>专家解答：井盖为什么响</ul>"
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1><p>2024-06-01</p><p>{ASKED}{ANSWERED}</p>{others}"
    for beside in ("不良信息举报 Complaint Center", "咨询时间：9:00-18:00"):
        found = extract_page(f"{page}<div>{beside}</div>".encode(), now=NOW)
        assert isinstance(found, Article), found


def test_an_article_about_an_answer_is_none_beside_a_link_to_complain() -> None:
    page = f"<title>{TITLE}</title><h1>{TITLE}</h1><p>2024-06-01</p><p>{ASKED}{ANSWERED}</p>"
    found = extract_page(
        f"{page}<ul><li>井盖响 官方回应来了</ul><div>不良信息举报 Complaint Center</div>".encode(), now=NOW
    )
    assert isinstance(found, Article), found


def test_a_table_s_heading_that_names_the_text_is_not_the_label_beside_it() -> None:
    def rows(head: str, *cells: str) -> str:
        return f"<table><tr><th colspan=2>{head}</th></tr>{''.join(f'<tr>{cell}</tr>' for cell in cells)}</table>"

    def cell(label: str, text: str) -> str:
        return f"<td>{label}</td><td>{text}</td>"

    letter = rows(
        "来信内容",
        cell("来信标题", TITLE),
        cell("来信人", "河边人"),
        cell("来信时间", "2024-06-01 09:44:33"),
        cell("来信内容", ASKED),
    )
    answer = rows(
        "办理结果", cell("答复单位", "市政管理处"), cell("答复时间", "2024-06-05 07:35:02"), cell("答复内容", ANSWERED)
    )
    posts = read(letter + answer)
    assert [(one.author, one.text) for one in posts] == [("河边人", ASKED), ("市政管理处", ANSWERED)]
