"""What the tables of docs/ say about a clusterer: how long it takes, and where it gains."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from statistics import median

DOCS = Path(__file__).parents[1]
BASE = "KMeans"
PAIRS = (20, 100)


def sections(kind: str, name: str) -> list[str]:
    """What is known about the cost and the failures of an entry, as Markdown."""
    if kind != "clusterers":
        return []
    return [*_costs(name), *_quality(name)]


@cache
def table(file: str, heading: str) -> dict[str, list[str]]:
    """The rows of the table under a heading, the header's under the name ''."""
    text = (DOCS / file).read_text("utf-8")
    start = re.search(rf"^## {re.escape(heading)}.*$", text, re.M)
    if start is None:
        return {}
    section = re.split(r"^#", text[start.end() :], maxsplit=1, flags=re.M)[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {"": cells[0][1:]} | {row[0]: row[1:] for row in cells[2:]} if cells else {}


def _costs(name: str) -> list[str]:
    times = table("grid.md", "Processor time of one fit")
    parts = []
    if name in times and BASE in times and name != BASE:
        shares = [float(a) / float(b) for a, b in zip(times[name], times[BASE], strict=True)]
        parts.append(
            f"A whole fit took {_times(median(shares))} the time of k-means, in the median over"
            f" {len(shares)} data sets ({_times(min(shares))} to {_times(max(shares))}; all starts"
            " included, [the grid](../../grid.md))."
        )
    if ratios := speeds(name):
        beside = ", ".join(f"{ratio:g} at {rows} rows" for rows, ratio in ratios)
        parts.append(
            "Beside scikit-learn's k-means, with as many iterations from one start under 1000"
            f" pairs, it took {beside} times as long ([speed](../../speed.md))."
        )
    return ["## What it costs", " ".join(parts)] if parts else []


@cache
def speeds(name: str) -> list[tuple[str, float]]:
    """Rows, and the time of a fit in units of scikit-learn's k-means, where that was measured."""
    text = (DOCS / "speed.md").read_text("utf-8")
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
        scores = table("grid.md", f"{pairs} pairs: adjusted Rand index")
        if name not in scores or name == BASE:
            return []
        leads = {
            data: _untouched(own) - _untouched(plain)
            for data, own, plain in zip(scores[""], scores[name], scores[BASE], strict=True)
        }
        best, worst = max(leads, key=leads.__getitem__), min(leads, key=leads.__getitem__)
        mean = sum(leads.values()) / len(leads)
        rows.append(
            f"| {pairs} | {mean:+.3f} | {best} {leads[best]:+.3f} | {worst} {leads[worst]:+.3f} |"
        )
    return [
        "## Where it gains, and where it fails",
        "Its lead over k-means without pairs, on the rows that occur in no pair (adjusted Rand"
        " index, thirteen data sets, ten draws of pairs each). [The grid](../../grid.md) has all"
        " of them, and says why a method falls behind.",
        "\n".join(["| pairs | mean | most | least |", "|---|---|---|---|", *rows]),
    ]


def _untouched(cell: str) -> float:
    return float(cell.split("/")[1].strip(" *"))


def _times(ratio: float) -> str:
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:.0f} times"
