"""Clusters once a function's answers count no more: those that people alone would have found."""

from dataclasses import replace

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster.journal.changes import Weigh

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


def counting(session, counts):
    now = session.helpers[NAME].source
    changed = replace(now, weights=((0.0, 5.0, 5.0),), counts=counts)
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


def test_the_steps_of_that_fit_end_where_it_did(helped):
    close(helped)
    assert helped.trace().same


def numbered(labels):
    """The clusters numbered by their first row."""
    first = np.unique(labels, return_index=True)[1]
    return np.argsort(np.argsort(first))[np.unique(labels, return_inverse=True)[1]]
