"""What an answer would move, shown before it is given; and the next question in the same frame."""

import json
import os
import re

import numpy as np
import pytest

from ..pictures import HIDE_LAB, WIDE

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
rows = iris.data.rename(columns=lambda name: name.removesuffix(" (cm)"))
explorer = ClusterExplorer(rows, n_clusters=3)
session = explorer.session
"""

ASKED = """
for _ in range(60):
    [query] = session.propose()
    if session.preview("must").moved > 1:
        break
    kind = "must" if len(set(iris.target[list(query.pair)])) == 1 else "cannot"
    session.answer(*query.pair, kind, source="question")
    session.wait()
explorer
"""

MANY = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer
X, y = make_blobs({n}, 10, centers=5, cluster_std=4.0, random_state=0)
explorer = ClusterExplorer(X, "{clusterer}", n_clusters=5)
session = explorer.session
session.wait()
session.propose()
explorer
"""

OUTCOMES = """import json as _json
_s = explorer.session
print(_json.dumps({kind: dict(
    moved=_s.preview(kind).moved_points.tolist(),
    labels=_s.preview(kind).labels[_s.preview(kind).moved_points].tolist(),
    next=[int(row) for row in _s.preview(kind).next_question.pair],
) for kind in ("must", "cannot", "unknown")}))"""

DONE = """
print(next(worker.done for worker in explorer.event_loop.workers if hasattr(worker, "done")))
"""

SHOWN = """import json as _json
explorer.session.wait(20)
print(_json.dumps(explorer.session.history.current_fit.moved_points.tolist()))"""

MARKED = """root => [...root.querySelectorAll('path.dot[data-keep]')]
  .map(dot => Number(dot.dataset.index)).sort((a, b) => a - b)"""

TARGETS = """root => Object.fromEntries([...root.querySelectorAll('.ssc-target-outline')]
  .map(path => [path.dataset.to, path.getAttribute('d').split('M').length - 1]))"""

# What stands in the card in the very turn in which the key is pressed; when it is on the screen,
# and when the kernel has said so.
PRESSED = """([root, key]) => {
  const answers = root.querySelector('.ssc-ans'), status = root.querySelector('[role=status]');
  answers.focus();
  const head = root.querySelector('.ssc-question .ssc-title').textContent;
  const number = Number(head.replace('Question', ''));
  const begun = performance.now(), spent = () => performance.now() - begun;
  answers.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const title = root.querySelector('.ssc-qtitle').textContent;
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const asked = async () => {
    while (!status.textContent.includes(`Question ${number + 1}`)) await frame();
    return spent();
  };
  return frame().then(spent).then(async shown => [title, shown, await asked()]);
}"""

# What stands in the card in the very moment in which a key is pressed.
READ = """(root, key) => {
  const title = root.querySelector('.ssc-qtitle').textContent;
  root.querySelector('.ssc-ans').dispatchEvent(
    new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return title;
}"""


def answer_button(page, name):
    """The button of an answer, whose name says too what the answer would move."""
    return page.root().get_by_role("button", name=re.compile(f"^{name}"))


def told(page):
    """What the kernel says of the answers, once the page has heard it."""
    outcomes = json.loads(page.python(OUTCOMES))
    for _ in range(400):
        if page.python(DONE).strip() == "True":
            break
        page.tab.wait_for_timeout(25)
    page.root().locator(".ssc-effect").nth(2).get_by_text("nothing moves").wait_for()
    page.settle()
    return outcomes


def effect(moved):
    return {0: "nothing moves", 1: "1 point moves"}.get(moved, f"{moved} points move")


def pair(page):
    return page.kernel()["question"]


def test_an_answer_is_seen_before_it_is_given(use_notebook, server):
    page = use_notebook(server, [CELL + ASKED])
    root, outcomes, asked = page.root(), told(page), pair(page)
    for kind, name in (
        ("must", "Same cluster"),
        ("cannot", "Different clusters"),
        ("unknown", "Don't know"),
    ):
        text = effect(len(outcomes[kind]["moved"]))
        answer_button(page, name).get_by_text(text, exact=True).wait_for()

    moved = outcomes["must"]["moved"]
    answer_button(page, "Same cluster").hover()
    note = root.locator(".ssc-note")
    note.get_by_text(effect(len(moved))).wait_for()
    assert root.evaluate(MARKED) == sorted({*moved, *asked})
    labels, counts = np.unique(outcomes["must"]["labels"], return_counts=True)
    assert root.evaluate(TARGETS) == dict(zip(map(str, labels), counts.tolist(), strict=True))
    assert page.status().startswith(f"Same cluster would move {len(moved)} points")
    page.tab.mouse.move(2, 2)
    note.wait_for(state="hidden")
    assert root.evaluate(MARKED) == []

    root.locator(".ssc-ans").first.focus()
    page.press("Tab")
    note.get_by_text(effect(len(moved))).wait_for()
    page.press("Escape")
    note.wait_for(state="hidden")
    assert pair(page) == asked

    title, *_ = root.evaluate(f"root => ({PRESSED})([root, 'm'])")
    first, second = outcomes["must"]["next"]
    assert title == f"Do {first} and {second} belong together?"
    page.wait_for_status("Question")
    assert pair(page) == [first, second]
    assert json.loads(page.python(SHOWN)) == moved
    assert root.locator(".ssc-qtitle").first.inner_text() == title


