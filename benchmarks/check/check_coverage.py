"""Whether the intervals of a check hold what is true, on clusterings of all qualities.

    python benchmarks/check/check_coverage.py               # 14 sets, five clusterings each
    python benchmarks/check/check_coverage.py --sets more   # eight other sets
    python benchmarks/check/check_coverage.py --slips .03   # a checker who errs so often
    python benchmarks/check/check_coverage.py --after 15    # the same checks, 15 answers later
    python benchmarks/check/check_coverage.py --more few    # then 10 more where there are few

Of each clustering `--n-rows` rows are drawn `--draws` times, as a session draws them but with keys
from a generator, and placed by their true classes among the clusters' cards; every row out of place
is looked at again, and a third time where the two looks differ. A figure is covered if the interval
holds the value of all rows. With `--more` ten further rows of one cluster are checked, chosen by
what the checks before say: the one with the fewest checks, or with the largest share of wrong ones.
"""

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.datasets import load_digits, make_blobs, make_circles, make_moons
from threadpoolctl import threadpool_limits

sys.path.append(str(Path(__file__).resolve().parents[1]))

from data_sets import Absent, load

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.journal.checks import Checks, Look, Stratum, not_drawn
from jupyter_sscluster.session.check.check import N_MORE
from jupyter_sscluster.session.check.drawing import card_rows
from jupyter_sscluster.session.check.judged import Judged
from jupyter_sscluster.session.check.pair_indices import (
    Population,
    pair_indices,
)
from jupyter_sscluster.session.check.result import result
from jupyter_sscluster.session.engine.sample.sample import shown_rows

FIGURES = ("rows in place", "precision", "recall", "F", "adjusted Rand")
CERTIFICATE = (
    *("iris", "wine", "wdbc", "ecoli", "glass", "digits389_10pct", "optdigits389"),
    *("image_segmentation", "protein", "ionosphere", "7 blobs", "15 blobs", "circles", "moons"),
)
MORE = (
    *("heart_statlog", "breast_wisconsin", "crabs_sex", "letters_ijl_10pct", "yeast"),
    *("shapes/pathbased", "shapes/spiral", "digits"),
)
LARGEST = 600

Data = tuple[np.ndarray, np.ndarray]


class Clustering(NamedTuple):
    """Labels of rows, what answers say of these, and the true classes."""

    name: str
    X: np.ndarray
    y: np.ndarray
    labels: np.ndarray
    known: Constraints


def rows_of(name: str) -> Data:
    """At most 600 rows and their classes, standardised."""
    made = {
        "7 blobs": lambda: make_blobs(600, 4, centers=7, cluster_std=2.6, random_state=0),
        "15 blobs": lambda: make_blobs(600, 3, centers=15, cluster_std=1.8, random_state=0),
        "circles": lambda: make_circles(400, factor=0.5, noise=0.08, random_state=0),
        "moons": lambda: make_moons(400, noise=0.15, random_state=0),
        "digits": lambda: load_digits(return_X_y=True),
    }
    X, y = made[name]() if name in made else load(name)
    X = X[:, X.std(axis=0) > 0]
    if len(X) > LARGEST:
        rows = np.sort(np.random.default_rng(0).choice(len(X), LARGEST, replace=False))
        X, y = X[rows], y[rows]
    return X, np.unique(y, return_inverse=True)[1]


def answered(X: np.ndarray, y: np.ndarray, n_answers: int, seed: int = 1) -> Clustering:
    """The default session after so many right answers."""
    session = Session(X, n_clusters=len(np.unique(y)), random_state=seed, y_true=y)
    session.run_oracle(n_questions=n_answers)
    found = Clustering(f"after {n_answers} answers", X, y, session.labels, session.constraints)
    session.close()
    return found


def clusterings(X: np.ndarray, y: np.ndarray) -> Iterator[Clustering]:
    """Five clusterings, from good to poor."""
    k = len(np.unique(y))
    for n_answers in (15, 60):
        yield answered(X, y, n_answers)
    for name, number in (("K", k), ("K + 2", k + 2), ("K - 1", max(2, k - 1))):
        labels = KMeans(number, random_state=0).fit(X).labels_
        yield Clustering(f"k-means, {name}", X, y, labels, Constraints(len(X)))


