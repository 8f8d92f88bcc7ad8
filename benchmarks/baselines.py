"""What others ask and make of it, beside NPU: COBRAS, with K known and with K unknown.

    python benchmarks/baselines.py                          # 10 seeds, no wrong answer
    python benchmarks/baselines.py --noise 0.1 --seeds 6
    python benchmarks/baselines.py --sets "iris,8 modes" --seeds 3 --keep runs.jsonl

30 % of every class is never asked about. COBRAS is given no K. Of its own clusters, rows that it
never saw go with the nearest row that it did. Of NPU × Adaptive PCK-means, "K guessed" stands for
`estimate_n_clusters` on the rows alone, raised where the answers prove more clusters. Sets other
than the thirteen of the grid are made up: classes of several clusters, many clusters, shapes.
Finished runs are appended to `--keep FILE`, and a later run goes on from there.
"""

import argparse
import json
import warnings
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from clusterer_grid import SETS
from data_sets import load
from label_economy_tables import table
from scipy.stats import sem
from sklearn.datasets import make_blobs, make_circles, make_moons
from threadpoolctl import threadpool_limits

from jupyter_sscluster import Constraints
from jupyter_sscluster.active import COBRAS, NPU, NoisyOracle, Oracle, Snapshot
from jupyter_sscluster.cluster import AdaptivePCKMeans, estimate_n_clusters
from jupyter_sscluster.metrics import adjusted_rand

AT = (5, 10, 25, 50, 100)
KNOWN = "NPU × adaptive, K known"
GUESSED = "NPU × adaptive, K guessed"
OWN = "COBRAS, its own clusters"
MADE = "8 modes,20 modes,20 clusters,moons,circles"

Data = tuple[np.ndarray, np.ndarray]
Record = dict[str, Any]


