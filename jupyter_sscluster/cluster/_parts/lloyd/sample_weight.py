"""Checks of `sample_weight`."""

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.cluster._parts.lloyd.points import Points


def check_unweighed(points: Points, model: object, way_out: str) -> None:
    """Raise `InputError` if rows have weights; `way_out` names the parameters to set."""
    if points.weights is not None:
        raise InputError(
            f"{type(model).__name__}: sample_weight is not possible with these parameters, whose "
            f"algorithm counts each row once; set {way_out}, or leave sample_weight out"
        )


def check_sample_weight(weights: Any, n_samples: int) -> Array | None:
    """Weights as float64 (n_samples,), None if all are 1; `InputError` if invalid or all 0."""
    if weights is None:
        return None
    array = np.asarray(unmasked(weights, "sample_weight"))
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
            "and 0 or more, and a row of weight 0 is labelled but influences nothing: correct it"
        )
    if not (result > 0).any():
        raise InputError(
            f"sample_weight is zero for all {n_samples} rows; give at least one row a weight above "
            "0, or leave sample_weight out"
        )
    return None if (result == 1.0).all() else result
