"""Agglomeration as it is defined: all pairs of clusters looked at before every merge."""

import itertools
import warnings

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster.constraints import Constraints

REDUCE = {"single": np.min, "complete": np.max, "average": np.mean}


def linkage_of(X, a, b, linkage, metric="euclidean"):
    """Distance of two clusters given by their rows."""
    if linkage == "ward":
        n, m = len(a), len(b)
        return np.sqrt(2 * n * m / (n + m)) * np.linalg.norm(X[a].mean(axis=0) - X[b].mean(axis=0))
    return REDUCE[linkage](cdist(X[a], X[b], {"manhattan": "cityblock"}.get(metric, metric)))


def minkowski(x, y, p):
    """Minkowski's distance of two rows, as it is defined."""
    return sum(abs(a - b) ** p for a, b in zip(x, y, strict=True)) ** (1 / p)


def partitions(clusters, apart, mergeable, fewest=1):
    """Clusters as sorted tuples of rows at the start and after every merge, and the heights."""
    clusters, found, heights = [tuple(c) for c in clusters], [], []
    while True:
        found.append(set(clusters))
        pairs = [
            (apart(a, b), a, b) for a, b in itertools.combinations(clusters, 2) if mergeable(a, b)
        ]
        if not pairs or len(clusters) == fewest:
            return found, heights
        height, a, b = min(pairs)
        heights.append(height)
        clusters = [c for c in clusters if c not in (a, b)] + [tuple(sorted(a + b))]


def as_partition(labels):
    """Labels as a set of sorted tuples of rows."""
    return {tuple(np.flatnonzero(labels == c).tolist()) for c in np.unique(labels)}


def components(known):
    """Must-link components as sorted tuples of rows."""
    return sorted(as_partition(known.component_ids))


def none_between(known):
    """Whether two clusters have no cannot-link between them."""
    apart = {frozenset(pair) for pair in known.cannot.tolist()}
    return lambda a, b: not any(frozenset(p) in apart for p in itertools.product(a, b))


def quietly(model, X, **known):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X, **known)


def case(seed, n=14):
    """Data without ties, and consistent pairs as dense as it comes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2)) * rng.choice([1.0, 1e-3, 1e4])
    classes = rng.integers(0, rng.integers(2, 8), n)
    pairs = rng.integers(0, n, (rng.integers(0, 40), 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    same = classes[pairs[:, 0]] == classes[pairs[:, 1]]
    return X, Constraints(n, pairs[same][:4], pairs[~same])
