"""Estimators and pictures of a session that several of its tests share."""

import threading
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.session import engine_of


def blobs(n=60, d=2, seed=0):
    """Three groups of equal size, a little apart."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])[np.arange(n) % 3]
    return np.hstack([centres, np.zeros((n, d - 2))]) + rng.normal(size=(n, d))


class Deaf(ClusterMixin, BaseEstimator):
    """Takes its time and never asks whether anybody still wants the result."""

    over = threading.Event()

    def __init__(self, seconds=5.0, n_clusters=2):
        self.seconds = seconds
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        if self.seconds:
            self.over.wait(self.seconds)
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


class Talking(ClusterMixin, BaseEstimator):
    """Takes its time in small steps and reports each; counts the steps of all fits."""

    steps = 0

    def __init__(self, n_steps=500, n_clusters=2):
        self.n_steps = n_steps
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        for step in range(self.n_steps):
            type(self).steps += 1
            report("step", step, self.n_steps)
            threading.Event().wait(0.01)
        self.labels_ = np.full(len(X), len(constraints)) % self.n_clusters
        return self


class Shuffled(ClusterMixin, BaseEstimator):
    """The same three groups every time, under names drawn anew."""

    rng = np.random.default_rng(0)

    def __init__(self, n_clusters=3):
        self.n_clusters = n_clusters

    def fit(self, X, y=None):
        groups = np.arange(len(X)) % 3 % self.n_clusters
        self.labels_ = self.rng.permutation(self.n_clusters)[groups]
        return self


class Broken(ClusterMixin, BaseEstimator):
    """Fails from the second fit on where there is something to go on from, or always."""

    def __init__(self, n_clusters=2, init="own", always=False):
        self.n_clusters = n_clusters
        self.init = init
        self.always = always

    def fit(self, X, y=None):
        if self.always or not isinstance(self.init, str):
            raise RuntimeError("no luck today")
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


def threads_ended():
    """A fixture: the deaf finish when a test is over, so that no thread outlives it."""
    before = set(threading.enumerate())
    yield
    Deaf.over.set()
    for thread in set(threading.enumerate()) - before:
        if thread.name == "session fit":
            thread.join(10)
    Deaf.over.clear()


def picture(session):
    """All that can be seen of a session, as values that compare with ==."""
    return {
        "answers": session.answers,
        "constraints": session.constraints,
        "unknown": engine_of(session).state.unknown,
        "names": session.clusters.names,
        "labels": session.labels.tobytes(),
        "settings": (
            repr(session.clusterer.get_params()),
            repr(session.strategy.get_params()),
            session.n_clusters,
            session.default_soft,
        ),
        "numbers": (engine_of(session).revision, engine_of(session).timeline.next_number),
        "undo": (session.history.undo_label, session.history.redo_label),
        "history": [record_picture(record) for record in session.history.fits],
        "record": None if session.history.current_fit is None else session.history.current_fit.fit,
        "branch": [record.fit for record in session.history.branch_fits],
    }


def record_picture(record):
    fields = {**vars(record)}
    fields["labels"] = record.labels.tobytes()
    for rows in ("moved_points", "moved_confirmed"):
        fields[rows] = getattr(record, rows).tolist()
    return fields


class FoundProposal(NamedTuple):
    """A proposal of the clusterer below."""

    kind: str
    rows: Any
    other_rows: Any
    typical: list[tuple[int, int]]
    height: float
    threshold: float
    p_same: float


class ProposingPCKMeans(PCKMeans):
    """It proposes what single linkage would merge next; and to cut its largest cluster in two."""

    def fit(self, X: Any, y: Any = None, **more: Any) -> Any:
        """Cluster, and keep the rows."""
        self.rows_ = np.asarray(X)
        return super().fit(X, y, **more)

    def proposals(self, most: int) -> list[FoundProposal]:
        """Merges, the nearest first, then the split."""
        X, labels = self.rows_, self.labels_
        parts = [np.flatnonzero(labels == k) for k in np.unique(labels)]
        merges = [self._between("merge", a, b) for a, b in combinations(parts, 2)]
        largest = max(parts, key=len)
        order = largest[np.argsort(X[largest, 0], kind="stable")]
        half = len(order) // 2
        split = self._between("split", np.sort(order[:half]), np.sort(order[half:]))
        return [*sorted(merges, key=lambda each: -each.p_same), split][:most]

    def _between(self, kind: str, a: Any, b: Any) -> FoundProposal:
        away = cdist(self.rows_[a], self.rows_[b])
        i, j = np.unravel_index(away.argmin(), away.shape)
        pair = int(a[i]), int(b[j])
        return FoundProposal(
            kind, a, b, [pair], float(away.mean()), 1.0, float(1 / (1 + away[i, j]))
        )
