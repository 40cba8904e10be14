"""Other extractors on the pages that come in, each behind the same call. Runs in an environment of its own.

    python peers.py NAME < pages.jsonl > results.jsonl

A page is {"page", "html", "url", "lang"}, its text decoded already; a result is {"page", "text", "title", "author",
"date", "posts", "ms", "reference_ms", "error"}. ms is CPU time; reference_ms is that of a fixed piece of work in the
same process, by which runs at other times and on other machines can be compared.
"""

from __future__ import annotations

import json
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

PAGE_SECONDS = 30

Result = dict[str, Any]
Extract = Callable[[str, str, str], Result]
"""(html, URL, language) → what was found."""


def readability() -> Extract:
    document, html = import_module("readability").Document, import_module("lxml.html")

    def extract(page: str, url: str, lang: str) -> Result:
        found = document(page, url=url or None)
        return {"text": html.fromstring(found.summary()).text_content(), "title": found.short_title()}

    return extract


def magic_html() -> Extract:
    extractor, html = import_module("magic_html").GeneralExtractor(), import_module("lxml.html")

    def extract(page: str, url: str, lang: str) -> Result:
        found = extractor.extract(page, base_url=url)
        return {"text": html.fromstring(found["html"]).text_content(), "title": found.get("title")}

    return extract


def trafilatura(**options: Any) -> Extract:
    extract = import_module("trafilatura").extract
    return lambda page, url, lang: {"text": extract(page, **options)}


def trafilatura_metadata() -> Extract:
    bare_extraction = import_module("trafilatura").bare_extraction

    def extract(page: str, url: str, lang: str) -> Result:
        found = bare_extraction(page, url=url or None, with_metadata=True, include_comments=False)
        return {"text": found.text, "title": found.title, "author": found.author, "date": found.date} if found else {}

    return extract


def rs_trafilatura() -> Extract:
    library = import_module("rs_trafilatura")

    def extract(page: str, url: str, lang: str) -> Result:
        found = library.extract(page, url=url or None, include_comments=True)
        return {"text": found.main_content, "title": found.title, "author": found.author, "date": found.date}

    return extract


def newspaper4k() -> Extract:
    library = import_module("newspaper")

    def extract(page: str, url: str, lang: str) -> Result:
        article = library.Article(
            url or "http://page.example/",
            language=lang if lang in ("zh", "en") else "en",
            fetch_images=False,  # by default it asks the site for them
        )
        article.download(input_html=page)
        article.parse()
        names = ", ".join(article.authors)
        return {"text": article.text, "title": article.title, "author": names, "date": str(article.publish_date or "")}

    return extract


def gne() -> Extract:
    extractor = import_module("gne").GeneralNewsExtractor()

    def extract(page: str, url: str, lang: str) -> Result:
        found = extractor.extract(page)
        fields = {"text": "content", "title": "title", "author": "author", "date": "publish_time"}
        return {ours: found.get(theirs) for ours, theirs in fields.items()}

    return extract


def resiliparse() -> Extract:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda page, url, lang: {"text": extract(page, main_content=True)}


def boilerpy3() -> Extract:
    extractor = import_module("boilerpy3.extractors").ArticleExtractor(raise_on_failure=False)

    def extract(page: str, url: str, lang: str) -> Result:
        found = extractor.get_doc(page)
        return {"text": found.content, "title": found.title}

    return extract


def justext() -> Extract:
    library = import_module("justext")
    english = library.get_stoplist("English")

    def extract(page: str, url: str, lang: str) -> Result:
        if lang == "en":
            found = library.justext(page, english)
        else:  # its way for languages without a list of stop words
            found = library.justext(page, frozenset(), stopwords_low=0, stopwords_high=0)
        return {"text": "\n".join(paragraph.text for paragraph in found if not paragraph.is_boilerplate)}

    return extract


def goose3() -> Extract:
    goose, words = import_module("goose3").Goose, import_module("goose3.text")
    extractors = {"zh": goose({"stopwords_class": words.StopWordsChinese}), "": goose()}

    def extract(page: str, url: str, lang: str) -> Result:
        found = extractors.get(lang, extractors[""]).extract(raw_html=page)
        return {"text": found.cleaned_text, "title": found.title, "date": str(found.publish_date or "")}

    return extract


def harvest() -> Extract:
    extract_data = import_module("harvest").extract_data

    def extract(page: str, url: str, lang: str) -> Result:
        posts = extract_data(page, url or "http://page.example/")["posts"]
        return {
            "posts": [
                {"text": post["post_text"], "author": str(post["user"]), "date": str(post["datetime"])}
                for post in posts
            ]
        }

    return extract


PEERS: dict[str, Callable[[], Extract]] = {
    "readability-lxml": readability,
    "magic-html": magic_html,
    "trafilatura": lambda: trafilatura(include_comments=False),
    "trafilatura (precision)": lambda: trafilatura(include_comments=False, favor_precision=True),
    "trafilatura (comments)": lambda: trafilatura(include_comments=True),
    "trafilatura (fast)": lambda: trafilatura(include_comments=False, fast=True),
    "trafilatura (metadata)": trafilatura_metadata,
    "rs-trafilatura": rs_trafilatura,
    "newspaper4k": newspaper4k,
    "gne": gne,
    "resiliparse": resiliparse,
    "boilerpy3": boilerpy3,
    "jusText": justext,
    "goose3": goose3,
    "harvest-webforum": harvest,
}


def reference_ms() -> float:
    """CPU milliseconds of a fixed piece of work: the best of five."""
    text = "<p class=a>one two three</p>" * 20_000

    def once() -> float:
        start = time.process_time()
        sum(len(match[0]) for match in re.finditer(r"<[^<>]*>|[^<>]+", text))
        return 1000 * (time.process_time() - start)

    return min(once() for _ in range(5))


def timed(extract: Extract, page: dict[str, str]) -> Result:
    """What an extractor found, and the CPU time that it took; it may fail in any way."""

    def ring(*_: Any) -> None:
        raise TimeoutError(f"over {PAGE_SECONDS} s")

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(PAGE_SECONDS)
    start, result, error = time.process_time(), {}, ""
    try:
        result = extract(page["html"], page["url"], page["lang"])
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"[:160]
    finally:
        signal.alarm(0)
    return {**result, "ms": 1000 * (time.process_time() - start), "error": error}


def main(name: str) -> None:
    warnings.simplefilter("ignore")
    extract = PEERS[name]()
    reference = 0.0
    for number, line in enumerate(sys.stdin):
        page = json.loads(line)
        if number == 0:
            timed(extract, page)  # what is loaded with the first page is not the page's
        if number % 20 == 0:
            reference = reference_ms()
        result = {"page": page["page"], **timed(extract, page), "reference_ms": reference}
        sys.stdout.write(json.dumps(result, default=str) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
