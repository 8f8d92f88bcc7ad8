"""Pairs move clusters.

Two strips, which k-means cuts in the middle. Ten pairs and a method that learns how to measure
distances find them.
"""

import numpy as np
from matplotlib import pyplot as plt

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import KMeans, MPCKMeans

rng = np.random.default_rng(0)
X = np.vstack(
    [np.column_stack([rng.uniform(0, 10, 40), rng.normal(y, 0.35, 40)]) for y in (0, 2.5)]
)
strip = np.repeat([0, 1], 40)
pairs = Constraints.from_labels(strip, 10, random_state=0)

figure, axes = plt.subplots(1, 2, figsize=(7, 2.5), layout="constrained")
for ax, model in zip(axes, [KMeans(2, random_state=0), MPCKMeans(2, random_state=0)], strict=True):
    labels = model.fit(X, constraints=pairs).labels_
    for cluster, marker in enumerate("os"):
        ax.plot(*X[labels == cluster].T, marker, markersize=4)
    violated = model.violations_.must + model.violations_.cannot
    ax.set_title(f"{type(model).__name__}: {violated} of 10 pairs violated")
