"""The questions of COBRAS that a snapshot leaves open, and the clusters of its answers.

There is no state between calls: the splits depend on the data alone, and the answers tell what was
asked. Super-instances whose medoids lie in one must-link component are one cluster; a round of
merging ends once all components of medoids are known to be apart.
"""

from collections.abc import Generator, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.active.superinstances.splitting import SuperInstance
from jupyter_sscluster.constraints import Constraints

MAX_DOUBTS = 2


class SuperInstanceRounds:
    """Splitting and merging as far as the answers go; an open question counts as a "no".

    `root` holds all rows, and `n_first` is the number of super-instances at the start.
    """

    def __init__(self, snapshot: Snapshot, root: SuperInstance, n_first: int) -> None:
        self.snapshot = snapshot
        self.super_instances = list(root.parts(n_first))

    @cached_property
    def told(self) -> Constraints:
        """The statements, soft ones too."""
        known = self.snapshot.constraints
        if not len(known.soft_must) + len(known.soft_cannot):
            return known
        must = np.vstack([known.must, known.soft_must])
        cannot = np.vstack([known.cannot, known.soft_cannot])
        return Constraints(known.n_samples, must, cannot, conflicts="soft")

    def questions(self) -> Iterator[Query]:
        """The questions in order, until every super-instance holds rows of one class."""
        yield from self._merging()
        while (chosen := self._largest()) is not None:
            count = yield from self._level(self.super_instances[chosen])
            self.super_instances[chosen : chosen + 1] = self.super_instances[chosen].parts(count)
            yield from self._merging()

    def _largest(self) -> int | None:
        """The largest super-instance that can be split and is not settled."""
        groups = self.super_instances
        for number in sorted(
            range(len(groups)), key=lambda k: (-len(groups[k]), groups[k].rows[0])
        ):
            ids = self.told.component_ids[groups[number].rows]
            if (ids != ids[0]).any() and len(groups[number].parts(2)) > 1:
                return number
        return None

    def _level(self, group: SuperInstance) -> Generator[Query, None, int]:
        """The number of parts: doubled for every split whose halves are apart."""
        depth, inner = 0, group
        while len(halves := inner.parts(2)) > 1:
            low, high = sorted(half.medoid for half in halves)
            pair = (low, high)
            relation = self.told.relation(*pair)
            if relation is None and pair not in self.snapshot.closed:
                yield self._split_query(pair, len(inner))
            if relation == "must":
                break
            depth, inner = depth + 1, halves[inner.lot]
        return int(2 ** max(depth, 1))

    def _merging(self) -> Iterator[Query]:
        """Pairs of clusters without a known relation, nearest medoids first."""
        ids, cluster = np.unique(self.components, return_inverse=True)
        is_open = self._open(ids)
        while is_open.any():
            groups = np.flatnonzero(is_open[cluster].any(axis=1))
            distance = self._distances(groups)
            distance[~is_open[np.ix_(cluster[groups], cluster[groups])]] = np.inf
            if np.isinf(distance).all():
                break
            a, b = groups[list(np.unravel_index(distance.argmin(), distance.shape))].tolist()
            yield self._merge_query(self.super_instances[a], self.super_instances[b])
            is_open[cluster[[a, b]], cluster[[b, a]]] = False

    @property
    def medoids(self) -> IntArray:
        """The medoid of each super-instance."""
        return np.array([group.medoid for group in self.super_instances])

    @property
    def components(self) -> IntArray:
        """The must-link component of every medoid."""
        ids: IntArray = self.told.component_ids[self.medoids]
        return ids

    def _open(self, ids: IntArray) -> NDArray[np.bool_]:
        """Pairs of components that may be asked: no known relation, at most one "don't know"."""
        closed = np.array(sorted(self.snapshot.closed), dtype=np.int64).reshape(-1, 2)
        doubts, count = np.unique(
            np.sort(self.told.component_ids[closed], axis=1), axis=0, return_counts=True
        )
        shut = among(ids, doubts[count >= MAX_DOUBTS]) | among(ids, self.told.component_edges)
        is_open: NDArray[np.bool_] = ~shut & ~np.eye(len(ids), dtype=bool)
        return is_open

    def _distances(self, groups: IntArray) -> NDArray[np.float64]:
        """Distances between the medoids of some super-instances; infinite for closed pairs."""
        rows = self.medoids[groups]
        distance = distances_between(self.snapshot.X[rows], self.snapshot.X[rows])
        place = {int(row): number for number, row in enumerate(rows)}
        for i, j in self.snapshot.closed:
            if i in place and j in place:
                a, b = place[i], place[j]
                distance[a, b] = distance[b, a] = np.inf
        return distance

    def _split_query(self, pair: Pair, size: int) -> Query:
        first, second = (self.snapshot.name(row) for row in pair)
        reason = (
            f"Points {first} and {second} stand for the halves of a group of {size} points, which "
            "is divided further unless they belong together."
        )
        return Query(pair, size / self.snapshot.n_samples, reason)

    def _merge_query(self, *groups: SuperInstance) -> Query:
        first, second = sorted(groups, key=lambda group: group.medoid)
        pair, sizes = (first.medoid, second.medoid), (len(first), len(second))
        names = [self.snapshot.name(row) for row in pair]
        reason = (
            f"Points {names[0]} and {names[1]} stand for groups of {_counted(sizes[0])} and "
            f"{_counted(sizes[1])}, the nearest two about which nothing is known."
        )
        return Query(pair, sum(sizes) / self.snapshot.n_samples, reason)


def among(ids: IntArray, pairs: IntArray) -> NDArray[np.bool_]:
    """Which of some ascending `ids` are in a pair (n_pairs, 2) with each other.

    >>> among(np.array([2, 5, 7]), np.array([[5, 2], [7, 8]])).sum(axis=1)
    array([1, 1, 0])
    """
    at = np.searchsorted(ids, pairs).clip(max=len(ids) - 1)
    at = at[(ids[at] == pairs).all(axis=1)]
    table = np.zeros((len(ids), len(ids)), dtype=bool)
    table[at[:, 0], at[:, 1]] = table[at[:, 1], at[:, 0]] = True
    return table


def _counted(size: int) -> str:
    return "1 point" if size == 1 else f"{size} points"
