"""Many clusterings of a snapshot's points: boosted, or under draws of the answers."""

from __future__ import annotations

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
class Lesson:
    """What an ensemble learns; equal when the values are."""

    digest: bytes
    constraints: Constraints
    n_clusters: int
    n_estimators: int
    max_samples: int
    entropy: tuple[int, ...] | None
    X: NDArray[np.float64] = field(compare=False, repr=False)


def lesson(
    X: NDArray[np.float64],
    constraints: Constraints,
    n_clusters: int,
    n_estimators: int,
    max_samples: int,
    entropy: tuple[int, ...] | None,
) -> Lesson:
    """The lesson of some points and answers; `entropy` seeds it, None draws anew every time."""
    digest = blake2b(X.tobytes() + repr(X.shape).encode()).digest()
    return Lesson(digest, constraints, n_clusters, n_estimators, max_samples, entropy, X)


def boosted_members(lesson: Lesson) -> Ensemble:
    """The members of a `BoostedEnsemble`; the last few ensembles are kept."""
    return _boosted(lesson) if lesson.entropy is not None else _boosted.__wrapped__(lesson)


def drawn_members(lesson: Lesson) -> Ensemble:
    """Members of equal weight, each under as many statements, drawn with replacement.

    A pair drawn twice comes before one drawn once, and one not drawn is left out, so the members
    differ where the answers leave room. All start from k-means++: of few answers, most of the
    difference comes from there. Without statements they are k-means from other starts.
    """
    return _drawn(lesson) if lesson.entropy is not None else _drawn.__wrapped__(lesson)


@lru_cache(maxsize=2)
def _boosted(lesson: Lesson) -> Ensemble:
    rng = _rng(lesson, "boosted")
    sample = Subsample(lesson.X, lesson.constraints, lesson.max_samples, rng)
    found = boosted(sample.points, sample.stated, lesson.n_clusters, lesson.n_estimators, rng)
    return sample.spread(found.ensemble)


@lru_cache(maxsize=2)
def _drawn(lesson: Lesson) -> Ensemble:
    rng, k = _rng(lesson, "drawn"), lesson.n_clusters
    sample = Subsample(lesson.X, lesson.constraints, lesson.max_samples, rng)
    points = sample.points
    members = []
    for _ in range(lesson.n_estimators):
        some = _drawn_statements(sample.stated, rng)
        learner = WeakLearner(points, k, some)
        centres = kmeans_plusplus(points.raw, k, random_state=rng) - points.offset
        members.append(learner.fit(centres, some.weights))
    return sample.spread(Ensemble(compact(members), np.ones(len(members))))


def _rng(lesson: Lesson, purpose: str) -> np.random.Generator:
    """Randomness that the two kinds of ensembles do not share."""
    return np.random.default_rng(
        None if lesson.entropy is None else [*lesson.entropy, len(purpose)]
    )


def _drawn_statements(stated: WeightedPairs, rng: np.random.Generator) -> WeightedPairs:
    """As many statements, drawn with replacement; how often one is drawn is its weight."""
    if not len(stated.pairs):
        return stated
    times = rng.multinomial(len(stated.pairs), stated.weights).astype(np.float64)
    chosen = times > 0
    return replace(stated.take(chosen), weights=times[chosen])
