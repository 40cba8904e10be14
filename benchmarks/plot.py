"""Draw F1 against milliseconds per page. Runs in the peers' environment: reads JSON, writes an SVG.

{"path", "panels": [{"title", "points": [{"name", "ms", "f1", "kind"}]}]}
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

OURS, PUBLISHED, PEERS = "#c0392b", "#7f8c8d", "#2c6fbb"
COLOURS = {"ours": OURS, "published": PUBLISHED, "peer": PEERS}
LABELS = {"ours": "this crawler", "published": "published algorithms, our implementation", "peer": "peers"}


DOT = 6
"""Across a point, in pixels."""

OFFSETS = [(5, 4), (7, -3), (-7, -3), (5, -12), (-5, 4), (-5, -12), (5, 14), (-5, 14)]
"""Where a name may stand beside its point, in typographic points: the first place that is free."""


def draw(data: dict[str, Any]) -> None:
    matplotlib = import_module("matplotlib")
    matplotlib.use("svg")
    # Text stays text, and the same figures give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "benchmark", "font.size": 9})
    pyplot = import_module("matplotlib.pyplot")
    panels = data["panels"]
    figure, axes = pyplot.subplots(1, len(panels), figsize=(6.2 * len(panels), 5), squeeze=False, layout="constrained")
    for axis, panel in zip(axes[0], panels, strict=True):
        draw_points(axis, panel)
    figure.legend(
        *axes[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=len(COLOURS), frameon=False
    )
    figure.draw_without_rendering()
    for axis, panel in zip(axes[0], panels, strict=True):
        name_points(axis, panel["points"])
    figure.savefig(data["path"], metadata={"Date": None})


def draw_points(axis: Any, panel: dict[str, Any]) -> None:
    for kind, colour in COLOURS.items():
        points = [point for point in panel["points"] if point["kind"] == kind]
        axis.scatter([p["ms"] for p in points], [p["f1"] for p in points], s=28, color=colour, label=LABELS[kind])
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter("{x:g}")
    axis.tick_params(which="minor", labelbottom=False)
    axis.set_title(panel["title"])
    axis.set_xlabel("CPU milliseconds a page, median (logarithmic)")
    axis.set_ylabel("F1, %")
    axis.margins(x=0.18, y=0.1)
    axis.grid(visible=True, which="major", alpha=0.25)
    axis.spines[["top", "right"]].set_visible(False)


def name_points(axis: Any, points: list[dict[str, Any]]) -> None:
    """Write each point's name where it lies over no other name and no point."""
    places = axis.transData.transform([(point["ms"], point["f1"]) for point in points])
    bounds = import_module("matplotlib.transforms").Bbox.from_bounds
    taken = [bounds(x - DOT / 2, y - DOT / 2, DOT, DOT) for x, y in places]
    for point in points:
        for x, y in OFFSETS:
            name = axis.annotate(
                point["name"],
                (point["ms"], point["f1"]),
                xytext=(x, y),
                textcoords="offset points",
                color=COLOURS[point["kind"]],
                ha="left" if x > 0 else "right",
            )
            box = name.get_window_extent()
            if (x, y) == OFFSETS[-1] or not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
            name.remove()


if __name__ == "__main__":
    draw(json.load(sys.stdin))
