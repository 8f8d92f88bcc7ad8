"""A strategy of your own.

A strategy is a function of what is known: here the two rows that are nearest of all that lie in
different clusters, and whose relation is open. It is a beginning: being near a border is not all
that makes a question worth asking.
"""

from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.active import Query
from jupyter_sscluster.active.strategy import Strategy


class Border(Strategy):
    title = "Border"
    uses_labels = True

    def _propose(self, snapshot, n_pairs):
        apart = cdist(snapshot.X, snapshot.X)
        apart[snapshot.labels[:, None] == snapshot.labels] = float("inf")
        for place in apart.argsort(axis=None):
            i, j = sorted(divmod(int(place), len(apart)))
            if snapshot.constraints.relation(i, j) is None and (i, j) not in snapshot.closed:
                reason = f"They are {apart[i, j]:.2f} apart, in different clusters."
                return [Query((i, j), -apart[i, j], reason)]
        return []


iris = load_iris()
session = Session(iris.data, strategy=Border(), n_clusters=3, y_true=iris.target)
run = session.answer_automatically(10, beside=["random"])
for curve in run.curves:
    print(f"{curve.title}: from {curve.scores[0]:.2f} to {curve.scores[-1]:.2f}")
