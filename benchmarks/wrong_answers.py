"""Parts g and h of `label_economy.py`: answers that may be wrong, and sets nobody looked at."""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from blind_sets import ELLIPTIC, FIRST, SECOND, blind
from clusterer_grid import SETS
from label_economy_tables import (
    SCORES,
    Cells,
    Way,
    beyond,
    by_set,
    cells_of,
    common,
    data_of,
    interval,
    less,
    means,
    runs,
    seeds_of,
    table,
    triple,
)
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster import Constraints
from jupyter_sscluster._catalogue import clusterers, strategies
from jupyter_sscluster.cluster import AdaptivePCKMeans

TUNED = ["iris", "wine", "wdbc", "digits389"]
RATES = (0.0, 0.05, 0.1, 0.2)
SHOWN = (25, 50, 100)


class Softly(ClusterMixin, BaseEstimator):
    """Adaptive PCK-means on the same statements, all of them soft: nothing follows from them."""

    def __init__(self, n_clusters: int = 8, random_state: Any = None) -> None:
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X: Any, *, constraints: Constraints) -> "Softly":
        known = Constraints(constraints.n_samples)
        for kind in ("must", "cannot"):
            stated = getattr(constraints, kind), getattr(constraints, f"soft_{kind}")
            for pairs in stated:
                known = known.add_pairs(pairs, kind, soft=True)
        model = AdaptivePCKMeans(self.n_clusters, random_state=self.random_state)
        self.labels_ = model.fit(X, constraints=known).labels_
        return self


BEFORE = Way("NPU × PCK-means", "npu", "pckmeans")
TRUSTING = Way("NPU × Adaptive PCK-means", "npu", "adaptivepckmeans")
DEFAULT = Way("RobustNPU × Adaptive PCK-means", "robustnpu", "adaptivepckmeans")
SOFT = Way("the same answers stated softly", "robustnpu", "softly", Softly(), "adaptivepckmeans")
ROBUST = Way("RobustNPU × Belief clustering", "robustnpu", "beliefclustering")

Found = dict[tuple[Way, float], Cells]


def present(ways: list[Way]) -> list[Way]:
    """Those of which the catalogue has both parts."""
    known, grouping = strategies(), clusterers()
    there = [
        w for w in ways if w.strategy in known and (w.made is not None or w.clusterer in grouping)
    ]
    for way in ways:
        if way not in there:
            print(f"{way.title} skipped: it is not in the catalogue.\n")
    return there


