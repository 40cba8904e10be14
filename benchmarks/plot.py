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


def draw(data: dict[str, Any]) -> None:
    matplotlib = import_module("matplotlib")
    matplotlib.use("svg")
    # Text stays text, and the same figures give the same file.
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "benchmark", "font.size": 9})
    pyplot = import_module("matplotlib.pyplot")
    panels = data["panels"]
    figure, axes = pyplot.subplots(1, len(panels), figsize=(6.2 * len(panels), 5), squeeze=False, layout="constrained")
    for axis, panel in zip(axes[0], panels, strict=True):
        draw_panel(axis, panel)
    axes[0][0].legend(loc="lower left", frameon=False)
    figure.savefig(data["path"], metadata={"Date": None})


def draw_panel(axis: Any, panel: dict[str, Any]) -> None:
    for kind, colour in COLOURS.items():
        points = [point for point in panel["points"] if point["kind"] == kind]
        axis.scatter([p["ms"] for p in points], [p["f1"] for p in points], s=28, color=colour, label=LABELS[kind])
        for point in points:
            axis.annotate(
                point["name"], (point["ms"], point["f1"]), xytext=(4, 3), textcoords="offset points", color=colour
            )
    axis.set_xscale("log")
    axis.set_title(panel["title"])
    axis.set_xlabel("CPU milliseconds a page, median (logarithmic)")
    axis.set_ylabel("F1, %")
    axis.margins(x=0.18, y=0.08)
    axis.grid(visible=True, which="major", alpha=0.25)
    axis.spines[["top", "right"]].set_visible(False)


if __name__ == "__main__":
    draw(json.load(sys.stdin))
