"""Rows as a clusterer sees them: in the metric that it has learned."""

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster._linalg import transform
from jupyter_sscluster.projections.principal_components import pca
from jupyter_sscluster.projections.projection import Projection


def learned_metric(model: Any, labels: Integers) -> tuple[Array | None, bool]:
    """Metric of a fitted clusterer, (d,) or (d, d), None if Euclidean; whether it is pooled.

    Metrics per cluster are averaged, weighted by cluster size.
    """
    found = _found(model)
    if found is None:
        return None, False
    metric = np.asarray(found, dtype=np.float64)
    pooled = metric.ndim == 3 or (
        metric.ndim == 2 and bool(_attribute(model, "per_cluster_metric"))
    )
    if pooled:
        own = _attribute(model, "labels_")  # numbered as the metrics are
        own = labels if own is None else own
        sizes = np.bincount(own[own >= 0], minlength=len(metric))[: len(metric)]
        metric = np.tensordot(sizes / sizes.sum(), metric, axes=1)
    return (None if _is_euclidean(metric) else metric), pooled


def has_metric(model: Any) -> bool:
    """Whether a fitted clusterer is of a kind that learns a metric."""
    return _found(model) is not None


def in_metric(X: Array, metric: Array) -> Projection:
    """The principal components of the rows L x, LᵀL being the metric."""
    centred = X - X.mean(axis=0)
    root = transform(metric)
    moved = centred * root if metric.ndim == 1 else centred @ root.T
    return pca(moved, name="metric", title="Learned metric")


def _found(model: Any) -> Any:
    metric = _attribute(model, "metric_")
    return _attribute(model, "feature_weights_") if metric is None else metric


def _attribute(model: Any, name: str) -> Any:
    """An attribute of a model, or else of the one that it is built on."""
    found = getattr(model, name, None)
    base = getattr(model, "base_", None)
    return _attribute(base, name) if found is None and base is not None else found


def _is_euclidean(metric: Array) -> bool:
    matrix = np.diag(metric) if metric.ndim == 1 else metric
    scale = float(matrix[0, 0])
    return bool(np.allclose(matrix, scale * np.eye(len(matrix)), rtol=1e-9, atol=1e-9 * abs(scale)))
