from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked_rows
from jupyter_sscluster.seeding._distances import SquaredDistances, first_unused
from jupyter_sscluster.seeding.generator import generator


def kmeans_plusplus(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    sample_weight: ArrayLike | None = None,
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
    sample_weight : array, shape (n_samples,), optional
        How many rows each row stands for: it is drawn in proportion to its weight times D².

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
    data = checked_rows(X, n_clusters, constraints)
    rng = generator(random_state)
    weights = None if sample_weight is None else _weights(sample_weight, len(data))
    distances = SquaredDistances(data)
    first = rng.integers(len(data)) if weights is None else rng.choice(len(data), p=weights)
    chosen = [int(first)]
    nearest = distances.from_rows(np.array(chosen))[0]
    n_trials = 2 + int(np.log(n_clusters))
    while len(chosen) < n_clusters:
        row, nearest = _next(distances, nearest, chosen, n_trials, rng, weights)
        chosen.append(row)
    return np.asarray(data[chosen])


def _next(
    distances: SquaredDistances,
    nearest: Array,
    chosen: list[int],
    n_trials: int,
    rng: np.random.Generator,
    weights: Array | None,
) -> tuple[int, Array]:
    """The best of a few rows drawn in proportion to `nearest`, and `nearest` with it chosen."""
    shares = nearest if weights is None else weights * nearest
    cumulative = np.cumsum(shares)
    if cumulative[-1] <= 0.0:
        return first_unused(len(nearest), chosen), nearest
    # A row owns an interval as long as its D²; rounding may put a draw beyond the last one.
    drawn = np.searchsorted(cumulative, rng.random(n_trials) * cumulative[-1], side="right")
    last = len(shares) - 1 if shares[-1] > 0.0 else np.flatnonzero(shares)[-1]
    rows = np.minimum(drawn, last)
    trials, totals = distances.least_with(rows, nearest, weights)
    best = int(totals.argmin())
    left = np.maximum(trials[best], 0.0, out=trials[best])
    left[rows[best]] = 0.0
    return int(rows[best]), left


def _weights(sample_weight: ArrayLike, n_samples: int) -> Array:
    """Weights as parts of 1."""
    weights = np.asarray(unmasked(sample_weight, "sample_weight"))
    if weights.dtype.kind not in "biuf":
        weights = np.empty(0)
    usable = weights.shape == (n_samples,) and bool(np.isfinite(weights).all())
    if not (usable and weights.min() >= 0.0 and weights.sum() > 0.0):
        raise InputError(
            f"sample_weight of shape {weights.shape} must hold one finite number from 0 for each "
            f"of the {n_samples} rows, not all of them 0; correct it, or leave it out"
        )
    return np.asarray(weights / weights.sum())
