"""Names from right to left, with markup, of emoji, of 5,000 letters: of points and of clusters."""

import pytest

from ..clusters.card import entry
from ..pictures import HIDE_LAB, faults

LONG = "long " * 999 + "tail"
ARABIC = "لوحة القيادة الرئيسية"
MARKUP = "<img src=x onerror=alert(1)> & <b>bold</b>"
NAMES = [ARABIC, MARKUP, "🦜🌵👩‍👩‍👧", "x" * 5000]

CELL = f"""
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
names = {NAMES!r} + [f"row {{i}}" for i in range(4, 150)]
explorer = ClusterExplorer(load_iris().data, "pckmeans", n_clusters=4, names=names)
for i, j in [(0, 1), (2, 3)]:
    explorer.session.answer(i, j, "must")
for cluster, name in enumerate(["שלום עולם", "<i>two</i> 🌵", {LONG!r}]):
    explorer.session.clusters.rename(cluster, name)
explorer.session.wait()
explorer
"""

# What reaches beyond the widget, and is not cut by something around it.
BEYOND = """root => {
  const around = root.getBoundingClientRect();
  const clips = e => e && e !== root &&
    (getComputedStyle(e).overflowX !== 'visible' || clips(e.parentElement));
  return [...root.querySelectorAll('*')].filter(e => {
    const { left, right, width } = e.getBoundingClientRect();
    return width && (left < around.left - 1 || right > around.right + 1) && !clips(e.parentElement);
  }).map(e => e.outerHTML.slice(0, 120));
}"""

# Elements that a name would have made, were it read as markup.
MADE_BY_NAMES = "root => root.querySelectorAll('img[src=x], b b, .ssc-called *').length"


def sound(page, height):
    page.settle()
    assert page.root().evaluate(BEYOND) == []
    assert page.root().evaluate(MADE_BY_NAMES) == 0
    assert page.root().bounding_box()["height"] == height


@pytest.mark.parametrize("width", [1400, 760])
def test_hard_names_are_text_and_leave_everything_in_its_place(use_notebook, lab, width):
    page = use_notebook(lab, [CELL], width=width, height=1300)
    page.tab.evaluate(HIDE_LAB)
    page.settle()
    height = page.root().bounding_box()["height"]
    sound(page, height)
    if width > 1000:  # else the names do not fit above the plot, and one button opens their list
        hebrew = entry(page, "שלום עולם").locator(".ssc-called")
        assert hebrew.evaluate("e => getComputedStyle(e).direction") == "rtl"
        assert entry(page, "<i>two</i> 🌵").is_visible()
    for row, told in enumerate([*NAMES[:3], "x" * 20]):
        page.tab.mouse.move(*page.place(row))
        tip = page.root().get_by_role("tooltip")
        tip.get_by_text(told).first.wait_for()
        box, around = tip.bounding_box(), page.root().bounding_box()
        assert box["x"] >= around["x"] - 1
        assert box["x"] + box["width"] <= around["x"] + around["width"] + 1
    page.click_point(3)
    page.wait_for_status("xxx")
    page.press("m")
    sound(page, page.root().bounding_box()["height"])
    page.press("Escape")
    page.press("Escape")
    faults(page)
