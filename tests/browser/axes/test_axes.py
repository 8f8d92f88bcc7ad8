"""Other axes: the points stand where the projection says, and the clustering is left alone."""

import json

import numpy as np
import pytest

from jupyter_sscluster.projections.features import two_features
from jupyter_sscluster.projections.principal_components import pca
from jupyter_sscluster.projections.tsne import tsne

from ..page import IRIS
from ..pictures import HIDE_LAB, WIDE
from .menu import NAMES, X, choose, open_menu, stand_at

CELL = IRIS.format(more="clusterer='mpckmeans', strategy='npu'")

LINKED = """
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot")]:
    explorer.session.answer(i, j, kind)
"""


def kernel(page):
    held = page.kernel()
    return {name: held[name] for name in ("must", "cannot", "labels", "answers")}


def test_every_projection_by_mouse_and_nothing_else_moves(use_notebook, lab):
    page = use_notebook(lab, [CELL, LINKED])
    page.wait_for(lambda state: state["answers"] == 4)
    page.settle()
    before, colours = kernel(page), page.colours()
    stand_at(page, pca(X).xy)
    choose(page, "t-SNE")
    said = page.wait_for_status("Axes: t-SNE. Only the view changed: 3 clusters, 4 constraints")
    assert "keep" not in said
    stand_at(page, tsne(X).xy)
    assert kernel(page) == before
    assert page.colours() == colours
    choose(page, "Learned metric")
    page.wait_for_status("Axes: Learned metric.")
    metric = json.loads(page.python("print(explorer.session.fitted_clusterer.metric_.tolist())"))
    code = f"""
from jupyter_sscluster.projections.metric_axes import in_metric
import numpy as np, json
print(json.dumps(in_metric(explorer.session.X, np.array({metric})).xy.tolist()))"""
    stand_at(page, json.loads(page.python(code)))
    choose(page, "Discriminant axes")
    page.wait_for_status("Axes: Discriminant axes.")
    code = """
from jupyter_sscluster.projections.discriminant import discriminant
import json
print(json.dumps(discriminant(explorer.session.X, explorer.labels).xy.tolist()))"""
    stand_at(page, json.loads(page.python(code)))
    assert kernel(page) == before
    assert page.button("Undo").get_attribute("title").startswith("Undo: answer 4")
    choose(page, "PCA")
    stand_at(page, pca(X).xy)


def test_two_features_by_keyboard_alone(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    button = page.root().get_by_role("button", name="Axes: PCA")
    button.focus()
    page.press("Enter")
    menu = page.root().get_by_role("menu", name="Axes")
    focused = menu.locator(":focus")
    assert focused.inner_text().startswith("PCA")
    page.press("ArrowDown")
    page.press("Enter")
    page.wait_for_status("Axes: Two features.")
    stand_at(page, two_features(X, NAMES, 0, 1).xy)
    across = page.root().get_by_label("Horizontal axis")
    up = page.root().get_by_label("Vertical axis")
    assert across.evaluate("select => select === document.activeElement")
    across.select_option("petal width (cm)")
    stand_at(page, X[:, [3, 1]])
    up.select_option("petal length (cm)")
    stand_at(page, X[:, [3, 2]])
    up.select_option("petal width (cm)")
    stand_at(page, X[:, [2, 3]])
    assert page.python("print(explorer.projection)").strip() == str((NAMES[2], NAMES[3]))
    page.root().get_by_role("button", name="Axes: Two features").wait_for()
    assert page.cell_types() == ["code"]


def test_what_cannot_be_had_says_why_and_can_be_reached(use_notebook, lab):
    page = use_notebook(lab, [CELL.replace("mpckmeans", "pckmeans")])
    page.settle()
    menu = open_menu(page)
    for name, reason in [
        ("UMAP", "needs umap-learn"),
        ("Learned metric", "PCK-means learns none"),
        ("Own coordinates", "none given"),
    ]:
        item = menu.get_by_role("menuitemradio", name=f"{name} {reason}")
        assert item.get_attribute("aria-disabled") == "true"
        item.focus()
        page.press("Enter")
        assert item.is_visible()
    page.press("Escape")
    stand_at(page, pca(X).xy)


def test_python_sets_it_and_hears_of_it(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.python(
        "heard = []\n"
        "explorer.observe(lambda change: heard.append(change.new), 'projection')\n"
        "import numpy as np\n"
        "explorer.projection = np.column_stack([np.arange(150.0) % 12, np.arange(150.0)])"
    )
    stand_at(page, np.column_stack([np.arange(150.0) % 12, np.arange(150.0)]))
    page.root().get_by_role("button", name="Axes: Own coordinates").wait_for()
    choose(page, "PCA")
    page.wait_for_status("Axes: PCA.")
    assert page.python("print(len(heard), heard[-1])").strip() == "2 pca"


def test_what_never_ends_is_cancelled_and_what_fails_says_why(use_notebook, lab):
    page = use_notebook(lab, [CELL])
    page.python(
        "import threading\n"
        "may_end = threading.Event()\n"
        "def sites(rows):\n"
        "    may_end.wait(60)\n"
        "    raise KeyError('site')\n"
        "explorer.projection = sites"
    )
    page.wait_for_status("Own coordinates …")
    i, j = page.apart(2)
    page.click_point(i)
    page.press("m")
    page.click_point(j)
    page.wait_for(lambda state: len(state["must"]) == 1)
    page.wait_for_status("Own coordinates …")
    page.button("Cancel").click()
    page.wait_for_status("Cancelled. The axes stay.")
    assert page.python("print(explorer.projection)").strip() == "pca"
    stand_at(page, pca(X).xy)
    page.python("may_end.set(); explorer.projection = sites")
    page.root().get_by_role("alert").filter(
        has_text="The axes stay: projection=sites stopped with KeyError: 'site'"
    ).wait_for()
    stand_at(page, pca(X).xy)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_of_the_menu(use_notebook, lab, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [CELL, LINKED], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.wait_for(lambda state: state["answers"] == 4)
    choose(page, "t-SNE")
    page.wait_for_status("Axes: t-SNE.")
    open_menu(page)
    picture(page, f"axes-{theme}")
    page.press("Escape")
    choose(page, "Two features")
    page.wait_for_status("Axes: Two features.")
    page.root().get_by_label("Horizontal axis").select_option(NAMES[1])
    page.root().get_by_label("Vertical axis").select_option(NAMES[0])
    stand_at(page, X[:, [1, 0]])
    picture(page, f"axes-features-{theme}")
    page.tab.set_viewport_size({"width": 880, "height": 1300})
    open_menu(page)
    picture(page, f"axes-narrow-{theme}")
