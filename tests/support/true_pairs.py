"""Blobs, and knowledge of their classes in the form that a clusterer, or a sorting, takes."""

import numpy as np
from sklearn.datasets import make_blobs

from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.placement_and_sorting import placement_statements


def data(seed, n=60, k=3, spread=2.5, d=3):
    X, y = make_blobs(n, d, centers=k, cluster_std=spread, random_state=seed)
    return X, y, X[np.random.default_rng(seed).choice(n, k, replace=False)]


def knowledge(row, y, seed, n_pairs=25):
    """True knowledge in a form that the clusterer takes."""
    if row.classes:
        rng = np.random.default_rng(seed)
        return {"y": np.where(rng.random(len(y)) < 0.3, y, -1)}
    return {"constraints": Constraints.from_labels(y, n_pairs, random_state=seed)}


def piles_by_truth(truth, question):
    """Cards first, each on its pile; then the points, on theirs or on new ones."""
    piles = {truth[face["i"]]: [face["i"]] for face in question["cards"]}
    for face in question["points"]:
        piles.setdefault(truth[face["i"]], []).append(face["i"])
    return list(piles.values())


def placed(y, rows):
    """Each of `rows` placed among the first of each class met."""
    known, first = Constraints(len(y)), list[int]()
    for row in map(int, rows):
        same = [other for other in first if y[other] == y[row]]
        if first:
            for i, j, kind in placement_statements(known, row, first, (same or [None])[0]):
                known = known.add(i, j, kind)
        if not same:
            first.append(row)
    return known
