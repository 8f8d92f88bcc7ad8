"""Proposals by the keyboard alone: merges and splits of many clusters, one key each."""

from ..pictures import HIDE_LAB, WIDE, faults

CELL = """
import numpy as np
from types import SimpleNamespace
from itertools import combinations
from scipy.spatial.distance import cdist
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.cluster import PCKMeans

class Proposing(PCKMeans):
    def fit(self, X, y=None, **more):
        self.rows_ = np.asarray(X)
        return super().fit(X, y, **more)

    def proposals(self, most):
        X, labels = self.rows_, self.labels_
        parts = [np.flatnonzero(labels == k) for k in np.unique(labels)]
        means = np.array([X[part].mean(axis=0) for part in parts])
        away = cdist(means, means)
        pairs = sorted(combinations(range(len(parts)), 2), key=lambda pair: away[pair])
        found = [self._between("merge", parts[a], parts[b]) for a, b in pairs[: most - 1]]
        half = sorted(parts[0], key=lambda row: X[row, 0])
        parts = np.sort(half[: len(half) // 2]), np.sort(half[len(half) // 2 :])
        return [found[0], self._between("split", *parts), *found[1:]]

    def _between(self, kind, a, b):
        away = cdist(self.rows_[a], self.rows_[b])
        i, j = np.unravel_index(away.argmin(), away.shape)
        return SimpleNamespace(
            kind=kind, rows=a, other_rows=b, typical=[(a[i], b[j])],
            height=away.mean(), threshold=1.0, p_same=0.5)

rng = np.random.default_rng(0)
centres = rng.uniform(0, 60, size=(147, 2))
X = np.repeat(centres, 10, axis=0) + rng.normal(scale=0.4, size=(1470, 2))
explorer = ClusterExplorer(X, Proposing(147))
explorer
"""

KEY_TO_NEXT = """async key => {
  const root = document.querySelector('.ssc-root');
  // The count of those reviewed: a fit that ends meanwhile changes the number of all.
  const bar = root.querySelector('.ssc-proposals [role=progressbar]');
  const reviewed = () => Number(bar.getAttribute('aria-valuenow'));
  const before = reviewed();
  const start = performance.now();
  const at = document.activeElement;
  at.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  while (reviewed() === before) {
    if (performance.now() - start > 20000) throw new Error(before);
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - start;
}"""


def test_sixty_proposals_are_reviewed_without_a_hand_on_the_mouse(
    use_notebook, lab, pictures, record_property
):
    page = use_notebook(lab, [CELL], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.click_point(0)
    page.press("Escape")
    page.press("p")
    section = page.root().get_by_role("region", name="Proposals")
    section.get_by_text("Are these two the same group?").wait_for()
    page.wait_for_status("Proposal 1 of 100: merge ")
    page.settle()
    pictures(page, "proposal-merge")
    page.press("x")
    section.get_by_text("Is this one group or two?").wait_for()
    page.settle()
    pictures(page, "proposal-split")
    page.press("Control+z")
    section.get_by_text("Are these two the same group?").wait_for()
    page.wait_for_status("Proposal 1 of 100: merge ")
    page.settle()
    section.get_by_role("group").last.focus()
    times = [page.tab.evaluate(KEY_TO_NEXT, "x" if k % 3 else "ArrowRight") for k in range(60)]
    times.sort()
    told = f"median {times[30]:.0f} ms, 90 % {times[54]:.0f} ms, longest {times[-1]:.0f} ms"
    record_property("measured", f"from key to next proposal: {told}")
    kept = page.python("print(sum(a.kind == 'cannot' for a in explorer.session.answers))")
    assert int(kept) >= 38
    faults(page)
    page.press("Escape")
    section.wait_for(state="hidden")


MANY = """
import numpy as np
from jupyter_sscluster import ClusterExplorer
rng = np.random.default_rng(0)
sizes = np.clip(np.round(rng.lognormal(np.log(7.6), 0.75, 150)), 1, 30).astype(int)
y = np.repeat(np.arange(150), sizes)
X = rng.normal(size=(150, 16))[y] + 0.6 * rng.normal(size=(len(y), 16))
explorer = ClusterExplorer(X)
explorer
"""

ARE_SAME = "p = explorer.session.proposals[0]; print(y[p.pair[0]] == y[p.pair[1]], p.kind)"


def test_groups_of_unknown_number_are_chosen_listed_and_reviewed(
    use_notebook, lab, pictures, record_property
):
    page = use_notebook(lab, [MANY], **WIDE)
    page.tab.evaluate(HIDE_LAB)
    page.root().get_by_text("small groups of near points").wait_for()
    pictures(page, "many-groups-first")
    page.click_point(0)
    page.press("Escape")
    page.press("g")
    page.root().get_by_role("grid").wait_for()
    page.settle()
    pictures(page, "many-groups-list")
    page.press("Escape")
    page.press("p")
    section = page.root().get_by_role("region", name="Proposals")
    section.get_by_text("A typical row of each").wait_for()
    page.settle()
    pictures(page, "many-groups-proposal")
    section.get_by_role("group").last.focus()
    times = []
    for _ in range(20):
        same, kind = page.python(ARE_SAME).split()
        key = " " if (same == "True") == (kind == "merge") else "x"
        times.append(page.tab.evaluate(KEY_TO_NEXT, key))
    times.sort()
    told = f"median {times[10]:.0f} ms, longest {times[-1]:.0f} ms"
    record_property("measured", f"from key to next proposal, 150 groups: {told}")
    assert int(page.python("print(len(explorer.session.answers))")) == 20
    page.settle()
    pictures(page, "many-groups-after")
    faults(page)
