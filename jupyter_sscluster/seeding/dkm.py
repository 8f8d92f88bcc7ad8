from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import check_choice, checked
from jupyter_sscluster.seeding._distances import first_largest
from jupyter_sscluster.seeding.generator import draws_nothing, generator

Quantiles = Literal["linear", "hazen"]

_BLOCK = 1 << 20
"""Distances held at a time."""


@draws_nothing
def dkm(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    quantiles: Quantiles = "linear",
) -> NDArray[np.float64]:
    """Rows in dense places, far from one another: the start of DKM++, the same every time.

    The density of row i is ρ_i = Σ exp(-d_ij / ε) over the other rows within ε of it, scaled to
    [0, 1]. The first centre is the densest row; every further one has the largest ρ_i · min d_iq
    over the centres q chosen before. The radius ε comes from the edge lengths of the minimum
    spanning tree: their upper quartile and three interquartile ranges, at most the longest.

    Prefer it where a result must not depend on chance and a few thousand rows are all there are:
    the time grows with n², O(n²d), while memory stays at O(nd). Single outliers have density 0
    and are left alone, unlike in `farthest_first`. For many rows `robin` is as repeatable. As the
    `init` of a clusterer it is one start, whatever `n_init` says.

    Parameters
    ----------
    X, n_clusters, constraints, random_state
        As in `kmeans_plusplus`, but `random_state` is not used: nothing is drawn.
    quantiles : {"linear", "hazen"}
        How quartiles lie between two edge lengths. "hazen" is the rule of MATLAB, and so of the
        reference implementation of Vouros & Vasilaki (2020).

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Nidheesh, N., Abdul Nazeer, K. A. & Ameer, P. M. (2017). An enhanced deterministic K-means
    clustering algorithm for cancer subtype prediction from gene expression data. Computers in
    Biology and Medicine, 91, 213-221. doi:10.1016/j.compbiomed.2017.10.014

    Examples
    --------
    >>> from jupyter_sscluster.seeding import dkm
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [40.0], [41.0], [42.0], [43.0], [60.0]]
    >>> dkm(X, 2).ravel().tolist()
    [1.0, 42.0]
    """
    data = checked(X, n_clusters, constraints)
    generator(random_state)
    check_choice(quantiles, "quantiles", "linear", "hazen")
    density = _scaled(densities(data, radius(data, quantiles)))
    return data[_rows(data, n_clusters, density)]


def radius(X: Array, quantiles: Quantiles) -> float:
    """ε of the rows, 0 where all are equal.

    The outer fence of a box plot of the edge lengths, Q₃ + 3 (Q₃ - Q₁): edges beyond it are those
    between clusters and to outliers.
    """
    lengths = spanning_tree_lengths(X)
    if not lengths.any():
        return 0.0
    low, high = np.quantile(lengths, [0.25, 0.75], method=quantiles)
    found = min(lengths.max(), high + 3.0 * (high - low))
    return float(found or lengths[lengths > 0.0].min())


def spanning_tree_lengths(X: Array) -> Array:
    """Lengths (n - 1,) of the edges of a minimum spanning tree, in the order Prim finds them.

    Distances are taken when a row joins the tree, and only the nearest is kept for each row that
    is left: O(n²d) time, O(nd) memory.
    """
    rest, row = X[1:].copy(), X[0].copy()
    near = np.full(len(rest), np.inf)
    lengths = np.empty(len(rest))
    for left in range(len(rest), 0, -1):
        open_ = near[:left]
        np.minimum(open_, cdist(row[None], rest[:left])[0], out=open_)
        j = int(open_.argmin())
        lengths[-left] = open_[j]
        row[:] = rest[j]
        rest[j], near[j] = rest[left - 1], near[left - 1]
    return lengths


def densities(X: Array, radius: float) -> Array:
    """ρ (n,): the sum of exp(-d / radius) over the other rows within the radius."""
    found = np.zeros(len(X))
    step = max(1, _BLOCK // len(X))
    for start in range(0, len(X) if radius else 0, step):
        stop = min(start + step, len(X))
        apart = cdist(X[start:stop], X[start:])
        near = apart <= radius
        apart *= -1.0 / radius
        shares = np.zeros_like(apart)
        np.exp(apart, out=shares, where=near)
        found[start:stop] += shares.sum(axis=1) - 1.0  # less exp(0), its own share
        # Distances to the rows before `start` were taken with those rows.
        found[stop:] += shares[:, stop - start :].sum(axis=0)
    return found


def _scaled(density: Array) -> Array:
    """Density from 0 to 1; all 1 where it is the same everywhere."""
    low, high = density.min(), density.max()
    if high - low <= 1e-12 * high:
        return np.ones(len(density))
    scaled: Array = (density - low) / (high - low)
    return scaled


def _rows(X: Array, n_clusters: int, density: Array) -> list[int]:
    """The rows chosen; once all that is apart has density 0 the farthest, then what is left."""
    chosen = [first_largest(density)]
    apart = np.full(len(X), np.inf)
    while len(chosen) < n_clusters:
        np.minimum(apart, cdist(X[chosen[-1:]], X)[0], out=apart)
        score = density * apart
        if not score.any():
            score = apart.copy() if apart.any() else density.copy()
        score[chosen] = -1.0
        chosen.append(first_largest(score))
    return chosen
