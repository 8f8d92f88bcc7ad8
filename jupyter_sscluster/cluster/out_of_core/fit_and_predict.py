"""Fit and predict on data in blocks."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import validate_data

from jupyter_sscluster._arrays import AnyLabels, Array
from jupyter_sscluster._data_frames import with_names
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.metric.mahalanobis import Metric, linear_form, root_of_any
from jupyter_sscluster.cluster.out_of_core import block_computations
from jupyter_sscluster.cluster.out_of_core.block_points import BlockPoints
from jupyter_sscluster.cluster.out_of_core.block_statistics import measure
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Shared
from jupyter_sscluster.cluster.out_of_core.constrained_rows import held_rows
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask, opened, refusal
from jupyter_sscluster.constraints import Constraints


def rows_in_blocks(clusterer: Any, X: Any, *, plain: bool) -> Blocks | None:
    """Blocks of `X` with their sizes, or None: then it is read whole.

    `plain` fits have neither trace nor weights. `InputError` if Dask data had to be in memory.
    """
    blocks = opened(X)
    if blocks is None:
        return None
    name = type(clusterer).__name__
    way = clusterer._needs_memory()
    if clusterer.reads_blocks and plain and way is None:
        return blocks.measured()
    if not is_dask(X):
        return None
    blocks = blocks.measured()
    if not clusterer.reads_blocks:
        raise refusal(name, blocks)
    if way is not None:
        raise refusal(f"{name} with {way[0]}", blocks, f"set {way[1]}")
    raise refusal(f"{name} with trace= or sample_weight=", blocks, "leave these out")


def taken(
    blocks: Blocks, ml: Any, cl: Any, constraints: Constraints | None, y: Any, conflicts: str
) -> tuple[Points, Constraints, AnyLabels | None]:
    """The rows that pairs and labels name, the others in blocks, and the constraints."""
    assert blocks.sizes is not None
    held = held_rows(sum(blocks.sizes), ml, cl, constraints, y, conflicts)
    found = measure(blocks, held.rows)
    return BlockPoints(blocks, held, found), held.known, held.y


def remember_features(clusterer: Any, X: ArrayLike, blocks: Blocks | None) -> None:
    """Set the number and the names of the features on the estimator."""
    if blocks is None:
        validate_data(clusterer, with_names(X), skip_check_array=True)
        return
    validate_data(clusterer, np.empty((1, blocks.n_features)), skip_check_array=True)
    if blocks.names is not None:
        clusterer.feature_names_in_ = np.array(blocks.names, dtype=object)


def predicted_in_blocks(
    clusterer: Any, blocks: Blocks, offset: Array, learned: Metric | Array | None
) -> Any:
    """Clusters of rows in blocks, as data of the same kind."""
    form = linear_form(clusterer.cluster_centers_ - offset, learned)
    shared = Shared(block_computations.predicted, (offset, form, blocks.names))
    return blocks.mapped(shared, np.int32)


def each_new_row(
    blocks: Blocks, offset: Array, function: Callable[[Array], Array], columns: int
) -> Any:
    """What a function of rows less an offset gives, (n, columns), as data of the same kind."""
    shared = Shared(block_computations.of_new_rows, (offset, function, blocks.names))
    return blocks.mapped(shared, np.float64, columns)


def cost_in_blocks(
    clusterer: Any, blocks: Blocks, offset: Array, learned: Metric | Array | None
) -> float:
    """What rows in blocks add to the objective in the clusters of `predict`, without pairs."""
    centres, log_det = clusterer.cluster_centers_ - offset, 0.0
    if isinstance(learned, Metric):
        root, log_det = learned.roots[0], float(learned.log_dets[0])
    else:
        root = None if learned is None else root_of_any(learned)
    form = linear_form(centres, learned)
    space = block_computations.Space(offset)
    shared = Shared(block_computations.cost_of_new_rows, (space, form, centres, root, blocks.names))
    cost, n_rows = blocks.reduced(shared, block_computations.costs_together)
    return float(cost - n_rows * log_det)


def new_rows(clusterer: Any, X: Any) -> Blocks | None:
    """Blocks of new rows to predict, or None; `InputError` if Dask data had to be in memory."""
    blocks = opened(X)
    if blocks is None:
        return None
    name, learned = type(clusterer).__name__, clusterer._learned_metric()
    own = isinstance(learned, Metric) and not learned.single
    if clusterer.reads_blocks and not own:
        _check_features(clusterer, blocks)
        return blocks
    if not is_dask(X):
        return None
    if own:
        raise refusal(f"{name} with per_cluster_metric=True", blocks, "set it to False")
    raise refusal(name, blocks)


def _check_features(clusterer: Any, blocks: Blocks) -> None:
    names = getattr(clusterer, "feature_names_in_", None)
    if names is not None and blocks.names is not None and list(names) != blocks.names:
        raise InputError(
            f"X has the columns {', '.join(blocks.names[:8])}, and {type(clusterer).__name__} was "
            f"fitted on {', '.join(names[:8])}; pass the same columns in the same order"
        )
    if blocks.n_features != clusterer.n_features_in_:
        raise InputError(
            f"X has {blocks.n_features} features, but {type(clusterer).__name__} is expecting "
            f"{clusterer.n_features_in_} features as input; pass the columns it was fitted on"
        )
