"""A strategy of your own.

A strategy returns pairs of rows, best first; pairs that are known are skipped. This one asks about
the two nearest rows that lie in different clusters. It is a start only: a good question
depends on more than the distance to a border.
"""

from matplotlib import pyplot as plt
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.active import Query, Strategy


class Border(Strategy):
    title = "Border"
    uses_labels = True

    def questions(self, snapshot):
        apart = cdist(snapshot.X, snapshot.X)
        apart[snapshot.labels[:, None] == snapshot.labels] = float("inf")
        for place in apart.argsort(axis=None):
            i, j = sorted(divmod(int(place), len(apart)))
            reason = f"They are {apart[i, j]:.2f} apart, in different clusters."
            yield Query((i, j), -apart[i, j], reason)


iris = load_iris()
session = Session(iris.data, strategy=Border(), n_clusters=3, y_true=iris.target)
run = session.run_oracle(n_questions=10, beside=["random"])
for curve in run.curves:
    print(f"{curve.title}: from {curve.scores[0]:.2f} to {curve.scores[-1]:.2f}")

figure, ax = plt.subplots(figsize=(5, 2.6), layout="constrained")
for curve in run.curves:
    ax.plot(curve.scores, label=curve.title)
ax.set(xlabel="questions", ylabel="agreement")
ax.legend()
