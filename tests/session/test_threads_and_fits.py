"""Threads that answer while fits of earlier states end: nothing is lost, nothing is mixed."""

import threading

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import engine_of

X = blobs(90)


def same(i, j):
    return "must" if i % 3 == j % 3 else "cannot"


def test_an_answer_is_given_while_the_fit_of_the_state_before_ends(tmp_path):
    """In the moment in which a fit is done and not yet shown, an answer overtakes it."""
    session = Session(X, PCKMeans(3, n_init=1), "random", background=True, path=tmp_path / "j")
    assert session.wait(20)
    engine, first = engine_of(session), session.history.current_fit
    ended, go_on = threading.Event(), threading.Event()
    number = engine.fits._finished

    def late(*given, **options):
        if not ended.is_set():
            ended.set()
            assert go_on.wait(20)
        return number(*given, **options)

    engine.fits._finished = late
    session.answer(0, 3, "must")
    assert ended.wait(20)
    session.answer(0, 4, "cannot")
    go_on.set()
    assert session.wait(20)
    fits = session.history.fits
    assert session.history.current_fit is fits[-1] and fits[0].labels is first.labels
    assert session.history.current_fit.n_answers == 2, "no fit of an earlier state is shown"
    assert [answer.number for answer in session.answers] == [1, 2]
    session.close()


@pytest.mark.parametrize("background", [False, True])
def test_two_threads_answer_and_read_and_the_journal_reads_back_equal(tmp_path, background):
    path = tmp_path / "journal"
    session = Session(
        X,
        PCKMeans(3, n_init=1),
        "random",
        background=background,
        path=path,
        y_true=np.arange(90) % 3,
    )
    begin, errors, torn = threading.Barrier(3), [], []

    def run(work):
        begin.wait(20)
        try:
            work()
        except Exception as error:
            errors.append(error)

    def answer(rows):
        for i in rows:
            session.answer(i, i + 30, same(i, i + 30))

    def read():
        for _ in range(60):
            now = engine_of(session).now
            if len(now.answers) != len(now.constraints):
                torn.append(now.step)
            assert session.history.steps and session.problem is None

    work = [lambda: answer(range(0, 12)), lambda: answer(range(12, 24)), read]
    threads = [threading.Thread(target=run, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert session.wait(60) and not errors and not torn
    assert [answer.number for answer in session.answers] == list(range(1, 25))
    assert {answer.i for answer in session.answers} == set(range(24))
    assert len(session.history) == 25 and session.history.current_fit.n_answers == 24
    seen = (session.answers, session.constraints, session.labels.tolist())
    causes = [step.cause for step in session.history.steps]
    session.close()
    again = Session.load(path, X)
    assert (again.answers, again.constraints, again.labels.tolist()) == seen
    assert [step.cause for step in again.history.steps] == causes
