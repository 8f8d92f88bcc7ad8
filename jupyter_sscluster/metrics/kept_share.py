from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs
from jupyter_sscluster.metrics._checks import comparable, flat_labels, row_mask
from jupyter_sscluster.metrics.violations import violations


def kept_share(
    labels: ArrayLike, constraints: Constraints, *, rows: ArrayLike | None = None
) -> float:
    """Share of the pairs that `labels` (n_samples,) keep: the mean of those of the two kinds.

    Stated and entailed pairs count, and soft statements as themselves. Half the kept share of the
    must-links and half that of the cannot-links, so that one cluster for all rows and a cluster for
    each row score ½, however many pairs there are of a kind; where all are of one kind, its share.

    Use it on pairs that the clustering did not know. On those it knew it says how far it obeyed.

    Parameters
    ----------
    labels : array, shape (n_samples,)
    constraints : Constraints
        About the same rows.
    rows : array of row numbers or mask, optional
        Only pairs with both ends among these rows count.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    InputError
        If there is no pair to score, or `labels` are not one a row.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import kept_share
    >>> known = Constraints(5, must=[(0, 1), (1, 2)], cannot=[(2, 3)])
    >>> round(kept_share([0, 0, 1, 1, 1], known), 3)
    0.5
    """
    violated = violations(labels, constraints, rows=rows)
    inside = row_mask(rows, constraints.n_samples)
    sizes = np.bincount(constraints.component_ids[inside], minlength=constraints.n_components)
    ends = sizes[constraints.component_edges]
    soft = soft_pairs(constraints)
    soft = soft.take(np.flatnonzero(inside[soft.pairs].all(axis=1)))
    groups = comparable(flat_labels(labels, "labels"), "labels", rows)
    apart = groups[soft.pairs[:, 0]] != groups[soft.pairs[:, 1]]
    against = apart == soft.together
    counts = (
        (int((sizes * (sizes - 1) // 2).sum()), violated.closure_must, soft.together),
        (int((ends[:, 0] * ends[:, 1]).sum()), violated.closure_cannot, ~soft.together),
    )
    shares = [
        1.0 - (n_violated + int(against[kind].sum())) / (n_pairs + int(kind.sum()))
        for n_pairs, n_violated, kind in counts
        if n_pairs + kind.sum()
    ]
    if not shares:
        raise InputError(
            f"nothing is known about any pair of these {int(inside.sum())} rows, so there is no "
            "pair to score; choose rows with pairs, as PairKFold does"
        )
    return float(np.mean(shares))
