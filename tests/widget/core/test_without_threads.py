"""The widget where no thread can be started: its loop does one thing after the other."""

import asyncio
import threading
import time
import warnings

import numpy as np
import pytest
from fake_page import Page
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.widget.core import background_diagnostics as findings
from jupyter_sscluster.widget.core.row_content.lazy import Lazy
from jupyter_sscluster.widget.core.threads import BackgroundTask, OwnerThread

IRIS = load_iris()
FLOWERS, KINDS = IRIS.data[::3], IRIS.target[::3]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(findings, "REST", 0.01)


async def until(page, holds, seconds=8.0):
    end = time.monotonic() + seconds
    while not holds(page.state):
        assert time.monotonic() < end, page.state
        await asyncio.sleep(0)
    return page.state


def settled(state):
    return state["fit"] is None and not state["asking"]


def shows_its_labels(explorer):
    return explorer.layer.labels == explorer.labels.astype(np.uint8).tobytes()


async def main_job(page):
    """What a person does: link, be asked, answer, look around, have true labels answer, undo."""
    page.send("link", i=20, j=40, kind="cannot")
    await until(page, settled)
    page.send("suggest")
    question = (await until(page, lambda s: s["question"]))["question"]
    kind = "must" if KINDS[question["i"]] == KINDS[question["j"]] else "cannot"
    page.answer(question, kind)
    asked = [question["number"], None]
    await until(page, lambda s: (s["question"] or {}).get("number") not in asked and settled(s))
    page.send("axes", name="tsne")
    await until(page, lambda s: not s["projections"]["making"] and settled(s))
    assert page.explorer.projection == "tsne"
    page.send("compare", verb="open")
    await until(page, lambda s: s["compared"] and s["compared"]["found"])
    page.send("compare", verb="leave")
    page.send("steps", fresh=False)
    await until(page, lambda s: any(r["type"] == "steps" and not r["making"] for r in page.sent))
    page.send("oracle_goal", value=3)
    page.send("oracle_speed", value="max")
    page.send("oracle_play")
    await until(page, lambda s: len(page.explorer.session.answers) == 5)
    await until(page, settled)
    page.send("undo")
    await until(page, lambda s: settled(s) and shows_its_labels(page.explorer))


@pytest.mark.parametrize("looped", [True, False], ids=["a kernel", "a script"])
def test_the_main_job_goes_to_its_end(bundle, no_threads, tmp_path, looped):
    before = set(threading.enumerate())

    async def play():
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            explorer = opened()
        assert [str(each.message)[:11] for each in said] == ["the journal"], "one notice"
        page = Page(explorer)
        await main_job(page)
        return page

    def opened():
        return ClusterExplorer(
            FLOWERS,
            n_clusters=3,
            y_true=KINDS,
            path=tmp_path / "answers.jsonl",
            tooltip=lambda row: f"flower {row}",
        )

    if looped:
        page = asyncio.run(play())
    else:
        page = script(play)
    explorer = page.explorer
    assert [answer.source for answer in explorer.session.answers] == ["user", "question"]
    assert page.faults == []
    assert shows_its_labels(explorer)
    assert not [reply for reply in page.sent if reply["type"] in ("pair_preview", "next")]
    explorer.close()
    assert set(threading.enumerate()) <= before, "those of tests before may have ended meanwhile"


def script(play):
    """Run a coroutine where no event loop runs: what it waits for has happened by then."""
    playing = play()
    try:
        while True:
            playing.send(None)
    except StopIteration as end:
        return end.value


def test_the_outlook_and_the_doubts_are_found_in_turn(bundle, no_threads):
    async def play():
        explorer = ClusterExplorer(FLOWERS, n_clusters=3)
        page = Page(explorer)
        page.send("link", i=20, j=40, kind="cannot")
        moment = findings.moment_of
        await until(
            page, lambda s: explorer.interaction.findings.expected_at == moment(explorer.session)
        )
        assert explorer.interaction.findings.outlook == explorer.session.stopping.expected_changes
        explorer.close()

    asyncio.run(play())


def test_the_loop_is_free_between_two_pieces_of_work(no_threads):
    order = []

    async def play():
        worker = BackgroundTask(OwnerThread(), "ssc-test")
        worker.run(lambda: "work", order.append)
        order.append("caller")
        await asyncio.sleep(0.01)
        worker.run(lambda: "never", order.append)
        worker.close()
        await asyncio.sleep(0.01)

    asyncio.run(play())
    assert order == ["caller", "work"]


def test_a_tooltip_is_made_when_it_is_looked_at(no_threads):
    called = []

    async def play():
        lazy = Lazy(lambda row: called.append(row) or row, OwnerThread(), print)
        lazy.want([1, 2, 3])
        assert called == []
        assert lazy.get(2, patience=5.0).value == 2
        assert lazy.get(2).value == 2
        await asyncio.sleep(0.01)
        assert called == [2]

    asyncio.run(play())
