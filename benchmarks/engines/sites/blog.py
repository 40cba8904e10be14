"""What blogs that write files have in common: the pages that list their articles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any


def lists(
    site: str, address: str, folder: Path, names: Sequence[str], paths: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The pages of these names in the folder that a site was written to, with the addresses of all articles."""
    gold = {"links": [f"{address}/{path}" for path in paths]}
    for name in names:
        html = (folder / name).read_text(encoding="utf-8")
        yield {"site": site, "url": f"{address}/{name.removesuffix('index.html')}", "html": html, "gold": gold}
