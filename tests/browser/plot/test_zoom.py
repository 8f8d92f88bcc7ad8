"""The view of the plot: zoomed, moved, fitted, in the browser alone, by either painter."""

import pytest

from ..page import IRIS
from .zoom import NEAR, at_rest, places

SENT = """() => {
  window.sent = [];
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  kernel.anyMessage.connect((_, { direction, msg }) => {
    if (direction === 'send') window.sent.push(msg.header.msg_type);
  });
}"""


PAINTERS = pytest.mark.parametrize(
    "limits", [(1000, 5000), (10, 5000), (10, 20)], ids=["nodes", "marks", "squares"]
)


def centre(page, view=0):
    box = page.root(view).locator(".ssc-figure").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@PAINTERS
def test_the_wheel_zooms_at_the_pointer_and_tells_the_kernel_nothing(use_notebook, lab, limits):
    page = use_notebook(lab, [NEAR.format(limits=limits)])
    before = places(page)
    x, y = centre(page)
    page.tab.mouse.move(x, y)
    page.tab.wait_for_timeout(300)  # what hovers there is described
    page.settle()
    page.tab.evaluate(SENT)
    page.tab.keyboard.down("Control")
    page.tab.evaluate("turned = 0; addEventListener('wheel', (e) => { turned -= e.deltaY; }, true)")
    for _ in range(4):
        page.tab.mouse.wheel(0, -100)
    page.tab.wait_for_function("turned >= 400")  # a busy browser takes several turns as one
    page.tab.keyboard.up("Control")
    page.tab.evaluate(
        "() => new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))"
    )
    after = places(page)
    page.wait_for_status(f"{len(after)} of 150 points in view")
    assert len(after) < 150
    factor = 2 ** (4 * 100 * 0.003)
    for i, (px, py) in after.items():
        bx, by = before[i]
        assert px - x == pytest.approx(factor * (bx - x), abs=4)
        assert py - y == pytest.approx(factor * (by - y), abs=4)
    ticks = page.root().locator(".ssc-ticks text").all_text_contents()
    assert len(ticks) > 4
    assert "-" not in "".join(ticks)
    page.root().locator(".ssc-figure").focus()
    page.press("0")
    page.root().locator("[aria-label='Zoom out'][aria-disabled]").wait_for()
    page.tab.wait_for_function("() => !document.querySelector('[data-ssc-closer]')")
    for i, (px, py) in places(page).items():
        assert (px, py) == pytest.approx(before[i], abs=1)
    assert page.tab.evaluate("window.sent") == []


@PAINTERS
def test_a_link_is_made_while_zoomed_and_the_view_stays(use_notebook, lab, limits):
    page = use_notebook(lab, [NEAR.format(limits=limits)])
    page.root().locator(".ssc-figure").focus()
    for _ in range(3):
        page.press("+")
    at_rest(page)
    seen = places(page)
    i, j = page.apart(2)
    page.click_point(i)
    page.press("c")
    page.click_point(j)
    page.wait_for(lambda state: state["cannot"] == [sorted([i, j])])
    page.settle()
    after = places(page)
    assert after == {k: pytest.approx(place, abs=1.6) for k, place in seen.items()}
    page.press("Control+z")
    page.wait_for(lambda state: not state["cannot"])
    assert places(page).keys() == seen.keys()


def test_a_drag_moves_and_picks_nothing(use_notebook, lab, picture):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.root().get_by_role("button", name="Zoom in").click()
    text = at_rest(page)
    before = places(page)
    x, y = centre(page)
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 60, y + 25, steps=5)
    page.tab.mouse.up()
    page.tab.wait_for_function("() => document.querySelector('[data-ssc-nodes]')")
    after = places(page)
    both = before.keys() & after.keys()
    assert len(both) > 20
    for i in both:
        assert after[i] == pytest.approx((before[i][0] + 60, before[i][1] + 25), abs=0.5)
    assert page.kernel()["answers"] == 0
    assert "selected" not in page.status()
    assert text
    picture(page, "zoom-in")


