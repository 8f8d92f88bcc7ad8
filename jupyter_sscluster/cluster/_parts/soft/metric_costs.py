"""What violated pairs cost under learned metrics, from sums over must-link components.

A violated must-link (i, j) costs w times the mean of ‖x_i - x_j‖² under the metrics of both
clusters, a violated cannot-link in cluster k costs w (D_k - ‖x_i - x_j‖²) under its metric, D_k
being the largest squared distance of any two rows. The distances of a row x to the rows j of a
group add up to h ‖x‖² - 2 xᵀA Σ x_j + Σ ‖x_j‖², with h their number: no pair is written out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, Labels
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, product_sum
from jupyter_sscluster.cluster._parts.soft.aggregated_metric_pairs import Bonds


@dataclass(frozen=True, eq=False)
class Ground:
    """Touched rows under the present metrics: X (m, d), A_k x (m, g, d), ‖x‖² (m, g), D (g,)."""

    X: Array
    moved: Array
    norms: Array
    largest: Array
    n_clusters: int

    @classmethod
    def of(cls, X: Array, metric: Metric, largest: Array, n_clusters: int) -> Ground:
        """The ground of these rows."""
        moved = metric.applied(X)
        norms = np.einsum("mgd,md->mg", moved, X)
        return cls(X, moved, norms, largest, n_clusters)

    @property
    def several(self) -> bool:
        """Whether every cluster has a metric of its own."""
        return self.norms.shape[1] > 1

    def own(self, labels: Labels) -> Array:
        """‖x‖² of each row under the metric of its cluster."""
        return self.norms[np.arange(len(labels)), labels] if self.several else self.norms[:, 0]

    def distances(self, sums: Array) -> Array:
        """Summed squared distances of each row to the rows behind `sums` (m, k or g, d + 2).

        The last axis holds their number, Σ ‖x_j‖² and Σ x_j.
        """
        vectors = sums[..., 2:]
        if self.several:
            cross = np.einsum("mkd,mkd->mk", self.moved, vectors)
        else:
            cross = np.einsum("md,mkd->mk", self.moved[:, 0], vectors)
        return self.norms * sums[..., 0] + sums[..., 1] - 2.0 * cross


class Prices:
    """Costs of all rows in each cluster, all other rows staying where they are.

    Of all bonds, or only of those `within` must-link components. `held` are the `held_sums` of
    these bonds for the present labels.
    """

    def __init__(self, bonds: Bonds, *, within: bool) -> None:
        part = bonds.within if within else np.ones_like(bonds.within)
        self.bonds = bonds
        self.must, self.cannot = bonds.must * part, bonds.cannot * part
        self.both = self.must + self.cannot
        self.joins, self.separates = bool(self.must.any()), bool(self.cannot.any())

    def half_total(self, ground: Ground) -> Array | float:
        """Half the distances to all must-linked rows, (m, g); one metric's make no difference."""
        return self._to_must_linked(ground) if ground.several and self.joins else 0.0

    def of_all(self, ground: Ground, held: Array) -> Array:
        """Shape (m, k), up to a constant for each row."""
        group = self.bonds.group
        found = -ground.distances(self.bonds.spread(self.both, held)[group])
        if self.separates:
            found += ground.largest * self.bonds.spread(self.cannot, held[..., 0])[group]
        return found + self.half_total(ground)

    def constant(self, ground: Ground, held: Array) -> Array:
        """Shape (m,): the constant that `of_all` leaves out."""
        if not self.joins:
            return np.zeros(len(ground.X))
        if not ground.several:
            return 2.0 * self._to_must_linked(ground)[:, 0]
        around = self.bonds.spread(self.must, held)[self.bonds.group]
        return 0.5 * ground.distances(around).sum(axis=1)

    def together(self, ground: Ground) -> Array | float:
        """Half of what each row's cannot-links cost where all are violated, (m, g)."""
        if not self.separates:
            return 0.0
        around = self.bonds.spread(self.cannot, _whole_sums(self.bonds, ground))[self.bonds.group]
        return 0.5 * (ground.largest * around[..., 0] - ground.distances(around))

    def _to_must_linked(self, ground: Ground) -> Array:
        around = self.bonds.spread(self.must, _whole_sums(self.bonds, ground))
        return 0.5 * ground.distances(around[self.bonds.group])


