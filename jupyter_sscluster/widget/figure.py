"""The plot: points and links, drawn by bqplot; the layer over it takes pointer and keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import bqplot
import numpy as np
from ipywidgets import Layout
from numpy.typing import NDArray
from sklearn.decomposition import PCA

HEIGHT = "440px"
TICKS = 7
TICK_LENGTH = 6
DIGIT_WIDTH = 6.6
"""Pixels that a character of a tick's text takes, a little more than it needs."""

LINK_KINDS = (("must", False), ("cannot", False), ("must", True), ("cannot", True))
"""Kind and whether violated, in the order of the marks; the points come last, on top."""


@dataclass(frozen=True)
class Projection:
    """Where the points stand on the screen, (n, 2), and what the two axes show."""

    xy: NDArray[np.float64]
    titles: tuple[str, str]


def project(X: NDArray[np.float64], names: Sequence[str]) -> Projection:
    """One or two features as they are; of more, the first two principal components."""
    n_samples, n_features = X.shape
    if n_features == 1:
        return Projection(np.column_stack([X[:, 0], np.arange(n_samples)]), (names[0], "Row"))
    if n_features == 2:
        return Projection(X.copy(), (names[0], names[1]))
    if n_samples == 1:
        return Projection(np.zeros((1, 2)), ("Component 1", "Component 2"))
    with np.errstate(divide="ignore", invalid="ignore"):
        pca = PCA(n_components=2, random_state=0).fit(X)
    titles = [_component(j + 1, share) for j, share in enumerate(pca.explained_variance_ratio_)]
    return Projection(pca.transform(X), (titles[0], titles[1]))


def _component(number: int, share: float) -> str:
    return f"Component {number}" + (f" ({_share(share)} of variance)" if share == share else "")


def _share(share: float) -> str:
    """Whole per cent; 0 and 100 are said only where they are exact."""
    text = f"{100 * share:.0f} %"
    exact = share in (0, 1)
    return text if exact else {"0 %": "<1 %", "100 %": ">99 %"}.get(text, text)


class Plot:
    """The bqplot figure of a projection, and its links.

    Attributes
    ----------
    figure : bqplot.Figure
        One `Lines` mark for each kind of link, kept and violated, and one `Scatter` above them.
    """

    def __init__(self, projection: Projection) -> None:
        self._xy = projection.xy
        self._scales = {"x": _scale(self._xy[:, 0]), "y": _scale(self._xy[:, 1])}
        self._links = {kind: self._lines(*kind) for kind in LINK_KINDS}
        self._shown: dict[tuple[str, bool], list[tuple[int, int]]] = {}
        self.points = bqplot.Scatter(
            x=self._xy[:, 0],
            y=self._xy[:, 1],
            scales=self._scales,
            colors=["#0072B2"],
            stroke="#424242",
            default_size=66,
            interactions={},
        )
        ticks = {way: nice_ticks(scale.min, scale.max) for way, scale in self._scales.items()}
        room = _text_room(ticks["y"])
        self.figure = bqplot.Figure(
            marks=[*self._links.values(), self.points],
            axes=[
                _axis(self._scales["x"], projection.titles[0], "bottom", ticks["x"], 36),
                _axis(self._scales["y"], projection.titles[1], "left", ticks["y"], room + 10),
            ],
            fig_margin={"top": 8, "right": 16, "bottom": 48, "left": room + 26},
            padding_y=0.0,
            animation_duration=0,
            display_toolbar=False,
            background_style={"fill": "none", "stroke": "none"},
            layout=Layout(width="auto", height=HEIGHT, min_width="0", margin="0"),
        )
        self.figure.add_class("ssc-figure")

    def show_links(self, links: Iterable[dict[str, Any]]) -> None:
        """Draw these links (`i`, `j`, `kind`, `violated`) and no others."""
        wanted: dict[tuple[str, bool], list[tuple[int, int]]] = {kind: [] for kind in LINK_KINDS}
        for link in links:
            wanted[link["kind"], link["violated"]].append((link["i"], link["j"]))
        for kind, pairs in wanted.items():
            if pairs != self._shown.get(kind, []):
                ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
                with self._links[kind].hold_sync():
                    self._links[kind].x = self._xy[ends, 0]
                    self._links[kind].y = self._xy[ends, 1]
        self._shown = wanted

    def close(self) -> None:
        """Release the figure and everything it draws."""
        parts = [self.figure, *self.figure.marks, *self.figure.axes, *self._scales.values()]
        for part in parts:
            part.close()

    def _lines(self, kind: str, violated: bool) -> bqplot.Lines:
        return bqplot.Lines(
            x=np.zeros((0, 2)),
            y=np.zeros((0, 2)),
            scales=self._scales,
            colors=["#d32f2f" if violated else "#757575"],
            line_style="solid" if kind == "must" else "dashed",
            stroke_width=3 if violated else 1.5,
            interactions={},
        )


def _scale(values: NDArray[np.float64]) -> bqplot.LinearScale:
    low, high = float(values.min()), float(values.max())
    room = 0.04 * (high - low) or 0.5
    return bqplot.LinearScale(min=low - room, max=high + room)


def _axis(
    scale: bqplot.LinearScale, title: str, side: str, ticks: Sequence[float], offset: int
) -> bqplot.Axis:
    return bqplot.Axis(
        scale=scale,
        label=title,
        side=side,
        grid_lines="none",
        tick_values=np.array(ticks),
        tick_format="~g",
        label_offset=f"{offset}px",
    )


def nice_ticks(low: float, high: float, about: int = TICKS) -> list[float]:
    """Round numbers between two bounds: multiples of 1, 2 or 5 times a power of ten.

    >>> nice_ticks(-3.2, 3.9)
    [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0]
    """
    raw = (high - low) / about
    power = 10.0 ** np.floor(np.log10(raw))
    step = power * min((1, 2, 5, 10), key=lambda factor: abs(np.log(raw / power / factor)))
    first, last = np.ceil(low / step), np.floor(high / step)
    return [float(f"{k * step:.12g}") for k in np.arange(first, last + 1)]


def _text_room(ticks: Sequence[float]) -> int:
    """Pixels between a vertical axis and its title."""
    longest = max((len(f"{tick:g}") for tick in ticks), default=1)
    return TICK_LENGTH + round(DIGIT_WIDTH * longest) + 4
