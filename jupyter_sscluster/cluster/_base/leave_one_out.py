"""How likely one statement were to be wrong if another had not been made."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.cluster._parts.belief.propagation import flattened, propagate
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


def wrong_without_each(
    posterior: Array, known: Constraints, position: int, error_rate: float
) -> Array:
    """P(wrong) of one statement, each of the others left out in turn; with all at its own place.

    All of them are beliefs of one propagation, over as many copies of the pairs as there are.

    Parameters
    ----------
    posterior : array, shape (n, k)
        By the features alone.
    known : Constraints
        With m statements.
    position : int
        Of the statement in question, in the order of `Suspicions`.
    error_rate : float

    Returns
    -------
    array, shape (m,)

    Examples
    --------
    That 0 is with 1 is doubtful because 0 is apart from 2, and because 1 is with 2:

    >>> from jupyter_sscluster.constraints import Constraints
    >>> P = np.eye(2)[[0, 1, 1]]
    >>> known = Constraints(3, must=[(1, 2)], cannot=[(0, 2)]).add(0, 1, "must", soft=True)
    >>> wrong_without_each(P, known, 1, 0.1).round(2).tolist()
    [0.43, 0.76, 0.43]
    """
    stated, rows = stated_pairs(known), known.touched
    pairs, m = np.searchsorted(rows, stated.pairs), len(stated)
    counts = ~np.eye(m, dtype=bool)
    counts[position, position] = True
    copy, statement = np.nonzero(counts)
    every = pairs[statement] + len(rows) * copy[:, None]
    unary = np.tile(flattened(posterior[rows]), (m, 1))
    together, weights = stated.together[statement], stated.weights[statement]
    wrong = propagate(unary, every, together, weights, error_rate).wrong
    found: Array = wrong[statement == position]
    return found
