"""The features on the present axes, where these are a linear view of them."""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array

_EXACT = 1e-6
"""Share of the extent of the axes up to which a difference is rounding."""

_ROWS = 2000
"""Rows that the view is found from; it is tried on all."""

_CORNERS = 48


class LinearView(NamedTuple):
    """x goes to (x - origin) P + at, on the plane whose axes go from 0 to 1."""

    origin: Array
    P: Array
    at: Array

    def of(self, X: Array) -> Array:
        """Places of rows (m, d)."""
        found: Array = (X - self.origin) @ self.P + self.at
        return found

    def shadow(self, centre: Array, spread: Array, reach: float) -> Array:
        """The outline of {x: (x - μ)ᵀA(x - μ) ≤ r²} on the axes; `spread` is A⁻¹ or its diagonal.

        The shadow of that body has the points y with (y - m)ᵀ(PᵀA⁻¹P)⁻¹(y - m) ≤ r².
        """
        moved = spread[:, None] * self.P if spread.ndim == 1 else spread @ self.P
        shape = np.asarray(self.P.T @ moved, dtype=np.float64)
        values, vectors = np.linalg.eigh(shape)
        turns = np.linspace(0.0, 2.0 * np.pi, _CORNERS, endpoint=False)
        circle = np.stack([np.cos(turns), np.sin(turns)])
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        around = self.of(centre[None]) + reach * (root @ circle).T
        return np.asarray(around, dtype=np.float64)


def linear_view(X: Array, xy: Array) -> LinearView | None:
    """How the rows of `X` go to the places `xy`, None where no linear map does it."""
    origin, at = X.mean(axis=0), xy.mean(axis=0)
    some = np.unique(np.linspace(0, len(X) - 1, _ROWS).astype(np.int64))
    P = np.linalg.lstsq(X[some] - origin, xy[some] - at, rcond=None)[0]
    view = LinearView(origin, P, at)
    extent = float(np.ptp(xy, axis=0).max()) or 1.0
    return view if float(np.abs(view.of(X) - xy).max()) <= _EXACT * extent else None


def spread_of(metric: Array) -> Array | None:
    """A⁻¹, or its diagonal; None where the metric does not measure along some direction."""
    if metric.ndim == 1:
        largest = float(metric.max(initial=0.0))
        return 1.0 / metric if bool((metric > 1e-12 * largest).all()) else None
    units = np.sqrt(metric.diagonal())
    # Fewer directions than features leave eigenvalues that are nothing but rounding.
    if not units.all() or np.linalg.eigvalsh(metric / units / units[:, None])[0] < 1e-12:
        return None
    try:
        np.linalg.cholesky(metric)
        found = np.asarray(np.linalg.inv(metric), dtype=np.float64)
    except np.linalg.LinAlgError:
        return None
    return found if bool(np.isfinite(found).all()) else None


def mean_distance(apart: Array, metric: Array) -> float:
    """Mean of √((x - μ)ᵀA(x - μ)) over differences (m, d)."""
    moved = apart * metric if metric.ndim == 1 else apart @ metric
    squared = np.einsum("ij,ij->i", moved, apart)
    return float(np.sqrt(np.maximum(squared, 0.0)).mean())
