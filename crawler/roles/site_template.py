"""What a site's articles have in common, learned as they come in and taken out of each.

The last pages of each group stand in the frontier's cache, a few KB a group, and are forgotten with it. Two workers
that write the same group at the same moment lose one page of it, which costs nothing but a little time to learn.
"""

from __future__ import annotations

from dataclasses import replace

from crawler.extract.articles.site_template import Window, group_of
from crawler.frontier import Frontier
from crawler.model import Article


def without_site_template(article: Article, url: str, frontier: Frontier, *, keep_s: float) -> Article:
    """The article, remembered for `keep_s` seconds as one of its site, without the paragraphs that recur there.

    Doing it again with the same article changes nothing. Raises Unavailable.
    """
    key = f"template:{group_of(url)}"
    known = Window.decode(frontier.get_cached(key) or b"")
    window = known.with_page(article.title, url, article.text)
    frontier.put_cached(key, window.encode(), ttl_s=keep_s)
    text = window.without_template(article.text)
    if text == article.text:
        return article
    origin = article.origins.get("text", "")
    return replace(article, text=text, origins={**article.origins, "text": f"{origin}, site template"})
