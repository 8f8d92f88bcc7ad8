"""Charts of the pages of results, drawn from the CSV files in docs/data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean

import matplotlib as mpl
from drawing import COLOURS, INK, STYLE, as_svg
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from results import read

PLACE = re.compile(r"<!-- chart: (\w+) -->")
BLUE, ORANGE, GREEN, GREY = COLOURS[0], COLOURS[1], COLOURS[2], "#8a8a8a"
NAMES = {
    "NPU × PCK-means": "PCK-means with NPU",
    "RobustNPU × Adaptive PCK-means": "adaptive PCK-means with RobustNPU",
}


def with_charts(text: str) -> str:
    """A page in which every `<!-- chart: name -->` is that chart."""
    return PLACE.sub(lambda found: _block(found[1]), text)


def _block(name: str) -> str:
    draw, alt, size = CHARTS[name]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        svg = as_svg(figure, alt)
    opened = f'<figure class="chart" style="max-width: {size[0]:g}in">'
    return f"```{{raw}} html\n{opened}{svg}</figure>\n```"


def _grid(figure: Figure) -> None:
    """Heat map: lead over k-means on rows in no pair, 100 pairs."""
    rows = read("grid/03-100-pairs-adjusted-rand-index-all-untouched-rows.csv")
    sets = [key for key in rows[0] if key != "clusterer"]
    base = {key: _second(rows[0][key]) for key in sets}
    leads = {row["clusterer"]: [_second(row[k]) - base[k] for k in sets] for row in rows[1:]}
    order = sorted(leads, key=lambda name: mean(leads[name]))
    axes = figure.subplots()
    for y, name in enumerate(order):
        for x, lead in enumerate(leads[name]):
            shade = min(abs(lead) / 0.4, 1) * 0.75
            axes.fill_between(
                [x - 0.5, x + 0.5], y - 0.5, y + 0.5, color=BLUE if lead > 0 else ORANGE,
                alpha=shade, linewidth=0,
            )  # fmt: skip
            axes.text(x, y, f"{lead:+.2f}".replace("-", "−"), ha="center", va="center", size=7)
    axes.set_xticks(range(len(sets)), sets, rotation=45, ha="left")
    axes.set_yticks(range(len(order)), order)
    axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False)
    axes.set(xlim=(-0.5, len(sets) - 0.5), ylim=(-0.5, len(order) - 0.5))
    for side in axes.spines.values():
        side.set_visible(False)


def _questions(figure: Figure) -> None:
    """Learning curves of RobustNPU with adaptive PCK-means, and of NPU with PCK-means."""
    rows = read("label_economy/default/01-mean-over-sets-before-and-after.csv")
    left, right = figure.subplots(1, 2, sharey=True)
    for axes, kind, title in (
        (left, "all", "all rows"),
        (right, "hold-out", "rows never asked about"),
    ):
        own = [row for row in rows if row["rows"] == kind]
        asked = [int(row["questions"]) for row in own]
        for key, name, colour, mark in (
            ("after", "adaptive PCK-means with RobustNPU", BLUE, "o"),
            ("before", "PCK-means with NPU", GREY, "s"),
        ):
            values = [float(row[key]) for row in own]
            axes.plot(asked, values, color=colour, marker=mark, markersize=4, label=name)
        axes.set(xlabel="questions", title=title, ylim=(0.3, 0.75))
    left.set_ylabel("adjusted Rand index")
    left.legend(loc="upper left")


def _wrong(figure: Figure) -> None:
    """What 0 to 20 % wrong answers cost after 50 questions."""
    axes = figure.subplots()
    rows = read(
        "label_economy/wrong_answers/01-adjusted-rand-index-on-four-sets-all-untouched-hold.csv"
    )
    for name, colour, mark in (
        ("RobustNPU × Adaptive PCK-means", BLUE, "o"),
        ("NPU × PCK-means", GREY, "s"),
    ):
        own = [row for row in rows if row["method"] == name]
        wrong = [int(row["wrong"].strip("%")) for row in own]
        values = [float(row["50"].split("/")[0]) for row in own]
        axes.plot(wrong, values, color=colour, marker=mark, label=NAMES[name])
    axes.set(xlabel="wrong answers, %", ylabel="adjusted Rand index", ylim=(0.65, 1))
    axes.set_xticks([0, 5, 10, 20])
    axes.legend(loc="lower left")


def _verdicts(figure: Figure) -> None:
    """Verdicts on the claims of each study."""
    studies = {
        "S": "Švehla 2018",
        "E": "Eaton 2005",
        "V": "Vouros 2020",
        "A": "Atwa 2019",
        "O": "Okabe 2012",
    }
    found = Counter(
        (row["claim"][0], row["verdict"].split(",")[0])
        for row in read("reproduction/01-all-verdicts.csv")
    )
    axes = figure.subplots()
    left = [0.0] * len(studies)
    for verdict, colour in (("holds", GREEN), ("undecided", GREY), ("fails", ORANGE)):
        counts = [found[key, verdict] for key in studies]
        bars = axes.barh(list(studies.values()), counts, left=left, color=colour, label=verdict)
        axes.bar_label(bars, [str(n or "") for n in counts], label_type="center", color=INK)
        left = [a + b for a, b in zip(left, counts, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("claims")
    axes.legend(loc="lower right")


def _seconds(figure: Figure) -> None:
    """Times fewer seconds than pairs, by the number of clusters."""
    rows = read("seconds/03-times-fewer-seconds-than-pairs.csv")
    rows = [row for row in rows if row["wrong"] == "0%"]
    sizes = [row["K"] for row in rows]
    axes = figure.subplots()
    for part, name, colour, mark in (
        (1, "sort four points", BLUE, "o"),
        (0, "place one point", ORANGE, "^"),
    ):
        values = [float(row["points as assumed: place / sort"].split("/")[part]) for row in rows]
        axes.plot(sizes, values, color=colour, marker=mark, label=name)
    axes.axhline(1, color=INK, linewidth=0.6, linestyle=":")
    axes.set(xlabel="number of clusters", ylabel="times as fast as pairs", ylim=(0, 3.6))
    axes.legend(loc="upper left")


def _latency(figure: Figure) -> None:
    """Median milliseconds in the browser, by number of points."""
    rows = read("speed/06-in-the-browser-median-and-95th-percentile-in-ms.csv")
    names = {
        "first display": "first display",
        "click → clusters repainted": "click to new clusters",
        "lasso → menu": "lasso to menu",
    }
    key = "median, p95 in ms"
    axes = figure.subplots()
    for row, colour, mark in zip(
        [r for r in rows if r[key] in names], COLOURS, "osd", strict=False
    ):
        sizes = [int(re.sub(r"\D", "", column)) for column in row if column != key]
        values = [float(row[column].split(",")[0]) for column in row if column != key]
        axes.loglog(sizes, values, color=colour, marker=mark, label=names[row[key]])
    axes.set(xlabel="points", ylabel="milliseconds, median")
    _plain(axes, [150, 2000, 10_000, 100_000], [50, 100, 200, 500, 1000])
    axes.legend(loc="upper left")


def _blocks(figure: Figure) -> None:
    """Seconds an iteration, by rows."""
    rows = read("larger_than_memory/02-an-iteration-by-number-of-rows.csv")
    sizes = [int(row["rows"].replace(",", "")) for row in rows]
    axes = figure.subplots()
    values = [float(row["seconds an iteration"]) for row in rows]
    axes.loglog(sizes, values, color=BLUE, marker="o")
    axes.set(xlabel="rows", ylabel="seconds an iteration")
    _plain(axes, sizes, [0.1, 1, 3])


def _cobras(figure: Figure) -> None:
    """COBRAS less NPU after 100 questions."""
    rows = read("baselines/01-cobras-beside-npu-by-set.csv")
    npu = "NPU × adaptive, K known, all rows; signs on all rows, hold-out"
    leads = {row["set"]: _last(row["COBRAS, all rows"]) - _last(row[npu]) for row in rows}
    order = sorted(leads, key=leads.__getitem__)
    axes = figure.subplots()
    colours = [BLUE if leads[name] > 0 else ORANGE for name in order]
    axes.barh(order, [leads[name] for name in order], color=colours)
    axes.axvline(0, color=INK, linewidth=0.6)
    axes.set_xlabel("COBRAS less NPU, adjusted Rand index after 100 questions")


def _plain(axes: Axes, x: Sequence[float], y: Sequence[float]) -> None:
    """Numbers in full at the ticks of two logarithmic axes."""
    axes.set_xticks(x, [f"{value:,}" for value in x])
    axes.set_yticks(y, [f"{value:g}" for value in y])
    axes.minorticks_off()


def _second(cell: str) -> float:
    return float(cell.split("/")[1])


def _last(cell: str) -> float:
    return float(cell.split()[0].split("/")[2].replace("−", "-"))


CHARTS: dict[str, tuple[Callable[[Figure], None], str, tuple[float, float]]] = {
    "grid": (
        _grid,
        "Lead of each clusterer over k-means on thirteen data sets with 100 pairs",
        (8.0, 5.2),
    ),
    "questions": (
        _questions,
        "Adjusted Rand index over questions: adaptive PCK-means with RobustNPU is on top",
        (7.0, 3.0),
    ),
    "wrong": (
        _wrong,
        "Adjusted Rand index after 50 questions, by the share of wrong answers",
        (4.5, 2.8),
    ),
    "verdicts": (
        _verdicts,
        "Number of claims that hold, are undecided and fail, by study",
        (6.0, 2.6),
    ),
    "seconds": (_seconds, "How many times as fast as pairs, by number of clusters", (5.0, 2.8)),
    "latency": (_latency, "Milliseconds in the browser, by number of points", (5.5, 3.0)),
    "blocks": (_blocks, "Seconds an iteration of k-means, by number of rows", (4.5, 2.6)),
    "cobras": (_cobras, "COBRAS less NPU after 100 questions, by data set", (6.0, 4.2)),
}
