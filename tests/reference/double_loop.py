"""Propagated pairs by the definition: Eaton (2005), equations 3.1 to 3.7 and figure 3.2."""

import itertools

import numpy as np


def covariances(X, labels, centres, matrices, scale):
    """Σ_h of equations 3.4 and 3.5 with either radius, or consistent; None without extent."""
    found = []
    for h, centre in enumerate(centres):
        A, members = matrices[h % len(matrices)], X[labels == h] - centre
        within = max([0.0, *(v @ A @ v for v in members)])
        radius = max([0.0, *np.linalg.norm(members, axis=1)])
        deviation = np.sqrt(np.linalg.eigvalsh(np.linalg.inv(A)).max())
        length = np.sqrt(within) if scale == "mahalanobis" else radius
        size = within / 9 if scale == "consistent" else length / (3 * deviation)
        found.append(size * np.linalg.inv(A) if size > 1e-12 else None)
    return found


def gaussian(v, covariance, scale=1.0):
    """Density at v, as a share of the one at 0, of the Gaussian of covariance scale · covariance.

    The scale divides the squared distance and is not multiplied into the matrix: far from a centre
    it is so small that the product could not be inverted. Where it vanishes altogether, the density
    is that of the limit, a Gaussian that reaches what lies at 0 and nothing else.
    """
    squared = v @ np.linalg.inv(covariance) @ v
    if squared == 0.0:
        return 1.0
    with np.errstate(divide="ignore", over="ignore"):
        return np.exp(-0.5 * np.divide(squared, scale))


def inferred(X, labels, centres, covariance, sources, g, *, literal, reduced):
    """{(i, j, kind): weight} by the double loop of figure 3.2."""
    found = {}
    for (a, b), w, together in zip(sources.pairs, sources.weights, sources.together, strict=True):
        narrow = []
        for end in (a, b):
            S = covariance[labels[end]]
            known = S is not None
            narrow.append((S, gaussian(X[end] - centres[labels[end]], S)) if known else None)
        if narrow[0] is None or narrow[1] is None:
            continue
        for i, j in itertools.combinations(range(len(X)), 2):
            if ({i, j} & {a, b}) if literal else ({i, j} == {a, b}):
                continue
            ways = ((i, j), (j, i))
            weight = max(
                gaussian(X[p] - X[a], *narrow[0]) * gaussian(X[q] - X[b], *narrow[1])
                for p, q in ways
            )
            if weight >= g:
                key = (i, j, bool(together))
                before = found.get(key, 0.0)
                found[key] = max(before, w * weight) if reduced else before + w * weight
    return found
