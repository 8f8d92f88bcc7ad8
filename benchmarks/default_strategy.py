"""Part f of `label_economy.py`: the default before and after, on the thirteen sets of the grid."""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from clusterer_grid import SETS
from label_economy_tables import (
    AT,
    SCORES,
    Cells,
    Records,
    Way,
    beyond,
    by_set,
    cells_of,
    data_of,
    interval,
    less,
    means,
    runs,
    seeds_of,
    table,
)
from scipy import stats

BEFORE = Way("NPU × PCK-means", "npu", "pckmeans")
AFTER = Way("RobustNPU × Adaptive PCK-means", "robustnpu", "adaptivepckmeans")
SHOWN = (1, 5, 10, 25, 50, 100)
FIRST = (0, 1, 2, 3, 5, 7, 10)


def defaults(args: argparse.Namespace) -> Iterator[str]:
    yield "## (f) The default before and after\n"
    data = data_of(SETS.split(","), args)
    before, after = (runs(args, way, data, args.repeats, 0.0) for way in (BEFORE, AFTER))
    old, new = cells_of(before), cells_of(after)
    if not old or not new:
        yield "No runs of both."
        return
    yield (
        f"Before: {BEFORE.title}, {seeds_of(old)} seeds; after: {AFTER.title}, {seeds_of(new)} "
        f"seeds; {len(means(new, 'all', 0))} sets. 30 % of every class is never asked about. "
        "Adjusted Rand index, mean over sets; the difference is over the seeds that both have, "
        "with the 95 % interval over the means of the sets (Student's t); better and worse: sets "
        "by more than two standard errors over seeds.\n"
    )
    yield from overall(old, new)
    yield from first_answers(old, new)
    for part in SCORES:
        yield from each_set(old, new, part)
    yield from worse(old, new)
    yield from below_kmeans(old, new)
    yield from costs(before, after)


def overall(old: Cells, new: Cells) -> Iterator[str]:
    rows, gain = [], less(new, old)
    for part in SCORES:
        for at in SHOWN:
            sets = by_set(gain, part, at).values()
            up, down = sum(beyond(-v, 2) for v in sets), sum(beyond(v, 2) for v in sets)
            values = [f"{means(cells, part, at).mean():.3f}" for cells in (old, new)]
            difference = interval(means(gain, part, at))
            rows.append([part, str(at), *values, difference, f"{up} / {down} of {len(sets)}"])
    head = ["rows", "questions", "before", "after", "difference", "sets better / worse"]
    yield from table(head, rows)


def first_answers(old: Cells, new: Cells) -> Iterator[str]:
    yield "\nThe first answers: all / hold-out, mean over sets, and how many sets lie below"
    yield "what they have without an answer by more than two standard errors (all rows).\n"
    rows = []
    for title, cells in (("before", old), ("after", new)):
        row = [title]
        for at in FIRST:
            fallen = sum(beyond(v, 2) for v in by_set(since(cells, cells, at), "all", at).values())
            whole, held = (means(cells, part, at).mean() for part in ("all", "hold-out"))
            row.append(f"{whole:.3f} / {held:.3f}" + (f"; {fallen} below" if at else ""))
        rows.append(row)
    yield from table(["answers", *map(str, FIRST)], rows)


def since(cells: Cells, base: Cells, at: int) -> Cells:
    """Scores after some questions less those without any, seed by seed."""
    return {
        key: value - base[start]
        for key, value in cells.items()
        if key[3] == at and (start := (*key[:3], 0)) in base
    }


def each_set(old: Cells, new: Cells, part: str) -> Iterator[str]:
    yield f"\nBefore → after, {part} rows, by set and number of questions:\n"
    rows = []
    for name in by_set(new, part, 0):
        row = [name]
        for at in (0, *SHOWN):
            both = [by_set(cells, part, at).get(name, np.array([])) for cells in (old, new)]
            texts = [f"{values.mean():.3f}" if len(values) else "–" for values in both]
            row.append(" → ".join(texts))
        rows.append(row)
    yield from table(["set", *map(str, (0, *SHOWN))], rows)


def worse(old: Cells, new: Cells) -> Iterator[str]:
    yield "\nCells in which after lies below before by more than two standard errors:\n"
    gain, rows, count = less(new, old), [], 0
    for part in SCORES:
        for at in AT:
            for name, values in by_set(gain, part, at).items():
                count += 1
                if beyond(values, 2):
                    rows.append([name, part, str(at), f"{mean_and_error(values)}"])
    yield from table(["set", "rows", "questions", "difference"], rows)
    yield f"\n{len(rows)} of {count} cells."


def below_kmeans(old: Cells, new: Cells) -> Iterator[str]:
    """k-means is what PCK-means finds without a pair."""
    yield "\nCells in which after lies below k-means (before, no question) on the same seeds by"
    yield "more than two standard errors; untouched rows are compared with all rows of k-means.\n"
    rows, count, one = [], 0, 0
    for part in SCORES:
        for at in AT[1:]:
            for name, values in by_set(since(new, old, at), part, at).items():
                count += 1
                one += beyond(values, 1)
                if beyond(values, 2):
                    rows.append([name, part, str(at), f"{mean_and_error(values)}"])
    yield from table(["set", "rows", "questions", "lead"], rows)
    yield f"\n{len(rows)} of {count} cells by more than two standard errors, {one} by one or more."


def mean_and_error(values: np.ndarray) -> str:
    return f"{values.mean():+.3f} ± {stats.sem(values):.3f}"


def costs(before: Records, after: Records) -> Iterator[str]:
    yield "\nProcessor seconds, median over seeds: 100 questions with their clusterings / one fit"
    yield "to 50 answers with all its starts.\n"
    names = list(dict.fromkeys(record["data"] for record in after))
    rows = [
        [title, *(spent(records, name) for name in names)]
        for title, records in (("before", before), ("after", after))
    ]
    yield from table(["", *names], rows)


def spent(records: Records, name: str) -> str:
    mine: list[dict[str, Any]] = [r for r in records if r["data"] == name and r["questions"] == 50]
    if not mine:
        return "–"
    whole = np.median([r["seconds"] for r in mine])
    fits = [r["fit_seconds"] for r in mine if "fit_seconds" in r]
    return f"{whole:.2f} / {np.median(fits) if fits else np.nan:.3f}"
