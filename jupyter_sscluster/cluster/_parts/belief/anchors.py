"""Classes that the answers separate with certainty, and one representative row of each."""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

_STARTS = 24
"""Components that a clique is grown from."""


class Anchors(NamedTuple):
    """For each class its anchor, a row, and all rows of its component."""

    rows: Index
    members: list[Index]


def anchors(known: Constraints, X: Array, most: int, *, trusting: bool = True) -> Anchors:
    """Components that are pairwise apart: the largest such set found, of at most `most`.

    Soft statements count unless contradicted: after hard ones if `trusting`, cannot-links first,
    then must-links by falling weight and rising distance. Statements of less than half the weight
    of others, or of 1, are ignored.
    """
    value = _consistent(known, X, trusting=trusting)
    sizes, edges = value.component_sizes, value.component_edges
    touched = np.unique(value.component_ids[value.touched])
    ranked = touched[np.argsort(-sizes[touched], kind="stable")].tolist()
    rank = {component: r for r, component in enumerate(ranked)}
    apart: dict[int, set[int]] = {r: set() for r in range(len(ranked))}
    for a, b in edges.tolist():
        apart[rank[a]].add(rank[b])
        apart[rank[b]].add(rank[a])
    first = [*range(len(ranked))][:_STARTS]
    first += sorted(apart, key=lambda r: -len(apart[r]))[:_STARTS]
    cliques = [_clique(apart, r, most) for r in dict.fromkeys(first)]
    best = max(cliques, key=lambda c: (len(c), sum(int(sizes[ranked[r]]) for r in c)), default=[])
    weight = _said(known)
    members = [np.flatnonzero(value.component_ids == ranked[r]) for r in sorted(best)]
    return Anchors(np.array([_anchor(rows, X, weight) for rows in members], np.intp), members)


def _clique(apart: dict[int, set[int]], first: int, most: int) -> list[int]:
    """Grown by the largest component that is apart from all so far."""
    clique, allowed = [first], apart[first]
    while allowed and len(clique) < most:
        following = min(allowed)
        clique.append(following)
        allowed = allowed & apart[following]
    return clique


def _anchor(rows: Index, X: Array, weight: Array) -> int:
    """The row of most weight in statements; of equals the one nearest to the mean."""
    heaviest = rows[weight[rows] >= weight[rows].max()]
    apart = X[heaviest] - X[rows].mean(axis=0)
    return int(heaviest[np.einsum("ij,ij->i", apart, apart).argmin()])


def _said(known: Constraints) -> Array:
    """Sum of the weights of the statements about each row."""
    stated = stated_pairs(known)
    found: Array = np.zeros(known.n_samples)
    np.add.at(found, stated.pairs, stated.weights[:, None])
    return found


def _consistent(known: Constraints, X: Array, *, trusting: bool) -> Constraints:
    """Hard statements, and soft ones that contradict none before, without light ones."""
    stated = stated_pairs(known)
    n, n_must, n_cannot = known.n_samples, len(known.must), len(known.cannot)
    heavy = stated.weights >= 0.5 * min(1.0, float(stated.weights.max(initial=0.0)))
    hard = np.zeros(len(stated), dtype=bool)
    if trusting:
        # Hard ones come first of each kind.
        first_cannot = int(stated.together.sum())
        hard[:n_must] = hard[first_cannot : first_cannot + n_cannot] = True
    must = stated.pairs[heavy & hard & stated.together]
    cannot = stated.pairs[heavy & ~stated.together]
    value = Constraints(n, must, cannot, conflicts="soft")
    left = stated.take(heavy & ~hard & stated.together)
    apart = X[left.pairs[:, 0]] - X[left.pairs[:, 1]]
    order = np.lexsort((np.einsum("ij,ij->i", apart, apart), -left.weights))
    kept = _compatible(value, left.pairs[order])
    return Constraints(n, np.concatenate([must, kept]), value.cannot)


def _compatible(value: Constraints, pairs: IntArray) -> IntArray:
    """The pairs that can be joined in turn without joining cannot-linked components."""
    ids = value.component_ids
    parent: dict[int, int] = {}
    apart: dict[int, set[int]] = {}
    for a, b in value.component_edges.tolist():
        apart.setdefault(a, set()).add(b)
        apart.setdefault(b, set()).add(a)

    def root(c: int) -> int:
        while parent.get(c, c) != c:
            parent[c] = c = parent.get(parent[c], parent[c])
        return c

    kept = []
    for pair, (i, j) in zip(pairs.tolist(), ids[pairs].tolist(), strict=True):
        a, b = root(i), root(j)
        if b in apart.get(a, ()):
            continue
        kept.append(pair)
        if a == b:
            continue
        if len(apart.get(a, ())) > len(apart.get(b, ())):
            a, b = b, a
        parent[a] = b
        for other in apart.pop(a, ()):
            apart[other].discard(a)
            apart[other].add(b)
            apart.setdefault(b, set()).add(other)
    return np.array(kept, dtype=np.int64).reshape(-1, 2)
