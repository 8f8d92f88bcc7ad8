"""Hard or soft.

One wrong pair among thirty right ones. A hard method obeys it; a soft one weighs it against the
others and the distances.
"""

from matplotlib import pyplot as plt
from sklearn.datasets import load_iris

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import COPKMeans, PCKMeans
from jupyter_sscluster.metrics import adjusted_rand

X, y = load_iris(return_X_y=True)
pairs = Constraints.from_labels(y, 30, random_state=1).add(0, 149, "must")
figure, axes = plt.subplots(1, 2, figsize=(7, 2.8), layout="constrained")
for ax, method in zip(axes, (COPKMeans, PCKMeans), strict=True):
    model = method(3, random_state=0).fit(X, constraints=pairs)
    score = adjusted_rand(y, model.labels_)
    kept = model.labels_[0] == model.labels_[149]
    print(f"{method.__name__}: the wrong pair kept {kept}, agreement {score:.2f}")
    for cluster, marker in enumerate("os^"):
        ax.plot(*X[model.labels_ == cluster][:, 2:].T, marker, markersize=3)
    ax.plot(*X[[0, 149]][:, 2:].T, "-", color="#7f7f7f")
    ax.set(title=method.__name__, xlabel="petal length, cm", ylabel="petal width, cm")
