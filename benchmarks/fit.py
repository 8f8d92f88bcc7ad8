"""How long PCK-means takes beside one k-means fit of scikit-learn, and beside other programs.

    python benchmarks/fit.py                                # ratios to scikit-learn's k-means
    python benchmarks/fit.py --peers /path/to/bin/python    # and to the package of that interpreter

Both fits start at the same centres and make the same number of sweeps. Runs alternate, and the
fastest of each counts, so that a busy machine harms both alike. Peers run in an interpreter of
their own, which has `active-semi-supervised-clustering` installed: importing that package changes
NumPy's error state for the whole process.
"""

import argparse
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from warnings import simplefilter

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import make_blobs

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import COPKMeans, KMeans, PCKMeans

PEER = """
import sys, time
import numpy as np
from active_semi_clustering.semi_supervised import pairwise_constraints
data = np.load(sys.argv[1])
model = getattr(pairwise_constraints, sys.argv[2])(n_clusters=int(data["k"]))
start = time.perf_counter()
model.fit(data["X"], ml=data["must"].tolist(), cl=data["cannot"].tolist())
print(time.perf_counter() - start)
"""


def problem(n: int, d: int = 10, k: int = 5, pairs: int = 100, spread: float = 3.0):
    """Overlapping blobs, true pairs about them, and rows to start from."""
    X, y = make_blobs(n, d, centers=k, cluster_std=spread, center_box=(-4, 4), random_state=0)
    start = X[np.random.default_rng(1).choice(n, k, replace=False)]
    return X, Constraints.from_labels(y, pairs, random_state=0), start


def fastest(fits: list[Callable[[], object]], repeats: int) -> list[float]:
    """Seconds of the fastest run of each, all taking turns."""
    taken = [[_seconds(fit) for fit in fits] for _ in range(repeats)]
    return np.min(taken, axis=0).tolist()


def _seconds(fit: Callable[[], object]) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def equal_sweeps(n: int, repeats: int, max_iter: int = 20) -> str:
    X, known, start = problem(n, pairs=100 if n <= 10_000 else 1000)
    pck = PCKMeans(5, init=start, max_iter=max_iter)
    sweeps = pck.fit(X, constraints=known).n_iter_
    own = KMeans(5, init=start, max_iter=sweeps)
    theirs = SklearnKMeans(5, init=start, n_init=1, max_iter=sweeps, tol=0, algorithm="lloyd")
    fits = [lambda: pck.fit(X, constraints=known), lambda: own.fit(X), lambda: theirs.fit(X)]
    pck_s, own_s, their_s = fastest(fits, repeats)
    return (
        f"n={n:>8,}  {sweeps:>2} sweeps  scikit-learn {1e3 * their_s:8.1f} ms  "
        f"KMeans {own_s / their_s:5.2f}x  PCKMeans {pck_s / their_s:5.2f}x  ({1e3 * pck_s:.1f} ms)"
    )


def refits(n: int, repeats: int) -> str:
    X, known, _ = problem(n)
    fresh = PCKMeans(5, random_state=0)
    warm = PCKMeans(5, init=fresh.fit(X, constraints=known).cluster_centers_, n_init=1)
    more = known.add(*_unknown_pair(known), "cannot")
    fits = [lambda: fresh.fit(X, constraints=known), lambda: warm.fit(X, constraints=more)]
    fresh_s, warm_s = fastest(fits, repeats)
    return f"n={n:>8,}  fresh, ten starts {1e3 * fresh_s:6.1f} ms  warm {1e3 * warm_s:6.1f} ms"


def _unknown_pair(known: Constraints) -> tuple[int, int]:
    return next((0, j) for j in range(1, known.n_samples) if known.relation(0, j) is None)


def beside_peers(python: str, timeout: float, n: int = 10_000) -> list[str]:
    X, known, start = problem(n)
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.npz"
        np.savez(path, X=X, must=known.must, cannot=known.cannot, k=5)
        for ours, name in ((PCKMeans, "PCKMeans"), (COPKMeans, "COPKMeans")):
            one, ten = ours(5, init=start), ours(5, random_state=0)
            fits = [lambda m=m: m.fit(X, constraints=known) for m in (one, ten)]
            one_s, ten_s = fastest(fits, 5)
            peer_s = _peer_seconds(python, path, name, timeout)
            least = "" if peer_s < timeout else "more than "
            lines.append(
                f"n={n:>8,}  {name}: peer {least}{peer_s:.2f} s, {least}{peer_s / one_s:.0f}x our "
                f"one start ({1e3 * one_s:.1f} ms), {least}{peer_s / ten_s:.0f}x our ten starts "
                f"({1e3 * ten_s:.1f} ms)"
            )
    return lines


def _peer_seconds(python: str, path: Path, name: str, timeout: float) -> float:
    command = [python, "-c", PEER, str(path), name]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return timeout
    if run.returncode:
        print(f"{name}: the peer failed: {run.stderr.strip().splitlines()[-1]}")
        return float("nan")
    return float(run.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", metavar="PYTHON", help="interpreter that has the peers")
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds for each peer")
    parser.add_argument("--large", action="store_true", help="also a million rows")
    args = parser.parse_args()
    simplefilter("ignore")
    print("d=10, K=5; the same start and as many sweeps as one fit of scikit-learn's KMeans:")
    for n in (2000, 10_000, 100_000, *((1_000_000,) if args.large else ())):
        print(equal_sweeps(n, max(3, min(30, 300_000 // n))))
    print("100 pairs; a fit from nothing, and one from the last centres after an answer:")
    for n in (2000, 10_000):
        print(refits(n, 5))
    if args.peers:
        print("100 pairs; beside active-semi-supervised-clustering:")
        for line in beside_peers(args.peers, args.timeout):
            print(line)


if __name__ == "__main__":
    main()
