"""What an answer costs as the rows grow: the next question and the fit after it, in fits of PCK.

    OMP_NUM_THREADS=1 python benchmarks/answer_speed.py
    OMP_NUM_THREADS=1 python benchmarks/answer_speed.py --rows 150,600,2000 --repeats 5

Blobs in ten features, five classes, fifty true answers: half of them place points in all five
classes, half are about two random rows. A unit is one fit of PCK-means to the same answers, ten
starts, nothing to go on from. "Question" is a proposal of the strategy with the last labels at
hand, as in a session; "refit" goes on from the last labels, where the clusterer has `init`.
Figures are processor time, medians over repeats; slopes are of log time on log rows.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from label_economy_tables import table
from sklearn.base import clone
from sklearn.datasets import make_blobs
from threadpoolctl import threadpool_limits

from jupyter_sscluster import Constraints
from jupyter_sscluster._catalogue import clusterers, strategies
from jupyter_sscluster.active import Snapshot
from jupyter_sscluster.active.noisy_answers import class_probabilities_given_answers as beliefs
from jupyter_sscluster.active.similarity import forest, trees
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.any_clusterer import warm_start

D, K, ANSWERS = 10, 5, 50
PAIRS = [
    ("npu", "pckmeans"),
    ("npu", "adaptivepckmeans"),
    ("robustnpu", "adaptivepckmeans"),
    ("robustnpu", "beliefclustering"),
]


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call, with nothing remembered from the one before."""
    forest._grown.cache_clear()
    trees._kept.cache_clear()
    beliefs._by_clusters.cache_clear()
    beliefs._looks.cache_clear()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def median(work: Callable[[], object], repeats: int) -> float:
    return float(np.median([seconds(work) for _ in range(repeats)]))


def answers(y: np.ndarray) -> Constraints:
    """Half of them settle one neighbourhood in each class, the others are of random rows."""
    rng = np.random.default_rng(0)
    first = [rng.permutation(np.flatnonzero(y == k))[:4].tolist() for k in range(K)]
    must = [(rows[0], row) for rows in first for row in rows[1:]]
    cannot = [(a[0], b[0]) for at, a in enumerate(first) for b in first[:at]]
    known = Constraints(len(y), must, cannot)
    while len(known) < ANSWERS:
        i, j = rng.choice(len(y), 2, replace=False).tolist()
        if known.relation(i, j) is None:
            known = known.add(i, j, "must" if y[i] == y[j] else "cannot")
    return known


def at_size(n: int, repeats: int) -> dict[str, float]:
    """Seconds of each step with n rows."""
    X, y = make_blobs(n, D, centers=K, cluster_std=3.0, center_box=(-4, 4), random_state=0)
    known = answers(y)
    found = {
        "unit": median(
            lambda: PCKMeans(K, random_state=0).fit(X, constraints=known), 2 * repeats - 1
        )
    }
    for asking, grouping in PAIRS:
        if asking not in strategies() or grouping not in clusterers():
            continue
        clusterer = clusterers()[grouping](K)
        if "random_state" in clusterer.get_params():
            clusterer.set_params(random_state=0)
        last = clone(clusterer).fit(X, constraints=known).labels_
        start = warm_start(clusterer, X, last, K, column="pairwise")
        shown = Snapshot(X, known, last, clusterer=clusterer, n_clusters=K)
        strategy = strategies()[asking]()
        steps: dict[str, Callable[[], Any]] = {
            "fit": lambda c=clusterer: clone(c).fit(X, constraints=known),
            "refit": lambda c=clusterer, s=start: (
                clone(c).set_params(**s).fit(X, constraints=known)
            ),
            "question": lambda s=strategy, v=shown: s.propose(v),
        }
        for step, work in steps.items():
            found[f"{asking} × {grouping}, {step}"] = median(work, repeats)
    return found


def slope(sizes: list[int], values: list[float]) -> float:
    """Of log time on log rows, by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", default="150,600,2000,10000,100000")
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    sizes = [int(text) for text in args.rows.split(",")]
    warnings.simplefilter("ignore")
    with threadpool_limits(1):
        found = [at_size(n, args.repeats) for n in sizes]
    units = [times.pop("unit") for times in found]
    rows = [["one fit of PCK-means", *(f"{1e3 * unit:.0f} ms" for unit in units), ""]]
    rows[0][-1] = f"{slope(sizes, units):.2f}"
    for step in found[0]:
        values = [times[step] for times in found]
        cells = [f"{v / u:.2f} ({1e3 * v:.0f} ms)" for v, u in zip(values, units, strict=True)]
        rows.append([step, *cells, f"{slope(sizes, values):.2f}"])
    head = ["in fits of PCK-means", *(f"n = {n:,}" for n in sizes), "slope"]
    print("\n".join(table(head, rows)))


if __name__ == "__main__":
    main()
