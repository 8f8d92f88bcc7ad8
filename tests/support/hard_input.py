"""Rows and pairs that programs for clustering tend to stumble over."""

import itertools

import numpy as np

HARD_ROWS = {
    "duplicates": np.repeat([[0.0, 1.0], [2.0, 3.0], [4.0, 0.0], [9.0, 9.0]], 5, axis=0),
    "all equal": np.ones((20, 2)),
    "outlier": np.r_[np.random.default_rng(0).normal(size=(19, 2)), [[1e6, -1e6]]],
    "more features than rows": np.random.default_rng(1).normal(size=(20, 50)),
    "constant and huge features": np.random.default_rng(2).normal(size=(20, 3)) * [0.0, 1.0, 1e12],
}


def blob(n=24, d=3):
    return np.random.default_rng(0).normal(size=(n, d)) + np.arange(n)[:, None] % 3


def hard_data():
    X, constant, huge = blob(), blob(), blob()
    constant[:, 1] = 0.1
    huge[:, 2] *= 1e9
    return {
        "plain": X,
        "constant": constant,
        "huge": huge,
        "wide": blob(24, 40),
        "identical": np.ones((24, 3)),
        "duplicates": np.repeat(X[:6], 4, axis=0),
        "double": np.column_stack([X, X[:, 0]]),
        "far away": X + 1e7,
        "tiny": X * 1e-130,
    }


KNOWLEDGE = {
    "nothing": {},
    "must": {"ml": [(0, 1), (1, 2), (5, 9)]},
    "cannot": {"cl": [(0, 3), (1, 4), (2, 3), (0, 1)]},
    "contradiction": {"ml": [(0, 1), (1, 2)], "cl": [(0, 2), (0, 1), (5, 6)]},
    "everything": {"y": np.arange(24) % 3},
    "one group": {"ml": [(i, i + 1) for i in range(23)]},
    "all apart": {"cl": list(itertools.combinations(range(24), 2))},
}
