"""What the page is told of answers before they are given, where a kernel keeps its thread free."""

import asyncio
import threading

import numpy as np
import pytest
from kernels.previews import CLASSES, KINDS, WAIT, X, effect, play

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.widget.features.preview import running_cells as cells


class Held(PCKMeans):
    """PCK-means that goes on step by step, and listens, until it may end."""

    may_end = threading.Event()
    steps = 0
    fits = 0

    def fit(self, X, y=None, **known):
        Held.fits += 1
        for step in range(30_000):
            if Held.may_end.wait(0.002):
                return super().fit(X, y, **known)
            Held.steps += 1
            report("step", step, 30_000)
        raise AssertionError("nobody let the fit end")


@pytest.fixture
def held():
    Held.may_end.set()
    yield Held
    Held.may_end.set()


def test_what_is_told_is_what_an_answer_does(bundle, tmp_path):
    async def story(kernel):
        await kernel.asked()
        for step in range(6):
            told, following = await kernel.previewed(), kernel.told("next")
            question = kernel.state["question"]
            for kind in KINDS:
                kernel.session.save(tmp_path / "twin")
                twin = Session.load(tmp_path / "twin", X)
                twin.answer(question["i"], question["j"], kind, source="question")
                content, (rows, clusters) = told[kind]
                rows, clusters = np.frombuffer(rows, "<u4"), np.frombuffer(clusters, "<u2")
                moved = np.flatnonzero(twin.labels != kernel.session.labels)
                assert rows.tolist() == moved.tolist()
                assert clusters.tolist() == twin.labels[moved].tolist()
                assert content["effect"] == effect(len(moved))
                card, query = following[kind][0]["question"], twin.propose()[0]
                assert (card["i"], card["j"], card["reason"]) == (*query.pair, query.reason)
            kind = KINDS[step % 3]
            kernel.answer(kind)
            # in the very state that shows the answer
            assert kernel.state["question"] == following[kind][0]["question"]
            assert kernel.state["links"] or kind == "unknown" or step > 2

    play(story)


def test_dots_are_told_while_it_counts(bundle, held):
    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        kernel.answer("unknown")
        await kernel.until(lambda: len(kernel.told()) == 3)
        assert {content["effect"] for content, _ in kernel.told().values()} == {"…"}
        held.may_end.set()
        assert (await kernel.previewed())["unknown"][0]["effect"] == "nothing moves"

    play(story, clusterer=Held(3))


def test_a_preview_gives_way_to_an_answer_at_once(bundle, held):
    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        fits = held.fits
        kernel.answer("unknown")
        await kernel.until(lambda: held.fits > fits)
        kernel.answer("must")
        await kernel.until(lambda: kernel.session.is_fitting and held.fits > fits + 1)
        threads = [each for each in threading.enumerate() if each.name == "ssc-preview"]
        await kernel.until(lambda: not any(each.is_alive() for each in threads))
        assert held.fits == fits + 2
        held.may_end.set()
        await kernel.previewed()

    play(story, clusterer=Held(3))


def test_an_action_that_changes_nothing_only_interrupts(bundle, held):
    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        fits = held.fits
        kernel.answer("unknown")
        await kernel.until(lambda: held.fits > fits)
        kernel.send("select", indices=[1, 2, 3])
        await kernel.until(lambda: held.fits > fits + 1)
        held.may_end.set()
        await kernel.previewed()

    play(story, clusterer=Held(3))


def test_undo_during_a_preview(bundle, held):
    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        first = kernel.state["question"]
        kernel.answer("must")
        await kernel.until(lambda: kernel.state["question"] and kernel.state["question"] != first)
        kernel.send("undo")
        await kernel.previewed()
        now = kernel.state["question"]
        assert (now["i"], now["j"]) == (first["i"], first["j"])
        assert kernel.session.answers == ()

    play(story, clusterer=Held(3))


def test_a_page_that_comes_later_is_told_too(bundle):
    async def story(kernel):
        await kernel.asked()
        told = await kernel.previewed()
        kernel.sent.clear()
        kernel.send("preview")
        assert kernel.told() == told
        assert len(kernel.told("next")) == 3

    play(story)


def test_nothing_is_told_once_the_widget_is_closed(bundle, held):
    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        fits = held.fits
        kernel.answer("unknown")
        await kernel.until(lambda: held.fits > fits)
        kernel.explorer.close()
        n_sent = len(kernel.sent)
        threads = [each for each in threading.enumerate() if each.name == "ssc-preview"]
        await kernel.until(lambda: not any(each.is_alive() for each in threads))
        assert len(kernel.sent) == n_sent

    play(story, clusterer=Held(3))


def test_without_a_loop_nothing_is_worked_out(explore):
    page = explore()
    page.send("suggest")
    page.settled()
    page.send("preview")
    assert not [each for each in page.sent if each["type"] in ("pair_preview", "next")]


def test_twenty_answers_in_two_seconds(bundle):
    async def story(kernel):
        await kernel.asked()
        for _ in range(20):
            await kernel.until(lambda: kernel.state["question"])
            question = kernel.state["question"]
            kernel.answer("must" if CLASSES[question["i"]] == CLASSES[question["j"]] else "cannot")
            await asyncio.sleep(0.02)
        await kernel.previewed()
        twin = Session(X, n_clusters=3)
        for given in kernel.session.answers:
            twin.propose()
            assert set(twin.question.pair) == {given.i, given.j}
            twin.answer(given.i, given.j, given.kind, source="question")
        assert len(twin.answers) == 20
        assert twin.labels.tobytes() == kernel.session.labels.tobytes()

    play(story)


# --------------------------------------------------------------------------- other cells


class Shell:
    """As much of IPython as tells of cells."""

    def __init__(self):
        self.events, self.calls = self, {}

    def register(self, name, call):
        self.calls[name] = call

    def unregister(self, name, call):
        assert self.calls.pop(name) == call


def test_a_preview_rests_while_a_cell_runs(bundle, held, monkeypatch):
    shell = Shell()
    monkeypatch.setattr(cells, "get_ipython", lambda: shell)

    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        fits = held.fits
        kernel.answer("unknown")
        await kernel.until(lambda: held.fits > fits)
        shell.calls["pre_run_cell"](None)
        steps = -1
        while steps != held.steps:
            steps = held.steps
            await asyncio.sleep(0.05)
        shell.calls["post_run_cell"](None)
        await kernel.until(lambda: held.steps > steps)
        held.may_end.set()
        await kernel.previewed()

    play(story, clusterer=Held(3))
    assert shell.calls == {}


class Locked(Held):
    """One that holds a lock all the while, as a cached property does while it is worked out."""

    lock = threading.Lock()

    def fit(self, X, y=None, **known):
        with Locked.lock:
            return super().fit(X, y, **known)


def test_a_cell_never_waits_for_what_a_preview_holds(bundle, held, monkeypatch):
    shell = Shell()
    monkeypatch.setattr(cells, "get_ipython", lambda: shell)

    async def story(kernel):
        await kernel.asked()
        await kernel.previewed()
        held.may_end.clear()
        fits = held.fits
        kernel.answer("unknown")
        await kernel.until(lambda: held.fits > fits)
        shell.calls["pre_run_cell"](None)
        assert Locked.lock.acquire(timeout=WAIT)
        Locked.lock.release()
        held.may_end.set()
        shell.calls["post_run_cell"](None)
        await kernel.previewed()

    play(story, clusterer=Locked(3))
