"""The card of a cluster, and what the session says of it."""

import json

CELL = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True).data
iris.columns = [c.removesuffix(" (cm)") for c in iris.columns]
explorer = ClusterExplorer(iris, "pckmeans", n_clusters=4)
for i, j, kind in [(41, 57, "cannot"), (13, 25, "must"), (53, 87, "must"), (23, 64, "cannot"),
                   (87, 146, "must"), (131, 144, "must"), (50, 109, "cannot"), (118, 132, "must")]:
    explorer.session.answer(i, j, kind)
explorer.session.wait()
explorer
"""


NAMED = """
import json
s = explorer.session
s.wait(20)
print(json.dumps(dict(names=s.clusters.names, labels=s.labels.tolist(), k=s.n_clusters,
    links=[(*a.pair, a.kind) for a in s.answers])))
"""


def session(page):
    return json.loads(page.python(NAMED))


def wait_for(page, holds):
    """The session, once something holds of it."""
    page.wait_for(lambda _: holds(session(page)))
    return session(page)


def entry(page, name):
    return page.root().get_by_role("list", name="Clusters").get_by_role("button", name=name)


def of(page, row):
    """The name of the cluster of a row, and its number."""
    now = session(page)
    label = now["labels"][row]
    return now["names"][label], label


def take(page, row):
    name, label = of(page, row)
    entry(page, name).click()
    page.root().get_by_role("region", name=name).get_by_role("button", name="Split…").wait_for()
    return name, label
