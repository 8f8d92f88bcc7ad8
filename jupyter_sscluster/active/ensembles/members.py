"""Many clusterings of a snapshot's points: boosted, or under draws of the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.cluster._parts.lloyd.distances import centred, nearest
from jupyter_sscluster.cluster.ensemble.adaboost import boosted
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble, compact
from jupyter_sscluster.cluster.ensemble.weak_learner import Statements, WeakLearner, statements
from jupyter_sscluster.constraints import Constraints
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
    school = _School(lesson, "boosted")
    return school.spread(
        boosted(
            school.points, school.stated, lesson.n_clusters, lesson.n_estimators, school.rng
        ).ensemble
    )


@lru_cache(maxsize=2)
def _drawn(lesson: Lesson) -> Ensemble:
    school = _School(lesson, "drawn")
    stated, rng, k = school.stated, school.rng, lesson.n_clusters
    members = []
    for _ in range(lesson.n_estimators):
        some = _drawn_statements(stated, rng)
        learner = WeakLearner(school.points, k, some)
        centres = kmeans_plusplus(school.points.raw, k, random_state=rng) - school.points.offset
        members.append(learner.fit(centres, some.weights))
    return school.spread(Ensemble(compact(members), np.ones(len(members))))


def _drawn_statements(stated: Statements, rng: np.random.Generator) -> Statements:
    """As many statements, drawn with replacement; how often one is drawn is its weight."""
    if not len(stated.pairs):
        return stated
    times = rng.multinomial(len(stated.pairs), stated.weights).astype(np.float64)
    chosen = times > 0
    return Statements(stated.pairs[chosen], stated.together[chosen], times[chosen])


class _School:
    """The rows that are learned from, and the way back to all of them."""

    def __init__(self, lesson: Lesson, purpose: str) -> None:
        seed = None if lesson.entropy is None else [*lesson.entropy, len(purpose)]
        self.rng = np.random.default_rng(seed)
        self._X = _unit(lesson.X)
        stated = statements(lesson.constraints)
        self._rows = _sample(len(self._X), stated.pairs, lesson.max_samples, self.rng)
        pairs = np.searchsorted(self._rows, stated.pairs)
        self.stated = stated._replace(pairs=pairs)
        self.points = centred(self._X[self._rows])

    def spread(self, ensemble: Ensemble) -> Ensemble:
        """Every row that was not learned from in the cluster whose mean is nearest."""
        if len(self._rows) == len(self._X):
            return ensemble
        found = np.empty((len(ensemble.labels), len(self._X)), dtype=ensemble.labels.dtype)
        for labels, out in zip(ensemble.labels, found, strict=True):
            sums = [np.bincount(labels, column) for column in self.points.raw.T]
            means = np.stack(sums, axis=1) / np.bincount(labels)[:, None]
            out[:] = nearest(self._X, means, self.points.offset)
            out[self._rows] = labels
        return Ensemble(found, ensemble.weights)


def _unit(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same points with a largest coordinate of about 1: nothing overflows or gets lost."""
    return np.ldexp(X, -int(np.frexp(np.abs(X).max())[1]))


def _sample(
    n_samples: int, pairs: NDArray[np.int64], size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """All rows, or if there are more than `size` those of the pairs and as many others as fit."""
    if n_samples <= size:
        return np.arange(n_samples)
    stated = np.unique(pairs)
    others = np.delete(np.arange(n_samples), stated)
    room = min(max(size - len(stated), 1), len(others))
    return np.sort(np.concatenate([stated, rng.choice(others, room, replace=False)]))
