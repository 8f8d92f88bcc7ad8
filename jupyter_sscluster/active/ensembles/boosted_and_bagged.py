"""Ensembles of a snapshot: AdaBoost, or bootstrap samples of the constraints (bagging)."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.cluster.ensemble.adaboost import boosted
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.subsample import Subsample
from jupyter_sscluster.cluster.ensemble.weak_learner import WeakLearner
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs
from jupyter_sscluster.seeding import kmeans_plusplus


@dataclass(frozen=True)
class EnsembleSpec:
    """All that an ensemble depends on; equal when the values are, as a key of the cache."""

    digest: bytes
    constraints: Constraints
    n_clusters: int
    n_estimators: int
    max_samples: int
    entropy: tuple[int, ...] | None
    X: NDArray[np.float64] = field(compare=False, repr=False)
    n_neighbors: int = 0


def ensemble_spec(
    X: NDArray[np.float64],
    constraints: Constraints,
    n_clusters: int,
    n_estimators: int,
    max_samples: int,
    entropy: tuple[int, ...] | None,
    n_neighbors: int = 0,
) -> EnsembleSpec:
    """The lesson of some points and answers; `entropy` seeds it, None draws anew every time.

    With `n_neighbors` members go by the kernel that reaches as far as this neighbour.
    """
    digest = blake2b(X.tobytes() + repr(X.shape).encode()).digest()
    return EnsembleSpec(
        digest, constraints, n_clusters, n_estimators, max_samples, entropy, X, n_neighbors
    )


def boosted_members(ensemble_spec: EnsembleSpec) -> Ensemble:
    """The members of a `BoostedEnsemble`; the last few ensembles are kept."""
    return (
        _boosted(ensemble_spec)
        if ensemble_spec.entropy is not None
        else _boosted.__wrapped__(ensemble_spec)
    )


def bagged_members(ensemble_spec: EnsembleSpec) -> Ensemble:
    """Bagging: members of equal weight, each under a bootstrap sample of the statements.

    A pair drawn twice comes before one drawn once, and one not drawn is left out, so the members
    differ where the answers leave room. All start from k-means++: of few answers, most of the
    difference comes from there. Without statements they are k-means from other starts.
    """
    return (
        _bagged(ensemble_spec)
        if ensemble_spec.entropy is not None
        else _bagged.__wrapped__(ensemble_spec)
    )


@lru_cache(maxsize=2)
def _boosted(ensemble_spec: EnsembleSpec) -> Ensemble:
    rng = _generator(ensemble_spec, "boosted")
    sample = _sampled(ensemble_spec, rng)
    found = boosted(
        sample.points, sample.stated, ensemble_spec.n_clusters, ensemble_spec.n_estimators, rng
    )
    return sample.extended(found.ensemble)


@lru_cache(maxsize=2)
def _bagged(ensemble_spec: EnsembleSpec) -> Ensemble:
    rng, k = _generator(ensemble_spec, "drawn"), ensemble_spec.n_clusters
    sample = _sampled(ensemble_spec, rng)
    points = sample.points
    members = []
    for _ in range(ensemble_spec.n_estimators):
        some = _bootstrap_sample(sample.stated, rng)
        learner = WeakLearner(points, k, some)
        centres = kmeans_plusplus(points.raw, k, random_state=rng) - points.offset
        members.append(learner.fit(centres, some.weights))
    return sample.extended(Ensemble(compact(members), np.ones(len(members))))


def _sampled(ensemble_spec: EnsembleSpec, rng: np.random.Generator) -> Subsample:
    spec = ensemble_spec
    return Subsample(spec.X, spec.constraints, spec.max_samples, rng, spec.n_neighbors)


def _generator(ensemble_spec: EnsembleSpec, purpose: str) -> np.random.Generator:
    """Randomness that the two kinds of ensembles do not share."""
    return np.random.default_rng(
        None if ensemble_spec.entropy is None else [*ensemble_spec.entropy, len(purpose)]
    )


def _bootstrap_sample(stated: WeightedPairs, rng: np.random.Generator) -> WeightedPairs:
    """Bootstrap sample of the statements; how often one is drawn is its weight."""
    if not len(stated.pairs):
        return stated
    times = rng.multinomial(len(stated.pairs), stated.weights).astype(np.float64)
    chosen = times > 0
    return replace(stated.take(chosen), weights=times[chosen])
