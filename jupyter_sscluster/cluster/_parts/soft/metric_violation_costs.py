"""Cost of violated pairs under learned metrics, from sums over must-link components.

In MPCK-means (Bilenko, Basu & Mooney 2004, section 3) a violated must-link (i, j) costs w times
½ ‖x_i - x_j‖²_{A_{c_i}} + ½ ‖x_i - x_j‖²_{A_{c_j}}, and a violated cannot-link in cluster k costs
w (D_k - ‖x_i - x_j‖²_{A_k}), D_k being the largest squared distance of any two rows under A_k. The
squared distances of a row x to h rows x_j that are one aggregate's in one cluster add up to

    Σ_j ‖x - x_j‖²_A = h ‖x‖²_A - 2 xᵀA Σ_j x_j + Σ_j ‖x_j‖²_A,

so their number, their sum and the sum of their squared norms are all that is kept of them
(`held_sums`), and no pair is written out. With T_k the summed distances of x to its must-linked
rows in cluster k under A_k, and T their sum over all clusters, each under its own metric, x costs

    ½ (M_k - T_k) + ½ (T - T_k) + Σ_{j cannot, in k} (D_k - ‖x - x_j‖²_{A_k})

in cluster k, M_k being its summed distances to all must-linked rows, wherever they are, under A_k.
½ M_k is the `half_total`; ½ T is the same for all k, the `constant`. With one metric M_k = T.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, product_sum
from jupyter_sscluster.cluster._parts.soft.aggregated_pairs import AggregatedPairs


@dataclass(frozen=True, eq=False)
class MeasuredRows:
    """Constrained rows under the present metrics, g in number.

    `X` (m, d) are the rows, `moved` (m, g, d) A_k x, `norms` (m, g) ‖x‖²_{A_k}, and `largest` (g,)
    the largest squared distances of any two rows, D_k.
    """

    X: Array
    moved: Array
    norms: Array
    largest: Array
    n_clusters: int

    @classmethod
    def of(cls, X: Array, metric: Metric, largest: Array, n_clusters: int) -> MeasuredRows:
        """These rows under these metrics."""
        moved = metric.applied(X)
        norms = np.einsum("mgd,md->mg", moved, X)
        return cls(X, moved, norms, largest, n_clusters)

    @property
    def several(self) -> bool:
        """Whether every cluster has a metric of its own."""
        several: bool = self.norms.shape[1] > 1
        return several

    def own(self, labels: Labels) -> Array:
        """‖x‖² of each row under the metric of its cluster."""
        return self.norms[np.arange(len(labels)), labels] if self.several else self.norms[:, 0]

    def distances(self, sums: Array) -> Array:
        """Summed squared distances to the rows in `sums` (.., d + 2): count, Σ ‖x_j‖², Σ x_j."""
        vectors = sums[..., 2:]
        if self.several:
            cross = np.einsum("mkd,mkd->mk", self.moved, vectors)
        else:
            cross = np.einsum("md,mkd->mk", self.moved[:, 0], vectors)
        found: Array = self.norms * sums[..., 0] + sums[..., 1] - 2.0 * cross
        return found


class ViolationCosts:
    """Costs of all rows in each cluster, the others fixed, over all pairs or those `within`."""

    def __init__(self, pairs: AggregatedPairs, *, within: bool) -> None:
        part = pairs.within if within else np.ones_like(pairs.within)
        self.pairs = pairs
        self.must, self.cannot = pairs.must * part, pairs.cannot * part
        self.both = self.must + self.cannot
        self.joins, self.separates = bool(self.must.any()), bool(self.cannot.any())

    def half_total(self, measured: MeasuredRows) -> Array | float:
        """Half the distances to all must-linked rows, (m, g); one metric's make no difference."""
        return self._to_must_linked(measured) if measured.several and self.joins else 0.0

    def of_all(self, measured: MeasuredRows, held: Array) -> Array:
        """Shape (m, k), up to a constant for each row."""
        aggregate = self.pairs.aggregate
        found = -measured.distances(self.pairs.partner_sums(self.both, held)[aggregate])
        if self.separates:
            found += (
                measured.largest * self.pairs.partner_sums(self.cannot, held[..., 0])[aggregate]
            )
        return found + self.half_total(measured)

    def constant(self, measured: MeasuredRows, held: Array) -> Array:
        """Shape (m,): the constant that `of_all` leaves out."""
        if not self.joins:
            return np.zeros(len(measured.X))
        if not measured.several:
            return 2.0 * self._to_must_linked(measured)[:, 0]
        around = self.pairs.partner_sums(self.must, held)[self.pairs.aggregate]
        constant: Array = 0.5 * measured.distances(around).sum(axis=1)
        return constant

    def together(self, measured: MeasuredRows) -> Array | float:
        """Half of each row's cannot-link costs where all are violated, (m, g)."""
        if not self.separates:
            return 0.0
        around = self.pairs.partner_sums(self.cannot, _whole_sums(self.pairs, measured))[
            self.pairs.aggregate
        ]
        return 0.5 * (measured.largest * around[..., 0] - measured.distances(around))

    def _to_must_linked(self, measured: MeasuredRows) -> Array:
        around = self.pairs.partner_sums(self.must, _whole_sums(self.pairs, measured))
        return 0.5 * measured.distances(around[self.pairs.aggregate])


