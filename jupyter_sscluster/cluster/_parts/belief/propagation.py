"""Belief propagation over stated pairs, any of which may be wrong.

Rows have unknown clusters c_i with P(c_i = k) proportional to U_i(k) before any answer. A
statement of weight w is right with the log-odds w log((1 - e) / e), e being the error rate: it
counts as w independent answers. Statements that add up to the log-odds L in favour of a must-link
multiply the probability of a clustering by σ(L) where c_i = c_j and by σ(-L) where not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from jupyter_sscluster._arrays import Array, Index, IntArray, Mask

ROUNDS = 12
"""Maximum number of rounds of messages, each of which carries news one pair further."""

DAMPING = 0.3
"""Share of the last message in the next one, where pairs form cycles."""

SHARE = 0.1
"""The share of a uniform distribution that is mixed into the posterior of the features."""

PLACED = 0.8
"""Belief from which on a row is taken to be placed in a cluster."""

ANCHORED = 0.998
"""Belief, before any answer, that an anchor is of its class."""

_TOLERANCE = 1e-9
_SURE = 700.0
"""Largest log-odds: beyond, probabilities are no numbers."""

_TINY = 1e-300


class RowBeliefs(NamedTuple):
    """P(c_i = k) after all statements (m, k), and P(wrong) of each of these (p,)."""

    belief: Array
    wrong: Array


def flattened(posterior: Array, share: float = SHARE) -> Array:
    """P limited to (1 - share) P + share / K, so that answers can outweigh the features."""
    return np.asarray((1.0 - share) * posterior + share / posterior.shape[1])


def propagate(
    unary: Array,
    pairs: IntArray,
    together: Mask,
    weights: Array,
    error: float,
    *,
    limited: Mask | bool = True,
) -> RowBeliefs:
    """Beliefs about the rows of `unary` (m, k), which sum to 1, under statements on `pairs`.

    The message over a pair is, with b the belief of the sender without that pair,
    σ(L) b(k) + σ(-L) (1 - b(k)); 12 rounds, O(pairs k) each. Where pairs form no cycle of more than
    12 of them the beliefs are exact. On cycles they are near where answers and unary leave doubt;
    where few rows contradict each other surely they may be far off, and messages are damped.

    With s = Σ_k b_i(k) b_j(k), both without the pair, P(together) = σ(log(s / (1 - s)) + L). Where
    a statement is `limited`, U alone counts in s as at most `_limit`: none is thought wrong for the
    sake of the features alone, as long as 1 / K or the rows' places are all that speaks against it.
    """
    if not len(pairs):
        return RowBeliefs(unary.copy(), np.empty(0))
    # What vanishes beside others is 0, whatever the caller's settings.
    with np.errstate(under="ignore"):
        return _propagated(unary, pairs, together, _log_odds(together, weights, error), limited)


def _propagated(
    unary: Array, pairs: IntArray, together: Mask, each: Array, limited: Mask | bool
) -> RowBeliefs:
    graph = _Graph.of(pairs, each, len(unary))
    prior = _logarithms(unary)
    messages = _converged(graph, prior)
    cavity = _Cavity.of(graph, prior, messages)
    odds = cavity.odds(graph)
    if np.any(limited):
        alone = _Cavity.of(graph, prior, np.zeros_like(messages)).odds(graph)
        most = _limit(graph, each)
        said = np.broadcast_to(limited, graph.number.shape)
        most[np.bincount(graph.number, said, len(most)) == 0.0] = np.inf
        odds = np.clip(alone, -most, most) + (odds - alone)
    same = _sigmoid(odds + graph.log_odds)[graph.number]
    belief = _normalised(graph.total(prior, messages))
    return RowBeliefs(np.ascontiguousarray(belief.T), np.where(together, 1.0 - same, same))


def log_evidence(
    unary: Array, pairs: IntArray, together: Mask, weights: Array, error: float
) -> float:
    """Log P(all statements), clusters being drawn from `unary`; by Bethe's approximation.

    log Z = Σ_i log Z_i - Σ_pairs log Z_ij, Z_i = Σ_k U_i(k) Π m(k) over the messages to i, not
    normalised, and Z_ij = σ(L) s + σ(-L) (1 - s). Exact where the beliefs are.
    """
    if not len(pairs):
        return 0.0
    with np.errstate(under="ignore"):
        graph = _Graph.of(pairs, _log_odds(together, weights, error), len(unary))
        prior = _logarithms(unary)
        cavity = _Cavity.of(graph, prior, _converged(graph, prior))
        rows = graph.total(prior, graph.sent(cavity))[:, graph.receivers]
        largest = rows.max(axis=0)
        of_rows = largest + np.log(np.exp(rows - largest).sum(axis=0))
        same = _sigmoid(cavity.odds(graph))
        right, wrong = _sigmoid(graph.log_odds), _sigmoid(-graph.log_odds)
        of_pairs = np.log(np.maximum(right * same + wrong * (1.0 - same), _TINY))
        return float(of_rows.sum() - of_pairs.sum())


class _Graph(NamedTuple):
    """Pairs with the sum of their log-odds, each sent over in both directions.

    Beliefs and messages are (k, rows or directed pairs): clusters are few, and what is summed over
    them runs along whole arrays, several times as fast.
    Directed pairs are sorted by receiver: `starts` are where those of each of the `receivers`
    begin, `back` is the place of the other direction, `forth` that of the direction i to j, and
    `number` is the pair of each statement. `damping` is 0 where a group of pairs has no cycle.
    `same` and `apart` are σ(L) and σ(-L), of each directed pair.
    """

    log_odds: Array
    same: Array
    apart: Array
    number: Index
    sender: IntArray
    receivers: IntArray
    starts: Index
    back: Index
    forth: Index
    pair: Index
    damping: Array

    @classmethod
    def of(cls, pairs: IntArray, log_odds: Array, n_rows: int) -> _Graph:
        low, high = pairs.min(axis=1), pairs.max(axis=1)
        places = _places((low * np.int64(n_rows) + high).tobytes(), n_rows)
        n_pairs = len(places.forth)
        sums = np.bincount(places.number, weights=log_odds, minlength=n_pairs).astype(np.float64)
        odds = np.clip(sums, -_SURE, _SURE)
        same, apart = (_sigmoid(each)[places.pair] for each in (odds, -odds))
        return cls(odds, same, apart, *places)

    def total(self, prior: Array, messages: Array) -> Array:
        """Prior and all messages of each row."""
        found = prior.copy()
        found[:, self.receivers] += np.add.reduceat(messages, self.starts, axis=1)
        return found

    def sent(self, cavity: _Cavity) -> Array:
        """Logarithms of the messages from these beliefs of the senders."""
        found = self.same * cavity.belief
        found += self.apart * cavity.rest
        return np.asarray(np.log(np.maximum(found, _TINY, out=found), out=found))


class _Places(NamedTuple):
    """All of `_Graph` that does not depend on how likely answers are to be wrong."""

    number: Index
    sender: IntArray
    receivers: IntArray
    starts: Index
    back: Index
    forth: Index
    pair: Index
    damping: Array


@lru_cache(maxsize=2)
def _places(keys: bytes, n_rows: int) -> _Places:
    """Kept for the many rounds of one fit: all of them are about the same pairs low n + high."""
    each, number = np.unique(np.frombuffer(keys, dtype=np.int64), return_inverse=True)
    low, high = np.divmod(each, n_rows)
    n_pairs = len(each)
    sender, receiver = np.concatenate([low, high]), np.concatenate([high, low])
    order = np.argsort(receiver, kind="stable")
    place = np.empty(2 * n_pairs, dtype=np.intp)
    place[order] = np.arange(2 * n_pairs)
    back = place[(order + n_pairs) % (2 * n_pairs)]
    receivers, starts = np.unique(receiver[order], return_index=True)
    pair = order % n_pairs
    damping = np.where(_in_cycles(low, high, n_rows)[pair], DAMPING, 0.0)
    return _Places(number, sender[order], receivers, starts, back, place[:n_pairs], pair, damping)


class _Cavity(NamedTuple):
    """For each directed pair the belief of the sender without it, and its complement to 1."""

    belief: Array
    rest: Array

    @classmethod
    def of(cls, graph: _Graph, prior: Array, messages: Array) -> _Cavity:
        total = graph.total(prior, messages).take(graph.sender, axis=1)
        total -= messages.take(graph.back, axis=1)
        belief = _normalised(total)
        # 1 - b loses the digits of b near 1: there, the others are added up.
        likely = belief > 0.5
        others = np.where(likely, 0.0, belief).sum(axis=0)
        return cls(belief, np.where(likely, others, 1.0 - belief))

    def odds(self, graph: _Graph) -> Array:
        """log(s / (1 - s)) of each pair."""
        i, j = graph.forth, graph.back[graph.forth]
        of_i = self.belief[:, i]
        same = np.einsum("kp,kp->p", of_i, self.belief[:, j])
        apart = np.einsum("kp,kp->p", of_i, self.rest[:, j])
        odds = np.log(np.maximum(same, _TINY)) - np.log(np.maximum(apart, _TINY))
        return np.asarray(np.clip(odds, -_SURE, _SURE))


def _converged(graph: _Graph, prior: Array) -> Array:
    """The messages' logarithms, the largest of each being 0."""
    damping = np.zeros_like(graph.damping)
    messages = np.zeros((len(prior), len(graph.pair)))
    for _ in range(ROUNDS):
        sent = graph.sent(_Cavity.of(graph, prior, messages))
        sent -= sent.max(axis=0)
        sent += damping * (messages - sent)
        change = float(np.abs(sent - messages).max())
        messages = sent
        if change < _TOLERANCE:
            break
        damping = graph.damping
    return messages


