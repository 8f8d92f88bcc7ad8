"""Checks of the arguments that all seedings take."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._sparse_rows import SparseRows, checked_table
from jupyter_sscluster._validation import Choice, InputError, check_count, check_data
from jupyter_sscluster.constraints import Constraints, as_constraints

SPARSE = "kmeans_plusplus, farthest_first, neighbourhoods and random"
"""Those that read sparse rows."""


def checked(X: ArrayLike, n_clusters: int, constraints: Constraints | None) -> Array:
    """X as floats, with room for `n_clusters`, and constraints; `InputError` if unusable."""
    if sparse.issparse(X):
        raise InputError(
            "X is a sparse matrix, and this seeding needs a dense array; take one of those that "
            f"read sparse rows, {SPARSE}, or pass X.toarray() where it fits in memory"
        )
    data: Array = checked_rows(X, n_clusters, constraints)
    return data


def checked_rows(X: Any, n_clusters: int, constraints: Constraints | None) -> Any:
    """The same for seedings that read sparse rows, too: these become `SparseRows`."""
    data: Any = SparseRows.of(checked_table(X)) if sparse.issparse(X) else check_data(X)
    way_out = "ask for fewer clusters, or pass more rows"
    check_count(n_clusters, "n_clusters", 1, len(data), way_out)
    as_constraints(len(data), constraints=constraints)
    _check_size(data)
    return data


def _check_size(X: Any) -> None:
    """Refuse data of which the squares, all added up, leave the range of floats."""
    with np.errstate(over="ignore", invalid="ignore"):
        if isinstance(X, SparseRows):
            values, total = X.table.data, 4.0 * X.about(X.mean()).squares().sum()
        else:
            values, centred = X, X - X.mean(axis=0)
            total = 4.0 * np.einsum("ij,ij->", centred, centred)
    if not np.isfinite(total):
        raise InputError(
            f"X holds a value of size {np.abs(values).max():.3g}, and its squares add up to more "
            "than a number can hold; divide X by a constant"
        )


def check_choice(value: Any, name: str, *options: str) -> None:
    """Refuse an option that is none of these."""
    rule = Choice(*options)
    if not rule.check(value):
        raise InputError(f"{name}={value!r} must be {rule.describe()}")
