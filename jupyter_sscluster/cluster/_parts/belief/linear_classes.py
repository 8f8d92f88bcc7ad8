"""The classes of placed rows as linear functions of the features."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index
from jupyter_sscluster.cluster._parts.belief.feature_models import fit_to
from jupyter_sscluster.cluster._parts.metric.mahalanobis import product

RIDGES = (0.01, 0.1, 1.0, 10.0)
"""Penalties that are tried, as multiples of the mean squared length of the placed rows."""

_LEAST = 1e-3


@dataclass(frozen=True, eq=False)
class LinearClasses:
    """P(k | x) in proportion to max((x, 1) W_k, .001), W being the `forms` (d + 1, k)."""

    forms: Array

    def posterior(self, X: Array) -> Array:
        """P of rows, (n, k)."""
        return _shares(product(X, self.forms[:-1]) + self.forms[-1])


class LinearFit(NamedTuple):
    """The model, and P of the rows of the fit: leave-one-out where they are placed."""

    classes: LinearClasses
    posterior: Array


def linear_classes(X: Array, rows: Index, classes: Array) -> LinearFit:
    """Ridge regression of the `classes` (l, k) of placed `rows` on features of equal spread.

    With A = (Z_L, 1) = U S Vᵀ, Z being the features divided by their spread, and Y the classes less
    their mean: W = V diag(S / (S² + σ)) Uᵀ Y. The hat matrix H = U diag(S² / (S² + σ)) Uᵀ gives the
    leave-one-out predictions Y_i - (Y - H Y)_i / (1 - H_ii) without another fit. The penalty σ is
    the one of `RIDGES` whose leave-one-out predictions fit the classes best.
    """
    spread = np.sqrt(np.einsum("ij,ij->j", X, X) / len(X))
    spread[spread == 0.0] = 1.0
    A = np.column_stack([X[rows] / spread, np.ones(len(rows))])
    U, S, Vt = np.linalg.svd(A, full_matrices=False)
    mean = classes.mean(axis=0)
    Y = classes - mean
    turned, unit = U.T @ Y, float(S @ S) / len(rows)
    found = []
    for ridge in RIDGES:
        shrunk = S / (S * S + ridge * unit)
        left = Y - U @ ((S * shrunk)[:, None] * turned)
        without = _shares(classes - left / (1.0 - (U * U) @ (S * shrunk))[:, None])
        fit = fit_to(without, np.arange(len(rows)), classes)
        found.append((fit, shrunk, without))
    _, shrunk, without = max(found, key=lambda each: each[0])
    forms = Vt.T @ (shrunk[:, None] * turned)
    forms[:-1] /= spread[:, None]
    forms[-1] += mean
    model = LinearClasses(forms)
    posterior = model.posterior(X)
    posterior[rows] = without
    return LinearFit(model, posterior)


def _shares(values: Array) -> Array:
    limited = np.maximum(values, _LEAST)
    return np.asarray(limited / limited.sum(axis=1, keepdims=True))
