"""Pairs that were proposed together: answered in any order, one undo step each."""

import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import BatchPair

X = blobs()
ASKED = {"source": "question"}


def asking(n_pairs=5, strategy="mmdbatch"):
    session = Session(X, PCKMeans(3, n_init=2), strategy, annotator="Ann")
    return session, session.propose(n_pairs)


def said(session):
    return [each.said for each in session.questions.batch]


@pytest.mark.parametrize("strategy", ["mmdbatch", "random", "robustnpu"])
def test_a_batch_is_answered_in_any_order_and_one_stands_where_one_went(strategy):
    session, queries = asking(strategy=strategy)
    assert session.questions.batch == tuple(BatchPair(query) for query in queries)
    assert session.question is queries[0]
    order = []
    for start in (3, 1):
        session.questions.select(*reversed(queries[start].pair))
        while session.question is not None and len(order) < (3 if start == 3 else 5):
            order.append(queries.index(session.question))
            session.answer(*session.question.pair, "unknown", **ASKED)
    assert order == [3, 4, 0, 1, 2]
    assert session.questions.batch == () and session.question is None
    assert len(session.answers) == 5 and {a.annotator for a in session.answers} == {"Ann"}


def test_every_answer_is_an_undo_step_and_opens_the_pair_that_it_was_given_to():
    session, queries = asking()
    session.questions.select(*queries[2].pair)
    for kind in ("must", "cannot", "unknown"):
        session.answer(*session.question.pair, kind, **ASKED)
    assert said(session) == [None, None, "must", "cannot", "unknown"]
    assert [each.answer for each in session.questions.batch] == [None, None, 1, 2, 3]
    labels, answers = session.labels.tobytes(), session.answers
    for place in (4, 3, 2):
        session.undo()
        assert session.question is queries[place]
        assert said(session)[place] is None
    for _ in range(3):
        session.redo()
    assert (session.labels.tobytes(), session.answers) == (labels, answers)
    for query in (queries[0], queries[1]):
        session.answer(*query.pair, "unknown", **ASKED)
    assert session.questions.batch == ()
    session.undo()
    assert session.question is queries[1] and said(session).count(None) == 1


def test_what_follows_from_other_answers_is_known_without_an_answer():
    session, queries = asking()
    i, j = queries[1].pair
    third = next(row for row in range(len(X)) if row not in (i, j))
    session.answer_many([(i, third), (third, j)], "must")
    assert session.questions.batch[1] == BatchPair(queries[1], "must", None)
    session.questions.select(*queries[0].pair)
    session.answer(*queries[0].pair, "unknown", **ASKED)
    assert session.question is queries[2]


def test_what_is_no_open_pair_of_the_batch_cannot_be_turned_to():
    session, queries = asking()
    session.answer(*queries[0].pair, "unknown", **ASKED)
    stood, events = session.question, []
    session.subscribe(events.append)
    for pair in (queries[0].pair, (0, len(X))):
        with pytest.raises(InputError):
            session.questions.select(*pair)
    assert session.question is stood and not events
    session.questions.select(*queries[3].pair)
    assert [(event.kind, event.detail) for event in events] == [("question", queries[3])]
    assert not session.history.can_undo or session.history.undo_label.startswith("answer 1")


def test_one_pair_is_no_batch_and_a_dismissed_one_is_gone():
    session, _ = asking(1)
    assert session.questions.batch == () and session.question is not None
    session.propose(3)
    assert session.questions.dismiss() and session.questions.batch == ()


def test_the_question_after_an_answer_is_the_next_of_the_batch():
    session, queries = asking()
    session.questions.select(*queries[4].pair)
    for kind in ("must", "cannot", "unknown"):
        assert session.preview(kind).next_question is queries[0]
    outcome = session.preview("cannot")
    session.answer(*queries[4].pair, "cannot", **ASKED)
    assert session.labels.tobytes() == outcome.labels.tobytes()
    assert session.question is queries[0]
