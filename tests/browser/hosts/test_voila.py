"""The core of the job where a notebook is shown as a page of its own, by Voila.

No cell can be run there: what the kernel holds is read from the journal.
"""

import json
import re

import nbformat
import pytest

from ..axes.menu import X, choose, stand_at
from ..export.files import downloaded, opened
from ..page import IRIS, NO_HINTS, Page
from ..plot.zoom import at_rest
from ..server import serve

pytest.importorskip("voila", reason="pip install voila")

VOILAS_OWN = ("cdn.jsdelivr.net/npm/@fortawesome",)
"""Voila's page asks another host for icons that no part of ours uses."""


@pytest.fixture(scope="module")
def voila(tmp_path_factory):
    yield from serve("voila", tmp_path_factory.mktemp("voila"))


@pytest.fixture
def log():
    return {"foreign": [], "errors": []}


@pytest.fixture
def page(browser, voila, tmp_path, log):
    """The page of a widget with a journal, once it is drawn; it asks nobody else for anything."""
    cell = IRIS.format(more=f"path={str(tmp_path / 'journal.jsonl')!r}")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(book, voila.root / "iris.ipynb")
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    context.add_init_script(NO_HINTS)

    def refuse(route):
        if not any(own in route.request.url for own in VOILAS_OWN):
            log["foreign"].append(route.request.url)
        route.abort()

    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), refuse)
    tab = context.new_page()
    opened = Page(tab, voila, "iris.ipynb", log)
    tab.goto(voila.address("iris.ipynb"), timeout=90_000)
    opened.wait_until_drawn()
    # what Voila logs while it starts is its own
    tab.on("pageerror", lambda error: log["errors"].append(str(error)))
    tab.on("console", lambda said: said.type == "error" and log["errors"].append(said.text))
    yield opened
    context.close()
    assert log == {"foreign": [], "errors": []}


def entries(tmp_path):
    """What the journal says was done, but for fits and scores."""
    lines = (tmp_path / "journal.jsonl").read_text("utf-8").splitlines()
    done = [json.loads(line) for line in lines[1:]]
    return [entry for entry in done if entry["do"] not in ("fit", "score", "given")]


def test_the_main_job_without_a_notebook_around_it(page, tmp_path):
    assert len(page.dots()) == 150
    i, j = page.apart(2)
    page.click_point(i)
    page.press("c")
    page.click_point(j)
    page.wait_for_status("1 constraint")
    (link,) = entries(tmp_path)
    assert link["add"][0][1:4] == [*sorted([i, j]), "cannot"]
    (dash,) = page.wait_for_lines(1)
    assert dash != "none"

    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("n")
    card = page.root().get_by_role("region", name="Question")
    asked = card.get_by_text(re.compile(r"belong together\?")).inner_text()
    page.press("m")
    page.wait_for_status("2 constraints")
    _, answer = entries(tmp_path)
    assert answer["add"][0][3] == "must"
    assert {str(row) for row in answer["add"][0][1:3]} == set(re.findall(r"\d+", asked))

    page.wait_for_lines(2)
    page.press("Control+z")
    page.wait_for_lines(1)
    assert [entry["do"] for entry in entries(tmp_path)] == ["change", "change", "undo"]
    page.button("Close question").click()
    other_axes_and_files(page, tmp_path)


def other_axes_and_files(page, tmp_path):
    """A cluster gets a name, other axes show it, and it is taken along."""
    page.root().get_by_role("list", name="Clusters").get_by_role("button").first.click()
    field = page.root().get_by_role("textbox", name="Name of the cluster")
    field.fill("setosa")
    field.press("Enter")
    page.root().get_by_role("button", name=re.compile("^setosa")).first.wait_for()
    assert entries(tmp_path)[-1]["do"] == "rename"

    page.press("Escape")
    page.root().get_by_role("region", name="Clustering plot").focus()
    page.press("+")
    at_rest(page)
    choose(page, "Two features")
    page.wait_for_status("Axes: Two features.")
    page.root().locator("[aria-label='Zoom out'][aria-disabled]").wait_for()
    stand_at(page, X[:, [0, 1]])
    labels = downloaded(page, opened(page), "Labels, CSV", tmp_path)
    assert "setosa" in labels.read_text("utf-8")
