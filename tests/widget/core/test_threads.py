"""Fits and questions run beside the kernel's thread; widgets change in that thread alone."""

import asyncio
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.widget.core import event_loop as dispatcher, threads
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread, Throttle


class SlowMeans(PCKMeans):
    """PCK-means that goes on, step by step, and listens, until it may end."""

    title = "Slow means"
    may_end = threading.Event()
    steps = 0

    def fit(self, X, y=None, **known):
        for step in range(1, 30_000):  # a minute, should nobody let it end
            if SlowMeans.may_end.wait(0.002):
                return super().fit(X, y, **known)
            SlowMeans.steps += 1
            report("step", step, 30_000)
        raise AssertionError("nobody let the fit end")


@pytest.fixture
def slow():
    SlowMeans.may_end.set()
    yield SlowMeans
    SlowMeans.may_end.set()


def in_a_loop(play):
    """Run a coroutine as a kernel does: in a loop, with explorers closed at the end."""
    opened = []

    def explore(**options):
        opened.append(ClusterExplorer(load_iris().data, n_clusters=3, **options))
        return opened[-1]

    async def run():
        try:
            await play(explore)
        finally:
            for explorer in opened:
                explorer.close()

    asyncio.run(run())


async def until(condition, seconds=60.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.002)


def send(explorer, **message):
    data = {"method": "custom", "content": message}
    explorer.layer._handle_msg({"content": {"data": data}, "buffers": []})


def test_the_widget_changes_in_the_loops_thread_alone(bundle):
    threads = set()

    async def play(explore):
        explorer = explore()
        for widget, name in [
            (explorer, "labels"),
            (explorer, "constraints"),
            (explorer, "question"),
            (explorer.layer, "state"),
        ]:
            widget.observe(lambda change: threads.add(threading.get_ident()), name)
        send(explorer, type="suggest")
        await until(lambda: explorer.layer.state["question"])
        question = explorer.question
        i, j = question.pair
        send(explorer, type="answer", number=1, kind="cannot", i=i, j=j)
        await until(lambda: explorer.question not in (None, question))
        worker = threading.Thread(target=explorer.session.answer, args=(5, 140, "must"))
        worker.start()
        worker.join()
        await until(lambda: len(explorer.layer.state["links"]) == 2)
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)

    in_a_loop(play)
    assert threads == {threading.get_ident()}


class SlowToAsk(Random):
    """Proposes a pair when it may."""

    title = "Slow to ask"
    may = threading.Event()

    def propose(self, snapshot, n_pairs=1):
        self.may.wait(10.0)
        return super().propose(snapshot, n_pairs)


def test_a_question_looked_for_when_it_was_dismissed_does_not_open(bundle):
    async def play(explore):
        explorer = explore(strategy=SlowToAsk())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        SlowToAsk.may.clear()
        send(explorer, type="suggest")
        assert explorer.layer.state["asking"]
        send(explorer, type="dismiss_question")
        assert not explorer.layer.state["asking"]
        SlowToAsk.may.set()
        await until(lambda: not explorer.event_loop.next_question.is_sought)
        assert explorer.layer.state["question"] is None
        send(explorer, type="suggest")
        await until(lambda: explorer.layer.state["question"])

    in_a_loop(play)


def test_an_undo_while_the_next_question_is_looked_for_opens_the_last_one(bundle):
    async def play(explore):
        explorer = explore(strategy=SlowToAsk())
        SlowToAsk.may.set()
        send(explorer, type="suggest")
        await until(lambda: explorer.layer.state["question"])
        i, j = explorer.question.pair
        SlowToAsk.may.clear()
        send(explorer, type="answer", kind="unknown", number=1, i=i, j=j)
        await until(lambda: explorer.layer.state["asking"])
        send(explorer, type="undo")
        assert explorer.question.pair == (i, j)
        assert not explorer.layer.state["asking"]
        SlowToAsk.may.set()
        await until(lambda: not explorer.event_loop.next_question.is_sought)
        assert explorer.question.pair == (i, j)
        question = explorer.layer.state["question"]
        assert (question["i"], question["j"], question["number"]) == (i, j, 2)

    in_a_loop(play)


