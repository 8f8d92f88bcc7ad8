"""How far the answers alone say of which class a point is: one of them may be wrong."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster.fit.posterior_after_answers import by_answers
from jupyter_sscluster.constraints import Constraints

CAUTION = 0.1
"""Share of answers that are taken to be wrong at least, where others are to rest on them."""

RELIABLE = 0.95
"""From here on the place of a point does not rest on one answer."""

ALIKE = 0.02
"""Points that differ by less are equally reliable: the nearest of them is asked about."""

ANCHORED = 0.998


def reliability(
    known: Constraints, anchors: Sequence[int], classes: Sequence[int], n_classes: int
) -> Array:
    """P(class) of every point by the answers alone, one in ten of them taken to be wrong.

    The features say nothing, so that what was settled by one answer is not taken for more than
    that: a point joined to an anchor has .9, one joined to that in turn .82, and one that two
    answers agree on .98. An anchor, before any answer, is of its own class or of one of the
    anchors before it, either by a half: that it is apart from these rests on answers, too.

    Parameters
    ----------
    known : Constraints
    anchors, classes : rows, and the class that each stands for, all different
    n_classes : int

    Returns
    -------
    array, shape (n_samples, n_classes)

    >>> known = Constraints(4, must=[(0, 2), (2, 3)], cannot=[(0, 1)])
    >>> reliability(known, [0, 1], [0, 1], 2).max(axis=1).round(2).tolist()
    [1.0, 0.9, 0.9, 0.82]
    >>> reliability(known.add(1, 2, "cannot"), [0, 1], [0, 1], 2).max(axis=1).round(2).tolist()
    [1.0, 0.98, 0.98, 0.88]
    """
    prior = np.full((known.n_samples, n_classes), 1.0 / n_classes)
    for at, (row, c) in enumerate(zip(anchors, classes, strict=True)):
        prior[row] = _own(c, classes[:at], n_classes)
    return by_answers(prior, known, CAUTION)


def most_reliable(rows: IntArray, of_class: Array) -> IntArray:
    """Of some points those that are as reliable as the best of them, or nearly so."""
    if not len(rows):
        return rows
    reliable: IntArray = rows[of_class[rows] >= of_class[rows].max() - ALIKE]
    return reliable


def _own(c: int, before: Sequence[int], n_classes: int) -> Array:
    """What is known of an anchor before any answer."""
    own = ANCHORED if not before or n_classes < 2 else 0.5
    found = np.zeros(n_classes)
    others = list(before) or [k for k in range(n_classes) if k != c]
    found[others] = (1.0 - own) / max(len(others), 1)
    found[c] = own
    return found
