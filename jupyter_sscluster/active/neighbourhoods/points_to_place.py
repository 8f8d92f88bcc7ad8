"""State of RESOLVE: certified neighbourhoods, and the targets still to be placed in one.

Everything here is derived from the constraints and the "don't know" answers alone, never from a
history, so answers may come in any order, late, or to pairs that nobody asked about.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.similarity.point_distances import (
    distance_to_nearest,
    distances_between,
    evenly_spaced,
    farthest_first,
    nearest_members,
    representative,
)
from jupyter_sscluster.active.snapshot import Pair, Snapshot

FIRST_POINT_PATIENCE = 3
MAX_DOUBTS = 2


@dataclass(frozen=True, eq=False)
class Neighbourhoods:
    """Where the points stand: placed, half resolved, deferred, or not yet asked about.

    A *target* is a must-link component outside all certified neighbourhoods: a single point, or a
    floating group that a person linked. It is *half resolved* when it is known not to belong to
    some of the neighbourhoods, or when a question about it got "don't know" and others are left;
    it is *deferred* when none is left. After two "don't know" about a point in every open
    neighbourhood it is *doubtful*: neighbourhoods grow, so that there are other members to ask
    about, but all other targets come before. Where `n_clusters` neighbourhoods are certified, a
    target apart from all but one of them is *inferred* to belong there, and asked about late.

    Parameters
    ----------
    snapshot : Snapshot
    n_clusters : int or None
        Number of classes, if known.
    infer_last : bool
        Whether `n_clusters` is certain enough to infer anything from.
    seed : int or None
        Chooses the first point of all when nothing is known.
    member : "nearest" or "random"
        Which member of a neighbourhood is asked about.

    Attributes
    ----------
    ids : array, shape (n_neighbourhoods,)
        Component ids of the certified neighbourhoods, by smallest member.
    members : list of arrays
        Points of each.
    place : array, shape (n_components,)
        Number of the neighbourhood that a component is, -1 outside.
    """

    snapshot: Snapshot
    n_clusters: int | None = None
    infer_last: bool = True
    seed: int | None = None
    member: str = "nearest"

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        """Component ids of the certified neighbourhoods, by smallest member."""
        found = certified(self.snapshot.constraints)
        if len(found):
            return found
        point = first_point(self.snapshot.n_samples, self.snapshot.closed, self.seed)
        return self.component_ids[[] if point is None else [point]]

    @cached_property
    def members(self) -> list[NDArray[np.int64]]:
        """Points of each certified neighbourhood."""
        return [self.points(component) for component in self.ids]

    @cached_property
    def place(self) -> NDArray[np.int64]:
        """Number of the neighbourhood that a component is, -1 outside."""
        place = np.full(self.snapshot.constraints.n_components, -1)
        place[self.ids] = np.arange(len(self.ids))
        return place

    @property
    def component_ids(self) -> NDArray[np.int64]:
        """Must-link component of every point."""
        return self.snapshot.constraints.component_ids

    def points(self, component: int) -> NDArray[np.int64]:
        """Points of a component, ascending."""
        order, starts = self._by_component
        return order[starts[component] : starts[component + 1]]

    def apart(self, component: int) -> NDArray[np.int64]:
        """Numbers of the neighbourhoods that a component is known not to belong to."""
        outside, places = self.edges_outward
        low, high = np.searchsorted(outside, [component, component + 1])
        return places[low:high]

    def n_open(self, component: int) -> int:
        """Number of neighbourhoods that a component may still belong to."""
        return len(self.ids) - len(self.apart(component))

    def next_pair(self, component: int, preference: NDArray[np.float64]) -> Pair | None:
        """The next pair, of the target and a neighbourhood, that helps to place a target, or None.

        Neighbourhoods come by falling `preference`, one number each, and by distance where none is
        preferred. In each the member nearest to the target, or a random one, is asked about; after
        "don't know" the second, then the next neighbourhood. Those with two "don't know" already
        come last.
        """
        X, closed = self.snapshot.X, self.snapshot.closed
        point = representative(X, self.points(component))
        apart = set(self.apart(component).tolist())
        if len(preference) > 1 and np.ptp(preference) == 0.0:
            preference = -self._distances(point)
        numbers = [n for n in np.argsort(-preference, kind="stable").tolist() if n not in apart]
        for number in sorted(numbers, key=lambda n: self._doubts[point, n] >= MAX_DOUBTS):
            for member in self._candidates(point, number):
                if (min(point, member), max(point, member)) not in closed:
                    return point, member
        return None

    def _candidates(self, point: int, number: int) -> list[int]:
        """Members of a neighbourhood that a point may be asked about with, best first; two."""
        members = self.members[number]
        if self.member == "nearest":
            return list(nearest_members(self.snapshot.X, point, members, 2))
        # The same as long as the neighbourhood is the same: a question stays when it is shown.
        rng = np.random.default_rng([self.seed or 0, point, int(members[0]), len(members)])
        found: list[int] = rng.permutation(members)[:2].tolist()
        return found

    def _distances(self, point: int) -> NDArray[np.float64]:
        """Distance of a point to the nearest of at most 256 members of each neighbourhood."""
        X = self.snapshot.X
        return np.array(
            [distances_between(X[[point]], X[evenly_spaced(m)]).min() for m in self.members]
        )

    @cached_property
    def deferred(self) -> frozenset[int]:
        """Targets about which a person could not say anything; left alone until they merge."""
        any_order = np.zeros(len(self.ids))
        return frozenset(t for t in self._doubted if self.next_pair(t, any_order) is None)

    @cached_property
    def doubtful(self) -> frozenset[int]:
        """Targets with a question left, but none in a neighbourhood with less than two doubts."""
        any_order, found = np.zeros(len(self.ids)), set[int]()
        for target in self._doubted - self.deferred - self.inferred:
            pair = self.next_pair(target, any_order)
            if pair is not None:
                number = int(self.place[self.component_ids[pair[1]]])
                if self._doubts[pair[0], number] >= MAX_DOUBTS:
                    found.add(target)
        return frozenset(found)

    @cached_property
    def inferred(self) -> frozenset[int]:
        """Targets that can belong to one neighbourhood only, if there are `n_clusters` classes."""
        if not self.infer_last or len(self.ids) < 2 or len(self.ids) != self.n_clusters:
            return frozenset()
        outside, count = np.unique(self.edges_outward[0], return_counts=True)
        return frozenset(outside[count == self.n_clusters - 1].tolist()) - self.deferred

    @cached_property
    def half_resolved(self) -> frozenset[int]:
        """Targets with some of the questions answered and some left."""
        begun = frozenset(self.edges_outward[0].tolist()) | self._doubted
        return begun - self.deferred - self.inferred - self.doubtful

    @cached_property
    def fresh(self) -> NDArray[np.int64]:
        """Targets that have not been asked about, ascending."""
        begun = [*self.half_resolved, *self.inferred, *self.deferred, *self.doubtful]
        mask = self.place < 0
        mask[np.array(begun, dtype=np.int64)] = False
        return np.flatnonzero(mask)

    @cached_property
    def _doubted(self) -> frozenset[int]:
        """Targets with a closed pair towards a neighbourhood."""
        if not self.snapshot.closed:
            return frozenset()
        ends = self.component_ids[np.array(sorted(self.snapshot.closed))]
        ends = ends[(self.place[ends] >= 0).sum(axis=1) == 1]
        return frozenset(ends[self.place[ends] < 0].tolist())

    @cached_property
    def _doubts(self) -> Counter[Pair]:
        """How many closed pairs there are between a point outside and a neighbourhood."""
        count = Counter[Pair]()
        for i, j in self.snapshot.closed:
            first, second = self.place[self.component_ids[[i, j]]].tolist()
            if (first < 0) != (second < 0):
                count[(i, second) if first < 0 else (j, first)] += 1
        return count

    def farthest(self) -> Iterator[tuple[int, float]]:
        """Fresh targets in farthest-first order, each with its distance to all placed before it.

        Deferred and doubtful points count as placed. Ends where only duplicates of placed points
        are left.
        """
        X, seen = self.snapshot.X, set[int]()
        placed = [*self.members, *map(self.points, sorted(self.deferred | self.doubtful))]
        candidates = np.flatnonzero(np.isin(self.component_ids, self.fresh))
        distance = distance_to_nearest(X, np.concatenate(placed))
        for point, far in farthest_first(X, distance, candidates):
            target = int(self.component_ids[point])
            if target not in seen:
                seen.add(target)
                yield target, far

    @cached_property
    def edges_outward(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Cannot-links between outside and neighbourhoods: targets (ascending), their places."""
        edges = self.snapshot.constraints.component_edges
        place = self.place[edges]
        across = (place >= 0).sum(axis=1) == 1
        inner = place[across].argmax(axis=1)
        rows = np.arange(len(inner))
        outside, places = edges[across][rows, 1 - inner], place[across][rows, inner]
        order = np.lexsort((places, outside))
        return outside[order], places[order]

    @cached_property
    def _by_component(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        starts = np.r_[0, np.cumsum(self.snapshot.constraints.component_sizes)]
        return np.argsort(self.component_ids, kind="stable"), starts


def first_point(n_samples: int, closed: Iterable[Pair], seed: int | None) -> int | None:
    """The point to begin with: random, but not one that a person could say nothing about."""
    doubts = np.bincount(np.array([*closed], dtype=np.int64).ravel(), minlength=n_samples)
    order = np.random.default_rng(seed).permutation(n_samples)
    usable = order[doubts[order] < min(FIRST_POINT_PATIENCE, n_samples - 1)]
    return int(usable[0]) if len(usable) else None