def _limit(graph: _Graph, log_odds: Array) -> Array:
    """The largest log-odds that features may have: those of 2 e, or none from e = 1/4 on."""
    largest = np.zeros(len(graph.log_odds))
    np.maximum.at(largest, graph.number, np.abs(log_odds))
    error = np.minimum(2.0 * _sigmoid(-largest), 0.5)
    return np.log1p(-error) - np.log(error)


def _log_odds(together: Mask, weights: Array, error: float) -> Array:
    each = np.minimum(weights * float(np.log1p(-error) - np.log(error)), _SURE)
    return np.where(together, each, -each)


def _in_cycles(low: IntArray, high: IntArray, n_rows: int) -> Mask:
    """Which of the different pairs are connected to as many pairs as rows, or more."""
    table = sparse.csr_array((np.ones(len(low)), (low, high)), shape=(n_rows, n_rows))
    group = connected_components(table, directed=False)[1]
    n_pairs, sizes = np.bincount(group[low], minlength=n_rows), np.bincount(group)
    found: Mask = (n_pairs[: len(sizes)] >= sizes)[group[low]]
    return found


def _logarithms(unary: Array) -> Array:
    """Of P (m, k), by clusters: (k, m)."""
    return np.log(np.maximum(np.ascontiguousarray(unary.T), _TINY))


def _normalised(logarithms: Array) -> Array:
    found: Array = logarithms - logarithms.max(axis=0)
    np.exp(found, out=found)
    found /= found.sum(axis=0)
    return found


def _sigmoid(values: Array) -> Array:
    return np.asarray(np.exp(-np.logaddexp(0.0, -values)))
