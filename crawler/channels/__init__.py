"""What announces articles: feeds, list pages, news searches. Bytes or text in, links out; no I/O."""

from crawler.channels.feed import read_feed
from crawler.channels.links import Found, RejectedLink
from crawler.channels.page import PageRule, compile_rule, read_page
from crawler.channels.search import Answer, Engine, Result, Results, parse_engine, read_results

__all__ = [
    "Answer",
    "Engine",
    "Found",
    "PageRule",
    "RejectedLink",
    "Result",
    "Results",
    "compile_rule",
    "parse_engine",
    "read_feed",
    "read_page",
    "read_results",
]