class RunningCosts:
    """Costs of single rows in each cluster, kept up as rows move."""

    def __init__(self, costs: ViolationCosts, measured: MeasuredRows, held: Array) -> None:
        pairs = self._pairs = costs.pairs
        self._both, self._cannot = costs.both, costs.cannot
        self._measured = measured
        self._half = costs.half_total(measured)
        self._sums = pairs.partner_sums(self._both, held)
        self._far = pairs.partner_sums(self._cannot, held[..., 0])

    def of_row(self, row: int) -> Array:
        """Shape (k,), up to a constant."""
        measured, aggregate = self._measured, self._pairs.aggregate[row]
        sums = self._sums[aggregate]
        cross = (sums[:, 2:] * measured.moved[row]).sum(axis=1)
        apart = measured.norms[row] * sums[:, 0] + sums[:, 1] - 2.0 * cross
        half = self._half if isinstance(self._half, float) else self._half[row]
        found: Array = half + measured.largest * self._far[aggregate] - apart
        return found

    def move(self, row: int, here: int, there: int) -> None:
        """Take note that a row changed its cluster."""
        pairs, measured = self._pairs, self._measured
        aggregate = pairs.aggregate[row]
        span = slice(pairs.ends[aggregate], pairs.ends[aggregate + 1])
        partners, by = pairs.to[span], self._both[span, None]
        for cluster, sign in ((here, -1.0), (there, 1.0)):
            norm = measured.norms[row, cluster if measured.several else 0]
            self._sums[partners, cluster] += sign * by * np.r_[1.0, norm, measured.X[row]]
            self._far[partners, cluster] += sign * self._cannot[span]


def held_sums(pairs: AggregatedPairs, measured: MeasuredRows, labels: Labels) -> Array:
    """Of each aggregate in each cluster its number, Σ ‖x‖² and Σ x: (n_aggregates, k, d + 2)."""
    shape = (pairs.n_aggregates, measured.n_clusters)
    table = _held(pairs, labels, measured.n_clusters)
    values = np.column_stack([np.ones(len(labels)), measured.own(labels), measured.X])
    return (table @ values).reshape(*shape, -1)


def violation_scatter(
    pairs: AggregatedPairs, X: Array, labels: Labels, n_clusters: int, *, diagonal: bool
) -> tuple[Array, Array]:
    """Scatter of the violated pairs per cluster, and the weight of the violated cannot-links (k,).

    The scatter is Σ ½ w δδᵀ over the must-links with one end in the cluster less Σ w δδᵀ over the
    cannot-links within it, δ = x_i - x_j; of cannot-links the part D_k is left out. Between h rows
    of sum s and h' rows of sum s', Σ δδᵀ is h' Σ xxᵀ + h Σ x'x'ᵀ - s s'ᵀ - s' sᵀ: every row has a
    weight, that of its violated pairs, and every two aggregates a product of their sums.
    """
    table = _held(pairs, labels, n_clusters)
    shape = (pairs.n_aggregates, n_clusters)
    counts = (table @ np.ones(len(labels))).reshape(shape)
    sums = (table @ X).reshape(*shape, -1)
    aggregate, each = pairs.aggregate, np.arange(len(labels))
    must, cannot = pairs.partner_sums(pairs.must, counts), pairs.partner_sums(pairs.cannot, counts)
    weights = 0.5 * must[aggregate]
    inside = cannot[aggregate, labels]
    weights[each, labels] = 0.5 * (must[aggregate].sum(axis=1) - must[aggregate, labels]) - inside
    drawn = pairs.partner_sums(pairs.must, sums)
    drawn -= drawn.sum(axis=1, keepdims=True)
    drawn += pairs.partner_sums(pairs.cannot, sums)
    far = 0.5 * np.bincount(labels, inside, n_clusters).astype(np.float64)
    if diagonal:
        cross = np.einsum("gkd,gkd->kd", sums, drawn)
        return weights.T @ X**2 + cross, far
    ks = range(n_clusters)
    cross = np.stack([product_sum(sums[:, k], drawn[:, k]) for k in ks])
    around = np.stack([product_sum(X * weights[:, k : k + 1], X) for k in ks])
    return around + 0.5 * (cross + cross.transpose(0, 2, 1)), far


def _whole_sums(pairs: AggregatedPairs, measured: MeasuredRows) -> Array:
    """The same for whole aggregates, with norms under every metric: (n_aggregates, g, d + 2)."""
    n_metrics, d = measured.norms.shape[1], measured.X.shape[1]
    sums = np.empty((pairs.n_aggregates, n_metrics, d + 2))
    sums[..., 0] = (pairs.gather @ np.ones(len(measured.X)))[:, None]
    sums[..., 1] = pairs.gather @ measured.norms
    sums[..., 2:] = (pairs.gather @ measured.X)[:, None, :]
    return sums


def _held(pairs: AggregatedPairs, labels: Labels, n_clusters: int) -> sparse.csc_array:
    """Sums the rows of each aggregate and cluster."""
    at = (pairs.aggregate * n_clusters + labels).astype(np.int32)
    ends = np.arange(len(labels) + 1, dtype=np.int32)
    shape = (pairs.n_aggregates * n_clusters, len(labels))
    return sparse.csc_array((np.ones(len(labels)), at, ends), shape=shape)
