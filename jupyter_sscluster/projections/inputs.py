"""What projections are made from, and which of them that allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, Integers
from jupyter_sscluster.projections import tsne, umap
from jupyter_sscluster.projections.discriminant import LEAST_CLUSTERS
from jupyter_sscluster.projections.metric_axes import has_metric, learned_metric


@dataclass(frozen=True, eq=False)
class ProjectionInputs:
    """The rows that are clustered, the columns that may be axes, and the clustering shown.

    `table` (n, m) holds the columns `features`, NaN where missing, `model` the fitted clusterer or
    None, `clusterer` its name; `fit` identifies the clustering.
    """

    X: Array
    table: Array
    features: Sequence[str]
    labels: Integers
    model: Any = None
    clusterer: str = "the clusterer"
    fit: int | None = None


def why_unavailable(name: str, grounds: ProjectionInputs) -> str:
    """In a few words, why a projection cannot be had of these grounds; empty where it can.

    >>> three_rows = ProjectionInputs(np.eye(3), np.eye(3), ["a", "b", "c"], np.zeros(3, dtype=int))
    >>> why_unavailable("tsne", three_rows)
    'needs 4 points'
    """
    few = f"needs {tsne.LEAST} points" if len(grounds.X) < tsne.LEAST else ""
    if name == "tsne":
        return few
    if name == "umap":
        return few if umap.has_umap() else umap.MISSING
    if name == "metric":
        return _no_metric(grounds)
    clusters = np.setdiff1d(grounds.labels, [-1])
    if name == "discriminant" and len(clusters) < LEAST_CLUSTERS:
        return f"needs {LEAST_CLUSTERS} clusters"
    return ""


def _no_metric(grounds: ProjectionInputs) -> str:
    if grounds.model is None:
        return "after the next fit"
    if not has_metric(grounds.model):
        return f"{grounds.clusterer} learns none"
    found, _ = learned_metric(grounds.model, grounds.labels)
    return f"{grounds.clusterer} has learned none yet" if found is None else ""
