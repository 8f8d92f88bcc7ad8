"""The rows that a fit clusters: centred, with weights, held in memory or read in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.farthest_first import extended

_SUMMED = 1 << 13
"""Values in one product with a vector, which BLAS splits over threads sooner."""

_IN_CACHE = 1 << 15
"""Values that a thread works on at a time."""

_LEAST = 1e-140
"""Smallest spread of data whose squares, down to rounding, are still numbers."""

_SLIGHT = 1e-9
"""What a row of weight 0 weighs where it is assigned, as a part of the lightest of the others."""

_ROUNDING = 1e-13
"""Relative difference that is rounding alone, such as that of equal values from their mean."""


class FarRow(NamedTuple):
    """A row of a block far from its centre: cost, number, cluster, centred `vector` (d,)."""

    cost: float
    row: int
    cluster: int
    vector: Array

    def before(self, rows: Index | None, cost: float, points: Points) -> bool:
        """Whether it precedes a held row of that cost; of ties the first in the data."""
        if rows is None or self.cost != cost:
            return rows is None or self.cost > cost
        return self.row < points.row_number(int(rows[0]))


class Farthest(Protocol):
    """Rows of blocks by falling cost, cluster by cluster."""

    def best(self, counts: Array) -> FarRow | None:
        """The first of the costliest, of clusters of more than one row; None if there is none."""
        ...

    def take(self, far: FarRow) -> None:
        """Offer this row no more."""
        ...


@dataclass(eq=False)
class Points:
    """Data with its mean taken off, so that squared norms lose no digits.

    `augmented` (n, d + 1) ends with a column of ones: products give sums with counts, or distances.
    `raw` is the data as given, `weights` (n,) are sample weights; `seeds` are the centres that
    `starts` has drawn, so that fits under one metric draw them once. Here all rows are in memory;
    `BlockPoints` of `out_of_core` holds those in pairs, and its `unheld_` methods pass over the
    blocks. `len` counts held rows; `size`, `total` and means concern all rows. `clustered` are
    their numbers among the rows of `fit`, where it left noise out.
    """

    augmented: Array
    squared_norms: Array
    offset: Array
    raw: Array
    weights: Array | None = None
    seeds: dict[Any, Any] = field(default_factory=dict)
    clustered: IntArray | None = None

    @property
    def X(self) -> Array:
        """The centred data, (n, d): a view."""
        return self.augmented[:, :-1]

    @property
    def size(self) -> float:
        """What all rows count together: their number, where they have no weights."""
        n_rows = len(self) + self.n_unheld
        return float(n_rows if self.weights is None else self.weights.sum())

    @property
    def total(self) -> float:
        """Σ ‖x‖² over all rows, times their weights."""
        return float(self.weighed(self.squared_norms).sum())

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Which rows count at all (n,): those without a weight, or with one above 0."""
        return np.ones(len(self), dtype=bool) if self.weights is None else self.weights > 0.0

    @cached_property
    def pulls(self) -> Array | None:
        """Weights for assignment (n,): 0 becomes tiny, so that such rows get their best cluster."""
        if self.weights is None or self.counted.all():
            return self.weights
        slight = _SLIGHT * self.weights[self.counted].min()
        return np.where(self.counted, self.weights, slight)

    @property
    def lightest(self) -> float:
        """The smallest of `pulls`; 1 where there are none."""
        return 1.0 if self.pulls is None else float(self.pulls.min())

    def pulled(self, values: Array, rows: Any = slice(None)) -> Array:
        """The same as `weighed`, by `pulls`."""
        return values if self.pulls is None else _times(values, self.pulls[rows])

    def weighed(self, values: Array, rows: Any = slice(None)) -> Array:
        """Values of these rows, (m,) or (m, ...), each times the weight of its row."""
        return values if self.weights is None else _times(values, self.weights[rows])

    def mean_squares(self) -> Array:
        """Mean square of each feature (d,), about the mean of all rows."""
        if self.weights is None:
            return np.asarray(np.einsum("ij,ij->j", self.X, self.X) / len(self))
        return np.asarray(np.einsum("i,ij,ij->j", self.weights, self.X, self.X) / self.size)

    def mean_squared_norm(self) -> float:
        """Mean ‖x‖² of the rows, about their mean."""
        if self.weights is None:
            return float(self.squared_norms.mean())
        return float(self.weights @ self.squared_norms) / self.size

    def __len__(self) -> int:
        return len(self.augmented)

    # ------------------------------------------------------------------ what blocks add

    @property
    def n_unheld(self) -> int:
        """Number of rows that are in blocks only; they are in no pair and have no label."""
        return 0

    @property
    def in_blocks(self) -> bool:
        """Whether the data come in blocks."""
        return False

    def squares(self, *, diagonal: bool = False) -> Array | None:
        """Σ x² (d,) or Σ x xᵀ (d, d) over all rows in blocks; None of rows in memory."""
        return None

    def farthest_pair(self, root: Array) -> Array | None:
        """The difference of the two rows in blocks farthest apart under the metric of `root`."""
        return None

    def box(self, axes: Array | None = None) -> Array | None:
        """Sides (d,) of the box around all rows in blocks, along `axes` (d, d)."""
        return None

    def unheld_scatter(self, labels: Labels, means: Array) -> Array | float:
        """Σ (x - m)(x - m)ᵀ, m being the one of `means` (k, d) of the row's cluster."""
        return 0.0

    def unheld_reach(self) -> float:
        """An upper bound of ‖x‖²."""
        return 0.0

    def unheld_sums(self, labels: Labels, n_clusters: int) -> Array | float:
        """Sums of the members of each cluster, and in the last column their number (k, d + 1)."""
        return 0.0

    def unheld_sizes(self, labels: Labels) -> Array | float:
        """Number of rows in each cluster, (k,)."""
        return 0.0

    def unheld_vectors(self, labels: Labels) -> Array | float:
        """Sums of the members of each cluster (k, d), in the space of the data, moved or not."""
        return 0.0

    def unheld_lengths(self, metric: Any) -> float:
        """Σ ‖x‖² under a metric over all rows, held ones included."""
        return 0.0

    def unheld_cost(self, labels: Labels, centres: Array, root: Array | None = None) -> float:
        """Σ ‖x - μ‖², by differences, under the metric of `root` if there is one."""
        return 0.0

    def unheld_farthest(
        self, labels: Labels, centres: Array, most: int, root: Array | None = None
    ) -> Farthest | None:
        """The `most` rows of each cluster that cost most; None where there are none."""
        return None

    def unheld_gaining(
        self, labels: Labels, centres: Array, cluster: int, root: Array
    ) -> Farthest | None:
        """Of each other cluster the row gaining most by a move to `cluster` under `root`."""
        return None

    def unheld_joint(self, labels: Labels, before: Labels) -> IntArray:
        """Which pairs of labels (m, 2), these and those before, rows have; none twice."""
        return np.empty((0, 2), dtype=np.int64)

    def same_labels(self, labels: Labels | None, before: Labels | None) -> bool:
        """Whether no row has another label than before."""
        return labels is not None and before is not None and np.array_equal(labels, before)

    def assigned(self, labels: Labels, form: Array) -> Labels:
        """These labels, and with them unheld rows to where `form` times (x, 1) is least."""
        return labels

    def relocate(self, labels: Labels, far: FarRow, cluster: int) -> None:
        """Put an unheld row into another cluster."""
        raise AssertionError("all rows are held")

    # ------------------------------------------------------------------ all rows

    def row_number(self, position: int) -> int:
        """The number of a held row among all rows."""
        return position

    def all_numbers(self, positions: Iterable[int]) -> list[int]:
        """The numbers of held rows among all rows, noise included."""
        found = [self.row_number(each) for each in positions]
        return found if self.clustered is None else self.clustered[found].tolist()

    def numbered(self, positions: Index) -> Index:
        """The numbers of held rows among the rows of `fit`, which may have left noise out."""
        return positions if self.clustered is None else self.clustered[positions]

    def rows(self, numbers: IntArray) -> Array:
        """Rows of these numbers (m, d), in centred coordinates."""
        return self.X[numbers]

    def components(self, numbers: IntArray, known: Constraints) -> IntArray:
        """The must-link components of rows of these numbers; unheld rows are alone."""
        return known.component_ids[numbers]

    def seeding(self, draw: Callable[..., Array]) -> Callable[..., Array]:
        """A function like this seeding that draws from all rows."""
        return draw

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        """These centres and, up to `n_clusters`, the rows farthest from them; `X` are held rows."""
        return extended(X, centres, n_clusters)

    def moved(self, augmented: Array, metric: Array) -> Points:
        """The rows mapped so that Euclidean distances are those under the metric."""
        Z = augmented[:, :-1]
        squares = np.einsum("ij,ij->i", Z, Z)
        return replace(
            self,
            augmented=augmented,
            squared_norms=squares,
            offset=np.zeros(Z.shape[1]),
            raw=Z,
            seeds=self.seeds.setdefault(metric.tobytes(), {}),
        )

    def all_labels(self, labels: Labels) -> Any:
        """Labels of all rows, in the order of the data."""
        return labels

    def each_row(self, function: Callable[[Array], Array], columns: int) -> Any:
        """What a function of centred rows (m, d) gives for all rows, (n, columns)."""
        return function(self.X)

    def about_all(self, known: Constraints) -> Constraints:
        """The constraints on the held rows, renumbered to all rows."""
        return known


