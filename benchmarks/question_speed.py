"""How long questions take: beside another program, beside the fits they rest on, and on many rows.

    python benchmarks/question_speed.py                           # our figures
    python benchmarks/question_speed.py --peers /path/to/python   # and ratios to the program there
    python benchmarks/question_speed.py --npu 20                  # NPU asks 20 of 150 on magic

The peer is active-semi-supervised-clustering, in an interpreter of its own that has it installed:
importing it changes NumPy's error state for the whole process. Ours and theirs take turns, seed by
seed; figures are processor time, medians over seeds, of ours the least of three runs. Both learners
do the same job: 100 questions to the true classes, from the same data; theirs draws its first point
from NumPy's global state, ours from its seed. Its Min-Max clusters nothing, so ours is also timed
with the last clustering left out.
"""

import argparse
import subprocess
import tempfile
import time
import tracemalloc
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from data_sets import Absent, load
from sklearn.base import BaseEstimator
from sklearn.datasets import make_blobs
from sklearn.ensemble import RandomForestClassifier
from threadpoolctl import threadpool_limits

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._catalogue import strategies
from jupyter_sscluster.active import NPU, Oracle, Snapshot
from jupyter_sscluster.active.similarity import forest, trees
from jupyter_sscluster.active.similarity.batches import PointBatches
from jupyter_sscluster.active.similarity.gaussian_kernel import GaussianKernel
from jupyter_sscluster.cluster import PCKMeans

PEER = """
import sys, time
import numpy as np
from active_semi_clustering.active import pairwise_constraints as active
from active_semi_clustering.semi_supervised.pairwise_constraints import PCKMeans
data = np.load(sys.argv[1])
k = int(data["k"])
options = {"clusterer": PCKMeans(n_clusters=k)} if sys.argv[2] == "NPU" else {"n_clusters": k}
learner = getattr(active, sys.argv[2])(**options)
oracle = active.ExampleOracle(data["y"], max_queries_cnt=100)
np.random.seed(int(sys.argv[3]))
start = time.process_time()
learner.fit(data["X"], oracle=oracle)
print(time.process_time() - start)
"""


class NoClustering(BaseEstimator):
    """Puts every point into one cluster: what is left is the time of the questions."""

    def __init__(self, n_clusters: int = 8) -> None:
        self.n_clusters = n_clusters

    def fit(self, X: Any, *, constraints: Constraints) -> "NoClustering":
        self.labels_ = np.zeros(len(X), dtype=int)
        return self


def seconds(work: Callable[[], object]) -> float:
    forest._grown.cache_clear()
    trees._kept.cache_clear()
    start = time.process_time()
    work()
    return time.process_time() - start


def least(work: Callable[[], object], repeats: int) -> float:
    return min(seconds(work) for _ in range(repeats))


def asked(strategy: Any, X: Any, y: Any, budget: int) -> Callable[[], object]:
    return lambda: strategy.fit(X, Oracle(y, budget))


# ------------------------------------------------------------------ beside the peer


def hundred_questions(name: str, dataset: str, args: argparse.Namespace, wanted: int) -> None:
    """100 questions, ours and theirs in turn."""
    if name.lower() not in strategies():
        print(f"{name}: skipped, it is not in the catalogue")
        return
    X, y = load(dataset)
    k = len(np.unique(y))
    cls = strategies()[name.lower()]
    clusters = cls.uses_labels
    ours, bare, ratios, theirs = [], [], [], []
    for seed in range(args.repeats):
        whole = asked(cls(PCKMeans(k, random_state=seed), k, seed), X, y, 100)
        alone = asked(cls(NoClustering(k), k, seed), X, y, 100)
        peer = peer_seconds(args.peers, X, y, name, seed) if args.peers else float("nan")
        ours.append(least(whole, 3))
        bare.append(ours[-1] if clusters else least(alone, 3))
        theirs.append(peer)
        ratios.append((peer / bare[-1], peer / ours[-1]))
    line = f"{name}, {dataset}, 100 questions: ours {np.median(ours):.3f} s with the clustering"
    line += "" if clusters else f", {np.median(bare):.3f} s for the questions alone"
    if args.peers:
        ratio, of_all = np.median(ratios, axis=0)
        line += f"; peer {np.median(theirs):.2f} s, {ratio:.0f} times ours (wanted: {wanted}"
        line += ")" if clusters else f"; {of_all:.0f} times ours with the clustering)"
    print(line, flush=True)


