"""The rows of blocks that are not held: the other implementation of what the loops ask for."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np

from jupyter_sscluster import seeding
from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.cluster._parts.lloyd.unheld_rows import FarRow, Farthest, Others
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, root_of_any
from jupyter_sscluster.cluster.out_of_core import (
    block_computations,
    seeding_passes,
)
from jupyter_sscluster.cluster.out_of_core.block_computations import RowsOfBlock, Space
from jupyter_sscluster.cluster.out_of_core.block_labels import BlockLabels, LabelRule, rule_of
from jupyter_sscluster.cluster.out_of_core.block_statistics import BlockStatistics
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Shared, joined, split_rows
from jupyter_sscluster.cluster.out_of_core.constrained_rows import ConstrainedRows
from jupyter_sscluster.cluster.out_of_core.diameter import BlockDiameter
from jupyter_sscluster.cluster.out_of_core.farthest_rows import FarRows, far_rows, far_together
from jupyter_sscluster.cluster.out_of_core.seeding import BlockSeeding
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all


class BlockOthers:
    """Rows in blocks, without the `held` ones, whose numbers are sorted.

    Every method that needs the rows is one pass over all blocks, in which rows are reduced to sums,
    numbers and costs where they are. What travels there is a form (k, d + 1).
    """

    def __init__(self, blocks: Blocks, held: ConstrainedRows, measured: BlockStatistics) -> None:
        assert blocks.sizes is not None
        self.blocks, self._ends = blocks, (measured.low, measured.high)
        self.held, self._names = held.rows, held.of_all.names
        self.offset, self._held = measured.mean, measured.held - measured.mean
        self._space = Space(self.offset)
        self.n_rows = measured.n_rows - len(held.rows)
        self._spread = measured.spread
        self._held_in = split_rows(held.rows, blocks.sizes)
        self._costs: dict[Any, float] = {}
        self._squares: Array | None = None
        self._seeding = BlockSeeding(blocks, measured.n_rows, self._space)
        self._widest = BlockDiameter(blocks, self._space)

    # ------------------------------------------------------------------ what a loop asks for

    def totals(self) -> tuple[float, Array] | None:
        """Σ ‖x‖² and Σ x² (d,) over all rows."""
        spread = self.squares(diagonal=True)
        return float(spread.sum()), spread

    def squares(self, *, diagonal: bool = False) -> Array:
        """Σ x² (d,) or Σ x xᵀ (d, d) over all rows, moved; the latter takes a pass, once."""
        root = self._space.root
        if diagonal and (root is None or root.ndim == 1):
            return self._spread if root is None else self._spread * root**2
        if self._squares is None:
            shared = Shared(block_computations.squares, (self.offset,))
            self._squares = np.asarray(self.blocks.reduced(shared, seeding_passes.summed))
        found = self._squares
        if root is not None:
            found = found * root[:, None] * root if root.ndim == 1 else root @ found @ root.T
        return found.diagonal() if diagonal else found

    def assigned(self, labels: Labels, form: Array) -> Labels:
        """The others to where `form` times (x, 1) is least: one pass."""
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
        shared = Shared(block_computations.assigned, (self.offset, forms))
        step: block_computations.AssignedSums = self.blocks.reduced(
            shared, block_computations.steps_together, self._given()
        )
        return step

    def sums(self, labels: Labels, n_clusters: int) -> Array | float:
        """Sums of the members of each cluster, moved, and in the last column their number."""
        found = rule_of(labels).sums
        return np.column_stack([self._space.moved(found[:, :-1]), found[:, -1]])

    def vectors(self, labels: Labels) -> Array | float:
        """Sums of the members of each cluster, as they are in the data."""
        found: Array = rule_of(labels).sums[:, :-1]
        return found

    def same(self, labels: Labels, before: Labels) -> bool:
        """Whether the others are where they were."""
        if not self.n_rows:
            return True
        return self._name(rule_of(labels)) == self._name(rule_of(before))

    def cost(self, labels: Labels, centres: Array, root: Array | None = None) -> float:
        """Σ ‖x - μ‖² of the others, by differences."""
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

    def lengths(self, metric: Metric) -> float:
        """Σ ‖x‖² of all rows under a metric."""
        A = metric.matrices[0]
        return float((A * self.squares(diagonal=A.ndim == 1)).sum())

    def scatter_about(self, labels: Labels, means: Array) -> Array | float:
        """Σ (x - m)(x - m)ᵀ of the others, m being the mean of their cluster."""
        sums = rule_of(labels).sums
        cross = sums[:, :-1].T @ means
        own = self.squares() - self._held.T @ self._held
        found: Array = own - cross - cross.T + (means.T * sums[:, -1]) @ means
        return found

    def reach(self) -> float:
        """A bound of ‖x‖² of the others."""
        low, high = self._ends
        return float((np.maximum(high - self.offset, self.offset - low) ** 2).sum())

    def farthest_pair(self, root: Array) -> Array | None:
        """The difference of the two rows, of all, that are farthest apart."""
        return self._widest.apart(root)

    def box(self, axes: Array | None = None) -> Array | None:
        """Sides (d,) of the box around all rows."""
        ends = self._ends
        if axes is not None:
            shared = Shared(block_computations.box, (self.offset, axes))
            ends = self.blocks.reduced(shared, block_computations.boxes_together)
        sides: Array = ends[1] - ends[0]
        return sides

    def rows(self, numbers: IntArray, points: Any) -> Array:
        """Rows of these numbers, (m, d)."""
        distinct, at = np.unique(numbers, return_inverse=True)
        return self._seeding.rows(distinct)[at]

    def components(self, numbers: IntArray, known: Constraints) -> IntArray:
        """The must-link components of rows of these numbers; rows elsewhere are alone."""
        at = np.minimum(np.searchsorted(self.held, numbers), len(self.held) - 1)
        return np.where(self.held[at] == numbers, known.component_ids[at], -1 - numbers)

    def joint(self, labels: Labels, before: Labels) -> IntArray:
        """Which pairs of labels the others have, theirs now and before."""
        rules = rule_of(labels), rule_of(before)
        forms = np.stack([rule.form for rule in rules])
        given = list(zip(*(self._given(rule) for rule in rules), strict=True))
        shared = Shared(block_computations.joint, (self.offset, forms))
        found = self.blocks.reduced(shared, joined, given)
        return np.array(sorted(set(found)), dtype=np.int64).reshape(-1, 2)

    def sizes(self, labels: Labels) -> Array:
        """Numbers of the others in each cluster."""
        found: Array = rule_of(labels).sums[:, -1]
        return found

    def farthest(
        self, labels: Labels, centres: Array, most: int, root: Array | None = None
    ) -> Farthest:
        """The costliest of each cluster."""
        rule = rule_of(labels)
        shared = Shared(far_rows, (self._space, rule.form, centres, root, most))
        return FarRows(self.blocks.reduced(shared, far_together, self._given(rule)))

    def gaining(self, labels: Labels, centres: Array, cluster: int, root: Array) -> Farthest:
        """Of each other cluster the row that gains most by going to `cluster`."""
        rule = rule_of(labels)
        shared = Shared(far_rows, (self._space, rule.form, centres, root, 1, cluster))
        return FarRows(self.blocks.reduced(shared, far_together, self._given(rule)))

    def relocated(self, labels: Labels, far: FarRow, cluster: int) -> None:
        """Put one row into another cluster."""
        rule_of(labels).relocate(far.row, far.vector, far.cluster, cluster)

    def number(self, position: int) -> int:
        """The number of a held row among all rows."""
        return int(self.held[position])

    def seeding(self, draw: Callable[..., Array], points: Any) -> Callable[..., Array]:
        """A function like this seeding that draws from all rows."""
        name = str(getattr(draw, "__name__", draw))
        if getattr(seeding, name, None) is not draw:
            # A function of the user's own, or of another package, asks for all rows.
            name = f"<{name}>"

        def drawn(X: Array, n_clusters: int, *, constraints: Any, random_state: Any) -> Array:
            found = self._seeding.draw(name, n_clusters, points.X, constraints, random_state)
            return np.asarray(found + points.offset)

        return drawn

    def extended(self, X: Array, centres: Array, n_clusters: int) -> Array:
        """These centres and, up to `n_clusters`, the rows farthest from all of them."""
        return self._seeding.extended(centres, n_clusters)

    def moved(self, metric: Array) -> Others:
        """The same rows, moved so that Euclid's distances are those under the metric."""
        root = root_of_any(metric)
        self.squares()  # once for all metrics
        found = copy(self)
        found._space = self._space._replace(root=root)
        found._costs = {}
        found._seeding = BlockSeeding(self.blocks, self.n_rows + len(self.held), found._space)
        return found

    # ------------------------------------------------------------------ what a fit gives

    def labels(self, labels: Labels) -> Any:
        """Labels of all rows, in the order of the data, as data of the same kind."""
        rule = rule_of(labels)
        rows, clusters = rule.relocated()
        rows = np.concatenate([self.held, rows])
        clusters = np.concatenate([np.asarray(labels), clusters])
        order = np.argsort(rows)
        given = self._places(rows[order], clusters[order])
        shared = Shared(block_computations.labelled, (self.offset, rule.form))
        return self.blocks.mapped(shared, np.int32, given=given)

    def each_row(self, function: Callable[[Array], Array], points: Any, columns: int) -> Any:
        """What a function of centred rows gives for all rows, as data of the same kind."""
        shared = Shared(block_computations.of_rows, (self.offset, function))
        return self.blocks.mapped(shared, np.float64, columns)

    def about_all(self, known: Constraints) -> Constraints:
        """What is known about the held rows, about all rows."""
        n_samples = self.n_rows + len(self.held)
        return about_all(known, n_samples, self.held, self._names)

    def _name(self, rule: LabelRule) -> bytes:
        """The digest of these labels."""
        if rule.rows and not rule.settled:
            shared = Shared(block_computations.named, (self.offset, rule.form))
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
