"""Example data: groups in some of the features, and handwritten digits that look alike."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import load_digits

from jupyter_sscluster._validation import LARGEST, check_count

N_GROUPS = 3


def make_brodinova(
    n_informative: int = 5,
    n_uninformative: int = 5,
    n_per_group: int = 40,
    random_state: int | None = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Three normal groups whose means differ in the first features, and noise in the others.

    The means share one number m, drawn from (-6, -3) or (3, 6): feature j has the mean m in group
    j mod 3, and 0 in the other two. The informative features of a group have unit variances and
    one correlation from .1 to .9, and that covariance is then turned by a random orthogonal
    matrix; the others are standard normal.

    Parameters
    ----------
    n_informative, n_uninformative : int, default 5
        Features of either sort, the informative ones first.
    n_per_group : int, default 40
    random_state : int or None, default 0

    Returns
    -------
    X : ndarray, shape (3 * n_per_group, n_informative + n_uninformative)
    y : ndarray, shape (3 * n_per_group,)
        0, 1 and 2.

    References
    ----------
    Brodinová, Š., Filzmoser, P., Ortner, T., Breiteneder, C. and Rohm, M. (2019). Robust and sparse
    k-means clustering for high-dimensional data. Advances in Data Analysis and Classification 13,
    905-932. Vouros, A. and Vasilaki, E. (2020) take 5 + 5 and 3 + 7 features, without outliers.

    >>> X, y = make_brodinova(3, 7)
    >>> X.shape, np.bincount(y).tolist()
    ((120, 10), [40, 40, 40])
    """
    p = check_count(n_informative, "n_informative", 1, LARGEST)
    n = check_count(n_per_group, "n_per_group", 1, LARGEST)
    noise = check_count(n_uninformative, "n_uninformative", 0, LARGEST)
    seed = None if random_state is None else check_count(random_state, "random_state", 0)
    rng = np.random.default_rng(seed)
    shared = rng.uniform(3, 6) * rng.choice([-1, 1])
    parts = []
    for group in range(N_GROUPS):
        correlation = rng.uniform(0.1, 0.9)
        covariance = np.full((p, p), correlation) + (1 - correlation) * np.eye(p)
        turn = np.linalg.qr(rng.normal(size=(p, p)))[0]
        mean = np.where(np.arange(p) % N_GROUPS == group, shared, 0.0)
        factor = turn @ np.linalg.cholesky(covariance)
        parts.append(mean + rng.normal(size=(n, p)) @ factor.T)
    informative = np.vstack(parts)
    return (
        np.hstack([informative, rng.normal(size=(N_GROUPS * n, noise))]),
        np.repeat(np.arange(N_GROUPS), n),
    )


LOOKALIKES = (3, 8, 9)


def load_digits389() -> tuple[np.ndarray, np.ndarray]:
    """The digits 3, 8 and 9 of scikit-learn's digits, which k-means mixes up.

    The data come with scikit-learn, so nothing is fetched.

    Returns
    -------
    X : ndarray, shape (537, 64)
        Grey values 0 to 16 of an 8 by 8 image, row by row.
    y : ndarray, shape (537,)
        The digit itself: 3, 8 or 9.

    References
    ----------
    The triple was made a test of constrained clustering by S. Basu, M. Bilenko and R. J. Mooney,
    "A probabilistic framework for semi-supervised clustering", KDD 2004.

    Examples
    --------
    >>> X, y = load_digits389()
    >>> X.shape, sorted(set(y.tolist()))
    ((537, 64), [3, 8, 9])
    """
    X, y = load_digits(return_X_y=True)
    chosen = np.isin(y, LOOKALIKES)
    return np.ascontiguousarray(X[chosen], dtype=np.float64), y[chosen].astype(np.int64)
