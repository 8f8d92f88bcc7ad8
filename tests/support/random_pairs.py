"""Random rows and pairs that contradict each other, for property tests."""

import numpy as np

from jupyter_sscluster.constraints import Constraints


def instance(seed, n=14, k=3, d=2, conflicts=True):
    """Random data and statements: some weighted, some soft, some contradictory."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + 2.0 * rng.integers(0, 3, size=(n, 1))
    pairs = np.array([rng.choice(n, 2, replace=False) for _ in range(rng.integers(1, 12))])
    split = rng.integers(len(pairs) + 1)
    weights = {}
    if rng.random() < 0.4:
        weights = {"must_weights": 2.0, "cannot_weights": 0.5}
    elif rng.random() < 0.4:
        weights = {
            "must_weights": rng.random(split) + 0.1,
            "cannot_weights": rng.random(len(pairs) - split) + 0.1,
        }
    known = Constraints(n, pairs[:split], pairs[split:], conflicts="soft", **weights)
    for kind in ("must", "cannot"):
        if rng.random() < 0.4:
            i, j = rng.choice(n, 2, replace=False)
            known = known.add(i, j, kind, 0.7, soft=True)
    return X, known, rng


def noisy(rng, n, n_pairs, n_clusters):
    """Pairs at random with kinds at random: many contradict each other."""
    pairs = np.sort([rng.choice(n, 2, replace=False) for _ in range(n_pairs)], axis=1)
    together = rng.random(n_pairs) < 1.0 / n_clusters + 0.2
    return Constraints(n, pairs[together], pairs[~together], conflicts="soft")
