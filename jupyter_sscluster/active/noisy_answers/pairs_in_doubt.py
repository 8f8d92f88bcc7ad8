"""Which pairs a function is asked about: rows in doubt, with rows that stand for their classes."""

from collections.abc import Callable, Collection, Sequence

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.active.question_types.answer_evidence import entropy
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.active.snapshot import Pair

SUREST, LIKELY = 3, 0.5
"""Rows that stand for a class that people have not met, and the least probability they have."""

CANDIDATES = 500
"""Rows of highest entropy among which is chosen."""

ALIKE = 4
"""The power of the cosine that says how much an answer about one row tells of another."""


def pairs_in_doubt(
    X: Array,
    q: Array,
    stand_ins: Sequence[IntArray],
    n_pairs: int,
    *,
    taken: Collection[Pair] = (),
    out: Collection[int] = (),
    asked: Collection[Pair] = (),
    value: Callable[[Array], Array] = lambda p: entropy(np.stack([p, 1.0 - p], axis=-1)),
) -> list[Pair]:
    """Pairs of a row in doubt and the nearest row that stands for one of the classes.

    Each row is asked about with the class of which the answer is worth most, by P(together) of the
    two rows. Rows come by that value / (1 + c), where c counts the pairs `asked` that a row is in.
    Each pair chosen lowers the values of other rows by the fourth power of the cosine between their
    probabilities: the answer about one row in doubt tells of others between the same classes.

    A class that no answer of people is about has the three surest rows, if they are likely in it.

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
    value : function of an array of P(together)
        What an answer is worth; 0 where it is not to be asked.

    >>> X = np.array([[0.0], [1.0], [4.0], [9.0]])
    >>> q = np.array([[1.0, 0.0], [0.8, 0.2], [0.5, 0.5], [0.0, 1.0]])
    >>> pairs_in_doubt(X, q, [np.array([0]), np.array([3])], 2, out={0, 3})
    [(0, 2), (0, 1)]
    """
    times = np.ones(len(q))
    for pair in asked:
        times[list(pair)] += 1.0
    doubt = entropy(q) / times
    doubt[[*out]] = -1.0
    rows = np.argsort(-doubt, kind="stable")[:CANDIDATES]
    rows = rows[doubt[rows] >= 0.0]
    known = np.array([*taken], dtype=np.intp).reshape(-1, 2)
    values, partners = _best_partners(X, q, rows, _representatives(q, stand_ins), known, value)
    values /= times[rows]
    directions = q[rows] / np.linalg.norm(q[rows], axis=1, keepdims=True)
    found: dict[Pair, None] = {}
    while len(found) < n_pairs and values.max(initial=0.0) > 0.0:
        at = int(values.argmax())
        row, other = int(rows[at]), int(partners[at])
        found[min(row, other), max(row, other)] = None
        # rounding must not end it while rows are left
        values *= np.maximum(1.0 - (directions @ directions[at]) ** ALIKE, 1e-9)
        values[at] = 0.0
    return list(found)


def _representatives(q: Array, stand_ins: Sequence[IntArray]) -> list[IntArray]:
    """Rows that stand for each class: those given, else the surest."""
    found = [np.asarray(rows, dtype=np.intp) for rows in stand_ins]
    for c, rows in enumerate(found):
        if not len(rows):
            surest = np.argsort(-q[:, c], kind="stable")[:SUREST]
            found[c] = surest[q[surest, c] >= LIKELY]
    return found


def _best_partners(
    X: Array,
    q: Array,
    rows: IntArray,
    representatives: Sequence[IntArray],
    taken: IntArray,
    value: Callable[[Array], Array],
) -> tuple[Array, IntArray]:
    """Of each row the most that an answer is worth, and the row that it is asked about with."""
    values, partners = np.zeros(len(rows)), np.zeros(len(rows), dtype=np.intp)
    codes = np.concatenate([taken @ [len(q), 1], taken @ [1, len(q)]])
    for members in representatives:
        if not len(members):
            continue
        nearest = members[distances_between(X[rows], X[members]).argmin(axis=1)]
        worth = value(np.einsum("ij,ij->i", q[rows], q[nearest]))
        worth[(nearest == rows) | np.isin(rows * len(q) + nearest, codes)] = 0.0
        better = worth > values
        values[better], partners[better] = worth[better], nearest[better]
    return values, partners
