"""How the relaxed programme of MMD batches is solved: seconds, duality gap, and f of the batches.

    python benchmarks/relaxed_batches.py --data FOLDER       # folder of data sets, as tables

The gap is that of the first batch of ten: so far the value lies above the least, at most. f is the
squared distance of the means of the points placed and of all others, for 10 and for 30 points that
are placed beside the first row, by the relaxed programme, greedily, and at random (the median of
100 draws of ten). Seconds are processor time.
"""

import argparse
import itertools
import time

import numpy as np
from sklearn.datasets import make_blobs

from jupyter_sscluster.active.similarity.batches import PointBatches
from jupyter_sscluster.active.similarity.gaussian_kernel import GaussianKernel
from jupyter_sscluster.active.similarity.mmd import linear_term, relaxed
from jupyter_sscluster.datasets import load

SETS = ("iris", "heart", "ionosphere", "protein", "magic")
HEAD = ("set", "rows", "seconds", "value", "gap", "relaxed, 10", "30", "greedy, 10", "30", "random")
B = 10


def row(name: str, X: np.ndarray) -> list[str]:
    """The cells of a data set."""
    kernel = GaussianKernel(X, 256, 0)
    rest = np.arange(1, len(X))
    F = kernel.features(rest)
    q = linear_term(kernel.total, kernel.sums(np.array([0])), B + 1)[rest]
    begun = time.process_time()
    found = relaxed(F, q, B)
    spent = time.process_time() - begun
    cells = [name, str(len(X)), f"{spent:.3f}", f"{found.value:.6f}", f"{found.gap:.1e}"]
    for method in ("relaxed", "greedy"):
        placed, shown = [0], []
        for batch in itertools.islice(PointBatches(kernel, 0, B, method), 3):
            placed += batch.tolist()
            shown.append(discrepancy(kernel, np.array(placed)))
        cells += [f"{shown[0]:.4f}", f"{shown[2]:.4f}"]
    rng = np.random.default_rng(0)
    drawn = (np.r_[0, rng.choice(rest, B, replace=False)] for _ in range(100))
    return [*cells, f"{np.median([discrepancy(kernel, each) for each in drawn]):.4f}"]


def discrepancy(kernel: GaussianKernel, placed: np.ndarray) -> float:
    """f of some points."""
    inside = np.zeros(len(kernel.Z))
    inside[placed] = 1.0
    n = len(placed)
    within = kernel.sums(placed)
    outside = (kernel.total - within) / (len(inside) - n)
    gap = inside / n - (1.0 - inside) / (len(inside) - n)
    return float(gap @ (within / n - outside))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", help="folder of data sets, as tables")
    folder = parser.parse_args().data
    print(
        "| set | rows | seconds | value | gap | relaxed, 10 | 30 | greedy, 10 | 30 | random, 10 |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    sets = [(name, load(name, folder)[0]) for name in SETS]
    blobs = make_blobs(10_000, centers=5, n_features=10, random_state=0)[0]
    for name, X in [*sets, ("blobs", blobs)]:
        print(f"| {' | '.join(row(name, X))} |", flush=True)


if __name__ == "__main__":
    main()
