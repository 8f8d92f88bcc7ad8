"""A person and a function that errs answer together: the clustering after so many answers.

    python benchmarks/helpers/helping_functions.py                        # four sets, two seeds
    python benchmarks/helpers/helping_functions.py --sets all --seeds 10  # eight sets, ten seeds

Four ways are compared by their adjusted Rand index after 10, 20 and 30 answers of a person who is
never wrong: the person alone; the function alone, which answers `--function` questions for
certain, `--batch` at a time; both without a router, the function first, for certain; and the
router, `session.helpers`. The function is wrong about a share of all pairs, the same pair always
alike, or it takes the two nearest classes for one and is wrong about 5 % besides.
"""

import argparse
import csv
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

sys.path.append(str(Path(__file__).resolve().parents[1]))

from data_sets import load

from jupyter_sscluster import Session

FIRST = ("image_segmentation", "digits389_10pct", "ecoli", "wdbc")
MORE = ("iris", "wine", "glass", "optdigits389")
ERRORS = ("0.05", "0.15", "0.3", "0.4", "merges")
FIELDS = ("set", "seed", "error", "way", "answers", "index", "cost", "counts", "gain", "audited")

Row = tuple[Any, ...]


def data_of(name: str, most: int) -> tuple[np.ndarray, np.ndarray]:
    """At most so many rows, standardised, and their classes from 0."""
    X, y = load(name)
    y = np.unique(y, return_inverse=True)[1]
    if len(X) > most:
        rows = np.sort(np.random.default_rng(0).choice(len(X), most, replace=False))
        X, y = X[rows], np.unique(y[rows], return_inverse=True)[1]
    return X[:, X.std(axis=0) > 0], y


class Erring:
    """A function of two rows that errs about a share of the pairs, or merges two classes."""

    def __init__(self, X: np.ndarray, y: np.ndarray, error: str, seed: int) -> None:
        self.y, self.seed, self.share = y.copy(), seed, 0.05
        if error == "merges":
            means = np.stack([X[y == c].mean(axis=0) for c in range(y.max() + 1)])
            apart = ((means[:, None] - means) ** 2).sum(axis=-1)
            np.fill_diagonal(apart, np.inf)
            one, other = np.unravel_index(apart.argmin(), apart.shape)
            self.y[self.y == other] = one
        else:
            self.share = float(error)

    def __call__(self, i: int, j: int) -> bool:
        wrong = np.random.default_rng([self.seed, min(i, j), max(i, j)]).random() < self.share
        return bool(self.y[i] == self.y[j]) != wrong


class Run:
    """One way of answering, scored after some of the person's answers."""

    def __init__(self, X: np.ndarray, y: np.ndarray, options: Any, seed: int) -> None:
        self.y, self.options = y, options
        k = int(y.max()) + 1
        self.session = Session(X, options.clusterer, n_clusters=k, random_state=seed)

    @property
    def index(self) -> float:
        """The adjusted Rand index of the clustering shown."""
        return float(adjusted_rand_score(self.y, self.session.labels))

    def answered(self) -> Iterator[int]:
        """Answer as the person, and wait; after each of the marks its number comes."""
        session, most = self.session, max(self.options.marks)
        for number in range(1, most + 1):
            query = next(iter(session.propose()), None)
            if query is not None:
                i, j = query.pair
                kind = "must" if self.y[i] == self.y[j] else "cannot"
                session.answer(i, j, kind, source="question")
            session.helpers.wait()
            if number in self.options.marks:
                yield number


def person(X: np.ndarray, y: np.ndarray, options: Any, seed: int) -> Iterator[Row]:
    """The person alone."""
    run = Run(X, y, options, seed)
    for number in run.answered():
        yield "person", number, run.index, number, "", "", ""


