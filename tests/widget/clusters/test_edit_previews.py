"""What a verb would do is worked out beside the kernel's thread; the last that is asked is told."""

import asyncio
import threading
import time

import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.features.clusters.worker import EditPreviewWorker

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


def ask(explorer, **what):
    explorer._receive(explorer.layer, {"type": "plan", **what}, [])


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


def test_what_cannot_be_worked_out_any_more_is_silent_and_a_fault_is_not():
    told = []

    def refused():
        raise InputError("no cluster is called that")

    EditPreviewWorker().ask(refused, told.append)
    assert told == []
    with pytest.raises(ZeroDivisionError):
        EditPreviewWorker().ask(lambda: 1 // 0, told.append)
