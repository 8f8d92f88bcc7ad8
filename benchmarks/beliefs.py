"""What belief clustering costs beside one fit of PCK-means, by rows and by features.

    python benchmarks/beliefs.py [--most 100000]

Blobs that overlap, five classes, a hundred rows in pairs: each must-linked with the first of its
class, and these apart. "first" is a fit of data not seen before, "again" one with other answers on
the same data, whose graph is remembered; the slope is that of log time over log rows.
"""

import argparse
import time
from collections.abc import Callable

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=100_000, help="leave out larger sets")
    most = parser.parse_args().most
    print(
        "| rows | features | PCK s | adaptive / PCK | first / PCK | again / PCK | beliefs / PCK |"
    )
    print("|---|---|---|---|---|---|---|")
    times = {}
    for n, d in SIZES:
        if n > most:
            continue
        X, known, more = case(n, d)
        pck = seconds(lambda: PCKMeans(K, random_state=0).fit(X, constraints=known))
        adaptive = seconds(lambda: AdaptivePCKMeans(K, random_state=0).fit(X, constraints=known))
        model = BeliefClustering(K, random_state=0)
        first = seconds(lambda: model.fit(X, constraints=known))
        again = seconds(lambda: model.fit(X, constraints=more))
        P = model.posterior_
        beliefs = seconds(lambda: believed(P, more))
        ratios = " | ".join(f"{t / pck:.2f}" for t in (adaptive, first, again, beliefs))
        print(f"| {n} | {d} | {pck:.3f} | {ratios} |", flush=True)
        times[n, d] = first
    sizes = [(n, t) for (n, d), t in times.items() if d == 10]
    for (n, t), (m, u) in zip(sizes, sizes[1:], strict=False):
        print(f"slope from {n} to {m} rows: {np.log(u / t) / np.log(m / n):.2f}")


if __name__ == "__main__":
    main()