def centred(raw: Array, name: str = "X", weights: Array | None = None) -> Points:
    """`Points` of an (n, d) array called `name`; `InputError` if squares overflow or vanish."""
    augmented = np.empty((raw.shape[0], raw.shape[1] + 1))
    with np.errstate(over="ignore", invalid="ignore"):
        offset = _mean(raw) if weights is None else weights @ raw / weights.sum()
        squared_norms = np.empty(len(raw))

        def fill(rows: slice) -> None:
            apart = np.subtract(raw[rows], offset, out=augmented[rows, :-1])
            np.einsum("ij,ij->i", apart, apart, out=squared_norms[rows])

        step = max(1, _IN_CACHE // raw.shape[1])
        starts = range(0, len(raw), step)
        on_all_cores(fill, [slice(start, start + step) for start in starts], least=8)
        total = squared_norms.sum() if weights is None else weights @ squared_norms
        if not np.isfinite(4.0 * total):
            raise InputError(
                f"{name} holds a value of size {np.abs(raw).max():.3g}, and its squares add up to "
                f"more than a number can hold; divide {name} by a constant"
            )
    _check_spread(raw, squared_norms, augmented[:, :-1], name)
    augmented[:, -1] = 1.0
    return Points(augmented, squared_norms, offset, raw, weights)


def check_squares(X: Array, name: str = "X") -> None:
    """Refuse values of which squared distances are more than a number can hold."""
    largest = float(abs(X).max())
    if largest > np.sqrt(np.finfo(np.float64).max / (4.0 * X.shape[1])):
        raise InputError(
            f"{name} holds a value of size {largest:.3g}, and squares of its rows are more than a "
            f"number can hold; divide {name} by a constant"
        )


def _times(values: Array, weights: Array) -> Array:
    """Values (m,) or (m, ...), those of each row times its weight."""
    return np.asarray(values * weights.reshape(-1, *[1] * (values.ndim - 1)))


def _mean(raw: Array) -> Array:
    """Mean of the rows, by products: adding up short rows one after the other takes longer."""
    step = max(64, _SUMMED // raw.shape[1])
    ones, total = np.ones(step), np.zeros(raw.shape[1])
    for start in range(0, len(raw), step):
        rows = raw[start : start + step]
        total += ones[: len(rows)] @ rows
    return total / len(raw)


def _check_spread(raw: Array, squared_norms: Array, apart: Array, name: str) -> None:
    """Refuse data that differ, and not by rounding alone, but whose squares are near underflow."""
    if squared_norms.max() >= _LEAST**2 * raw.shape[1]:
        return
    spread = float(np.abs(apart).max())
    if _ROUNDING * float(np.abs(raw).max()) < spread < _LEAST:
        raise InputError(
            f"{name} differs from its mean by {spread:.3g} at most, and squares of such values "
            f"are lost to underflow; the largest must be {_LEAST:g} or more: multiply {name} by a "
            "constant"
        )
