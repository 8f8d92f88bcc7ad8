"""Normal scores of skewed features: amounts and counts, by their ranks."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from jupyter_sscluster._arrays import Array

SKEWED = 1.0
"""Median skewness of the features from which on their ranks are looked at, too.

That of a Gaussian is 0, of an exponential distribution 2.
"""


@dataclass(frozen=True, eq=False)
class NormalScores:
    """Quantiles of a standard normal distribution at the ranks among `ordered` values (n, d)."""

    ordered: Array
    means: Array
    spreads: Array

    def of(self, rows: Array) -> Array:
        """The scores (m, d) of rows (m, d), of equal values the mean rank."""
        found = np.empty(rows.shape)
        n = len(self.ordered)
        for j, column in enumerate(self.ordered.T):
            low, high = (np.searchsorted(column, rows[:, j], side=s) for s in ("left", "right"))
            found[:, j] = ndtri(np.clip(0.5 * (low + high), 0.5, n - 0.5) / n)
        return np.asarray((found - self.means) / self.spreads)


def normal_scores(X: Array) -> NormalScores | None:
    """Scores with mean 0 and variance 1 in each feature of X (n, d), or None if few are skewed.

    >>> amounts = np.exp(np.arange(7.0))[:, None]
    >>> normal_scores(amounts).of(amounts)[:, 0].round(2).tolist()
    [-1.61, -0.87, -0.4, 0.0, 0.4, 0.87, 1.61]
    >>> normal_scores(np.arange(7.0)[:, None]) is None
    True
    """
    apart = X - X.mean(axis=0)
    spread = np.sqrt(np.mean(apart**2, axis=0))
    apart /= np.where(spread > 0.0, spread, 1.0)
    if np.median(np.abs(np.mean(apart**3, axis=0))) <= SKEWED:
        return None
    d = X.shape[1]
    plain = NormalScores(np.sort(X, axis=0), np.zeros(d), np.ones(d))
    scores = plain.of(X)
    spreads = scores.std(axis=0)
    spreads = np.where(spreads > 0.0, spreads, 1.0)
    return NormalScores(plain.ordered, scores.mean(axis=0), spreads)
