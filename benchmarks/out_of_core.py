"""Fits on blocks beside fits in memory: the same labels, seconds a step, and a worker that dies.

    OMP_NUM_THREADS=1 python benchmarks/out_of_core.py            # all but the largest
    OMP_NUM_THREADS=1 python benchmarks/out_of_core.py --largest  # with 10,000,000 rows

On a `LocalCluster` of two worker processes with one thread each. Figures go to standard output, as
the tables of `docs/larger_than_memory.md`. Rows are made block by block where they are needed, and
never whole.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import threading
import time
import warnings
from importlib.util import find_spec

import dask.array as da
import numpy as np
from distributed import Client, LocalCluster, wait

from jupyter_sscluster import Constraints, cluster
from jupyter_sscluster.cluster.fit.watching import watching

D, K = 20, 10
STEPS = 8
CUTS = {"1,000": 1000, "7,919": 7919, "100,000": 100_000, "uneven": None}

CLASSES = {
    "KMeans": {},
    "SeededKMeans": {},
    "ConstrainedKMeans": {},
    "COPKMeans": {},
    "PCKMeans": {},
    "MKMeans": {},
    "RCAKMeans": {},
    "ITMLKMeans": {},
    "MPCKMeans": {},
    "AdaptivePCKMeans": {},
    "SparseKMeans": {},
    "PCSKMeans": {},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--largest", action="store_true", help="10,000,000 rows as well")
    parser.add_argument("--rows", type=int, default=200_000, help="of the comparison of labels")
    parser.add_argument(
        "--part", choices=["labels", "killed", "steps", "pairs", "other"], nargs="*"
    )
    chosen = parser.parse_args()
    parts = chosen.part or ["labels", "killed", "steps", "pairs", "other"]
    warnings.simplefilter("ignore")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n", flush=True)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        if "labels" in parts:
            same_labels(chosen.rows)
        if "killed" in parts:
            killed(client)
        if "steps" in parts:
            steps(client, [10**5, 10**6] + [10**7] * chosen.largest)
        if "pairs" in parts:
            pairs_cost()
        if "other" in parts:
            beside_dask_ml()


# ----------------------------------------------------------------------------------- data


def means() -> np.ndarray:
    return 2.0 * np.random.default_rng(0).normal(size=(K, D))


def block(start: int, rows: int) -> np.ndarray:
    """Rows about ten centres, the same whichever process makes them."""
    rng = np.random.default_rng((1, start))
    return rng.normal(size=(rows, D)) + means()[rng.integers(K, size=rows)]


def made(n: int, rows: int = 50_000) -> da.Array:
    """The rows of `n`, a block at a time, made anew in each pass."""
    sizes = [min(rows, n - start) for start in range(0, n, rows)]
    starts = np.cumsum([0, *sizes[:-1]])

    def make(block_info: dict | None = None) -> np.ndarray:
        number = block_info[None]["chunk-location"][0]
        return block(int(starts[number]), sizes[number])

    return da.map_blocks(make, chunks=(tuple(sizes), (D,)), dtype=float, meta=np.empty((0, D)))


def whole(n: int, rows: int = 50_000) -> np.ndarray:
    return np.vstack([block(start, min(rows, n - start)) for start in range(0, n, rows)])


def classes(n: int, rows: int = 50_000) -> np.ndarray:
    """The centre each row was made about."""
    found = []
    for start in range(0, n, rows):
        size = min(rows, n - start)
        rng = np.random.default_rng((1, start))
        rng.normal(size=(size, D))
        found.append(rng.integers(K, size=size))
    return np.concatenate(found)


def first_centres() -> np.ndarray:
    return means() + np.random.default_rng(2).normal(size=(K, D))


# ----------------------------------------------------------------------------------- labels


def same_labels(n: int) -> None:
    """Labels and objectives from the same first centres, in memory and on blocks."""
    X, y = whole(n), classes(n)
    known = Constraints.from_labels(y, 1000, random_state=0)
    labels = np.where(np.random.default_rng(3).random(n) < 0.001, y, -1)
    print(f"The same labels as in memory, {n:,} rows:\n")
    print("| clusterer | " + " | ".join(CUTS) + " | objectives apart, at most |")
    print("|---|" + "---|" * (len(CUTS) + 1), flush=True)
    for name, params in CLASSES.items():
        told = {"constraints": known}
        model = getattr(cluster, name)(K, random_state=0, **params)
        if name in ("SeededKMeans", "ConstrainedKMeans"):
            told = {"y": labels}
        else:
            model.set_params(init=first_centres())
        reference = model.fit(X, **told)
        expected, objective = reference.labels_, reference.objective_
        cells, worst = [], 0.0
        for rows in CUTS.values():
            sizes = (1, 0, n // 3, 7, n - n // 3 - 8) if rows is None else rows
            blocks = da.from_array(X, chunks=(sizes, D)).persist()
            found = model.fit(blocks, **told)
            cells.append("same" if (found.labels_.compute() == expected).all() else "OTHERS")
            worst = max(worst, abs(found.objective_ / objective - 1))
            del blocks
        print(f"| {name} | {' | '.join(cells)} | {worst:.0e} |", flush=True)
    print()


# ----------------------------------------------------------------------------------- a dead worker


def killed(client: Client) -> None:
    """A worker process is killed in the middle of an iteration; Dask makes its blocks again."""
    X = made(400_000)
    model = cluster.PCKMeans(K, init=first_centres(), max_iter=8)
    known = Constraints.from_labels(classes(400_000), 1000, random_state=0)
    undisturbed = model.fit(X, constraints=known)
    centres, labels = undisturbed.cluster_centers_, undisturbed.labels_.compute()
    gone: list[int] = []

    def disturb(step: str, done: int, total: int) -> None:
        if done == 4 and not gone:
            pids = client.run(os.getpid)
            gone.append(next(iter(pids.values())))
            # A moment later, while the pass that begins now is under way.
            threading.Timer(0.2, os.kill, (gone[0], signal.SIGKILL)).start()

    start = time.perf_counter()
    with watching(disturb):
        again = model.fit(X, constraints=known)
    took = time.perf_counter() - start
    apart = float(np.abs(again.cluster_centers_ - centres).max())
    same = bool((again.labels_.compute() == labels).all())
    print(f"A worker killed in the middle of an iteration: {len(gone)} killed, the fit ended after")
    print(f"{took:.1f} s, centres {apart:.1e} apart, labels the same: {same}.\n", flush=True)


# ----------------------------------------------------------------------------------- steps


def seconds_a_step(model, X, **told) -> float:
    """The median from the beginning of an iteration to that of the next."""
    began: list[float] = []
    with watching(lambda *_: began.append(time.perf_counter())):
        model.set_params(max_iter=STEPS + 1).fit(X, **told)
    return float(np.median(np.diff(began)))


def processor_seconds_a_step(client: Client, model, X, steps: int) -> tuple[float, float]:
    """Seconds, which other programs change, and those of the processor in all processes."""
    began: list[float] = []
    spent: list[float] = []

    def note(step: str, done: int, total: int) -> None:
        began.append(time.perf_counter())
        spent.append(sum(client.run(time.process_time).values()) + time.process_time())

    with watching(note):
        model.set_params(max_iter=steps + 1).fit(X)
    return float(np.median(np.diff(began))), (spent[-1] - spent[0]) / (len(began) - 1)


def slow_centres() -> np.ndarray:
    """Centres from which k-means goes on for many iterations."""
    return 0.1 * np.random.default_rng(2).normal(size=(K, D))


def resident() -> float:
    """The most this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def steps(client: Client, sizes: list[int]) -> None:
    """Seconds a step, and memory of client and workers."""
    print("An iteration of k-means, 20 features, 10 clusters, rows made anew in each pass:\n")
    print("| rows | seconds an iteration | of the processors | client, MB | workers, MB |")
    print("|---|---|---|---|---|", flush=True)
    costs = []
    model = cluster.KMeans(K, init=slow_centres())
    for n in sizes:
        X = made(n)
        seconds, cost = processor_seconds_a_step(client, model, X, STEPS if n < 10**7 else 3)
        costs.append(cost)
        workers = ", ".join(f"{size:.0f}" for size in client.run(resident).values())
        print(f"| {n:,} | {seconds:.2f} | {cost:.2f} | {resident():.0f} | {workers} |", flush=True)
    slope = np.polyfit(np.log(sizes), np.log(costs), 1)[0]
    print(
        f"\nSlope of the processors' seconds over rows, both logarithmic: {slope:.2f}\n", flush=True
    )
    n = 10**6
    X = whole(n)
    memory, alone = processor_seconds_a_step(client, model, X, STEPS)
    held = client.persist(made(n))
    wait(held)
    on_blocks, together = processor_seconds_a_step(client, model, held, STEPS)
    print(f"At {n:,} rows that are held: {on_blocks:.3f} s on blocks, {memory:.3f} s in memory,")
    print(f"a ratio of {on_blocks / memory:.2f}; of processors {together:.3f} s and {alone:.3f} s,")
    print(f"a ratio of {together / alone:.2f}.\n", flush=True)


