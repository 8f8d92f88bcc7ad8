"""AdaBoost over clusterings, the pairs being the training data (Okabe & Yamada 2012).

With y_r = ±1 for a must-link or a cannot-link (i_r, j_r), and K^t(i, j) = ±1 where clustering t
puts i and j together or not, a pair is kept where y_r K^t(i_r, j_r) = 1. Round t has

    ε_t = Σ_r ω_r^t [pair r violated] / Σ_r ω_r^t          weighted error
    α_t = ½ ln((1 - ε_t) / ε_t)                            weight of the clustering
    ω_r^{t+1} ∝ ω_r^t exp(-α_t y_r K^t(i_r, j_r))          weights of the pairs

α_t minimises the normalising sum Z_t(α) = (1 - ε_t) e^{-α} + ε_t e^{α}, by which the error of the
weighted vote on the pairs is at most Π_t Z_t = Π_t 2 √(ε_t (1 - ε_t)) (Freund & Schapire 1997). At
that minimum dZ_t/dα = 0: violated and kept pairs weigh the same afterwards, so that the clustering
just made has error ½ under the new weights, and would not be found again.
"""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Labels, Mask
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.weak_learner import WeakLearner
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs
from jupyter_sscluster.seeding import farthest_first

RESTARTS = 5
"""Other starts of the first round, where it violates half of the pairs or more."""

_HALF = 0.5 - 1e-12
"""Half of the weight, but for rounding: a member that violates it says nothing, α being 0."""


class Boosted(NamedTuple):
    """An ensemble, the weighted error ε_t of each member in its round, and why rounds ended.

    "kept": the last member violates nothing; "half": the next, or the only one, violates at least
    half of the weight; "rounds": all rounds were made.
    """

    ensemble: Ensemble
    errors: Array
    stopped: str


def round_weight(error: float, n_pairs: int) -> float:
    """α_t = ½ ln((1 - ε_t) / ε_t); ε_t = 0 counts as half of one of `n_pairs` equal pairs.

    >>> round(round_weight(0.25, 10), 6)
    0.549306
    """
    error = error if error > 0.0 else 0.5 / n_pairs
    return 0.5 * float(np.log((1.0 - error) / error))


def reweighted(weights: Array, kept: Mask, alpha: float) -> Array:
    """ω^{t+1} from ω^t: e^{α} times the weight of violated pairs, e^{-α} of kept ones; sum 1.

    >>> reweighted(np.full(4, 0.25), np.array([True, True, True, False]), round_weight(0.25, 4))
    array([0.16666667, 0.16666667, 0.16666667, 0.5       ])
    """
    with np.errstate(under="ignore"):
        found = weights * np.exp(np.where(kept, -alpha, alpha))
        return np.asarray(found / found.sum())


def boosted(
    points: Points,
    stated: WeightedPairs,
    n_clusters: int,
    n_rounds: int,
    rng: np.random.Generator,
) -> Boosted:
    """Members of an ensemble, each learned under the weights that the last ones left.

    Ends with a member that keeps all pairs, before one that violates half of the weight, or after
    `n_rounds`. A first member that violates half is replaced up to 5 times, else weighs 0.
    """
    learner = WeakLearner(points, n_clusters, stated)
    weights, members = stated.weights, list[Labels]()
    alphas, errors, stopped = list[float](), list[float](), "rounds"
    for t in range(n_rounds):
        report("round", t + 1, n_rounds)
        labels, kept, error = _member(learner, points, stated, weights, n_clusters, rng)
        for _ in range(0 if t else RESTARTS):
            if error < _HALF:
                break
            other = _member(learner, points, stated, weights, n_clusters, rng)
            labels, kept, error = other if other[2] < error else (labels, kept, error)
        stopped = "kept" if error == 0.0 else "half" if error >= _HALF else "rounds"
        if stopped == "half" and t:
            break
        alpha = round_weight(error, len(weights)) if error < _HALF else 0.0
        members.append(labels)
        alphas.append(alpha)
        errors.append(error)
        if stopped != "rounds":
            break
        weights = reweighted(weights, kept, alpha)
    return Boosted(Ensemble(compact(members), np.array(alphas)), np.array(errors), stopped)


def _member(
    learner: WeakLearner,
    points: Points,
    stated: WeightedPairs,
    weights: Array,
    n_clusters: int,
    rng: np.random.Generator,
) -> tuple[Labels, Mask, float]:
    """Labels from fresh centres, the pairs they keep, and their weighted error ε."""
    centres = farthest_first(points.raw, n_clusters, random_state=rng) - points.offset
    labels = learner.fit(centres, weights)
    kept = ~stated.violated(labels)
    return labels, kept, float(weights[~kept].sum() / weights.sum())
