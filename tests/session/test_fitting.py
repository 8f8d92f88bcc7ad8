"""Fits in the background: the latest wins, cancelling is at once, and the caller stays free."""

import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from session_parts import Deaf, Talking, blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.fit import fits
from jupyter_sscluster.session.engine.fit.fitting import MAX_THREADS

X = blobs(30)


def make(clusterer=None, **settings):
    clusterer = KMeans(3, n_init=1) if clusterer is None else clusterer
    session = Session(X, clusterer, "random", background=True, **settings)
    return session


def settled(clusterer):
    """A session with a first clustering, and then another clusterer under way."""
    session = make()
    assert session.wait(20)
    session.set_clusterer(clusterer)
    return session


@pytest.fixture
def fit_threads():
    """The threads that fit for sessions of this test, when called."""
    before = set(threading.enumerate())

    def running():
        return [t for t in set(threading.enumerate()) - before if t.name == "session fit"]

    return running


def until(condition, timeout=60.0):
    end = time.monotonic() + timeout
    while not condition() and time.monotonic() < end:
        threading.Event().wait(0.005)
    return condition()


def test_the_caller_stays_free_and_sees_the_last_labels_meanwhile():
    session = make()
    assert session.wait(20)
    labels = session.labels
    session.set_clusterer(Deaf(60))
    session.answer(0, 1, "must")
    assert session.is_fitting
    assert session.labels is labels
    assert session.answers[0].pair == (0, 1)
    assert session.wait(0.01) is False
    Deaf.over.set()
    assert session.wait(20)
    assert not session.is_fitting
    np.testing.assert_array_equal(session.labels, session.history.current_fit.labels)
    assert len(session.history.fits) == 2


def test_before_the_first_fit_has_finished_all_are_one_group():
    session = make(Deaf(60))
    assert session.history.current_fit is None
    assert session.labels.tolist() == [0] * 30
    assert engine_of(session).now.snapshot().labels is None
    Deaf.over.set()
    assert session.wait(20)
    assert session.history.current_fit.cause == "start"


def test_the_latest_wins_over_an_estimator_that_listens(fit_threads):
    session = settled(Talking(40))
    Talking.steps = 0
    for k in range(5):
        session.answer(k, k + 10, "must")
    assert session.wait(20)
    assert len(session.history.fits) == 2
    assert session.history.current_fit.n_answers == 5
    assert session.history.current_fit.cause == "answer 5: 4 – 14, must-link"
    assert until(lambda: not fit_threads())
    assert Talking.steps < 40 + 6 * 10


def test_the_latest_wins_over_an_estimator_that_does_not_listen(fit_threads):
    session = settled(Deaf(60))
    events = []
    session.subscribe(lambda event: events.append((event.kind, event.revision)))
    for k in range(6):
        session.answer(k, k + 10, "must")
        assert len(fit_threads()) <= MAX_THREADS
    Deaf.over.set()
    assert session.wait(20)
    assert [revision for kind, revision in events if kind == "fitted"] == [7]
    assert session.history.current_fit.n_answers == 6
    assert len(session.history.fits) == 2


def test_beside_fits_that_do_not_listen_the_newest_waits(fit_threads):
    class Counted(Deaf):
        n_fits = 0

        def fit(self, X, y=None):
            type(self).n_fits += 1
            return super().fit(X, y)

    session = settled(Counted(60))
    for k in range(MAX_THREADS + 2):
        assert until(lambda: min(k + 1, MAX_THREADS) == Counted.n_fits)  # noqa: B023
        session.answer(k, k + 10, "must")
    assert len(fit_threads()) == MAX_THREADS
    Deaf.over.set()
    assert session.wait(20)
    assert Counted.n_fits == MAX_THREADS + 1
    assert session.history.current_fit.n_answers == MAX_THREADS + 2


def test_a_dont_know_does_not_overtake_a_fit():
    session = settled(Deaf(60))
    session.answer(0, 1, "must")
    session.answer(2, 3, "unknown")
    session.set_strategy("npu")
    Deaf.over.set()
    assert session.wait(20)
    assert session.history.current_fit.cause == "answer 1: 0 – 1, must-link"
    session.undo()
    session.undo()
    assert not session.is_fitting


def test_undo_overtakes_a_fit_and_redo_makes_up_for_it():
    session = make()
    assert session.wait(20)
    first = session.labels
    session.set_clusterer(Deaf(60))
    session.undo()
    assert not session.is_fitting
    assert session.labels is first
    session.redo()
    assert session.is_fitting
    Deaf.over.set()
    assert session.wait(20)
    assert session.history.current_fit.clusterer == "Deaf"
    session.undo()
    assert session.labels is first


