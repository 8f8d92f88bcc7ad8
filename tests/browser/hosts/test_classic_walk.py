"""One walk through Notebook 7: what the other tests try in JupyterLab, a step of each kind."""

import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.projections.principal_components import pca

from ..axes.menu import X, choose, stand_at
from ..clusters.card import CELL, of, session, take, wait_for
from ..constraints.links import TWELVE, switched
from ..export.files import downloaded, opened
from ..plot.zoom import places
from ..selection.selected import ringed, selection

PAGE = {"width": 1400, "height": 1000}

PAINTED = f"""
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.widget.core.figure import Plot
Plot.SVG_LIMIT, Plot.MARKS_LIMIT = 10, 20
texts = [f"what is written about row {{i}}" for i in range(150)]
explorer = ClusterExplorer(load_iris(as_frame=True).data, "pckmeans", n_clusters=3, tooltip=texts)
Plot.SVG_LIMIT, Plot.MARKS_LIMIT = 1000, 5000
{TWELVE}
explorer.session.wait()
explorer
"""


def test_a_walk_from_zoom_to_files(use_notebook, classic, tmp_path):
    page = use_notebook(classic, [CELL], **PAGE)
    page.tab.mouse.move(*page.place(60))
    page.root().get_by_role("tooltip").get_by_text("Point 60 ·").wait_for()
    page.root().locator(".ssc-figure").focus()
    whole = places(page)
    page.press("+")
    page.press("+")
    page.tab.wait_for_selector(".ssc-root[data-ssc-nodes]")
    page.wait_for_status("points in view")
    page.press("0")
    page.root().locator("[aria-label='Zoom out'][aria-disabled]").wait_for()
    page.tab.wait_for_function("() => !document.querySelector('[data-ssc-closer]')")
    assert places(page) == {i: pytest.approx(at, abs=1) for i, at in whole.items()}
    other_axes(page)
    begun = a_name_a_merge_a_split(page)
    files(page, begun, tmp_path)
    page.press("Escape")
    page.press("/")
    page.root().get_by_role("combobox", name="Search in names").fill("140")
    page.root().get_by_role("option", name="140").wait_for()
    page.press("ArrowDown")
    page.press("Enter")
    page.wait_for_status("Point 140")
    assert page.cell_types() == ["code"]


def other_axes(page):
    choose(page, "Two features")
    page.wait_for_status("Axes: Two features.")
    stand_at(page, X[:, [0, 1]])
    choose(page, "PCA")
    stand_at(page, pca(X).xy)


def a_name_a_merge_a_split(page):
    """Each verb by mouse or key, and taken back; the session is as it was, but for the name."""
    name, label = take(page, 0)
    page.press("F2")
    page.tab.keyboard.type("Setosa")
    page.press("Enter")
    begun = wait_for(page, lambda s: s["names"][label] == "Setosa")
    page.press("Escape")
    name, _ = take(page, 50)
    partner, _ = of(page, 60)
    if partner == name:
        partner, _ = of(page, 110)
    page.button("Merge with…").click()
    menu = page.root().get_by_role("menu", name="Merge with")
    menu.get_by_role("menuitem", name=partner).click()
    merged = wait_for(page, lambda s: s["k"] == 3)
    page.wait_for_colours(merged["labels"])
    page.press("Control+z")
    assert wait_for(page, lambda s: s["k"] == 4) == begun
    page.press("Escape")
    take(page, 0)
    page.button("Split…").focus()
    page.press("Enter")
    page.wait_for_status("into two would add")
    page.press("Enter")
    split = wait_for(page, lambda s: s["k"] == 5)
    page.wait_for_colours(split["labels"])
    page.press("Control+z")
    assert wait_for(page, lambda s: s["k"] == 4) == begun
    return begun


def files(page, begun, folder):
    popover = opened(page)
    back = Constraints.from_csv(downloaded(page, popover, "Constraints, CSV", folder))
    kinds = [("must", back.must), ("cannot", back.cannot)]
    read = sorted([*pair, kind] for kind, pairs in kinds for pair in pairs.tolist())
    assert read == sorted(session(page)["links"]) == sorted(begun["links"])
    replay = downloaded(page, popover, "Replay page, HTML", folder)
    assert "<script src" not in replay.read_text("utf-8")
    popover.get_by_role("textbox", name="Python code").wait_for()


def test_a_canvas_with_contents_links_and_a_selection_both_ways(use_notebook, classic):
    page = use_notebook(classic, [PAINTED], **PAGE)
    assert page.root().locator(".ssc-figure path.dot").count() == 0
    page.wait_for_colours(page.kernel()["labels"])
    switched(page)
    index = page.apart(1)[0]
    page.tab.mouse.move(*page.place(index))
    page.root().get_by_role("tooltip").get_by_text(f"written about row {index}").wait_for()
    page.root().get_by_role("radio", name="Lasso").check(force=True)
    page.lasso([dot[0] for dot in sorted(page.dots(), key=lambda dot: dot[1])[:10]])
    page.wait_for_status("points selected")
    held = selection(page)
    assert len(held) >= 10
    assert ringed(page) == len(held)
    page.python("explorer.selection = [3, 4, 5]")
    page.root().get_by_text("3 points selected").first.wait_for()
    assert ringed(page) == 3
    page.press("Escape")
    page.root().get_by_role("radio", name="Select").check(force=True)
    page.button("Next question").click()
    i, j = page.wait_for(lambda state: state["question"])["question"]
    card = page.root().get_by_role("region", name="Question")
    for row in (i, j):
        card.get_by_text(f"what is written about row {row}", exact=True).wait_for()
    page.press("c")
    state = page.wait_for(lambda state: state["cannot"])
    page.wait_for_colours(state["labels"])
