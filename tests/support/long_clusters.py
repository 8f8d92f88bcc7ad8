"""Clusters that are long and differ along a short direction."""

import numpy as np
from sklearn.datasets import make_blobs


def long_clusters(seed, n=90, d=3):
    """Blobs, squeezed, and their numbers."""
    X, y = make_blobs(n, d, centers=3, cluster_std=1.0, center_box=(-6, 6), random_state=seed)
    squeeze = np.random.default_rng(seed).normal(size=(d, d)) + np.diag([4.0] + [0.3] * (d - 1))
    return X @ squeeze, y
