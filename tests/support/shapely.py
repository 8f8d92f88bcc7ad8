"""A strategy that asks several points at once, and sessions with it."""

from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster.active import Placement, Random, Sorting
from jupyter_sscluster.cluster import KMeans

X = blobs(30)
"""Row i is in blob i % 3."""


class Shapely(Random):
    """Asks what the test wants to be asked."""

    question_types = ("pair", "place", "sort")
    place = Placement(9, (0, 1, 2), 1.0, "Why not.")
    sort = Sorting((12, 13, 15, 16), (0, 1), 1.0, "Sort them.")

    def propose_placement(self, snapshot):
        return self.place

    def propose_sorting(self, snapshot, size=4):
        return Sorting(self.sort.points[:size], self.sort.cards, 1.0, self.sort.reason)


def make(path=None, **settings):
    settings = {"n_clusters": 3, "strategy": Shapely(), **settings}
    return Session(X, KMeans(settings.pop("n_clusters"), n_init=1), path=path, **settings)


def said(answers):
    return [(answer.i, answer.j, answer.kind) for answer in answers]


def three_apart(session):
    """Rows 0, 1 and 2 are known to be of three classes."""
    session.answer_many([(0, 1), (0, 2), (1, 2)], "cannot")
    return session