def test_a_wheel_that_scrolls_the_page_says_how_to_zoom(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    page.tab.mouse.move(*centre(page))
    before = places(page)
    page.tab.mouse.wheel(0, -40)
    note = page.root().locator(".ssc-note")
    note.filter(has_text="wheel zooms").wait_for()
    after = places(page)  # the page may have scrolled, and the plot with it
    scrolled = after[0][1] - before[0][1]
    for i, (x, y) in after.items():
        assert (x, y - scrolled) == pytest.approx(before[i], abs=0.1)
    note.wait_for(state="hidden", timeout=6000)


def test_a_question_out_of_view_is_brought_in(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more="")])
    x, y = centre(page)
    page.tab.mouse.move(x + 150, y - 120)
    page.tab.keyboard.down("Control")
    for _ in range(14):
        page.tab.mouse.wheel(0, -100)
    page.tab.keyboard.up("Control")
    at_rest(page)
    page.button("Next question").click()
    question = page.wait_for(lambda state: state["question"])["question"]
    page.wait_for_status("Moved the view to question")
    page.tab.wait_for_function("() => document.querySelector('[data-ssc-nodes]')")
    assert set(question) <= places(page).keys()


def test_two_views_zoom_apart(use_notebook, lab):
    page = use_notebook(lab, [IRIS.format(more=""), "explorer"])
    page.wait_until_drawn(2)
    before = places(page, 1)
    page.root(0).get_by_role("button", name="Zoom in").click()
    at_rest(page)
    assert len(places(page, 0)) < 150
    assert places(page, 1) == before


def test_an_outlier_can_be_left_out(use_notebook, lab, picture):
    cell = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
X = np.random.default_rng(0).normal(size=(300, 2))
X[7] = (900, 3)
explorer = ClusterExplorer(X, n_clusters=2)
explorer
"""
    page = use_notebook(lab, [cell])
    xs = [x for i, x, _, _ in page.dots() if i != 7]
    assert max(xs) - min(xs) < 30
    page.button("Dismiss").click()  # what is said of scales may lie over the buttons until then
    page.root().get_by_role("button", name="Show without outliers").click()
    at_rest(page)
    xs = [x for _, x, _, _ in page.dots()]
    assert len(xs) == 299
    assert max(xs) - min(xs) > 400
    picture(page, "zoom-outlier")


WATCH = """() => {
  window.redrawn = 0;
  const root = document.querySelector('.ssc-root');
  new MutationObserver(found => { if (root.dataset.watched) window.redrawn += found.length; })
    .observe(root.querySelector('.ssc-figure'),
             {subtree: true, attributes: true, childList: true});
}"""

TURN = """async ([x, y, steps]) => {
  const root = document.querySelector('.ssc-root');
  const figure = root.querySelector('.ssc-figure');
  root.dataset.watched = 'yes';
  const frames = [];
  let last = performance.now();
  for (let k = 0; k < steps; k++) {
    const deltaY = k < steps / 2 ? -20 : 20;
    figure.dispatchEvent(new WheelEvent('wheel', {deltaY, ctrlKey: false, metaKey: true,
      clientX: x, clientY: y, bubbles: true, composed: true, cancelable: true}));
    await new Promise(done => requestAnimationFrame(done));
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  delete root.dataset.watched;
  return frames.slice(2);
}"""


def test_motion_redraws_no_nodes(use_notebook, lab):
    cell = IRIS.replace("iris.data", "np.vstack([iris.data] * 6)").replace(
        "from jup", "import numpy as np\nfrom jup", 1
    )
    page = use_notebook(lab, [cell.format(more="")])
    page.tab.evaluate(WATCH)
    page.tab.evaluate(TURN, [*centre(page), 20])
    assert page.tab.evaluate("window.redrawn") == 0
    page.tab.wait_for_function("() => document.querySelector('[data-ssc-nodes]')")


FRAMES = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
X = np.random.default_rng(0).normal(size=({n}, 2))
explorer = ClusterExplorer(X, "kmeans", n_clusters=5)
explorer
"""


@pytest.mark.parametrize("n", [2000, 5000, 20000, 100000])
def test_frames_while_the_wheel_turns(use_notebook, lab, record_property, n):
    page = use_notebook(lab, [FRAMES.format(n=n)])
    frames = sorted(page.tab.evaluate(TURN, [*centre(page), 60]))
    median, late = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    record_property("measured", f"zoom, n = {n}: frame {median:.1f} ms, p95 {late:.1f} ms")
    assert median < 200
