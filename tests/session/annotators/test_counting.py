"""Whether the answers of a function count, and the clusters once they count no more."""

import time
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster.active.oracles.answer_weights import Common, answer_weight
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.export.pictures.scene import scene
from jupyter_sscluster.export.pictures.summary import summary
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Weigh
from jupyter_sscluster.journal.sources import LEADING, Source, of_people
from jupyter_sscluster.session.annotators.counting import judged

RNG = np.random.default_rng(3)
TRUTH = np.arange(90) % 3
X = RNG.normal(size=(90, 3)) + 1.2 * np.eye(3)[TRUTH]
PAIRS = [tuple(int(row) for row in RNG.choice(90, 2, replace=False)) for _ in range(24)]
OTHERS = [tuple(int(row) for row in RNG.choice(90, 2, replace=False)) for _ in range(40)]
NAME = "rule"


def session_of():
    return Session(X, "pckmeans", n_clusters=3, random_state=0)


def told(session, pairs):
    for i, j in pairs:
        session.answer(i, j, "must" if TRUTH[i] == TRUTH[j] else "cannot")
        session.helpers.wait(30)


def wrong(i, j):
    return bool(TRUTH[i] != TRUTH[j])


def counting(session, counts, weights=((0.0, 5.0, 5.0),)):
    now = session.helpers[NAME].source
    changed = replace(now, weights=weights, counts=counts)
    session._engine.apply(lambda _: Weigh(changed, "set"))


@pytest.fixture
def helped():
    """A function that is always wrong counts after eight answers, and people give eight more."""
    session = session_of()
    helper = session.helpers.add(wrong, name=NAME)
    told(session, PAIRS[:8])
    helper.stop()
    others = [(i, j, "must" if wrong(i, j) else "cannot") for i, j in OTHERS]
    session._engine.annotator = NAME
    session.answer_many(others)
    session._engine.annotator = ""
    for pair in PAIRS[8:16]:
        counting(session, True)
        told(session, [pair])
    counting(session, True)
    yield session
    session.close()


@pytest.fixture(scope="module")
def alone():
    """The clusters after so many answers of people alone."""
    session, found = session_of(), [None]
    for pair in PAIRS:
        told(session, [pair])
        found.append(session.labels)
    session.close()
    return found


def close(session):
    counting(session, False)


def set_aside(session):
    session.review.set_aside(NAME)


def take_back(session):
    session.annotators.take_back(NAME)


@pytest.mark.parametrize("end", [close, set_aside, take_back])
def test_people_get_the_clusters_that_they_would_have_alone(helped, alone, end):
    assert not np.array_equal(helped.labels, alone[16])
    end(helped)
    np.testing.assert_array_equal(numbered(helped.labels), numbered(alone[16]))
    told(helped, PAIRS[16:])
    np.testing.assert_array_equal(numbered(helped.labels), numbered(alone[24]))


def fresh_fit(session):
    session.fit(fresh=True)


def another_k(session):
    session.set_n_clusters(4)


@pytest.mark.parametrize("step", [fresh_fit, another_k])
def test_what_people_change_while_a_function_counts_stays(helped, step):
    alone = session_of()
    told(alone, PAIRS[:16])
    for session in (helped, alone):
        step(session)
    counting(helped, True)
    for session in (helped, alone):
        told(session, PAIRS[16:20])
    close(helped)
    np.testing.assert_array_equal(numbered(helped.labels), numbered(alone.labels))


def test_without_it_shows_what_setting_it_aside_leads_to(helped):
    without = helped.helpers.without(NAME)
    helped.review.set_aside(NAME)
    np.testing.assert_array_equal(without.labels, helped.labels)


def test_answers_of_a_stopped_function_are_weighed_on(helped):
    assert helped.helpers[NAME].counts
    told(helped, PAIRS[16:17])
    assert not helped.helpers[NAME].counts and not helped.helpers[NAME].asks


def test_the_steps_of_that_fit_end_where_it_did(helped):
    close(helped)
    assert helped.trace().same


def numbered(labels):
    """The clusters numbered by their first row."""
    first = np.unique(labels, return_index=True)[1]
    return np.argsort(np.argsort(first))[np.unique(labels, return_inverse=True)[1]]


THREE = np.repeat([0, 1, 2], 30)
MERGED = np.repeat([0, 0, 1], 30)
NEAR = np.random.default_rng(4).normal(size=(90, 5))
NEAR[:, 0] += np.repeat([0.0, 2.5, 8.0], 30)


def answered_beside(said, n):
    """So many answers of a person, beside a function that knows these classes and errs a little."""
    session = Session(NEAR, n_clusters=3, random_state=0, annotator="Ann")

    def function(i, j):
        return bool(said[i] == said[j]) != (np.random.default_rng([i, j]).random() < 0.05)

    helper = session.helpers.add(function, name=NAME)
    for question in session.ask(n):
        question.answer("must" if THREE[question.i] == THREE[question.j] else "cannot")
        assert session.helpers.wait(30)
    return session, helper


