"""Axes that take time are made beside the kernel's thread: overtaken, cancelled, given up."""

import asyncio
import sys
import threading
import time

import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core import threads
from jupyter_sscluster.widget.features.axes import projector

X = load_iris().data


def in_a_loop(play, X=X, **options):
    async def run():
        explorer = ClusterExplorer(X, n_clusters=3, **options)
        try:
            await play(explorer)
        finally:
            explorer.close()

    asyncio.run(run())


async def until(holds):
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@pytest.fixture
def endless():
    """A projection that goes on until the test ends, and says when it has begun."""
    begun, may_end = threading.Event(), threading.Event()

    def never(rows):
        begun.set()
        may_end.wait(30)
        return rows[:, :2]

    never.begun = begun
    yield never
    may_end.set()


def test_what_never_ends_leaves_the_kernel_free_and_can_be_cancelled(bundle, endless):
    async def play(explorer):
        explorer.projection = endless
        assert explorer.projection is endless
        assert explorer.layer.state["projections"]["making"]["text"] == "Own coordinates …"
        assert explorer.layer.state["axes"]["name"] == "PCA"
        await until(endless.begun.is_set)
        explorer.session.answer(0, 1, "must")
        await until(lambda: explorer.interaction.fitted is not None)
        explorer._receive(explorer.layer, {"type": "cancel"}, [])
        state = explorer.layer.state
        assert state["projections"]["making"] is None
        assert state["status"] == "Cancelled. The axes stay."
        assert explorer.projection == "pca"
        assert len(explorer.constraints.must) == 1

    in_a_loop(play)


def test_a_later_wish_overtakes_one_that_never_ends(bundle, endless):
    async def play(explorer):
        explorer.projection = endless
        await until(endless.begun.is_set)
        explorer.projection = "tsne"
        await until(lambda: explorer.layer.state["axes"]["name"] == "t-SNE")
        assert explorer.layer.state["projections"]["making"] is None
        explorer.projection = "pca"
        assert explorer.layer.state["axes"]["name"] == "PCA"

    in_a_loop(play)


def test_a_cancelled_fit_comes_before_cancelled_axes(bundle, endless, monkeypatch):
    async def play(explorer):
        explorer.projection = endless
        cancelled = []
        monkeypatch.setattr(Session, "cancel", lambda session: not cancelled.append(1))
        explorer._receive(explorer.layer, {"type": "cancel"}, [])
        assert cancelled == [1]
        assert explorer.layer.state["projections"]["making"] is not None

    in_a_loop(play)


def test_what_fails_leaves_the_axes_and_says_why(bundle):
    def fails(rows):
        raise KeyError("sites")

    async def play(explorer):
        heard = []
        explorer.observe(lambda change: heard.append(change.new), "projection")
        explorer.projection = fails
        await until(lambda: explorer.layer.state["error"])
        state = explorer.layer.state
        assert state["error"] == (
            "The axes stay: projection=fails stopped with KeyError: 'sites'; it must turn X into "
            "coordinates of shape (n, 2): correct it and set it again"
        )
        assert state["axes"]["name"] == "PCA"
        assert state["projections"]["making"] is None
        assert explorer.projection == "pca"
        assert heard == [fails, "pca"]

    in_a_loop(play)


def test_a_function_that_exits_leaves_the_axes(bundle):
    async def play(explorer):
        explorer.projection = lambda rows: sys.exit("enough")
        await until(lambda: explorer.layer.state["error"])
        state = explorer.layer.state
        assert "SystemExit: enough" in state["error"]
        assert state["projections"]["making"] is None
        assert explorer.projection == "pca"

    in_a_loop(play)


def test_threads_that_were_given_up_are_few(bundle, endless):
    async def play(explorer):
        for _ in range(threads.MOST):
            endless.begun.clear()
            explorer.projection = lambda rows: endless(rows)
            await until(endless.begun.is_set)
        with pytest.raises(InputError, match="3 cancelled projections are still running"):
            explorer.projection = "tsne"
        assert explorer.projection == "pca"
        assert explorer.layer.state["projections"]["making"] is None
        explorer.projection = (0, 1)
        assert explorer.layer.state["axes"]["titles"] == ["Feature 0", "Feature 1"]

    in_a_loop(play)


def test_a_cancelled_tsne_ends_unused(bundle):
    async def play(explorer):
        explorer.projection = "tsne"
        explorer._receive(explorer.layer, {"type": "cancel"}, [])
        assert explorer.layer.state["status"] == "Cancelled. The axes stay."
        running = [each for each in threading.enumerate() if each.name == "ssc-axes"]
        await until(lambda: not any(each.is_alive() for each in running))
        assert explorer.projection == "pca"
        assert explorer.layer.state["projections"]["making"] is None

    in_a_loop(play)


def test_axes_changed_faster_than_they_are_measured_are_measured_last(bundle, monkeypatch):
    measured, may_go_on = [], threading.Event()

    def slow(rows, xy, n_neighbours):
        may_go_on.wait(30)
        measured.append(xy[1].tolist())
        return 0.25

    monkeypatch.setattr(projector, "neighbours_kept", slow)

    async def play(explorer):
        columns = [(0, k % 3 + 1) for k in range(7)]
        for pair in columns:
            explorer.projection = pair
            assert explorer.projection == tuple(f"Feature {k}" for k in pair)
        explorer._receive(
            explorer.layer, {"type": "axes", "name": "features", "columns": [1, 2]}, []
        )
        assert not explorer.layer.state["error"]
        may_go_on.set()
        await until(lambda: explorer.layer.state["axes"]["note"])
        assert "only 25 %" in explorer.layer.state["axes"]["note"]
        assert X[1, 1:3].tolist() in measured
        assert X[1, [0, 3]].tolist() not in measured

    in_a_loop(play)


def test_what_takes_time_at_the_start_follows_the_first_picture(bundle):
    async def play(explorer):
        assert explorer.layer.state["axes"]["name"] == "PCA"
        assert explorer.projection == "tsne"
        await until(lambda: explorer.layer.state["axes"]["name"] == "t-SNE")

    in_a_loop(play, projection="tsne")
