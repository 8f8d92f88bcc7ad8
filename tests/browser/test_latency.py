"""How long a person waits: printed, never asserted, since it depends on the machine."""

from itertools import islice

import numpy as np
import pytest

CELL = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer, Constraints
X, y = make_blobs(1000, 10, centers=5, cluster_std=6.0, random_state=0)
pairs = Constraints.from_labels(y, 100, random_state=0)
explorer = ClusterExplorer(X, CLUSTERER, n_clusters=5, constraints=pairs)
explorer
"""

WATCH = """() => {
  window.paints = [];
  addEventListener('pointerdown', () => { window.clicked = performance.now(); }, {capture: true});
  const paint = () => requestAnimationFrame(() => window.paints.push(performance.now()));
  new MutationObserver(paint).observe(
    document.body, {subtree: true, attributeFilter: ['data-cluster']});
}"""

LAST = "() => window.paints.length ? window.paints.at(-1) - window.clicked : null"


@pytest.mark.parametrize("clusterer", ["adaptivepckmeans", "pckmeans"])
def test_click_to_repainted_points(use_notebook, lab, record_property, clusterer):
    page = use_notebook(lab, [CELL.replace("CLUSTERER", repr(clusterer))])
    page.tab.evaluate(WATCH)
    points, rng = page.apart(16), np.random.default_rng(1)
    waits = (_one(page, *rng.choice(points, 2, False)) for _ in range(60))
    spent = list(islice(filter(None, waits), 6))
    assert len(spent) >= 5
    record_property(
        "measured",
        f"click to repainted points, {clusterer}, n = 1000, 100 pairs: "
        f"median {np.median(spent):.0f} ms, p95 {np.percentile(spent, 95):.0f} ms "
        f"over {len(spent)} repaints",
    )


def _one(page, i, j):
    """Milliseconds from the second click to the last repaint; None if nothing was repainted."""
    page.click_point(int(i))
    page.press("c")
    page.tab.evaluate("() => { window.paints = []; }")
    page.click_point(int(j))
    page.kernel()
    page.settle()
    if page.dismiss_conflict():
        return None
    return page.tab.evaluate(LAST)
