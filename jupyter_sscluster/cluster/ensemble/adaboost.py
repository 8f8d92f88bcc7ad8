"""AdaBoost over clusterings: each new one attends to the pairs that the last ones violated."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Labels, Mask
from jupyter_sscluster.cluster._parts.lloyd.distances import Points
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.weak_learner import WeakLearner
from jupyter_sscluster.cluster.fitting.watching import report
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs
from jupyter_sscluster.seeding import farthest_first

RESTARTS = 5
"""Other starts of the first round, where it violates half of the pairs or more."""


class Boosted(NamedTuple):
    """An ensemble, and the weighted share of the pairs that each member violated in its round."""

    ensemble: Ensemble
    errors: Array


def round_weight(error: float, n_pairs: int) -> float:
    """α = ½ ln((1 - e) / e) of a member with error e; e = 0 counts as half a pair of `n_pairs`.

    >>> round(round_weight(0.25, 10), 6)
    0.549306
    """
    error = error if error > 0.0 else 0.5 / n_pairs
    return 0.5 * float(np.log((1.0 - error) / error))


def reweighted(weights: Array, kept: Mask, alpha: float) -> Array:
    """Weights of the pairs for the next round: those that were violated gain, and all sum to 1.

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

    It ends with a member that keeps all pairs, before one that violates half of the weight or more,
    or after `n_rounds`. A first member that violates half is started anew, 5 times at most; if all
    do, the best of them stays as the only member, with weight 0.
    """
    learner = WeakLearner(points, n_clusters, stated)
    weights, members = stated.weights, list[Labels]()
    alphas, errors = list[float](), list[float]()
    for t in range(n_rounds):
        report("round", t + 1, n_rounds)
        labels, kept, error = _member(learner, points, stated, weights, n_clusters, rng)
        for _ in range(0 if t else RESTARTS):
            if error < 0.5:
                break
            other = _member(learner, points, stated, weights, n_clusters, rng)
            labels, kept, error = other if other[2] < error else (labels, kept, error)
        if error >= 0.5 and t:
            break
        alpha = round_weight(error, len(weights)) if error < 0.5 else 0.0
        members.append(labels)
        alphas.append(alpha)
        errors.append(error)
        if error == 0.0 or error >= 0.5:
            break
        weights = reweighted(weights, kept, alpha)
    return Boosted(Ensemble(compact(members), np.array(alphas)), np.array(errors))


def _member(
    learner: WeakLearner,
    points: Points,
    stated: WeightedPairs,
    weights: Array,
    n_clusters: int,
    rng: np.random.Generator,
) -> tuple[Labels, Mask, float]:
    """Labels from fresh centres, the statements they keep, and the weight of the others."""
    centres = farthest_first(points.raw, n_clusters, random_state=rng) - points.offset
    labels = learner.fit(centres, weights)
    kept = ~stated.violated(labels)
    return labels, kept, float(weights[~kept].sum() / weights.sum())
