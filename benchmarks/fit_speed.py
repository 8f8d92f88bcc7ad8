"""How long fits take beside one k-means fit of scikit-learn, what they need, and other programs.

    python benchmarks/fit_speed.py                                # ratios to scikit-learn's k-means
    python benchmarks/fit_speed.py --small                        # without the million rows
    python benchmarks/fit_speed.py --untraced                     # what tracing costs when off
    python benchmarks/fit_speed.py --many                         # 200 clusters
    python benchmarks/fit_speed.py --peers /path/to/bin/python    # and to the package there

All fits start at the same centres and make the same number of iterations; scikit-learn uses all
cores, as it does by itself. Runs alternate, and the fastest of each counts, so that a busy machine
harms all alike. The memory is the most that a fit holds beyond what was there before it, in units
of the data. Peers run in an interpreter of their own, which has `active-semi-supervised-clustering`
installed: importing that package changes NumPy's error state for the whole process.
"""

import argparse
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any
from warnings import simplefilter

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    COPKMeans,
    GPKMeans,
    KMeans,
    MPCKMeans,
    PCKMeans,
)
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder

ITERATIONS = 20

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


def _seconds(fit: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    fit()
    return clock() - start


def models(start: np.ndarray, max_iter: int = ITERATIONS) -> dict[str, object]:
    """What is timed; MPCK-means as published, and with its prior."""
    once = {"init": start, "max_iter": max_iter}
    return {
        "KMeans": KMeans(5, **once),
        "PCKMeans": PCKMeans(5, **once),
        "MPCKMeans": MPCKMeans(5, metric="diagonal", shrinkage=0, **once),
        "MPCKMeans, prior": MPCKMeans(5, metric="diagonal", **once),
    }


def equal_iterations(n: int, repeats: int, pairs: int = 1000) -> dict[str, float]:
    """Prints ratios and memory; seconds of each."""
    X, known, start = problem(n, pairs=pairs)
    theirs = SklearnKMeans(5, init=start, n_init=1, max_iter=ITERATIONS, tol=0, algorithm="lloyd")
    iterations = theirs.fit(X).n_iter_
    ours = models(start, iterations)
    fits = [partial(model.fit, X, constraints=known) for model in ours.values()]
    needed = dict(zip(ours, map(memory, fits), strict=True))
    their_s, *our_s = fastest([partial(theirs.fit, X), *fits], repeats)
    print(f"n={n:>9,}  {iterations} iterations  scikit-learn {1e3 * their_s:8.1f} ms")
    for (name, model), seconds in zip(ours.items(), our_s, strict=True):
        print(
            f"    {name:<17} {seconds / their_s:5.2f}x  {1e3 * seconds:8.1f} ms  "
            f"{model.n_iter_:>3} iterations  memory {needed[name] / X.nbytes:.2f} X"
        )
    return dict(zip(ours, our_s, strict=True))


def memory(fit: Callable[[], object]) -> int:
    """Bytes that a fit holds at most, once what it remembers of the constraints is there."""
    fit()
    tracemalloc.start()
    fit()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def slopes(sizes: list[int], seconds: list[dict[str, float]]) -> str:
    """How times grow with n: 1 is linear."""
    found = []
    for name in seconds[0]:
        times = [taken[name] for taken in seconds]
        found.append(f"{name} {np.polyfit(np.log(sizes), np.log(times), 1)[0]:.2f}")
    return "log-log slope of time in n: " + ", ".join(found)


def refits(n: int, repeats: int) -> str:
    X, known, _ = problem(n)
    fresh = PCKMeans(5, random_state=0)
    warm = PCKMeans(5, init=fresh.fit(X, constraints=known).cluster_centers_, n_init=1)
    more = known.add(*_unknown_pair(known), "cannot")
    fits = [lambda: fresh.fit(X, constraints=known), lambda: warm.fit(X, constraints=more)]
    fresh_s, warm_s = fastest(fits, repeats)
    return f"n={n:>9,}  fresh, ten starts {1e3 * fresh_s:6.1f} ms  warm {1e3 * warm_s:6.1f} ms"


def many_clusters(n: int, repeats: int, k: int = 200) -> str:
    """Processor time of ten starts of plain k-means, and of the default with and without pairs."""
    X, y = make_blobs(n, 10, centers=k, random_state=0)
    known = Constraints.from_labels(y, 20, random_state=0)
    theirs = SklearnKMeans(k, n_init=10, tol=0, algorithm="lloyd", random_state=0)
    ours, default = (cls(k, random_state=0) for cls in (KMeans, AdaptivePCKMeans))
    fits = {
        "KMeans": partial(ours.fit, X),
        "AdaptivePCKMeans": partial(default.fit, X, constraints=known),
        "without pairs": partial(default.fit, X),
    }
    clocked = [
        partial(_seconds, fit, time.process_time) for fit in (lambda: theirs.fit(X), *fits.values())
    ]
    their_s, *our_s = np.min([[run() for run in clocked] for _ in range(repeats)], axis=0)
    shown = ", ".join(
        f"{name} {seconds / their_s:.2f}x ({seconds:.2f} s)"
        for name, seconds in zip(fits, our_s, strict=True)
    )
    return f"n={n:>9,}  scikit-learn, ten starts {their_s:.2f} s; {shown}"


def propagation() -> str:
    """GPK-means on iris beside its bases, ten starts each."""
    X, y = load_iris(return_X_y=True)
    known = Constraints.from_labels(y, 100)
    found = []
    for base in (MPCKMeans(3, metric="diagonal", shrinkage=0), PCKMeans(3)):
        base.set_params(random_state=0)
        fits = [GPKMeans(3, base=base, random_state=0), base]
        gpk_s, base_s = fastest([partial(fit.fit, X, constraints=known) for fit in fits], 5)
        found.append(f"{gpk_s / base_s:.1f}x {type(base).__name__} ({1e3 * gpk_s:.0f} ms)")
    return "GPKMeans " + ", ".join(found)


def untraced(n: int, repeats: int) -> Iterator[str]:
    """Fits that nobody traces, with the questions whether anybody does, and without them.

    Processor time of one thread, as the differences are smaller than the noise of a busy machine.
    """
    X, known, start = problem(n)
    for name, model in models(start).items():
        fit = partial(model.fit, X, constraints=known)
        traced_fit = partial(fit, trace=lambda step: None)
        kinds: dict[str, list[float]] = {"hooks": [], "none": [], "traced": []}
        for _ in range(repeats):
            kinds["hooks"].append(_seconds(fit, time.thread_time))
            with without_hooks():
                kinds["none"].append(_seconds(fit, time.thread_time))
            kinds["traced"].append(_seconds(traced_fit, time.thread_time))
        hooks, none, traced = (min(seconds) for seconds in kinds.values())
        yield (
            f"n={n:>6,}  {name:<16} {1e3 * none:7.2f} ms  with hooks {hooks / none:.3f}x  "
            f"traced {traced / none:.2f}x"
        )


@contextmanager
def without_hooks() -> Iterator[None]:
    """Nothing asks whether a fit is traced, and no note is made."""
    stand_ins: dict[str, Callable[..., Any]] = {
        "notes": lambda: None,
        "of": lambda *_, **__: (),
        "if_traced": lambda *_: (),
        "is_traced": lambda: False,
        "tracing": lambda _: nullcontext(),
        "assigned": lambda *_: None,
    }
    ours = {name: getattr(trace_recorder, name) for name in stand_ins}
    rooms = [each for name, each in sys.modules.items() if name.startswith("jupyter_sscluster.cl")]
    places = [(at, name) for at in rooms for name in ours if vars(at).get(name) is ours[name]]
    for at, name in places:
        setattr(at, name, stand_ins[name])
    try:
        yield
    finally:
        for at, name in places:
            setattr(at, name, ours[name])


def _unknown_pair(known: Constraints) -> tuple[int, int]:
    return next((0, j) for j in range(1, known.n_samples) if known.relation(0, j) is None)


def beside_peers(python: str, timeout: float) -> None:
    """Prints how much longer the other package takes; a lower bound where it takes too long."""
    mpck = {"metric": "diagonal", "shrinkage": 0}
    cases = [(PCKMeans, {}, 10_000), (COPKMeans, {}, 10_000), (MPCKMeans, mpck, 2000)]
    for cls, params, n in cases:
        X, known, start = problem(n)
        one, ten = cls(5, init=start, **params), cls(5, random_state=0, **params)
        one_s, ten_s = fastest([partial(m.fit, X, constraints=known) for m in (one, ten)], 5)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "problem.npz"
            np.savez(path, X=X, must=known.must, cannot=known.cannot, k=5)
            peer_s = _peer_seconds(python, path, cls.__name__, timeout)
        least = "more than " if peer_s >= timeout else ""
        print(
            f"n={n:>9,}  {cls.__name__}: peer {least}{peer_s:.2f} s, {least}{peer_s / one_s:.0f}x "
            f"our one start ({1e3 * one_s:.1f} ms), {least}{peer_s / ten_s:.0f}x our ten starts "
            f"({1e3 * ten_s:.1f} ms)"
        )


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
    parser.add_argument("--small", action="store_true", help="without the million rows")
    parser.add_argument("--many", action="store_true", help="only fits with 200 clusters")
    parser.add_argument("--untraced", action="store_true", help="only the cost of tracing")
    args = parser.parse_args()
    simplefilter("ignore")
    if args.untraced:
        print("d=10, K=5, 100 pairs; fits in turns, the fastest of each:")
        for n, repeats in ((150, 200), (2000, 100), (10_000, 50)):
            print(*untraced(n, repeats), sep="\n")
        return
    if args.many:
        print("d=10, K=200, 20 pairs; processor seconds, the fewest of some runs:")
        sizes = {10_000: 3, 20_000: 3} if args.small else {10_000: 3, 20_000: 3, 200_000: 1}
        print(*(many_clusters(n, repeats) for n, repeats in sizes.items()), sep="\n")
        return
    print("d=10, K=5, 1000 pairs and all that follow; one metric of weights in MPCK-means:")
    sizes = [10_000, 100_000, *([] if args.small else [1_000_000])]
    seconds = [equal_iterations(n, max(3, min(30, 300_000 // n))) for n in sizes]
    print(slopes(sizes, seconds))
    print("100 pairs; a fit from nothing, and one from the last centres after an answer:")
    for n in (2000, 10_000):
        print(refits(n, 5))
    print("iris, 100 pairs; constraint propagation beside its base:")
    print(propagation())
    if args.peers:
        print("100 pairs; beside active-semi-supervised-clustering:")
        beside_peers(args.peers, args.timeout)


if __name__ == "__main__":
    main()
