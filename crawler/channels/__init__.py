"""What announces articles: feeds, site maps, list pages, boards, news searches. Bytes or text in, links out; no I/O."""

from crawler.channels.announced import announced_feeds
from crawler.channels.board import Board, ThreadLink, find_links, read_board
from crawler.channels.candidates import PageRule
from crawler.channels.feed import is_feed, read_feed
from crawler.channels.headlines import site_of
from crawler.channels.links import Found, RejectedLink
from crawler.channels.page import compile_rule, read_page
from crawler.channels.rows import ReadTime
from crawler.channels.search import Answer, Engine, Result, Results, parse_engine, read_results
from crawler.channels.sitemap import SiteMap, is_sitemap, read_sitemap
from crawler.channels.source_lists import Listed, as_text, read_source_list, source_table

__all__ = [
    "Answer",
    "Board",
    "Engine",
    "Found",
    "Listed",
    "PageRule",
    "ReadTime",
    "RejectedLink",
    "Result",
    "Results",
    "SiteMap",
    "ThreadLink",
    "announced_feeds",
    "as_text",
    "compile_rule",
    "find_links",
    "is_feed",
    "is_sitemap",
    "parse_engine",
    "read_board",
    "read_feed",
    "read_page",
    "read_results",
    "read_sitemap",
    "read_source_list",
    "site_of",
    "source_table",
]
