"""Names of clusters on the map: each in a place of its own, and a way to the cluster."""

CELL = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
generator = np.random.default_rng(5)
cells = np.stack(np.meshgrid(np.arange(8), np.arange(6)), -1).reshape(-1, 2)
middles = cells + generator.uniform(0.1, 0.9, (48, 2))
X = np.repeat(middles, 110, axis=0) + generator.normal(scale=0.14, size=(5280, 2))
explorer = ClusterExplorer(X, "kmeans", n_clusters=48, random_state=0, projection=X)
for number in range(48):
    explorer.session.clusters.rename(number, f"{number} subjects of requests"[: 12 + number % 12])
explorer.session.clusters.rename(3, "שלום עולם, a mixed name that is long")
explorer
"""

BOXES = """root => [...root.querySelectorAll('.ssc-calls')].map(e => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return [left, top + 2, right, bottom - 2];
})"""


def names(page):
    return page.root().locator(".ssc-calls")


def overlaps(boxes):
    return [
        (a, b)
        for k, a in enumerate(boxes)
        for b in boxes[:k]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


def test_names_stand_apart_and_open_their_clusters(use_notebook, lab, pictures):
    page = use_notebook(lab, [CELL])
    names(page).first.wait_for()
    boxes = page.root().evaluate(BOXES)
    assert 24 < len(boxes) < 48 and overlaps(boxes) == []
    assert page.root().locator(".ssc-median .ssc-pt").count() == 48
    pictures(page, "names")

    left, top, right, bottom = boxes[0]
    page.tab.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.tab.keyboard.down("Control")
    for _ in range(3):
        page.tab.mouse.wheel(0, -100)  # which a name leaves to the plot
    page.tab.keyboard.up("Control")
    page.wait_for_status("of 48 clusters in view")
    near = page.root().evaluate(BOXES)
    assert near and overlaps(near) == []
    page.root().locator(".ssc-figure").focus()
    page.press("0")
    page.wait_for_status("of 48 names fit at this zoom. Zoom in for the rest.")

    called = names(page).first.text_content()
    left, top, right, bottom = page.root().evaluate(BOXES)[0]
    page.tab.mouse.click((left + right) / 2, (top + bottom) / 2)
    page.root().get_by_role("region", name=called).wait_for()
    page.press("Escape")


def test_names_that_are_put_away_stay_away(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    names(page).first.wait_for()
    page.button("Names").click()
    page.wait_for_status("Names are hidden.")
    assert names(page).count() == 0
    page.replace_cells([CELL])
    page.run_all()
    page.wait_until_drawn()
    page.root().locator(".ssc-median").first.wait_for()
    assert names(page).count() == 0
    page.button("Names").click()
    names(page).first.wait_for()
