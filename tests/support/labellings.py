"""All labellings of a few rows, and what each pays for hard pairs, soft pairs and sizes."""

from itertools import combinations, product

import numpy as np
from hypothesis import strategies as st

from jupyter_sscluster.constraints import Constraints


def labellings(n, k):
    return np.array(list(product(range(k), repeat=n)))


def violated(labels, pairs, together):
    same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    return same != together


def price(labels, known, weight):
    """What a labelling of the rows pays for soft pairs, or infinity for a hard one it violates."""
    if violated(labels, known.must, True).any() or violated(labels, known.cannot, False).any():
        return np.inf
    paid = known.soft_must_weights[violated(labels, known.soft_must, True)].sum()
    paid += known.soft_cannot_weights[violated(labels, known.soft_cannot, False)].sum()
    return weight * paid


def fits(labels, k, bounds):
    counts = np.bincount(labels, minlength=k)
    return bounds is None or ((counts >= bounds[0]) & (counts <= bounds[1])).all()


def least(cost, known, weight, bounds):
    """The least total over all labellings of the rows, by trying every one."""
    n, k = cost.shape
    return min(
        (
            cost[np.arange(n), labels].sum() + price(labels, known, weight)
            for labels in labellings(n, k)
            if fits(labels, k, bounds)
        ),
        default=np.inf,
    )


@st.composite
def knowledge(draw, n, soft=True, most=6):
    """Hard pairs that agree with hidden classes, and soft ones that agree with nothing."""
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    pairs = np.array(list(combinations(range(n), 2)))
    y = rng.integers(3, size=n)
    hard = pairs[rng.permutation(len(pairs))[: draw(st.integers(0, most))]]
    same = y[hard[:, 0]] == y[hard[:, 1]]
    known = Constraints(n, hard[same], hard[~same])
    if soft:
        for kind in ("must", "cannot"):
            some = pairs[rng.permutation(len(pairs))[: draw(st.integers(0, most))]]
            weights = rng.choice([0.1, 0.5, 1.0], size=len(some))
            known = known.add_pairs(some, kind, weights, soft=True)
    return known