def violated(session):
    """How many of the person's answers the clusters shown violate."""
    labels = session.labels
    own = [answer for answer in session.answers if answer.annotator == "Ann"]
    return sum((labels[a.i] == labels[a.j]) != (a.kind == "must") for a in own)


def test_a_function_that_takes_two_classes_for_one_does_not_overrule_people():
    session, helper = answered_beside(MERGED, 34)
    engine = session._engine
    for gain in (4.0, 1000.0):
        source = judged(engine, engine.state, replace(helper.source, gain=gain))
        assert not source.counts and source.overruled == 7
    engine.apply(lambda _: Weigh(source, "set"))
    assert "the clusters violate 7 more answers of yours" in helper.why_not
    assert violated(session) == 0
    counting(session, True, helper.source.weights)
    assert violated(session) == 7
    session.close()


def test_a_function_that_tells_them_apart_overrules_nobody():
    session, helper = answered_beside(THREE, 20)
    assert helper.counts and helper.source.overruled == 0 and violated(session) == 0
    session.close()


class SlowPCKMeans(PCKMeans):
    """A clusterer whose next fit takes two seconds, if told so."""

    pauses: ClassVar[list[float]] = []

    def _fit(self, *args, **kwargs):
        if self.pauses:
            time.sleep(self.pauses.pop())
        return super()._fit(*args, **kwargs)


def test_a_fit_that_failed_is_not_tried_again_on_the_way():
    session = Session(X, "copkmeans", n_clusters=2, random_state=0)
    for pair in ((0, 2), (0, 4), (2, 4)):
        session.answer(*pair, "cannot")
    assert not session._engine.ledger.fitted
    session.remove(3)
    assert session._engine.ledger.fitted
    session.close()


def test_fits_that_were_overtaken_are_not_made_up_for():
    session = Session(X, SlowPCKMeans(), n_clusters=3, random_state=0, background=True)
    session.wait()
    SlowPCKMeans.pauses.extend([0.2] * 20)
    for i, j in PAIRS[:10]:
        session.answer(i, j, "must" if TRUTH[i] == TRUTH[j] else "cannot")
    session.wait()
    assert len(SlowPCKMeans.pauses) >= 20 - 11
    SlowPCKMeans.pauses.clear()
    session.close()


def n_of_people(state):
    return len(of_people(state.answers, state.sources))


def test_a_function_goes_on_from_the_clusters_of_the_answer():
    session = Session(X, SlowPCKMeans(), n_clusters=3, random_state=0)
    session.helpers.add(lambda i, j: bool(TRUTH[i] == TRUTH[j]), name=NAME)
    told(session, PAIRS[:8])
    counting(session, True)
    SlowPCKMeans.pauses.append(2.0)
    told(session, PAIRS[8:9])
    assert not SlowPCKMeans.pauses
    engine = session._engine
    answered = next(each for each in engine.timeline.past if n_of_people(each) == 9)
    assert answered.fit in engine.ledger.records
    session.close()


@pytest.mark.parametrize(
    ("n", "lost", "counts"), [(12, 0, True), (12, 1, True), (12, 2, False), (80, 2, True)]
)
def test_one_answer_of_forty_may_be_overruled(monkeypatch, n, lost, counts):
    module = "jupyter_sscluster.session.annotators.counting"
    monkeypatch.setattr(f"{module}.overruled", lambda *_: lost)
    decided = Answer(1, 0, 1, "must"), Answer(2, 0, 2, "unknown")
    monkeypatch.setattr(f"{module}.of_people", lambda *_: [decided[0]] * n + [decided[1]] * 80)
    common = [Common("must", "must"), Common("cannot", "cannot")] * 10
    monkeypatch.setattr(f"{module}.common_pairs", lambda *_: common)
    session = session_of()
    source = Source(NAME, cost=0.05, gain=20.0)
    assert judged(session._engine, session._engine.state, source).counts == counts
    session.close()


@pytest.mark.parametrize(
    ("changed", "leads"),
    [
        ({}, True),
        ({"gain": 3.9}, False),
        ({"weights": ((0.0, 0.46, 0.46),)}, False),
        ({"weights": ((0.0, 0.2, 0.2), (0.8, 0.9, 0.9))}, False),
        ({"weights": ((0.0, 0.3, 0.9),)}, False),
        ({"weights": ((0.0, 0.5, 0.9),)}, True),
        ({"counts": False}, False),
        ({"aside": True}, False),
    ],
)
def test_when_questions_go_by_a_function(changed, leads):
    known = Source(NAME, cost=0.05, gain=4.0, counts=True, weights=((0.0, 0.48, 0.48),))
    assert replace(known, **changed).leads == leads


def test_questions_go_by_a_function_of_which_one_answer_in_five_is_wrong():
    assert answer_weight(0.195) > LEADING > answer_weight(0.205)


def test_still_pictures_count_the_answers_that_count(helped):
    counting(helped, False)
    own = [answer for answer in helped.answers if answer.annotator == NAME]
    shown = scene(helped)
    assert shown.n_counting == len(helped.answers) - len(own)
    assert shown.violated.isdisjoint(answer.number for answer in own)
    assert f" {shown.n_counting} constraints, " in summary(helped)