@pytest.mark.parametrize("hearing", ["kernel's thread", "a thread beside it"])
def test_a_quick_fit_is_shown_with_its_answer_and_before_its_score(bundle, monkeypatch, hearing):
    monkeypatch.setattr(dispatcher, "PATIENCE", 5.0)

    async def play(explore):
        explorer = explore()
        await until(
            lambda: (
                explorer.session.history.fits
                and explorer.session.history.current_fit.score is not None
            )
        )
        engine, shown = explorer.session._engine, []
        score_of, link = engine.fits.score_of, {"type": "link", "i": 0, "j": 140, "kind": "cannot"}
        engine.fits.score_of = lambda labels: shown.append("score") or score_of(labels)
        explorer.layer.observe(lambda change: shown.append(change.new), "state")
        if hearing == "kernel's thread":
            send(explorer, **link)
        else:
            await asyncio.to_thread(send, explorer, **link)
        await until(lambda: explorer.session.history.current_fit.score is not None)
        assert (len(shown[0]["links"]), shown[0]["fit"], shown[1]) == (1, None, "score")
        assert "fitted in" in shown[0]["status"]

    in_a_loop(play)


def test_a_link_appears_before_its_fit_is_done(bundle, slow):
    async def play(explore):
        explorer = explore(clusterer=slow())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        SlowMeans.may_end.clear()
        send(explorer, type="link", i=0, j=1, kind="must")
        assert len(explorer.layer.state["links"]) == 1
        assert "Slow means" in explorer.layer.state["fit"]["text"]
        await until(lambda: (explorer.layer.state["fit"] or {}).get("fraction", 0) > 0)
        SlowMeans.may_end.set()
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)

    in_a_loop(play)


