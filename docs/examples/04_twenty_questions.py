"""Twenty questions.

A strategy asks, an oracle that knows the classes answers, and a clusterer uses the answers.
"""

from matplotlib import pyplot as plt
from sklearn.datasets import load_iris

from jupyter_sscluster.active import NPU, Oracle
from jupyter_sscluster.cluster import AdaptivePCKMeans
from jupyter_sscluster.metrics import adjusted_rand

X, y = load_iris(return_X_y=True)
model = AdaptivePCKMeans(3, random_state=0)
strategy = NPU(model, n_clusters=3, random_state=0)
strategy.fit(X, oracle=Oracle(y, max_queries_cnt=20))
before, after = model.fit_predict(X), strategy.labels_
print(f"{adjusted_rand(y, before):.2f} before, {adjusted_rand(y, after):.2f} after")
print("the last question:", strategy.queries_[-1].reason)

figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
for cluster, marker in enumerate("os^"):
    ax.plot(*X[after == cluster][:, 2:].T, marker, markersize=4)
for asked in strategy.queries_:
    ax.plot(*X[[asked.i, asked.j]][:, 2:].T, "-", color="#7f7f7f", linewidth=0.7)
ax.set(xlabel="petal length, cm", ylabel="petal width, cm", title="The pairs that were asked about")
