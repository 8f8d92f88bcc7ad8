"""Row operations of the k-means loops, and labels, for rows in blocks."""

# What a method gives, `Points` says.
# ruff: noqa: D102

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from jupyter_sscluster import seeding
from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.cluster._parts.lloyd.points import FarRow, Farthest, Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, root_of_any
from jupyter_sscluster.cluster.out_of_core import (
    block_computations,
    seeding_passes,
)
from jupyter_sscluster.cluster.out_of_core.block_computations import RowsOfBlock, Space
from jupyter_sscluster.cluster.out_of_core.block_statistics import BlockStatistics
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Shared, joined, split_rows
from jupyter_sscluster.cluster.out_of_core.constrained_rows import ConstrainedRows
from jupyter_sscluster.cluster.out_of_core.diameter import BlockDiameter
from jupyter_sscluster.cluster.out_of_core.farthest_rows import FarRows, far_rows, far_together
from jupyter_sscluster.cluster.out_of_core.seeding import BlockSeeding
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all


class BlockPoints(Points):
    """Rows in blocks, of which those in pairs are `held` in memory; their numbers are sorted.

    Other rows are reduced to sums, numbers and costs in one pass over all blocks.
    """

    def __init__(self, blocks: Blocks, held: ConstrainedRows, measured: BlockStatistics) -> None:
        X = measured.held - measured.mean
        augmented = np.column_stack([X, np.ones(len(X))])
        squares = np.einsum("ij,ij->i", augmented[:, :-1], augmented[:, :-1])
        super().__init__(augmented, squares, measured.mean, measured.held)
        assert blocks.sizes is not None
        self.blocks, self._ends = blocks, (measured.low, measured.high)
        self.held, self._names = held.rows, held.of_all.names
        self._mean, self._held = measured.mean, X
        self._space = Space(self._mean)
        self._n_unheld = measured.n_rows - len(held.rows)
        self._spread = measured.spread
        self._held_in = split_rows(held.rows, blocks.sizes)
        self._costs: dict[Any, float] = {}
        self._squares: Array | None = None
        self._seeding = BlockSeeding(blocks, measured.n_rows, self._space)
        self._widest = BlockDiameter(blocks, self._space)

    # ------------------------------------------------------------------ what a loop asks for

    @property
    def n_unheld(self) -> int:
        return self._n_unheld

    @property
    def in_blocks(self) -> bool:
        return True

    @property
    def total(self) -> float:
        return float(self.squares(diagonal=True).sum())

    def mean_squares(self) -> Array:
        return self.squares(diagonal=True) / self.size

    def mean_squared_norm(self) -> float:
        return self.total / self.size

    def squares(self, *, diagonal: bool = False) -> Array:
        root = self._space.root
        if diagonal and (root is None or root.ndim == 1):
            return self._spread if root is None else self._spread * root**2
        if self._squares is None:
            shared = Shared(block_computations.squares, (self._mean,))
            self._squares = np.asarray(self.blocks.reduced(shared, seeding_passes.summed))
        found = self._squares
        if root is not None:
            found = found * root[:, None] * root if root.ndim == 1 else root @ found @ root.T
        return found.diagonal() if diagonal else found

    def assigned(self, labels: Labels, form: Array) -> Labels:
        form = self._unmoved(form)
        found = self._steps(form[None])
        return BlockLabels(labels, LabelRule(form, found.sums[0], found.digests[0]))

    def _unmoved(self, form: Array) -> Array:
        """The same of rows as they are: (f L, c) times (x, 1) is (f, c) times (L x, 1)."""
        root = self._space.root
        if root is None:
            return form
        moved = form[:, :-1] * root if root.ndim == 1 else form[:, :-1] @ root
        return np.column_stack([moved, form[:, -1]])

    def _steps(self, forms: Array) -> block_computations.AssignedSums:
        """One pass for several starts."""
        shared = Shared(block_computations.assigned, (self._mean, forms))
        step: block_computations.AssignedSums = self.blocks.reduced(
            shared, block_computations.steps_together, self._given()
        )
        return step

    def unheld_sums(self, labels: Labels, n_clusters: int) -> Array | float:
        found = rule_of(labels).sums
        return np.column_stack([self._space.moved(found[:, :-1]), found[:, -1]])

    def unheld_vectors(self, labels: Labels) -> Array | float:
        found: Array = rule_of(labels).sums[:, :-1]
        return found

    def same_labels(self, labels: Labels | None, before: Labels | None) -> bool:
        if labels is None or before is None or not np.array_equal(labels, before):
            return False
        if not self._n_unheld:
            return True
        return self._name(rule_of(labels)) == self._name(rule_of(before))

    def unheld_cost(self, labels: Labels, centres: Array, root: Array | None = None) -> float:
        rule = rule_of(labels)
        if root is not None and (root == 1.0).all():
            root = None
        key = (rule.digest, *rule.rows), centres.tobytes(), None if root is None else root.tobytes()
        if key not in self._costs:
            shared = Shared(block_computations.cost, (self._space, rule.form, centres, root))
            found = self.blocks.reduced(shared, sum, self._given(rule))
            # The posterior asks for what the objective of the best start was.
            self._costs[key] = float(found)
        return self._costs[key]

    def unheld_lengths(self, metric: Metric) -> float:
        A = metric.matrices[0]
        return float((A * self.squares(diagonal=A.ndim == 1)).sum())

    def unheld_scatter(self, labels: Labels, means: Array) -> Array | float:
        sums = rule_of(labels).sums
        cross = sums[:, :-1].T @ means
        own = self.squares() - self._held.T @ self._held
        found: Array = own - cross - cross.T + (means.T * sums[:, -1]) @ means
        return found

    def unheld_reach(self) -> float:
        low, high = self._ends
        return float((np.maximum(high - self._mean, self._mean - low) ** 2).sum())

    def farthest_pair(self, root: Array) -> Array | None:
        return self._widest.apart(root)

    def box(self, axes: Array | None = None) -> Array | None:
        ends = self._ends
        if axes is not None:
            shared = Shared(block_computations.box, (self._mean, axes))
            ends = self.blocks.reduced(shared, block_computations.boxes_together)
        sides: Array = ends[1] - ends[0]
        return sides

    def rows(self, numbers: IntArray) -> Array:
        distinct, at = np.unique(numbers, return_inverse=True)
        return self._seeding.rows(distinct)[at]

    def components(self, numbers: IntArray, known: Constraints) -> IntArray:
        at = np.minimum(np.searchsorted(self.held, numbers), len(self.held) - 1)
        return np.where(self.held[at] == numbers, known.component_ids[at], -1 - numbers)

    def unheld_joint(self, labels: Labels, before: Labels) -> IntArray:
        rules = rule_of(labels), rule_of(before)
        forms = np.stack([rule.form for rule in rules])
        given = list(zip(*(self._given(rule) for rule in rules), strict=True))
        shared = Shared(block_computations.joint, (self._mean, forms))
        found = self.blocks.reduced(shared, joined, given)
        return np.array(sorted(set(found)), dtype=np.int64).reshape(-1, 2)

    def unheld_sizes(self, labels: Labels) -> Array:
        found: Array = rule_of(labels).sums[:, -1]
        return found

    def unheld_farthest(
        self, labels: Labels, centres: Array, most: int, root: Array | None = None
    ) -> Farthest:
        rule = rule_of(labels)
        shared = Shared(far_rows, (self._space, rule.form, centres, root, most))
        return FarRows(self.blocks.reduced(shared, far_together, self._given(rule)))

    def unheld_gaining(self, labels: Labels, centres: Array, cluster: int, root: Array) -> Farthest:
        rule = rule_of(labels)
        shared = Shared(far_rows, (self._space, rule.form, centres, root, 1, cluster))
        return FarRows(self.blocks.reduced(shared, far_together, self._given(rule)))

    def relocate(self, labels: Labels, far: FarRow, cluster: int) -> None:
        rule_of(labels).relocate(far.row, far.vector, far.cluster, cluster)

    def row_number(self, position: int) -> int:
        return int(self.held[position])

    def seeding(self, draw: Callable[..., Array]) -> Callable[..., Array]:
        name = str(getattr(draw, "__name__", draw))
        if getattr(seeding, name, None) is not draw:
            # A function of the user's own, or of another package, asks for all rows.
            name = f"<{name}>"

        def drawn(X: Array, n_clusters: int, *, constraints: Any, random_state: Any) -> Array:
            found = self._seeding.draw(name, n_clusters, self.X, constraints, random_state)
            return np.asarray(found + self.offset)

        return drawn

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        return self._seeding.extended(centres, n_clusters)

    def moved(self, augmented: Array, metric: Array) -> BlockPoints:
        self.squares()  # once for all metrics
        found = copy(self)
        found.augmented, found.raw = augmented, augmented[:, :-1]
        found.squared_norms = np.einsum("ij,ij->i", found.raw, found.raw)
        found.offset = np.zeros(found.raw.shape[1])
        found._space = self._space._replace(root=root_of_any(metric))
        found._costs, found.seeds = {}, self.seeds.setdefault(metric.tobytes(), {})
        found._seeding = BlockSeeding(self.blocks, self._n_unheld + len(self.held), found._space)
        return found

    # ------------------------------------------------------------------ what a fit gives

    def all_labels(self, labels: Labels) -> Any:
        rule = rule_of(labels)
        rows, clusters = rule.relocated()
        rows = np.concatenate([self.held, rows])
        clusters = np.concatenate([np.asarray(labels), clusters])
        order = np.argsort(rows)
        given = self._places(rows[order], clusters[order])
        shared = Shared(block_computations.labelled, (self._mean, rule.form))
        return self.blocks.mapped(shared, np.int32, given=given)

    def each_row(self, function: Callable[[Array], Array], columns: int) -> Any:
        shared = Shared(block_computations.of_rows, (self._mean, function))
        return self.blocks.mapped(shared, np.float64, columns)

    def about_all(self, known: Constraints) -> Constraints:
        n_samples = self._n_unheld + len(self.held)
        return about_all(known, n_samples, self.held, self._names)

    def _name(self, rule: LabelRule) -> bytes:
        """The digest of these labels."""
        if rule.rows and not rule.settled:
            shared = Shared(block_computations.named, (self._mean, rule.form))
            parts = self.blocks.reduced(
                shared, block_computations.names_together, self._given(rule)
            )
            rule.digest, rule.settled = parts, True
        return rule.digest

    def _given(self, rule: LabelRule | None = None) -> list[RowsOfBlock]:
        """For each block the rows that are held, and those that are relocated."""
        if rule is None or not rule.rows:
            return [block_computations.nothing()._replace(held=held) for held in self._held_in]
        return self._places(*rule.relocated())

    def _places(self, rows: Index, labels: Labels) -> list[RowsOfBlock]:
        assert self.blocks.sizes is not None
        places, at = [], 0
        for held, own in zip(self._held_in, split_rows(rows, self.blocks.sizes), strict=True):
            places.append(RowsOfBlock(held, own, labels[at : at + len(own)]))
            at += len(own)
        return places


