"""What leaves the widget: files, pictures, code; a page that replays, and the saved notebook."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.export import read_answers, read_labels

from ..pictures import HIDE_LAB, WIDE, faults
from .files import downloaded, opened

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, "pckmeans", n_clusters=3, MORE)
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must"),
                   (60, 106, "cannot")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
explorer
"""
SVG = "{http://www.w3.org/2000/svg}"


def with_markup(cell):
    """The same rows under names that a browser or a spreadsheet might run."""
    names = """[f'=<b onload=alert({i})>&"{i}' for i in range(150)]"""
    return cell.replace("MORE", f"names={names}")


@pytest.mark.parametrize("front_end", ["lab", "classic"])
def test_files_read_back_exactly(use_notebook, request, front_end, tmp_path):
    page = use_notebook(request.getfixturevalue(front_end), [with_markup(CELL)], **PAGE)
    popover = opened(page)
    assert popover.get_by_text("9 links, with their answers").is_visible()
    assert popover.get_by_text("150 points, 3 clusters").is_visible()
    assert "nothing leaves this computer" in page.status()
    focused = page.tab.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert focused == "Constraints, CSV"
    kernel = page.kernel()
    for form, read in [("CSV", Constraints.from_csv), ("JSON", Constraints.from_json)]:
        path = downloaded(page, popover, f"Constraints, {form}", tmp_path)
        assert path.name == f"clustering-constraints.{form.lower()}"
        back = read(path)
        assert [back.must.tolist(), back.cannot.tolist()] == [kernel["must"], kernel["cannot"]]
        assert back.names[7] == '=<b onload=alert(7)>&"7'
        assert [answer.number for answer in read_answers(path)] == list(range(1, 10))
    labels = read_labels(downloaded(page, popover, "Labels, CSV", tmp_path))
    assert labels.labels.tolist() == kernel["labels"]
    session = downloaded(page, popover, "Session, JSONL", tmp_path)
    again = page.python(
        f"from jupyter_sscluster import Session\n"
        f"again = Session.load({str(session)!r}, iris.to_numpy(), names=explorer.session.names)\n"
        f"print((again.labels == explorer.labels).all(), again.answers == explorer.session.answers)"
    )
    assert again.split() == ["True", "True"]


PAGE = {"width": 1400, "height": 1000}


