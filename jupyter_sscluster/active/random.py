"""Pairs drawn at random: the baseline every strategy has to beat."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import Flag, Rule
from jupyter_sscluster.active.snapshot import Pair, Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.sampling import unrank_pairs


class _WhenEntailed:
    """Whether it asks about what follows from other answers: as the parameter says."""

    def __get__(self, strategy: Random | None, owner: type) -> bool:
        return strategy is not None and bool(strategy.entailed)


class Random(Strategy):
    """Asks about a random pair whose relation is not known yet.

    Pairs whose relation follows from earlier answers are never drawn, nor those answered with
    "don't know". A pair is drawn through the must-link components, in O(n_components), without
    ever listing pairs. Later pairs of a batch are drawn as if the earlier ones were must-links.

    Prefer it as the baseline, and where the pairs must be a fair sample of all. Most of its answers
    are cannot-links that say little. `scores` gives the share of the other points whose relation to
    a point is open, 0 for points of certified neighbourhoods.

    Parameters
    ----------
    clusterer : estimator, default None
        Used by `fit` alone, for `labels_`; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Used by `fit` alone.
    random_state : int or None, default 0
        Seed; the same snapshot gives the same pairs. None draws anew every time.
    entailed : bool, default False
        Draw from all pairs that were not asked about, as the studies do: a question is spent on a
        pair even where its relation follows from earlier answers.

    References
    ----------
    The baseline of Švehla, J. (2018). Active semi-supervised clustering. MSc thesis, Czech
    Technical University in Prague, chapter 5; there pairs that are already entailed are drawn too,
    `entailed=True`.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> snapshot = Snapshot([[0.0], [1.0], [5.0]], Constraints(3, must=[(0, 1)]))
    >>> [query.reason for query in Random().propose(snapshot)]
    ['Drawn at random from the 2 pairs whose relation is not known.']
    """

    title = "Random"
    menu_group = "Baseline"
    asks_again: ClassVar[Any] = _WhenEntailed()
    parameter_ranges: ClassVar[dict[str, Rule]] = {**Strategy.parameter_ranges, "entailed": Flag()}

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        entailed: bool = False,
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.entailed = entailed

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        rng = self._rng(snapshot)
        if self.entailed:
            return _unasked(snapshot, n_pairs, rng)
        constraints, queries = snapshot.constraints, list[Query]()
        n_known = _Open(constraints, snapshot.closed).n_pairs
        reason = f"Drawn at random from the {n_known:,} pairs whose relation is not known."
        while len(queries) < n_pairs:
            pair = _Open(constraints, snapshot.closed).draw(rng)
            if pair is None:
                break
            queries.append(Query(pair, 0.0, reason))
            constraints = constraints.add(*pair, "must")
        return queries


def _unasked(snapshot: Snapshot, n_pairs: int, rng: np.random.Generator) -> list[Query]:
    """Pairs drawn uniformly from those that were not asked about, whatever follows."""
    stated = np.concatenate([snapshot.constraints.must, snapshot.constraints.cannot])
    taken = set(snapshot.closed) | {_pair(ends) for ends in np.sort(stated, axis=1)}
    total = snapshot.n_samples * (snapshot.n_samples - 1) // 2
    left = total - len(taken)
    reason = f"Drawn at random from the {left:,} pairs that were not asked about."
    found = list[Pair]()
    if 2 * (len(taken) + n_pairs) > total:
        every = map(_pair, unrank_pairs(rng.permutation(total)))
        found = [pair for pair in every if pair not in taken][:n_pairs]
    while len(found) < min(n_pairs, left):
        pair = _pair(unrank_pairs(rng.integers(total, size=1))[0])
        if pair not in taken:
            taken.add(pair)
            found.append(pair)
    return [Query(pair, 0.0, reason) for pair in found]


def _pair(ends: NDArray[np.int64]) -> Pair:
    return int(ends[0]), int(ends[1])


class _Open:
    """Pairs without a known relation, counted and drawn by must-link components."""

    def __init__(self, constraints: Constraints, closed: frozenset[Pair]) -> None:
        self.constraints, self.closed = constraints, closed
        self.sizes, edges = constraints.component_sizes, constraints.component_edges
        later = np.cumsum(self.sizes[::-1])[::-1] - self.sizes
        linked = np.bincount(edges[:, 0], self.sizes[edges[:, 1]], len(self.sizes))
        self.rows = self.sizes * (later - linked.astype(np.int64))
        pairs = np.array(sorted(closed), dtype=np.int64).reshape(-1, 2)
        self.n_closed = int((constraints.relations(pairs) == 0).sum())

    @property
    def n_pairs(self) -> int:
        return int(self.rows.sum()) - self.n_closed

    def draw(self, rng: np.random.Generator) -> Pair | None:
        """One of them, uniformly; None if there is none."""
        if self.n_pairs < 1:
            return None
        if self.n_pairs < self.n_closed:
            left = self.every()
            return left[rng.integers(len(left))]
        by_component = np.argsort(self.constraints.component_ids, kind="stable")
        while (pair := self._draw(rng, by_component)) in self.closed:
            pass  # at most every second draw ends here
        return pair

    def _draw(self, rng: np.random.Generator, by_component: NDArray[np.int64]) -> Pair:
        p = _pick(rng, self.rows)
        q = _pick(rng, self._partners(p))
        starts = np.cumsum(self.sizes) - self.sizes
        i, j = (int(by_component[starts[c] + rng.integers(self.sizes[c])]) for c in (p, q))
        return min(i, j), max(i, j)

    def _partners(self, p: int | np.integer[Any]) -> NDArray[np.int64]:
        """Sizes of the later components that may still go with component p, 0 for the others."""
        edges = self.constraints.component_edges
        weights = self.sizes.copy()
        weights[: p + 1] = 0
        weights[edges[edges[:, 0] == p, 1]] = 0
        return weights

    def every(self) -> list[Pair]:
        """All of them, listed; called only when there are few."""
        ids = self.constraints.component_ids
        found = []
        for p in np.flatnonzero(self.rows):
            partners = np.isin(ids, np.flatnonzero(self._partners(p)))
            for i in np.flatnonzero(ids == p).tolist():
                found += [(min(i, j), max(i, j)) for j in np.flatnonzero(partners).tolist()]
        return sorted(set(found) - self.closed)


def _pick(rng: np.random.Generator, weights: NDArray[np.int64]) -> int:
    """An index, drawn with probability proportional to its whole-number weight."""
    steps = np.cumsum(weights)
    return int(np.searchsorted(steps, rng.integers(steps[-1]), side="right"))
