"""Whatever is done on the page, in any order: session, views and files agree, nothing grows.

`make test` does a few actions; `make soak` does 2,000, or ACTIONS=…, and measures memory. Both
views stand in one cell: JupyterLab makes the toolbar of a cell anew each time the focus comes to
it, and keeps the old ones, 3 MB in fifty actions.
"""

import json
import os

import numpy as np

from .monkey import Monkey

EVERY = 50
WHERE = ("kernel", "page")

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
explorer = ClusterExplorer(iris.data, n_clusters=3, y_true=iris.target, path="soak.jsonl")
display(explorer)
display(explorer)
"""

REST = """
[worker.pause() for worker in explorer.event_loop.workers]
explorer.session.wait(60)
"""

HELD = """
import gc, json, os, tempfile
import psutil
from jupyter_sscluster import Session
from jupyter_sscluster.session import engine_of
s = explorer.session
s.wait(60)
if not engine_of(s).ledger.fitted:  # Escape may have cancelled its fit, which a file makes anew
    s.fit()
    s.wait(60)
folder = tempfile.mkdtemp()
s.save(folder + "/kept.json")
again = Session.load(folder + "/kept.json", iris.data)
again.wait(60)
gc.collect()
print(json.dumps(dict(
    labels=s.labels.tolist(), loaded=again.labels.tolist(),
    answers=[[a.number, a.i, a.j, a.kind, a.soft] for a in s.answers],
    loaded_answers=[[a.number, a.i, a.j, a.kind, a.soft] for a in again.answers],
    n_clusters=int(s.n_clusters), question=list(map(int, s.question.pair)) if s.question else None,
    memory=psutil.Process().memory_info().rss)))
again.close()
"""

# Which actions are unfolded is each view's own.
FOLD = """root => {
  for (let n = 0; n < 99; n++) root.querySelector('.ssc-actionbtn[aria-expanded=true]')?.click();
}"""

SHOWN = """root => ({
  past: root.hasAttribute('data-ssc-past'),
  off: root.hasAttribute('data-ssc-off'),
  table: [...root.querySelectorAll('table[aria-label="Constraints"] tr')]
    .map(row => [...row.children].map(cell => cell.textContent).join(' ')).join('; '),
})"""


def at_rest(page, views: int) -> None:
    """Everything is put away, and what was under way has ended."""
    page.python(REST)
    for view in range(views):
        for _ in range(8):
            page.root(view).locator(".ssc-figure").first.focus()
            page.press("Escape")
        back = page.root(view).get_by_role("button", name="Back to now")
        if back.count() and back.first.is_visible():
            back.first.click()
        page.press("0")
        page.root(view).evaluate(FOLD)
    page.python(REST)
    page.settle()


def agree(page, views: int, monkey: Monkey) -> dict:
    """The session, its file and each view hold the same, whatever the last actions were."""
    at_rest(page, views)
    did = "\n".join(monkey.did[-EVERY:])
    held = json.loads(page.python(HELD))
    assert held["labels"] == held["loaded"], did
    assert held["answers"] == held["loaded_answers"], did
    shown = [page.root(view).evaluate(SHOWN) for view in range(views)]
    for view in range(views):
        page.wait_for_colours(held["labels"], view)
        assert not shown[view]["off"], did
        assert not shown[view]["past"], did
    assert len({one["table"] for one in shown}) == 1, did
    assert page.log.errors == [], did
    return held


def heap(page) -> float:
    client = page.tab.context.new_cdp_session(page.tab)
    client.send("HeapProfiler.enable")
    client.send("HeapProfiler.collectGarbage")
    return client.send("Runtime.getHeapUsage")["usedSize"] / 2**20


def test_whatever_is_done_everything_agrees(open_notebook, lab, record_property):
    number = int(os.environ.get("SSCLUSTER_ACTIONS", "50"))
    page = open_notebook(lab, [CELL], height=1800)
    page.wait_until_drawn(2)
    monkey = Monkey(page, int(os.environ.get("SSCLUSTER_SEED", "0")), 2)
    sizes = []
    for step in range(1, number + 1):
        monkey.act()
        if step % EVERY == 0 or step == number:
            held = agree(page, 2, monkey)
            sizes.append((held["memory"] / 2**20, heap(page)))
    if number < 20 * EVERY:
        return
    # warm after a quarter; single figures sway with what is on the screen just then
    warm, last = (np.mean(part, axis=0) for part in (sizes[number // EVERY // 4 :][:5], sizes[-5:]))
    told = [f"{name} {a:.0f} → {b:.0f} MB" for name, a, b in zip(WHERE, warm, last, strict=True)]
    record_property("measured", f"{number} actions: {', '.join(told)}")
    assert (last <= 1.1 * warm).all(), told
