"""Class probabilities of all points under a posterior over neighbourhoods."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.question_types.answer_evidence import with_answers
from jupyter_sscluster.active.question_types.choosing_points import medoids
from jupyter_sscluster.active.question_types.class_probabilities import ClassProbabilities
from jupyter_sscluster.active.similarity.point_distances import representative
from jupyter_sscluster.active.snapshot import Snapshot

MANY = 50
"""Members of a neighbourhood among which one hardly counts."""


class NeighbourhoodPosterior(Protocol):
    """Where points seem to belong."""

    @property
    def usable(self) -> bool:
        """Whether there is anything to believe in; the farthest points come first if not."""
        ...

    def posterior(self, members: list[IntArray], rows: IntArray) -> Array:
        """Probability of every neighbourhood for some points, shape (len(rows), len(members))."""
        ...

    def similarity(self, point: int, rows: IntArray) -> Array:
        """How alike some points are to one point, from 0 to 1."""
        ...


def class_probabilities(
    ground: Neighbourhoods, belief: NeighbourhoodPosterior
) -> ClassProbabilities:
    """Class probabilities of all points; certified neighbourhoods are the classes found so far.

    The posterior includes the answers about placed points. The expected changes use only those
    answers that say from which neighbourhoods a point is apart.
    """
    snapshot = ground.snapshot
    known = len(certified(snapshot.constraints)) > 0
    members = tuple(ground.members) if known else ()
    usable = len(members) > 1 and belief.usable
    posterior = np.full((snapshot.n_samples, len(members)), 1.0 / max(len(members), 1))
    looks = None
    if usable:
        prior = belief.posterior(ground.members, np.arange(snapshot.n_samples))
        looks = _where_it_may_belong(ground, prior)
        posterior = _with_answers_counted(ground, belief, prior)
    placed = (ground.place >= 0)[ground.component_ids] & known

    def targets() -> Iterator[int]:
        yield from _medoids_of_new(snapshot, placed)
        if len(ground.ids):
            for target, _ in ground.farthest():
                yield representative(snapshot.X, ground.points(target))

    n_clusters = ground.n_clusters
    return ClassProbabilities(
        snapshot, members, posterior, placed, targets, n_clusters, usable, looks
    )


def _with_answers_counted(
    ground: Neighbourhoods, belief: NeighbourhoodPosterior, prior: Array
) -> Array:
    """The posterior of every point, with what the answers say.

    A point that is placed is compared with the other members alone; among many it hardly counts.
    """
    members, prior = tuple(ground.members), prior.copy()
    for point in [row for rows in members if len(rows) <= MANY for row in rows.tolist()]:
        alike = [belief.similarity(point, rows[rows != point]) for rows in members]
        mean = np.array([some.mean() if len(some) else 0.0 for some in alike])
        prior[point] = mean / mean.sum() if mean.sum() > 0 else 1.0 / len(members)
    p = with_answers(prior, ground.snapshot.constraints, members)
    return _where_it_may_belong(ground, p)


def _where_it_may_belong(ground: Neighbourhoods, p: Array) -> Array:
    """Without the neighbourhoods that a point is apart from; one for all points of a component."""
    sizes = ground.snapshot.constraints.component_sizes
    by_component = [np.bincount(ground.component_ids, column) / sizes for column in p.T]
    shared = np.stack(by_component, axis=1)
    shared[ground.edges_outward] = 0.0
    shared = np.where(shared.sum(axis=1, keepdims=True) > 0, shared, 1.0)
    shared /= shared.sum(axis=1, keepdims=True)
    outside = (ground.place < 0)[ground.component_ids]
    found = p.copy()
    found[outside] = shared[ground.component_ids[outside]]
    return found


def _medoids_of_new(snapshot: Snapshot, placed: Mask) -> list[int]:
    """Medoids of the clusters in which no point is placed, the largest first."""
    if snapshot.labels is None:
        return []
    found: list[int] = medoids(snapshot, np.unique(snapshot.labels[placed]).tolist()).tolist()
    return found
