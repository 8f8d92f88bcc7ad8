"""The figures of the studies out of records, in one style, for paper and for grey."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets.study_data_sets import SETS
from jupyter_sscluster.experiments.coerce_input import as_records
from jupyter_sscluster.experiments.finished_runs import Record
from jupyter_sscluster.experiments.learning_curves import COLOURS
from jupyter_sscluster.experiments.parallel_runs import package
from jupyter_sscluster.experiments.significance import SURE, certainty
from jupyter_sscluster.experiments.statistics import Interval, corrected_interval
from jupyter_sscluster.experiments.studies import PROTOCOLS

SHOWN = ("curves", "weights", "methods")
MARKERS = "osD^vPX*<>"
DASHES = ("-", "--", "-.", ":")
AXIS = {
    "labels": "share of the training labels",
    "pairs": "pairs",
    "share": "per cent of all pairs",
    "questions": "questions",
}
SCORE = {
    "ari": "adjusted Rand index",
    "f": "pairwise F",
    "nmi": "mutual information",
    "gnmi": "mutual information (geometric)",
}
KIND = {"both": "both kinds", "must": "must-links alone", "cannot": "cannot-links alone"}
WHERE = {"": "all rows", "holdout": "test rows", "untouched": "untouched rows"}
OTHER = {
    "asking_seconds": "seconds to choose all questions",
    "n_inferred": "propagated constraints, last round",
    "n_neighbourhoods": "neighbourhoods",
    "n_propagated": "propagated pairs, last round",
    "seconds": "seconds of processor time",
}
STYLE = {
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "lines.markersize": 3.5,
    "lines.linewidth": 1.3,
    "svg.fonttype": "none",
    "svg.hashsalt": "jupyter_sscluster",
}
COLUMNS = 3
FEWEST = 5
"""Repeats that an interval is drawn for: of three it would be four standard errors to each side."""


def plot(
    records: Iterable[Record],
    score: str | None = None,
    *,
    show: str = "curves",
    methods: Sequence[str] | None = None,
    against: str = "",
) -> Any:
    """Draw the records of a protocol: a panel for each set.

    Parameters
    ----------
    records : records of `run` of one protocol, or a DataFrame of them
    score : str, optional
        Field that is drawn; by default the score of the protocol.
    show : {"curves", "weights", "methods"}, default "curves"
        "curves": the mean over folds by level of supervision, a line for each method, with its
        95 % interval over repeats as a band where there are at least five: how surely the mean
        is known for these rows. "weights":
        what each feature weighs on average, bars for each method, those hatched whose feature is
        known to tell nothing. "methods": the mean over folds and levels of each method, side by
        side, with its 95 % interval.
    methods : sequence of str, optional
        These alone, in this order.
    against : str, optional
        A method that every other one of "curves" is compared with. A strip below each panel says
        at which of the levels 90, 95, 97.5 and 99 % they differ, by the corrected resampled t of
        paired folds, level by level: above the line where the other one is better.

    Returns
    -------
    matplotlib.figure.Figure
        A notebook shows it; `save` writes it.

    Raises
    ------
    InputError
        If there is nothing to draw, or matplotlib is missing.

    >>> row = dict(protocol="mine", data="iris", kind="both", fold=0, repeat=0)
    >>> rows = [{**row, "method": "a", "level": x, "ari": x / 10} for x in (0, 5)]
    >>> len(plot(rows).axes)
    1
    """
    package("matplotlib", "plot")
    listed = [r for r in as_records(records) if methods is None or r["method"] in methods]
    if show not in SHOWN:
        raise InputError(f"show={show!r} must be one of {', '.join(map(repr, SHOWN))}")
    if show == "weights":
        return _weights([r for r in listed if r.get("weights")], methods)
    field = score or default_score(listed)
    if show == "methods":
        return _side_by_side([r for r in listed if r.get(field) is not None], field, methods)
    return _curves([r for r in listed if r.get(field) is not None], field, methods, against)


def save(figure: Any, path: Any, formats: Sequence[str] = ("svg", "png")) -> list[Path]:
    """Write a figure, the same bytes for the same figure.

    Parameters
    ----------
    figure : of `plot`
    path : str or Path
        Without ending.
    formats : sequence of str, default ("svg", "png")

    Returns
    -------
    list of Path
    """
    matplotlib = package("matplotlib", "save")
    paths = [Path(f"{path}.{ending}") for ending in formats]
    with matplotlib.rc_context(STYLE):
        for each in paths:
            metadata = {"Date": None} if each.suffix == ".svg" else {"Software": None}
            figure.savefig(each, dpi=130, metadata=metadata)
    return paths


def label(field: str) -> str:
    """What a field of records is called beside an axis.

    >>> label("f_holdout")
    'pairwise F, test rows'
    """
    base, _, part = field.partition("_")
    return OTHER.get(field, f"{SCORE.get(base, field)}, {WHERE.get(part, part)}")


def default_score(records: Sequence[Record]) -> str:
    """The score of the protocol; of one of a person's own the first on test rows, if any."""
    names = {record["protocol"] for record in records}
    if len(names) != 1:
        found = ", ".join(sorted(names)) or "none"
        raise InputError(f"records of one protocol can be drawn; these are of: {found}")
    [name] = names
    if name in PROTOCOLS:
        return PROTOCOLS[name].score
    parts = (base + part for part in ("_holdout", "") for base in SCORE)
    for field in parts:
        if any(record.get(field) is not None for record in records):
            return field
    raise InputError("no record has a score; there is nothing to draw")


