"""Choose the sparsity of feature weights by the gap statistic."""

from functools import partial
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.lloyd.points import Points, centred
from jupyter_sscluster.cluster._parts.mpck.sparse_alternation import SparseAlternation
from jupyter_sscluster.cluster.fit.watching import part_of
from jupyter_sscluster.seeding.generator import generator
from jupyter_sscluster.seeding.kmeans_plusplus import kmeans_plusplus

GAP_RULES = ("gap", "gap-sd")
N_CANDIDATES = 10
N_PERMUTED = 25
N_STARTS = 3
SAMPLE = 1000
"""Most rows that are looked at."""

NO_GAPS: Array = np.empty((0, 3))

_LEAST = 1.1
"""The smallest bound that is tried: below it hardly more than one feature has weight."""

_SAME = 1e-9
"""Difference of two gaps up to which they are the same."""


def gap_curve(points: Points, n_clusters: int, *, max_iter: int, random_state: Any) -> Array:
    """A row for each bound s that is tried, (n_candidates, 3): s, its gap, the spread of the gap.

    With O(s) = Σ w γ of sparse k-means without pairs, and O_b(s) the same of data in which every
    feature is permuted by itself, so that only the features' own spread is left,

        Gap(s) = log O(s) - mean_b log O_b(s),

    and the spread is the standard deviation of log O_b(s) (Witten & Tibshirani 2010, section 3.2).
    Where no feature explains anything, as with one cluster or rows all alike, gaps are nan.
    """
    # The streams of starts are spawned from the seed; these numbers are drawn, and are others.
    rng = np.random.default_rng(generator(random_state).integers(2**32, size=4))
    X = points.raw
    if len(X) > SAMPLE:
        X = X[np.sort(rng.choice(len(X), SAMPLE, replace=False))]
    bounds = candidates(X.shape[1])
    n_clusters = min(n_clusters, len(X))
    found = []
    for b in range(N_PERMUTED + 1):
        data = rng.permuted(X, axis=0) if b else X
        with part_of("permutation", b + 1, N_PERMUTED + 1):
            found.append(explained(data, n_clusters, bounds, max_iter=max_iter, rng=rng))
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.array(found))
        gaps = logs[0] - logs[1:].mean(axis=0)
        return np.column_stack([bounds, gaps, logs[1:].std(axis=0, ddof=1)])


def chosen_bound(curve: Array, rule: str) -> float | None:
    """The bound with the largest gap ("gap"), or the smallest within one spread ("gap-sd")."""
    known = curve[np.isfinite(curve[:, 1])]
    if not len(known):
        return None
    bounds, gaps, spreads = known.T
    best = int(np.argmax(gaps >= gaps.max() - _SAME))
    margin = spreads[best] if rule == "gap-sd" else _SAME
    return float(bounds[np.argmax(gaps >= gaps[best] - margin)])


def candidates(n_features: int) -> Array:
    """Bounds that are tried: ten from 1.1 to √p, or √p alone where it is no more than that."""
    most = float(np.sqrt(n_features))
    return np.unique(np.linspace(min(_LEAST, most), most, N_CANDIDATES))


def explained(
    X: Array, n_clusters: int, bounds: Array, *, max_iter: int, rng: np.random.Generator
) -> Array:
    """Σ w γ of sparse k-means under each bound, the best of a few starts, the same for all."""
    points = centred(X)
    draw = partial(kmeans_plusplus, X, n_clusters)
    starts = [draw(random_state=stream) - points.offset for stream in rng.spawn(N_STARTS)]
    loops = (SparseAlternation(points, None, n_clusters, bound) for bound in bounds)
    results = [loop.run(starts, N_STARTS, ramp=0, max_iter=max_iter, tol=0.0) for loop in loops]
    return np.maximum([-result.objective for result in results], 0.0)
