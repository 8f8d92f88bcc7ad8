"""Many points, on a canvas: the same marks, the same picking, the same keyboard."""

import re

import numpy as np
import pytest

from ..page import DOTS

CELL = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer
X, y = make_blobs({n}, 2, centers=5, cluster_std=1.1, random_state=3)
explorer = ClusterExplorer(X, "pckmeans", n_clusters=5, random_state=0)
explorer
"""

# Of the canvas around a place: how many of its pixels differ from its corner's, the ground.
INKED = """([x, y, reach]) => {
  const canvas = document.querySelector('.ssc-canvas'), box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width, at = v => Math.round(v * scale);
  const context = canvas.getContext('2d');
  const side = at(2 * reach), left = at(x - box.x - reach), top = at(y - box.y - reach);
  const { data } = context.getImageData(left, top, side, side);
  const root = getComputedStyle(document.querySelector('.ssc-probe')).backgroundColor;
  const ground = root.match(/\\d+/g).slice(0, 3).map(Number);
  let count = 0;
  for (let k = 0; k < data.length; k += 4)
    if (data[k + 3] && ground.some((value, c) => Math.abs(data[k + c] - value) > 20)) count++;
  return count;
}"""


# The colour of the pixel near a place that is least like the ground.
COLOUR = """([x, y]) => {
  const canvas = document.querySelector('.ssc-canvas'), box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width, at = v => Math.round(v * scale);
  const { data } = canvas.getContext('2d').getImageData(at(x - box.x) - 2, at(y - box.y) - 2, 5, 5);
  const ground = getComputedStyle(document.querySelector('.ssc-probe')).backgroundColor
    .match(/\\d+/g).slice(0, 3).map(Number);
  let best = [0, null];
  for (let k = 0; k < data.length; k += 4) {
    const colour = [data[k], data[k + 1], data[k + 2]];
    const far = data[k + 3] && ground.reduce((sum, v, c) => sum + Math.abs(v - colour[c]), 0);
    if (far > best[0]) best = [far, colour.join()];
  }
  return best[1];
}"""


@pytest.mark.parametrize("n", [3000, 6000, 100_000])
def test_points_are_painted_where_they_are_picked(use_notebook, lab, picture, n):
    page = use_notebook(lab, [CELL.format(n=n)])
    dots = page.dots()
    assert len(dots) == n
    for _, x, y, _ in dots[:: n // 40]:
        assert page.tab.evaluate(INKED, [x, y, 3]) > 2
    box = page.root().locator(".ssc-figure").bounding_box()
    corner = [box["x"] + box["width"] - 40, box["y"] + 20, 2]
    near = [d for d in dots if abs(d[1] - corner[0]) < 12 and abs(d[2] - corner[1]) < 12]
    assert near or page.tab.evaluate(INKED, corner) == 0
    picture(page, f"many-{n}")
    if n == 100_000:
        coloured_and_picked(page, dots)


def coloured_and_picked(page, dots):
    """Points wear the colour of their cluster, and are picked by click and by key."""
    labels, shown = page.kernel()["labels"], {i: (x, y) for i, x, y, _ in dots}
    assert [dot[3] for dot in dots] == labels
    apart = lonely(dots, side=7)
    colours = {}
    for i in apart:
        colours.setdefault(labels[i], set()).add(page.tab.evaluate(COLOUR, list(shown[i])))
    assert len(colours) > 2
    assert all(len(found) == 1 for found in colours.values()), colours
    assert len(set.union(*colours.values())) == len(colours)
    page.tab.mouse.click(*shown[apart[0]])
    page.wait_for_status(f"Point {apart[0]}, cluster {labels[apart[0]] + 1}, selected.")
    page.press("Escape")
    page.press("ArrowRight")
    page.press("Enter")
    told = page.root().get_by_role("status").first
    told.filter(has_text=re.compile(rf"^Point (?!{apart[0]}\b)")).wait_for()
    page.root().locator(".ssc-picked .ssc-ring").wait_for(state="attached")
    row = int(re.match(r"Point (\d+)", page.status())[1])
    xy = np.array([dot[1:3] for dot in dots])
    far = np.hypot(*(xy - xy.mean(axis=0)).T)
    assert far[row] < far.min() + 1, "the way of the keys begins in the middle"


def lonely(dots, count=2, side=14):
    """Points so many pixels from all others, so that a click cannot miss."""
    taken = {}
    for index, x, y, _ in dots:
        taken.setdefault((x // side, y // side), []).append((index, x, y))
    found = []
    for (column, row), (first, *others) in taken.items():
        cells = [(column + a, row + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
        if not others and not any(cell in taken for cell in cells):
            found.append(first[0])
    assert len(found) >= count, "too few points stand apart"
    return found


def test_the_main_job_on_a_canvas(use_notebook, lab, picture):
    page = use_notebook(lab, [CELL.format(n=6000)])
    assert page.root().locator(".ssc-figure path.dot").count() == 0
    i, j = lonely(page.dots())[:2]
    page.click_point(i)
    page.press("m")
    page.click_point(j)
    state = page.wait_for(lambda state: state["must"] == [sorted([i, j])])
    page.wait_for_lines(1)
    page.wait_for_colours(state["labels"])
    names = page.root().locator(".ssc-median text").all_text_contents()
    assert sorted(names) == [f"Cluster {k}" for k in range(1, 6)]
    picture(page, "many-linked")
    page.press("Control+z")
    page.wait_for(lambda state: not state["must"])
    page.press("l")
    chosen = [d[0] for d in page.dots() if d[3] == 0][:50]
    page.lasso(chosen)
    page.wait_for_status("points selected")
    picture(page, "many-lasso")
    page.press("Escape")


def test_the_keyboard_reaches_points_on_a_canvas(use_notebook, lab):
    page = use_notebook(lab, [CELL.format(n=6000)])
    page.root().locator(".ssc-figure").focus()
    for key in ("ArrowRight", "Enter", "c", "ArrowRight", "ArrowRight", "Enter"):
        page.press(key)
    page.wait_for(lambda state: len(state["cannot"]) == 1)


def test_without_bqplots_page_part_the_plot_is_a_plot(use_notebook, lab, picture):
    cell = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
explorer = ClusterExplorer(load_iris().data, n_clusters=3)
explorer.children = explorer.children[:1]
explorer
"""
    page = use_notebook(lab, [cell])
    region = page.root().get_by_role("region", name="Clustering plot")
    region.wait_for()
    assert len(page.dots()) == 150
    i, j = page.apart(2)
    page.click_point(i)
    page.press("c")
    page.click_point(j)
    page.wait_for(lambda state: state["cannot"] == [sorted([i, j])])
    picture(page, "no-bqplot")


