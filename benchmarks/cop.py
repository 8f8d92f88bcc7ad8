"""What COP-k-means keeps and costs: violations, failures, quality, and time beside others.

    python benchmarks/cop.py                                # quality, and ratios to k-means
    python benchmarks/cop.py --peers /path/to/bin/python    # and to the package of that interpreter

The peer runs in an interpreter of its own, which has `active-semi-supervised-clustering`
installed, from the same start: importing that package changes NumPy's error state for the whole
process. Runs of ours and of scikit-learn alternate, and the fastest of each counts.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import COPKMeans, Infeasible, NotFound
from jupyter_sscluster.datasets import load_digits389

PEER = """
import sys, time
import numpy as np
from active_semi_clustering.semi_supervised.pairwise_constraints import COPKMeans
data = np.load(sys.argv[1])
model = COPKMeans(n_clusters=int(data["k"]))
model._init_cluster_centers = lambda X: data["start"].copy()
start = time.perf_counter()
model.fit(data["X"], ml=data["must"].tolist(), cl=data["cannot"].tolist())
print(time.perf_counter() - start)
"""


def real_data(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Standardised, but for the grey values of the digits."""
    if name == "digits389":
        return load_digits389()
    loader = {"iris": load_iris, "wine": load_wine, "wdbc": load_breast_cancer}[name]
    X, y = loader(return_X_y=True)
    return StandardScaler().fit_transform(X), y


def quality(name: str, n_pairs: int, seeds: int) -> str:
    """One line: what ten fits with different true pairs kept, and how well they did."""
    X, y = real_data(name)
    k = len(np.unique(y))
    scores: list[float] = []
    untouched: list[float] = []
    seconds: list[float] = []
    violated = failed = 0
    for seed in range(seeds):
        known = Constraints.from_labels(y, n_pairs, random_state=seed)
        model = COPKMeans(k, random_state=seed)
        try:
            seconds.append(_seconds(lambda m=model, c=known: m.fit(X, constraints=c)))
        except (Infeasible, NotFound):
            failed += 1
            continue
        violated += sum(model.violations_[:4])
        scores.append(adjusted_rand_score(y, model.labels_))
        free = np.setdiff1d(np.arange(len(y)), np.concatenate([known.must, known.cannot]))
        if len(free) > 10:
            untouched.append(adjusted_rand_score(y[free], model.labels_[free]))
    rest = f"{np.mean(untouched):.3f}" if untouched else "  –  "
    return (
        f"{name:<10} {n_pairs:>5} {violated:>10} {failed:>8}   {np.mean(scores):.3f} ± "
        f"{np.std(scores):.3f}   {rest}   {1e3 * median(seconds):6.0f} ms"
    )


def problem(n: int, d: int = 10, k: int = 5) -> tuple[np.ndarray, Constraints, np.ndarray]:
    """Overlapping blobs, 100 true pairs about them, and rows to start from."""
    X, y = make_blobs(n, d, centers=k, cluster_std=3.0, center_box=(-4, 4), random_state=0)
    start = X[np.random.default_rng(1).choice(n, k, replace=False)]
    return X, Constraints.from_labels(y, 100, random_state=0), start


def speed(n: int, peer: str | None, timeout: float) -> str:
    X, known, start = problem(n)
    one, ten = COPKMeans(5, init=start), COPKMeans(5, random_state=0)
    iterations = one.fit(X, constraints=known).n_iter_
    theirs = SklearnKMeans(5, init=start, n_init=1, max_iter=iterations, tol=0, algorithm="lloyd")
    fits = [
        lambda: one.fit(X, constraints=known),
        lambda: ten.fit(X, constraints=known),
        lambda: theirs.fit(X),
    ]
    one_s, ten_s, their_s = np.min([[_seconds(fit) for fit in fits] for _ in range(7)], axis=0)
    line = (
        f"n={n:>7,}  one start {1e3 * one_s:6.1f} ms ({iterations} iterations, "
        f"{one_s / their_s:.2f}x scikit-learn's k-means)   ten starts {1e3 * ten_s:6.1f} ms"
    )
    if peer is None:
        return line
    peer_s, least = peer_seconds(peer, X, known, start, timeout)
    return (
        f"{line}\n           peer {least}{peer_s:.2f} s: {least}{peer_s / one_s:.0f}x our one "
        f"start, {least}{peer_s / ten_s:.0f}x our ten"
    )


def peer_seconds(
    python: str, X: np.ndarray, known: Constraints, start: np.ndarray, timeout: float
) -> tuple[float, str]:
    """Seconds of one fit of the peer, and "more than " where it was stopped."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.npz"
        np.savez(path, X=X, must=known.must, cannot=known.cannot, start=start, k=len(start))
        try:
            run = subprocess.run(
                [python, "-c", PEER, str(path)], capture_output=True, text=True, timeout=timeout
            )
        except subprocess.TimeoutExpired:
            return timeout, "more than "
    if run.returncode:
        print(f"the peer failed: {run.stderr.strip().splitlines()[-1]}")
        return float("nan"), ""
    return float(run.stdout), ""


def _seconds(fit: Callable[[], object]) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--peers", "--peer-python", metavar="PYTHON", help="interpreter that has the peer"
    )
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for the peer")
    parser.add_argument("--seeds", type=int, default=10, help="sets of pairs for each data set")
    args = parser.parse_args()
    print("data       pairs violations failures   ARI             untouched   median time")
    for name in ("iris", "wine", "wdbc", "digits389"):
        for n_pairs in (100, 500):
            print(quality(name, n_pairs, args.seeds))
    print("d=10, K=5, 100 pairs; as many iterations of k-means from the same start:")
    for n in (2000, 10_000):
        print(speed(n, args.peers, args.timeout))


if __name__ == "__main__":
    main()
