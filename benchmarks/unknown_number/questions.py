"""Groups of unknown number: agreement with the true ones, by questions answered.

    python benchmarks/unknown_number/questions.py --families id-mid,moons --seeds 3
    python benchmarks/unknown_number/questions.py --wrong 0.1 --soft

Each cell is the adjusted Rand index, every row in no group counted as a group of its own, with the
number of groups of two rows or more in brackets: means of the seeds. `MergeOrSplit` asks; answers
are true but for a share of `--wrong`, and hard unless `--soft`. Beside it is HDBSCAN of
scikit-learn with the smallest group size of 2, 3 and 5 that agrees best: only the truth knows it.
"""

import argparse
import warnings

import numpy as np
from families import FAMILIES
from sklearn.cluster import HDBSCAN
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.active import MergeOrSplit, Snapshot
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.constraints import Constraints


def agreement(y: np.ndarray, labels: np.ndarray) -> float:
    """Adjusted Rand index, rows in no group being groups of their own."""
    alone = [np.where(each < 0, -1 - np.arange(len(each)), each) for each in (y, labels)]
    return float(adjusted_rand_score(*alone))


def n_groups(labels: np.ndarray) -> int:
    """How many groups have two rows or more."""
    return int((np.bincount(labels[labels >= 0], minlength=1) > 1).sum())


def asked(
    X: np.ndarray, y: np.ndarray, stops: list[int], wrong: float, soft: bool, seed: int
) -> list[tuple[float, int]]:
    """Agreement and number of groups after so many answers."""
    rng, known, found = np.random.default_rng(seed), Constraints(len(X)), []
    model, strategy, unknown = NeighbourGraphAgglomerative(), MergeOrSplit(), []
    for answers in range(max(stops) + 1):
        model.fit(X, constraints=known)
        if answers in stops:
            found.append((agreement(y, model.labels_), n_groups(model.labels_)))
        snapshot = Snapshot(X, known, model.labels_, model, unknown=unknown)
        queries = strategy.propose(snapshot) if answers < max(stops) else []
        if queries:
            i, j = queries[0].pair
            same = (y[i] == y[j] and y[i] >= 0) != (rng.random() < wrong)
            kind = "must" if same else "cannot"
            contradicts = known.witness(i, j, kind) is not None
            known = known.add(i, j, kind, soft=soft or contradicts)
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
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--answers", default="0,20,60")
    parser.add_argument("--wrong", type=float, default=0.0)
    parser.add_argument("--soft", action="store_true")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    stops = [int(each) for each in given.answers.split(",")]
    print(f"| family | groups | {' | '.join(f'{s} answers' for s in stops)} | HDBSCAN |")
    print("|---" * (len(stops) + 3) + "|", flush=True)
    for name in given.families.split(","):
        rows = []
        for seed in range(given.seeds):
            X, y = FAMILIES[name](seed)
            ours = asked(X, y, stops, given.wrong, given.soft, seed)
            rows.append([(1.0, n_groups(y)), *ours, best_hdbscan(X, y)])
        means = np.array(rows).mean(axis=0)
        cells = [f"{index:.3f} ({number:.0f})" for index, number in means[1:]]
        print(f"| {name} | {means[0, 1]:.0f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
