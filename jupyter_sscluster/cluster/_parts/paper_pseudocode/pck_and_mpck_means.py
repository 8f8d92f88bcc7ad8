"""The assignment steps of PCK- and MPCK-means as in their papers: row by row, in an order.

Every row joins its cheapest cluster given the present labels; unlabelled rows are ignored.
"""

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric
from jupyter_sscluster.cluster._parts.soft.auto_weight import check_sums
from jupyter_sscluster.cluster._parts.soft.explicit_pairs import ExplicitPairs, every_pair
from jupyter_sscluster.cluster._parts.soft.icm_metric_explicit import ExplicitMetricAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_explicit import ExplicitAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force
from jupyter_sscluster.seeding.generator import generator


class PrintedAssignment(ExplicitAssignment):
    """That of PCK-means: a violated pair costs its weight."""

    def __init__(
        self, points: Points, pairs: ExplicitPairs, n_clusters: int, rng: np.random.Generator
    ) -> None:
        super().__init__(points, pairs, n_clusters)
        self._rng, self._n_samples = rng, len(points)

    def assign(self, distances: Array, labels: Labels | None) -> Labels:
        """Labels after one visit to each row."""
        pairs, k = self.pairs, self.n_clusters
        starts, entries = pairs.by_row
        found = np.full(len(self.rows), -1, np.int32) if labels is None else labels.copy()
        for row in order_of(self.rows, self._n_samples, self._rng):
            at = entries[starts[row] : starts[row + 1]]
            there, pair = found[pairs.others[at]], at % len(pairs)
            known = there >= 0
            there, pair = there[known], pair[known]
            must, weights = pairs.together[pair], self.weight * pairs.weights[pair]
            paid = np.bincount(there, np.where(must, -weights, weights), k)
            found[row] = (distances[row] + weights[must].sum() + paid).argmin()
        return found


class PrintedMetricAssignment(ExplicitMetricAssignment):
    """That of MPCK-means: a violated pair costs by how far apart its rows are.

    Without a stream of random numbers the order is greedy: rows in the fewest pairs first, of
    these the nearest to a centre.
    """

    def __init__(
        self, points: Points, pairs: ExplicitPairs, n_clusters: int, rng: np.random.Generator | None
    ) -> None:
        super().__init__(points, pairs, n_clusters)
        self._rng, self._n_samples = rng, len(points)

    def assign(
        self, centres: Array, metric: Metric, largest: Array, labels: Labels | None
    ) -> Labels:
        """Labels after one visit to each row."""
        pairs, k = self.pairs, self.n_clusters
        base = self._base(centres, metric)
        distances = np.broadcast_to(self._distances(metric), (k, len(pairs)))
        largest = np.broadcast_to(largest, k)
        starts, entries = pairs.by_row
        found = np.full(len(self.rows), -1, np.int32) if labels is None else labels.astype(np.int32)
        for row in self._order(base, metric):
            at = entries[starts[row] : starts[row + 1]]
            there, pair = found[pairs.others[at]], at % len(pairs)
            known = there >= 0
            there, pair = there[known], pair[known]
            must, weights = pairs.together[pair], self.weight * pairs.weights[pair]
            own = distances[there, pair]
            cost = base[:, row].copy()
            # A must-link costs half the distance under either cluster's metric, elsewhere only.
            cost += 0.5 * (distances[:, pair[must]] + own[must]) @ weights[must]
            within = np.where(must, -own, largest[there] - own)
            cost += np.bincount(there, weights * within, k)
            found[row] = cost.argmin()
        return found

    def _order(self, base: Array, metric: Metric) -> list[int]:
        """The order of this visit to all rows, given what they cost without pairs."""
        if self._rng is not None:
            return order_of(self.rows, self._n_samples, self._rng)
        near = (base + np.broadcast_to(metric.log_dets, self.n_clusters)[:, None]).min(axis=0)
        # First centres that are rows, and the two rows of a cluster, are equally near but for
        # rounding, which must not decide: the first one comes first.
        near = np.round(near / (np.abs(near).max(initial=0.0) or 1.0), 12)
        found: list[int] = np.lexsort((near, np.diff(self.pairs.by_row[0]))).tolist()
        return found


def printed_assignment(
    points: Points, known: Constraints, n_clusters: int, rng: np.random.Generator
) -> PrintedAssignment | None:
    """The published assignment of PCK-means; None without constraints."""
    if not len(known):
        return None
    return PrintedAssignment(points, every_pair(pairs_in_force(known)), n_clusters, rng)


def printed_metric_assignment(
    points: Points,
    known: Constraints,
    n_clusters: int,
    rng: np.random.Generator | None,
    weight: float,
) -> PrintedMetricAssignment | None:
    """The published assignment of MPCK-means, `weight` at most; None without constraints.

    Without `rng` rows are visited in the greedy order.
    """
    check_sums(points, known, weight)
    if not len(known):
        return None
    return PrintedMetricAssignment(points, every_pair(pairs_in_force(known)), n_clusters, rng)


def visiting(random_state: Any, n_init: int) -> np.random.Generator:
    """Random stream for visiting orders, spawned per start, independent of those of the starts."""
    return generator(random_state).spawn(n_init + 1)[-1]


def order_of(rows: Index, n_samples: int, rng: np.random.Generator) -> list[int]:
    """Positions in `rows` in a random order of all samples; only rows in pairs need an order."""
    place = np.full(n_samples, -1)
    place[rows] = np.arange(len(rows))
    found = place[rng.permutation(n_samples)]
    return [int(at) for at in found[found >= 0]]