def _panels(
    records: Sequence[Record], height: float, strips: bool = False
) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """A figure, and by set the axes and, if there are to be any, those of a strip below."""
    if not records:
        raise InputError("no record has what is to be drawn; run the protocol first")
    figures = package("matplotlib.figure", "plot")
    sets = list(dict.fromkeys(record["data"] for record in records))
    columns = min(COLUMNS, len(sets))
    rows = math.ceil(len(sets) / columns)
    each = 2 if strips else 1
    figure = figures.Figure(figsize=(2.4 * columns, height * rows + 0.55), layout="constrained")
    ratios = {"height_ratios": [2.2, 1] * rows} if strips else {}
    axes = figure.subplots(each * rows, columns, squeeze=False, **ratios)
    above, below = axes[::each].ravel(), axes[each - 1 :: each].ravel()
    for empty in {*above[len(sets) :], *below[len(sets) :]}:
        empty.set_axis_off()
    panels = dict(zip(sets, above, strict=False))
    return figure, panels, dict(zip(sets, below, strict=False)) if strips else {}


def _series(records: Sequence[Record], methods: Sequence[str] | None) -> list[tuple[str, str]]:
    """Methods with the kinds of pairs they were told, in order."""
    found = list(dict.fromkeys((record["method"], record["kind"]) for record in records))
    if methods is not None:
        found.sort(key=lambda each: list(methods).index(each[0]))
    return found


def _curves(
    records: Sequence[Record], field: str, methods: Sequence[str] | None, against: str
) -> Any:
    matplotlib = package("matplotlib", "plot")
    with matplotlib.rc_context(STYLE):
        figure, panels, strips = _panels(records, 2.4 if against else 1.75, bool(against))
        series = _series(records, methods)
        names = list(dict.fromkeys(method for method, _ in series))
        kinds = list(dict.fromkeys(kind for _, kind in series))
        for name, axes in panels.items():
            for method, kind in series:
                chosen = [
                    r
                    for r in records
                    if (r["data"], r["method"], r["kind"]) == (name, method, kind)
                ]
                _line(axes, chosen, field, _style(names.index(method), kinds, kind))
            axes.set_title(name)
        for name, axes in strips.items():
            for at, method in enumerate(names):
                here = [r for r in records if r["data"] == name]
                if found := certainty(here, method, against, field):
                    axes.plot(*zip(*found, strict=True), **_style(at, kinds, kinds[0]))
            _mark(axes)
        of = PROTOCOLS.get(records[0]["protocol"])
        figure.supxlabel(AXIS[of.told] if of else "level", fontsize=8)
        figure.supylabel(label(field), fontsize=8)
        key = _key(names, kinds)
        line = package("matplotlib.lines", "plot").Line2D
        handles = [line([], [], **style) for style in key.values()]
        figure.legend(handles, key, loc="outside upper left", ncols=min(len(key), 4))
    return figure


def _mark(strip: Any) -> None:
    """The levels of a strip, on either side of its line."""
    places = [i for i in range(-len(SURE), len(SURE) + 1) if i % 2 == 0]
    strip.set_yticks(places, [f"{100 * SURE[abs(i) - 1]:g}" if i else "" for i in places])
    strip.set_ylim(-len(SURE) - 0.5, len(SURE) + 0.5)
    strip.tick_params(axis="y", labelsize=6)
    strip.axhline(0, color="0.6", linewidth=0.6, zorder=0)