@pytest.mark.parametrize("clusterer", [Deaf(60), Talking(6000)])
def test_cancel_waits_for_no_fit(clusterer, fit_threads):
    session = make()
    assert session.wait(20)
    labels, events = session.labels, []
    session.subscribe(events.append)
    session.set_clusterer(clusterer)
    assert until(lambda: "fit_started" in [event.kind for event in events])
    Talking.steps = 0
    session.cancel()
    assert (session.is_fitting, engine_of(session).fits.progress) == (False, None)
    session.wait()
    assert fit_threads() if isinstance(clusterer, Deaf) else Talking.steps < 6000
    assert session.labels is labels
    assert (events[-1].kind, events[-1].detail) == (
        "cancelled",
        "Cancelled. The last clustering stays.",
    )
    assert session.cancel() is False
    session.set_clusterer(Deaf(0))
    assert session.wait(20)
    assert session.history.current_fit.clusterer == "Deaf"


def test_the_caller_can_be_cancelled_from_another_thread_too():
    session = Session(X, Talking(2), "random")
    session.set_clusterer("kmeans")
    thread = threading.Thread(
        target=lambda: until(lambda: engine_of(session).fits.progress) and session.cancel()
    )
    thread.start()
    Talking.steps = 0
    session.set_clusterer(Talking(6000))
    thread.join()
    assert Talking.steps < 6000
    assert session.history.current_fit.clusterer != "Talking"
    assert len(session.history.fits) == 2


def test_a_cancelled_fit_can_be_made_up_for():
    session = settled(Talking(20))
    session.cancel()
    n_changes = engine_of(session).revision
    session.fit()
    assert session.wait(20)
    assert (engine_of(session).revision, session.history.current_fit.clusterer) == (
        n_changes,
        "Talking",
    )


def test_progress_is_told_at_most_twenty_times_a_second(monkeypatch):
    session = make()
    assert session.wait(20)
    events = []
    session.subscribe(events.append)
    clock = count(1000.0, 1 / 32)  # every step takes a little more than half of the pause
    clocks = SimpleNamespace(monotonic=lambda: next(clock), time=time.time)
    monkeypatch.setattr(fits, "time", clocks)
    session.set_clusterer(Talking(60))
    assert until(lambda: engine_of(session).fits.progress is not None)
    step, _, total = engine_of(session).fits.progress
    assert (step, total) == ("step", 60)
    assert session.wait(20)
    told = [event.detail for event in events if event.kind == "progress"]
    assert told == [("step", step, 60) for step in range(0, 60, 2)]
    assert engine_of(session).fits.progress is None


def test_failures_in_the_background_are_told_and_harm_nothing():
    session = make()
    assert session.wait(20)
    session.set_params(init=lambda X, k, *, constraints, random_state: np.ones((3, 7)))
    assert session.wait(20)
    assert "(3, 7)" in engine_of(session).fits.error
    assert session.history.current_fit.cause == "start"
    session.undo()
    assert engine_of(session).fits.error is None


def test_many_threads_answer_at_once():
    session = make()
    pairs = [(i, j) for i in range(8) for j in range(i)]

    def work(part):
        for i, j in pairs[part::4]:
            session.answer(i, j, "must")

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert session.wait(20)
    assert sorted(answer.pair for answer in session.answers) == sorted((j, i) for i, j in pairs)
    assert [answer.number for answer in session.answers] == list(range(1, 29))
    assert session.history.current_fit.n_answers == 28


def test_journal_and_threads_agree(tmp_path):
    session = make(path=tmp_path / "a")
    for k in range(10):
        session.answer(k, k + 10, "must" if k % 3 else "cannot")
        if k % 4 == 3:
            session.undo()
        if k % 2:
            session.wait(20)
    session.wait(20)
    before = picture(session)
    session.close()
    assert picture(make(path=tmp_path / "a")) == before


def test_a_process_ends_at_once_with_a_fit_under_way():
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from session_parts import Deaf, Talking, blobs
from jupyter_sscluster import Session
sessions = [Session(blobs(30), c, "random", background=True) for c in (Deaf(600), Talking(60_000))]
print("made", flush=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parents[1] / "support")],
        capture_output=True,
        text=True,
        timeout=300,  # half of what the fits would take
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "made\n", "")
