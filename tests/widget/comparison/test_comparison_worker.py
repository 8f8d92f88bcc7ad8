"""Another clusterer in the background of a widget: fitted, overtaken, cancelled, used."""

import asyncio
import time

import numpy as np
import pytest
from compare_messages import nothing
from session_parts import Broken, Talking, blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.widget.core.comparison import Wish
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.threads import OwnerThread
from jupyter_sscluster.widget.features.comparison import handlers as compare
from jupyter_sscluster.widget.features.comparison.worker import ComparisonWorker

X = blobs(60, 3)


def test_every_verb_of_the_page_has_a_handler():
    told = {"open", "leave", "cancel", "use", "ask", "ask_all", "clusterer", "n_clusters", "param"}
    assert set(compare.VERBS) == told


class Beside:
    """A comparer in a loop of its own, and how often it had the page shown."""

    def __init__(self, session):
        self.session, self.interaction, self.shows = session, InteractionState(), 0
        self.comparer = ComparisonWorker(session, self.interaction, OwnerThread(), self.show)

    def show(self):
        self.shows += 1

    @property
    def now(self):
        return self.interaction.compared

    async def until(self, holds, seconds=10.0):
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.now
            await asyncio.sleep(0.01)


def beside(act, clusterer="pckmeans"):
    session = Session(X, clusterer, n_clusters=3)
    session.answer(0, 1, "cannot")

    async def run():
        it = Beside(session)
        try:
            await act(it)
        finally:
            it.comparer.close()
            session.close()

    asyncio.run(run())


def test_a_comparison_is_fitted_beside_and_follows_the_session():
    async def act(it):
        before = picture(it.session)
        it.comparer.open()
        assert (it.now.running, it.now.found, it.now.title) == (True, None, "MPCK-means")
        await it.until(lambda: not it.now.running)
        assert it.now.found.changed.tolist() == it.session.compare("mpckmeans").changed.tolist()
        assert picture(it.session) == before
        assert it.shows

        it.session.set_strategy("random")  # poses no other problem: nothing is fitted again
        it.comparer.before_show()
        assert not it.now.running
        assert not it.now.stale

        old = it.now.found
        it.session.answer(3, 4, "cannot")
        it.comparer.before_show()
        assert it.now.running and it.now.stale
        assert it.now.found.solved is old.solved  # the old one, against what is shown now
        np.testing.assert_array_equal(it.now.found.shown.labels, it.session.labels)
        await it.until(lambda: not it.now.running)
        assert not it.now.stale
        assert it.now.found.n_constraints == 2

    beside(act)


def test_a_slow_fit_is_told_of_and_cancelled_and_the_next_is_not_held_up():
    async def act(it):
        it.session.set_clusterer(Talking(n_steps=1))
        it.comparer.wish(Wish("Talking", {"n_steps": 500}))
        begun = time.monotonic()
        await it.until(lambda: it.now.progress is not None)
        assert it.now.progress[0] == "step"
        assert it.now.progress[2] == 500
        it.comparer.cancel()
        assert (it.now.running, it.now.problem[:21]) == (False, "Comparison cancelled.")
        it.comparer.before_show()
        assert not it.now.running
        it.comparer.wish(Wish("kmeans"))
        await it.until(lambda: it.now.found is not None)
        assert time.monotonic() - begun < 4
        assert it.now.found.other.title.startswith("k-means")

    beside(act)


def test_a_fit_that_fails_says_why_and_the_session_is_as_it_was():
    async def act(it):
        it.session.set_clusterer(Broken())
        before = picture(it.session)
        it.comparer.wish(Wish("Broken", {"always": True}))
        await it.until(lambda: not it.now.running)
        assert it.now.problem == "Broken stopped with RuntimeError: no luck today"
        assert it.now.found is None
        assert picture(it.session) == before
        with pytest.raises(ValueError, match="still being fitted"):
            it.comparer.use()

    beside(act)


def test_a_fit_that_gives_up_is_cancelled_and_not_a_failure(monkeypatch):
    def give_up(self, X, y=None):
        raise FitCancelled("given up")

    async def act(it):
        it.session.set_clusterer(Broken())
        monkeypatch.setattr(Broken, "fit", give_up)
        it.comparer.wish(Wish("Broken", {"always": True}))
        await it.until(lambda: not it.now.running)
        assert it.now.problem.startswith("Comparison cancelled.")

    beside(act)


def test_what_is_used_is_one_step_and_ends_the_comparison():
    async def act(it):
        labels = it.session.labels.tobytes()
        it.comparer.wish(Wish("kmeans", n_clusters=4))
        await it.until(lambda: it.now.found is not None)
        other = it.now.found
        it.comparer.use()
        assert it.now is None
        assert it.session.n_clusters == 4
        np.testing.assert_array_equal(it.session.labels, other.other.labels)
        it.session.undo()
        assert it.session.labels.tobytes() == labels

    beside(act)


def test_questions_keep_the_comparison_alive():
    async def act(it):
        assert it.interaction.rows_asked_about is None
        it.comparer.wish(Wish("kmeans", n_clusters=5))
        await it.until(lambda: it.now.found is not None)
        it.comparer.ask_among(True)
        assert it.interaction.rows_asked_about == it.now.found.changed.tolist()
        it.comparer.leave()
        assert it.now is not None
        it.comparer.ask_among(False)
        it.comparer.leave()
        assert it.now is None
        it.comparer.open()  # what was compared last
        assert it.now.wish.n_clusters == 5

    beside(act)


@pytest.mark.parametrize("strategy", ["npu", "random"])
def test_suggest_asks_among_the_points_that_differ(page, strategy):
    nothing(page)
    page.send("set", what="strategy", value=strategy)
    page.send("compare", verb="clusterer", value="kmeans")
    page.send("compare", verb="n_clusters", value=5)
    page.send("compare", verb="ask")
    for _ in range(4):
        state = page.settled()
        differ = set(page.explorer.interaction.compared.found.changed.tolist())
        question = state["question"]
        assert {question["i"], question["j"]} & differ
        page.answer(question, "unknown")


def test_the_table_is_capped_and_the_bytes_are_not(page):
    page.send("compare", verb="clusterer", value="kmeans")
    page.send("compare", verb="n_clusters", value=40)
    told, layer = page.settled()["compared"]["found"], page.explorer.layer
    rows = np.frombuffer(layer.differing, dtype="<u4")
    other = np.frombuffer(layer.compared, dtype="<u2")
    np.testing.assert_array_equal(rows, np.flatnonzero(other != page.labels))
    assert told["n_differ"] == len(rows)
    assert len(told["points"]) + told["more"] == len(rows)
    assert all(
        each["clusters"] == [page.labels[each["i"]], other[each["i"]]] for each in told["points"]
    )
    page.send("compare", verb="leave")
    page.settled()
    assert (layer.compared, layer.differing) == (b"", b"")


def test_the_status_line_speaks_of_the_comparison_and_then_of_the_session_again(page):
    page.send("compare", verb="clusterer", value="kmeans")
    told = page.settled()["compared"]
    own, other = told["titles"]
    agree = told["found"]["title"].replace("They", "they")
    said = f"{other} beside {own}: {agree} · no constraints yet"
    assert page.state["status"] == said[:1].upper() + said[1:]
    page.send("compare", verb="leave")
    assert "beside" not in page.settled()["status"]
