"""What the next answers should still move: asked of the strategy, once for every state."""

import threading

import pytest
from session_parts import blobs
from sklearn.base import BaseEstimator

from jupyter_sscluster import Session
from jupyter_sscluster.active import NPU, ExpectedChanges, Oracle, Query, Random
from jupyter_sscluster.cluster import AdaptivePCKMeans, KMeans

X = blobs(60)
Y = [row % 3 for row in range(60)]


class Counting(Random):
    """Counts how often it is asked, and by which thread's leave."""

    asked = 0
    session = None

    def expected_changes(self, snapshot):
        type(self).asked += 1
        if self.session is not None:  # another thread may change the session meanwhile
            change = threading.Thread(target=self.session.answer, args=(7, 8, "cannot"))
            change.start()
            change.join(10)
            assert not change.is_alive()
        return ExpectedChanges(float(len(snapshot.constraints)), "So many answers.")


class Own(BaseEstimator):
    """A strategy of somebody else's, which says nothing of what is left."""

    def propose(self, snapshot, n_pairs=1):
        return [Query((0, 1), 0.0, "Because.")]


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.setattr(Counting, "asked", 0)
    monkeypatch.setattr(Counting, "session", None)
    return Session(X, KMeans(3, n_init=1), Counting())


def test_it_is_asked_for_once_in_a_state(counting):
    assert Counting.asked == 0
    assert counting.stopping.expected_changes is counting.stopping.expected_changes
    assert counting.stopping.expected_changes == ExpectedChanges(0.0, "So many answers.")
    assert Counting.asked == 1
    counting.answer(0, 1, "cannot")
    assert (counting.stopping.expected_changes.moved, Counting.asked) == (1.0, 2)
    counting.fit()
    assert (counting.stopping.expected_changes.moved, Counting.asked) == (1.0, 3)
    counting.undo()
    counting.undo()
    assert counting.stopping.expected_changes.moved == 0.0


def test_the_session_is_free_while_it_is_worked_out(counting):
    Counting.session = counting
    assert counting.stopping.expected_changes.moved == 0.0
    Counting.session = None
    assert counting.stopping.expected_changes.moved == 1.0  # not what was found before the change


def test_who_cannot_tell_says_why():
    session = Session(X, KMeans(3, n_init=1), Own())
    assert session.stopping.expected_changes == ExpectedChanges(
        None, "Own does not say what is left; NPU does."
    )
    session.set_strategy("random")
    assert session.stopping.expected_changes.moved is None
    assert "cannot estimate" in session.stopping.expected_changes.text
    session.set_strategy("npu")
    assert session.stopping.expected_changes.moved is None  # nothing has been met yet
    assert session.stopping.expected_changes.text


def test_the_default_says_how_little_is_left_once_much_is_known():
    session, oracle = Session(X, AdaptivePCKMeans(3), NPU()), Oracle(Y, None)
    for _ in range(12):
        sorting = session.propose_sorting()
        session.sort(oracle.sort(sorting.points, sorting.cards))
    few = session.stopping.expected_changes
    assert few.moved is not None
    while (sorting := session.propose_sorting()) is not None:
        session.sort(oracle.sort(sorting.points, sorting.cards))
    assert session.stopping.expected_changes.moved == 0.0
    assert few.moved >= 0.0
