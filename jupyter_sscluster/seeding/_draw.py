"""What every seeding needs: checked data, a random generator, distances to one point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import Choice, InputError, check_count, check_data
from jupyter_sscluster.constraints import Constraints, as_constraints

Seeding = TypeVar("Seeding", bound=Callable[..., NDArray[np.float64]])


def draws_nothing(seeding: Seeding) -> Seeding:
    """Mark a seeding that leaves nothing to chance: a clusterer starts from it once."""
    seeding.__dict__["draws"] = False
    return seeding


def checked(X: ArrayLike, n_clusters: int, constraints: Constraints | None) -> Array:
    """The data as floats, with room for that many centres, and constraints about its rows.

    Raises
    ------
    InputError
        If one of the three is not usable, or values are so large that squared distances are not
        finite.
    """
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


class Spread:
    """Squared distances to chosen points, on centred data."""

    def __init__(self, X: Array) -> None:
        self.X = X - X.mean(axis=0)
        self.squares = np.einsum("ij,ij->i", self.X, self.X)

    def from_rows(self, rows: NDArray[np.intp]) -> Array:
        """Squared distances (len(rows), n) of all points to these rows."""
        found = self.X[rows] @ self.X.T
        found *= -2.0
        found += self.squares
        found += self.squares[rows][:, None]
        found[np.arange(len(rows)), rows] = 0.0
        return np.maximum(found, 0.0, out=found)

    def from_point(self, point: Array) -> Array:
        """Squared distances (n,) to one point in the centred coordinates."""
        found = self.X @ (-2.0 * point)
        found += self.squares
        found += point @ point
        return np.maximum(found, 0.0, out=found)


def first_unused(n: int, chosen: list[int]) -> int:
    """The lowest row not chosen yet: what is left to take when all distances are zero."""
    unused = np.ones(n, dtype=bool)
    unused[chosen] = False
    return int(np.argmax(unused))


def first_largest(values: Array) -> int:
    """The lowest row with the largest of the values, taken as equal where rounding may differ."""
    top = float(values.max())
    return int(np.argmax(values >= top - 1e-12 * abs(top)))