def test_progress_is_shown_at_most_ten_times_a_second(bundle, slow, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(threads, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def play(explore):
        explorer = explore(clusterer=slow())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        shown = []
        explorer.layer.observe(lambda change: shown.append(change.new["fit"]), "state")
        SlowMeans.may_end.clear()
        send(explorer, type="link", i=0, j=1, kind="must")
        shown.clear()  # the answer's own picture, which has waited for its fit

        def moving():
            return [fit["fraction"] for fit in shown if fit and fit["fraction"]]

        for n_shown, seconds in enumerate((dispatcher.PROGRESS_AFTER, 0.1, 0.1)):
            steps = SlowMeans.steps
            await until(lambda: SlowMeans.steps > steps + 20)  # noqa: B023 (waited for here)
            assert len(moving()) == n_shown
            now[0] += seconds + 0.001
            await until(lambda: len(moving()) > n_shown)  # noqa: B023
        SlowMeans.may_end.set()
        await until(lambda: explorer.layer.state["fit"] is None)
        assert moving() == sorted(moving())

    in_a_loop(play)


def test_cancel_keeps_the_last_clustering(bundle, slow):
    async def play(explore):
        explorer = explore(clusterer=slow())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        before = explorer.labels.copy()
        SlowMeans.may_end.clear()
        send(explorer, type="set", what="n_clusters", value=5)
        await until(lambda: explorer.layer.state["fit"])
        send(explorer, type="cancel")
        await until(lambda: explorer.layer.state["fit"] is None)
        assert explorer.layer.state["status"] == "Cancelled. The last clustering stays."
        np.testing.assert_array_equal(explorer.labels, before)

    in_a_loop(play)


def test_the_loop_stays_free_during_a_fit(bundle, slow):
    async def play(explore):
        explorer = explore(clusterer=slow())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        SlowMeans.may_end.clear()
        send(explorer, type="link", i=0, j=1, kind="must")
        for _ in range(5):  # none of these would come back if the fit had the loop
            await asyncio.sleep(0.01)
        assert explorer.layer.state["fit"] is not None
        SlowMeans.may_end.set()

    in_a_loop(play)


def test_a_newer_answer_overtakes_a_fit(bundle, slow):
    async def play(explore):
        explorer = explore(clusterer=slow())
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        shown = []
        explorer.observe(lambda change: shown.append(len(np.unique(change.new))), "labels")
        SlowMeans.may_end.clear()
        for k in (4, 5, 6):
            steps = SlowMeans.steps
            send(explorer, type="set", what="n_clusters", value=k)
            await until(lambda: SlowMeans.steps > steps)  # noqa: B023 (waited for here)
        SlowMeans.may_end.set()
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        assert shown == [6]

    in_a_loop(play)


def test_a_cell_that_answers_from_python_is_shown_when_it_ends(bundle):
    async def play(explore):
        explorer = explore()
        explorer.session.answer(50, 100, "must")
        explorer.session.wait(10)
        assert explorer.labels is explorer.session.labels
        assert explorer.constraints.must.tolist() == [[50, 100]]
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        assert explorer.layer.labels == explorer.labels.astype(np.uint8).tobytes()

    in_a_loop(play)


def test_an_observer_may_act_on_the_session(bundle):
    async def play(explore):
        explorer = explore()

        def link_more(change):
            if len(change.new) == 1:
                explorer.session.answer(2, 3, "must")

        explorer.observe(link_more, "constraints")
        send(explorer, type="link", i=0, j=1, kind="must")
        await until(lambda: len(explorer.layer.state["links"]) == 2)

    in_a_loop(play)


def test_closing_during_a_fit_ends_it_quietly(bundle, slow):
    async def play(explore):
        explorer = explore(clusterer=slow())
        SlowMeans.may_end.clear()
        steps = SlowMeans.steps
        send(explorer, type="link", i=0, j=1, kind="must")
        send(explorer, type="suggest")
        await until(lambda: SlowMeans.steps > steps)
        explorer.close()
        await asyncio.sleep(0.1)  # whatever is still under way may show itself
        assert explorer.layer.comm is None

    in_a_loop(play)
    fits = [t for t in threading.enumerate() if t.name == "session fit"]
    for thread in fits:
        thread.join(30.0)
    assert not SlowMeans.may_end.is_set()
    assert not any(thread.is_alive() for thread in fits)


# --------------------------------------------------------------------------- the parts


def test_without_a_loop_work_is_done_at_once():
    done = []
    owner_thread = OwnerThread()
    assert not owner_thread.has_loop
    owner_thread.run(lambda: done.append(threading.get_ident()))
    BackgroundTask(owner_thread, "ssc-test").run(lambda: 7, done.append)
    assert done == [threading.get_ident(), 7]


def test_with_a_loop_work_comes_back_to_its_thread():
    done = []

    async def play():
        owner_thread = OwnerThread()
        worker = BackgroundTask(owner_thread, "ssc-test")
        worker.run(threading.get_ident, lambda there: done.append((there, threading.get_ident())))
        await until(lambda: done)
        worker.close()

    asyncio.run(play())
    (there, here) = done[0]
    assert here == threading.get_ident()
    assert there != here


def test_work_that_fails_hands_over_the_failure():
    done = []
    BackgroundTask(OwnerThread(), "ssc-test").run(lambda: 1 / 0, done.append)
    assert isinstance(done[0], ZeroDivisionError)


def test_work_for_a_loop_that_has_ended_is_dropped():
    async def make():
        return OwnerThread()

    owner_thread, done = asyncio.run(make()), []
    thread = threading.Thread(target=owner_thread.run, args=(lambda: done.append(1),))
    thread.start()
    thread.join()
    assert done == []


def test_pace_lets_through_one_call_in_an_interval(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(threads, "time", SimpleNamespace(monotonic=lambda: now[0]))
    throttle = Throttle(0.05)
    assert [throttle.due() for _ in range(3)] == [True, False, False]
    now[0] += 0.06
    assert throttle.due()
    throttle.wait(0.05)
    now[0] += 0.02
    assert not throttle.due()


def test_a_short_fit_is_two_pictures_and_one_for_the_score(bundle):
    async def play(explore):
        explorer = explore()
        await until(lambda: explorer.session.history.fits and explorer.layer.state["fit"] is None)
        await asyncio.sleep(0.2)
        before = explorer.layer.state["revision"]
        send(explorer, type="link", i=50, j=51, kind="must")
        explorer.session.wait(10)
        await asyncio.sleep(0.1)
        assert explorer.layer.state["revision"] - before <= 3

    in_a_loop(play)
