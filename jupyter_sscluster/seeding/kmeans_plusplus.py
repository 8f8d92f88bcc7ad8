from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked
from jupyter_sscluster.seeding._distances import SquaredDistances, first_unused
from jupyter_sscluster.seeding.generator import generator


def kmeans_plusplus(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """Rows of `X` drawn one after the other, each in proportion to its squared distance.

    The squared distance D² is that to the nearest row drawn before: the D² weighting of section 2.2
    of the paper. The inertia of such centres is on average at most 8 (ln K + 2) times the least
    possible (its theorem 3.1). For each centre 2 + ln K rows are drawn, and the one that leaves the
    least total is kept: the greedy variant that its conclusion recommends.

    Prefer it where little is known: centres lie apart, yet other ones every time, so that the best
    of some starts can be kept, and an outlier is no sure choice. It costs O(nKd log K).

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    n_clusters : int
        Number of centres.
    constraints : Constraints, optional
        Checked, but not used.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Arthur, D. & Vassilvitskii, S. (2007). k-means++: the advantages of careful seeding.
    Proc. SODA, 1027-1035.

    Examples
    --------
    >>> from jupyter_sscluster.seeding import kmeans_plusplus
    >>> sorted(kmeans_plusplus([[0.0], [0.0], [9.0]], 2, random_state=0).ravel().tolist())
    [0.0, 9.0]
    """
    data = checked(X, n_clusters, constraints)
    rng = generator(random_state)
    distances = SquaredDistances(data)
    chosen = [int(rng.integers(len(data)))]
    nearest = distances.from_rows(np.array(chosen))[0]
    n_trials = 2 + int(np.log(n_clusters))
    while len(chosen) < n_clusters:
        row, nearest = _next(distances, nearest, chosen, n_trials, rng)
        chosen.append(row)
    return data[chosen]


def _next(
    distances: SquaredDistances,
    nearest: Array,
    chosen: list[int],
    n_trials: int,
    rng: np.random.Generator,
) -> tuple[int, Array]:
    """The best of a few rows drawn in proportion to `nearest`, and `nearest` with it chosen."""
    cumulative = np.cumsum(nearest)
    if cumulative[-1] <= 0.0:
        return first_unused(len(nearest), chosen), nearest
    # A row owns an interval as long as its D²; rounding may put a draw beyond the last one.
    drawn = np.searchsorted(cumulative, rng.random(n_trials) * cumulative[-1], side="right")
    rows = np.minimum(drawn, np.flatnonzero(nearest)[-1])
    trials = np.minimum(distances.from_rows(rows), nearest)
    best = int(trials.sum(axis=1).argmin())
    return int(rows[best]), trials[best]
