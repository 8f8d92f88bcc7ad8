"""A saved notebook has a picture of the present, and nothing in it is stale."""

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = [
    "import numpy as np\n"
    "from jupyter_sscluster import ClusterExplorer\n"
    "X = np.random.default_rng(0).normal(size=(40, 2))\n"
    "explorer = ClusterExplorer(X, 'pckmeans', n_clusters=3)\n"
    "explorer",
    "for pair in [(0, 1), (2, 3)]:\n    explorer.session.answer(*pair, 'must')\n"
    "explorer.session.wait()",
]


@pytest.fixture(scope="module")
def saved():
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    return NotebookClient(book, timeout=60, kernel_name="python3").execute()


def test_a_saved_notebook_shows_the_present(saved):
    picture, widget = saved.cells[0].outputs
    assert "2 constraints, " in picture.data["text/plain"]
    assert "2 constraints, " in picture.data["text/html"]
    assert picture.data["text/html"].count("<tr>") == 3
    assert picture.data["image/svg+xml"].startswith("<svg")
    assert "application/vnd.jupyter.widget-view+json" in widget.data
    assert set(widget.data) == {"application/vnd.jupyter.widget-view+json", "text/plain"}
    assert "constraint" not in widget.data["text/plain"]


def test_a_terminal_has_all_in_one(page):
    bundle = page.explorer._repr_mimebundle_()
    assert {"text/html", "image/svg+xml", "text/plain"} < set(bundle)
