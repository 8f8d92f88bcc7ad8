"""The view of the plot: zoomed, moved, fitted, in the browser alone."""

from .page import IRIS


def test_draws(use_notebook, lab, picture):
    page = use_notebook(lab, [IRIS.format(more="")])
    assert len(page.dots()) == 150
    picture(page, "zoom-home")