APART = f"""root => new Set(({DOTS})(root).map(([, x, y]) => `${{x | 0}} ${{y | 0}}`)).size > 20"""


def test_points_in_one_spot_are_listed_and_spread(use_notebook, lab, picture):
    cell = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
X = np.zeros((40, 2))
X[0] = (1, 1)
explorer = ClusterExplorer(X, "pckmeans", n_clusters=2)
explorer
"""
    page = use_notebook(lab, [cell])
    x, y = page.place(5)
    page.tab.mouse.click(x, y)
    page.tab.mouse.click(x, y, delay=30)
    menu = page.root().get_by_role("menu", name="39 points here")
    menu.wait_for()
    picture(page, "many-spot")
    menu.get_by_role("menuitem").nth(2).click()
    page.wait_for_status("selected")
    page.press("Escape")
    page.button("Spread").click()
    page.root().locator(".ssc-note").filter(has_text="drawn apart").wait_for()
    page.tab.wait_for_function(f"({APART})(document.querySelector('.ssc-root'))")
    page.tab.wait_for_function("() => document.querySelector('[data-ssc-nodes]')")
    spots = {(round(a, 1), round(b, 1)) for _, a, b, _ in page.dots()}
    assert len(page.dots()) == 40
    assert len(spots) > 35
    picture(page, "many-spread")
