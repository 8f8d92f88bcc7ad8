"""Rows that are elsewhere: those of `Points` that are not held as an array.

The loops of the k-means family hold some rows, (m, d): in memory all of them, of data in blocks
those that pairs or labels name. All other rows go to their nearest centre, and a loop needs to know
no more of them than sums and numbers, what they cost, and who is farthest. That is this protocol,
and there are two implementations: `NoOthers` where all rows are held, and
`jupyter_sscluster.cluster.out_of_core.BlockOthers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding.farthest_first import extended


class FarRow(NamedTuple):
    """A row elsewhere that is far from its centre: what it costs there, its number, its cluster.

    `vector` is (d,), in centred coordinates.
    """

    cost: float
    row: int
    cluster: int
    vector: Array

    def before(self, rows: Index | None, cost: float, others: Others) -> bool:
        """Whether it comes before a held row of that cost, the first of equals in the data."""
        if rows is None or self.cost != cost:
            return rows is None or self.cost > cost
        return self.row < others.number(int(rows[0]))


class Farthest(Protocol):
    """Rows elsewhere by falling cost, cluster by cluster."""

    def best(self, counts: Array) -> FarRow | None:
        """The first of the costliest, of clusters of more than one row; None if there is none."""
        ...

    def take(self, far: FarRow) -> None:
        """Offer this row no more."""
        ...


class Others(Protocol):
    """What the loops ask of the rows that are not held; `labels` are those of the rows that are.

    Labels of all rows travel as one value: an array of those of the held rows, to which those of
    the others are attached as a rule.
    """

    n_rows: int

    def totals(self) -> tuple[float, Array] | None:
        """Σ ‖x‖² and Σ x² (d,) over all rows, held ones included; None where all are held."""
        ...

    def squares(self, *, diagonal: bool = False) -> Array | None:
        """Σ x² (d,) or Σ x xᵀ (d, d) over all rows, held ones included; None where all are held."""
        ...

    def scatter_about(self, labels: Labels, means: Array) -> Array | float:
        """Σ (x - m)(x - m)ᵀ of the others, m being the one of `means` (k, d) of their cluster."""
        ...

    def reach(self) -> float:
        """A bound of ‖x‖² of the others."""
        ...

    def farthest_pair(self, root: Array) -> Array | None:
        """The difference of the two rows, of all, that are farthest apart; None where all are held.

        By the metric of `root`, whatever rows are moved by.
        """
        ...

    def box(self, axes: Array | None = None) -> Array | None:
        """Sides (d,) of the box around all rows, along `axes` (d, d); None where all are held."""
        ...

    def rows(self, numbers: IntArray, points: Any) -> Array:
        """Rows of these numbers (m, d), in centred coordinates."""
        ...

    def components(self, numbers: IntArray, known: Constraints) -> IntArray:
        """The must-link components of rows of these numbers; rows elsewhere are alone."""
        ...

    def joint(self, labels: Labels, before: Labels) -> IntArray:
        """Which pairs of labels (m, 2) the others have, none twice: theirs now and before."""
        ...

    def gaining(self, labels: Labels, centres: Array, cluster: int, root: Array) -> Farthest:
        """Of each other cluster the row that gains most, or loses least, by going to `cluster`.

        What it costs there is taken off its cost, both under the metric of `root`.
        """
        ...

    def assigned(self, labels: Labels, form: Array) -> Labels:
        """The same labels, and with them the others to where `form` times (x, 1) is least."""
        ...

    def sums(self, labels: Labels, n_clusters: int) -> Array | float:
        """Sums of the members of each cluster, and in the last column their number (k, d + 1)."""
        ...

    def sizes(self, labels: Labels) -> Array | float:
        """How many of them are in each cluster, (k,)."""
        ...

    def vectors(self, labels: Labels) -> Array | float:
        """Sums of the members of each cluster (k, d), in the space of the data, moved or not."""
        ...

    def same(self, labels: Labels, before: Labels) -> bool:
        """Whether the others are where they were."""
        ...

    def lengths(self, metric: Any) -> float:
        """Σ ‖x‖² under a metric over all rows, held ones included; 0 where all are held."""
        ...

    def cost(self, labels: Labels, centres: Array, root: Array | None = None) -> float:
        """Σ ‖x - μ‖² of the others, by differences, under the metric of `root` if there is one."""
        ...

    def farthest(
        self, labels: Labels, centres: Array, most: int, root: Array | None = None
    ) -> Farthest:
        """The costliest of each cluster, `most` of each."""
        ...

    def relocated(self, labels: Labels, far: FarRow, cluster: int) -> None:
        """Put one row into another cluster."""
        ...

    def number(self, position: int) -> int:
        """The number of a held row among all rows."""
        ...

    def seeding(self, draw: Callable[..., Array], points: Any) -> Callable[..., Array]:
        """A function like this seeding that draws from all rows."""
        ...

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        """These centres and, up to `n_clusters`, the rows farthest from all of them.

        `X` are the held rows, in the coordinates of the centres.
        """
        ...

    def moved(self, metric: Array) -> Others:
        """The same rows, moved so that Euclid's distances are those under the metric."""
        ...

    def labels(self, labels: Labels) -> Any:
        """Labels of all rows, in the order of the data."""
        ...

    def each_row(self, function: Callable[[Array], Array], points: Any, columns: int) -> Any:
        """What a function of centred rows (m, d) gives for all rows, (n, columns)."""
        ...

    def about_all(self, known: Constraints) -> Constraints:
        """What is known about the held rows, about all rows."""
        ...


