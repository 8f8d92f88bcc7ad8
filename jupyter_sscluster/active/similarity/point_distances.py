"""Euclidean distances to a few points, by differences: an outlier costs no digits.

‖x‖² − 2 xᵀy + ‖y‖² would be faster, but cancels where distances are small beside the norms.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

BLOCK = 4096
MAX_POINTS = 256
TINY, HUGE = 1e-100, 1e100


def distances_between(A: NDArray[np.float64], B: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances of the rows of A to those of B, also where their squares are no numbers.

    >>> distances_between(np.array([[1e300]]), np.array([[0.0], [-1e300]]))
    array([[1.e+300, 2.e+300]])
    """
    scale = max(scale_of(A), scale_of(B))
    return cdist(A, B) if scale == 1.0 else cdist(A / scale, B / scale) * scale


def scale_of(X: NDArray[np.float64]) -> float:
    """1, but the largest absolute value where squares would overflow or underflow."""
    largest = max(float(X.max(initial=0.0)), -float(X.min(initial=0.0)))
    return 1.0 if largest == 0 or TINY < largest < HUGE else largest


def distance_to_nearest(X: NDArray[np.float64], points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Distance of every row of X to the nearest of the rows `points`; infinity if there are none.

    Beyond 256 points, 256 of them spread evenly stand for all, so that the cost stays O(n d).

    >>> distance_to_nearest(np.array([[0.0], [1.0], [5.0]]), np.array([0, 2]))
    array([0., 1., 0.])
    """
    if len(points) == 0:
        return np.full(len(X), np.inf)
    Z = X[evenly_spaced(points)]
    blocks = (X[low : low + BLOCK] for low in range(0, len(X), BLOCK))
    return np.concatenate([distances_between(block, Z).min(axis=1) for block in blocks])


def evenly_spaced(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """At most 256 of the points, spread evenly over their order."""
    if len(points) <= MAX_POINTS:
        return points
    return points[np.linspace(0, len(points) - 1, MAX_POINTS).astype(np.int64)]


def farthest_first(
    X: NDArray[np.float64], distance: NDArray[np.float64], candidates: NDArray[np.int64]
) -> Iterator[tuple[int, float]]:
    """Candidates in farthest-first order with their distances; ends where only duplicates are left.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    distance : array, shape (n_samples,)
        Distance to what has been visited already.
    candidates : array of row numbers

    Yields
    ------
    (row, distance to everything visited before it)

    >>> X = np.array([[0.0], [1.0], [5.0], [9.0]])
    >>> list(farthest_first(X, distance_to_nearest(X, np.array([0])), np.array([1, 2, 3])))
    [(3, 9.0), (2, 4.0), (1, 1.0)]
    """
    distance = distance[candidates]
    while len(candidates) and distance.max() > 0:
        best = int(distance.argmax())
        yield int(candidates[best]), float(distance[best])
        distance = np.minimum(
            distance, distances_between(X[candidates], X[candidates[best]][None])[:, 0]
        )


def representative(X: NDArray[np.float64], points: NDArray[np.int64]) -> int:
    """The point nearest to the mean of some points, which stands for a whole component."""
    if len(points) == 1:
        return int(points[0])
    mean = X[points].mean(axis=0, keepdims=True)
    return int(points[distances_between(X[points], mean)[:, 0].argmin()])


def nearest_members(
    X: NDArray[np.float64], point: int, members: NDArray[np.int64], count: int
) -> list[int]:
    """The members nearest to a point, nearest first, ties by index."""
    distance = distances_between(X[members], X[point][None])[:, 0]
    nearest: list[int] = members[np.argsort(distance, kind="stable")[:count]].tolist()
    return nearest