@dataclass
class LabelRule:
    """Labels of rows not in memory: argmin of `form` times (x, 1), but `rows` are in `clusters`.

    `sums` (k, d + 1) are those of the members; `digest` identifies `settled` labels.
    """

    form: Array
    sums: Array
    digest: bytes
    rows: list[int] = field(default_factory=list)
    clusters: list[int] = field(default_factory=list)
    settled: bool = False

    def relocate(self, row: int, vector: Array, old: int, new: int) -> None:
        """Put a row of a cluster into another."""
        wide = np.append(vector, 1.0)
        self.sums = self.sums.copy()
        self.sums[old] -= wide
        self.sums[new] += wide
        self.rows, self.clusters = [*self.rows, row], [*self.clusters, new]

    def relocated(self) -> tuple[Index, Labels]:
        """The rows that were relocated, sorted, and their clusters."""
        rows = np.array(self.rows, dtype=np.intp)
        order = np.argsort(rows)
        return rows[order], np.array(self.clusters, dtype=np.int32)[order]


class BlockLabels(np.ndarray[Any, np.dtype[np.int32]]):
    """Labels (m,) of the rows that are held, with the `rule` for all others."""

    rule: LabelRule | None

    def __new__(cls, labels: Labels, rule: LabelRule) -> Self:
        """These labels, with a rule."""
        made = np.asarray(labels, dtype=np.int32).view(cls)
        made.rule = rule
        return made

    def __array_finalize__(self, source: Any) -> None:
        self.rule = getattr(source, "rule", None)


def rule_of(labels: Labels) -> LabelRule:
    """The rule that these labels come with."""
    rule: LabelRule | None = getattr(labels, "rule", None)
    assert rule is not None, "labels of rows in blocks come with a rule for those not held"
    return rule
