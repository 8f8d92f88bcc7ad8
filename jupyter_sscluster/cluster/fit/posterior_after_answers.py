"""Cluster posterior given the answers, and the probability that each constraint is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray, Integers, Mask
from jupyter_sscluster.cluster._parts.belief.error_rate import Estimate, estimated
from jupyter_sscluster.cluster._parts.belief.gaussian_clusters import gaussian_clusters
from jupyter_sscluster.cluster._parts.belief.propagation import SHARE, flattened, propagate
from jupyter_sscluster.cluster.fit.placing import pooled_gaussians
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_pairs


@dataclass(frozen=True, eq=False)
class Suspicions:
    """How likely each statement is to be wrong: must-links first, of each kind the hard ones first.

    Attributes
    ----------
    pairs : array, shape (m, 2)
    kinds : array of str, shape (m,)
        "must" or "cannot".
    wrong : array, shape (m,)
        P(wrong); above ½ a statement is suspected.
    error_rate : float
        How often answers are wrong, as estimated from all of them.
    """

    pairs: IntArray
    kinds: NDArray[np.str_]
    wrong: Array
    error_rate: float

    def __len__(self) -> int:
        return len(self.wrong)

    @property
    def suspected(self) -> Mask:
        """Which statements are more likely wrong than right."""
        found: Mask = self.wrong > 0.5
        return found


class Believed(NamedTuple):
    """Posterior of all rows (n, k) after the answers, and P(wrong) of these."""

    posterior: Array
    suspicions: Suspicions


def believed(posterior: Array, known: Constraints, error: float | None = None) -> Believed:
    """Combine statements with the posterior (n, k) of the features by belief propagation.

    A statement of weight w counts as w answers, hard or soft. For comparability all rows are mixed
    with a tenth of a uniform distribution, (1 - δ) P + δ / K with δ = .1. `error` is the rate of
    wrong answers, by default estimated.

    Two points of a cluster, linked with one of another by which nothing else is known:

    >>> import numpy as np
    >>> from jupyter_sscluster.constraints import Constraints
    >>> P = np.eye(2)[[0, 0, 1]]
    >>> known = Constraints(3, must=[(0, 2), (1, 2)])
    >>> believed(P, known).posterior[2].round(2).tolist()
    [0.82, 0.18]
    """
    unary, rows = flattened(posterior), known.touched
    found = estimated_of(posterior[rows], known, error)
    unary[rows] = found.belief
    return Believed(unary, suspicions(stated_pairs(known), found))


def estimated_of(posterior: Array, known: Constraints, error: float | None = None) -> Estimate:
    """What `believed` finds out about statements, and the rows in them, from their posterior."""
    stated, unary = stated_pairs(known), flattened(posterior)
    pairs = np.searchsorted(known.touched, stated.pairs)
    if error is None:
        return estimated(unary, pairs, stated.together, stated.weights)
    return Estimate(error, *propagate(unary, pairs, stated.together, stated.weights, error))


def by_answers(prior: Array, known: Constraints, error: float) -> Array:
    """Beliefs about all rows (n, k) by a prior and all statements, each wrong with P = error.

    >>> known = Constraints(3, must=[(0, 1)], cannot=[(1, 2)])
    >>> prior = np.array([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]])
    >>> by_answers(prior, known, 0.1).round(2).tolist()
    [[1.0, 0.0], [0.9, 0.1], [0.18, 0.82]]
    """
    stated, rows, found = stated_pairs(known), known.touched, prior.copy()
    pairs = np.searchsorted(rows, stated.pairs)
    found[rows] = propagate(prior[rows], pairs, stated.together, stated.weights, error).belief
    return found


def undiluted(posterior: Array) -> Array:
    """Invert the mixing of `believed`: exact for rows without statements.

    >>> P = np.array([[1.0, 0.0], [0.25, 0.75]])
    >>> undiluted(flattened(P)).round(9).tolist()
    [[1.0, 0.0], [0.25, 0.75]]
    """
    found = np.maximum(posterior - SHARE / posterior.shape[1], 0.0)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def suspicions(stated: WeightedPairs, found: Estimate) -> Suspicions:
    """What was estimated of statements, with their pairs and kinds."""
    kinds = np.where(stated.together, "must", "cannot")
    return Suspicions(stated.pairs, kinds, found.wrong, float(found.error))


def wrong_without_each(
    posterior: Array, known: Constraints, position: int, error_rate: float
) -> Array:
    """P(wrong) of the constraint at `position` when each of the m others is left out, (m,).

    Its own entry is with all of them. One propagation runs over m copies of the pairs. The order is
    that of `Suspicions`; `posterior` (n, k) is by the features alone.

    That 0 is with 1 is doubtful because 0 is apart from 2, and because 1 is with 2:

    >>> from jupyter_sscluster.constraints import Constraints
    >>> P = np.eye(2)[[0, 1, 1]]
    >>> known = Constraints(3, must=[(1, 2)], cannot=[(0, 2)]).add(0, 1, "must", soft=True)
    >>> wrong_without_each(P, known, 1, 0.1).round(2).tolist()
    [0.43, 0.76, 0.43]
    """
    stated, rows = stated_pairs(known), known.touched
    pairs, m = np.searchsorted(rows, stated.pairs), len(stated)
    counts = ~np.eye(m, dtype=bool)
    counts[position, position] = True
    copy, statement = np.nonzero(counts)
    every = pairs[statement] + len(rows) * copy[:, None]
    unary = np.tile(flattened(posterior[rows]), (m, 1))
    together, weights = stated.together[statement], stated.weights[statement]
    wrong = propagate(unary, every, together, weights, error_rate).wrong
    found: Array = wrong[statement == position]
    return found


def posterior_of_clusters(X: Array, labels: Integers) -> Array:
    """P(k | x) (n, k) of every row under Gaussian clusters with their pooled covariance.

    The covariance is shrunken as in `AdaptivePCKMeans`; priors are cluster sizes. All of the
    labels 0 to k - 1 must occur.

    Two long clusters, and a point between them:

    >>> X = np.array([[x, y] for y in (0.0, 3.0) for x in range(8)] + [[7.0, 1.4]])
    >>> posterior_of_clusters(X, np.repeat([0, 1, 0], [8, 8, 1]))[-1].round(2).tolist()
    [0.98, 0.02]
    """
    points, own, centres, metric = pooled_gaussians(X, labels)
    return gaussian_clusters(points, own, centres, metric).posterior(points.X)
