"""Whether there is room for more work: queues and disk are bounded, and whoever looks is told why nothing moves."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

from crawler.frontier import Tube, TubeStats
from crawler.roles.services import Services


def why_no_room(services: Services, tubes: Mapping[Tube, TubeStats]) -> str:
    """ "" when sources may be checked, else why not and what to do. It is one sentence for as long as it lasts."""
    settings = services.settings
    if tubes[Tube.LISTS].total >= settings.max_lists_queued:
        return f"no source is checked: {settings.max_lists_queued:,} list tasks wait; start more listers"
    if tubes[Tube.PAGES].total >= settings.max_pages_queued:
        return f"no source is checked: {settings.max_pages_queued:,} pages wait; start more extractors"
    if services.embedded and shutil.disk_usage(settings.data_dir).free < settings.min_free_bytes:
        least = f"{settings.min_free_bytes:,} bytes"
        return f"no source is checked: fewer than {least} are free under {settings.data_dir}; make room"
    return ""
