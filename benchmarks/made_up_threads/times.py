"""How templates show the times of posts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any


def shown_time(time: datetime, form: str, language: Mapping[str, Any], now: datetime) -> tuple[str, str]:
    """A time in one of the forms, as it is shown `now`, and the attributes of its element."""
    match form:
        case "minute":
            return f"{time:%Y-%m-%d %H:%M}", ""
        case "second":
            return f"{time:%Y-%m-%d %H:%M:%S}", ""
        case "long" | "local":
            return dated(time, language[f"{form}_date"], language), ""
        case "near":
            return _near(time, language, now), ""
        case "ago":
            return ago(time, language, now), f' title="{time:%Y-%m-%d %H:%M:%S}"'
        case "element":
            return f'<time datetime="{time:%Y-%m-%dT%H:%M:%S}+08:00">{ago(time, language, now)}</time>', ""
        case "epoch":
            return ago(time, language, now), f' data-time="{int(time.timestamp())}"'
    return ago(time, language, now), ""


def ago(time: datetime, language: Mapping[str, Any], now: datetime) -> str:
    """How long ago it was, in whole units."""
    minutes = int((now - time).total_seconds()) // 60
    unit = 0 if minutes < 60 else 1 if minutes < 1440 else 2
    text: str = language["ago"][unit].format(minutes // (1, 60, 1440)[unit])
    return text


def dated(time: datetime, form: str, language: Mapping[str, Any]) -> str:
    """A time in a form of the language, which may name its `month` and the `half` of the day, of 12 hours."""
    month = language["months"][time.month - 1] if "months" in language else ""
    half = language["halves"][time.hour >= 12] if "halves" in language else ""
    return form.format(time, month=month, half=half, hour=(time.hour - 1) % 12 + 1)


def _near(time: datetime, language: Mapping[str, Any], now: datetime) -> str:
    """The clock alone beside the day's name, for today and the days before it that have one."""
    days = (now.date() - time.date()).days
    if days < len(language["near"]):
        return f"{language['near'][days]}{time:%H:%M}"
    return dated(time, language["local_date"], language)
