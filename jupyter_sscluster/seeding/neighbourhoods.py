from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._draw import checked
from jupyter_sscluster.seeding.farthest_first import extended, farthest_first


def neighbourhoods(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
) -> NDArray[np.float64]:
    """Means of the largest groups of must-linked rows.

    With fewer groups than clusters, a row that is cannot-linked to every centre so far is the
    next one, as long as there is such a row; the others are found farthest-first. Without any
    must-link this is `farthest_first`.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    n_clusters : int
        Number of centres.
    constraints : Constraints, optional
        What is known about the rows of `X`.
    random_state : int, Generator, RandomState or None
        Used only without must-links.

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2004). Active semi-supervision for pairwise
    constrained clustering. Proc. SDM, 333-344, section 3.2.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.seeding import neighbourhoods
    >>> known = Constraints(4, must=[(0, 1)])
    >>> neighbourhoods([[0.0], [1.0], [2.0], [9.0]], 2, constraints=known).ravel().tolist()
    [0.5, 9.0]
    """
    data = checked(X, n_clusters)
    known = Constraints(len(data)) if constraints is None else constraints
    if known.n_samples != len(data):
        raise InputError(
            f"the constraints are about {known.n_samples} samples, but X has {len(data)} rows; "
            "pass the constraints of these rows"
        )
    groups = known.neighbourhoods()[:n_clusters]
    if not groups:
        return farthest_first(data, n_clusters, random_state=random_state)
    apart = _apart_from(known, groups, n_clusters - len(groups))
    return extended(
        data, np.array([data[rows].mean(axis=0) for rows in groups + apart]), n_clusters
    )


def _apart_from(known: Constraints, groups: list[NDArray], room: int) -> list[NDArray]:
    """Up to `room` rows, each cannot-linked to all groups and to the rows before it."""
    ids = known.component_ids
    taken = {int(ids[rows[0]]) for rows in groups}
    neighbours: dict[int, set[int]] = {}
    for a, b in known.component_edges.tolist() if room > 0 else ():
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    found: list[int] = []
    for component in sorted(neighbours):
        if len(found) < room and component not in taken and taken <= neighbours[component]:
            found.append(component)
            taken.add(component)
    return [np.flatnonzero(ids == component) for component in found]
