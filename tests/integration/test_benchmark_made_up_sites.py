"""The benchmark of made-up sites: what they hold, and that it is indexed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from statistics import mean
from urllib.parse import urljoin

import pytest
from lxml import html

from benchmarks.engines.comparison import ZONE, Figures
from benchmarks.made_up_sites.__main__ import made_up, measure
from benchmarks.made_up_sites.site import links_of

NOW = datetime.now(ZONE).replace(second=0, microsecond=0)
SEEDS = range(1, 13)
FLOORS = {
    "news": {"found": 0.85, "right": 1.0, "F1": 0.97, "title": 0.95, "day": 0.99, "author": 0.9, "new": 1.0},
    "forum": {"found": 0.8, "right": 0.99, "posts": 0.9, "title": 0.99, "author": 0.95, "time": 0.95, "new": 0.7},
}


@pytest.fixture(scope="module")
def figures() -> Mapping[str, list[Figures]]:
    sites = [made_up(seed, NOW) for seed in SEEDS]
    found = measure(sites)
    return {kind: [one for site, one in zip(sites, found, strict=True) if site.kind == kind] for kind in FLOORS}


def test_a_seed_makes_one_site_whose_pages_lead_to_one_another() -> None:
    for seed in SEEDS:
        site, pages = made_up(seed, NOW), made_up(seed, NOW).pages()
        assert pages == site.pages()
        assert {*site.known, site.source_url} <= pages.keys()
        assert site.known.keys() >= set(site.wanted)
        if site.channel == "page" and site.chosen.get("source") != "home":
            links = html.fromstring(pages[site.source_url]).iter("a")
            shown = {urljoin(site.source_url, link.get("href", "")) for link in links}
            assert shown & set(site.wanted)
        assert (
            not links_of({url: page for url, page in pages.items() if url in site.known})
            - pages.keys()
            - site.moves().keys()
        )


def test_a_site_that_goes_on_has_more() -> None:
    for seed in SEEDS:
        site = made_up(seed, NOW)
        before = dict(site.known)
        site.go_on()
        assert set(site.wanted) - before.keys()
        if site.kind == "forum":
            assert any(site.known[url]["posts"] != before[url]["posts"] for url in before)


@pytest.mark.parametrize(("kind", "figure"), [(kind, name) for kind, floors in FLOORS.items() for name in floors])
def test_sites_that_nobody_has_built_are_indexed(figures: Mapping[str, list[Figures]], kind: str, figure: str) -> None:
    assert mean(one[figure] for one in figures[kind] if figure in one) >= FLOORS[kind][figure]