def cards_of(each: Clustering) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """A card for each cluster, and its class: that of the first card of the same true class."""
    sample, first = shown_rows(each.X, None, None), dict[int, int]()
    numbers = np.unique(each.labels[each.labels >= 0]).tolist()
    cards = [card_rows(sample, each.labels, each.known, k) for k in numbers]
    classes = [first.setdefault(int(each.y[rows[0]]), rows[0]) for rows in cards]
    return tuple(cards), tuple(classes)


def topped_up(each: Clustering, checks: Checks, keys: np.ndarray, by: str) -> Stratum | None:
    """Ten further rows of one cluster: that with the fewest checks, or the most wrong ones."""
    judged = Judged(checks, each.known, each.labels, keys)
    numbers = np.unique(each.labels[each.labels >= 0])
    told = np.array([np.count_nonzero(judged.told & (each.labels == k)) for k in numbers])
    right = judged.told & judged.in_place
    wrong = told - [np.count_nonzero(right & (each.labels == k)) for k in numbers]
    order = np.argsort(told if by == "few" else -wrong / np.maximum(told, 1), kind="stable")
    found = (judged.further(int(numbers[place]), N_MORE) for place in order)
    return next((stratum for stratum in found if stratum is not None), None)


class Checker:
    """Places rows by their true classes, and errs at a rate."""

    def __init__(self, each: Clustering, slips: float, rng: np.random.Generator) -> None:
        self.cards, self.classes = cards_of(each)
        self.y, self.slips, self.rng = each.y, slips, rng
        self.first = {int(each.y[card]): card for card in reversed(self.classes)}

    def look(self, row: int, others: dict[int, int]) -> Look:
        """What is said of a row; `others` are rows of classes that have no card."""
        shown = self.first | others
        if self.rng.random() < self.slips:
            wrong = [
                card for called, card in shown.items() if called != self.y[row] and card != row
            ]
            return Look(row, int(self.rng.choice(wrong)) if wrong else None, "check")
        card = shown.get(int(self.y[row]))
        return Look(row, None if card == row else card, "check")


def checked(
    each: Clustering, n_rows: int, slips: float, rng: np.random.Generator, more: str = ""
) -> tuple[Checks, np.ndarray]:
    """One check: so many rows, then second and third looks; and the keys that drew them.

    `more` says by what a cluster is chosen of which ten further rows are checked.
    """
    checker, keys = Checker(each, slips, rng), rng.random(len(each.y))
    checks = Checks(checker.cards, checker.classes, 0, n_rows)
    outside = not_drawn(each.known, checks)
    frame = np.flatnonzero(~outside)
    drawn = frame[np.argsort(keys[frame])][:n_rows].tolist()
    others = dict[int, int]()
    out = tuple(np.flatnonzero(outside).tolist())
    checks = Checks(checker.cards, checker.classes, 0, n_rows, out)
    checks = looked_at(each, checks, keys, checker, drawn, others)
    if more and (stratum := topped_up(each, checks, keys, more)) is not None:
        checks = replace(checks, more=(stratum,))
        checks = looked_at(each, checks, keys, checker, stratum.drawn, others)
    return checks, keys


def looked_at(
    each: Clustering,
    checks: Checks,
    keys: np.ndarray,
    checker: Checker,
    drawn: Sequence[int],
    others: dict[int, int],
) -> Checks:
    """The checks with these rows looked at, again where they are out of place."""
    looks = list(checks.looks)
    for row in drawn:
        looks.append(checker.look(row, others))
        if looks[-1].said is None and int(each.y[row]) not in checker.first:
            others.setdefault(int(each.y[row]), row)
    checks = replace(checks, looks=tuple(looks))
    while again := Judged(checks, each.known, each.labels, keys).again:
        looks += [checker.look(row, others) for row in again]
        checks = replace(checks, looks=tuple(looks))
    return checks


class Cell(NamedTuple):
    """Of one clustering: the true values, how often each is covered, and the mean widths."""

    name: str
    true: list[float]
    cover: np.ndarray
    width: np.ndarray


