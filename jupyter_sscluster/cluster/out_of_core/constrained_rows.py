"""The rows that pairs or labels name, held in memory, with their constraints renumbered."""

from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import AnyLabels, Index
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import (
    Constraints,
    as_constraints,
    check_constraints,
    check_pairs,
)
from jupyter_sscluster.constraints.merge_constraints import about_all, among
from jupyter_sscluster.constraints.row_names import row_texts
from jupyter_sscluster.constraints.sampling import label_codes


class ConstrainedRows(NamedTuple):
    """Sorted numbers of constrained rows (m,), their labels `y`, and the constraints `known`.

    `known` numbers rows by place, and names them by number: sentences use the user's numbers.
    """

    rows: Index
    known: Constraints
    of_all: Constraints
    y: AnyLabels | None


def held_rows(
    n_samples: int, ml: Any, cl: Any, constraints: Constraints | None, y: Any, conflicts: str
) -> ConstrainedRows:
    """The rows in the given constraints, without storing other rows; errors as `as_constraints`."""
    must, cannot = (
        check_pairs(() if pairs is None else pairs, kind, n_samples)
        for pairs, kind in ((ml, "must"), (cl, "cannot"))
    )
    given = None if constraints is None else check_constraints(constraints, n_samples)
    names = None if given is None else given.names
    labels = None if y is None else np.asarray(y)
    touched = np.empty(0, np.int64) if given is None else given.touched
    rows = np.unique(
        np.concatenate([must.ravel(), cannot.ravel(), touched, _labelled(labels, n_samples)])
    ).astype(np.intp)
    if not len(rows):
        # At least one row, of which nothing is known: a value about no row is none.
        rows = np.zeros(1, dtype=np.intp)
    m, held = len(rows), None if labels is None else labels[rows]
    start = Constraints(m, names=row_texts(rows, names)) if given is None else among(given, rows)
    pairs = np.searchsorted(rows, must), np.searchsorted(rows, cannot)
    try:
        known = as_constraints(m, *pairs, start, held, conflicts=conflicts)
    except InputError:
        # The same error, with a witness that calls rows by their numbers.
        as_constraints(n_samples, ml, cl, constraints, y, conflicts=conflicts)
        raise
    return ConstrainedRows(rows, known, about_all(known, n_samples, rows, names), held)


def _labelled(labels: AnyLabels | None, n_samples: int) -> Index:
    """The rows with a label."""
    if labels is None:
        return np.empty(0, dtype=np.intp)
    if labels.shape != (n_samples,):
        raise InputError(
            f"y holds labels of shape {labels.shape} for {n_samples} rows; give one a row, -1 "
            "where it is unknown"
        )
    if labels.dtype.kind in "biuf":
        # Numbers are looked at all at once: most rows have no label.
        return np.flatnonzero((labels != -1) & ~np.isnan(labels.astype(np.float64, copy=False)))
    return np.flatnonzero(label_codes(labels) >= 0)
