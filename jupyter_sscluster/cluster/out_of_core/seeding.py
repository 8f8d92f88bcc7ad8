"""Initial centres from rows in blocks.

k-means‖ (Bahmani, Moseley, Vattani, Kumar & Vassilvitskii 2012, algorithm 2): a few rounds draw
candidates in proportion to the squared distance D² to those drawn before, and the candidates,
weighted by the rows nearest to each, are clustered in memory. A round draws exactly 2 k rows, the
first uniformly, in one pass over the blocks. All starts share the passes.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Alternation
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster.out_of_core import seeding_passes
from jupyter_sscluster.cluster.out_of_core.block_computations import Space
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Shared, split_rows
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding import kmeans_plusplus
from jupyter_sscluster.seeding.generator import generator
from jupyter_sscluster.seeding.neighbourhoods import component_means

ROUNDS = 5
"""Rounds of draws in proportion to D²."""

_OVERSAMPLING = 2
"""Candidates a round, in numbers of clusters."""

_LLOYD = 20
"""Iterations of k-means on the candidates, at most."""

SEEDINGS = ("kmeans_plusplus", "random", "farthest_first", "neighbourhoods")
"""The seedings that can be had from blocks."""


class Candidates(NamedTuple):
    """Rows (m, d) and how many rows are nearest to each."""

    rows: Array
    weights: Array


class BlockSeeding:
    """Draws first centres, (k, d), from rows in blocks, in a space."""

    def __init__(self, blocks: Blocks, n_rows: int, space: Space) -> None:
        self._blocks, self._n_rows, self._space = blocks, n_rows, space
        self._candidates: dict[int, Candidates] = {}

    def draw(
        self, name: str, n_clusters: int, held: Array, known: Constraints, random_state: Any
    ) -> Array:
        """Centres of a start given `held` rows; `InputError` if the seeding needs all rows."""
        rng = generator(random_state)
        if name == "random":
            return self.rows(rng.choice(self._n_rows, n_clusters, replace=False))
        if name == "kmeans_plusplus":
            return self._reclustered(self._drawn(n_clusters, rng), n_clusters, rng)
        if name == "neighbourhoods":
            means = component_means(held, n_clusters, known)
            if means is not None:
                return self.extended(means, n_clusters)
        if name in ("neighbourhoods", "farthest_first"):
            first = self.rows(np.array([rng.integers(self._n_rows)]))
            return self.extended(first, n_clusters)
        listed = ", ".join(map(repr, SEEDINGS))
        raise InputError(
            f"init={name!r} needs all {self._n_rows:,} rows in memory, and X comes in blocks; "
            f"choose one of {listed}, or pass the first centres themselves"
        )

    def extended(self, centres: Array, n_clusters: int) -> Array:
        """These centres and, up to `n_clusters`, the rows farthest from all of them."""
        chosen: list[int] = []
        while len(centres) < n_clusters:
            shared = Shared(seeding_passes.outermost, (self._space, centres))
            far = self._blocks.reduced(shared, seeding_passes.outermost_together)
            row, number = far.row[None], far.number
            if far.distance <= 1e-14 * far.square:
                # All rows are at a centre: the first one not chosen yet will do.
                number = next(i for i in range(self._n_rows) if i not in chosen)
                row = self.rows(np.array([number]))
            chosen.append(number)
            centres = np.vstack([centres, row])
        return centres

    def rows(self, numbers: Index) -> Array:
        """Rows of these numbers, in that order."""
        assert self._blocks.sizes is not None
        order = np.argsort(numbers)
        given = split_rows(numbers[order], self._blocks.sizes)
        shared = Shared(seeding_passes.pulled, (self._space,))
        found: Array = self._blocks.reduced(shared, seeding_passes.stacked, given)
        return found[np.argsort(order)]

    def _drawn(self, n_clusters: int, rng: np.random.Generator) -> Candidates:
        """The candidates, drawn once for all starts."""
        if n_clusters not in self._candidates:
            seed, most = int(rng.integers(1 << 62)), _OVERSAMPLING * n_clusters
            together = partial(seeding_passes.drawn_together, most=most)
            rows = None
            for number in range(ROUNDS + 1):
                arguments = (self._space, rows, most, (seed, number))
                new = self._blocks.reduced(Shared(seeding_passes.drawn, arguments), together).rows
                rows = new if rows is None else np.vstack([rows, new])
            assert rows is not None
            shared = Shared(seeding_passes.numbers_nearest, (self._space, rows))
            weights = self._blocks.reduced(shared, seeding_passes.summed)
            self._candidates[n_clusters] = Candidates(rows, weights)
        return self._candidates[n_clusters]

    def _reclustered(self, found: Candidates, n_clusters: int, rng: np.random.Generator) -> Array:
        """Centres of the candidates by their weights: greedy k-means++, then k-means."""
        rows, weights = found.rows, np.maximum(found.weights, 1e-9)
        first = kmeans_plusplus(rows, n_clusters, random_state=rng, sample_weight=weights)
        points = centred(rows, weights=weights)
        loop = Alternation(points, n_clusters)
        result = loop.run(first - points.offset, max_iter=_LLOYD)
        return result.centres + points.offset
