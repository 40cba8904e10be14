"""CETR: main content by tag ratios of source lines, as published.

Source: Weninger, Hsu and Han, "CETR: content extraction via tag ratios", WWW 2010, as the thesis describes it in
section 2.2.1: formulas 2-1 to 2-4 and the clustering of points. The thesis prints no σ and no α; both are the paper's.

A line is a line of the page's source, so this is the one algorithm that reads the source and not the node table. A page
that is written in one line is content as a whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from math import ceil, dist, exp

from crawler.extract.markup import unescaped

SIGMA = 1.0
"""Of the Gaussian, in lines."""

ALPHA = 3
"""Lines ahead whose mean a line's ratio is compared with."""

MAX_ROUNDS = 100
"""Rounds of k-means; saved pages settle in under 20."""

_DROPPED = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_MARK = "\x00"
"""Stands where a tag was: no decoded page has it in a text."""

_ORIGIN = (0.0, 0.0)
Point = tuple[float, float]


def main_content(html: str) -> str:
    """The lines of content, without tags, white space collapsed; "" where no line stands out. Takes linear time."""
    source = _TAG.sub(_MARK, _DROPPED.sub("", html.replace(_MARK, "")))
    lines = [line for line in source.split("\n") if line.strip()]
    texts = [" ".join(unescaped(line.replace(_MARK, " ")).split()) for line in lines]
    ratios = [len(text) / (line.count(_MARK) or 1) for line, text in zip(lines, texts, strict=True)]
    smoothed = _smooth(ratios)
    changes = [abs(change) for change in _smooth(_ahead(smoothed))]
    content = _far_from_origin(list(zip(smoothed, changes, strict=True)))
    return "\n".join(filter(None, compress(texts, content)))


def _smooth(values: Sequence[float]) -> list[float]:
    """Convolved with a Gaussian of 2⌈σ⌉ + 1 values; beyond the ends stands 0."""
    radius = ceil(SIGMA)
    kernel = [exp(-(step**2) / (2 * SIGMA**2)) for step in range(-radius, radius + 1)]
    weights = [weight / sum(kernel) for weight in kernel]
    padded = [*[0.0] * radius, *values, *[0.0] * radius]
    return [sum(w * padded[place + step] for step, w in enumerate(weights)) for place in range(len(values))]


def _ahead(values: Sequence[float]) -> list[float]:
    """How much higher the next α values are in the mean (formula 2-4)."""
    padded = [*values, *[0.0] * ALPHA]
    return [sum(padded[place : place + ALPHA]) / ALPHA - value for place, value in enumerate(values)]


def _far_from_origin(points: Sequence[Point]) -> list[bool]:
    """k-means with three clusters, the first one's centre held at the origin: which points are not in that one.

    The other two start at the point that is farthest from the origin and halfway to it.
    """
    if not points:
        return []
    farthest = max(points, key=lambda point: dist(point, _ORIGIN))
    centres = [_ORIGIN, (farthest[0] / 2, farthest[1] / 2), farthest]
    clusters = _nearest(points, centres)
    for _ in range(MAX_ROUNDS):
        centres[1:] = [_mean(points, clusters, cluster) or centres[cluster] for cluster in (1, 2)]
        before, clusters = clusters, _nearest(points, centres)
        if clusters == before:
            break
    return [cluster > 0 for cluster in clusters]


def _nearest(points: Sequence[Point], centres: Sequence[Point]) -> list[int]:
    return [min(range(len(centres)), key=lambda cluster: dist(point, centres[cluster])) for point in points]


def _mean(points: Sequence[Point], clusters: Sequence[int], cluster: int) -> Point | None:
    members = [point for point, its in zip(points, clusters, strict=True) if its == cluster]
    if not members:
        return None
    return sum(x for x, _ in members) / len(members), sum(y for _, y in members) / len(members)
