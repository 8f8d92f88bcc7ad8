"""What a verb would do is worked out beside the kernel's thread; the last that is asked is told."""

import asyncio
import threading
import time

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.clusters.clusters import Clusters
from jupyter_sscluster.session.engine.fit.fits import Fits
from jupyter_sscluster.widget.core import next_question

X = load_iris().data


def in_a_loop(play):
    async def run():
        explorer = ClusterExplorer(X, "pckmeans", n_clusters=3)
        sent = []
        explorer.layer.send = lambda content, buffers=None: sent.append(content)
        try:
            await play(explorer, lambda: [each for each in sent if each["type"] == "plan"])
        finally:
            explorer.close()

    asyncio.run(run())


async def until(holds):
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def send(explorer, **what):
    explorer._receive(explorer.layer, what, [])


def ask(explorer, **what):
    send(explorer, type="plan", **what)


@pytest.fixture
def slow(monkeypatch):
    """Splits into two wait until the test lets them go on, and note in which thread."""
    from jupyter_sscluster.session.clusters import clusters as verbs

    made, threads, may_end = verbs.split, [], threading.Event()

    def split(now, cluster, into, seed):
        threads.append(threading.current_thread())
        if into == 2:
            may_end.wait(20)
        return made(now, cluster, into, seed)

    monkeypatch.setattr(verbs, "split", split)
    split.threads, split.may_end = threads, may_end
    yield split
    may_end.set()


def test_the_kernel_is_free_meanwhile_and_the_last_that_was_asked_is_told(bundle, slow):
    async def play(explorer, plans):
        ask(explorer, cluster=0, into=2)
        await until(lambda: slow.threads)
        assert slow.threads[0] is not threading.main_thread()
        ask(explorer, cluster=0, into=3)
        await until(plans)
        slow.may_end.set()
        await until(lambda: not slow.threads[0].is_alive())
        await asyncio.sleep(0)
        assert [reply["into"] for reply in plans()] == [3]
        worked_out = len(slow.threads)
        links = [(i, j) for i, j, _ in plans()[0]["links"]]
        explorer._receive(explorer.layer, {"type": "split", "cluster": 0, "into": 3}, [])
        assert len(slow.threads) == worked_out, "what was previewed is worked out once more"
        assert [answer.pair for answer in explorer.session.answers] == links

    in_a_loop(play)


def test_a_plan_for_clusters_that_are_others_by_now_is_not_told(bundle, slow):
    async def play(explorer, plans):
        ask(explorer, cluster=0, into=2)
        await until(lambda: slow.threads)
        explorer.session.answer(0, 1, "must")
        await until(lambda: explorer.interaction.fitted is not None)
        slow.may_end.set()
        await until(lambda: not slow.threads[0].is_alive())
        await asyncio.sleep(0)
        assert plans() == []
        ask(explorer, cluster=0, into=2)
        await until(plans)

    in_a_loop(play)


def test_a_split_waits_for_its_fit_with_a_bar_and_the_kernel_is_free(bundle, slow):
    async def play(explorer, plans):
        send(explorer, type="split", cluster=0, into=2)
        await until(lambda: slow.threads)
        assert slow.threads[0] is not threading.main_thread()
        send(explorer, type="split", cluster=0, into=3)
        assert "still under way" in explorer.interaction.error
        ask(explorer, cluster=0, into=3)
        await asyncio.sleep(0.4)  # until a fit is long enough to be shown
        assert explorer.layer.state["fit"] is None
        slow.may_end.set()
        await until(lambda: explorer.session.answers)
        assert explorer.session.n_clusters == 4
        assert explorer.interaction.editing is None and plans() == []
        assert "split into 2" in explorer.session.history.undo_label

    in_a_loop(play)


@pytest.fixture
def slow_fits(monkeypatch):
    """The fit that an edit leads to waits after each step until it may end."""
    may_end, made = threading.Event(), Fits.solve_aside

    def solve_aside(self, problem, watch):
        for step in range(40):
            watch("start", step, 40)
            may_end.wait(0.05)
        return made(self, problem, watch)

    monkeypatch.setattr(Fits, "solve_aside", solve_aside)
    yield may_end
    may_end.set()


@pytest.mark.parametrize("end", ["done", "cancelled", "changed"])
def test_a_long_merge_has_a_bar_and_can_be_cancelled(bundle, slow_fits, end):
    async def play(explorer, plans):
        session = explorer.session
        send(explorer, type="merge", cluster=0, other=1)
        await until(lambda: explorer.layer.state["fit"] is not None)
        assert explorer.layer.state["fit"]["text"].startswith("Fitting PCK-means, start")
        if end == "cancelled":
            send(explorer, type="cancel")
            assert explorer.layer.state["fit"] is None
            assert explorer.layer.state["status"] == "Cancelled. The last clustering stays."
            slow_fits.set()
            await asyncio.sleep(0.1)
            assert session.n_clusters == 3 and not session.answers
            send(explorer, type="merge", cluster=0, other=1)
        elif end == "changed":
            session.answer(0, 149, "cannot")
            slow_fits.set()
            await until(lambda: explorer.layer.state["error"])
            assert "changed meanwhile" in explorer.layer.state["error"]
            assert session.n_clusters == 3
            return
        slow_fits.set()
        await until(lambda: session.n_clusters == 2)
        assert explorer.layer.state["fit"] is None

    in_a_loop(play)


