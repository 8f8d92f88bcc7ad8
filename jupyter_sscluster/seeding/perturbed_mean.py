from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, Real
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import checked
from jupyter_sscluster.seeding.generator import generator

SPREAD = 0.5


def perturbed_mean(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    spread: float = SPREAD,
) -> NDArray[np.float64]:
    """The mean of all rows, each time moved a little at random.

    Each feature is moved by `spread` standard deviations of it, times a standard normal number. One
    of the three random starts of Švehla (2018, section 1.4.1.1), and what the published PCK-means
    and MPCK-means start those clusters from of which nothing is known. All centres are near each
    other, so that the data decide; `kmeans_plusplus` finds more with fewer starts.

    Parameters
    ----------
    X, n_clusters, constraints, random_state
        As in `kmeans_plusplus`.
    spread : float
        Greater than 0. The studies give no number.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2002). Semi-supervised clustering by seeding. Proc.
    ICML, 27-34.

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, section 1.4.1.1.

    Examples
    --------
    >>> from jupyter_sscluster.seeding import perturbed_mean
    >>> X = [[0.0], [4.0], [8.0]]
    >>> perturbed_mean(X, 2, random_state=0, spread=1e-9).ravel().round(6).tolist()
    [4.0, 4.0]
    """
    data = checked(X, n_clusters, constraints)
    positive = Real(0.0, low_open=True)
    if not positive.check(spread):
        raise InputError(f"spread={spread!r} must be {positive.describe()}")
    return perturbed(data, n_clusters, generator(random_state), spread)


def perturbed(X: Array, n_centres: int, rng: np.random.Generator, spread: float = SPREAD) -> Array:
    """So many centres (m, d) about the mean of all rows."""
    mean = X.mean(axis=0)
    size = float(np.abs(X - mean).max()) or 1.0
    deviation = spread * size * ((X - mean) / size).std(axis=0)
    return np.asarray(mean + deviation * rng.standard_normal((n_centres, X.shape[1])))
