"""Pages of our own writing that are built to break or to slow down what reads them, of any size.

Each repeats a piece of markup or text, `{n}` in it being the number of the repetition, between a head and a tail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SENTENCE = "他们在河边走了很久，说的都是去年的事情。"
_HEAD = "<title>河边的故事_城市晚报</title><h1>河边的故事</h1>"
_POST = (
    "<div class=post id=p{n}><a class=author href=/user/{n}>name{n}</a><em>2024-01-01 10:10</em>"
    f"<div class=message>{SENTENCE}{{n}}</div></div>"
)


@dataclass(frozen=True, slots=True)
class HostilePage:
    """One kind of page: `piece` again and again between `before` and `after`."""

    piece: str
    before: str = ""
    after: str = ""
    encoding: str = "utf-8"

    def of_size(self, size: int) -> bytes:
        """The page, of some `size` bytes."""
        pieces: list[str] = []
        left = size - len(self.before) - len(self.after)
        while left > 0:
            piece = self.piece.replace("{n}", str(len(pieces)))
            pieces.append(piece)
            left -= len(piece.encode(self.encoding, "replace"))
        return "".join([self.before, *pieces, self.after]).encode(self.encoding, "surrogatepass")


def _pages(before: str = "", after: str = "", **pieces: str) -> dict[str, HostilePage]:
    return {name.replace("_", " "): HostilePage(piece, before, after) for name, piece in pieces.items()}


_STRUCTURE = _pages(
    nested_divs="<div>",
    nested_divs_with_text=f"<div>{SENTENCE}",
    nested_lists=f"<ul><li>{SENTENCE}",
    nested_tables="<table><tr><td>the text",
    nested_links="<a href=/{n}>the text",
    nested_spans="<span>the ",
    unclosed_bold_and_paragraphs=f"<b><p>{SENTENCE}",
    unclosed_fonts="<font color={n}><p>the text</p>",
    misnested_formatting="<a href=/{n}><b><p>the</a></b>",
    alternating="<b>the<i>of</b>and</i>",
    text_in_tables="<table>the<tr>of<td>and",
    links_in_tables="<table><a href=/{n}>the text<tr>",
    mixed_soup="<table><a href=/{n}><p><b>the",
    wrong_end_tags="<p>the</div></q></table>",
    end_tags_alone="</p>",
    siblings="<i>a</i>",
    line_breaks=f"{SENTENCE}<br>",
    cells=f"<td>{SENTENCE}",
    options="<select><option>the text",
    forms="<form><input name=a value=b>",
    headings="<h1>the story of the river {n}</h1>",
    same_headings="<h1>河边的故事</h1>",
    framesets="<frameset><frame>",
    bodies=f"<body class=c{{n}}>{SENTENCE}",
    documents=f"<html><body><p>{SENTENCE}</body></html>",
    doctypes="<!DOCTYPE html>",
    templates=f"<template><p>{SENTENCE}</p></template>",
    open_templates=f"<template><p>{SENTENCE}",
    drawings="<svg><title>the text</title><path d=M0></svg>",
    open_drawings="<svg><desc><p>the text",
    formulas="<math><mi>x<annotation-xml encoding=text/html><p>the text",
    hidden="<noscript><p>the text</noscript><textarea><p>the text</textarea>",
    ruby="<ruby>the<rt>of<rp>and",
)
_ATTRIBUTES = {
    "attributes": HostilePage(" a{n}=b", "<p", f">{SENTENCE}"),
    "same attribute": HostilePage(" a=b", "<p", f">{SENTENCE}"),
    "attribute value": HostilePage("the ", "<p title='", f"'>{SENTENCE}"),
    "class names": HostilePage("name{n} ", "<p class='", f"'>{SENTENCE}"),
    "same class name": HostilePage("comment-", "<p class='", f"'>{SENTENCE}"),
    "dates in a class": HostilePage("2024-01-01 10:10 ", "<p class='", f"'>{SENTENCE}"),
    "style": HostilePage("display : ", "<p style='", f"'>{SENTENCE}"),
    **_pages(
        many_classes=f"<p class='c{{n}} x'>{SENTENCE}",
        camel_classes="<p class=aBcDeFgHiJkLmNoPqRsTuVwXyZ{n}>the text",
        open_values="<p title='",
        open_tags="<a",
        open_attributes="<p a=",
        entities_in_values="<p title='&lt;&amp;&#1;'>the",
        links_to_users="<a href=/user/{n}>name {n}</a>",
        links_nowhere="<a href='http://[{n}'>the text</a>",
        long_links="<a href='/?a={n}&b=%E4%BD%A0&c=../../..'>the text</a>",
        bases="<base href='http://h{n}.example/'><a href=x>the text</a>",
    ),
}
_HEADS = {
    **_pages(
        after=f"<p>{SENTENCE}",
        metas="<meta name=date content=2024-01-01><meta property=og:title content='the story {n}'>",
        meta_authors="<meta name=author content='name {n}'>",
        meta_charsets="<meta charset=gb{n}>",
        json_ld=(
            '<script type="application/ld+json">{"@type":"NewsArticle","headline":"the story {n}","datePublished":'
            '"2024-01-01","author":{"@type":"Person","name":"name {n}"}}</script>'
        ),
        titles="<title>河边的故事 {n}</title>",
    ),
    "long title": HostilePage("the story - of | ", "<title>", f"</title><p>{SENTENCE}"),
    "title of separators": HostilePage(" - ", "<title>", f"</title><p>{SENTENCE}"),
    "title of spaces": HostilePage("  ", "<title>the", f"of</title><p>{SENTENCE}"),
    "long heading": HostilePage("the story of ", "<title>the story</title><h1>", f"</h1><p>{SENTENCE}"),
    "repeated title": HostilePage("河边的故事 ", "<title>河边的故事</title><p>"),
    "repeated title in elements": HostilePage("<p>河边的故事", "<title>河边的故事</title>"),
    "deep json": HostilePage('{"author":[', "<script type=application/ld+json>", f"</script><p>{SENTENCE}"),
    "deep graph": HostilePage('{"@graph":[', "<script type=application/ld+json>", f"</script><p>{SENTENCE}"),
    "wide json": HostilePage(
        '{"@type":"Comment","author":{"name":"n{n}"},"text":"the text"},',
        '<script type=application/ld+json>{"comment":[',
        f"{{}}]}}</script><p>{SENTENCE}",
    ),
    "broken json": HostilePage('"author":"', "<script type=application/ld+json>{", f"</script><p>{SENTENCE}"),
    "json of backslashes": HostilePage(
        '"headline":"\\\\', "<script type=application/ld+json>", f"</script><p>{SENTENCE}"
    ),
    "json of numbers": HostilePage("9", '<script type=application/ld+json>{"a":', f"}}</script><p>{SENTENCE}"),
    "json article body": HostilePage(
        SENTENCE,
        '<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"',
        f'"}}</script><p>{SENTENCE}',
    ),
}
_TEXTS = {
    name: HostilePage(piece, f"{_HEAD}<p>", "</p>")
    for name, piece in {
        "one text": SENTENCE,
        "one word": "a",
        "words": "the of and ",
        "spaces": "  ",
        "ideographic spaces": "\u3000",
        "lines": "a\n",
        "carriage returns": "\r",
        "digits": "1",
        "twenties": "20",
        "years": "2024-",
        "dates": "2024-01-01 10:10 ",
        "short dates": "1-1 1:1 ",
        "months": "Jan 1 ",
        "ago": "3小时前 ",
        "signs of the past": "半",
        "spaced dates": "2024          -           01",
        "clocks": "10:10:10 ",
        "minguo": "民國113年",
        "authors": "作者：",
        "reporters": "记者  ",
        "sources": "来源：林一 ",
        "english authors": "By Ann Lee and ",
        "english author lines": "\nBy A.",
        "published": "发布时间：",
        "updated": "更新时间：2024-01-01 ",
        "brackets": "（记者",
        "separators": "|-—_",
        "ampersands": "&",
        "open entities": "&amp",
        "entities": "&lt;",
        "numbers as entities": "&#x4e2d;",
        "control entities": "&#1;&#x0b;&#xD800;&#xFFFF;&#x110000;",
        "numbers that overflow": "&#99999999999999999999;",
        "long number": "&#" + "9" * 5000 + ";",
        "comments": "<!-- the -->",
        "open comments": "<!--",
        "instructions": "<?xml the?>",
        "open instructions": "<?",
        "character data": "<![CDATA[the]]>",
        "open character data": "<![CDATA[",
        "angles": "<",
        "nulls": "the\0",
        "controls": "的\x01\x0b\x1b\x7f\x85\ufffe\uffff",
        "surrogates": "的\ud800",
        "marks": "e\u0301\u200b\u202e\ufeff",
        "emoji": "👍🏽👨‍👩‍👧",
        "floors": "1楼 2# 沙发 ",
        "pages": "第1页 共9页 1 2 3 ... 9 ",
        "counts": "回复: 12 浏览: 345 ",
        "quotes": "引用 name 发表于 2024-01-01 10:10 ",
    }.items()
}
_RECORDS = {
    **_pages(
        before=_HEAD,
        posts=_POST,
        deep_posts=f"<div class=post><a class=author href=/user/{{n}}>n{{n}}</a><i>2024-01-01 10:10</i><div>{SENTENCE}",
        posts_of_siblings=f"<dt><a href=/user/{{n}}>n{{n}}</a> 2024-01-01 10:10<dd>{SENTENCE}{{n}}",
        posts_in_rows=f"<table><tr><td><a href=/user/{{n}}>n{{n}}</a><td>2024-01-01 10:10<td>{SENTENCE}{{n}}</table>",
        posts_in_one_row=f"<td><a href=/user/{{n}}>n{{n}}</a><td>2024-01-01 10:10<td>{SENTENCE}{{n}}",
        posts_of_many_classes=_POST.replace("class=post", "class='post k{n}'"),
        posts_in_text=f"n{{n}} 2024-01-01 10:10<br>{SENTENCE}{{n}}<br>",
        quotes_in_quotes=f"<blockquote><a href=/user/{{n}}>n{{n}}</a> 2024-01-01 10:10 {SENTENCE}",
        times_in_leaves="<p>2024-01-01 10:10 the</p>",
        time_elements="<time datetime=2024-01-01>the</time>",
        nested_times="<time datetime=2024-01-01>the <span itemprop=datePublished>",
        time_attributes="<i data-time=1700000000 title='2024-01-01 10:10'>the</i>",
        nested_authors="<div class=author><a href=/user/{n}>",
        author_elements="<span class=author>name {n}</span>",
        labels_in_leaves="<p>发布时间：</p><p>2024-01-01</p>",
        rows_of_a_board=(
            "<tr><td><a href=/t/{n}>the story of the river {n}</a><td><a href=/u/{n}>n{n}</a><td>12<td>2024-01-01"
        ),
        items_of_a_list="<li><a href=/2024/01/{n}.html>the story of the river {n}</a><span>2024-01-01</span>",
        places_of_lists="".join(
            f"<li><a class=c{{n}} href=/{word}/{{n}}>the {word} story of the river</a>"
            for word in ("first", "next", "third", "last")
        ),
        lines_on_what_is_answered="<span>In reply to name{n}</span> ",
        numbered_links="<a href=/thread/{n}/>the story of the river {n}</a>",
        long_numbered_links="<a href=/thread-" + "9" * 5000 + "{n}.html>the story of the river {n}</a>",
        odd_digits="<a href=/thread-²/²>the story of the river</a><a href=/{n}/²>the story of the sea</a>",
        pages="<a href=/t-1-{n}.html>{n}</a><a class=next href=/t-1-{n}.html>下一页</a>",
    ),
    "posts in a deep place": HostilePage(_POST, _HEAD + "<div>" * 400),
    "a thread beside a long post": HostilePage(
        f"<p>{SENTENCE}{{n}}", _HEAD + "".join(_POST.replace("{n}", str(n)) for n in range(9))
    ),
}
_BYTES = {
    "high bytes": HostilePage("\xff", "<p>", encoding="latin-1"),
    "gb18030": HostilePage(SENTENCE, "<p>", encoding="gb18030"),
    "big5": HostilePage("他們在河邊走了很久", "<p>", encoding="big5"),
    "shift jis": HostilePage("かわのほとりで", "<p>", encoding="shift_jis"),
    "latin letters": HostilePage("très é ", "<p>", encoding="latin-1"),
    "utf-16": HostilePage(SENTENCE, "\ufeff<p>", encoding="utf-16-le"),
    "cut characters": HostilePage("\xe4\xb8", "<p>", encoding="latin-1"),
}

PAGES: Mapping[str, HostilePage] = {**_STRUCTURE, **_ATTRIBUTES, **_HEADS, **_TEXTS, **_RECORDS, **_BYTES}
"""All kinds by name."""
