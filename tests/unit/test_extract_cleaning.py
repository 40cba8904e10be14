"""What is left out of the chosen nodes, on small pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.extract import extract_page
from crawler.extract.articles import cevc_plus
from crawler.extract.boilerplate import (
    aside_share,
    is_button,
    is_end,
    is_for_small_screens,
    is_head_label,
    is_tail_label,
    own_name,
    remembered,
)
from crawler.extract.table import build
from crawler.model import Article

LINES = [
    f"第{n}次去那家面馆的时候，老板还是站在门口，一边揉面一边和路过的人打招呼，好像从来没有歇过。" for n in range(9)
]
TEXT = "".join(f"<p>{line}</p>" for line in LINES)
LINKS = "".join(f"<li><a href=/{n}>城南老街第{n}家小店</a></li>" for n in range(4))
TEASER = "城北新开了一家做手工豆腐的小铺子，每天只卖两百块，去晚了就没有了。"


def text(body: str) -> str:
    table = build(f"<body><div>{body}</div></body>")
    found = cevc_plus.main_content(table, "")
    assert found is not None
    return found.text


LONG = LINES[0] + LINES[1]


def test_what_stands_in_another_box_again_is_said_once() -> None:
    small, large = f"<div class=small><p>{LONG}</p></div>", f"<div class=large>{TEXT}<p>{LONG}</p></div>"
    assert text(small + large).count(LONG) == 1


def test_what_sections_have_in_common_stays() -> None:
    sections = "".join(f"<h2>{n}</h2><div><p>{LINES[n]}{n}</p><p>{LINES[n + 1]}</p><p>{LONG}</p></div>" for n in (0, 4))
    assert text(sections).count(LONG) == 2


@pytest.mark.parametrize(
    "twice", [f"<p>{LONG}</p>{TEXT}<p>{LONG}</p>", f"<div>{LONG}</div>{TEXT}<div>{LONG}</div>"], ids=["p", "div"]
)
def test_what_an_author_repeats_stays(twice: str) -> None:
    assert text(twice).count(LONG) == 2


def test_steps_recur_from_list_to_list() -> None:
    steps = f"<div>{TEXT}<ol><li>{LONG}</li></ol></div>"
    assert text(steps + steps).count(LONG) == 2


@pytest.mark.parametrize(
    "name", ["hidden-desktop", "box-hidden-desktop box-hidden-phone", "lg:hidden", "hide-on-desktop"]
)
def test_what_only_small_screens_show_is_no_text(name: str) -> None:
    assert is_for_small_screens(name)
    assert text(f"{TEXT}<div class='{name}'><p>{TEASER}</p></div>{TEXT}") == "\n".join(LINES * 2)


@pytest.mark.parametrize("name", ["hidden-phone", "label-hidden", "hidden lg:block", "overflow-hidden", "lg:hidden-x"])
def test_what_large_screens_show_is(name: str) -> None:
    assert not is_for_small_screens(name)


def test_a_list_of_links_is_no_text() -> None:
    assert "小店" not in text(f"{TEXT}<h3>店</h3><ul>{LINKS}</ul>{TEXT}")


def test_a_list_of_links_that_a_paragraph_leads_to_is() -> None:
    assert text(f"{TEXT}<p>那条街上的店我都去过：</p><ul>{LINKS}</ul>{TEXT}").count("小店") == 4


def test_so_is_one_whose_items_hold_paragraphs() -> None:
    links = LINKS.replace("<a ", "<p><a ").replace("</a>", "</a></p>")
    assert text(f"{TEXT}<p>那条街上的店我都去过：</p><ul>{links}</ul>{TEXT}").count("小店") == 4
    assert "小店" not in text(f"{TEXT}<ul>{links}</ul>{TEXT}")


def test_links_among_the_items_of_a_list_are_text() -> None:
    items = ["干面", "汤面", "<a href=/1>城南凉面</a>", "拌面"]
    assert "城南凉面" in text(f"{TEXT}<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>{TEXT}")
    assert "城南凉面" in text(f"{TEXT}<div>{'<br>'.join(items)}</div>{TEXT}")


def test_a_link_alone_between_paragraphs_is_text_but_no_button() -> None:
    assert "城南凉面" in text(f"{TEXT}<p><a href=/1>城南凉面的故事</a></p>{TEXT}")
    assert "城南凉面" not in text(f"{TEXT}<div><a href=/1>城南凉面的故事</a></div>{TEXT}")


@pytest.mark.parametrize("label", ["相关阅读：", "You might also like:", "In this article"])
def test_a_label_leads_to_no_list(label: str) -> None:
    assert "小店" not in text(f"{TEXT}<p>{label}</p><ul>{LINKS}</ul>{TEXT}")


def test_links_at_the_end_are_no_text() -> None:
    assert "小店" not in text(f"{TEXT}<p>那条街上的店我都去过：</p><ul>{LINKS}</ul>")


def test_references_are_text_though_half_is_linked() -> None:
    references = "".join(
        f"<li>作者某某，第{n}篇，<a href=/{n}>关于面馆与老街的一些笔记</a>，某刊</li>" for n in range(3)
    )
    assert text(f"{TEXT}<ol>{references}</ol>{TEXT}").count("一些笔记") == 3


def test_what_else_to_read_ends_the_article() -> None:
    found = text(f"{TEXT}<h2>热门推荐</h2><p>{TEASER}</p>")
    assert found == "\n".join(LINES)


def test_the_same_heading_early_in_the_article_does_not() -> None:
    assert text(f"<p>{LINES[0]}</p><h2>相关报道</h2>{TEXT}").count(LINES[8]) == 1


@pytest.mark.parametrize("heading", ["相关阅读", "More Stories", "You may also like these posts", "About the author"])
def test_headings_over_what_else_there_is(heading: str) -> None:
    assert is_end(heading)


@pytest.mark.parametrize(
    "heading",
    [
        *("Mehr zum Thema Brücken", "Meistgelesen", "Meer nieuws", "Mest läst", "Luetuimmat"),
        *("Sur le même sujet", "Noticias relacionadas", "Lo más leído", "Mais lidas", "I più letti", "Polecane"),
        *("Материалы по теме", "Похожие новости", "En çok okunanlar", "Berita Terkait", "Tin liên quan", "関連記事"),
        *("많이 본 뉴스", "الأكثر قراءة", "Σχετικά άρθρα"),
    ],
)
def test_headings_over_what_else_there_is_in_other_languages(heading: str) -> None:
    assert is_end(heading)


@pytest.mark.parametrize(
    "heading", ["Mehr als tausend Brücken", "Más de mil puentes", "Meer dan een brug", "Lees ook", "Читайте также"]
)
def test_headings_of_articles_in_other_languages(heading: str) -> None:
    assert not is_end(heading)


@pytest.mark.parametrize("label", ["Veröffentlicht am Montag", "Publié hier à midi", "Обновлено вчера"])
def test_when_a_text_was_put_up_is_no_text(label: str) -> None:
    assert is_head_label(label)


@pytest.mark.parametrize("heading", ["更多的人来了", "Related work", "You may be wrong about noodles", "推荐"])
def test_headings_of_articles(heading: str) -> None:
    assert not is_end(heading)


@pytest.mark.parametrize(
    "inside",
    [
        "<form>请留下您的电话，我们会尽快联系您。<input></form>",
        "<div class=cta-box>现在就加入我们的会员吧。</div>",
    ],
)
def test_forms_and_calls_to_act_are_no_text(inside: str) -> None:
    assert text(f"{TEXT}{inside}{TEXT}") == "\n".join(LINES * 2)


@pytest.mark.parametrize("sentence", ["更多的人坐在门口等。", "评论区里有人问店在哪。", "返回城里，天已经黑了。"])
def test_sentences_that_begin_as_labels_do_are_text(sentence: str) -> None:
    assert text(f"{TEXT}<p>{sentence}</p>") == "\n".join([*LINES, sentence])
    assert text(f"{TEXT}<p>{sentence[:2]}</p>") == "\n".join(LINES)
    assert is_tail_label("更多精彩内容请到面馆里看。")


PROSE = "".join(
    f"<p>On the {n}th morning the cook stood at the door again, and greeted those who went by while he kneaded.</p>"
    for n in range(4, 9)
)


@pytest.mark.parametrize(
    "sentence",
    [
        "By Sunday evening the queue had reached the old church.",
        "Published in 1911, the first cookbook hangs in the hall.",
        "Updated menus will be printed in the spring, he said.",
    ],
)
def test_first_sentences_in_letters_that_begin_as_labels_do_are_text(sentence: str) -> None:
    assert text(f"<p>{sentence}</p>{PROSE}").startswith(sentence)


@pytest.mark.parametrize(
    "label", ["By Ann Reed, staff writer.", "Published on Monday at ten.", "Photo: Ann Reed for us."]
)
def test_short_labels_over_a_text_may_end_with_a_stop(label: str) -> None:
    assert is_head_label(label)


@pytest.mark.parametrize("label", ["Read also:", "READ NEXT", "Must read:", "Watch:", "More:"])
def test_what_else_to_read_within_a_text_is_no_line_of_it(label: str) -> None:
    found = text(f"{PROSE}<p>{label} <a href=/1>A short history of all the noodles of our town</a></p>{PROSE}")
    assert "history" not in found


def test_the_end_as_a_heading_is_over_a_last_section() -> None:
    assert text(f"{PROSE}<h2>The End</h2><p>{LONG}</p>").endswith(LONG)
    assert LONG not in text(f"{PROSE}<p>The End</p><p>{LONG}</p>")


def test_addresses_under_the_article_are_no_text() -> None:
    sources = "<p>Sources:</p><p>https://example.org/the-noodles-of-the-old-town</p>"
    assert text(f"{TEXT}{sources}") == "\n".join(LINES)
    assert text(f"{TEXT}{sources}{TEXT}").count("https://") == 1


def test_an_article_in_a_form_is_text() -> None:
    assert text(f"<form>{TEXT}</form>") == "\n".join(LINES)


def test_labels_before_a_heading_that_ends_the_article_go_too() -> None:
    assert text(f"{TEXT}<p>文章关键词：面馆</p><h2>热门推荐</h2><p>{TEASER}</p>") == "\n".join(LINES)


@pytest.mark.parametrize(
    "label",
    [
        *("See also: noodles", "Also read: dumplings", "Table of Contents", "【関連記事】", "Baca juga: mi"),
        "This entry was posted on Thursday and is filed under Studio. You can follow any responses to it.",
        "This page last updated 21/10/2008. Webmaster: ann@example.net. You are visitor no. 03311",
    ],
)
def test_labels(label: str) -> None:
    assert is_tail_label(label)


@pytest.mark.parametrize(
    "button",
    ["[友善列印] [轉寄好友] [回上一頁]", "字体：[ 大 中 小 ]", "【打印本页】【关闭窗口】", "Partager sur Facebook"],
)
def test_buttons_in_brackets(button: str) -> None:
    assert is_button(button)
    assert text(f"{TEXT}<p>{button}</p>") == "\n".join(LINES)


@pytest.mark.parametrize("word", ["PUBLICIDAD", "Anzeige", "реклама", "広告", "- Advertisement -"])
def test_the_word_over_an_advertisement_within_the_text(word: str) -> None:
    assert text(f"{TEXT}<p>{word}</p>{TEXT}").count("\n") == 2 * len(LINES) - 1


def test_addresses_of_pictures_are_no_text() -> None:
    shown = "".join(f"<li>{n}<p>{line}</p><i>http://img.example/{n}.jpg</i></li>" for n, line in enumerate(LINES))
    found = text(f"<ul>{shown}</ul>")
    assert all(line in found for line in LINES)
    assert "http" not in found


@pytest.mark.parametrize(
    "line", ["听新闻", "语音播报", "手机阅读", "已关注", "原创", "字数：1200", "您的位置：首页 - 新闻", "视频加载中..."]
)
def test_what_readers_may_do_with_a_text_stands_over_it(line: str) -> None:
    assert text(f"<p>{line}</p>{TEXT}") == "\n".join(LINES)


@pytest.mark.parametrize("line", ["原创不是一件容易的事。", "听新闻的老人坐在门口。", "页面还在加载中，他已经走了。"])
def test_first_sentences_may_begin_with_what_they_may_do(line: str) -> None:
    assert text(f"<p>{line}</p>{TEXT}") == "\n".join([line, *LINES])


def test_what_is_left_of_a_count_over_the_text_is_no_line_of_it() -> None:
    assert text(f"<div>点击：<script>count()</script></div><span>次</span><br>{TEXT}") == "\n".join(LINES)


def test_an_id_of_a_headings_words_is_no_name() -> None:
    assert own_name("how-much-more-does-it-cost") == ""
    assert own_name("related-posts") == "related-posts"


@pytest.mark.parametrize("name", ["content-sidebar-wrap", "has-sidebar", "no-sidebar"])
def test_a_layout_with_a_sidebar_is_none(name: str) -> None:
    assert aside_share(name) == 0
    assert aside_share("left-sidebar") > 0


@pytest.mark.parametrize("name", ["read-more-text", "ReadMoreAnswer", "section-rank-1", "hidden-print", "video_text"])
def test_words_that_articles_use_for_their_parts_are_no_names_of_asides(name: str) -> None:
    assert aside_share(name) == 0


@pytest.mark.parametrize("name", ["video-box", "jw-player", "dateline", "slide-button"])
def test_players_buttons_and_date_lines_are_asides(name: str) -> None:
    assert aside_share(name) > 0


@pytest.mark.parametrize(
    "line",
    [
        "<p>阅读 38.12W 评论 32 分享 221</p>",
        "<p>有用(12) 没用(3)</p>",
        "<p>* * * * *</p>",
        "<p>热点推荐</p>",
        "<p>相關文章：寒流明天報到</p>",
        "<p>郑重声明：用户发表的文章仅代表个人观点，与本网站的立场无关。</p>",
        "<div>此内容为本刊原创，著作权归本刊所有。未经本刊书面授权，不得以任何方式加以使用，包括转载和摘编。</div>",
        "<div>该文观点仅代表作者本人，本平台仅提供信息存储空间的服务。</div>",
    ],
)
def test_what_sites_write_under_a_text_is_no_text(line: str) -> None:
    assert text(f"{TEXT}{line}") == "\n".join(LINES)


@pytest.mark.parametrize(
    "line", ["记者问到版权的归属，他说他也不知道。", "据阅读 32 篇报道的人说，这条街没有变。", "附件：面馆的菜单"]
)
def test_what_an_article_says_of_the_same_things_stays(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>").endswith(line)


def test_the_files_of_an_announcement_stay_though_they_are_links() -> None:
    assert text(f"{TEXT}<p>附件：<a href=a.doc>离校手续清单.doc</a></p>").endswith("清单.doc")


@pytest.mark.parametrize(
    "notice",
    [
        "声明：本站转载此文是为了传播更多的信息，不代表本站的观点和立场，如有侵权请与我们联系，我们会及时处理。",
        "违法和不良信息的举报电话是12345678，客服电话是87654321，也可以把您要说的话写到本网的邮箱。",
        "Copyright © 2024 城市晚报 版权所有，未经授权不得复制，本站的备案号在这里。",
        "本報文字、照片和影片的版權皆屬本報所有，禁止任何社群網站和論壇引用、改寫或轉貼，違者必究。",
        "抵制不良游戏，拒绝盗版游戏。注意自我保护，谨防受骗上当。适度游戏益脑，沉迷游戏伤身。",
    ],
)
def test_a_legal_notice_longer_than_the_article_is_not_taken_for_it(notice: str) -> None:
    page = f"<div><p>{LINES[0]}</p></div><div>{notice * 3}</div>"
    assert text(page) == LINES[0]


def test_a_list_of_links_after_a_sentence_is_what_else_to_read_and_after_a_colon_the_articles_own() -> None:
    assert "第0家小店" not in text(f"{TEXT}<ul>{LINKS}</ul>{TEXT}")
    assert "第0家小店" in text(f"{TEXT}<p>这几家店都还在原来的地方：</p><ul>{LINKS}</ul>{TEXT}")


def test_a_list_of_links_in_an_item_of_the_text_is_the_texts_own() -> None:
    assert "第0家小店" in text(f"{TEXT}<ul><li>{LINES[0]}这几家<ul>{LINKS}</ul></ul>{TEXT}")
    assert "第0家小店" not in text(f"{TEXT}<ul><li>{LINES[0]}这几家</ul><ul>{LINKS}</ul>{TEXT}")


def test_an_abstract_that_was_cut_off_the_text_is_said_once() -> None:
    assert text(f"<div><div><b>摘要</b>: {LINES[0][:30]}...</div></div>{TEXT}") == "\n".join(LINES)


def test_a_summary_that_was_cut_out_of_the_midst_of_the_text_is_said_once() -> None:
    long = "".join(LINES[2:4])
    page = f"<p>{LINES[0]}</p><p>{LINES[1]}而且{long}</p><p>{LINES[5]}</p>"
    assert text(f"<div><div>{long}</div></div>{page}").startswith(LINES[0])


@pytest.mark.parametrize("lead", [TEASER, f"老板说：{LINES[3][:30]}"])
def test_a_lead_that_says_something_of_its_own_stays(lead: str) -> None:
    assert text(f"<div><div>{lead}</div></div>{TEXT}").startswith(lead)


@pytest.mark.parametrize(
    "line", ["—— END ——", "编辑 | 小满　排版 | 阿远", "点击“在看”，让更多人看到", "按讚加入粉絲團"]
)
def test_what_accounts_write_under_a_text_is_no_text(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>") == "\n".join(LINES)


@pytest.mark.parametrize(
    "line",
    [
        "评论(0) 分享",
        "收藏 12 | 打印 | 字号：大",
        "更多精彩内容请下载河边日报APP",
        "扫描二维码，关注河边日报微信公众号",
        "www.hebian.example",
        "《河邊頭條》APP已推出最新版本，請立即更新，瀏覽更精彩的內容：https://hebian.example/app",
        "相关行情",
        "<a href=/1>他在夜市摆摊三十年</a>",
    ],
)
def test_buttons_promotion_and_links_are_taken_off_the_end_in_any_order(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p><p>责任编辑：林一</p><p>{line}</p>") == "\n".join(LINES)


@pytest.mark.parametrize(
    "first",
    [
        "分享是这条街上最常见的事情，谁家包了饺子都要给邻居送一碗。",
        "老人于2005年4月10日3时15分离世，享年八十一岁。",
        "作者把这家面馆写进了书里，老板却从来没有读过。",
    ],
)
def test_a_first_sentence_may_begin_as_labels_do_and_name_a_time(first: str) -> None:
    assert text(f"<p>{first}</p>{TEXT}") == "\n".join([first, *LINES])


def test_names_and_times_in_elements_of_their_own_are_a_label_over_the_text() -> None:
    assert text(f"<p><b>赵明</b><b>2023-05-12</b><b>13:33:06</b></p>{TEXT}") == "\n".join(LINES)


SIGNS = [
    "（责任编辑：林一）",
    "网友评论(12)",
    "本文内容仅供参考，不能代替医生诊断，如有不适请及时就医，未经授权不得转载。",
    "广告声明：文内的链接和口令用于传递更多信息，节省大家的时间，结果仅供参考。",
    "-------------本文结束感谢您的阅读-------------",
]


@pytest.mark.parametrize("sign", SIGNS)
def test_what_stands_behind_an_editors_line_a_notice_or_remarks_is_no_text(sign: str) -> None:
    doctors = "".join(f"<p>第{n}位医生擅长：在这里看了三十年的病</p>" for n in range(8))
    assert text(f"{TEXT}<p>{sign}</p>{doctors}") == "\n".join(LINES)


@pytest.mark.parametrize("sign", SIGNS)
def test_most_of_the_text_stands_behind_no_sign_of_its_end(sign: str) -> None:
    assert text(f"<p>{LONG}</p><p>{sign}</p>{TEXT}").endswith("\n".join(LINES))


def test_buttons_that_recur_within_a_text_are_left_out() -> None:
    pictures = "".join(f"<p>{line}</p><div>{n}/9 查看大图</div>" for n, line in enumerate(LINES, start=1))
    assert text(pictures) == "\n".join(LINES)


def test_a_word_of_the_text_may_be_that_of_a_button() -> None:
    assert "分享" in text(f"{TEXT}<h3>分享</h3>{TEXT}").split("\n")


@pytest.mark.parametrize("label", ["【同場加映】", "相关阅读：", "►看更多："])
def test_a_link_behind_a_label_that_leads_elsewhere_is_no_text(label: str) -> None:
    assert "手艺" not in text(f"{TEXT}<p>{label}<a href=/1>一碗面里的手艺传三代</a></p>{TEXT}")


def test_a_link_behind_another_label_is() -> None:
    assert "手艺" in text(f"{TEXT}<p>他写过：<a href=/1>一碗面里的手艺传三代</a></p>{TEXT}")


@pytest.mark.parametrize(
    "line",
    [
        "（设计：张明 数据支持：王晓 审核：李宁）",
        "一审：赵明　二审：王丽　三审：李卫东",
        "— THE END —",
        "喜欢就点个在看吧",
        "<i>栏目主编：王海</i><i>文字编辑：周群</i>",
        "封面图片来源：河边社",
        "展开阅读全文",
        "54人点赞",
        "（首圖來源：河邊社）",
        "請於 Google News 追蹤河邊報",
        "Comparte esto:",
        "喜歡這篇文章嗎？加入河邊會員",
        "题图来源：河边社",
        "阅读(2333)| 评论(12)| 收藏 发表于 15:33",
    ],
)
def test_staff_and_last_words_are_taken_off_the_end(line: str) -> None:
    assert text(f"{TEXT}<h3>{line}</h3><p>{line}</p><p>Facebook</p>") == "\n".join(LINES)


@pytest.mark.parametrize("line", ["图片来自网络，如有侵权，请联系删除。", "本页面内容来源于互联网，如有侵权，请告知！"])
def test_that_a_text_may_be_another_s_is_no_part_of_it(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>") == "\n".join(LINES)


def test_an_only_name_behind_a_word_may_be_the_texts_last_line() -> None:
    assert text(f"{TEXT}<p>老板：王丽</p>").endswith("老板：王丽")


@pytest.mark.parametrize(
    "line",
    [
        "【河边日报专稿，转载请注明出处，未经授权不得使用】",
        "本文最后更新于2023年05月12日，已超过386天没有更新，若内容失效，请留言反馈。",
        "请注意，本文编写于 4377 天前，最后修改于 4372 天前，其中某些信息可能已经过时。",
        "本文最后更新于2022-06-22，若内容或图片失效，请留言反馈。 部分素材来自网络，若影响到您的利益，请联系我们删除。",
        "温馨提示：",
        "全媒体记者 徐静 冯亮",
        "扫一扫，关注河边日报公众号",
    ],
)
def test_notices_and_how_old_a_text_is_stand_over_it(line: str) -> None:
    assert text(f"<p>{line}</p>{TEXT}") == "\n".join(LINES)


def test_the_word_over_an_advertisement_is_no_text() -> None:
    assert text(f"{TEXT}<div>ADVERTISEMENT</div>{TEXT}<p>我是廣告 請繼續往下閱讀</p>{TEXT}") == "\n".join(LINES * 3)


def test_labels_of_what_is_to_be_filled_in_end_no_article() -> None:
    labels = "".join(f"<tr><td>{label}</td><td><input name=f{n}></td></tr>" for n, label in enumerate(("姓名", "主页")))
    form = f"<table>{labels}<tr><td>内容</td><td><textarea></textarea></td></tr></table><input type=checkbox>记住我"
    assert text(f"{TEXT}<p>Post a comment</p>{form}") == "\n".join(LINES)


STORY = [
    f"On day {n} the baker opened at five, though it rained, and the whole street smelled of bread." for n in range(6)
]
STORIES = "".join(f"<p>{line}</p>" for line in STORY)


@pytest.mark.parametrize(
    "call",
    [
        "Get more news from the street straight to your inbox. Sign up for our free newsletters.",
        "Nichts verpassen? Jetzt unseren Newsletter bestellen!",
        "Abonnez-vous à notre newsletter pour tout savoir.",
    ],
)
def test_calls_to_have_letters_sent_are_no_text(call: str) -> None:
    assert text(f"{STORIES}<p>{call}</p>{STORIES}<p>{call}</p>") == "\n".join(STORY * 2)


@pytest.mark.parametrize(
    "line",
    ["He told us to subscribe to their newsletter.", "The inbox of the baker was full, and he got no rest at all."],
)
def test_what_is_told_of_letters_stays(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>{STORIES}") == "\n".join([*STORY, line, *STORY])


@pytest.mark.parametrize(
    "line",
    [
        "We may earn a commission from links on this page, but only recommend what we have eaten.",
        "This post contains affiliate links. Read our disclosure for more.",
        "Some of the links in this article are affiliate ones.",
        "Thank you! Your submission has been received!",
        "Oops! Something went wrong while submitting the form.",
        "Like Loading...",
    ],
)
def test_who_pays_for_links_and_what_forms_answer_is_no_text(line: str) -> None:
    assert text(f"<p>{line}</p>{STORIES}<p>{line}</p>{STORIES}") == "\n".join(STORY * 2)


@pytest.mark.parametrize(
    "line",
    [
        "The affiliate in the US receives commissions for each link that is followed to the shop.",
        "The commission paid us a visit, and we were glad that it liked the bread so much.",
        "Something went wrong with the dough that night, and nobody could say why it did.",
    ],
)
def test_what_is_told_of_commissions_stays(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>{STORIES}") == "\n".join([*STORY, line, *STORY])


def test_a_text_about_paid_links_keeps_its_lines() -> None:
    lines = [f"In month {n} we earned a commission of {n} dollars by affiliate links." for n in range(1, 5)]
    assert text(STORIES + "".join(f"<p>{line}</p>" for line in lines)) == "\n".join(STORY + lines)


def test_a_table_of_contents_is_no_text() -> None:
    parts = ["How they bake", *STORY[1:3], "Who eats it", *STORY[3:]]
    told = "".join(f"<p>{line}</p>" if line in STORY else f"<h3>{line}</h3>" for line in parts)
    contents = "<h4>Table of Contents</h4><ol><li>How they bake</li><li>Who eats it</li></ol>"
    assert text(f"<p>{STORY[0]}</p>{contents}{told}") == "\n".join([STORY[0], *parts])


def test_a_heading_whose_links_were_left_out_goes_with_them() -> None:
    box = "<section><h4>Our archive</h4><a href=/3><div>The loaf that won the fair of the north</div></a></section>"
    assert text(STORIES + box + STORIES) == "\n".join(STORY * 2)


def test_a_heading_under_a_time_that_links_to_it_stays() -> None:
    entry = f"<section><a href=#3><time>17.05 <i>GMT</i></time></a><h4>The oven is cold</h4></section>{STORIES}"
    assert text(STORIES + entry) == "\n".join([*STORY, "The oven is cold", *STORY])


@pytest.mark.parametrize(
    "line",
    ["(Image credit: The Loaf)", "Image 2 of 5", "Photo by Ann Lee on Picturebox", "Foto: dpa", "Crédit photo : AFP"],
)
def test_who_made_a_picture_is_no_text(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>{STORIES}") == "\n".join(STORY * 2)


@pytest.mark.parametrize("line", ["Photo by photo, she filled the album.", "The image of the baker is a good one."])
def test_what_is_told_of_pictures_stays(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>{STORIES}") == "\n".join([*STORY, line, *STORY])


def test_who_wrote_for_whom_is_no_text_behind_a_subtitle() -> None:
    line = "<p>Published in <a href=/loaf>The Loaf</a>·<i>7 min read</i>·<i>May 4, 2023</i></p>"
    deck = "What forty years in front of an oven taught a quiet man"
    assert text(f"<h2>{deck}</h2>{line}{STORIES}") == "\n".join([deck, *STORY])


def test_brackets_around_a_link_are_no_text() -> None:
    heading = "<div><h3>How they bake</h3><span><span>[</span><a href=/edit>edit</a><span>]</span></span></div>"
    assert text(STORIES + heading + STORIES) == "\n".join([*STORY, "How they bake", *STORY])


def test_a_heading_with_a_bar_above_it_is_no_bar() -> None:
    heading = "<h2 class='anchor anchorWithStickyNavbar_x7'>How they bake</h2>"
    assert text(STORIES + heading + STORIES) == "\n".join([*STORY, "How they bake", *STORY])


CHANGES = ["Ovens that heat up in a third of the time", "A longer counter for the morning", "Rye bread on Mondays too"]


def changed(heading: str) -> str:
    items = "".join(f"<li><a href=/changes/{n}>{line}</a></li>" for n, line in enumerate(CHANGES))
    return text(f"{STORIES}<h3>{heading}</h3><ul>{items}</ul>{STORIES}")


def test_a_list_of_links_under_a_heading_of_the_text_is_its_own() -> None:
    assert changed("What the baker did") == "\n".join([*STORY, "What the baker did", *CHANGES, *STORY])


@pytest.mark.parametrize("heading", ["More on bread:", "Related", "Useful Links", "Weitere Themen"])
def test_a_list_of_links_under_a_heading_that_leads_elsewhere_is_not(heading: str) -> None:
    assert CHANGES[0] not in changed(heading)


def test_names_that_are_too_long_say_nothing_and_are_not_kept() -> None:
    asked: list[str] = []

    @remembered
    def says(name: str) -> bool:
        asked.append(name)
        return bool(name)

    assert [says(name) for name in ("post", "post", "p" * 1_001, "p" * 1_002)] == [True, True, False, False]
    assert asked == ["post", ""]


def test_names_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.extract.boilerplate.REMEMBERED", 2)
    asked: list[str] = []

    @remembered
    def says(name: str) -> str:
        asked.append(name)
        return name

    assert [says(name) for name in ("post", "reply", "post", "menu", "post")] == [
        "post",
        "reply",
        "post",
        "menu",
        "post",
    ]
    assert asked == ["post", "reply", "menu", "post"]


BAR = (
    "EVENING.EXAMPLE　2005年12月05日17:25　[ 见习 ] 来源：[ 城市晚报 ]　页面功能 "
    "【<a href=/say>我来说两句</a>】【<a href=/wrong>我要“揪”错</a>】【推荐】【字体：大 中 小】【打印】 【关闭】"
)


def test_a_bar_of_buttons_under_the_title_is_no_text_however_short_the_article() -> None:
    line = "因更换阀门，城南今日8时至20时停水，请市民提前储水。"
    table = build(f"<table><tr><td><b>城南今日停水</b><tr><td>{BAR}<tr><td>{line}</table>")
    found = cevc_plus.main_content(table, "城南今日停水")
    assert found is not None
    assert found.text == line


def test_words_in_brackets_in_a_sentence_are_no_bar() -> None:
    said = "老板在墙上写了【面】【汤】两个字，又写了很多别的，谁也看不懂他到底想说什么。"
    assert said in text(f"<p>{said}</p>{TEXT}")


def test_the_names_of_what_a_script_was_to_show_are_no_text() -> None:
    assert "{{" not in text(f"{TEXT}<div>登录后查看 {{{{ popup.first }}}}{{{{ popup.second }}}}</div><p>{LONG}</p>")
    code = "<pre>{{ greeting }}</pre>"
    assert "{{ greeting }}" in text(f"{TEXT}{code}<p>{LONG}</p>")


def test_buttons_in_english_over_a_text_are_none_of_it() -> None:
    line = "The water main under the street broke in the night, and the school was closed for a day."
    buttons = "<ul><li>Sign In to E-Mail This</li><li>Print</li><li>Reprints</li></ul>"
    table = build(f"<body><div><h1>Main breaks</h1>{buttons}<p>{line}</p></div>")
    found = cevc_plus.main_content(table, "Main breaks")
    assert found is not None
    assert found.text == line


def test_an_abstract_in_an_element_of_its_own_stands_before_what_it_was_cut_off() -> None:
    said = LINES[1] + LINES[2]
    assert text(f"<div class=brief>①{said[:60]}</div><p>{said}</p><p>{LINES[3]}</p>") == f"{said}\n{LINES[3]}"
    assert text(f"<div class=brief>{said[:60]}</div><p>{LINES[1]}</p><p>{LINES[2]}</p>") == f"{LINES[1]}\n{LINES[2]}"


def test_a_few_words_over_links_that_were_left_out_are_no_text() -> None:
    ranks = f"<div><div>图片故事</div><ul>{LINKS}</ul></div>"
    assert text(f"<p>{LINES[0]}</p>{ranks}") == LINES[0]
    assert text(f"<div>{TEXT}<p>城南老街</p></div><ul>{LINKS}</ul>").endswith("城南老街")


@pytest.mark.parametrize("label", ["人工智能朗读：", "语音播报："])
def test_what_reads_a_text_aloud_is_none_of_it(label: str) -> None:
    assert text(f"<p>{label}</p>{TEXT}").startswith(LINES[0])


@pytest.mark.parametrize(
    "line",
    [
        "《江城日报》（2024年03月05日 06版）",
        "《 江城日报 》（ 2024-03-05 第6版 要闻）",
        "（原载《江城日报》2024年3月5日第6版）",
        "（本文刊于2024年3月5日《江城日报》第6版）",
        "阅读原文",
        "点击上方“江城故事”关注我们",
        "听全文 00:00 / 03:20",
        "最后编辑于 2024-03-05 10:20",
        "打开江城新闻，查看更多图片",
        "如需转载，请与本报联系",
        "請您支持我們，也歡迎加入會員",
        "喜歡這類文章！歡迎成為會員",
        "如果觉得有用，欢迎打赏。",
        "Please consider supporting our journalism.",
        "Become a supporter today!",
        "Hazte socia del Diario de la Ribera. Sin ti no podemos seguir contando lo que pasa en los pueblos de al lado.",
        "Unterstützen Sie uns mit fünf Euro im Monat.",
        "이 기사가 마음에 드시면 후원으로 응원해 주세요.",
        "江城晚报版权声明：",
        "信息来源于江城学院官网，如有变动以该网为准。",
        "未经允许不得转载：江城晚报 » 面馆的一天",
        "本文链接：https://jiangcheng.example/noodles",
        "已有233人浏览",
        "浏览次数：233",
        "很赞哦！（23）",
        "您可能感兴趣的文章",
        "图片来自网络，侵删",
        "投资有风险，入市需谨慎。",
        "审核人：林小满",
        "（新媒体编辑：林小满）",
        "如有疑问，请联系客服。",
    ],
)
def test_a_paper_s_page_and_what_asks_readers_to_pay_are_no_text(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>").endswith(LINES[-1])


@pytest.mark.parametrize(
    "line",
    [
        "编辑于是又问了一遍价钱。",
        "老板说：“请大家支持我们。”",
        "《江城日报》2024年登过这家面馆，那时候它还在旧城里。",
        "他想成为会员，可是没有钱。",
        "未经允许，谁也不能进他的厨房。",
        "233人参与了那天的长桌宴。",
        "审核：三天后才有结果",
    ],
)
def test_what_a_text_says_of_papers_and_of_who_pays_stays(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>").endswith(line)


@pytest.mark.parametrize(
    "line",
    [
        "Tagged: bread, ovens",
        "Posted in Town",
        "Follow Ann Lee on Twitter @annlee",
        "Was this article helpful?",
        "Be the first to comment",
        "View all posts by Ann Lee",
        "Join our WhatsApp channel",
    ],
)
def test_what_templates_in_english_ask_under_a_text_is_none_of_it(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>") == "\n".join(STORY)


@pytest.mark.parametrize(
    "line", ["Was this bread helpful? Nobody knew.", "Join the conversation of the bakers, and you learn a lot."]
)
def test_what_is_told_in_the_same_words_stays(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>") == "\n".join([*STORY, line])


def test_what_leads_to_a_topic_is_no_text() -> None:
    assert text(f"{TEXT}<p>点击进入专题：</p>").endswith(LINES[-1])


def test_what_says_a_video_in_brief_is_text() -> None:
    assert not aside_share("video_brief")
    assert aside_share("video_list")


def test_the_numbers_of_a_program_s_lines_are_no_text_and_none_of_its_lines_ends_the_article() -> None:
    numbers = "<td><pre>1<br>2<br>3</pre></td>"
    program = f"<table><tr>{numbers}<td><pre>BEGIN<br>SELECT mean<br>END</pre></td></tr></table>"
    assert text(f"{TEXT}{program}<p>{LINES[0]}</p>") == "\n".join([*LINES, "BEGIN", "SELECT mean", "END", LINES[0]])


CREDITS = [
    "春天",
    "出品｜河边工作室",
    "作者：李雷",
    "来源：晚报",
    "记者 韩梅 摄影报道",
    "2024-03-05 08:00",
    "责任编辑：王五",
    "阅读 120",
]


@given(st.lists(st.tuples(st.sampled_from(["p", "div", "h2"]), st.sampled_from(CREDITS)), min_size=1, max_size=8))
def test_a_text_of_nothing_but_credits_ends_in_a_result(lines: list[tuple[str, str]]) -> None:
    body = "".join(f"<{tag}>{line}</{tag}>" for tag, line in lines)
    found = extract_page(f"<h1>河边的新图书馆</h1><div>{body}</div>".encode())
    assert set(found.text.split("\n")) <= {"", "河边的新图书馆", *(line for _, line in lines)}


@pytest.mark.parametrize(
    "line",
    [
        "Published 4 May 2021 Source: Wire Service 1,204 views",
        "Quelle: Wochenblatt Lesezeit: 4 Minuten",
        "Schriftgröße: A A A Drucken",
        "Publié le 05/03/2021 à 10:20 Source : La Semaine Auteur : Claire Dumas 12 vues",
        "Вы здесь: Главная > Культура",
    ],
)
def test_lines_of_a_template_over_a_text_and_under_it_are_no_text(line: str) -> None:
    assert text(f"<p>{line}</p>{STORIES}") == "\n".join(STORY)
    if "Вы" not in line:
        assert text(f"{STORIES}<p>{line}</p>") == "\n".join(STORY)


@pytest.mark.parametrize(
    "line",
    [
        "Suivez-nous sur les réseaux sociaux.",
        "Подписывайтесь на наш канал, чтобы не пропустить новости.",
        "При использовании материалов ссылка на издание обязательна.",
        "Dieser Artikel erschien zuerst in: Wochenblatt.",
        "This story first appeared in the County Weekly.",
        "Editing by Anne Coles",
    ],
)
def test_lines_of_a_template_under_a_text_are_no_text(line: str) -> None:
    assert text(f"{STORIES}<p>{line}</p>") == "\n".join(STORY)


def test_the_day_under_an_announcement_and_a_source_named_in_brackets_stay() -> None:
    signed = "镇政府办公室\n2005年8月25日（来源：县志）"
    lines = "".join(f"<p>{line}</p>" for line in signed.split("\n"))
    assert text(f"{TEXT}{lines}") == "\n".join([*LINES, signed])


def test_read_also_goes_with_the_links_under_it() -> None:
    links = "".join(f"<li><a href=/{n}>The bakery in street number {n}</a></li>" for n in range(3))
    inset = f"<div><b>Lire aussi</b><ul>{links}</ul></div>"
    assert text(STORIES + inset + STORIES) == "\n".join(STORY * 2)
    assert "Lire aussi" in text(f"{STORIES}<p>Lire aussi</p>{STORIES}")


def test_teasers_behind_read_also_are_no_text_however_long() -> None:
    cards = "".join(
        f"<div class=card><h4><a href=/{n}>The bakery in street number {n}</a></h4>"
        f"<p>{n} loaves were left when the baker closed the door, and he gave all to his neighbours.</p></div>"
        for n in range(6)
    )
    page = f"<article>{STORIES}<div><h3>Читайте также</h3>{cards}</div></article>"
    assert text(page) == "\n".join(STORY)


def test_who_the_author_is_stands_behind_the_name_alone() -> None:
    about = "Anne Coles is a columnist of the County Weekly, and has told of bakers for twelve years."
    box = f"<div><img src=/a.jpg><b>Anne Coles</b><p>{about}</p></div>"
    assert about not in text(f"<p>By Anne Coles</p>{STORIES}{box}")
    assert about in text(f"{STORIES}{box}")


def test_the_second_of_two_paragraphs_with_a_picture_between_them_is_no_caption() -> None:
    boxed = f"<div class=text><div>{STORY[0]} {STORY[1]}</div><img src=/1.jpg><div>{STORY[2]}</div></div>"
    assert text(boxed) == f"{STORY[0]} {STORY[1]}\n{STORY[2]}"


@pytest.mark.parametrize(
    "byline",
    [
        "<p>文章来源：青原网</p><p>何小满</p><p>阅读约4分钟</p>",
        "<p>何小满</p><p>全文阅读约需 4 分钟</p>",
        "<p>佐藤健一</p><p>1,234回閲覧</p>",
        "<p>김서연 기자</p><p>조회수 1234</p>",
        "<p>Laura Benning</p><p>5 comments</p>",
    ],
)
def test_a_byline_in_lines_of_its_own_over_the_text_is_none_of_it(byline: str) -> None:
    assert text(byline + TEXT) == "\n".join(LINES)


def test_a_name_over_a_text_that_is_no_byline_is_of_it() -> None:
    assert text(f"<h3>Laura Benning</h3><p>5 comments</p>{TEXT}").startswith("Laura Benning")
    assert text(f"<p>Laura Benning</p>{TEXT}").startswith("Laura Benning")


@pytest.mark.parametrize(
    "line",
    ["字級：大 中 小 列印", "편집: 정하은", "호수신문 뉴스레터를 구독하세요."],
)
def test_what_templates_in_asia_say_under_a_text_is_none_of_it(line: str) -> None:
    assert text(f"{TEXT}<div>{line}</div>") == "\n".join(LINES)


@pytest.mark.parametrize("line", ["出品｜河边工作室", "头图 | 林一", "监制丨韩梅"])
def test_what_was_made_by_whom_before_the_text_is_no_text(line: str) -> None:
    assert text(f"<p>{line}</p>{TEXT}") == "\n".join(LINES)


@pytest.mark.parametrize("line", ["点击下方“阅读原文”领取资料", "觉得不错，请点个“在看” ▼"])
def test_what_asks_to_go_on_in_an_app_is_no_text(line: str) -> None:
    assert text(f"{TEXT}<p>{line}</p>") == "\n".join(LINES)


@pytest.mark.parametrize("name", ["imgdesc", "pic-note", "photo_credit", "subscription-box"])
def test_what_is_called_the_caption_of_a_picture_or_asks_to_subscribe_is_no_text(name: str) -> None:
    first, *others = [f"<p>{line}</p>" for line in LINES]
    assert text(f"{first}<p class={name}>河边的灯昨天晚上都亮了。</p>{''.join(others)}") == "\n".join(LINES)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    "told",
    [
        "近日，市民李女士扫描路边的二维码加入微信群后，被骗走3万元。",
        "记者打开微信小程序，看到首页上写着“内测福利”四个字。",
        "对方要求她下载一款客户端，并关注一个公众号领取红包。",
        "老人掏出现金，服务员指指贴在桌上的二维码：“扫码。”",
        "商家节省了人手；关注公众号之后，推销信息又接踵而来。所谓效率，是把成本转给了不会用的人。",
    ],
)
def test_sentences_that_tell_of_codes_and_apps_ask_for_nothing(told: str, place: int) -> None:
    lines = [
        "民警提醒，天上不会掉馅饼，凡是要先交钱的兼职都不要相信，发现被骗后应当马上报案，并保存好聊天记录。",
        "目前，案件正在进一步侦办之中，警方已经冻结了两个涉案账户，追回的钱将在核实以后退还给受害人。",
    ]
    lines.insert(place, told)
    text = "".join(f"<p>{line}</p>" for line in lines)
    page = f"<title>女子扫码进群被骗_青石日报</title><h1>女子扫码进群被骗</h1><p>2026-10-17 11:24</p><div>{text}</div>"
    assert extract_page(page.encode()).text.split("\n") == lines


@pytest.mark.parametrize(
    "asks",
    [
        "扫描下方二维码，关注本报微信公众号，获取更多精彩内容。",
        "青石日报客户端，关注青石大事，为读者推送权威的政策解读。",
    ],
)
def test_a_whole_sentence_that_asks_to_be_followed_is_no_text(asks: str) -> None:
    line = (
        "民警提醒，天上不会掉馅饼，凡是要先交钱的兼职都不要相信，发现被骗后应当马上报案，并保存好聊天记录和转账凭证。"
    )
    told = "<h1>女子进群被骗</h1><p>2026-10-17 11:24</p>"
    page = f"<title>女子进群被骗_青石日报</title>{told}<div><p>{line}</p><p>{asks}</p></div>"
    assert extract_page(page.encode()).text == line


@pytest.mark.parametrize(
    "last",
    [
        "扫码支付早已普及，可是菜市场里的老人仍然习惯用现金，摊主们也都备着零钱。",
        "未经授权的改装车上路，最高可处以两千元罚款。",
        "推荐阅读的书目由十二位教师共同拟定，涵盖文史哲。",
        "关键词是“慢”，这是他反复提到的一个字。",
        "更多的年轻人回到这里，下一篇章由他们来写。",
        "原标题是“河边的人”，出版时改成了现在的名字。",
    ],
)
def test_a_last_sentence_may_begin_with_what_labels_begin_with(last: str) -> None:
    line = "老街改造到了第三年，石板路重新铺过，两边的老店大多还在，卖豆花的阿婆每天清晨五点就生火，一直卖到中午。"
    page = f"<title>老街改造的第三年_青石日报</title><h1>老街改造的第三年</h1><div><p>{line}</p><p>{last}</p></div>"
    assert extract_page(page.encode()).text.split("\n") == [line, last]


@pytest.mark.parametrize(
    "asks",
    [
        "未经授权，不得转载本文。",
        "扫码关注我们。",
        "版权所有，侵权必究！",
        "下一篇：老街为什么没人了？",
        "更多新闻请看下页。",
    ],
)
def test_a_last_sentence_about_copying_and_following_is_no_text(asks: str) -> None:
    line = "老街改造到了第三年，石板路重新铺过，两边的老店大多还在，卖豆花的阿婆每天清晨五点就生火，一直卖到中午。"
    page = f"<title>老街改造的第三年_青石日报</title><h1>老街改造的第三年</h1><div><p>{line}</p><p>{asks}</p></div>"
    assert extract_page(page.encode()).text == line


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    "told",
    [
        "Next week the second landing will be closed for repairs.",
        "Shares in the yard fell the next day, and nobody could say why.",
        "Comments from the council were brief, and mostly about money.",
    ],
)
def test_sentences_in_english_may_begin_as_labels_do(told: str, place: int) -> None:
    lines = ["The ferry at Willow Bend carried its first passengers on Saturday, two years after the flood came."]
    lines.insert(place, told)
    head = "<title>Old ferry runs again | The Courier</title><h1>Old ferry runs again</h1>"
    page = f"{head}<div>{''.join(f'<p>{line}</p>' for line in lines)}</div>"
    assert extract_page(page.encode()).text.split("\n") == lines


@pytest.mark.parametrize(
    "asks",
    ["Next: why the bridge burned.", "Comments on this article are now closed.", "Share this story with your friends."],
)
def test_labels_in_english_are_no_text(asks: str) -> None:
    line = "The ferry at Willow Bend carried its first passengers on Saturday, two years after the flood came."
    head = "<title>Old ferry runs again | The Courier</title><h1>Old ferry runs again</h1>"
    assert extract_page(f"{head}<div><p>{line}</p><p>{asks}</p></div>".encode()).text == line


def test_what_stands_over_a_credit_is_no_text_though_all_stand_in_one_box() -> None:
    text = "Depuis lundi, le bac a transporté deux mille personnes par jour."
    head = "<div>06/03/2024</div><div>par Julien Moreau</div><div>4 min de lecture</div>"
    page = f"<title>Le bac reprend</title><div><div>Le bac reprend après deux mois</div>{head}<p>{text}</p></div>"
    found = extract_page(page.encode())
    assert isinstance(found, Article)
    assert found.text == text


@pytest.mark.parametrize(
    "under",
    [
        "<p>校对 林一　编辑：韩梅</p>",
        "<p>编辑 林一 校对 韩梅</p>",
        "<h4>作者简介</h4><p>住在城南的林一，写面馆的人。</p>",
        "<h3>この記事を書いた人</h3><p>住在城南的林一，写面馆的人。</p>",
        "<p>有料会員になると、すべての記事をお読みいただけます。</p>",
    ],
)
def test_who_edited_and_wrote_a_text_and_for_whom_it_is_is_no_text(under: str) -> None:
    assert text(TEXT + under) == "\n".join(LINES)


def test_places_for_advertisements_and_buttons_of_networks_are_no_text() -> None:
    half = len(TEXT) // 2 // len(TEXT.split("</p>")[0] + "</p>") * len(TEXT.split("</p>")[0] + "</p>")
    between = "".join(f"<div class={name}>{TEASER}</div>" for name in ("ad-box", "sns", "article__actions"))
    assert text(TEXT[:half] + between + TEXT[half:]) == "\n".join(LINES)


def test_which_of_several_pictures_stands_over_a_line_is_no_text() -> None:
    pictures = "".join(f"<img src={n}.jpg><p>{line}</p><p>{n}/9</p>" for n, line in enumerate(LINES, 1))
    assert text(pictures) == "\n".join(LINES)
    assert "1/2" in text(f"{TEXT}<p>1/2</p>{TEXT}")


@pytest.mark.parametrize(
    "line",
    [
        "廣告（請繼續閱讀本文）",
        "(Log in to post comments)",
        "Log in or register to post comments",
        "此处为付费内容，剩余七成未读",
        "购买数字刊或成为会员，即可阅读全文。",
        "訂閱電子報後即可閱讀全文",
    ],
)
def test_what_asks_to_read_on_to_pay_or_to_log_in_is_no_last_line(line: str) -> None:
    found = extract_page(f"<title>面馆</title><h1>面馆</h1><div>{TEXT}<p>{line}</p></div>".encode())
    assert isinstance(found, Article)
    assert found.text == "\n".join(LINES)


def test_a_day_and_how_long_one_reads_over_a_text_are_none_of_it() -> None:
    assert text(f"<div>3 月 5 日</div><div>约 8 分钟</div>{TEXT}<div>作者简介：城南的人</div>") == "\n".join(LINES)
