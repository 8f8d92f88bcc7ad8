"""Learned metrics: one or one per cluster, diagonal or full."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._linalg import transform
from jupyter_sscluster._threads import on_all_cores
from jupyter_sscluster.cluster._parts.lloyd.distances import lowest, product_form, products
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Learned

_PRODUCT = 1 << 18
"""Multiplications that BLAS does not split over threads; see `distances`."""


@dataclass(frozen=True, eq=False)
class Metric(Learned):
    """Metrics A_k = L_kᵀL_k in the first axis: (g, d) weights of features or (g, d, d) matrices.

    g is the number of clusters, or 1 where one metric serves all. `roots` holds L_k, of weights
    their roots; `log_dets` (g,) log det A_k, which is taken off every squared distance: of
    Gaussians with the precisions A_k, -2 log density is ‖x - μ_k‖²_A - log det A_k but for a
    constant. Without that term the best metric would be 0.
    """

    matrices: Array
    roots: Array
    log_dets: Array

    @property
    def diagonal(self) -> bool:
        """Whether the metrics are weights of features."""
        return self.matrices.ndim == 2

    @property
    def single(self) -> bool:
        """Whether one metric serves all clusters."""
        return len(self.matrices) == 1

    def place(self, cluster: int) -> int:
        """The position of the metric of a cluster."""
        return 0 if self.single else cluster

    def applied(self, X: Array) -> Array:
        """A_k x for rows (m, d) and every metric, shape (m, g, d)."""
        if self.diagonal:
            return X[:, None, :] * self.matrices
        return np.stack([product(X, A) for A in self.matrices], axis=1)

    def of_centres(self, centres: Array) -> Array:
        """A_k μ_k, shape (k, d)."""
        if self.diagonal:
            return centres * self.matrices
        if self.single:
            by_one: Array = centres @ self.matrices[0]
            return by_one
        by_own: Array = np.einsum("kij,kj->ki", self.matrices, centres)
        return by_own

    def squared_norms(self, X: Array) -> Array:
        """‖x‖² of rows (m, d) under every metric, shape (m, g)."""
        if self.diagonal:
            return (X * X) @ self.matrices.T
        moved = (product(X, L.T) for L in self.roots)
        return np.column_stack([np.einsum("ij,ij->i", Z, Z) for Z in moved])


def diagonal_metric(weights: Array) -> Metric:
    """One metric that weighs features, its determinant left out of account."""
    return Metric(weights[None], np.sqrt(weights)[None], np.zeros(1))


def euclidean(n_features: int, n_metrics: int = 1, *, diagonal: bool, scale: float = 1.0) -> Metric:
    """Euclidean distances, squared ones times `scale`."""
    one = np.ones(n_features) if diagonal else np.eye(n_features)
    ones = np.repeat(one[None], n_metrics, axis=0)
    log_dets = np.full(n_metrics, n_features * np.log(scale))
    return Metric(scale * ones, np.sqrt(scale) * ones, log_dets)


def mapped(X: Array, root: Array) -> Array:
    """L x for rows (m, d): their Euclidean distances are those under the metric."""
    return X * root if root.ndim == 1 else product(X, root.T)


def costs(X: Array, centres: Array, metric: Metric) -> Array:
    """‖x - μ_k‖² under A_k less log det A_k, by differences; shape (m, k), for few rows."""
    found = np.empty((len(X), len(centres)))
    Z = mapped(X, metric.roots[0]) if metric.single else None
    for k, centre in enumerate(centres):
        root = metric.roots[metric.place(k)]
        if Z is None:
            apart = mapped(X - centre, root)
        else:
            # One metric: the rows are moved once for all centres.
            apart = Z - (centre * root if root.ndim == 1 else root @ centre)
        found[:, k] = np.einsum("ij,ij->i", apart, apart) - metric.log_dets[metric.place(k)]
    return found


def own_costs(X: Array, centres: Array, metric: Metric, labels: NDArray[np.int32]) -> Array:
    """The same for each row and its own cluster only."""
    found = np.empty(len(X))

    def measure(rows: NDArray[np.intp] | slice, root: Array) -> None:
        apart = mapped(X[rows] - centres.take(labels[rows], axis=0), root)
        found[rows] = np.einsum("ij,ij->i", apart, apart)

    if metric.single:
        root = metric.roots[0]
        parts = chunks(len(X), 8 * root.size)
        on_all_cores(lambda chunk: measure(chunk, root), parts, least=8)
        found -= metric.log_dets[0]
        return found
    for k in np.unique(labels):
        measure(np.flatnonzero(labels == k), metric.roots[k])
    found -= metric.log_dets[labels]
    return found


def cheapest(augmented: Array, centres: Array, metric: Metric) -> NDArray[np.int32]:
    """The cluster of least cost for rows (x, 1); the lowest index where several are.

    ‖x - μ‖²_A - log det A = ‖x‖²_A - 2 xᵀAμ + (‖μ‖²_A - log det A): a product of (x, 1) with
    (-2 Aμ, ‖μ‖²_A - log det A), and ‖x‖²_A, which one metric makes the same for all clusters. So
    one metric is as fast as k-means.
    """
    labels = np.empty(len(augmented), dtype=np.int32)
    form = metric_form(centres, metric)
    own_norms = not metric.single
    cost_of_row = form.size + (metric.matrices.size if own_norms else 0)

    def assign(chunk: slice) -> None:
        scores = products(form, augmented[chunk])
        if own_norms:
            scores += metric.squared_norms(augmented[chunk, :-1]).T
        labels[chunk] = lowest(scores)

    on_all_cores(assign, chunks(len(augmented), cost_of_row), least=4)
    return labels


def metric_form(centres: Array, metric: Metric) -> Array:
    """Rows (-2 Aμ, ‖μ‖²_A - log det A): times (x, 1) they give the cost of x less ‖x‖²_A."""
    moved = metric.of_centres(centres)
    constants = np.einsum("ij,ij->i", moved, centres) - metric.log_dets
    return np.column_stack([-2.0 * moved, constants])


def linear_form(centres: Array, learned: Metric | Array | None) -> Array:
    """The same under one metric for all, that of Euclid where there is none."""
    if learned is None:
        return product_form(centres)
    if not isinstance(learned, Metric):
        learned = Metric(learned[None], learned[None], np.zeros(1))
    return metric_form(centres, learned)


def chunks(n_rows: int, cost_of_row: int) -> list[slice]:
    """Slices of rows, all of about one length, for products of so many multiplications a row."""
    # At least 16 rows: shorter products cost more in calls than threads would.
    most = max(16, _PRODUCT // cost_of_row)
    step = n_rows // (n_rows // most + 1) + 1
    return [slice(start, min(start + step, n_rows)) for start in range(0, n_rows, step)]


def product(X: Array, matrix: Array) -> Array:
    """Rows times a matrix, in pieces that BLAS does not split over threads."""
    found = np.empty((len(X), matrix.shape[1]))
    parts = chunks(len(X), matrix.size)
    on_all_cores(lambda chunk: np.matmul(X[chunk], matrix, out=found[chunk]), parts, least=4)
    return found


def product_sum(X: Array, Y: Array) -> Array:
    """Σ x yᵀ over the rows of both, (d, e), in such pieces."""
    total = np.zeros((X.shape[1], Y.shape[1]))
    for chunk in chunks(len(X), total.size):
        total += X[chunk].T @ Y[chunk]
    return total


def squared_sums(X: Array, *, diagonal: bool) -> Array:
    """Σ x² (d,) or Σ x xᵀ (d, d) over the rows."""
    return np.einsum("ij,ij->j", X, X) if diagonal else product_sum(X, X)


def outer(vectors: Array, *, diagonal: bool) -> Array:
    """Squares of the entries of vectors (g, d), or the products (g, d, d) of all of them."""
    return vectors**2 if diagonal else vectors[:, :, None] * vectors[:, None, :]


def moved(X: Array, metric: Array, out: Array | None = None) -> Array:
    """Rows whose Euclidean distances are those of the rows of `X` under the metric."""
    if metric.ndim == 1:
        return np.multiply(X, transform(metric), out=out)
    form = root_of(metric)
    out = np.empty_like(X) if out is None else out
    for chunk in chunks(len(X), form.size):
        out[chunk] = X[chunk] @ form.T
    return out


def root_of_any(metric: Array) -> Array:
    """L with LᵀL = A, of weights of features their roots."""
    return transform(metric) if metric.ndim == 1 else root_of(metric)


def root_of(metric: Array) -> Array:
    """L with LᵀL = A, from A = U R U with U² the diagonal of A: L = R^½ U.

    Eigenvectors of A itself would lose small weights of features in other units to rounding.
    """
    diagonal = metric.diagonal()
    units = np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
    return np.asarray(transform(metric / units / units[:, None]) * units)
