"""Checks of `sample_weight`."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._parts.lloyd.points import Points


def check_unweighed(points: Points, model: object, way_out: str) -> None:
    """Refuse weights of rows where a method, as it is set, has none; `way_out` is what to set.

    Raises
    ------
    InputError
        If rows have weights.
    """
    if points.weights is not None:
        raise InputError(
            f"{type(model).__name__}: sample_weight counts rows more or less than once, which "
            f"its algorithm has no means of; set {way_out}, or leave sample_weight out"
        )


def check_sample_weight(weights: Any, n_samples: int) -> Array | None:
    """Weights of rows as float64, shape (n_samples,); None where there are none, or all are 1.

    Raises
    ------
    InputError
        If they are not one a row, one is no finite number from 0, or all are 0.
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
    wrong = np.flatnonzero(~(np.isfinite(result) & (result >= 0)))
    if len(wrong):
        raise InputError(
            f"sample_weight holds {result[wrong[0]]} in row {wrong[0]}; weights must be finite "
            "numbers from 0, at which a row is labelled and counts for nothing: mend it"
        )
    if not (result > 0).any():
        raise InputError(
            f"sample_weight is zero for all {n_samples} rows; give at least one row a weight above "
            "0, or leave sample_weight out"
        )
    return None if (result == 1.0).all() else result
