"""Groups of unknown number: agreement with the true ones, by questions answered.

    python benchmarks/unknown_number/questions.py --families id-mid,moons --seeds 3
    python benchmarks/unknown_number/questions.py --wrong 0.1 --soft
    python benchmarks/unknown_number/questions.py --methods ours cobras known

Each cell is the adjusted Rand index, every row in no group counted as a group of its own, with the
number of groups of two rows or more in brackets: means of the seeds. `ours` is
`NeighbourGraphAgglomerative`, for which `MergeOrSplit` asks; `cobras` are the clusters of COBRAS,
and `known` the default where the true number of groups is given. Answers are true but for a share
of `--wrong`, and hard unless `--soft`. With `--noise` a row in no group is said to be in none, in
place of an answer about it. Beside is HDBSCAN of scikit-learn with the smallest group size of 2, 3
and 5 that agrees best: only the truth knows it.
"""

import argparse
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from families import FAMILIES, alone
from sklearn.base import clone
from sklearn.cluster import HDBSCAN
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import Session
from jupyter_sscluster.active import COBRAS, MergeOrSplit, Snapshot
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints

METHODS = ["ours", "cobras", "known"]


def agreement(y: np.ndarray, labels: np.ndarray) -> float:
    """Adjusted Rand index, rows in no group being groups of their own."""
    return float(adjusted_rand_score(alone(y), alone(labels)))


def n_groups(labels: np.ndarray) -> int:
    """How many groups have two rows or more."""
    return int((np.bincount(labels[labels >= 0], minlength=1) > 1).sum())


def method_of(name: str, X: np.ndarray, y: np.ndarray, seed: int) -> tuple[Any, Callable[..., Any]]:
    """The strategy of a method, and its labels and clusterer of some constraints."""
    if name == "cobras":
        strategy = COBRAS()
        return strategy, lambda known: (strategy.partition(Snapshot(X, known)), None)
    strategy, model = MergeOrSplit(), NeighbourGraphAgglomerative()
    if name == "known":
        session = Session(X, n_clusters=len(np.unique(y[y >= 0])), random_state=seed)
        strategy, model = session.strategy, clone(session.clusterer)

    def fitted(known: Constraints) -> tuple[np.ndarray, Any]:
        return model.fit(X, constraints=known).labels_, model

    return strategy, fitted


def asked(
    X: np.ndarray,
    y: np.ndarray,
    stops: list[int],
    given: argparse.Namespace,
    seed: int,
    method: str,
) -> list[tuple[float, int]]:
    """Agreement and number of groups after so many answers, with what the command line says."""
    rng, known, found = np.random.default_rng(seed), Constraints(len(X)), []
    strategy, fitted = method_of(method, X, y, seed)
    for answers in range(max(stops) + 1):
        labels, model = fitted(known)
        if answers in stops:
            found.append((agreement(y, labels), n_groups(labels)))
        snapshot = Snapshot(X, known, labels, model)
        queries = strategy.propose(snapshot) if answers < max(stops) else []
        if not queries:
            continue
        i, j = queries[0].pair
        same = (y[i] == y[j] and y[i] >= 0) != (rng.random() < given.wrong)
        kind = "must" if same else "cannot"
        if given.noise and not same and min(y[i], y[j]) < 0:
            known = known.with_noise([*known.noise, *(row for row in (i, j) if y[row] < 0)])
            continue
        contradicts = known.witness(i, j, kind) is not None
        known = known.add(i, j, kind, soft=given.soft or contradicts)
    return found


def best_hdbscan(X: np.ndarray, y: np.ndarray) -> tuple[float, int]:
    """Of three smallest sizes that which agrees best."""
    fits = [HDBSCAN(min_cluster_size=size, copy=True).fit(X).labels_ for size in (2, 3, 5)]
    return max((agreement(y, labels), n_groups(labels)) for labels in fits)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=METHODS[:1])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--answers", default="0,20,60")
    parser.add_argument("--wrong", type=float, default=0.0)
    parser.add_argument("--soft", action="store_true")
    parser.add_argument("--noise", action="store_true")
    given = parser.parse_args()
    if given.noise and given.wrong and not given.soft:
        parser.error("with wrong answers a row in no group may be must-linked: add --soft")
    warnings.simplefilter("ignore")
    stops = [int(each) for each in given.answers.split(",")]
    print(f"| family | groups | method | {' | '.join(f'{s} answers' for s in stops)} | HDBSCAN |")
    print("|---" * (len(stops) + 4) + "|", flush=True)
    for name in given.families.split(","):
        made = [FAMILIES[name](seed) for seed in range(given.seeds)]
        groups = np.mean([n_groups(y) for _, y in made])
        beside = [best_hdbscan(X, y) for X, y in made]
        for method in given.methods:
            rows = [
                [*asked(X, y, stops, given, seed, method), other]
                for seed, ((X, y), other) in enumerate(zip(made, beside, strict=True))
            ]
            cells = [f"{index:.3f} ({number:.0f})" for index, number in np.array(rows).mean(axis=0)]
            print(f"| {name} | {groups:.0f} | {method} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