class RunningPrices:
    """Costs of single rows in each cluster, kept up as rows move."""

    def __init__(self, prices: Prices, ground: Ground, held: Array) -> None:
        bonds = self._bonds = prices.bonds
        self._both, self._cannot = prices.both, prices.cannot
        self._ground = ground
        self._half = prices.half_total(ground)
        self._sums = bonds.spread(self._both, held)
        self._apart = bonds.spread(self._cannot, held[..., 0])

    def of_row(self, row: int) -> Array:
        """Shape (k,), up to a constant."""
        ground, group = self._ground, self._bonds.group[row]
        sums = self._sums[group]
        cross = (sums[:, 2:] * ground.moved[row]).sum(axis=1)
        near = ground.norms[row] * sums[:, 0] + sums[:, 1] - 2.0 * cross
        half = self._half if isinstance(self._half, float) else self._half[row]
        return half + ground.largest * self._apart[group] - near

    def move(self, row: int, here: int, there: int) -> None:
        """Take note that a row changed its cluster."""
        bonds, ground = self._bonds, self._ground
        group = bonds.group[row]
        span = slice(bonds.ends[group], bonds.ends[group + 1])
        partners, by = bonds.to[span], self._both[span, None]
        for cluster, sign in ((here, -1.0), (there, 1.0)):
            norm = ground.norms[row, cluster if ground.several else 0]
            self._sums[partners, cluster] += sign * by * np.r_[1.0, norm, ground.X[row]]
            self._apart[partners, cluster] += sign * self._cannot[span]


def held_sums(bonds: Bonds, ground: Ground, labels: Labels) -> Array:
    """Per group and cluster the rows' number, Σ ‖x‖² under its metric and Σ x: (n, k, d + 2)."""
    shape = (bonds.n_groups, ground.n_clusters)
    table = _held(bonds, labels, ground.n_clusters)
    values = np.column_stack([np.ones(len(labels)), ground.own(labels), ground.X])
    return (table @ values).reshape(*shape, -1)


def violation_scatter(
    bonds: Bonds, X: Array, labels: Labels, n_clusters: int, *, diagonal: bool
) -> tuple[Array, Array]:
    """Scatter of the violated pairs per cluster, and the weight of the violated cannot-links (k,).

    The scatter is Σ ½ w δδᵀ over the must-links with one end in the cluster less Σ w δδᵀ over the
    cannot-links within it, δ = x_i - x_j; of cannot-links the part D_k is left out.
    """
    table = _held(bonds, labels, n_clusters)
    shape = (bonds.n_groups, n_clusters)
    counts = (table @ np.ones(len(labels))).reshape(shape)
    sums = (table @ X).reshape(*shape, -1)
    group, each = bonds.group, np.arange(len(labels))
    must, cannot = bonds.spread(bonds.must, counts), bonds.spread(bonds.cannot, counts)
    weights = 0.5 * must[group]
    inside = cannot[group, labels]
    weights[each, labels] = 0.5 * (must[group].sum(axis=1) - must[group, labels]) - inside
    drawn = bonds.spread(bonds.must, sums)
    drawn -= drawn.sum(axis=1, keepdims=True)
    drawn += bonds.spread(bonds.cannot, sums)
    far = 0.5 * np.bincount(labels, inside, n_clusters).astype(np.float64)
    if diagonal:
        cross = np.einsum("gkd,gkd->kd", sums, drawn)
        return weights.T @ X**2 + cross, far
    ks = range(n_clusters)
    cross = np.stack([product_sum(sums[:, k], drawn[:, k]) for k in ks])
    around = np.stack([product_sum(X * weights[:, k : k + 1], X) for k in ks])
    return around + 0.5 * (cross + cross.transpose(0, 2, 1)), far


def _whole_sums(bonds: Bonds, ground: Ground) -> Array:
    """The same for whole groups, with norms under every metric: (n_groups, g, d + 2)."""
    n_metrics, d = ground.norms.shape[1], ground.X.shape[1]
    sums = np.empty((bonds.n_groups, n_metrics, d + 2))
    sums[..., 0] = (bonds.gather @ np.ones(len(ground.X)))[:, None]
    sums[..., 1] = bonds.gather @ ground.norms
    sums[..., 2:] = (bonds.gather @ ground.X)[:, None, :]
    return sums


def _held(bonds: Bonds, labels: Labels, n_clusters: int) -> sparse.csc_array:
    """Sums the rows of each group and cluster."""
    at = (bonds.group * n_clusters + labels).astype(np.int32)
    ends = np.arange(len(labels) + 1, dtype=np.int32)
    shape = (bonds.n_groups * n_clusters, len(labels))
    return sparse.csc_array((np.ones(len(labels)), at, ends), shape=shape)
