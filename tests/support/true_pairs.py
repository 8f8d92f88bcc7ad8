"""Blobs, and knowledge of their classes in a form that the clusterer of a row takes."""

import numpy as np
from sklearn.datasets import make_blobs

from jupyter_sscluster.constraints import Constraints


def data(seed, n=60, k=3, spread=2.5, d=3):
    X, y = make_blobs(n, d, centers=k, cluster_std=spread, random_state=seed)
    return X, y, X[np.random.default_rng(seed).choice(n, k, replace=False)]


def knowledge(row, y, seed, n_pairs=25):
    """True knowledge in a form that the clusterer takes."""
    if row.classes:
        rng = np.random.default_rng(seed)
        return {"y": np.where(rng.random(len(y)) < 0.3, y, -1)}
    return {"constraints": Constraints.from_labels(y, n_pairs, random_state=seed)}
