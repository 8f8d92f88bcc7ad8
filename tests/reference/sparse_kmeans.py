"""Sparse k-means as it is defined, pair by pair and by bisection; and sets with noise columns."""

import numpy as np
from pair_costs import counted_pairs


def bisected(gains, bound):
    """The weights by halving the interval of the threshold."""
    gains = np.maximum(gains, 0.0)
    low, high = 0.0, gains.max()
    if gains.sum() <= bound * np.linalg.norm(gains):
        return gains / np.linalg.norm(gains)
    for _ in range(300):
        middle = 0.5 * (low + high)
        above = np.maximum(gains - middle, 0.0)
        if above.sum() > bound * np.linalg.norm(above):
            low = middle
        else:
            high = middle
    above = np.maximum(gains - low, 0.0)
    return above / np.linalg.norm(above)


def explained(X, labels):
    """Total sum of squares less that within clusters, feature by feature."""
    total = ((X - X.mean(axis=0)) ** 2).sum(axis=0)
    for c in set(labels.tolist()):
        total = total - ((X[labels == c] - X[labels == c].mean(axis=0)) ** 2).sum(axis=0)
    return total


def farthest(X, weights):
    """Squared differences of the two rows that are farthest apart, feature by feature."""
    apart = ((X[:, None] - X) ** 2).reshape(-1, X.shape[1])
    return apart[(apart @ weights).argmax()]


def violation_cost(X, labels, known, weight, far, *, clipped):
    """What violated pairs cost in each feature.

    Where clipped, the cannot-links of a set, and the soft ones, count for no less than nothing.
    """
    pairs = counted_pairs(known)
    n_hard = len(pairs) - len(known.soft_must) - len(known.soft_cannot)
    total = np.zeros(X.shape[1])
    for part in (pairs[:n_hard], pairs[n_hard:]):
        cannot = np.zeros(X.shape[1])
        for i, j, w, together in part:
            apart, same = (X[i] - X[j]) ** 2, labels[i] == labels[j]
            if together and not same:
                total += weight * w * apart
            elif same and not together:
                cannot += weight * w * (far - apart)
        total += np.maximum(cannot, 0.0) if clipped else cannot
    return total


def separated(seed, n=60, informative=4, noise=8, apart=20.0):
    """Three clusters far apart in the first columns; the others are pure noise."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(3), n)
    signs = np.array([[0, 0, 0, 0], [1, 0, 1, 1], [0, 1, 1, -1]])[:, :informative]
    X = rng.normal(size=(3 * n, informative + noise))
    X[:, :informative] += apart * signs[y]
    return X, y


def brodinova(seed, informative, noise, n=40):
    """Sets as Brodinová et al. (2017) simulate them: groups of one correlation each, rotated."""
    rng = np.random.default_rng(seed)
    mean = rng.uniform(3, 6) * rng.choice([-1, 1])
    parts = []
    for group in range(3):
        spread = np.full((informative, informative), rng.uniform(0.1, 0.9))
        np.fill_diagonal(spread, 1.0)
        turn, _ = np.linalg.qr(rng.normal(size=(informative, informative)))
        centre = np.where(np.arange(informative) % 3 == group, mean, 0.0)
        parts.append(rng.multivariate_normal(centre, turn @ spread @ turn.T, size=n))
    X = np.column_stack([np.vstack(parts), rng.normal(size=(3 * n, noise))])
    return X, np.repeat(np.arange(3), n)
