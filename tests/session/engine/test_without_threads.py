"""A session where no thread can be started: fits run in the caller's, and all goes on."""

import asyncio
import warnings

import numpy as np
import pytest
from session_parts import blobs
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.active.similarity import trees
from jupyter_sscluster.session import engine_of

IRIS = load_iris()
FLOWERS, KINDS = IRIS.data[::3], IRIS.target[::3]


def job(path=None, **options):
    """Link, be asked, answer, undo, foresee, compare, automatic answers, a traced fit."""
    session = Session(FLOWERS, n_clusters=3, y_true=KINDS, path=path, **options)
    session.wait()
    session.answer(20, 40, "cannot")
    session.wait()
    (query,) = session.propose()
    foreseen = session.preview("must").labels
    session.answer(*query.pair, "must", source="question")
    session.wait()
    said = [session.labels, foreseen]
    session.undo()
    session.wait()
    run = session.run_oracle(n_questions=3, beside=["random"])
    said += [
        run.curves,
        session.review.suspicions,
        session.stopping.expected_changes,
        session.compare("mpckmeans").changed,
    ]
    said += [session.trace().labels(0), len(session.answers)]
    session.close()
    return said


def equal(a, b):
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b


def test_the_main_job_gives_what_it_gives_with_threads(tmp_path, request):
    with_threads = job(background=True)
    request.getfixturevalue("no_threads")
    path = tmp_path / "answers.jsonl"
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        without = job(path, background=True)
    assert [str(each.message)[:11] for each in said] == ["the journal"]
    assert all(map(equal, with_threads, without))
    again = Session(FLOWERS, n_clusters=3, path=path, background=True)
    assert len(again.answers) == 4
    again.close()


def test_a_running_loop_is_free_between_an_answer_and_its_fit(no_threads):
    async def play():
        session = Session(blobs(30), "pckmeans", "random", n_clusters=3, background=True)
        assert session.is_fitting
        await asyncio.sleep(0)
        assert not session.is_fitting and session.history.current_fit.fit == 1
        fits = []
        session.subscribe(lambda event: event.kind == "fitted" and fits.append(event.revision))
        session.answer(0, 1, "must")
        session.answer(2, 3, "must")
        assert session.is_fitting and fits == []
        await asyncio.sleep(0)
        assert not session.is_fitting
        assert fits == [engine_of(session).revision], "of two answers the newest is fitted"
        session.answer(4, 5, "must")
        assert session.wait(0), "waiting runs what waits"
        assert session.history.current_fit.n_answers == 3
        session.close()

    asyncio.run(play())


def test_a_fit_that_fails_is_said_as_ever(no_threads):
    session = Session(blobs(30), "copkmeans", "random", n_clusters=2, background=True)
    for i, j in ((0, 1), (1, 2), (0, 2)):
        session.answer(i, j, "cannot")
    assert "n_clusters=2 is too small" in engine_of(session).fits.error
    session.undo()
    assert session.wait(0) and engine_of(session).fits.error is None
    session.close()


@pytest.mark.parametrize("large", [0, 10**9])
def test_the_same_trees_grow_one_after_the_other(large, monkeypatch, request):
    X = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    classes = (X[:, 0] > 0).astype(np.int64)
    monkeypatch.setattr(trees, "LARGE", large)
    beside = trees.grow(X, classes, 12, 40, 7)
    request.getfixturevalue("no_threads")
    np.testing.assert_array_equal(trees.grow(X, classes, 12, 40, 7), beside)
