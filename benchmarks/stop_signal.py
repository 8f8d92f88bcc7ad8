"""Whether "enough" is true: of the states that say so, how many move soon after all.

    python benchmarks/stop_signal.py                 # the sets of the grid, and the blind ones
    python benchmarks/stop_signal.py --sets blind --seeds 2
    python benchmarks/stop_signal.py --sets unknown  # groups of unknown number

Sessions with the default clusterer and strategy are asked 70 pairs, right answers, K known but for
the groups of unknown number, of which only those count that the session takes for such. Every
five answers a state is looked at: it is false if it says that stopping is fair, and the clusters 10
answers later differ by 2 % of the points or more. Clusters are matched before points are counted.
"""

import argparse
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from blind_sets import BLIND, blind
from clusterer_grid import SETS
from data_sets import Absent, load
from label_economy_tables import table
from scipy.optimize import linear_sum_assignment
from threadpoolctl import threadpool_limits

sys.path.append(str(Path(__file__).parent / "unknown_number"))
from families import FAMILIES, alone

from jupyter_sscluster import Session
from jupyter_sscluster.active import Oracle
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.stopping.stopping import FEW, is_enough

ANSWERS, EVERY, LATER, LARGEST = 70, 5, 10, 1600


class State(NamedTuple):
    """A set, whether stopping was fair by the estimate alone and in all, and what came of it."""

    data: str
    by_estimate: bool
    reached: bool
    moved_later: float
    score: float


def share_moved(before: np.ndarray, after: np.ndarray) -> float:
    """Share of the points that are in another cluster, the clusters being matched."""
    before, after = alone(before), alone(after)
    k = int(max(before.max(), after.max())) + 1
    both = np.zeros((k, k))
    np.add.at(both, (before, after), 1.0)
    rows, columns = linear_sum_assignment(both, maximize=True)
    return float(1.0 - both[rows, columns].sum() / len(before))


def states(
    name: str, X: np.ndarray, y: np.ndarray, seed: int, known: int | None
) -> Iterator[State]:
    session, oracle = Session(X, n_clusters=known, random_state=seed), Oracle(y, None)
    if known is None and not isinstance(session.clusterer, NeighbourGraphAgglomerative):
        print(f"{name}, seed {seed} is left out: a method with a number of clusters was taken")
        return
    labels, seen = [session.labels], {}
    while len(labels) <= ANSWERS and session.propose():
        i, j = session.question.pair
        session.answer(i, j, oracle.query(i, j), source="question")
        labels.append(session.labels)
        if (len(labels) - 1) % EVERY == 0:
            expected, calm = session.stopping.expected_changes, [0] * 10
            seen[len(labels) - 1] = (
                is_enough(expected, len(X), calm),
                is_enough(expected, len(X), [m for _, m in engine_of(session).ledger.points_moved]),
            )
    for k, (by_estimate, reached) in seen.items():
        if k + LATER < len(labels):
            later = share_moved(labels[k], labels[k + LATER])
            yield State(name, by_estimate, reached, later, float(adjusted_rand(y, labels[k])))


def chosen(sets: str, seed: int) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    if sets == "unknown":
        for name, made in FAMILIES.items():
            X, y = made(seed)
            yield name, X, alone(y)
        return
    for name in [*SETS.split(","), *BLIND] if sets == "all" else BLIND:
        try:
            X, y = blind(name) if name in BLIND else load(name)
        except Absent as absent:
            print(f"{name} is left out: {absent}")
            continue
        if len(X) <= LARGEST:
            yield name, X, y


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sets", choices=["all", "blind", "unknown"], default="all")
    parser.add_argument("--seeds", type=int, default=1)
    args = parser.parse_args()
    found = list[State]()
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        for seed in range(args.seeds):
            for name, X, y in chosen(args.sets, seed):
                known = None if args.sets == "unknown" else int(y.max()) + 1
                found += states(name, X, y, seed, known)
    rows = []
    for title, holds in (
        ("by the estimate alone", lambda s: s.by_estimate),
        ("and by the last ten answers", lambda s: s.reached),
    ):
        fair = [state for state in found if holds(state)]
        false = sum(state.moved_later >= FEW for state in fair)
        score = f"{np.mean([state.score for state in fair]):.2f}" if fair else "–"
        cells = [
            f"{len(fair)} of {len(found)}",
            str(len({s.data for s in fair})),
            str(false),
            score,
        ]
        rows.append([title, *cells])
    print(*table(["stopping is fair", "states", "on sets", "false", "mean index"], rows), sep="\n")


if __name__ == "__main__":
    main()