def measured_ways(
    args: argparse.Namespace, ways: list[Way], data: Any, rates: tuple[float, ...]
) -> Found:
    repeats = max(2, args.repeats // 2)
    return {
        (way, rate): cells
        for way in ways
        for rate in rates
        if (cells := cells_of(runs(args, way, data, repeats, rate)))
    }


def on(found: Found, names: list[str]) -> Found:
    """The same on some of the sets."""
    kept = {k: {c: v for c, v in cells.items() if c[0] in names} for k, cells in found.items()}
    return {k: cells for k, cells in kept.items() if cells}


# ------------------------------------------------------------------ (g)


def wrong_answers(args: argparse.Namespace) -> Iterator[str]:
    yield "## (g) Wrong answers, and what is lost by them\n"
    yield (
        "A pair that is answered wrongly stays wrong. A loss is the score without wrong answers "
        "less the score with them, of the same method, on the sets and seeds that have both, with "
        "the 95 % interval over the means of the sets.\n"
    )
    ways = present([BEFORE, TRUSTING, DEFAULT, SOFT, ROBUST])
    names = SETS.split(",")
    found = measured_ways(args, ways, data_of(TUNED, args), RATES)
    if not args.quick:
        others = [name for name in names if name not in TUNED]
        for key, cells in measured_ways(args, ways, data_of(others, args), (0.0, 0.1)).items():
            found[key] = found.get(key, {}) | cells
    for title, chosen in (
        ("four sets", TUNED),
        ("the other sets", [n for n in names if n not in TUNED]),
    ):
        mine = on(found, chosen)
        if mine:
            yield from levels(mine, title)
            yield from losses(mine, title)
            yield from leads(mine, title, SOFT)
            yield from leads(mine, title, DEFAULT)
            yield from leads(mine, title)
    yield from losses(on(found, names), "all sets that were run")
    yield from sets_at_ten(found)
    yield from clean(found)


def levels(found: Found, title: str) -> Iterator[str]:
    yield f"\nAdjusted Rand index on {title}, all / untouched / hold-out:\n"
    rows = [
        [way.title, f"{rate:.0%}", seeds_of(cells), str(len(means(cells, "all", 0)))]
        + [triple(cells, at) for at in SHOWN]
        for (way, rate), cells in found.items()
    ]
    yield from table(["method", "wrong", "seeds", "sets", *map(str, SHOWN)], rows)


def losses(found: Found, title: str) -> Iterator[str]:
    yield f"\nLost by wrong answers, {title}:\n"
    rows = []
    for (way, rate), cells in found.items():
        if rate == 0 or (way, 0.0) not in found:
            continue
        lost = less(found[way, 0.0], cells)
        row = [way.title, f"{rate:.0%}", str(len(means(lost, "all", 50)))]
        row += [interval(means(lost, "all", at)) for at in SHOWN]
        rows.append(
            [*row, *(interval(means(lost, part, 50)) for part in ("untouched", "hold-out"))]
        )
    head = [f"all rows, {at}" for at in SHOWN]
    yield from table(["method", "wrong", "sets", *head, "untouched, 50", "hold-out, 50"], rows)


def sets_at_ten(found: Found) -> Iterator[str]:
    yield "\nAll rows after 50 questions, by set: none wrong → 10 % wrong, on the same seeds:\n"
    ways = list(dict.fromkeys(way for way, _ in found))
    names = dict.fromkeys(key[0] for cells in found.values() for key in cells)
    rows = []
    for name in names:
        row = [name]
        for way in ways:
            both = common(found.get((way, 0.0), {}), found.get((way, 0.1), {}))
            both = [by_set(cells, "all", 50).get(name) for cells in both]
            row.append(" → ".join("–" if v is None else f"{v.mean():.3f}" for v in both))
        rows.append(row)
    yield from table(["set", *(way.title for way in ways)], rows)


def clean(found: Found) -> Iterator[str]:
    """Without wrong answers: on how many sets RobustNPU is at least as good as the others."""
    for first, other in (
        (DEFAULT, BEFORE),
        (DEFAULT, TRUSTING),
        (ROBUST, BEFORE),
        (ROBUST, DEFAULT),
    ):
        if (other, 0.0) not in found or (first, 0.0) not in found:
            continue
        lead = less(found[first, 0.0], found[other, 0.0])
        yield f"\nWithout wrong answers, {first.title} less {other.title}:\n"
        rows = []
        for part in SCORES:
            for at in (10, *SHOWN):
                sets = by_set(lead, part, at)
                low = [name for name, values in sets.items() if values.mean() < 0]
                far = sum(beyond(sets[name], 2) for name in low)
                difference = interval(means(lead, part, at))
                names = ", ".join(low) or "none"
                rows.append(
                    [
                        part,
                        str(at),
                        difference,
                        names + (f" ({far} by two standard errors)" if far else ""),
                    ]
                )
        yield from table(["rows", "questions", "difference", "sets below"], rows)


# ------------------------------------------------------------------ (h)


def blind_test(args: argparse.Namespace) -> Iterator[str]:
    yield "## (h) Two blind tests on made-up sets\n"
    yield (
        "`benchmarks/blind_sets.py` made ten sets before RobustNPU existed, and eight more when "
        "it and the default had been changed, before either met them; nothing was tuned on any. "
        "30 % of every class is never asked about. Adjusted Rand index.\n"
    )
    for title, sets in (("the first ten", FIRST), ("the eight made later", SECOND)):
        names = list(sets)[:2] if args.quick else list(sets)
        data = {name: blind(name) for name in names}
        found = measured_ways(args, present([BEFORE, TRUSTING, DEFAULT, ROBUST]), data, (0.0, 0.1))
        yield from blind_curves(found, data, title)
        for part, chosen in ((title, names), ("the elliptic ones of them", ELLIPTIC)):
            mine = on(found, chosen)
            if mine:
                yield from levels(mine, part)
                yield from losses(mine, part)
                yield from leads(mine, part, DEFAULT)
                yield from leads(mine, part)


def blind_curves(found: Found, data: Any, title: str) -> Iterator[str]:
    for rate in (0.0, 0.1):
        yield (
            f"\n{title[0].upper()}{title[1:]}, {rate:.0%} wrong, all rows after 10 / 25 / 50 / 100 "
            "questions, by set:\n"
        )
        mine = {way: cells for (way, r), cells in found.items() if r == rate}
        rows = []
        for name, (X, y) in data.items():
            size = f"{len(X)} × {X.shape[1]}, K = {y.max() + 1}"
            rows.append([name, size, *(curve_of(cells, name) for cells in mine.values())])
        yield from table(["set", "size", *(way.title for way in mine)], rows)


def curve_of(cells: Cells, name: str) -> str:
    values = [by_set(cells, "all", at).get(name) for at in (10, *SHOWN)]
    return " / ".join("–" if v is None else f"{np.mean(v):.3f}" for v in values)


def leads(found: Found, title: str, first: Way = ROBUST) -> Iterator[str]:
    """On the sets and seeds that both have: levels of unlike numbers of seeds are not compared."""
    rows = []
    for (way, rate), cells in found.items():
        if way == first or (first, rate) not in found or (first == SOFT and way != DEFAULT):
            continue
        if first == DEFAULT and way not in (BEFORE, TRUSTING):
            continue
        lead = less(found[first, rate], cells)
        for part in SCORES:
            row = [way.title, f"{rate:.0%}", seeds_of(lead), part]
            rows.append([*row, *(interval(means(lead, part, at)) for at in (10, *SHOWN))])
    if rows:
        yield f"\n{first.title} less the others on the same seeds, {title}:\n"
        yield from table(["less", "wrong", "seeds", "rows", "10", *map(str, SHOWN)], rows)