def _style(at: int, kinds: Sequence[str], kind: str) -> dict[str, Any]:
    """Looks of a curve: dashes tell the kinds of pairs apart where there are several."""
    return {
        "color": COLOURS[at % len(COLOURS)],
        "linestyle": DASHES[(kinds.index(kind) if len(kinds) > 1 else at) % len(DASHES)],
        "marker": MARKERS[at % len(MARKERS)],
    }


def _key(methods: Sequence[str], kinds: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What stands in the legend, with its looks: methods, and kinds of pairs beside them."""
    found = {name: _style(at, kinds, kinds[0]) for at, name in enumerate(methods)}
    for at, kind in enumerate(kinds if len(kinds) > 1 else ()):
        found[KIND[kind]] = {"color": "0.4", "linestyle": DASHES[at % len(DASHES)]}
    return found


def _line(axes: Any, records: Sequence[Record], field: str, style: dict[str, Any]) -> None:
    """Mean and band of one method."""
    levels = sorted({record["level"] for record in records})
    found = [_over_repeats([r for r in records if r["level"] == level], field) for level in levels]
    low, high = [each.low for each in found], [each.high for each in found]
    axes.fill_between(levels, low, high, color=style["color"], alpha=0.2, linewidth=0)
    axes.plot(levels, [each.mean for each in found], **style)


def _over_repeats(records: Sequence[Record], field: str) -> Interval:
    """The mean over repeats of the means over folds; no interval where repeats are too few."""
    folds = defaultdict[int, list[float]](list)
    for record in records:
        folds[record["repeat"]].append(record[field])
    found = corrected_interval([np.mean(each) for each in folds.values()])
    return found if len(folds) >= FEWEST else found._replace(low=math.nan, high=math.nan)


def _side_by_side(records: Sequence[Record], field: str, methods: Sequence[str] | None) -> Any:
    matplotlib = package("matplotlib", "plot")
    with matplotlib.rc_context(STYLE):
        figure, panels, _ = _panels(records, 1.75)
        names = list(dict.fromkeys(method for method, _ in _series(records, methods)))
        for name, axes in panels.items():
            here = [r for r in records if r["data"] == name]
            found = [_over_repeats([r for r in here if r["method"] == n], field) for n in names]
            for at, each in enumerate(found):
                axes.plot(at, each.mean, "o", color=COLOURS[0])
                axes.vlines(at, each.low, each.high, color=COLOURS[0])
            axes.set_xticks(range(len(names)), names, fontsize=6)
            axes.set_ylim(bottom=0)
            axes.set_title(name)
        figure.supylabel(label(field), fontsize=8)
    return figure


def _weights(records: Sequence[Record], methods: Sequence[str] | None) -> Any:
    matplotlib = package("matplotlib", "plot")
    with matplotlib.rc_context(STYLE):
        figure, panels, _ = _panels(records, 1.6)
        names = list(dict.fromkeys(method for method, _ in _series(records, methods)))
        bars: dict[str, Any] = {}
        for name, axes in panels.items():
            noise = SETS[name].noise if name in SETS else ()
            for at, method in enumerate(names):
                chosen = [
                    r["weights"] for r in records if (r["data"], r["method"]) == (name, method)
                ]
                if chosen:
                    mean = np.mean(chosen, axis=0)
                    bars[method] = _bars(axes, mean, at, len(names), noise)
            axes.set_title(name)
            axes.set_ylim(0, 1)
            axes.xaxis.get_major_locator().set_params(integer=True)
        figure.supxlabel("feature; hatched: known to tell nothing", fontsize=8)
        figure.supylabel("weight beside the largest", fontsize=8)
        figure.legend(bars.values(), bars, loc="outside upper left", ncols=len(bars))
    return figure


def _bars(
    axes: Any, mean: NDArray[np.float64], at: int, n_methods: int, noise: tuple[int, ...]
) -> Any:
    width = 0.8 / n_methods
    where = np.arange(1, len(mean) + 1) - 0.4 + width * (at + 0.5)
    drawn = axes.bar(where, mean, width, color=COLOURS[at % len(COLOURS)], linewidth=0.3)
    for bar in drawn:
        bar.set_edgecolor("black")
    for feature in noise:
        drawn[feature].set_hatch("////")
    return drawn
