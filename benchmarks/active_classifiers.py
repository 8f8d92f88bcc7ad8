"""The default and belief clustering beside active classifiers, at equal seconds of a person.

    python benchmarks/active_classifiers.py                             # all blind sets, one seed
    python benchmarks/active_classifiers.py --sets third --seeds 3 --jobs 2 --keep runs.jsonl

Questions of `RobustNPU` with two clusterers, and the classes of points by least margin with four
classifiers; 30 % of every class are never asked about. Right answers, and 10 % wrong. RobustNPU
asks about pairs; with `--question-type sort` it has four points sorted in each question. Finished
runs are appended to the file of `--keep`, and not done again.

    python benchmarks/active_classifiers.py --only tissues answers buyers litter \
        --rows 10000 --question-type sort

With `--rows`, each set is enlarged to so many rows, between rows of a class that are near in their
ranks, and the classifiers are left out.
"""

import argparse
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from blind_sets import BLIND, FIRST, FOURTH, SECOND, THIRD, blind
from data_sets import Data
from label_economy_tables import table
from sklearn.neighbors import NearestNeighbors
from threadpoolctl import threadpool_limits

from jupyter_sscluster.active.question_types.placement_and_sorting import QUESTION_TYPES
from jupyter_sscluster.experiments import label_economy
from jupyter_sscluster.experiments.active_classifiers import STRATEGY, classifiers

CHOICES = {"all": BLIND, "first": FIRST, "second": SECOND, "third": THIRD, "fourth": FOURTH}
SECONDS = (31, 62, 125, 250)


def enlarged(X: np.ndarray, y: np.ndarray, n_rows: int) -> Data:
    """So many rows, each between a row and one of the five of its class next to it in ranks."""
    rng, y = np.random.default_rng(0), np.unique(y, return_inverse=True)[1]
    ranks = np.argsort(np.argsort(X, axis=0), axis=0) / len(X)
    near = np.empty((len(X), 6), dtype=int)
    for members in (np.flatnonzero(y == c) for c in range(y.max() + 1)):
        search = NearestNeighbors(n_neighbors=6).fit(ranks[members])
        near[members] = members[search.kneighbors(ranks[members], return_distance=False)]
    drawn = rng.choice(len(X), n_rows)
    other, share = near[drawn, rng.integers(1, 6, n_rows)], rng.uniform(size=(n_rows, 1))
    return X[drawn] + share * (X[other] - X[drawn]), y[drawn]


def data_of(args: argparse.Namespace) -> dict[str, Data]:
    found = {name: blind(name) for name in args.only or CHOICES[args.sets]}
    return {name: enlarged(*data, args.rows) if args.rows else data for name, data in found.items()}


def measured(args: argparse.Namespace, noise: float) -> list[dict[str, Any]]:
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        return label_economy(
            data_of(args),
            ["robustnpu"],
            ["adaptivepckmeans", "beliefclustering"],
            args.seeds,
            classifiers=[] if args.rows else list(classifiers()),
            question_type=args.question_type,
            holdout=0.3,
            noise=noise,
            at_seconds=SECONDS,
            n_jobs=args.jobs,
            path=args.keep,
        )


def named(record: dict[str, Any]) -> str:
    if record["strategy"] == STRATEGY:
        return record["clusterer"]
    return f"RobustNPU × {record['clusterer']}"


def rows(records: list[dict[str, Any]], part: str) -> list[list[str]]:
    found = []
    for name in dict.fromkeys(map(named, records)):
        scores = [
            [r[part] for r in records if named(r) == name and r["at_seconds"] == seconds]
            for seconds in SECONDS
        ]
        found.append([name, *(f"{np.mean(each):.2f}" for each in scores)])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sets", choices=CHOICES, default="all")
    parser.add_argument("--only", nargs="+", choices=BLIND)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--question-type", choices=QUESTION_TYPES, default="pair")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    for noise in (0.0, 0.1):
        records = measured(args, noise)
        n_sets = len({record["data"] for record in records})
        for part, title in (("ari", "all rows"), ("ari_holdout", "hold-out")):
            print(f"\nAdjusted Rand index, {title}, {noise:.0%} wrong, mean over {n_sets} sets:\n")
            print(*table(["", *(f"{s} s" for s in SECONDS)], rows(records, part)), sep="\n")


if __name__ == "__main__":
    main()
