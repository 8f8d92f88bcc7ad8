"""Weights of rows, checked and worded for a person."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError


def check_sample_weight(weights: Any, n_samples: int) -> Array | None:
    """Weights of rows as float64, shape (n_samples,), or None.

    Raises
    ------
    InputError
        If they are not one a row, or one is no finite number above 0.
    """
    if weights is None:
        return None
    array = np.asarray(weights)
    if array.dtype.kind not in "biuf" or array.shape != (n_samples,):
        raise InputError(
            f"sample_weight has shape {array.shape} and type {array.dtype}; give one number for "
            f"each of the {n_samples} rows"
        )
    result = array.astype(np.float64)
    wrong = np.flatnonzero(~(np.isfinite(result) & (result > 0)))
    if len(wrong):
        raise InputError(
            f"sample_weight holds {result[wrong[0]]} in row {wrong[0]}; weights must be finite "
            "numbers above zero: leave rows out that are not to count"
        )
    return result
