"""Handwritten digits that look alike."""

import numpy as np
from sklearn.datasets import load_digits

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
