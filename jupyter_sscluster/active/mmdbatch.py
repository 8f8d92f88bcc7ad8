"""MMDBatch: place points that make the placed ones look like all the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Choice, Either, Int, Rule
from jupyter_sscluster.active.neighbourhoods.farthest_first import open_neighbourhood_share
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods, first_point
from jupyter_sscluster.active.neighbourhoods.resolve_questions import PlacingStrategy
from jupyter_sscluster.active.similarity.batches import PointBatches, batches
from jupyter_sscluster.active.similarity.gaussian_kernel import gaussian_kernel
from jupyter_sscluster.active.similarity.mmd import linear_term
from jupyter_sscluster.active.similarity.point_distances import representative
from jupyter_sscluster.active.snapshot import Pair, Snapshot


class MMDBatch(PlacingStrategy):
    """Asks about batches of points that together represent all of the data.

    With L the l placed points and U the others, a batch S of b points of U minimises

        f(S) = ‖ mean Φ over L ∪ S − mean Φ over U ∖ S ‖²   (maximum mean discrepancy),

    k(x, y) = Φ(x)·Φ(y) = exp(−‖x − y‖² / 2σ²) on standardised features, σ their median distance.
    Each of its points is asked about with the neighbourhoods by falling mean similarity.

    The b points of a batch are chosen together and placed before any other. No batch is stored: it
    follows from what is known, so that answers may come in any order, be undone, or be a person's
    own. Half-placed points go first, and a point that got "don't know" gives way to another.

    Greedily, after each placed point the b − (l − 1) mod b points that are left of the batch are
    chosen again, for the same l + b, and are the same to the point; all placed points count. A
    relaxed batch, or one of automatic size, would come out another way then. Those are chosen one
    after the other from the first point on, each as if the batches before were placed. The current
    batch is the first with a point that is not placed. Points that a person places outside the
    batches are left out, and have no effect on what is chosen.

    Prefer it where points should be spread as the data are, dense regions first: its answers suit
    clusterers that average over points, and the next question is there in an instant, since nothing
    is clustered and no forest is grown. It does not look at the clusters: once each class is known
    well, NPU asks closer to the borders. The greedy choice costs O(n l d) a question and O(n)
    memory; sums over all points are exact up to 2000 points, and through `n_components` landmarks
    beyond. The relaxed one is solved once a batch, to eleven digits of f: memory for n ·
    n_components numbers, and at most half a second for 20,000 rows.

    `scores` gives how much denser all points are around a point than the placed ones, as a share of
    the largest: 0 where placed points are dense enough.

    Parameters
    ----------
    random_state : int or None, default 0
        Seed of the first point and of the landmarks.
    clusterer, n_clusters, infer_last, member
        As in `NPU`; the clusterer is used by `fit` alone, for `labels_`.
    batch_size : int or "auto", default 10
        b. Small batches are as good as single points, large ones worse, by the authors. "auto":
        each batch is as large as points, taken greedily, each lower f by a tenth of what is left,
        from 1 to 50: large ones while little is placed, small ones later.
    method : "greedy" or "relaxed", default "greedy"
        Greedy takes the point that lowers f most, again and again: exact for b = 1. Relaxed
        minimises over weights from 0 to 1 with sum b, as the authors, and takes the b largest. The
        optimum spreads its weight over a hundred points and more, of which the b largest alone are
        a poor batch at first: on iris the first ten have f = .039, greedy ones .010, random ones
        .029. After thirty points it is .0015 and .0029.
    n_components : int, default 256
        Number of landmarks.

    References
    ----------
    Atwa, W. and Emam, M. (2019). Improving semi-supervised clustering algorithms with active query
    selection, equations 4-7 and algorithms 1-2. The relaxation: Chattopadhyay, R. et al. (2013).
    Batch mode active sampling based on marginal probability distribution matching. ACM
    Transactions on Knowledge Discovery from Data 7(3).

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = np.array([[0.0], [1.0], [9.0], [10.0], [11.0], [20.0]])
    >>> snapshot = Snapshot(X, Constraints(6, cannot=[(0, 5)]))
    >>> query = MMDBatch(batch_size=3).propose(snapshot)[0]
    >>> query.pair
    (2, 0)
    >>> query.reason
    'Point 2 stands for many: its likeness to all points is 0.79, to those placed so far 0.54 ...'
    >>> MMDBatch().scores(snapshot).round(2)
    array([0.  , 0.42, 1.  , 0.97, 0.91, 0.  ])
    """

    title = "MMD batch"
    menu_group = "One cluster after another"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **PlacingStrategy.parameter_ranges,
        "batch_size": Either(Int(1), Choice("auto")),
        "method": Choice("greedy", "relaxed"),
        "n_components": Int(1),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        infer_last: bool = True,
        batch_size: int | str = 10,
        method: str = "greedy",
        n_components: int = 256,
        member: str = "nearest",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state, infer_last, member)
        self.batch_size = batch_size
        self.method = method
        self.n_components = n_components

    def _plan(self, snapshot: Snapshot, ground: Neighbourhoods) -> _Matching:
        return _Matching(self, ground)


class _Matching:
    """Targets in the order in which they make the placed points look like all."""

    def __init__(self, strategy: MMDBatch, ground: Neighbourhoods) -> None:
        self.strategy, self.ground, self.snapshot = strategy, ground, ground.snapshot
        self.kernel = gaussian_kernel(self.snapshot.X, strategy.n_components, strategy.random_state)
        self.placed = np.concatenate(
            [*ground.members, *map(ground.points, sorted(ground.inferred))]
        )

    @cached_property
    def inside(self) -> NDArray[np.float64]:
        """Sum of the similarities of every point to the placed ones."""
        return self.kernel.sums(self.placed)

    def fresh(self) -> Iterator[int]:
        """One batch after another, each as if the one before were placed."""
        return self._greedily() if self._in_order is None else self._of(self._in_order)

    def _greedily(self) -> Iterator[int]:
        """Batches from what is placed, chosen point by point."""
        waiting = np.isin(self.ground.component_ids, self.ground.fresh)
        inside, n_placed = self.inside.copy(), len(self.placed)
        while waiting.any():
            rows = np.flatnonzero(waiting)
            goal = min(n_placed + self._left(n_placed), len(inside))
            q = linear_term(self.kernel.total, inside, goal)[rows]
            target = int(self.ground.component_ids[rows[q.argmin()]])
            yield target
            points = self.ground.points(target)
            waiting[points] = False
            inside += self.kernel.sums(points)
            n_placed += len(points)

    def _of(self, all_batches: PointBatches) -> Iterator[int]:
        """What is left of each batch; at last the first point, if it is not placed."""
        fresh = set(self.ground.fresh.tolist())
        for batch in all_batches:
            for target in self.ground.component_ids[batch].tolist():
                if target in fresh:
                    fresh.remove(target)
                    yield target
        yield from sorted(fresh)

    @cached_property
    def _in_order(self) -> PointBatches | None:
        """The batches from the first point on; None where they are made from what is placed."""
        strategy, X = self.strategy, self.snapshot.X
        if strategy.method == "greedy" and strategy.batch_size != "auto":
            return None
        seed = strategy.random_state or 0
        first = first_point(len(X), (), seed)
        assert first is not None
        size = strategy.batch_size
        return batches(X, strategy.n_components, seed, first, size, strategy.method)

    def _left(self, n_placed: int) -> int:
        """How many points are left of the present batch."""
        size = int(self.strategy.batch_size)
        return size - (n_placed - 1) % size

    def _rest(self) -> int:
        """How many targets are left of the present batch."""
        if self._in_order is None:
            return min(self._left(len(self.placed)), len(self.ground.fresh))
        ids, ground = self.ground.component_ids, self.ground
        known = {*ground.ids.tolist(), *ground.inferred, *ground.deferred}
        for batch in self._in_order:
            left = set(ids[batch].tolist()) - known
            if left:
                return len(left)
        return 0

    @cached_property
    def _missing(self) -> NDArray[np.float64]:
        """How much denser all points are than the placed ones, around every point."""
        return self.kernel.total / len(self.inside) - self.inside / len(self.placed)

    def score(self, target: int) -> float:
        """How badly the placed points stand for those around a target."""
        return float(self._missing[self.ground.points(target)].max())

    def preference(self, target: int) -> NDArray[np.float64]:
        """Logarithm of the mean similarity to each neighbourhood."""
        point = representative(self.snapshot.X, self.ground.points(target))
        return self.kernel.log_means(point, self.ground.members)

    def why(self, target: int, pair: Pair) -> str:
        """Mean similarity to all points and to the placed ones, and what is left of the batch."""
        everywhere = float(self.kernel.total[pair[0]]) / len(self.inside)
        placed = float(self.inside[pair[0]]) / len(self.placed)
        start = (
            f"Point {self.snapshot.name(pair[0])} stands for many: its likeness to all points is"
        )
        if everywhere > placed:
            rest = f"{everywhere:.2f}, to those placed so far {placed:.2f} on average"
        else:
            usual = float(self.kernel.total.mean()) / len(self.inside)
            rest = f"{everywhere:.2f} on average, {usual:.2f} being usual"
        left = self._rest()
        end = f"one of {left} points left of this batch" if left > 1 else "it ends this batch"
        return f"{start} {rest}; {end}."

    def unknown(self) -> NDArray[np.float64]:
        """How badly the placed points stand for those around each point, 1 at the worst."""
        missing = np.maximum(self._missing, 0.0) * open_neighbourhood_share(self.ground)
        return missing / (float(missing.max()) or 1.0)