class _None:
    """No row at all."""

    def best(self, counts: Array) -> FarRow | None:
        return None

    def take(self, far: FarRow) -> None:
        raise AssertionError("there is nothing to take")


class NoOthers:
    """All rows are held."""

    n_rows = 0

    def totals(self) -> tuple[float, Array] | None:
        return None

    def squares(self, *, diagonal: bool = False) -> Array | None:
        return None

    def scatter_about(self, labels: Labels, means: Array) -> Array | float:
        return 0.0

    def reach(self) -> float:
        return 0.0

    def farthest_pair(self, root: Array) -> Array | None:
        return None

    def box(self, axes: Array | None = None) -> Array | None:
        return None

    def rows(self, numbers: IntArray, points: Any) -> Array:
        found: Array = points.X[numbers]
        return found

    def components(self, numbers: IntArray, known: Constraints) -> IntArray:
        return known.component_ids[numbers]

    def joint(self, labels: Labels, before: Labels) -> IntArray:
        return np.empty((0, 2), dtype=np.int64)

    def gaining(self, labels: Labels, centres: Array, cluster: int, root: Array) -> Farthest:
        return _None()

    def assigned(self, labels: Labels, form: Array) -> Labels:
        return labels

    def sums(self, labels: Labels, n_clusters: int) -> Array | float:
        return 0.0

    def sizes(self, labels: Labels) -> Array | float:
        return 0.0

    def vectors(self, labels: Labels) -> Array | float:
        return 0.0

    def same(self, labels: Labels, before: Labels) -> bool:
        return True

    def lengths(self, metric: Any) -> float:
        return 0.0

    def cost(self, labels: Labels, centres: Array, root: Array | None = None) -> float:
        return 0.0

    def farthest(
        self, labels: Labels, centres: Array, most: int, root: Array | None = None
    ) -> Farthest:
        return _None()

    def relocated(self, labels: Labels, far: FarRow, cluster: int) -> None:
        raise AssertionError("there is nothing to relocate")

    def number(self, position: int) -> int:
        return position

    def seeding(self, draw: Callable[..., Array], points: Any) -> Callable[..., Array]:
        return draw

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        return extended(X, centres, n_clusters)

    def moved(self, metric: Array) -> Others:
        return self

    def labels(self, labels: Labels) -> Any:
        return labels

    def each_row(self, function: Callable[[Array], Array], points: Any, columns: int) -> Any:
        return function(points.X)

    def about_all(self, known: Constraints) -> Constraints:
        return known


NO_OTHERS: Others = NoOthers()


def same_labels(others: Others, labels: Labels | None, before: Labels | None) -> bool:
    """Whether no row, held or not, has another label than before."""
    if labels is None or before is None:
        return False
    return np.array_equal(labels, before) and others.same(labels, before)
