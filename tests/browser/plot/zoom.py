"""The plot of a widget that one painter or the other draws, and what is in view."""

NEAR = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.widget.core.figure import Plot
Plot.SVG_LIMIT, Plot.MARKS_LIMIT = {limits}
iris = load_iris(as_frame=True)
explorer = ClusterExplorer(iris.data, n_clusters=3)
Plot.SVG_LIMIT, Plot.MARKS_LIMIT = 1000, 5000
explorer
"""


def at_rest(page, view=0):
    """Wait until the plot has said what is in view."""
    return page.wait_for_status("points in view", view)


def places(page, view=0):
    return {i: (x, y) for i, x, y, _ in page.dots(view)}
