"""A person who checks by true classes."""

from collections import Counter

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster.active import Sorting


class Given(ClusterMixin, BaseEstimator):
    """A clusterer that gives the labels it was given."""

    def __init__(self, labels=None):
        self.labels = labels

    def fit(self, X, y=None):
        self.labels_ = np.asarray(self.labels)
        return self


def blobs(n=120, k=3, seed=1):
    return make_blobs(n, centers=k, cluster_std=1.2, random_state=seed)


def with_errors(share=0.2, n=120, k=3, seed=0, **more):
    """A session with labels of which some are wrong, and the true classes."""
    X, y = blobs(n, k)
    rng = np.random.default_rng(seed)
    labels = np.where(rng.random(n) < share, rng.integers(0, k, n), y)
    return Session(X, Given(labels), "random", n_clusters=k, **more), y


def truth(session, person):
    """Which rows are truly in place."""
    meant = person.meant(session.labels)
    return np.array([meant.get(int(k)) == y for k, y in zip(session.labels, person.y, strict=True)])


class Checker:
    """Says by true classes what cards stand for and where rows belong; `slips` are said wrongly."""

    def __init__(self, check, y, slips=()):
        self.check, self.y, self.slips = check, y, set(slips)
        self.placed = []

    def sort(self):
        """Sort the cards that are asked about."""
        asked = self.check.question
        assert isinstance(asked, Sorting)
        piles = {}
        for row in (*asked.cards, *asked.points):
            piles.setdefault(self.y[row], []).append(row)
        self.check.sort(pile for pile in piles.values() if len(pile) > 1)

    def place(self):
        """Place the row that is asked about."""
        asked = self.check.question
        row = asked.point
        fits = [card for card in asked.representatives if self.y[card] == self.y[row]]
        others = [card for card in asked.representatives if self.y[card] != self.y[row]]
        if row in self.slips and row not in self.placed:
            fits = others
        self.placed.append(row)
        self.check.place(row, fits[0] if fits else None)

    def all(self, most=10_000):
        """Answer until nothing is asked any more, or so many times."""
        for _ in range(most):
            asked = self.check.question
            if asked is None:
                return self
            self.sort() if isinstance(asked, Sorting) else self.place()
        return self

    def meant(self, labels):
        """The true class that each cluster stands for, by its first card."""
        found = {}
        for cards in self.check._engine.state.checks.cards:
            classes = Counter(int(self.y[row]) for row in cards[:1])
            found[int(labels[cards[0]])] = classes.most_common(1)[0][0]
        return found
