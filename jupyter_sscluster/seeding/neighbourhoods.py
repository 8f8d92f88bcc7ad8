from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding._checks import check_choice, checked_rows
from jupyter_sscluster.seeding.farthest_first import extended, farthest_first
from jupyter_sscluster.seeding.generator import generator
from jupyter_sscluster.seeding.weighted_neighbourhoods import far_and_large


def neighbourhoods(
    X: ArrayLike,
    n_clusters: int,
    *,
    constraints: Constraints | None = None,
    random_state: Any = None,
    weighting: str | None = None,
) -> NDArray[np.float64]:
    """Means of the largest must-link components, or of large ones far from each other.

    Components of two or more rows are the neighbourhoods of the literature. Prefer it where
    must-links join rows of most clusters: centres then lie where clusters are known to be. It costs
    a mean of each component, and O(nKd) for centres found farthest-first.

    With fewer components than clusters, a row that is cannot-linked to every centre so far is the
    next one, as long as there is such a row; the others are found farthest-first. Without any
    must-link this is `farthest_first`.

    With more components than clusters, `weighting` chooses among them: by default the largest,
    which may be several of one class. Weighted farthest-first begins with the largest component and
    goes on with the one, p, of the greatest min s_pq ‖x̄_p - x̄_q‖ over those chosen before, q;
    `weighted_neighbourhoods` draws the first one instead.

    Parameters
    ----------
    X : array, shape (n_samples, n_features)
    n_clusters : int
        Number of centres.
    constraints : Constraints, optional
        What is known about the rows of `X`.
    random_state : int, Generator, RandomState or None
        Used only without must-links, but always checked.
    weighting : {None, "product", "candidate"}
        None takes the largest ones. "product" weights a distance with s_pq = √(m_p m_q), the
        sizes of both components (Bilenko, Basu & Mooney), "candidate" with s_pq = m_p, that of the
        new one (Švehla).

    Returns
    -------
    array, shape (n_clusters, n_features)

    References
    ----------
    Basu, S., Banerjee, A. & Mooney, R. J. (2004). Active semi-supervision for pairwise
    constrained clustering. Proc. SDM, 333-344, section 3.2.

    Bilenko, M., Basu, S. & Mooney, R. J. (2004). Integrating constraints and metric learning in
    semi-supervised clustering. Proc. ICML, 81-88, section 3.2. doi:10.1145/1015330.1015360

    Švehla, J. (2018). Active semi-supervised clustering. Master's thesis, Czech Technical
    University in Prague, algorithm 4.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.seeding import neighbourhoods
    >>> known = Constraints(4, must=[(0, 1)])
    >>> neighbourhoods([[0.0], [1.0], [2.0], [9.0]], 2, constraints=known).ravel().tolist()
    [0.5, 9.0]
    >>> known = Constraints(6, must=[(0, 1), (1, 2), (3, 5)])
    >>> X = [[0.0], [0.0], [3.0], [8.0], [4.0], [9.0]]
    >>> neighbourhoods(X, 2, constraints=known, weighting="product").ravel().tolist()
    [1.0, 8.5]
    """
    if weighting is not None:
        check_choice(weighting, "weighting", "product", "candidate")
    data = checked_rows(X, n_clusters, constraints)
    generator(random_state)
    known = Constraints(len(data)) if constraints is None else constraints
    components = known.neighbourhoods()
    if not components:
        return farthest_first(X, n_clusters, random_state=random_state)
    if weighting and len(components) > n_clusters:
        return far_and_large(data, components, n_clusters, weighting)
    return extended(data, _means(data, n_clusters, known, components), n_clusters)


def component_means(X: Array, n_clusters: int, known: Constraints) -> Array | None:
    """What is known of the centres (m, d), m <= n_clusters, from these rows; None if nothing is."""
    components = known.neighbourhoods()
    return _means(X, n_clusters, known, components) if components else None


def _means(X: Array, n_clusters: int, known: Constraints, components: list[IntArray]) -> Array:
    """Means of the largest components, and of rows apart from all of them."""
    components = components[:n_clusters]
    # Rows known to be elsewhere before rows that only look so (Basu et al., section 3.2).
    apart = apart_from(known, components, n_clusters - len(components))
    return np.array([X[rows].mean(axis=0) for rows in components + apart])


def apart_from(known: Constraints, components: list[IntArray], room: int) -> list[IntArray]:
    """Up to `room` rows, each cannot-linked to all components and to the rows before it."""
    ids = known.component_ids
    taken = {int(ids[rows[0]]) for rows in components}
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
