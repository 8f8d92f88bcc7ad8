"""Probabilities of the classes given all answers, computed once for each snapshot."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.base import clone

from jupyter_sscluster._arrays import Array, HashableData
from jupyter_sscluster.active.snapshot import Snapshot
from jupyter_sscluster.cluster import BeliefClustering
from jupyter_sscluster.cluster.fit.posterior_after_answers import believed, posterior_of_clusters
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_tables


def beliefs(snapshot: Snapshot, clusterer: Any, n_classes: int, seed: int) -> Array | None:
    """P(class) (n_samples, n_classes) from all answers and the clusters; None where there are none.

    The clusters are those of the snapshot, as Gaussians with a shared covariance. If `clusters_of`
    has none, belief clustering is fitted, with the parameters of the snapshot's clusterer or of
    `clusterer` if either is one, and with `seed` if it has none: the same snapshot gives the same
    question.
    """
    if n_classes < 2:
        return np.ones((snapshot.n_samples, 1))
    own = [each for each in (snapshot.clusterer, clusterer) if makes_beliefs(each)]
    clusters = clusters_of(snapshot, clusterer, n_classes)
    model = clone(own[0]) if own else BeliefClustering(random_state=seed)
    model.set_params(n_clusters=n_classes)
    if model.random_state is None:
        model.set_params(random_state=seed)
    data, known = HashableData.of(snapshot.X), snapshot.believed
    try:
        if clusters is None:
            return _kept(data, known, known.by_hand.tobytes(), _BeliefModel(model))
        return _by_clusters(data, clusters, n_classes, known)
    except FitCancelled:
        raise
    except Exception:  # without beliefs, the farthest points are asked about
        return None


def makes_beliefs(clusterer: Any) -> bool:
    """Whether a clusterer computes probabilities itself, by other clusters than its labels."""
    return isinstance(clusterer, BeliefClustering)


def clusters_of(snapshot: Snapshot, clusterer: Any, n_classes: int) -> bytes | None:
    """The cluster number of each point, if the clusters may model the classes.

    They may if there is one for each class, or fewer if K is known and some are empty; not if the
    clusterer computes probabilities itself.
    """
    if snapshot.labels is None or makes_beliefs(snapshot.clusterer) or makes_beliefs(clusterer):
        return None
    met, numbers = np.unique(snapshot.labels, return_inverse=True)
    emptied = 2 <= len(met) < n_classes == snapshot.n_clusters
    return numbers.astype(np.int32).tobytes() if len(met) == n_classes or emptied else None


def trusted(snapshot: Snapshot, clusterer: Any) -> Snapshot:
    """The snapshot without the hard statements that its clusters violate.

    For clusterers that satisfy every constraint unless it is unlikely, so that a violated one was
    found unlikely; `clusterer` tells where the snapshot does not. Others violate true ones too.

    >>> known = Constraints(4, must=[(0, 1), (1, 2)], cannot=[(0, 3)])
    >>> seen = trusted(Snapshot(np.eye(4), known, np.array([0, 0, 1, 1])), None).constraints
    >>> seen.must.tolist(), seen.cannot.tolist()
    ([[0, 1]], [[0, 3]])
    """
    made = clusterer if snapshot.clusterer is None else snapshot.clusterer
    if snapshot.labels is None or not (made is None or getattr(made, "keep_stated", False)):
        return snapshot
    known, labels = snapshot.constraints, np.asarray(snapshot.labels)
    value, violated = Constraints(known.n_samples, names=known.names), False
    for table in stated_tables(known):
        together = labels[table.pairs[:, 0]] == labels[table.pairs[:, 1]]
        left = table.soft | (together == (table.kind == "must"))
        violated |= not left.all()
        pairs, weights = table.pairs[left], table.weights[left]
        value = value.add_pairs(pairs, table.kind, weights, soft=table.soft)
    return replace(snapshot, constraints=value) if violated else snapshot


@lru_cache(maxsize=4)
def _by_clusters(data: HashableData, clusters: bytes, n_classes: int, known: Constraints) -> Array:
    features = _looks(data, clusters)
    emptied = np.zeros((len(features), n_classes - features.shape[1]))
    return believed(np.hstack([features, emptied]), known.in_order()).posterior


@lru_cache(maxsize=2)
def _looks(data: HashableData, clusters: bytes) -> Array:
    """P(class) by the features alone; it stays the same until a point changes its cluster."""
    return posterior_of_clusters(data.X, np.frombuffer(clusters, dtype=np.int32))


class _BeliefModel:
    """A clusterer that equals another one with the same parameters, as a key of a cache."""

    def __init__(self, clusterer: BeliefClustering) -> None:
        self.clusterer = clusterer
        self.key = repr((type(clusterer), sorted(clusterer.get_params().items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _BeliefModel) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=4)
def _kept(data: HashableData, known: Constraints, _by_hand: bytes, model: _BeliefModel) -> Array:
    found: Array = clone(model.clusterer).fit(data.X, constraints=known).posterior_
    return found
