"""What an explicit list of the pairs in force gains over sums aggregated over components.

    OMP_NUM_THREADS=1 python benchmarks/explicit_pairs.py

Whole fits from equal starts, once as they are and once with the list refused, so that assignment
goes by components; both must find the same labels. Processor time of this process, in turns, the
least of each, so that a busy machine harms both alike.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import patch
from warnings import simplefilter

import numpy as np
from data_sets import load
from fit_speed import problem

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import MPCKMeans, PCKMeans
from jupyter_sscluster.cluster._parts.soft import choose_assignment
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

METHODS = {
    "PCKMeans": PCKMeans,
    "MPCKMeans, diagonal": partial(MPCKMeans, metric="diagonal"),
    "MPCKMeans, full": partial(MPCKMeans, metric="full"),
}

Model = PCKMeans | MPCKMeans
Case = tuple[str, np.ndarray, Constraints, dict[str, Model]]
"""A name, rows, what is known of them, and what is fitted."""


def blobs(sizes: tuple[int, ...], one_start: bool) -> Iterator[Case]:
    """Overlapping blobs, all methods from the same rows or ten times from their own seeding."""
    for n in sizes:
        for pairs in (100, 300, 1000):
            X, known, start = problem(n, pairs=pairs)
            given = {"init": start} if one_start else {"random_state": 0}
            models = {method: make(5, **given) for method, make in METHODS.items()}
            yield f"n={n:>7,} {pairs:>5} pairs", X, known, models


def warm_refits() -> Iterator[Case]:
    """One more answer, each method from the centres that it had found before that."""
    for name in ("iris", "wine"):
        X, y = load(name)
        for pairs in (20, 50, 100):
            known, models = Constraints.from_labels(y, pairs, random_state=0), {}
            for method, make in METHODS.items():
                last = make(3, random_state=0).fit(X, constraints=known).cluster_centers_
                models[method] = make(3, init=last)
            yield f"{name:<9} {pairs:>5} pairs", X, _one_more(known, y), models


def _one_more(known: Constraints, y: np.ndarray) -> Constraints:
    """With the truth about the first pair that is not known yet."""
    n = known.n_samples
    i, j = next((i, j) for i in range(n) for j in range(i) if known.relation(i, j) is None)
    return known.add(i, j, "must" if y[i] == y[j] else "cannot")


def compare(cases: Iterator[Case]) -> None:
    """Prints, for each case, how much longer every method takes with aggregated sums."""
    print(f"{'':<21} in force  " + "  ".join(f"{name:>19}" for name in METHODS))
    for name, X, known, models in cases:
        force = pairs_in_force(known)
        assert choose_assignment.explicit(force, len(X)), f"{name}: the list is not chosen"
        cells = [ratio(model, X, known) for model in models.values()]
        print(f"{name:<21} {force.n_pairs:>8.0f}  " + "  ".join(f"{cell:>19}" for cell in cells))


def ratio(model: Model, X: np.ndarray, known: Constraints) -> str:
    """Aggregated ÷ explicit, and what the fit takes with the list."""
    refused = patch.object(choose_assignment, "explicit", lambda force, n_samples: None)
    fit = partial(model.fit, X, constraints=known)
    taken, labels = [], []
    for _ in range(max(5, min(100, 20_000 // len(X)))):
        explicit_s = cpu_seconds(fit)
        labels.append(model.labels_)
        with refused:
            aggregated_s = cpu_seconds(fit)
        labels.append(model.labels_)
        taken.append((aggregated_s, explicit_s))
    assert all(np.array_equal(found, labels[0]) for found in labels), f"{model}: labels differ"
    aggregated_s, explicit_s = np.min(taken, axis=0)
    return f"{aggregated_s / explicit_s:.2f}x {1e3 * explicit_s:7.1f} ms"


def cpu_seconds(fit: Callable[[], object]) -> float:
    start = time.process_time()
    fit()
    return time.process_time() - start


def main() -> None:
    simplefilter("ignore")
    print("Aggregated ÷ explicit, and the time with the list; blobs, d=10, K=5, one start:")
    compare(blobs((2000, 10_000, 100_000), one_start=True))
    print("The same blobs, ten starts:")
    compare(blobs((2000, 10_000), one_start=False))
    print("One start, at the last centres, after one more answer:")
    compare(warm_refits())


if __name__ == "__main__":
    main()
