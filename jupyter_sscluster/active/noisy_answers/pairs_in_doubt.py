"""Which pairs a function is asked about: rows in doubt, with rows that stand for their classes."""

from collections.abc import Callable, Collection, Sequence

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.question_types.answer_evidence import entropy
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.active.snapshot import Pair

PARTNERS = 2
"""Classes that a row is asked about at once: a function's answers about one row err together."""

LIKELY = 0.02
"""The least probability of a class that is asked about."""


def pairs_in_doubt(
    X: Array,
    q: Array,
    stand_ins: Sequence[IntArray],
    n_pairs: int,
    *,
    taken: Collection[Pair] = (),
    out: Collection[int] = (),
    asked: Collection[Pair] = (),
    worth: Callable[[Array], Mask] = lambda p: np.ones(len(p), dtype=bool),
) -> list[Pair]:
    """Pairs of a row in doubt and the nearest row that stands for one of its likeliest classes.

    Rows come by H(q) / (1 + c), where c counts the pairs `asked` that a row is in; each with the
    two likeliest classes at most.

    Parameters
    ----------
    X : (n_samples, n_features) array
    q : (n_samples, n_classes) array
        Probabilities of the classes.
    stand_ins : sequence of int arrays
        Rows that stand for each class.
    n_pairs : int
        How many pairs at most.
    taken : collection of pairs
        Pairs, smaller row first, that are not asked about.
    out : collection of rows
        Rows that are not in question, as people have answered about them.
    asked : collection of pairs
        What was asked before.
    worth : function of an array of P(together)
        Whether to ask.

    >>> X = np.array([[0.0], [1.0], [4.0], [9.0]])
    >>> q = np.array([[1.0, 0.0], [0.8, 0.2], [0.5, 0.5], [0.0, 1.0]])
    >>> pairs_in_doubt(X, q, [np.array([0]), np.array([3])], 3, out={0, 3})
    [(0, 2), (2, 3), (0, 1)]
    """
    times = np.ones(len(q))
    for pair in asked:
        times[list(pair)] += 1.0
    found: dict[Pair, None] = {}
    for row in np.argsort(-entropy(q) / times, kind="stable").tolist():
        if len(found) >= n_pairs:
            break
        if row not in out:
            pairs = _partners(X, q[row], stand_ins, row, {*taken, *found})
            p = np.array([q[i] @ q[j] for i, j in pairs])
            found |= {pair: None for pair, yes in zip(pairs, worth(p), strict=True) if yes}
    return list(found)[:n_pairs]


def _partners(
    X: Array, q: Array, stand_ins: Sequence[IntArray], row: int, taken: Collection[Pair]
) -> list[Pair]:
    """The pairs of one row with the nearest stand-ins of its likeliest classes."""
    found: list[Pair] = []
    for c in np.argsort(-q, kind="stable").tolist():
        if len(found) == PARTNERS or q[c] < LIKELY:
            break
        pairs = [(min(row, v), max(row, v)) for v in stand_ins[c].tolist() if v != row]
        left = [pair for pair in pairs if pair not in taken]
        if left:
            rows = [i + j - row for i, j in left]
            nearest = distances_between(X[rows], X[[row]])[:, 0].argmin()
            found.append(left[int(nearest)])
    return found
