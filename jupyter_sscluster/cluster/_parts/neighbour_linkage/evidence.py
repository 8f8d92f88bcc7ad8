"""How much answers tell of the height at which merging stops."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, IntArray, Mask

STEP = 0.6
"""How far from each other, in spreads, answers are that tell of one height."""


def evidence(pairs: IntArray, x: Array, different: Mask, n_rows: int) -> Array:
    """What each answer (m,) about `pairs` (m, 2) of rows that meet at `x` counts in a calibration.

    That is r / s, how well it is `reached` from h₀ over the answers that it is `shared` with; or
    what is `agreed`, if that is more.
    """
    found = reached(x, different) / shared(pairs, x, different, n_rows)
    return np.maximum(found, agreed(x, different))


def agreed(x: Array, different: Mask) -> Array:
    """What "same" counts between h₀ and all m "different" above h₀: m / (m + 1); 0 for others.

    If one height between the two kinds explains all answers, they are no exceptions from h₀: so it
    is where labels or pairs drawn at random are given of long groups in fragments.
    """
    above = x[different & (x > 0.0)]
    counts = ~different & (x > 0.0) & (x < above.min(initial=np.inf))
    return np.where(counts, len(above) / (len(above) + 1.0), 0.0)


def reached(x: Array, different: Mask) -> Array:
    """exp(-Σ g² / (2 · .6²)), over the steps g that lead from h₀ to an answer.

    A cut above a "same" at x takes all merges below x for right, hundreds perhaps, of which nobody
    has said so. That this one is an exception, two groups that are one for a reason of their own,
    is the likelier the farther it is from what is known. Steps lead from h₀, at 0, up to the
    lowest "same" above it, from there to the next, and so on: each is taken with the likelihood of
    a normal of mean 0. In the same way they lead down from h₀ over each "different" below it.
    All other answers agree with h₀ and count in full.
    """
    found = np.ones(len(x))
    for sign, said in ((1.0, False), (-1.0, True)):
        at = np.flatnonzero((different == said) & (sign * x > 0.0))
        far, place = np.unique(sign * x[at], return_inverse=True)
        steps = np.diff(far, prepend=0.0) / STEP
        found[at] = np.exp(-0.5 * np.cumsum(steps**2))[place]
    return found


def shared(pairs: IntArray, x: Array, different: Mask, n_rows: int) -> Array:
    """Number of answers "same" above h₀ in the component of each; 1 for all other answers.

    If one group holds together for a reason of its own, all answers about its rows are "same":
    however many there are, they are one piece of evidence about the height.
    """
    found = np.ones(len(x))
    same = pairs[~different]
    entries = (np.ones(len(same)), (same[:, 0], same[:, 1]))
    graph = sparse.coo_array(entries, shape=(n_rows, n_rows))
    component = connected_components(graph, directed=False)[1][pairs[:, 0]]
    counts = ~different & (x > 0.0)
    found[counts] = np.bincount(component[counts])[component[counts]]
    return found
