from __future__ import annotations

from numpy.typing import ArrayLike

from jupyter_sscluster.constraints import Constraints, check_constraints
from jupyter_sscluster.metrics._checks import (
    comparable,
    flat_labels,
    stated_pairs,
)


def informativeness(
    labels: ArrayLike, constraints: Constraints, *, rows: ArrayLike | None = None
) -> float:
    """Share of the stated pairs that a clustering made without them violates: what they add.

    I = (violated pairs) / (pairs), given the labels of an unconstrained run. At 0 the pairs say
    only what the algorithm finds by itself; sets of high informativeness and high `coherence` tend
    to help most. Every stated pair counts once, soft ones too. Costs O(pairs).

    Parameters
    ----------
    labels : array, shape (n_samples,)
        Of the same algorithm without constraints, such as `KMeans`.
    constraints : Constraints
    rows : array of row numbers or mask, optional
        Count only pairs with both ends among these rows.

    Returns
    -------
    float
        In [0, 1]; 0.0 without pairs.

    References
    ----------
    Davidson, I., Wagstaff, K. L. & Basu, S. (2006). Measuring constraint-set utility for
    partitional clustering algorithms. Proc. PKDD, 115-126. doi:10.1007/11871637_15

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import informativeness
    >>> known = Constraints(5, must=[(0, 1), (2, 3)], cannot=[(0, 4), (3, 4)])
    >>> informativeness([0, 0, 0, 1, 1], known)
    0.5
    """
    groups = flat_labels(labels, "labels")
    check_constraints(constraints, len(groups), "labels")
    groups = comparable(groups, "labels", rows)
    must, cannot = stated_pairs(constraints, rows)
    n_pairs = len(must) + len(cannot)
    if not n_pairs:
        return 0.0
    violated = (groups[must[:, 0]] != groups[must[:, 1]]).sum()
    violated += (groups[cannot[:, 0]] == groups[cannot[:, 1]]).sum()
    return float(violated / n_pairs)
