"""Checks of the arguments that all seedings take."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, InputError, check_count, check_data
from jupyter_sscluster.constraints import Constraints, as_constraints


def checked(X: ArrayLike, n_clusters: int, constraints: Constraints | None) -> Array:
    """X as floats, with room for `n_clusters`, and constraints; `InputError` if unusable."""
    data = check_data(X)
    way_out = "ask for fewer clusters, or pass more rows"
    check_count(n_clusters, "n_clusters", 1, len(data), way_out)
    as_constraints(len(data), constraints=constraints)
    _check_size(data)
    return data


def _check_size(X: Array) -> None:
    """Refuse data of which the squares, all added up, leave the range of floats."""
    with np.errstate(over="ignore", invalid="ignore"):
        centred = X - X.mean(axis=0)
        total = 4.0 * np.einsum("ij,ij->", centred, centred)
    if not np.isfinite(total):
        raise InputError(
            f"X holds a value of size {np.abs(X).max():.3g}, and its squares add up to more than a "
            "number can hold; divide X by a constant"
        )


def check_choice(value: Any, name: str, *options: str) -> None:
    """Refuse an option that is none of these."""
    rule = Choice(*options)
    if not rule.check(value):
        raise InputError(f"{name}={value!r} must be {rule.describe()}")
