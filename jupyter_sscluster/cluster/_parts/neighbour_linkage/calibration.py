"""P(two clusters are different | height of their merge), learned from answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Mask
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import FARTHEST

WRONG = 0.1
"""How often a soft statement of weight 1 is taken to be wrong."""

ODD = 0.1
"""How often groups are no matter of one height: it bounds what one answer moves."""

_TRUST, _NARROW, _WIDE = 0.95, 0.15, 2.5
"""P that the cut without answers is about right, and spread of the true one if so, and if not."""

_STEEP, _STEEP_SPREAD = 6.0, 0.9
"""Median of the slope, and spread of its logarithm."""

_LEAST = 1e-4
"""No probability is nearer to 0 or 1."""


class _Grid(NamedTuple):
    """Curves P(different | x) at `x`, one for each shift and slope (x, curve), and log prior."""

    x: Array
    curves: Array
    prior: Array


def log_prior(shift: Array, slope: Array) -> Array:
    """Log density of a shift a and the logarithm of a slope b, but for a constant.

    a is of .95 N(0, .15²) + .05 N(0, 2.5²), log b of N(log 6, .9²).
    """
    parts = ((_TRUST, _NARROW), (1.0 - _TRUST, _WIDE))
    shifts = sum(p * np.exp(-0.5 * (shift / sd) ** 2) / sd for p, sd in parts)
    found: Array = np.log(shifts) - 0.5 * ((np.log(slope) - np.log(_STEEP)) / _STEEP_SPREAD) ** 2
    return found


@cache
def _grid() -> _Grid:
    x = FARTHEST * np.sinh(np.linspace(-5.0, 5.0, 401)) / np.sinh(5.0)
    shift = 8.0 * np.sinh(np.linspace(-5.0, 5.0, 161)) / np.sinh(5.0)
    slope = np.geomspace(1.0, 60.0, 12)
    exponent = slope[None, None] * (x[:, None, None] - shift[None, :, None])
    curves = 1.0 / (1.0 + np.exp(-np.clip(exponent, -40.0, 40.0)))
    prior = log_prior(shift[:, None], slope[None]) + np.log(np.gradient(shift))[:, None]
    return _Grid(x, curves.reshape(len(x), -1), prior.ravel())


@dataclass(frozen=True, eq=False)
class Calibration:
    """P(different | x) = E logistic(b (x - a)) under the posterior of shift a and slope b.

    x is log(h / h₀) in spreads, h₀ the cut without answers. An answer at x counts with the
    likelihood .8 P + .1, as groups are not a matter of one height alone, to the power of its trust.
    """

    different: Array

    @classmethod
    def of(cls, x: Array, different: Mask, trust: Array) -> Calibration:
        """The posterior after answers at `x` (m,), which say "different" or not, on a grid."""
        grid = _grid()
        place = np.searchsorted(grid.x, x).clip(0, len(grid.x) - 1)
        log_likelihood = grid.prior.copy()
        for said in (True, False):
            weight = np.bincount(place, trust * (different == said), len(grid.x))
            at = np.flatnonzero(weight)
            curves = grid.curves[at] if said else 1.0 - grid.curves[at]
            log_likelihood += weight[at] @ np.log((1.0 - 2.0 * ODD) * curves + ODD)
        p = np.exp(log_likelihood - log_likelihood.max())
        return cls(grid.curves @ (p / p.sum()))

    def __call__(self, x: Array) -> Array:
        """P(different | x)."""
        found: Array = np.interp(x, _grid().x, self.different)
        return np.clip(found, _LEAST, 1.0 - _LEAST)

    @property
    def half(self) -> float:
        """The x at which same and different are as likely."""
        return float(np.interp(0.5, self.different, _grid().x))


def trust_in(weights: Array) -> Array:
    """1 - 2 e: what answers of these weights count in a calibration; e = 1 / (1 + 9^weight)."""
    odds = np.log((1.0 - WRONG) / WRONG)
    found: Array = np.tanh(0.5 * odds * weights)
    return found


def votes(weights: Array) -> Array:
    """Log odds that statements of these weights are right."""
    found: Array = weights * np.log((1.0 - WRONG) / WRONG)
    return found
