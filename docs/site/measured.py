"""What the benchmarks say about a clusterer: its time, and where it gains."""

from __future__ import annotations

import re
from functools import cache
from statistics import median

import results

BASE = "KMeans"
PAIRS = (20, 100)


def sections(kind: str, name: str) -> list[str]:
    """What is known about the cost and the failures of an entry, as Markdown."""
    if kind != "clusterers":
        return []
    return [*_costs(name), *_quality(name)]


@cache
def table(name: str) -> dict[str, dict[str, str]]:
    """The rows of a table of the grid by clusterer."""
    return {row["clusterer"]: row for row in results.read(f"grid/{name}.csv")}


def _costs(name: str) -> list[str]:
    times = table("05-processor-time-of-one-fit-in-milliseconds")
    parts = []
    if name in times and BASE in times and name != BASE:
        own, base = times[name], times[BASE]
        shares = [float(own[key]) / float(base[key]) for key in own if key != "clusterer"]
        parts.append(
            f"A fit with all its starts took {_times(median(shares))} the time of k-means (median"
            f" of {len(shares)} data sets, {_times(min(shares))} to {_times(max(shares))};"
            " [the grid](../../grid.md))."
        )
    if ratios := speeds(name):
        taken = _listed([f"{ratio:.1f}" for _, ratio in ratios])
        rows = _listed([rows for rows, _ in ratios])
        parts.append(
            f"It took {taken} times as long as scikit-learn's k-means at {rows} rows (one start,"
            " 1000 pairs, the same number of iterations; [speed](../../speed.md))."
        )
    return ["## What it costs", " ".join(parts)] if parts else []


@cache
def speeds(name: str) -> list[tuple[str, float]]:
    """Rows, and the time of a fit in units of scikit-learn's k-means, where that was measured."""
    text = (results.DATA / "speed" / "01-fits.txt").read_text("utf-8")
    found, rows = [], ""
    for line in text.splitlines():
        if begins := re.match(r"n=\s*([\d,]+)\s+\d+ iterations\s+scikit-learn", line):
            rows = begins[1]
        elif rows and (fit := re.match(rf"\s+{name}\s+([\d.]+)x\s", line)):
            found.append((rows, float(fit[1])))
    return found


def _quality(name: str) -> list[str]:
    rows = []
    for pairs in PAIRS:
        number = 2 if pairs == 20 else 3
        scores = table(f"{number:02}-{pairs}-pairs-adjusted-rand-index-all-untouched-rows")
        if name not in scores or name == BASE:
            return []
        leads = {
            data: _untouched(cell) - _untouched(scores[BASE][data])
            for data, cell in scores[name].items()
            if data != "clusterer"
        }
        best, worst = max(leads, key=leads.__getitem__), min(leads, key=leads.__getitem__)
        mean = sum(leads.values()) / len(leads)
        rows.append(
            f"| {pairs} | {mean:+.3f} | {best} {leads[best]:+.3f} | {worst} {leads[worst]:+.3f} |"
        )
    return [
        "## Where it gains, and where it fails",
        "Its adjusted Rand index less that of k-means, on rows that are in no pair (thirteen data"
        " sets, ten draws of pairs). [All clusterers](../../grid.md).",
        "\n".join(["| pairs | mean | most | least |", "|---|---|---|---|", *rows]),
    ]


def _untouched(cell: str) -> float:
    return float(cell.split("/")[1].strip(" *"))


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _times(ratio: float) -> str:
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:.0f} times"
