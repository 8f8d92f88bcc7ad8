"""How good a labelling is: against what was said, and by a score."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import alone
from jupyter_sscluster._data_frames import is_missing
from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs
from jupyter_sscluster.metrics import adjusted_rand, silhouette
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.sample.sample import Sample


def scorer(shown: Sample, y_true: np.ndarray | None) -> Callable[[np.ndarray], float | None]:
    """The function that scores labels: adjusted Rand with true labels, else the silhouette.

    None stands for a clustering with fewer than two clusters, which has no silhouette. Rows in no
    cluster are left out of the silhouette; beside true labels each is a cluster of its own.
    """
    if y_true is not None:
        return lambda labels: adjusted_rand(y_true, alone(labels))

    def score(labels: np.ndarray) -> float | None:
        some = shown.of(labels)
        inside = some[some >= 0]
        rows = None if len(inside) == len(some) else some >= 0
        return silhouette(shown.X, some, rows=rows) if len(inside) and np.ptp(inside) else None

    return score


def satisfaction(labels: np.ndarray, constraints: Constraints) -> tuple[float, int]:
    """Share of the statements, soft ones included, that labels keep, and number of the others."""
    violated = int(stated_pairs(constraints).violated(labels).sum())
    total = len(constraints)
    return (1.0 - violated / total if total else 1.0), violated


def with_truth(data: Data, y_true: Any) -> Data:
    """The data with the true labels, if there are any, checked."""
    return replace(data, truth=check_truth(y_true, len(data.X)), given_truth=copy(y_true))


def check_truth(y_true: object, n_samples: int) -> np.ndarray | None:
    """True labels, one a row, numbered from 0."""
    if y_true is None:
        return None
    truth = np.asarray(unmasked(y_true, "y_true", dates=True))
    if truth.shape != (n_samples,):
        raise InputError(
            f"y_true has shape {truth.shape}; one label a row is needed, shape ({n_samples},)"
        )
    odd = truth.tolist() if truth.dtype.kind in "mMO" else []
    row = next((row for row, label in enumerate(odd) if is_missing(label)), None)
    if row is not None:
        raise InputError(
            f"y_true has no label in row {row}; every row needs one: leave such rows out of X"
        )
    try:
        return np.unique(truth, return_inverse=True)[1]
    except TypeError as error:
        raise InputError(
            f"y_true mixes labels of several types ({error}); use numbers or strings throughout"
        ) from error
