"""Data that no one holds whole, of which a sample is shown: Dask collections, arrays in files."""

from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, check_size
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask, opened

SHOW_SOME = (
    "X is a collection of Dask, and a session that shows all rows holds them in memory; show some "
    "of them by sample=5000, or pass X.compute()"
)
SCALE_BEFORE = (
    "preprocess= is fitted to rows in memory, and X is a collection of Dask; scale X before it is "
    "passed, such as (X - X.mean(axis=0)) / X.std(axis=0)"
)


def may_be_large(X: Any) -> bool:
    """Whether it is of a kind that need not be in memory."""
    return isinstance(X, np.memmap) or is_dask(X)


def in_memory(X: Any) -> bool:
    """Whether the rows are not read in blocks."""
    return isinstance(X, np.ndarray) and not isinstance(X, np.memmap)


def large(X: Any) -> Any | None:
    """Rows that are read in blocks, as something with a shape; None for rows in memory."""
    if isinstance(X, np.memmap):
        return X if X.ndim == 2 and X.dtype.kind in "biuf" else None
    if not is_dask(X):
        return None
    opened(X)  # refuses what is no table of numbers
    array = X.to_dask_array(lengths=True) if hasattr(X, "to_dask_array") else X
    if np.isnan(array.shape).any():
        array = array.copy()
        array.compute_chunk_sizes()
    return array


def check_large(X: Any, preprocess: Any, *, sampled: bool) -> Any | None:
    """The same, if a session can take it; None for what is treated as rows in memory."""
    if not sampled and not is_dask(X):
        return None
    found = large(X)
    if found is None or (isinstance(found, np.memmap) and preprocess is not None):
        return None
    if not sampled:
        raise InputError(SHOW_SOME)
    if preprocess is not None:
        raise InputError(SCALE_BEFORE)
    check_size(int(found.shape[0]), int(found.shape[1]))
    return found