# ----------------------------------------------------------------------------------- pairs


def pairs_cost() -> None:
    """What 1,000 pairs add to an iteration."""
    n = 10**6
    X = made(n).persist()
    wait(X)
    known = Constraints.from_labels(classes(n), 1000, random_state=0)
    plain = seconds_a_step(cluster.KMeans(K, init=slow_centres()), X)
    weight = cluster.PCKMeans(K, init=slow_centres(), constraint_weight=20.0)
    paired = seconds_a_step(weight, X, constraints=known)
    print(f"An iteration at {n:,} rows that are held: k-means {plain:.3f} s, PCK-means with 1,000")
    print(f"pairs {paired:.3f} s, a ratio of {paired / plain:.2f}.\n", flush=True)


# ----------------------------------------------------------------------------------- dask-ml


def beside_dask_ml() -> None:
    """The k-means of dask-ml on the same blocks, where it is installed."""
    if find_spec("dask_ml") is None:
        print("dask-ml is not installed here.\n", flush=True)
        return
    from dask_ml.cluster import KMeans

    X = made(10**6).persist()
    wait(X)
    took = []
    for most in (1, 1 + STEPS):
        start = time.perf_counter()
        KMeans(K, init=slow_centres(), max_iter=most, tol=0.0).fit(X)
        took.append(time.perf_counter() - start)
    # It tells nobody of its iterations: the difference of two fits.
    other = (took[1] - took[0]) / STEPS
    own = seconds_a_step(cluster.KMeans(K, init=slow_centres()), X)
    print(f"An iteration at 1,000,000 rows that are held: {own:.3f} s, dask-ml {other:.3f} s.\n")


if __name__ == "__main__":
    main()
