"""What a session asks: the question of its strategy, until it is answered or overtaken."""

import threading

from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster.active import Random, Snapshot
from jupyter_sscluster.cluster import PCKMeans

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


def test_a_question_is_the_strategys_and_closes_when_answered():
    session = make(strategy=Random(random_state=1))
    events = watched(session)
    queries = session.propose(3)
    snapshot = Snapshot(X, session.constraints, labels=session.labels, clusterer=session.clusterer)
    assert queries == Random(random_state=1).propose(snapshot, 3)
    assert session.question == queries[0]
    assert [event.kind for event in events] == ["question"]
    session.answer(*queries[0].pair, "unknown")
    assert session.question == queries[1]
    session.answer(*queries[2].pair, "must", soft=True)
    assert session.questions.open == (queries[1],)
    session.undo()
    session.undo()
    assert session.questions.open == tuple(queries)
    session.set_strategy("npu")
    assert session.question is None


def test_nothing_left_to_ask():
    session = Session([[0.0], [1.0]], "kmeans", "random", n_clusters=2)
    i, j = session.propose()[0].pair
    session.answer(i, j, "must")
    assert session.propose() == []
    assert session.question is None


def test_a_proposal_that_was_overtaken_asks_nothing():
    session = make()
    started, go_on = threading.Event(), threading.Event()

    class Slow(Random):
        def propose(self, snapshot, n_pairs=1):
            started.set()
            go_on.wait(10)
            return super().propose(snapshot, n_pairs)

    session.set_strategy(Slow())
    thread = threading.Thread(target=session.propose)
    thread.start()
    assert started.wait(10)
    session.answer(0, 1, "must")
    go_on.set()
    thread.join(10)
    assert session.question is None
