from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import AnyLabels, Integers, alone
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints, check_constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.metrics._checks import comparable, flat_labels, row_mask

_SMALL = 64
"""Labels below it are numbers already."""


class Violations(NamedTuple):
    """How many constraints a labelling violates.

    `must` and `cannot` count the stated pairs that are violated, `closure_must` and
    `closure_cannot` all pairs that follow from them (the stated ones among these). Soft
    statements are not counted there; `weight` sums the weights of all violated statements, soft
    ones included.
    """

    must: int
    cannot: int
    closure_must: int
    closure_cannot: int
    weight: float


def violations(
    labels: ArrayLike, constraints: Constraints, *, rows: ArrayLike | None = None
) -> Violations:
    """Count the pairs that `labels` (n_samples,) violate, without writing any entailed one out.

    Within a must-link component of m rows, of which h_k are in cluster k, C(m, 2) - Σ C(h_k, 2)
    pairs are violated; between two components that must stay apart, Σ h_k h'_k. It costs O(n) and
    a number for each component and cluster. Every fitted clusterer has the result as `violations_`.
    Given `rows`, as numbers or a mask, only pairs with both ends among these rows count. Rows of
    label -1 are in no cluster, and so together with no other row.

    Returns
    -------
    Violations

    Raises
    ------
    InputError
        If `labels` are not one a row, hold None or NaN, or are no labels at all.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import violations
    >>> known = Constraints(5, must=[(0, 1), (1, 2), (3, 4)], cannot=[(2, 3)])
    >>> violations([0, 0, 1, 1, 1], known)
    Violations(must=1, cannot=1, closure_must=2, closure_cannot=2, weight=2.0)
    """
    groups = _checked(labels, constraints, rows)
    inside = None if rows is None else row_mask(rows, constraints.n_samples)
    stated = stated_tables(constraints)
    violated = [_differ(groups, table.pairs) == table.together for table in stated]
    if inside is not None:
        for mask, table in zip(violated, stated, strict=True):
            mask &= inside[table.pairs].all(axis=1)
    weight = sum(table.weights[mask].sum() for table, mask in zip(stated, violated, strict=True))
    within, between = _closure_counts(groups, constraints, inside)
    return Violations(
        int(violated[0].sum()), int(violated[1].sum()), within, between, float(weight)
    )


def violated_pairs(
    labels: ArrayLike, constraints: Constraints
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which stated pairs `labels` violate: masks over `constraints.must` and `constraints.cannot`.

    Returns
    -------
    must, cannot : bool arrays
        One value for each hard statement, True if it is violated.

    Raises
    ------
    InputError
        If `labels` are not one a row.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints
    >>> from jupyter_sscluster.metrics import violated_pairs
    >>> must, cannot = violated_pairs([0, 0, 1], Constraints(3, must=[(0, 1)], cannot=[(1, 2)]))
    >>> must.tolist(), cannot.tolist()
    ([False], [False])
    """
    groups = _checked(labels, constraints, None)
    return _differ(groups, constraints.must), ~_differ(groups, constraints.cannot)


def _checked(labels: ArrayLike, constraints: Constraints, rows: ArrayLike | None) -> AnyLabels:
    given = flat_labels(labels, "labels")
    if isinstance(constraints, Constraints) and len(given) != constraints.n_samples:
        raise InputError(
            f"labels have shape {given.shape}; one label is needed for each of the "
            f"{constraints.n_samples} rows that the constraints are about"
        )
    check_constraints(constraints, len(given), "labels")
    return alone(comparable(given, "labels", rows))


def _differ(labels: AnyLabels, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    differ: NDArray[np.bool_] = labels[pairs[:, 0]] != labels[pairs[:, 1]]
    return differ


def _closure_counts(
    labels: AnyLabels, constraints: Constraints, inside: NDArray[np.bool_] | None
) -> tuple[int, int]:
    """Violated must-links and cannot-links of the closure; `held` counts h, components by clusters.

    Twice C(m, 2) - Σ C(h_k, 2) is m (m - 1) - Σ h_k (h_k - 1).
    """
    touched = np.zeros(constraints.n_samples, dtype=bool)
    touched[constraints.must] = True
    touched[constraints.cannot] = True
    rows = np.flatnonzero(touched)
    if not len(rows):
        return 0, 0
    ids = constraints.component_ids[rows]
    present = np.zeros(constraints.n_components, dtype=bool)
    present[ids] = True
    number = np.cumsum(present) - 1
    n_present = int(number[-1]) + 1
    n_clusters, cluster = _numbered(labels[rows])
    place = number[ids] * n_clusters + cluster
    if inside is not None:
        place = place[inside[rows]]
    held = np.bincount(place, minlength=n_present * n_clusters)
    held = held.reshape(n_present, n_clusters).astype(np.int64)
    sizes = held.sum(axis=1)
    within = (sizes * (sizes - 1)).sum() - (held * (held - 1)).sum()
    ends = number[constraints.component_edges]
    between = np.einsum("ek,ek->", held[ends[:, 0]], held[ends[:, 1]])
    return int(within) // 2, int(between)


def _numbered(labels: AnyLabels) -> tuple[int, Integers]:
    """How many numbers there may be, and the number of each label."""
    if labels.dtype.kind == "i" and labels.min() >= 0 and labels.max() < _SMALL:
        return int(labels.max()) + 1, labels
    found, number = np.unique(labels, return_inverse=True)
    return len(found), number
