"""What belief clustering costs beside one fit of PCK-means, by rows and by features.

    python benchmarks/beliefs.py [--most 100000]

Blobs that overlap, five classes, a hundred rows in pairs: each must-linked with the first of its
class, and these apart. "first" is a fit of data not seen before, "again" one with other answers on
the same data, whose graph is remembered; the slope is that of log time over log rows.
"""

import argparse
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from sklearn.datasets import make_blobs

from jupyter_sscluster.cluster import AdaptivePCKMeans, BeliefClustering, PCKMeans
from jupyter_sscluster.cluster.fitting.beliefs import believed
from jupyter_sscluster.constraints import Constraints

SIZES = [(150, 10), (600, 10), (2000, 10), (10_000, 10), (100_000, 10), (2000, 384), (2000, 2)]
K, PLACED = 5, 100


def case(n: int, d: int) -> tuple[np.ndarray, Constraints, Constraints]:
    """Rows, answers, and the same with one more."""
    X, y = make_blobs(n, d, centers=K, cluster_std=4.0, random_state=0)
    rows = np.random.default_rng(0).choice(n, PLACED, replace=False)
    first = {int(c): int(rows[np.flatnonzero(y[rows] == c)[0]]) for c in range(K)}
    must = [(int(i), first[int(y[i])]) for i in rows if int(i) != first[int(y[i])]]
    apart = [(first[a], first[b]) for a in range(K) for b in range(a)]
    return X, Constraints(n, must[:-1], apart), Constraints(n, must, apart)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(n: int, d: int) -> list[float]:
    """Seconds of PCK-means, adaptive PCK-means, a first fit, a fit again, and beliefs alone."""
    X, known, more = case(n, d)
    pck, adaptive = PCKMeans(K, random_state=0), AdaptivePCKMeans(K, random_state=0)
    model = BeliefClustering(K, random_state=0)
    works: list[Callable[[], object]] = [
        lambda: pck.fit(X, constraints=known),
        lambda: adaptive.fit(X, constraints=known),
        lambda: model.fit(X, constraints=known),
        lambda: model.fit(X, constraints=more),
        lambda: believed(model.posterior_, more),
    ]
    return [seconds(work) for work in works]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=100_000, help="leave out larger sets")
    most = parser.parse_args().most
    print("Seconds of PCK-means, and of the others as multiples of it.\n")
    print("| rows | features | PCK | adaptive | first | again | beliefs |")
    print("|---|---|---|---|---|---|---|")
    times = []
    for n, d in SIZES:
        if n <= most:
            pck, *others = measured(n, d)
            ratios = " | ".join(f"{t / pck:.2f}" for t in others)
            print(f"| {n} | {d} | {pck:.3f} | {ratios} |", flush=True)
            times += [(n, others[1])] if d == 10 else []
    for (n, t), (m, u) in pairwise(times):
        print(f"\nSlope from {n} to {m} rows: {np.log(u / t) / np.log(m / n):.2f}.")


if __name__ == "__main__":
    main()
