"""What is indexed of whole made-up sites: news sites, blogs and forums that nobody has built, each of one template,
which are crawled as real ones are, from a row that says no more than where they are to documents, and again when they
have gone on.

    python -m benchmarks.made_up_sites [--seed 1] [--sites 100] [--worst 5] [--template-days 30]

A site has a list or a feed with its articles, or a home page or board with its threads, in the templates of the other
benchmarks of made-up pages, and the same menu, columns and foot on all of its 20 to 60 pages, whose links lead to other
pages of it. Prints, in percent, for all sites of a kind and by what they chose: of the articles or threads to which the
source leads, how many are `found`; how many of the indexed pages are `right`, for they are articles or threads, at one
address; of those, what is found of them (`posts`: F1 over all pages of a thread, each once); and of what came by before
the second round (articles, replies, a thread, an edited post) how much is there as `new`. `--template-days 0` learns no
templates of sites.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime

from benchmarks.engines.comparison import ZONE, Figures, Gold
from benchmarks.made_up import table
from benchmarks.made_up_sites.crawl import crawled
from benchmarks.made_up_sites.figures import compare
from benchmarks.made_up_sites.forums import ForumSite
from benchmarks.made_up_sites.news import NewsSite
from benchmarks.made_up_sites.site import Site


def made_up(seed: int, now: datetime) -> Site:
    """The site of a seed, the same for the same time: a forum of each odd seed, else news."""
    return ForumSite(seed, now) if seed % 2 else NewsSite(seed, now)


def measure(sites: Sequence[Site], *, template_days: float = 30) -> list[Figures]:
    """Crawl sites in two rounds, between which they go on, and compare what is indexed then."""
    with crawled(sites, template_days=template_days) as crawl:
        crawl.round()
        before = {site.seed: dict(site.known) for site in sites}
        wanted = {site.seed: site.wanted for site in sites}
        for site in sites:
            site.go_on()
        found = crawl.round()
    return [
        compare(site, list(dict.fromkeys([*wanted[site.seed], *site.wanted])), found[site.seed], _new(site, before))
        for site in sites
    ]


def _new(site: Site, before: dict[int, dict[str, Gold]]) -> list[str]:
    """The addresses where something is new, of those to which the source leads."""
    known = site.known
    return [url for url in site.wanted if known[url].get("new") or url not in before[site.seed]]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="that of the first site; the others follow")
    parser.add_argument("--sites", type=int, default=100)
    parser.add_argument("--worst", type=int, default=0, help="print the seeds of so many sites that are read worst")
    parser.add_argument("--template-days", type=float, default=30, help="0: learn no templates of sites")
    options = parser.parse_args()
    now = datetime.now(ZONE).replace(second=0, microsecond=0)
    sites = [made_up(seed, now) for seed in range(options.seed, options.seed + options.sites)]
    figures = measure(sites, template_days=options.template_days)
    for kind, name in (("made-up news sites", NewsSite.kind), ("made-up forums", ForumSite.kind)):
        pairs = [(site, one) for site, one in zip(sites, figures, strict=True) if site.kind == name]
        if pairs:
            print("\n".join(table(kind, *zip(*pairs, strict=True))))
    worst = sorted(zip(figures, sites, strict=True), key=lambda pair: _worth(pair[0]))
    for one, site in worst[: options.worst]:
        print(f"seed {site.seed}: " + ", ".join(f"{name} {value:.2f}" for name, value in one.items()))


def _worth(figures: Figures) -> float:
    return sum(figures.get(name, 0 if name == "right" else 1) for name in ("found", "right", "F1", "posts", "new"))


if __name__ == "__main__":
    main()
