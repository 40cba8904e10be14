"""The element that a page marks up as its article's body, on small pages."""

from __future__ import annotations

import pytest

from crawler.extract.articles import cevc_plus
from crawler.extract.articles.marked_body import marked_body
from crawler.extract.table import build

LIST = "".join(f"<li>{grams} g {what}</li>" for grams, what in ((200, "Mehl"), (120, "Zucker"), (80, "Butter")))
STEPS = (
    "<p>Alles zu einem glatten Teig verrühren, der sich von der Schüssel löst, und eine Stunde ruhen lassen.</p>" * 3
)
ASIDE = (
    "<p>Wir backen seit zwanzig Jahren und schreiben hier jede Woche auf, was uns in der Küche gelungen ist.</p>" * 12
)


def text(body: str) -> str:
    found = cevc_plus.main_content(build(f"<title>Teig</title><body><h1>Teig</h1>{body}</body>"), "Teig")
    assert found is not None
    return found.text


@pytest.mark.parametrize(
    "marked",
    ["class='entry-content clear'", "class=e-content", "itemprop=articleBody"],
    ids=["hAtom", "h-entry", "schema"],
)
def test_what_is_marked_up_is_the_body(marked: str) -> None:
    found = text(f"<main><div {marked}><div><ul>{LIST}</ul></div><div>{STEPS}</div></div></main>")
    assert found.startswith("200 g Mehl\n120 g Zucker\n80 g Butter\nAlles")


def test_it_is_taken_instead_of_a_longer_text_beside_it() -> None:
    assert "zwanzig" in text(f"<main><div>{STEPS}</div></main><div><div>{ASIDE}</div></div>")
    assert "zwanzig" not in text(f"<main><div class=e-content>{STEPS}</div></main><div><div>{ASIDE}</div></div>")


def test_a_teaser_that_is_marked_up_is_not() -> None:
    assert text(f"<div class=entry-content><p>Bald mehr.</p></div><main>{STEPS}</main>").startswith("Alles")


@pytest.mark.parametrize(
    ("page", "tag"),
    [
        ("<p>eins</p><section class=e-content>zwei<p class=e-content>drei</p></section>", "section"),
        ("<p class=e-content>eins</p><p class=e-content>zwei</p>", ""),
        ("<p class=entry-content-box>eins</p>", ""),
        ("<p itemprop=description>eins</p>", ""),
    ],
    ids=["nested", "several", "other name", "other property"],
)
def test_only_one_is_believed(page: str, tag: str) -> None:
    table = build(page)
    found = marked_body(table)
    assert (table.tags[found] if found >= 0 else "") == tag


@pytest.mark.parametrize(
    "body",
    [
        "<div class=page-sidebar-left><div class=entry-content>{}</div></div>",
        "<div class=entry-content><span class=meta-field>{}</span></div>",
    ],
    ids=["around", "inside"],
)
def test_a_body_that_is_marked_up_is_none_of_what_stands_aside(body: str) -> None:
    short = "<p>Der Markt schließt heute eine Stunde früher, weil am Abend der Platz gefegt wird.</p>"
    assert text(f"{body.format(short)}<div>{STEPS}</div>").startswith("Der Markt")
