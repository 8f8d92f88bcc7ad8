"""How much is unknown about each point, whatever is asked next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.constraints import Constraints


def unknown_pairs_share(constraints: Constraints) -> NDArray[np.float64]:
    """Share of the other points whose relation to a point is neither known nor entailed.

    0 for the points of certified neighbourhoods: their place is known, and what is open between
    them and others is about the others. O(n_samples + number of cannot-links).

    Parameters
    ----------
    constraints : Constraints

    Returns
    -------
    array, shape (n_samples,), from 0 to 1

    >>> unknown_pairs_share(Constraints(5, must=[(0, 1)], cannot=[(1, 2), (0, 3)]))
    array([0. , 0. , 0. , 0.5, 1. ])
    """
    n_samples = constraints.n_samples
    sizes, edges = constraints.component_sizes, constraints.component_edges
    known = sizes.astype(np.float64)
    for near, far in (edges.T, edges.T[::-1]):
        known += np.bincount(near, sizes[far], len(sizes))
    known[certified(constraints)] = n_samples
    return ((n_samples - known) / max(n_samples - 1, 1))[constraints.component_ids]
