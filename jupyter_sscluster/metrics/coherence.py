from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import check_data
from jupyter_sscluster.constraints import Constraints, check_constraints
from jupyter_sscluster.metrics._checks import stated_pairs, unit

_BLOCK = 1 << 18
"""Couples of a must-link and a cannot-link looked at in one go."""

_TOUCHING = 1e-9
"""Overlaps up to this share of a pair's length are due to rounding."""


def coherence(X: ArrayLike, constraints: Constraints, *, rows: ArrayLike | None = None) -> float:
    """Share of all combinations of a must-link and a cannot-link that do not conflict.

    A must-link implies that the direction between its rows is irrelevant, a cannot-link that it is
    relevant. The two conflict if the projection of one onto the line of the other overlaps with it.
    Constraints of low coherence often make a clustering worse than no constraints, even if all
    pairs are right; see also `informativeness`. Every stated pair counts, soft ones too.

    Costs O(M C d) for M must-links and C cannot-links, in chunks.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
        Scaled as for the clustering.
    constraints : Constraints
    rows : array of row numbers or mask, optional
        Take only pairs with both ends among these rows.

    Returns
    -------
    float
        In [0, 1]; 1.0 without must-links or without cannot-links.

    References
    ----------
    Davidson, I., Wagstaff, K. L. & Basu, S. (2006). Measuring constraint-set utility for
    partitional clustering algorithms. Proc. PKDD, 115-126. doi:10.1007/11871637_15

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import coherence
    >>> X = [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [3.0, 1.0], [1.0, 3.0]]
    >>> coherence(X, Constraints(5, must=[(0, 1)], cannot=[(2, 3), (2, 4)]))
    0.5
    """
    data = check_data(X)
    check_constraints(constraints, len(data))
    must, cannot = stated_pairs(constraints, rows)
    if not len(must) or not len(cannot):
        return 1.0
    data = unit(data)
    # Every must-link is held against every cannot-link, some must-links at a time.
    step = max(1, _BLOCK // len(cannot))
    against = 0
    for start in range(0, len(must), step):
        links, cuts = data[must[start : start + step]], data[cannot]
        against += int(np.count_nonzero(_overlap(links, cuts) | _overlap(cuts, links).T))
    return 1.0 - against / (len(must) * len(cannot))


def _overlap(base: Array, other: Array) -> NDArray[np.bool_]:
    """Whether the projection of each of `other` (m, 2, d) onto the line of each `base` meets it.

    With a and b the ends of the base, a point x is at t = (x - a)ᵀ(b - a) / ‖b - a‖² along it, 0
    at a and 1 at b: they meet where the interval of the two t has a part in [0, 1].
    """
    along = base[:, 1] - base[:, 0]
    squares = np.einsum("ij,ij->i", along, along)
    along = along / np.where(squares > 0.0, squares, np.inf)[:, None]
    begin = np.einsum("ij,ij->i", base[:, 0], along)[:, None]
    ends = [along @ other[:, end].T - begin for end in (0, 1)]
    low, high = np.minimum(*ends), np.maximum(*ends)
    meets: NDArray[np.bool_] = np.minimum(high, 1.0) - np.maximum(low, 0.0) > _TOUCHING
    return meets