def function_first(
    X: np.ndarray, y: np.ndarray, error: str, options: Any, seed: int
) -> Iterator[Row]:
    """The function alone, for certain, and then the person too."""
    run, ask, n_asked = Run(X, y, options, seed), Erring(X, y, error, seed + 7), 0
    while n_asked < options.function:
        found = run.session.propose(min(options.batch, options.function - n_asked))
        pairs = [question.pair for question in found]
        said = [(i, j, "must" if ask(i, j) else "cannot") for i, j in pairs]
        if not said or not run.session.answer_many(said, source="question"):
            break
        n_asked += len(said)
    cost = n_asked * options.cost
    yield "function", 0, run.index, cost, "", "", ""
    for number in run.answered():
        yield "no router", number, run.index, number + cost, "", "", ""


def router(X: np.ndarray, y: np.ndarray, error: str, options: Any, seed: int) -> Iterator[Row]:
    """Both, as `session.helpers` has them answer."""
    run = Run(X, y, options, seed)
    function = Erring(X, y, error, seed + 7)
    most, cost = options.function, options.cost
    helper = run.session.helpers.add(function, name="function", cost=cost, most=most)
    for number in run.answered():
        told = helper.counts, round(helper.source.gain, 2), helper.n_audited
        yield "router", number, run.index, number + helper.spent, *told


WAYS = {"router": router, "function-first": function_first}


def rows(options: Any) -> Iterator[Row]:
    """All runs."""
    for name in options.sets:
        X, y = data_of(name, options.rows)
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            for row in person(X, y, options, seed):
                yield name, seed, "", *row
            for error in options.errors:
                for way in options.ways:
                    for row in WAYS[way](X, y, error, options, seed):
                        yield name, seed, error, *row


def told(found: list[Row], marks: list[int]) -> str:
    """Gains over the person alone after so many answers, by error: mean, least, runs."""
    alone = {(r[0], r[1], r[4]): r[5] for r in found if r[3] == "person"}
    lines = []
    for error in dict.fromkeys(r[2] for r in found if r[2]):
        for way in ("function", "no router", "router"):
            parts = []
            for mark in marks:
                some = [r for r in found if r[2] == error and r[3] == way and r[4] in (mark, 0)]
                gains = np.array([r[5] - alone[r[0], r[1], mark] for r in some])
                if len(gains):
                    parts.append(f"{mark}: {gains.mean():+.3f} (least {gains.min():+.3f})")
            if parts:
                counted = [r[7] for r in some if way == "router"]
                share = f", counts in {np.mean(counted):.2f}" if counted else ""
                lines.append(f"{error:>7} {way:>10}  {'  '.join(parts)}  {len(some)} runs{share}")
    means = [np.mean([v for key, v in alone.items() if key[2] == mark]) for mark in marks]
    lines.append(
        "person alone " + ", ".join(f"{m}: {v:.3f}" for m, v in zip(marks, means, strict=True))
    )
    return "\n".join(lines)


def main() -> None:
    """Run the sets and seeds of the command line, and print the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", nargs="+", default=list(FIRST), help="names, or 'all' for eight")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--errors", nargs="+", default=list(ERRORS), choices=ERRORS)
    parser.add_argument("--clusterer", default=None, help="by default that of a session")
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--function", type=int, default=150, help="questions to the function")
    parser.add_argument("--batch", type=int, default=10, help="questions to a function alone")
    parser.add_argument("--cost", type=float, default=0.05)
    parser.add_argument("--marks", type=int, nargs="+", default=[10, 20, 30])
    parser.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    parser.add_argument("--out", type=Path, help="a CSV file of all runs")
    options = parser.parse_args()
    options.sets = [*FIRST, *MORE] if options.sets == ["all"] else options.sets
    found: list[Row] = []
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        for row in rows(options):
            found.append(row)
            print(*(f"{each:.3f}" if isinstance(each, float) else each for each in row), flush=True)
    if options.out:
        with options.out.open("w", newline="") as file:
            csv.writer(file).writerows([FIELDS, *found])
    print(told(found, options.marks))


if __name__ == "__main__":
    main()
