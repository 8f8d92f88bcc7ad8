"""A notebook with a past, and what the session says of it."""

import json

START = """
import json
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.history.moments import line
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, "pckmeans", n_clusters=3)
s = explorer.session
shown = {}
def note():
    s.wait(20)
    known = [[a.i, a.j, a.kind] for a in s.answers]
    shown[s.history.step] = [s.labels.tolist(), known, s.n_clusters]
note()
"""

ANSWERS = """
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must"),
                   (60, 106, "cannot")]:
    s.answer(i, j, kind, source="question"); note()
"""

SHOW = "explorer"


def moments(page):
    """What the session showed at each step, the way to the present end, all branches."""
    told = json.loads(
        page.python(
            "print(json.dumps([shown, [m.step for m in line(engine_of(s), s.history.step)],"
            "s.history.step,"
            "[[b.number, b.began, b.steps] for b in s.history.branches]]))"
        )
    )
    shown, line, at, branches = told
    return {int(step): each for step, each in shown.items()}, line, at, branches


def slider(page, view=0):
    return page.root(view).get_by_role("slider", name="History")
