"""What pairs cost, counted one by one: the objective of PCK-means as it is defined."""

import numpy as np


def counted_pairs(known):
    """Every pair that costs something: (i, j, weight, whether it must be together)."""
    weights = known.must_weights, known.cannot_weights
    together, apart = known.must, known.cannot
    if all(len(set(w.tolist())) <= 1 for w in weights):
        closed = known.closure()
        together, apart = closed.must, closed.cannot
        weights = [
            np.full(len(p), w.max(initial=0))
            for p, w in zip((together, apart), weights, strict=True)
        ]
    tables = [
        (together, weights[0], True),
        (apart, weights[1], False),
        (known.soft_must, known.soft_must_weights, True),
        (known.soft_cannot, known.soft_cannot_weights, False),
    ]
    return [
        (i, j, w, kind) for pairs, ws, kind in tables for (i, j), w in zip(pairs, ws, strict=True)
    ]


def penalty(labels, pairs):
    return sum(w for i, j, w, together in pairs if (labels[i] == labels[j]) != together)


def objective(X, labels, centres, pairs, weight):
    return 0.5 * ((X - centres[labels]) ** 2).sum() + weight * penalty(labels, pairs)