def test_answers_faster_than_fits_go_to_the_questions_that_were_read(use_notebook, lab):
    page = use_notebook(lab, [CELL + ASKED])
    told(page)
    root = page.root()
    root.locator(".ssc-ans").first.focus()
    before, read, pressed = page.kernel()["answers"], [], 0
    while pressed < 20 or (len(read) < 6 and pressed < 200):
        title = root.evaluate(READ, "mcs"[pressed % 3])
        read.append(title) if title not in read else None
        page.tab.wait_for_timeout(100)
        pressed += 1
    page.settle()  # the status may speak of too few clusters, by how the answers fall
    given = json.loads(
        page.python(f"print([[int(a.i), int(a.j)] for a in explorer.session.answers[{before}:]])")
    )
    assert len(given) >= 5
    titles = [f"Do {i} and {j} belong together?" for i, j in given]
    assert titles == read[: len(titles)]


def test_undo_while_it_counts_and_another_view(use_notebook, lab):
    page = use_notebook(lab, [CELL + ASKED, "explorer"])
    page.wait_until_drawn(2)
    told(page)
    asked = pair(page)
    first, second = page.root(0), page.root(1)
    second.locator(".ssc-effect").filter(has_text="move").first.wait_for()
    first.locator(".ssc-ans").first.focus()
    page.press("m")
    page.press("Control+z")
    page.wait_for(lambda state: state["question"] == asked)
    told(page)
    texts = [view.locator(".ssc-effect").all_inner_texts() for view in (first, second)]
    assert texts[0] == texts[1]
    assert "…" not in texts[0] and "" not in texts[0]


@pytest.mark.parametrize("n", [2000, 20_000])
def test_a_canvas_shows_what_would_move(use_notebook, lab, n):
    page = use_notebook(lab, [MANY.format(n=n, clusterer="pckmeans")])
    root, outcomes = page.root(), told(page)
    painted = "root => Number(root.querySelector('.ssc-canvas').dataset.painted)"
    page.tab.mouse.move(2, 2)
    before = root.evaluate(painted)
    kind, name = max(
        (("must", "Same cluster"), ("cannot", "Different clusters")),
        key=lambda each: len(outcomes[each[0]]["moved"]),
    )
    answer_button(page, name).hover()
    root.locator(".ssc-note").get_by_text(effect(len(outcomes[kind]["moved"]))).wait_for()
    if outcomes[kind]["moved"]:
        page.tab.wait_for_function(f"before => ({painted})(document) > before", arg=before)


def test_pictures_of_what_an_answer_would_move(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL + ASKED], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    told(page)
    page.root().locator(".ssc-ans").first.focus()
    page.press("Tab")
    page.root().locator(".ssc-note").get_by_text("If same cluster").wait_for()
    pictures(page, "preview")


@pytest.mark.skipif("SSCLUSTER_MEASURE" not in os.environ, reason="measured on request")
@pytest.mark.parametrize("clusterer", ["adaptivepckmeans", "pckmeans"])
def test_from_key_to_next_question(open_notebook, lab, record_property, clusterer):
    page = open_notebook(lab, [MANY.format(n=2000, clusterer=clusterer)])
    spent = []
    for k in range(30):
        told(page)
        spent.append(page.root().evaluate(f"root => ({PRESSED})([root, '{'mc'[k % 2]}'])")[1:])
    shown, asked = zip(*spent, strict=True)
    record_property(
        "measured",
        f"key to next question, {clusterer}, n = 2000: on the screen median {np.median(shown):.0f} "
        f"ms, p95 {np.percentile(shown, 95):.0f} ms; asked by the kernel median "
        f"{np.median(asked):.0f} ms, p95 {np.percentile(asked, 95):.0f} ms",
    )