def dots_of(picture):
    """Cluster by cluster, the number of points drawn: those of each fill."""
    counts = {}
    for group in picture.iter(f"{SVG}g"):
        marks = [
            mark
            for mark in group
            if mark.tag == f"{SVG}use" or "translate" in mark.get("transform", "")
        ]
        if group.get("fill", "").startswith("#") and len(marks) > 1:
            counts[group.get("fill")] = len(marks)
    return counts


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_figure_is_what_is_seen_in_light(use_notebook, lab, tmp_path, picture, dark):
    theme = "dark" if dark else "light"
    page = use_notebook(lab, [with_markup(CELL)], dark=dark, **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.settle()
    popover = opened(page)
    holds(page, popover.get_by_role("textbox", name="Python code"), "labels =")
    picture(page, f"export-{theme}")
    svg = downloaded(page, popover, "Figure, SVG", tmp_path)
    text = svg.read_text("utf-8")
    for unsafe in ("<script", "href", "url(http", "var(--", "color-mix", "class=", "<image", "<b "):
        assert unsafe not in text, unsafe
    drawn = ElementTree.fromstring(text)
    sizes = np.bincount(page.kernel()["labels"]).tolist()
    assert list(dots_of(drawn).values()) == [sizes[k] for k in order(page)]
    texts = ["".join(found.itertext()) for found in drawn.iter(f"{SVG}text")]
    assert {"Cluster 1", "Cluster 2", "Cluster 3", *map(str, sizes)} <= set(texts)
    assert any("of variance" in found for found in texts)
    dashed = [one for one in drawn.iter(f"{SVG}line") if one.get("stroke-dasharray")]
    assert len(list(drawn.iter(f"{SVG}line"))) >= 9 and len(dashed) == 4
    assert drawn.find(f"{SVG}rect").get("fill") == "#fff"
    png = downloaded(page, popover, "Figure, PNG", tmp_path).read_bytes()
    assert png.startswith(b"\x89PNG") and len(png) > 10_000
    size = [int.from_bytes(png[place : place + 4], "big") for place in (16, 20)]
    assert size == [2 * int(drawn.get(name)) for name in ("width", "height")]


def order(page):
    """Clusters in the order in which their first points come."""
    return list(dict.fromkeys(page.kernel()["labels"]))


def holds(page, field, text):
    """Wait until a field holds a text."""
    arg = [field.element_handle(), text]
    page.tab.wait_for_function("([field, text]) => field.value.includes(text)", arg=arg)


def test_the_code_is_copied_or_selected(use_notebook, lab):
    page = use_notebook(lab, [CELL.replace("MORE", "")], **PAGE)
    page.tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    popover = opened(page)
    field = popover.get_by_role("textbox", name="Python code")
    holds(page, field, "labels =")
    popover.get_by_role("button", name="Copy Python code").click()
    popover.get_by_text("Copied").wait_for()
    copied = page.tab.evaluate("() => navigator.clipboard.readText()")
    run = "X = iris.to_numpy()\n" + copied + "\nprint((labels == explorer.labels).all())"
    assert page.python(run).strip() == "True"
    popover.get_by_text("Copied").wait_for(state="detached")
    with page.instead("navigator.clipboard", "writeText", "() => Promise.reject(Error())"):
        popover.get_by_role("button", name="Copy Python code").click()
        page.wait_for_status("The code is selected")
    page.tab.context.clear_permissions()
    selected = field.evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)")
    assert selected == copied
    page.python("explorer.session.answer(0, 100, 'cannot'); explorer.session.wait()")
    holds(page, field, "(0, 100)")
    page.press("Escape")
    popover.wait_for(state="hidden")
    assert page.button("Export").evaluate("b => b === document.activeElement")


@pytest.mark.parametrize("width", [940, 760])
def test_the_popover_has_room_in_a_narrow_page(use_notebook, lab, width):
    page = use_notebook(lab, [CELL.replace("MORE", "")], width=width, height=1100)
    page.tab.evaluate(HIDE_LAB)
    popover = opened(page)
    inside, around = popover.bounding_box(), page.root().bounding_box()
    assert inside["x"] >= around["x"]
    assert inside["x"] + inside["width"] <= around["x"] + around["width"]
    faults(page)


SAVE_STATE = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"

# What the front end says of a widget without a model, and bqplot of one that takes no room.
OTHERS = ("widget model not found", "A negative value is not valid")


@pytest.mark.parametrize(("front_end", "kept"), [("lab", True), ("classic", False)], ids=str)
def test_a_reopened_notebook_shows_a_picture_of_the_present(
    use_notebook, open_notebook, request, front_end, kept
):
    """Whether or not the state of widgets is saved: without a kernel they lack their parts."""
    server = request.getfixturevalue(front_end)
    page = use_notebook(server, [with_markup(CELL)], **PAGE)
    still = page.tab.locator(".ssc-still")
    page.python("explorer.session.answer(0, 100, 'cannot'); explorer.session.wait()")
    still.get_by_text("10 constraints, ").wait_for(state="attached", timeout=10_000)
    assert not still.is_visible(), "the picture stands beside the living widget"
    assert page.root().is_visible()
    if kept:
        page.tab.evaluate("name => window.jupyterapp.commands.execute(name)", SAVE_STATE)
    page.tab.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    page = open_notebook(server, server.root / page.notebook, run=False)
    still = page.tab.locator(".ssc-still")
    still.wait_for(timeout=30_000)
    assert still.locator("tbody tr").count() == 10
    assert "=<b onload=alert(0)>" in still.inner_text()
    assert still.locator("img").evaluate("image => image.naturalWidth") == 760
    assert not page.tab.get_by_text("Error displaying widget").is_visible()
    assert page.tab.locator(".ssc-root").count() == int(kept)
    page.tab.locator(".ssc-root").filter(visible=True).wait_for(state="detached")
    page.log.errors[:] = [
        said for said in page.log.errors if not any(each in said for each in OTHERS)
    ]