def peer_seconds(python: str, X: Any, y: Any, name: str, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.npz"
        np.savez(path, X=X, y=y, k=len(np.unique(y)))
        command = [python, "-c", PEER, str(path), name, str(seed)]
        run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(f"{name}: the peer failed: {run.stderr.strip().splitlines()[-1]}")
    return float(run.stdout)


# ------------------------------------------------------------------ one question


def one_question(args: argparse.Namespace, n: int = 2000, d: int = 10, k: int = 5) -> None:
    """The next question after an answer, in units of what it rests on."""
    X, y = make_blobs(n, d, centers=k, cluster_std=3.0, center_box=(-4, 4), random_state=0)
    clusterer = PCKMeans(k, random_state=0)
    known = NPU(clusterer, n_clusters=k).fit(X, Oracle(y, 60)).constraints_
    labels = PCKMeans(k, random_state=0).fit(X, constraints=known).labels_
    without = Snapshot(X, known, clusterer=clusterer)
    given = Snapshot(X, known, labels, clusterer=clusterer)
    fit = least(lambda: PCKMeans(k, random_state=0).fit(X, constraints=known), args.repeats)
    tree = least(lambda: RandomForestClassifier(50, random_state=0).fit(X, labels), args.repeats)
    own = least(lambda: forest.leaves_of(X, labels), args.repeats)
    from_nothing = least(lambda: NPU().propose(without), args.repeats)
    ready = least(lambda: NPU().propose(given), args.repeats)
    print(
        f"NPU, one question at n = {n}, d = {d}: {1e3 * from_nothing:.0f} ms with a clustering "
        f"from nothing, {1e3 * ready:.0f} ms with one at hand\n"
        f"    one fit of PCK-means {1e3 * fit:.0f} ms, 50 trees of scikit-learn "
        f"{1e3 * tree:.0f} ms, the same trees here {1e3 * own:.0f} ms\n"
        f"    (question - our trees) / fit = {(from_nothing - own) / fit:.2f} (wanted: below 3); "
        f"question / (3 fits + scikit-learn's forest) = {from_nothing / (3 * fit + tree):.2f} "
        "(wanted: below 1)",
        flush=True,
    )


# ------------------------------------------------------------------ many rows


def many_rows(args: argparse.Namespace) -> None:
    """MMDBatch and NPU on magic, as the study times them."""
    if "mmdbatch" not in strategies():
        print("MMDBatch: skipped, it is not in the catalogue")
        return
    try:
        X, y = load("magic")
    except Absent as reason:
        print(f"magic: skipped, {reason}")
        return
    batch = strategies()["mmdbatch"]
    grouping = PCKMeans(2, n_init=1, random_state=0)
    alone = seconds(asked(batch(NoClustering(2), n_clusters=2), X, y, 150))
    whole = seconds(asked(batch(grouping, n_clusters=2), X, y, 150))
    npu = seconds(asked(NPU(grouping, n_clusters=2), X, y, args.npu))
    fits = npu / args.npu * 150
    limited = "" if args.npu == 150 else f" (from {args.npu} questions, times {150 / args.npu:.1f})"
    print(
        f"magic, {len(X)} rows, 150 questions: MMDBatch {alone:.1f} s for the questions alone, "
        f"{whole:.1f} s with the last clustering; NPU {fits:.1f} s{limited}, "
        f"{fits / whole:.0f} times as much (wanted: 5)",
        flush=True,
    )


def batch_sizes() -> None:
    """The first batch of MMDBatch as it grows: seconds of the processor, largest memory."""
    X, _ = make_blobs(19_020, centers=2, n_features=10, random_state=0)
    kernel = GaussianKernel(X, 256, 0)
    print("| b | greedy, s | relaxed, s | relaxed, MB |\n|--:|--:|--:|--:|")
    for size in (1, 10, 50, 150):
        spent = []
        for method in ("greedy", "relaxed"):
            begun = time.process_time()
            next(iter(PointBatches(kernel, 0, size, method)))
            spent.append(time.process_time() - begun)
        tracemalloc.start()
        next(iter(PointBatches(kernel, 0, size, "relaxed")))
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"| {size} | {spent[0]:.2f} | {spent[1]:.2f} | {peak:.0f} |", flush=True)


def first_questions(args: argparse.Namespace) -> None:
    """The first question of each type after the first fit, of sessions about data of their own.

    Medians of ten, in processor seconds of one thread.
    """
    ways = ("propose", "propose_placement", "propose_sorting")
    for n, d, k, spread in ((2000, 8, 40, 1.0), (5000, 384, 12, 6.0)):
        spent: dict[str, list[float]] = {"first fit": [], **{way: [] for way in ways}}
        for number, way in enumerate(way for way in ways for _ in range(max(10, args.repeats))):
            X, _ = make_blobs(n, d, centers=k, cluster_std=spread, random_state=number)
            begun = time.process_time()
            session = Session(X, n_clusters=k)
            spent["first fit"].append(time.process_time() - begun)
            begun = time.process_time()
            getattr(session, way)()
            spent[way].append(time.process_time() - begun)
        told = ", ".join(f"{way} {np.median(seconds):.3f} s" for way, seconds in spent.items())
        print(f"n = {n}, d = {d}, K = {k}: {told}", flush=True)


PARTS = ("npu", "minmax", "question", "magic", "batches", "first")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", metavar="PYTHON", help="interpreter that has the peer")
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {PARTS}")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--npu", type=int, default=150, help="questions NPU is timed for on magic")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    works: dict[str, Callable[[], None]] = {
        "npu": lambda: hundred_questions("NPU", "iris", args, wanted=40),
        "minmax": lambda: hundred_questions("MinMax", "digits389", args, wanted=50),
        "question": lambda: one_question(args),
        "magic": lambda: many_rows(args),
        "batches": batch_sizes,
        "first": lambda: first_questions(args),
    }
    with threadpool_limits(1):
        for part in args.only.split(","):
            works[part]()


if __name__ == "__main__":
    main()
