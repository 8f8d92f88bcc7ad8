"""Which answers are wrong?

Belief clustering weighs each answer against the others and the data, and says how likely it is to
be wrong.
"""

from matplotlib import pyplot as plt
from sklearn.datasets import load_iris

from jupyter_sscluster import Session

iris = load_iris()
session = Session(iris.data, "beliefclustering", n_clusters=3, y_true=iris.target)
session.run_oracle(n_questions=25, wrong=0.2)
wrong = [
    answer.number
    for answer in session.answers
    if (iris.target[answer.i] == iris.target[answer.j]) != (answer.kind == "must")
]
thoughts = session.review.doubtful
print("really wrong:", wrong)
print("to be looked at again:", [thought.answer.number for thought in thoughts])
print(thoughts[0].why if thoughts else "nothing speaks against any answer")

figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
for cluster, marker in enumerate("os^"):
    ax.plot(*iris.data[session.labels == cluster][:, 2:].T, marker, markersize=3)
for answer in session.answers:
    pair = iris.data[list(answer.pair)][:, 2:]
    ax.plot(*pair.T, "-", color="#7f7f7f", linewidth=0.6)
    if answer.number in wrong:
        ax.plot(*pair.T, "o-", color="#c94f63", fillstyle="none", markersize=12, zorder=4)
ax.set(xlabel="petal length, cm", ylabel="petal width, cm", title="Red circles: wrong answers")
