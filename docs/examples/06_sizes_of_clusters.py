"""Clusters of a given size.

PCCC keeps bounds on the sizes of clusters, and pairs besides. Thirty guests, three tables of ten,
some of them a couple.
"""

import numpy as np
from matplotlib import pyplot as plt

from jupyter_sscluster.cluster import PCCC

rng = np.random.default_rng(1)
guests = rng.normal(size=(30, 2))
couples = [(0, 1), (2, 3), (4, 5)]
model = PCCC(3, min_size=10, max_size=10, random_state=0).fit(guests, must=couples)
print("sizes:", np.bincount(model.labels_).tolist())
print("couples together:", all(model.labels_[i] == model.labels_[j] for i, j in couples))

figure, ax = plt.subplots(figsize=(4, 3), layout="constrained")
for cluster, marker in enumerate("os^"):
    ax.plot(*guests[model.labels_ == cluster].T, marker, markersize=5)
for couple in couples:
    ax.plot(*guests[list(couple)].T, "-", color="#7f7f7f")
ax.set(title="Ten guests a table", xticks=[], yticks=[])