def simulated(
    each: Clustering,
    n_rows: int,
    n_draws: int,
    rng: np.random.Generator,
    slips: float = 0.0,
    later: Clustering | None = None,
    more: str = "",
) -> Cell:
    """Coverage and width over draws; of a `later` clustering if one is given."""
    shown = each if later is None else later
    cover, width, true = [], [], list[float]()
    for _ in range(n_draws):
        checks, keys = checked(each, n_rows, slips, rng, more)
        judged = sorted_anew(Judged(checks, shown.known, shown.labels, keys), shown)
        found = None if judged.unclear else result(judged, [""] * (int(shown.labels.max()) + 1))
        if found is None or found.indices is None:
            continue
        true = true or truth_of(judged, shown)
        intervals = [found.in_place, *found.indices]
        pairs = zip(intervals, true, strict=True)
        cover.append([each.low - 1e-9 <= value <= each.high + 1e-9 for each, value in pairs])
        width.append([each.high - each.low for each in intervals])
    return Cell(shown.name, true, np.mean(cover, axis=0), np.mean(width, axis=0))


def sorted_anew(judged: Judged, shown: Clustering) -> Judged:
    """Say what clusters stand for that earlier cards leave open, as the person is asked to."""
    checks, sample = judged.checks, shown_rows(shown.X, None, None)
    cards = [card_rows(sample, shown.labels, shown.known, k) for k in judged.unclear]
    known = np.flatnonzero(judged.classes >= 0)
    first = dict(zip(shown.y[known].tolist(), judged.classes[known].tolist(), strict=True))
    classes = tuple(first.setdefault(int(shown.y[rows[0]]), rows[0]) for rows in cards)
    told = replace(checks, cards=(*checks.cards, *cards), classes=(*checks.classes, *classes))
    shown_by = dict(zip(judged.unclear, (rows[0] for rows in cards), strict=True))
    return replace(judged, checks=told, shown_by=shown_by)


def truth_of(judged: Judged, shown: Clustering) -> list[float]:
    """The true values of all rows, by what the cards say the clusters stand for."""
    meant = np.array([shown.y[card] if card >= 0 else -1 for card in judged.stands_for])
    share = float(np.mean(meant[shown.labels] == shown.y))
    sizes = np.bincount(shown.labels, minlength=len(meant))
    whole = pair_indices(shown.y, shown.labels, Population(len(shown.y), sizes, meant, share))
    return [share, *(figure.value for figure in whole)]


def cells(options: Any) -> Iterator[Cell]:
    """One for each clustering of each set."""
    for name in {"certificate": CERTIFICATE, "more": MORE}[options.sets]:
        try:
            X, y = rows_of(name)
        except Absent as why:
            print(why, file=sys.stderr)
            continue
        rng = np.random.default_rng([1, sum(map(ord, name))])
        if options.after:
            pair = [answered(X, y, n) for n in (15, 15 + options.after)]
            made = [(pair[0], pair[1])]
        else:
            made = [(each, None) for each in clusterings(X, y)]
        for each, later in made:
            rest = (options.slips, later, options.more)
            cell = simulated(each, options.n_rows, options.draws, rng, *rest)
            yield cell._replace(name=f"{name}, {cell.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sets", choices=("certificate", "more"), default="certificate")
    parser.add_argument("--n-rows", type=int, default=40)
    parser.add_argument("--draws", type=int, default=400)
    parser.add_argument("--slips", type=float, default=0.0)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--more", choices=("", "few", "wrong"), default="")
    parser.add_argument("--all", action="store_true", help="print every clustering")
    options = parser.parse_args()
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        found = list(cells(options))
    if options.all:
        for cell in found:
            print(f"{cell.name}: {np.round(cell.true, 2)} {np.round(cell.cover, 3)}")
    cover, width = (
        np.array([getattr(cell, name) for cell in found]) for name in ("cover", "width")
    )
    print(f"{len(found)} clusterings, {options.draws} draws of {options.n_rows} rows\n")
    print("| figure | mean cover | least | below .93 | mean width |\n|---|---|---|---|---|")
    for k, figure in enumerate(FIGURES):
        low = np.mean(cover[:, k] < 0.93)
        mean, least, wide = cover[:, k].mean(), cover[:, k].min(), width[:, k].mean()
        print(f"| {figure} | {mean:.3f} | {least:.3f} | {low:.0%} | {wide:.3f} |")


if __name__ == "__main__":
    main()
