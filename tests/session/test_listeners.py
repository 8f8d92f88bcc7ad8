"""Listeners of a session: they fail, leave and call it, and nobody is harmed."""

import logging

import numpy as np
import pytest
from session_parts import Broken, blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import engine_of

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


def test_a_listener_that_fails_harms_nobody(caplog):
    session = make()
    session.subscribe(lambda event: 1 / 0)
    events = watched(session)
    session.answer(0, 1, "must")
    assert events[0].detail == "answer 1: 0 – 1, must-link"
    assert "ZeroDivisionError" in caplog.text


def test_the_log_of_a_listener_that_fails_tells_its_own_story_only(caplog):
    session = make()
    session.subscribe(lambda event: {}[event.kind])

    def clumsy(event):
        try:
            int("one")
        except ValueError:
            return [][len(event.kind)]

    session.subscribe(clumsy)
    session.set_clusterer(Broken(always=True))
    assert "no luck today" in engine_of(session).fits.error
    failed = [r for r in caplog.records if r.getMessage() == "a listener failed on 'failed'"]
    first, second = (logging.Formatter().formatException(record.exc_info) for record in failed)
    assert "KeyError" in first
    assert "IndexError" in second
    assert "invalid literal" in second
    assert "no luck today" not in first + second


@pytest.mark.parametrize("callback", [3, None, "print"])
def test_what_cannot_be_called_is_no_listener(callback):
    session = make()
    with pytest.raises(InputError, match="callback=.* cannot be called; pass a function") as caught:
        session.subscribe(callback)
    assert isinstance(caught.value, TypeError)
    session.answer(0, 1, "must")


@pytest.mark.parametrize("soft", ["x", 1, "False", 0.0])
def test_soft_is_true_or_false(soft):
    session = make()
    before = picture(session)
    for call in (
        lambda: session.answer(0, 1, "must", soft=soft),
        lambda: session.answer_many([(0, 1), (2, 3)], "must", soft=soft),
    ):
        with pytest.raises(InputError, match="soft=.* must be True or False: True for an answer"):
            call()
    assert picture(session) == before
    assert session.answer(0, 1, "must", soft=np.True_).soft is True


def test_a_listener_may_leave_and_may_call_the_session():
    session = make()
    calls = []
    stop = session.subscribe(lambda event: calls.append(event.kind))
    stop()
    stop()

    def answer_once(event):
        if event.kind == "fitted" and len(session.answers) < 3:
            session.answer(10, 11 + len(session.answers), "must")

    session.subscribe(answer_once)
    session.answer(0, 1, "must")
    assert len(session.answers) == 3
    assert len(session.history.branch_fits) == 4
    assert calls == []
