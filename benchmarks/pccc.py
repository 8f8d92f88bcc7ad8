"""What PCCC reaches and costs: quality on labelled sets, and time beside k-means with ten starts.

    python benchmarks/pccc.py                 # everything
    python benchmarks/pccc.py --seeds 5       # fewer sets of pairs for each data set

Runs of ours and of scikit-learn alternate, and the fastest of each counts. `--peers PYTHON` is
taken for the sake of one call for all benchmarks: the peer of this method asks for a commercial
solver, so that there is nothing to run.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import PCCC
from jupyter_sscluster.datasets import load_digits389

GOALS = {
    ("iris", 100): 0.773,
    ("wine", 100): 0.954,
    ("wdbc", 100): 0.746,
    ("digits389", 100): 0.677,
    ("wdbc", 500): 0.951,
    ("digits389", 500): 0.919,
}
"""Mean adjusted Rand index of the published program, hard pairs, ten sets of pairs."""


def real_data(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Standardised, but for the grey values of the digits."""
    if name == "digits389":
        return load_digits389()
    loader = {"iris": load_iris, "wine": load_wine, "wdbc": load_breast_cancer}[name]
    X, y = loader(return_X_y=True)
    return StandardScaler().fit_transform(X), y


def quality(name: str, n_pairs: int, seeds: int, soft: bool) -> str:
    """One line: agreement with the classes, on all rows and on those without pairs."""
    X, y = real_data(name)
    scores, rest, seconds = [], [], []
    proved = violated = 0
    for seed in range(seeds):
        known = Constraints.from_labels(y, n_pairs, random_state=seed)
        model = PCCC(len(np.unique(y)), soft=soft, random_state=seed)
        seconds.append(_seconds(lambda m=model, c=known: m.fit(X, constraints=c)))
        proved += model.status_ == "optimal"
        violated += sum(model.violations_[:2])
        scores.append(adjusted_rand_score(y, model.labels_))
        free = np.setdiff1d(np.arange(len(y)), known.touched)
        if len(free) > 10:
            rest.append(adjusted_rand_score(y[free], model.labels_[free]))
    goal = "" if soft else f"{GOALS[name, n_pairs]:.3f}"
    untouched = f"{np.mean(rest):.3f}" if rest else "  –  "
    return (
        f"{name:<10} {n_pairs:>5} {'soft' if soft else 'hard'}   {np.mean(scores):.3f} ± "
        f"{np.std(scores) / seeds**0.5:.3f}  {goal:>5}   {untouched}   {proved:>3}/{seeds:<3} "
        f"{violated:>6}   {1e3 * median(seconds):6.0f} ms"
    )


def problem(n: int, n_pairs: int) -> tuple[np.ndarray, np.ndarray, Constraints]:
    """Overlapping blobs in ten dimensions, and true pairs about them."""
    X, y = make_blobs(n, 10, centers=5, cluster_std=3.0, center_box=(-4, 4), random_state=0)
    return X, y, Constraints.from_labels(y, n_pairs, random_state=0)


def speed(n: int, n_pairs: int) -> str:
    """One line: ten starts of ours, in units of ten starts of scikit-learn's k-means."""
    X, y, known = problem(n, n_pairs)
    models = {
        "hard": PCCC(5, random_state=0),
        "soft": PCCC(5, soft=True, random_state=0),
        "sizes": PCCC(5, max_size=n // 5, random_state=0),
    }
    theirs = SklearnKMeans(5, n_init=10, random_state=0)
    fits = [lambda: theirs.fit(X)]
    fits += [lambda m=model: m.fit(X, constraints=known) for model in models.values()]
    times = np.min([[_seconds(fit) for fit in fits] for _ in range(5)], axis=0)
    ours = "   ".join(
        f"{name} {seconds / times[0]:6.2f}x {adjusted_rand_score(y, model.labels_):.3f}"
        for (name, model), seconds in zip(models.items(), times[1:], strict=True)
    )
    plain = adjusted_rand_score(y, theirs.labels_)
    return f"n={n:>7,} {n_pairs:>5} pairs   k-means {1e3 * times[0]:6.1f} ms {plain:.3f}   {ours}"


def blobs(seeds: int) -> str:
    """One line: 2000 standardised rows in five blobs, less mixed than those of `problem`."""
    scores, plain = [], []
    for seed in range(seeds):
        X, y = make_blobs(2000, 10, centers=5, cluster_std=2.0, center_box=(-4, 4), random_state=0)
        X = (X - X.mean(axis=0)) / X.std(axis=0)
        known = Constraints.from_labels(y, 100, random_state=seed)
        scores.append(
            adjusted_rand_score(y, PCCC(5, random_state=seed).fit(X, constraints=known).labels_)
        )
        fit = SklearnKMeans(5, n_init=10, random_state=seed).fit(X)
        plain.append(adjusted_rand_score(y, fit.labels_))
    ours, base = np.mean(scores), np.mean(plain)
    return f"blobs, 2000 × 10, 100 pairs: {ours:.3f} (goal 0.713, k-means {base:.3f})"


def _seconds(fit: Callable[[], object]) -> float:
    start = time.perf_counter()
    fit()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", metavar="PYTHON", help="taken and not used")
    parser.add_argument("--seeds", type=int, default=20, help="sets of pairs for each data set")
    args = parser.parse_args()
    print(
        "data       pairs          ARI             goal   untouched  proved  violated  median time"
    )
    for name, n_pairs in GOALS:
        for soft in (False, True):
            print(quality(name, n_pairs, args.seeds, soft))
    print(blobs(args.seeds))
    print("Ten starts, d=10, K=5: times in units of scikit-learn's k-means, and ARI")
    for n, n_pairs in ((2000, 100), (2000, 1000), (10_000, 100)):
        print(speed(n, n_pairs))


if __name__ == "__main__":
    main()
