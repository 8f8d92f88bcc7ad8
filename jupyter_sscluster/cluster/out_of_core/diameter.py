"""The exact diameter of rows in blocks, in a few passes."""

from functools import partial

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._farthest_pair import farthest_pair
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.metric.mahalanobis import mapped
from jupyter_sscluster.cluster.out_of_core import seeding_passes
from jupyter_sscluster.cluster.out_of_core.block_computations import Space
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Shared
from jupyter_sscluster.cluster.out_of_core.seeding_passes import OuterRows

MOST = 50_000
"""So many rows are looked at in pairs, at most."""

_SLACK = 1e-9
"""Relative difference of distances that rounding may explain."""

_MARGIN = 0.02
"""Rows are kept for a metric under which distances grow by as much, in parts of the largest."""


class BlockDiameter:
    """The farthest pair of all rows, under one metric after the other, as in `ExactDiameter`.

    Only rows that the triangle inequality cannot exclude are searched, and serve further metrics.
    """

    def __init__(self, blocks: Blocks, space: Space) -> None:
        self._blocks, self._space = blocks, space
        self._pool: tuple[OuterRows, Array, float] | None = None

    def apart(self, root: Array) -> Array:
        """The difference of the two rows, (d,)."""
        if self._pool is not None:
            kept, before, bound = self._pool
            i, j, distance = farthest_pair(mapped(kept.rows, root))
            if distance >= bound * _stretch(before, root):
                return _between(kept, i, j)
        kept = self._drawn(root)
        i, j, _ = farthest_pair(mapped(kept.rows, root))
        return _between(kept, i, j)

    def _drawn(self, root: Array) -> OuterRows:
        """The rows that may be in the farthest pair, and some more."""
        d = self._blocks.n_features
        first = self._outermost(root, np.zeros((1, d)))
        second = self._outermost(root, first.row[None])
        third = self._outermost(root, second.row[None])
        radius = np.sqrt(first.distance)
        known = np.sqrt(max(second.distance, third.distance)) * (1.0 - _SLACK)
        reach = max(float(known * (1.0 - _MARGIN) - radius), 0.0)
        found = self._beyond(root, reach)
        if found.n_more:
            reach = max(float(known - radius), 0.0)
            found = self._beyond(root, reach)
        if found.n_more:
            raise InputError(
                f"the largest distance of two rows is to be found among {found.n_more + MOST:,} "
                f"rows that are all far from the mean, and no more than {MOST:,} are taken out of "
                'their blocks; set diameter="box", and constraint_weight to a number'
            )
        self._pool = found, root, float(reach + radius) * (1.0 + _SLACK)
        return found

    def _outermost(self, root: Array, centres: Array) -> seeding_passes.OutermostRow:
        shared = Shared(seeding_passes.outermost, (self._moved(root), centres))
        found: seeding_passes.OutermostRow = self._blocks.reduced(
            shared, seeding_passes.outermost_together
        )
        return found

    def _beyond(self, root: Array, reach: float) -> OuterRows:
        together = partial(seeding_passes.wanted_together, most=MOST)
        shared = Shared(seeding_passes.beyond, (self._space, root, reach**2, MOST))
        found: OuterRows = self._blocks.reduced(shared, together)
        return found

    def _moved(self, root: Array) -> Space:
        assert self._space.root is None
        return self._space._replace(root=root)


def _between(kept: OuterRows, i: int, j: int) -> Array:
    """The row earlier in the data comes first."""
    i, j = sorted((i, j), key=lambda place: int(kept.numbers[place]))
    apart: Array = kept.rows[i] - kept.rows[j]
    return apart


def _stretch(before: Array, root: Array) -> float:
    """By how much a distance can have grown from one metric to the other; see `diameter`."""
    if before.ndim == 1 and (before == 0.0).any():
        return np.inf
    if root.ndim == before.ndim == 1:
        return float((root / before).max())
    before, root = (np.diag(one) if one.ndim == 1 else one for one in (before, root))
    return float(np.linalg.norm(np.linalg.solve(before.T, root.T), 2)) * (1.0 + _SLACK)