def made(name: str) -> Data:
    """A set of the grid, or one that is made up."""
    if name not in MADE.split(","):
        return load(name)
    if name == "8 modes":  # two classes that take turns on a grid of 4 × 2
        corners = [[4.0 * i, 4.0 * j] for i in range(4) for j in range(2)]
        X, mode = make_blobs(480, centers=corners, cluster_std=0.7, random_state=0)
        y = (mode // 2 + mode) % 2
    elif name == "20 modes":
        X, mode = make_blobs(800, 10, centers=20, cluster_std=2.0, random_state=6)
        y = mode % 5
    elif name == "20 clusters":
        X, y = make_blobs(800, 8, centers=20, cluster_std=2.5, random_state=2)
    elif name == "moons":
        X, y = make_moons(400, noise=0.08, random_state=0)
    else:
        X, y = make_circles(400, factor=0.5, noise=0.06, random_state=0)
    return (X - X.mean(axis=0)) / X.std(axis=0), y


def split(y: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows that may be asked about, and 30 % of every class that never are."""
    rng = np.random.default_rng([seed, 1])
    sizes = np.bincount(y)
    kinds = [rng.permutation(np.flatnonzero(y == k)) for k in range(len(sizes))]
    held = np.concatenate([rows[: round(0.3 * len(rows))] for rows in kinds])
    return np.setdiff1d(np.arange(len(y)), held), np.sort(held)


class Run:
    """Strategies on one set under one seed."""

    def __init__(self, name: str, seed: int, noise: float) -> None:
        self.X, self.y = made(name)
        self.about = {"data": name, "seed": seed, "noise": noise}
        self.seed, self.noise = seed, noise
        self.rows, self.held = split(self.y, seed)
        self.seen = self.X[self.rows]

    def records(self) -> Iterator[Record]:
        n_clusters = len(np.unique(self.y))
        cobras = COBRAS(random_state=self.seed)
        queries = self.asked(cobras)
        yield from self.scored(OWN, queries, partial(self.own, cobras))
        yield from self.scored("COBRAS × adaptive, K known", queries, partial(self.fit, n_clusters))
        queries = self.asked(NPU(AdaptivePCKMeans(n_clusters), random_state=self.seed))
        yield from self.scored(KNOWN, queries, partial(self.fit, n_clusters))
        guess = estimate_n_clusters(self.seen).n_clusters
        npu = NPU(AdaptivePCKMeans(guess), random_state=self.seed, infer_last=False)
        yield from self.scored(GUESSED, self.asked(npu), partial(self.grown, guess))

    def asked(self, strategy: Any) -> list[tuple[int, int, str]]:
        oracle: Any = Oracle(self.y[self.rows], max(AT))
        oracle = NoisyOracle(oracle, self.noise, self.seed) if self.noise else oracle
        return [(q.i, q.j, q.kind) for q in strategy.fit(self.seen, oracle).queries_]

    def own(self, cobras: COBRAS, known: Constraints) -> np.ndarray:
        place = np.full(len(self.y), -1)
        place[self.rows] = np.arange(len(self.rows))
        pairs = (place[known.must], place[known.cannot])
        told = Constraints(len(self.rows), *pairs, conflicts="soft")
        labels = np.empty(len(self.y), dtype=np.int64)
        labels[self.rows] = cobras.partition(Snapshot(self.seen, told))
        near = ((self.X[self.held][:, None] - self.seen[None]) ** 2).sum(axis=2).argmin(axis=1)
        labels[self.held] = labels[self.rows][near]
        return labels

    def grown(self, guess: int, known: Constraints) -> np.ndarray:
        return self.fit(max(guess, known.n_clusters_bounds()[0]), known)

    def fit(self, n_clusters: int, known: Constraints) -> np.ndarray:
        return AdaptivePCKMeans(n_clusters).fit(self.X, constraints=known).labels_

    def scored(self, way: str, queries: list[tuple[int, int, str]], group: Any) -> Iterator[Record]:
        for questions in AT:
            told = [(self.rows[i], self.rows[j], said) for i, j, said in queries[:questions]]
            pairs = [[(i, j) for i, j, said in told if said == kind] for kind in ("must", "cannot")]
            known = Constraints(len(self.y), *pairs, conflicts="soft")
            labels = group(known)
            untouched = np.setdiff1d(np.arange(len(self.y)), known.touched)
            parts = {"all": None, "untouched": untouched, "holdout": self.held}
            scores = {
                part: float(adjusted_rand(self.y, labels, rows=rows))
                for part, rows in parts.items()
            }
            yield {**self.about, "way": way, "questions": questions, **scores}


def finished(args: argparse.Namespace) -> list[Record]:
    path = args.keep
    kept = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(r["data"], r["seed"], r["noise"]) for r in kept}
    for seed in range(args.seeds):
        for name in args.sets.split(","):
            if (name, seed, args.noise) in done:
                continue
            with warnings.catch_warnings(), threadpool_limits(1):
                warnings.simplefilter("ignore")
                fresh = list(Run(name, seed, args.noise).records())
            kept += fresh
            with path.open("a") as file:
                file.writelines(json.dumps(record) + "\n" for record in fresh)
    return [r for r in kept if r["noise"] == args.noise]


def compared(records: list[Record], part: str) -> Iterator[list[str]]:
    cells: dict[tuple[str, str, int], dict[int, float]] = defaultdict(dict)
    for r in records:
        cells[r["way"], r["data"], r["questions"]][r["seed"]] = r[part]
    ways, names = (list(dict.fromkeys(r[key] for r in records)) for key in ("way", "data"))
    for way in ways:
        for name in names:
            row = [way, name]
            for at in AT:
                ours, theirs = cells[KNOWN, name, at], cells[way, name, at]
                gain = np.array([theirs[seed] - ours[seed] for seed in theirs])
                error = sem(gain) if len(gain) > 1 else np.inf
                mark = "+" if gain.mean() > 2 * error else "−" if -gain.mean() > 2 * error else ""
                row.append(f"{np.mean(list(theirs.values())):.2f}{mark if error > 0 else ''}")
            yield row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sets", default=f"{SETS},{MADE}")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--noise", type=float, default=0.0)
    parser.add_argument("--keep", type=Path, default=Path("baselines.jsonl"))
    args = parser.parse_args()
    records = finished(args)
    for part in ("all", "untouched", "holdout"):
        print(
            f"\nAdjusted Rand index, {part}; + and −: more than two standard errors from {KNOWN}.\n"
        )
        print(*table(["", "set", *map(str, AT)], list(compared(records, part))), sep="\n")


if __name__ == "__main__":
    main()
