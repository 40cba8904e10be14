"""What a forum's page says of its own clock: the zone of its times, and when it was made.

Both stand in its head or its foot: "All times are GMT -5", "GMT+8, 2024-3-5 14:03", "It is currently Tue Mar 05, 2024".
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone, tzinfo

from crawler.extract.instant import instants
from crawler.extract.table import Table

EDGE = 6_000
"""Characters from the beginning of a page's text and from its end in which it may say so."""

MAX_CHARS = 80
"""Characters behind a label in which its time stands."""

MAX_OFFSET = timedelta(hours=14)

_NOW = "现在|現在|当前|當前|系统|系統|服务器"
_TIME = "的?[时時][间間刻]"
_ENGLISH_CLOCK = "it is currently|time (?:is )?now|current(?: server)? time"

HAN_CLOCK = f"(?:{_NOW}){_TIME}"
GMT_CLOCK = r"gmt[+-]\d{1,2}(?:\.5)?,"
CLOCK = "|".join([*(f"{now}{_TIME}" for now in _NOW.split("|")), GMT_CLOCK, _ENGLISH_CLOCK])
"""What pages call their own clock, in lower case, as sources of regular expressions: in Chinese and Japanese; by its
zone; in these and in English."""

_ZONES = tuple(
    re.compile(form)
    for form in (
        r"(?:times? (?:are|is|zone)|时区|時區|zeit(?:zone|angaben|en)|heures?|horari?os?|fuseau|часов\w+ пояс|czas\w*)"
        r"[^\n]{0,40}?\n?(?:gmt|utc)\s?(?P<sign>[+\u2212-])\s?(?P<hours>\d{1,2})(?:[:.]?(?P<minutes>30|45|5))?(?!\d)",
        r"gmt(?<!\Sgmt)(?P<sign>[+-])(?P<hours>\d{1,2})(?:\.(?P<minutes>5))?, \d{4}-\d",
    )
)
"""What says the zone of a page's times, in lower case."""

_LABELS = (
    GMT_CLOCK,
    *(f"{clock}(?: is)?" for clock in _ENGLISH_CLOCK.split("|")),
    *(f"{now}(?:{_TIME})?(?:是|为)?" for now in (*_NOW.split("|"), "目前")),
    *("aktuelle (?:uhr)?zeit", "es ist (?:jetzt|gerade)", "nous sommes(?: actuellement)?"),
    *("fecha actual", "data atual", "data e ora corrente", "текущее время", "сейчас"),
)
_MADE = re.compile(rf"(?:{'|'.join(_LABELS)})\s{{0,3}}[:：]?\s")
"""What stands before the time at which a page was made, in lower case, too: whatever the case, both take ten times as
long."""


def stated_zone(table: Table) -> tzinfo | None:
    """The zone that a page says its times are in, by its offset."""
    for edge in _edges(table):
        if "GMT" in edge or "UTC" in edge:
            lower = edge.lower()
            if found := list(filter(None, (zone.search(lower) for zone in _ZONES))):
                first = min(found, key=re.Match.start)
                return _zone(*(first[name] or "0" for name in ("sign", "hours", "minutes")))
    return None


def made_at(table: Table, now: datetime, zone: tzinfo) -> datetime | None:
    """When a page was made, as it says itself; not after `now`. `zone` is that of its times."""
    for edge in _edges(table):
        lower = edge.lower()
        for match in _MADE.finditer(lower) if len(lower) == len(edge) else ():
            stated = instants(edge[match.end() : match.end() + MAX_CHARS], now, zone)
            if stated and not stated[0].is_relative and not stated[0].lacks_year:
                return stated[0].at
    return None


def _edges(table: Table) -> tuple[str, ...]:
    flow = table.flow
    return (flow[-EDGE:], flow[:EDGE]) if len(flow) > EDGE else (flow,)


def _zone(sign: str, hours: str, minutes: str) -> tzinfo | None:
    offset = timedelta(hours=int(hours), minutes=30 if minutes == "5" else int(minutes))
    return timezone(offset if sign == "+" else -offset) if offset <= MAX_OFFSET else None
