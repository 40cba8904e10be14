"""CEVC+ on small pages, each with one thing that misleads plain CEVC."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.articles import cevc_plus
from crawler.extract.articles.paragraphs import paragraphs
from crawler.extract.boilerplate import aside_share, is_head_label, is_tail_label
from crawler.extract.published import cevc
from crawler.extract.table import build
from crawler.model import Article

TITLE = "河边新建图书馆"
BODY = [
    "去年的这个时候，河边还是一片空地，长着没过膝盖的草。",
    "如今这里建起了一座三层的图书馆，每天从早上八点开到晚上十点。",
    "馆长说：“我们希望附近的居民把这里当成自己的书房。”",
]
TEXT = "".join(f"<p>{line}</p>" for line in BODY)
ARTICLE = f"<h1>{TITLE}</h1><div>{TEXT}</div>"
REMARKS = [f"第{n}位读者说，这里的书真的很不错，我下个周末还会再来。" for n in range(30)]


def content(body: str, title: str = TITLE) -> cevc.MainContent | None:
    table = build(f"<title>{title}</title><body>{body}</body>")
    return cevc_plus.main_content(table, title)


def text(body: str, title: str = TITLE) -> list[str]:
    found = content(body, title)
    return found.text.split("\n") if found else []


COMMENTS = "".join(f"<div><a href=/u>读者{n}</a><p>{remark}</p></div>" for n, remark in enumerate(REMARKS))
TEASERS = "".join(f"<li><a href=/{n}>{remark}</a><i>2024-03-05</i></li>" for n, remark in enumerate(REMARKS))
SUMMARIES = "".join(
    f"<li><a href=/{n}>第{n}条新闻的标题在这里</a><p>{remark}</p><i>3月5日</i></li>"
    for n, remark in enumerate(REMARKS[:6])
)


@pytest.mark.parametrize(
    "around",
    [
        f"<div class=comment-list>{COMMENTS}</div>",
        f"<ul>{TEASERS}</ul>",
        f"<ul>{SUMMARIES}</ul>",
        f"<aside>{REMARKS[0]}</aside>",
        f"<div style='display: none'>{''.join(REMARKS[:3])}</div>",
        f"<div class=relatedNews>{REMARKS[0]}</div>",
        f"<footer><p>{REMARKS[1]}</p></footer>",
    ],
    ids=["comments", "teasers", "summaries", "aside", "hidden", "related", "footer"],
)
def test_what_stands_around_a_short_article_is_left_out(around: str) -> None:
    assert text(f"<div><div>{ARTICLE}</div>{around}</div>") == BODY


def test_a_short_text_under_its_title_outweighs_longer_ones_elsewhere() -> None:
    flash = "旧仓库昨日正式拆除，原址将建图书馆，预计后年开放。"
    page = (
        f"<div><h1>{TITLE}</h1><div><p>{flash}</p></div></div><div>"
        f"<p>{BODY[0]}他记得那时候夏天傍晚大家都在河边乘凉，一直坐到很晚。</p></div>"
    )
    assert text(page) == [flash]


def test_links_around_a_short_text_do_not_make_less_of_it() -> None:
    flash = "旧仓库昨日正式拆除，原址将建图书馆，预计后年开放。"
    links = "".join(f"<li><a href=/{n}>{remark}</a></li>" for n, remark in enumerate(REMARKS))
    widget = "<p>图片正在上传，请稍后再试一次，谢谢。</p><p>表情删除以后不可恢复，是否确认删除？</p>" * 2
    assert text(f"<div><h1>{TITLE}</h1><div><p>{flash}</p></div><ul>{links}</ul></div><div>{widget}</div>") == [flash]


def test_plain_cevc_takes_the_comments() -> None:
    table = build(f"<div>{ARTICLE}<div class=comment-list>{COMMENTS}</div></div>")
    found = cevc.main_content(table, cevc.valid_characters(table))
    assert found is not None
    assert BODY[0] not in found.text


def test_an_aside_inside_the_content_is_left_out() -> None:
    inside = f"{TEXT}<div class=recommend>{REMARKS[0]}</div><p>{REMARKS[2]}</p>"
    assert text(f"<h1>{TITLE}</h1><div>{inside}</div>") == [*BODY, REMARKS[2]]


@pytest.mark.parametrize("tag", ["nav", "div class=share-box", "div class=has-sidebar", "div hidden"])
def test_an_element_that_holds_the_page_is_no_aside(tag: str) -> None:
    assert text(f"<{tag}>{ARTICLE}</{tag.split()[0]}>") == BODY


def test_paragraphs_that_are_named_as_asides_are_the_article_where_nothing_else_stands_under_the_title() -> None:
    named = "".join(f"<div class=tag-style><p>{line}</p></div>" for line in BODY)
    assert text(f"<h1>{TITLE}</h1><div>{named}</div>") == BODY
    assert not any(text(f"<div>{named}</div>", "别的"))
    pictures = "".join(f"<p class=art_caption>{line}</p>" for line in BODY)
    links = "<p><a href=/app>打开我们的应用</a></p><p><a href=/1>热点</a></p>"
    assert text(f"<h1>{TITLE}</h1><div>{pictures}{links}</div>") == BODY


def test_a_body_in_sections_is_kept_together() -> None:
    sections = "".join(f"<section><h2>其{n}</h2>{TEXT}</section>" for n in range(4))
    assert text(f"<h1>{TITLE}</h1><div>{sections}</div>") == [line for n in range(4) for line in (f"其{n}", *BODY)]


def test_text_beside_the_chosen_node_is_added_if_there_is_little_else() -> None:
    rest = f"<div><p>{REMARKS[0]}</p><p>{REMARKS[1]}</p></div>"
    links = f"<a href=/>{REMARKS[2]}</a><a href=/>{REMARKS[3]}</a>"
    assert text(f"{ARTICLE}{rest}") == [*BODY, *REMARKS[:2]]
    assert text(f"{ARTICLE}<div>{rest}{links}</div>") == BODY


def test_one_long_paragraph_does_not_lose_its_siblings() -> None:
    long = "".join(REMARKS)
    assert text(f"<h1>{TITLE}</h1><div><p>{long}</p><p>{BODY[0]}</p></div>") == [long, BODY[0]]


def test_short_lines_and_links_of_the_text_stay() -> None:
    mixed = f"<p>一月</p>{TEXT}<p>他的话见<a href=/x>《新馆》</a>。</p><p>12:30</p>"
    assert text(f"<h1>{TITLE}</h1><div>{mixed}</div>") == ["一月", *BODY, "他的话见《新馆》。", "12:30"]


def test_a_link_alone_between_paragraphs_is_text_and_a_list_of_links_is_not() -> None:
    link = "<p><a href=/x>《新馆的故事》</a></p>"
    assert text(f"<div><p>{BODY[0]}</p>{link}<p>{BODY[1]}</p>{link * 3}<p>{BODY[2]}</p></div>") == [
        BODY[0],
        "《新馆的故事》",
        BODY[1],
        BODY[2],
    ]


def test_lines_between_breaks() -> None:
    assert text(f"<table><tr><td>{'<br>'.join([*BODY, '完'])}</td></tr></table>") == [*BODY, "完"]


def test_labels_at_both_ends_are_trimmed_and_those_within_are_not() -> None:
    head = "<p>2024年3月5日 14:03 来源：城市晚报</p>"
    tail = "<p>（责任编辑：林一）</p><p>版权所有</p>"
    found = text(f"<h1>{TITLE}</h1><div>{head}<p>{BODY[0]}</p><p>来源：本报</p><p>{BODY[1]}</p>{tail}</div>")
    assert found == [BODY[0], "来源：本报", BODY[1]]


def test_the_title_is_not_part_of_the_text_but_may_stand_under_it() -> None:
    assert text(f"<div><h1>{TITLE}</h1>{TEXT}</div>") == BODY
    assert text(f"<div>{TEXT}<p>{TITLE}</p></div>") == [*BODY, TITLE]


@pytest.mark.parametrize(
    "heading",
    [
        "<h1><span>城市晚报</span><span>河边新建</span><b>图书馆</b></h1>",
        "<h2>河边新建<br>图书馆</h2>",
        f"<ul><li>{TITLE}</li></ul><h1><div>{TITLE}</div></h1>",
    ],
    ids=["behind a kicker", "on two lines", "in a box"],
)
def test_the_title_is_known_in_its_heading_whatever_parts_its_words(heading: str) -> None:
    label = "市民热线 周一至周五"
    assert text(f"<div>{heading}<div>{REMARKS[0]}</div></div><i>{label}</i><section>{TEXT}</section>")[0] == REMARKS[0]


@pytest.mark.parametrize("body", ["", "<p>图片 视频</p>", "<a href=/>这是链接里的话</a>"])
def test_no_running_text_is_no_content(body: str) -> None:
    assert content(body) is None


PROSE = "".join(f"<p>{line}{line}</p>" for line in BODY)


def confidence(body: str) -> float:
    found = content(body)
    assert found is not None
    return found.confidence


def test_prose_that_is_all_the_page_has_is_sure() -> None:
    assert confidence(f"<div>{PROSE}</div>") == 1


@pytest.mark.parametrize(
    "body",
    [
        f"<div>{PROSE}</div><div><p>{REMARKS[0]}</p><a href=/>{REMARKS[1]}</a></div>",
        f"<div>{PROSE}<h3>店</h3><ul>{'<li><a href=/>城南老街的小店</a></li>' * 9}</ul></div>",
        f"<div>{'<p>这里是的</p>' * 90}{PROSE}</div>",
    ],
    ids=["another text", "much left out", "no sentences"],
)
def test_what_speaks_against_the_choice_lowers_the_confidence(body: str) -> None:
    assert 0.3 < confidence(body) < 0.95


def test_paragraphs_hold_the_leaves_between_breaks() -> None:
    table = build("<div>一<b>二</b><br>三<p>四<a href=/>五的</a></p>六</div>")
    found, _ = paragraphs(table)
    assert ["".join(table.texts[leaf] for leaf in paragraph.leaves) for paragraph in found] == [
        "一二",
        "三",
        "四五的",
        "六",
    ]
    assert [(p.characters, p.linked) for p in found] == [(2, 0), (1, 0), (3, 2), (1, 0)]


@pytest.mark.parametrize(
    ("name", "share"),
    [
        ("comment-list", 1),
        ("articleComments", 1),
        ("related_news", 0.5),
        ("shareBox", 0.5),
        ("commentary", 0),
        ("padding", 0),
        ("content", 0),
        ("footer:mt-4", 0),
        ("pinglun_list", 1),
        ("Kommentare", 1),
        ("xiangguan-wenzhang", 0.5),
        ("box tuijianBox", 0.5),
        ("noticias-relacionadas", 0.5),
        ("relatedlinks", 0.5),
        ("entry-meta", 0.5),
        ("post-ratings", 0.5),
        ("d-print-none", 0.5),
        ("hide-for-print", 0.5),
        ("print-only", 0),
        ("metal", 0),
        ("zhengwen", 0),
    ],
)
def test_names_are_matched_by_their_parts(name: str, share: float) -> None:
    assert aside_share(name) == share


def test_hidden_elements() -> None:
    says = ["style='color:red; DISPLAY : none'", "aria-hidden=true", "hidden", "aria-hidden=false style=display:block"]
    page = "".join(f"<div {said}>{number}</div>" for number, said in enumerate(says))
    assert [p.leaves for p in paragraphs(build(page))[0]] == [[9]]


def test_short_lines_under_the_title_before_longer_texts() -> None:
    poem = ["船走了以后，", "河还在那里。", "我把手里的柳枝，", "插在你站过的地方。"]
    others = "".join(f"<section><a href=/1>河边的另一首诗</a><p>{remark}</p></section>" for remark in REMARKS[:8])
    assert text(f"<div><h1>{TITLE}</h1><div>{'<br>'.join(poem)}</div></div><div>{others}</div>") == poem


def test_what_holds_most_of_the_text_is_not_hidden_for_good() -> None:
    page = f"<h1>{TITLE}</h1><div style='visibility: hidden'>{TEXT}</div><p>继续滑动看下一个，向上滑动看下一个</p>"
    assert text(page) == BODY


def test_what_is_invisible_but_keeps_its_place_is_the_text_where_there_is_no_other() -> None:
    note = "周二上午九点到下午五点，河边的三条街停水，请大家提前把水接好。"
    hints = "".join(
        f"<p>{hint}</p>" for hint in ("喜欢此内容的人还喜欢", "不看的原因", "确定内容质量低，不看此公众号") * 4
    )
    page = f"<h1>{TITLE}</h1><div style='visibility: hidden; opacity: 0'>{{}}</div>"
    assert text(f"{page.format(note)}{hints}")[0] == note
    long = "".join(BODY * 4)
    assert text(f"{page.format(note)}<p>{long}</p>") == [long]


def test_comments_do_not_make_an_invisible_text_one_that_is_not_shown() -> None:
    note = "周二上午九点到下午五点，河边的三条街停水，请大家提前把水接好。"
    said = "".join(f"<p>{remark}</p>" for remark in REMARKS)
    page = f"<body class=has_comments><h1>{TITLE}</h1><div style='visibility: hidden'>{note}</div>{{}}"
    assert text(page.format(f"<div class=comment_list>{said}</div>")) == [note]
    assert text(page.format(f"<div><h3>精选留言</h3>{said}</div>")) == [note]


def test_a_bar_that_says_the_title_again_is_no_text() -> None:
    again = f"<div><div>{TITLE}</div><p>河边的三条街下周二停水，请大家提前把水接好。</p></div>"
    assert text(f"<div><h1>{TITLE}</h1>{again}</div>") == ["河边的三条街下周二停水，请大家提前把水接好。"]


def test_what_only_a_hidden_element_parts_is_one_paragraph() -> None:
    table = build("<p>一<button>二</button>三<a>四</a></p><p>五<i hidden>六</i></p>" + BODY[0] * 2)
    texts = ["".join(table.texts[leaf] for leaf in p.leaves) for p in paragraphs(table)[0]]
    assert texts[:2] == ["一三四", "五六"]
    assert [p.linked for p in paragraphs(table)[0]][:2] == [1, 0]


def test_a_part_of_a_line_with_blocks_in_it_is_a_box() -> None:
    hidden = "<span style='display:none'><math><mi>x</mi><annotation>{x}</annotation></math></span>"
    card = "<span class=tooltip><div>书架是放书的</div></span>"
    table = build(f"<p>一{hidden}二</p><div>三{card}四</div><p>五<i hidden>六</i></p>{BODY[0] * 2}")
    found, asides = paragraphs(table)
    texts = ["".join(table.texts[leaf] for leaf in p.leaves) for p in found if p.first not in asides.firsts]
    assert texts[:5] == ["一", "二", "三", "四", "五六"]


def test_a_box_named_teaser_is_one_if_it_leads_elsewhere() -> None:
    lead = f"<p class=teaser>{REMARKS[0]}</p>"
    teaser = f"<div class=c-teaser><p>{REMARKS[1]}</p><a href=/1>还有一篇</a></div>"
    assert text(f"<div><h1>{TITLE}</h1>{lead}{TEXT}{teaser}</div>") == [REMARKS[0], *BODY]


@pytest.mark.parametrize(
    ("under", "kept"),
    [("<a href=/s>分享</a>", False), ("<div class=tags>城市 阅读</div>", False), ("<p>写于河边</p>", True), ("", True)],
    ids=["buttons", "aside", "text", "nothing"],
)
def test_a_heading_at_the_end_goes_with_all_that_stands_under_it(under: str, kept: bool) -> None:
    found = text(f"<div><h1>{TITLE}</h1>{TEXT}<h4>后记</h4>{under}</div>")
    assert found[:3] == BODY
    assert ("后记" in found) == kept


FLASH = "5月12日尾盘，机器人板块异动拉升，三只个股涨停。"
SUMMARY = "".join(
    f"<li><h4><a href=/{n}>第{n}条新闻的标题在这里</a></h4><p>{remark * 3}</p></li>"
    for n, remark in enumerate(REMARKS[:6])
)


@pytest.mark.parametrize(
    "under",
    [
        "<div>2023-05-12 14:33:08 来源：河边晚报上的快讯</div>",
        "<div><i>2023-05-12</i><i>来源：河边晚报上的快讯</i><i>作者：林一</i></div>",
        "<div>2023-05-12 14:33:08 来源：河边晚报[原创的] 作者：河边的骑士 编辑：河边的骑士"
        " 浏览：<i>92798</i> 收藏 | 分享</div>",
    ],
)
def test_a_line_of_credits_under_the_title_is_not_the_titles_text(under: str) -> None:
    assert text(f"<div><div><h1>{TITLE}</h1>{under}</div><div><p>{BODY[0]}</p><p>{BODY[1]}</p></div></div>") == BODY[:2]


def test_a_sentence_in_han_needs_no_function_word() -> None:
    flash = f"<div><h1>{TITLE}</h1><div>{FLASH}</div></div>"
    assert text(f"<div>{flash}<div>{SUMMARY}</div></div>") == [FLASH]


def test_a_form_does_not_outweigh_a_text_beside_many_links() -> None:
    links = "".join(f"<li><a href=/{n}>城南老街第{n}家小店开张</a></li>" for n in range(400))
    form = "<div><h4>请说明您举报的原因，我们会尽快处理</h4></div>"
    column = f"<div><div><h1>{TITLE}</h1><div>{TEXT}</div></div><ul>{links}</ul></div>"
    assert text(f"{column}{form}") == BODY


@pytest.mark.parametrize("line", ["责任编辑：林一", "（责编：林一）", "扫码阅读全文", "Related stories", "© 2024"])
def test_tail_labels(line: str) -> None:
    assert is_tail_label(line)


@pytest.mark.parametrize("line", ["来源：城市晚报", "2024-03-05 14:03", "Posted by Ann", "3-Minute Listen"])
def test_head_labels(line: str) -> None:
    assert is_head_label(line)


@pytest.mark.parametrize("line", [*BODY, "The river rose in the night.", "第一笔记在1998年9月3日：“发工资了。”"])
def test_sentences_are_no_labels(line: str) -> None:
    assert not is_head_label(line)
    assert not is_tail_label(line)


@given(st.integers(0, 40), st.integers(1, 8))
def test_more_comments_do_not_change_the_article(comments: int, links: int) -> None:
    nav = "<ul>" + "<li><a href=/>栏目</a></li>" * links + "</ul>"
    remarks = "".join(f"<div><p>{REMARKS[n % 30]}</p></div>" for n in range(comments))
    assert text(f"{nav}<div>{ARTICLE}</div><div id=comments>{remarks}</div>") == BODY


RULES = "".join(
    f"<li>{rule}</li>"
    for rule in [
        "請勿重覆刊登一樣的文章，或大意內容相同、類似的文章，以免浪費大家的時間",
        "請不要刊登與主題無關的內容或廣告，一經發現將會限制您的發言權限",
        "禁止涉及公然侮辱、誹謗、人身攻擊、侵害他人權益的言論，違者自負法律責任",
        "請使用者在發言之前先閱讀留言板的規範，本站有權刪除違反規定的留言",
    ]
)


def test_rules_for_comments_are_no_article() -> None:
    short = f"<div><h1>{TITLE}</h1><div><p>{BODY[0]}</p><p>{BODY[1]}</p></div></div>"
    assert text(f"{short}<div><p>您說的每一句話都代表您自己。</p><ul>{RULES * 2}</ul></div>") == BODY[:2]


def test_an_article_may_tell_of_one_such_rule() -> None:
    told = "新办法规定，用户不得在留言中发布广告，平台有权删除违反规定的言论，这是当地第一次写下这样的条文。"
    assert text(f"<div><h1>{TITLE}</h1><div><p>{told}</p>{TEXT}</div></div>") == [told, *BODY]


def test_a_title_in_a_heading_may_stand_behind_a_column_of_longer_text() -> None:
    booking = "".join(
        f"<p>第{n}种办法：拨打电话由工作人员为您办理预约，就诊当天凭证件到窗口取号。</p>" for n in range(3)
    )
    notice = f"<div><h1>{TITLE}</h1><p>发布时间：2023-04-27</p><div><p>{BODY[0]}</p><p>{BODY[1]}</p></div></div>"
    assert text(f"<div><div><h3>预约</h3>{booking}</div>{notice}</div>") == BODY[:2]


def test_a_sign_ends_a_short_article_though_labels_and_notices_behind_it_are_longer() -> None:
    behind = (
        "<p>— THE END —</p><p>喜欢就点个在看吧，让更多的人看到这一篇</p><p>原标题：河边新建的图书馆和它的读者们</p>"
        "<p>特别声明：以上内容由平台用户上传并发布，不代表本站的立场，未经授权不得转载，违者将被追究法律责任。</p>"
    )
    assert text(f"<div><h1>{TITLE}</h1><div><p>{BODY[0]}</p>{behind}</div></div>") == BODY[:1]


def test_a_platforms_notice_may_be_in_english() -> None:
    notice = (
        "Notice: The content above (including the pictures and videos if any) is uploaded and posted by a user of a "
        "platform, which only provides information storage services."
    )
    assert text(f"<div><h1>{TITLE}</h1><div><p>{BODY[0]}</p><p>{BODY[1]}</p><p>{notice}</p></div></div>") == BODY[:2]


IMPRINT = (
    "<div><p>主办单位：江城图书馆办公室 版权所有</p><p>地址：江城市河边路56号 邮编：100001 电话：010-5550100</p></div>"
)


def test_an_imprint_is_no_article_however_short_that_is() -> None:
    flash = "<p>江城图书馆今日开馆，首日接待读者三百人。</p>"
    assert text(f"<div><div><h1>{TITLE}</h1></div><div>{flash}</div></div>{IMPRINT * 2}") == [flash[3:-4]]


def test_an_imprint_says_for_which_browser_a_site_is_made_and_who_has_come() -> None:
    flash = "<td>各校请于九月六日前把用书款交到计财股，逾期不候。</td>"
    made = "<td>技术支持：江城电教站 建议使用IE6.0以上浏览器，1024×768分辨率<br>您是第038921位访客</td>"
    rolling = "<marquee>热烈欢迎各级领导莅临指导！抓好教风，促进学风，办人民满意的教育！</marquee>"
    page = f"{rolling}<table><tr><td><b>{TITLE}</b></td></tr><tr>{flash}</tr></table><table><tr>{made * 2}</tr></table>"
    assert text(page) == [flash[4:-5]]


def test_no_footer_behind_the_main_element_is_text_however_short_that_is() -> None:
    line = "回老家收拾屋子，翻出外婆的收音机，换了电池居然还响，调到哪个台都是沙沙声。"
    said = "本站所写的只是我自己的看法，和我的工作单位没有关系，也不代表他们。" * 3
    foot = f"<footer><div><p>{said}</p></div></footer>"
    assert text(f"<div><h2>{TITLE}</h2><main><p>{line}</p></main></div>{foot}") == [line]
    assert text(f"<div><h2>{TITLE}</h2><main></main></div>{foot}") == [said]


def test_a_footer_is_one_whatever_stands_before_the_word() -> None:
    flash = "<p>清早推窗，风是凉的了，老家的枣也红了。</p>"
    foot = "<div class=riverblogfooter><p>欢迎对我们的网站提出批评和指正，也欢迎您来电来信。</p></div>"
    assert text(f"<div><h2>{TITLE}</h2><div>{flash}</div></div>{foot}") == [flash[3:-4]]


@pytest.mark.parametrize(
    "line",
    ["« 上一篇： 这座小城为何吸引年轻人返乡创业", "Powered by Riverboard, the best software that there ever was"],
)
def test_what_is_beside_an_article_does_not_outweigh_it(line: str) -> None:
    flash = "配置文件加一行，重启以后登录执行下面的语句，再去掉那行就可以了。"
    assert text(f"<div><h1>{TITLE}</h1><p>{flash}</p></div><div>{line}<br>{line}<br></div>") == [flash]


def test_an_announcement_may_end_with_whom_to_ask() -> None:
    asked = "联系人：林一，联系电话：010-5550100，地址：江城市河边路56号。"
    assert text(f"<div><h1>{TITLE}</h1><div>{TEXT}<p>{asked}</p></div></div>{IMPRINT}") == [*BODY, asked]


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("<form><input type=hidden name=id>", [BODY[0]]),
        ("<form><input name=said><textarea></textarea>", BODY[1:]),
        ("<form style='display: none'>", BODY[1:]),
    ],
    ids=["nothing to fill in", "something to fill in", "not shown"],
)
def test_a_form_may_be_around_a_text(form: str, found: list[str]) -> None:
    others = f"<p>{BODY[1]}</p><p>{BODY[2]}</p>"
    assert (
        text(f"<div><h1>{TITLE}</h1><div>{form}<p>{BODY[0]}</p></form></div></div><div><div>{others}</div></div>")
        == found
    )


def test_a_short_sentence_under_the_title_leads_to_the_text() -> None:
    lead = "这是三年里关门的第四家店。"
    head = f"<div class=head><h1>修车铺关门</h1><p>{lead}</p></div><div class=info><i>2024-03-05</i></div>"
    text = "".join(
        f"<p>开了{n}年的修车铺下周就要关门了，老板说他想回乡下去看看自己种的果树。</p>" for n in (30, 31, 32)
    )
    found = extract_page(
        f"<title>修车铺关门</title><main>{head}<div class=body><div>{text}</div></div></main>".encode()
    )
    assert isinstance(found, Article)
    assert found.text.startswith(lead)


def test_who_wrote_is_no_line_of_the_text_behind_any_label() -> None:
    text = "<p>The lamps on the bridge were lit on Monday, and all came to see them.</p>" * 3
    found = extract_page(f"<title>Lampen</title><h1>Lampen</h1><div><p>Von: Silke Ahrens</p>{text}</div>".encode())
    assert isinstance(found, Article)
    assert found.text.startswith("The lamps")


def test_a_short_text_counts_beside_what_stands_above_it_without_its_title() -> None:
    title = "河边新建的图书馆下个月初起对全体市民免费开放"
    text = "图书馆三号上午九点开门，凭身份证入馆。"
    body = f"<div><h1>{title}</h1><p>2024年03月05日 来源：城市晚报</p><p>{text}</p></div>"
    for beside in ("", f"<ul>{TEASERS}</ul>"):
        found = extract_page(f"<title>{title}</title>{body}{beside}".encode())
        assert isinstance(found, Article)
        assert found.text == text
