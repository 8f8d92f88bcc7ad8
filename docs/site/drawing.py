"""Points, pairs and clusters as SVG that stands in a page: text and lines in the page's colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from itertools import count
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jupyter_sscluster._arrays import Array, Labels

# Read on white and on black; shapes tell clusters apart where colours do not.
COLOURS = ("#3584c8", "#d9731a", "#2c9c69", "#b35fc4", "#c94f63", "#7d8a2e", "#1f9aa8", "#8d7bd8")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
INK = "#010203"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "jupyter_sscluster",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.2,
    "font.size": 9.0,
    "axes.prop_cycle": cycler(color=COLOURS),
}
Pairs = Iterable[Any]
_numbers = count()


def plane(
    X: Array,
    labels: Labels,
    alt: str,
    *,
    must: Pairs = (),
    cannot: Pairs = (),
    marks: Pairs = (),
    size: tuple[float, float] = (3.0, 2.5),
) -> str:
    """A picture of a clustering: must-links full, cannot-links dashed, `marks` as crosses."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size)
        axes = figure.add_axes((0.01, 0.01, 0.98, 0.98))
        axes.set_axis_off()
        axes.set_aspect("equal", "datalim")
        _draw_clusters(axes, X, labels)
        _draw_pairs(axes, X, must, "-")
        _draw_pairs(axes, X, cannot, (0, (2, 2)))
        for x, y in marks:
            axes.plot(x, y, "x", color=INK, markersize=9, markeredgewidth=2)
        return as_svg(figure, alt)


def _draw_clusters(axes: Axes, X: Array, labels: Labels) -> None:
    for cluster in sorted({*labels.tolist()}):
        rows = X[labels == cluster]
        if cluster < 0:
            axes.plot(*rows.T, "o", color=INK, fillstyle="none", markersize=2.6, alpha=0.5)
            continue
        axes.plot(
            *rows.T,
            linestyle="",
            marker=MARKERS[cluster % len(MARKERS)],
            color=COLOURS[cluster % len(COLOURS)],
            markersize=3.6,
            markeredgewidth=0,
        )


def _draw_pairs(axes: Axes, X: Array, pairs: Pairs, dashes: Any) -> None:
    for i, j in pairs:
        axes.plot(*X[[i, j]].T, color=INK, linewidth=0.8, alpha=0.75, linestyle=dashes)


def as_svg(figure: Figure, alt: str) -> str:
    """The figure as an element of a page, with no name that another one has."""
    file = StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.S)
    svg = re.sub(r'(?<=width=")[\d.]+pt" height="[\d.]+pt', "100%", svg, count=1)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    prefix = f"p{next(_numbers)}-"
    svg = re.sub(r'(\bid="|url\(#|xlink:href="#)', rf"\1{prefix}", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(alt, quote=True)}" ', 1)


def gallery(pictures: Sequence[tuple[str, str, str]]) -> str:
    """Several pictures beside each other: SVG, title and what is said of each."""
    figures = "\n".join(
        f"<figure>{svg}<figcaption><strong>{escape(title)}</strong> {escape(text)}</figcaption>"
        "</figure>"
        for svg, title, text in pictures
    )
    return f'<div class="planes">\n{figures}\n</div>'
