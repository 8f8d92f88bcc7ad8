"""What answers say about the points they are about."""

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster.active.snapshot import Snapshot
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

ERROR = 0.05
"""Share of wrong answers that is reckoned with."""

OPEN = 0.1
"""Share of the features' say that is spread evenly: no point is placed by its looks for certain."""


def entropy(p: Array) -> Array:
    """H = −Σ p log₂ p of every row of probabilities.

    >>> entropy(np.array([[0.2, 0.5, 0.3]])).round(6)
    array([1.485475])
    """
    logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
    bits: Array = 0.0 - (p * logs).sum(axis=1)
    return bits


def expected_questions(p: Array, *, last_follows: bool = False) -> Array:
    """E[q] = Σ i p₍ᵢ₎ with p₍₁₎ ≥ p₍₂₎ ≥ …: expected questions until a must-link, best first.

    Where the last of the classes `last_follows` from the cannot-links with all others, it takes no
    question of its own.

    >>> p = np.array([[0.2, 0.5, 0.3]])
    >>> expected_questions(p).round(6), expected_questions(p, last_follows=True).round(6)
    (array([1.7]), array([1.5]))
    """
    ranks = np.arange(1, p.shape[1] + 1)
    if last_follows:
        ranks[-1] = max(1, ranks[-1] - 1)
    expected: Array = -np.sort(-p, axis=1) @ ranks
    return expected


def with_answers(
    prior: Array, constraints: Constraints, members: tuple[IntArray, ...], error: float = ERROR
) -> Array:
    """The posterior (n_samples, M) of every point once the answers about it are counted in.

    With U = .9 prior + .1/M for M classes and e the share of wrong answers, a must-link with a
    member of class k multiplies the odds of k by (1 − e)(M − 1)/e, as a wrong answer may mean any
    other class; a cannot-link divides them by (1 − e)/e. A statement of weight w counts w times.
    Every statement counts, hard or soft, but not what follows from them. `prior` is what the
    features say, and `members` are points of each class.

    >>> looks = np.array([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]])
    >>> known = Constraints(3, must=[(0, 2)], cannot=[(0, 1)])
    >>> with_answers(looks, known, (np.array([0]), np.array([1])))[2].round(2)
    array([0.95, 0.05])
    """
    n_classes = len(members)
    if n_classes < 2:
        return prior
    place = places(len(prior), members)
    stated = stated_pairs(constraints)
    odds = np.log((1.0 - error) / error)
    worth = np.where(stated.together, odds + np.log(n_classes - 1), -odds) * stated.weights
    logs = np.log((1.0 - OPEN) * prior + OPEN / n_classes)
    for near, far in (stated.pairs.T, stated.pairs.T[::-1]):
        known = place[far] >= 0
        np.add.at(logs, (near[known], place[far[known]]), worth[known])
    p = np.exp(logs - logs.max(axis=1, keepdims=True))
    posterior: Array = p / p.sum(axis=1, keepdims=True)
    return posterior


def places(n_samples: int, members: tuple[IntArray, ...]) -> IntArray:
    """The class that every point is a member of, -1 for none."""
    place = np.full(n_samples, -1)
    for number, rows in enumerate(members):
        place[rows] = number
    return place


def times_shown(snapshot: Snapshot, placed: Mask) -> IntArray:
    """How often every point was shown with placed ones, by the answers that are known.

    A must-link, and a don't-know, with a placed point counts as one time.
    """
    stated = stated_pairs(snapshot.constraints)
    unknown = np.array(snapshot.unknown, dtype=np.int64).reshape(-1, 2)
    pairs = np.concatenate([stated.pairs[stated.together], unknown])
    shown = np.zeros(snapshot.n_samples, dtype=np.int64)
    for near, far in (pairs.T, pairs.T[::-1]):
        shown += np.bincount(near[placed[far]], minlength=snapshot.n_samples)
    return shown


def doubts_of(snapshot: Snapshot) -> IntArray:
    """How many don't-knows there are about every point."""
    unknown = np.array(snapshot.unknown, dtype=np.int64).ravel()
    return np.bincount(unknown, minlength=snapshot.n_samples)
