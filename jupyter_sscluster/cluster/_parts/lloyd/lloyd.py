"""Lloyd's algorithm (1982), shared by the k-means family."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster.cluster._parts.lloyd import trace_recorder
from jupyter_sscluster.cluster._parts.lloyd.cluster_sums import ClusterSums, means_of
from jupyter_sscluster.cluster._parts.lloyd.distances import (
    chunks_of,
    lowest,
    own_distances,
    product_form,
    products,
)
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.sparse_points import SparsePoints, SparseSums
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import Noted, StepRecords


class Learned:
    """What a run learned besides a clustering, such as a metric: a class for each kind."""


Kind = TypeVar("Kind", bound=Learned)


class Result(NamedTuple):
    """Result of a run: `centres` about the mean, `learned` metric, `noted` steps if traced."""

    labels: Labels
    centres: Array
    objective: float
    history: list[float]
    n_iter: int
    converged: bool
    learned: Learned | None = None
    noted: Noted = ()

    def learned_as(self, kind: type[Kind]) -> Kind:
        """The learned object, which must be of this type."""
        assert isinstance(self.learned, kind), f"{self.learned!r} is no {kind.__name__}"
        return self.learned

    def after(self, noted: Noted) -> Result:
        """The same, with these steps before its own."""
        return self._replace(noted=noted + self.noted) if noted else self


class Assignment(Protocol):
    """The assignment step for the constrained `rows` (sorted), in units of squared distances.

    Arrays have one entry per row; `near` (m, k) are the squared distances to all centres.
    """

    rows: NDArray[np.intp]

    def assign(self, near: Array, labels: Labels | None) -> Labels:
        """Clusters from the distances and the last labels (None in the first iteration)."""
        ...

    def penalty(self, labels: Labels) -> float:
        """What these labels add to the objective."""
        ...

    def relocate_to_empty(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """Positions in `rows` to fill the cluster `empty`, and what this saves, or None."""
        ...


class Alternation:
    """Lloyd's loop over `points`, with some rows decided by an `Assignment`.

    The objective is the inertia Σ‖x-μ‖² plus the penalty of the assignment, which does not depend
    on centres. No iteration raises it as long as the assignment does not, and there are finitely
    many labellings: the loop converges.
    """

    def __init__(
        self, points: Points, n_clusters: int, assignment: Assignment | None = None
    ) -> None:
        self.points = points
        self.n_clusters = n_clusters
        self.assignment = assignment
        rows = np.empty(0, dtype=np.intp) if assignment is None else assignment.rows
        self._rows, self._squares = rows, points.squared_norms[rows]
        self._total = points.total
        self._mean_variance = self._total / (points.size * points.X.shape[1])
        self._sums: ClusterSums | SparseSums = (
            SparseSums(points, n_clusters)
            if isinstance(points, SparsePoints)
            else ClusterSums(points, n_clusters)
        )

    def run(
        self,
        centres: Array,
        labels: Labels | None = None,
        *,
        max_iter: int,
        tol: float = 0.0,
        tick: Callable[[int], None] | None = None,
        may_cycle: bool = False,
    ) -> Result:
        """Iterate until no label changes, no centre moves beyond `tol`, or `max_iter` is reached.

        `tol` is relative to the mean variance of the features. `tick` is called before each
        iteration. If iterations `may_cycle`, repeated labels end them too.
        """
        history: list[float] = []
        seen: set[bytes] = set()
        converged, notes = False, trace_recorder.notes()
        while not converged and len(history) < max_iter:
            if tick is not None:
                tick(len(history) + 1)
            previous, before = labels, centres
            labels, centres, objective = self.iterate(centres, labels, notes)
            history.append(objective)
            converged = self.points.same_labels(labels, previous)
            if tol > 0 and not converged:
                shift = ((centres - before) ** 2).sum(axis=1).max()
                converged = bool(shift <= tol * self._mean_variance)
            if may_cycle:
                digest = blake2b(labels.tobytes()).digest()
                converged = converged or digest in seen
                seen.add(digest)
        assert labels is not None
        # Iterations take the inertia as a difference of large sums; the last value is exact.
        history[-1] = self.objective(labels, centres)
        noted = trace_recorder.of(notes, objective=history[-1])
        return Result(labels, centres, history[-1], history, len(history), converged, noted=noted)

    def iterate(
        self, centres: Array, labels: Labels | None, notes: StepRecords | None = None
    ) -> tuple[Labels, Array, float]:
        """One iteration: labels, their means, and the objective.

        The inertia is Σ‖x‖² - Σ_k n_k ‖μ_k‖² about the mean (the origin): no pass over the rows.
        """
        # All rows by one product, then the constrained ones again by the assignment.
        found, near = self._nearest(centres)
        if self.assignment is not None:
            before = None if labels is None else labels.take(self._rows)
            found[self._rows] = self.assignment.assign(near, before)
        sums = self.sums(found)
        if not sums[:, -1].all():
            self._fill_empty(centres, found, near, self._counts(found, sums))
            sums = self.sums(found)
        means = means_of(sums, centres)
        # Σ_k n_k μ_kᵀμ_k, as n_k μ_k is the sum; rounding may leave the difference below 0.
        between = float(np.vdot(sums[:, :-1], means))
        inertia, penalty = max(self._total - between, 0.0), self._penalty(found)
        if notes is not None:
            from_old = float(self._own(centres, found).sum())
            notes.assigned(found, from_old, penalty)
            notes.recentred(means, inertia, penalty)
        return found, means, inertia + penalty

    def objective(self, labels: Labels, centres: Array) -> float:
        """The objective from its definition, by differences."""
        inertia = float(self._own(centres, labels).sum())
        return inertia + self.points.unheld_cost(labels, centres) + self._penalty(labels)

    def sums(self, labels: Labels) -> Array:
        """Sums of the members of each cluster, and in the last column their number."""
        return self._sums.of(labels) + self.points.unheld_sums(labels, self.n_clusters)

    def _own(self, centres: Array, labels: Labels) -> Array:
        """What each row adds to the inertia: its squared distance, times its weight."""
        return self.points.weighed(own_distances(self.points, centres, labels))

    def _counts(self, labels: Labels, sums: Array) -> Array:
        """Number of rows in each cluster that count."""
        return row_counts(self.points, labels, sums)

    def _nearest(self, centres: Array) -> tuple[Labels, Array]:
        """The nearest centre of each row, and weighted distances of the constrained rows, (m, k).

        In ‖x‖² - 2 xᵀμ + ‖μ‖² the first term does not affect which is nearest: it is added for
        the constrained rows only.
        """
        found = np.empty(len(self.points), dtype=np.int32)
        form = product_form(centres)
        near = np.empty((len(form), len(self._rows)))

        def assign(chunk: slice) -> None:
            scores = products(form, self.points.augmented[chunk])
            found[chunk] = lowest(scores)
            # Rows are sorted, so the constrained ones of a chunk stand together.
            first, end = self._rows.searchsorted([chunk.start, chunk.stop])
            if end > first:
                near[:, first:end] = scores.take(self._rows[first:end] - chunk.start, axis=1)

        on_all_cores(assign, chunks_of(self.points, form), least=4)
        near += self._squares
        np.maximum(near, 0.0, out=near)
        found = self.points.assigned(found, form)
        return found, self.points.pulled(near.T, self._rows)

    def _penalty(self, labels: Labels) -> float:
        if self.assignment is None:
            return 0.0
        return self.assignment.penalty(labels.take(self.assignment.rows))

    def _fill_empty(self, centres: Array, labels: Labels, near: Array, counts: Array) -> None:
        """Relocate to each empty cluster the point farthest from its centre, or what saves more.

        A cluster that could only be filled by raising the objective stays empty.
        """
        own = self._own(centres, labels)
        free = self.points.counted
        if self.assignment is not None:
            free[self.assignment.rows] = False
        empty, points = np.flatnonzero(counts == 0), self.points
        in_blocks = points.unheld_farthest(labels, centres, len(empty))
        for k in empty.tolist():
            # A cluster of a single row gives it to none: it would be empty in its turn.
            rows, gain = _farthest(own, free & (counts[labels] > 1))
            far = None if in_blocks is None else in_blocks.best(counts)
            if far is not None and far.before(rows, gain, points):
                rows, gain = None, far.cost
            else:
                far = None
            saved = self._saved(near, labels, counts, k)
            if saved is not None and ((rows is None and far is None) or saved[1] > gain):
                rows, far = saved[0], None
            if far is not None and in_blocks is not None:
                counts[[far.cluster, k]] += -1, 1
                in_blocks.take(far)
                points.relocate(labels, far, k)
            elif rows is not None:
                np.subtract.at(counts, labels[rows], 1)
                labels[rows] = k
                counts[k] = len(rows)
                # Their centre is where they are now: the next empty cluster looks elsewhere.
                own[rows] = 0.0

    def _saved(
        self, near: Array, labels: Labels, counts: Array, empty: int
    ) -> tuple[NDArray[np.intp], float] | None:
        """Constrained rows to fill the cluster `empty`, and what the move saves, or None."""
        if self.assignment is None:
            return None
        rows = self.assignment.rows
        offer = self.assignment.relocate_to_empty(near, labels[rows], counts, empty)
        return None if offer is None else (rows[offer[0]], offer[1])


def row_counts(points: Points, labels: Labels, sums: Array) -> Array:
    """Number of rows in each cluster that count, from its sums where all count the same."""
    if points.weights is None:
        counts: Array = sums[:, -1]
        return counts
    return np.bincount(labels, points.counted, minlength=len(sums)).astype(np.float64)


def _farthest(own: Array, allowed: NDArray[np.bool_]) -> tuple[NDArray[np.intp] | None, float]:
    if not allowed.any():
        return None, 0.0
    row = int(np.argmax(np.where(allowed, own, -1.0)))
    return np.array([row]), float(own[row])


def described(points: Points, labels: Labels, *, converged: bool = True) -> Result:
    """Labels with the means and the inertia Σ‖x-μ‖² of their clusters, numbered 0, 1, …"""
    n_clusters = int(labels.max()) + 1
    entries = (np.ones(len(points)), (labels, np.arange(len(points))))
    members = sparse.csr_array(entries, shape=(n_clusters, len(points)))
    sums = sparse_product(members, points.augmented)
    centres = sums[:, :-1] / sums[:, -1:]
    inertia = float(own_distances(points, centres, labels).sum())
    return Result(labels.astype(np.int32), centres, inertia, [inertia], 1, converged)


def in_order(labels: NDArray[np.integer]) -> Labels:
    """The same clusters, numbered 0, 1, … by their first rows."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first)).astype(np.int32)[inverse]