def test_what_the_person_begins_while_a_merge_waits_is_kept(bundle, slow_fits):
    async def play(explorer, plans):
        session, interaction = explorer.session, explorer.interaction
        session.answer(0, 1, "must")
        await until(lambda: not session.is_fitting)
        send(explorer, type="merge", cluster=0, other=1)
        await until(lambda: explorer.layer.state["fit"] is not None)
        send(explorer, type="select", indices=[3, 4, 5])
        send(explorer, type="group", action="cannot_first")
        send(explorer, type="select", indices=[7, 8])
        merge_again = {"type": "merge", "cluster": 0, "other": 1}
        explorer._receive(explorer.layer, merge_again, [])
        assert "still under way" in interaction.error
        slow_fits.set()
        await until(lambda: session.n_clusters == 2)
        assert interaction.group == (3, 4, 5) and interaction.selection == (7, 8)
        assert explorer.layer.state["lasso"]["group"] == [3, 4, 5]
        assert interaction.error is None, "what was under way is not any more"

    in_a_loop(play)


def test_an_answer_that_is_refused_while_a_merge_waits_still_waits_for_a_choice(bundle, slow_fits):
    async def play(explorer, plans):
        session = explorer.session
        session.answer(0, 1, "must")
        await until(lambda: not session.is_fitting)
        apart = [c for c in range(3) if c != session.labels[0]]
        send(explorer, type="merge", cluster=apart[0], other=apart[1])
        await until(lambda: explorer.layer.state["fit"] is not None)
        send(explorer, type="link", i=0, j=1, kind="cannot")
        assert explorer.layer.state["conflict"] is not None
        slow_fits.set()
        await until(lambda: session.n_clusters == 2)
        assert explorer.layer.state["conflict"] is not None
        [take_back] = [
            each["id"]
            for each in explorer.layer.state["conflict"]["choices"]
            if each["id"].startswith("take_back:")
        ]
        send(explorer, type="resolve", choice=take_back)
        assert session.constraints.relation(0, 1) == "cannot"
        assert explorer.layer.state["conflict"] is None

    in_a_loop(play)


@pytest.mark.parametrize("meanwhile", [[], [60, 61]])
def test_only_the_selection_that_is_split_off_is_let_go(bundle, slow_fits, meanwhile):
    async def play(explorer, plans):
        session = explorer.session
        cluster = int(session.labels[0])
        rows = np.flatnonzero(session.labels == cluster)
        first = rows[np.argsort(X[rows, 0])[:8]].tolist()
        send(explorer, type="select", indices=first)
        send(explorer, type="split_off", cluster=cluster)
        await until(lambda: explorer.layer.state["fit"] is not None)
        if meanwhile:
            send(explorer, type="select", indices=meanwhile)
        slow_fits.set()
        await until(lambda: session.n_clusters == 4 or explorer.interaction.error)
        assert explorer.interaction.error is None
        assert explorer.interaction.selection == tuple(meanwhile)

    in_a_loop(play)


@pytest.mark.parametrize("beside", ["a search", "other axes"])
def test_cancel_ends_what_the_bar_shows(bundle, slow_fits, beside, monkeypatch):
    """A merge first, of which the bar tells, and by another press what is beside it."""
    propose = next_question.propose

    def slow(*given):
        slow_fits.wait(20)
        return propose(*given)

    async def play(explorer, plans):
        def others():
            state = explorer.layer.state
            return state["asking"] if beside == "a search" else state["projections"]["making"]

        if beside == "a search":
            monkeypatch.setattr(next_question, "propose", slow)
            send(explorer, type="suggest")
        else:
            explorer.projection = lambda rows: [slow_fits.wait(20), rows[:, :2]][1]
        send(explorer, type="merge", cluster=0, other=1)
        await until(lambda: explorer.layer.state["fit"] is not None)
        assert others()
        send(explorer, type="cancel")
        assert explorer.layer.state["fit"] is None and others()
        send(explorer, type="cancel")
        assert not others()
        slow_fits.set()
        await asyncio.sleep(0.1)
        assert explorer.session.n_clusters == 3 and not explorer.session.answers

    in_a_loop(play)


def test_a_merge_that_is_not_shown_yet_is_not_cancelled_in_place_of_a_search(
    bundle, slow, monkeypatch
):
    monkeypatch.setattr(next_question, "propose", lambda *given: slow.may_end.wait(20))

    async def play(explorer, plans):
        send(explorer, type="suggest")
        send(explorer, type="split", cluster=0, into=2)
        send(explorer, type="cancel")
        assert explorer.layer.state["status"] == "Cancelled. No question is asked."
        slow.may_end.set()
        await until(lambda: explorer.session.n_clusters == 4)

    in_a_loop(play)


def test_what_cannot_be_worked_out_any_more_is_silent_and_a_fault_is_not(bundle, monkeypatch):
    told = []

    def refused(self, a, b):
        raise InputError("no cluster is called that")

    explorer = ClusterExplorer(X, "pckmeans", n_clusters=3)
    monkeypatch.setattr(Clusters, "plan_merge", refused)
    explorer.layer.send = lambda content, buffers=None: told.append(content)
    ask(explorer, cluster=0, other=1)
    assert told == [] and explorer.interaction.error is None
    monkeypatch.setattr(Clusters, "plan_merge", lambda self, a, b: 1 // 0)
    ask(explorer, cluster=0, other=1)
    assert "The kernel raised" in explorer.interaction.error
    explorer.close()
