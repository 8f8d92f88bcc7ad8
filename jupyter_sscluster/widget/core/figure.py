"""The plot: where the points stand, and bqplot's picture of it below the layer's own."""

import threading
from collections.abc import Iterable, Sequence
from typing import Any

import bqplot
import numpy as np
from ipywidgets import Layout
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Integers
from jupyter_sscluster.export.pictures.svg import ticks
from jupyter_sscluster.projections.axis_limits import limits, outliers
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.widget.core.layer import sendable

HEIGHT = "440px"
TICK_LENGTH = 6
DIGIT_WIDTH = 6.6
PIXELS = (740, 376)
"""The axes of a plot of the usual size."""
"""Pixels that a character of a tick's text takes, a little more than it needs."""

WAYS = ("x", "y")

LINK_KINDS = (("must", False), ("cannot", False), ("must", True), ("cannot", True))
"""Kind and whether violated, in the order of the marks; the points come last, on top."""


class Plot:
    """The places of the points for the layer, and the bqplot figure of a projection and its links.

    `figure` has one `Lines` mark for each kind of link, kept and violated, and one `Scatter` above
    them. Beyond `SVG_LIMIT` points all of them stay empty, as the layer draws everything. `xy` has
    two little-endian `float32` for each point, 0 and 1 being the ends of the axis in
    `axes()["unit"]`: exact to a fiftieth of a pixel at 1,000 times the size.
    """

    SVG_LIMIT = 1000
    """Up to so many points bqplot's own nodes are shown; the layer paints more on a canvas, which
    at 2,000 takes two thirds of the time (`benchmarks/page/latency.py`)."""

    MARKS_LIMIT = 5000
    """Up to so many points each is a mark; more are small squares."""

    NAMED_FROM = 6
    """From so many clusters on, which the legend has no room for, names are on the plot."""

    def __init__(self, projection: Projection) -> None:
        self._marks_lock = threading.RLock()
        """Without an event loop, a fit's thread draws links while the caller's changes the axes."""
        self._shown: dict[tuple[str, bool], list[tuple[int, int]]] = {}
        self._wanted: list[dict[str, Any]] = []
        self._scales = {way: bqplot.LinearScale() for way in WAYS}
        self._links = {kind: self._lines(*kind) for kind in LINK_KINDS}
        self.points = bqplot.Scatter(
            x=np.zeros(0),
            y=np.zeros(0),
            scales=self._scales,
            colors=["#0072B2"],
            stroke="#424242",
            default_size=66,
            interactions={},
        )
        self._axes = [
            bqplot.Axis(scale=self._scales[way], side=side, grid_lines="none", tick_format="~g")
            for way, side in zip(WAYS, ("bottom", "left"), strict=True)
        ]
        self.figure = bqplot.Figure(
            marks=[*self._links.values(), self.points],
            axes=self._axes,
            padding_y=0.0,
            animation_duration=0,
            display_toolbar=False,
            background_style={"fill": "none", "stroke": "none"},
            layout=Layout(width="auto", height=HEIGHT, min_width="0", margin="0"),
        )
        self.figure.add_class("ssc-figure")
        self.place(projection)

    def place(self, projection: Projection) -> None:
        """Show the points elsewhere, with other axes; what is drawn of the links follows."""
        with self._marks_lock:
            self.projection = projection
            self._xy = xy = np.asarray(projection.xy, dtype=np.float64)
            far = outliers(xy)
            self._home = [limits(values) for values in xy.T]
            self._unit = [limits(values) for values in xy[~far].T]
            self._n_outliers = int(far.sum())
            low, high = np.array(self._unit).T
            self.xy: bytes = ((xy - low) / (high - low)).astype("<f4").tobytes()
            self._medians: tuple[Integers | None, list[dict[str, Any]]] = (None, [])
            self._ascending: Integers | None = None
            self._fill()
            self._shown = {}
            self.show_links(self._wanted)

    @property
    def painter(self) -> str:
        """How the layer draws: bqplot's nodes, marks on a canvas, or squares on it."""
        n_samples = len(self._xy)
        if n_samples <= self.SVG_LIMIT:
            return "svg"
        return "marks" if n_samples <= self.MARKS_LIMIT else "squares"

    def axes(self, labels: Integers) -> dict[str, Any]:
        """What the page has to know to draw: limits, titles, and the medians of the clusters."""
        projection = self.projection
        return {
            "name": projection.title,
            "note": projection.note,
            "titles": list(projection.titles),
            "ticks": projection.ticks,
            "home": [list(ends) for ends in self._home],
            "unit": [list(ends) for ends in self._unit],
            "outliers": self._n_outliers,
            "painter": self.painter,
            "medians": self._medians_of(labels) if self._is_named(labels) else [],
        }

    def show_links(self, links: Iterable[dict[str, Any]]) -> None:
        """Draw these links (`i`, `j`, `kind`, `violated`) and no others."""
        wanted: dict[tuple[str, bool], list[tuple[int, int]]] = {kind: [] for kind in LINK_KINDS}
        with self._marks_lock:
            self._wanted = list(links)
            for link in self._wanted if self.painter == "svg" else ():
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

    def _fill(self) -> None:
        """Give bqplot what it needs: scales, ticks and titles always, points while they are few."""
        room = 0
        for way, ends, axis, title in zip(
            WAYS, self._home, self._axes, self.projection.titles, strict=True
        ):
            scale = self._scales[way]
            with scale.hold_sync():
                scale.min, scale.max = ends
            marks = ticks(*ends)
            room = _text_room([text for _, text in marks])
            with axis.hold_sync():
                axis.label = sendable(title)
                axis.tick_values = np.array([value for value, _ in marks])
                axis.label_offset = f"{36 if way == 'x' else room + 10}px"
        self.figure.fig_margin = {"top": 8, "right": 16, "bottom": 48, "left": room + 26}
        shown = self._xy if self.painter == "svg" else np.zeros((0, 2))
        with self.points.hold_sync():
            self.points.x, self.points.y = shown.T

    def _is_named(self, labels: Integers) -> bool:
        """Whether the clusters have their names on the plot: squares are too small for shapes."""
        return self.painter == "squares" or labels.max(initial=0) + 1 >= self.NAMED_FROM

    def middles(self, labels: Integers) -> NDArray[np.float64]:
        """Where every cluster is, in pixels of a plot of the usual size; NaN without points."""
        low, high = np.array(self._unit).T
        share: NDArray[np.float64] = (self._middles(labels) - low) / (high - low)
        return share * PIXELS

    def _middles(self, labels: Integers) -> NDArray[np.float64]:
        if self._ascending is None:
            self._ascending = np.argsort(self._xy, axis=0)
        return _medians(self._xy, self._ascending, labels)

    def _medians_of(self, labels: Integers) -> list[dict[str, Any]]:
        """The middle of every cluster that has points, for its name and mark; the larger first."""
        if self._medians[0] is not labels:
            middles = self._middles(labels)
            sizes = np.bincount(labels[labels >= 0])
            largest_first = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
            found = [
                {"cluster": cluster, "place": middles[cluster].tolist()}
                for cluster in largest_first.tolist()
            ]
            self._medians = (labels, found)
        return self._medians[1]

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


def _medians(xy: NDArray[np.float64], ascending: Integers, labels: Integers) -> NDArray[np.float64]:
    """The median of each cluster along each axis, NaN without points; `ascending` sorts each axis.

    The sort by cluster keeps the order along the axis: the median is the middle of a run. Points of
    label -1 come last, and are of no cluster.
    """
    sizes = np.bincount(labels[labels >= 0])
    begins = np.cumsum(sizes) - sizes
    named = labels.astype(np.uint16)  # which is sorted in linear time
    medians = np.full((len(sizes), xy.shape[1]), np.nan)
    for way, order in enumerate(ascending.T):
        values = xy[order[np.argsort(named[order], kind="stable")], way]
        low, high = begins + (sizes - 1) // 2, begins + sizes // 2
        some = sizes > 0
        medians[some, way] = (values[low[some]] + values[high[some]]) / 2
    return medians


def _text_room(texts: Sequence[str]) -> int:
    """Pixels between a vertical axis and its title."""
    longest = max(map(len, texts), default=1)
    return TICK_LENGTH + round(DIGIT_WIDTH * longest) + 4
