"""Repair the labels of a soft clustering so that they satisfy every hard constraint.

Only the parts with a violated hard constraint are relabelled. Parts are connected components of the
graph of must-link components, cannot-links and soft statements. In each, squared distances plus
violated soft weights are minimised subject to the hard statements: trees exactly, cycles by local
search. A part for which no such labelling is found violates as little as is found.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.component_pairs import pair_costs, stated_between
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.k_colouring import FeasibleLabelling, NoLabelling
from jupyter_sscluster.cluster._parts.hard.kempe_chain_swaps import kempe_descent
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import (
    PairCosts,
    PairGraph,
    component_costs,
    iterated_conditional_modes,
)
from jupyter_sscluster.cluster._parts.hard.two_core import CannotGraph, connected_component_ids
from jupyter_sscluster.cluster._parts.lloyd.points import Farthest, Points
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, soft_pairs, stated_tables

_ROUNDS = 5
"""Rounds of Kempe-chain swaps and single moves."""

Distances = Callable[[Index], Array]
"""Squared distances of rows to all centres, (m, k)."""


class JoinedComponents(NamedTuple):
    """Must-link components that statements join, their pairs, and their rows' places."""

    vertices: IntArray
    pairs: PairCosts
    rows: Index


def labels_that_keep(
    points: Points,
    known: Constraints,
    labels: Labels,
    distances: Distances,
    unit: float,
    gaining: Callable[[Labels, int], Farthest | None] | None = None,
) -> Labels:
    """These labels (n,), or others that violate no hard statement where such are found.

    `unit` is the cost of a violated soft statement of weight 1. No cluster is emptied that other
    rows may fill; `gaining` offers rows of blocks.
    """
    violated = _violated_rows(known, labels)
    if not len(violated):
        return labels
    components = Components(points, known, np.unique(soft_pairs(known).pairs))
    near = distances(components.rows)
    if near.shape[1] == 1:
        return labels
    pairs = pair_costs(stated_between(components, known), unit)
    own = labels[components.rows]
    cost = components.totals(near)
    votes = components.totals((own[:, None] == np.arange(near.shape[1])).astype(np.float64))
    before = votes.argmax(axis=1)
    for part in _parts(components, pairs, violated):
        of_row = np.searchsorted(part.vertices, components.of_row[part.rows])
        last = before[part.vertices]
        try:
            own[part.rows] = cheapest_kept(cost[part.vertices], part.pairs, last)[of_row]
        except NoLabelling:
            rows = components.rows[part.rows]
            own[part.rows] = least_violating(known, rows, near[part.rows], of_row, last, unit)
    found = labels.copy()
    found[components.rows] = own
    fill_clusters(found, components, pairs, near, distances, gaining)
    return found


def _violated_rows(known: Constraints, labels: Labels) -> IntArray:
    """Rows of violated hard statements."""
    must, cannot, _, _ = stated_tables(known)
    return np.unique(
        np.concatenate([table.pairs[table.violated(labels)].ravel() for table in (must, cannot)])
    )


def _parts(components: Components, pairs: PairCosts, rows: IntArray) -> Iterator[JoinedComponents]:
    """The connected components that hold these rows."""
    connected = connected_component_ids(len(components.first_row), pairs.ends)
    of_row, of_pair = connected[components.of_row], connected[pairs.ends[:, 0]]
    for number in np.unique(connected[components.of_rows(rows)]):
        vertices = np.flatnonzero(connected == number)
        inside = of_pair == number
        ends = np.searchsorted(vertices, pairs.ends[inside])
        own = PairCosts(ends, pairs.cost_same[inside], pairs.cost_different[inside])
        yield JoinedComponents(vertices, own, np.flatnonzero(of_row == number))


def least_violating(
    known: Constraints, rows: Index, near: Array, component: IntArray, before: IntArray, unit: float
) -> IntArray:
    """Labels of these rows that violate hard statements of least weight, then cost least.

    `rows` are sorted and closed under statements; `component` is the must-link component of each,
    `before` a label of every component. First components move as a whole, trees exactly and the
    rest by local search from `before` and the nearest centres; then rows may leave them. A hard
    statement weighs more than all distances and soft statements together.
    """
    pairs = _penalties(known, rows, near, unit)
    cost = np.zeros((len(before), near.shape[1]))
    np.add.at(cost, component, near)
    graph = PairGraph(len(cost), _between(pairs, component))
    subtree_cost = graph.upward(cost)
    core = np.empty(0, dtype=np.int64)
    if len(graph.core):
        inner = subtree_cost[graph.core]
        starts = before[graph.core], inner.argmin(axis=1)
        first, second = (local_search(inner, graph.inner, start) for start in starts)
        core = cheaper_by_component(inner, graph, first, second)
    return local_search(near, pairs, graph.downward(subtree_cost, core)[component])


def _penalties(known: Constraints, rows: Index, near: Array, unit: float) -> PairCosts:
    """Costs of the statements between these rows, each pair once, low end first."""
    must, cannot, _, _ = stated_tables(known)
    hard = [
        WeightedPairs(table.pairs, table.weights, np.full(len(table.pairs), table.together))
        for table in (must, cannot)
    ]
    inside = [table.take(np.isin(table.pairs[:, 0], rows)) for table in (*hard, soft_pairs(known))]
    soft = inside[2].weights * unit
    lightest = min(float(table.weights.min(initial=np.inf)) for table in inside[:2])
    most = float(np.ptp(near, axis=1).sum() + soft.sum()) or 1.0
    costs = [table.weights * (2.0 * most / lightest) for table in inside[:2]] + [soft]
    ends = np.searchsorted(rows, np.concatenate([table.pairs for table in inside]))
    together, cost = np.concatenate([table.together for table in inside]), np.concatenate(costs)
    return _each_once(ends, np.where(together, 0.0, cost), np.where(together, cost, 0.0))


def _between(pairs: PairCosts, component: IntArray) -> PairCosts:
    """The pairs of rows in different components as pairs of these, with their costs added up."""
    ends = component[pairs.ends]
    outer = ends[:, 0] != ends[:, 1]
    return _each_once(ends[outer], pairs.cost_same[outer], pairs.cost_different[outer])


def _each_once(ends: IntArray, cost_same: Array, cost_different: Array) -> PairCosts:
    size = int(ends.max(initial=0)) + 1
    low, high = np.sort(ends, axis=1).T
    keys, place = np.unique(low * size + high, return_inverse=True)
    sums = np.zeros((2, len(keys)))
    np.add.at(sums[0], place, cost_same)
    np.add.at(sums[1], place, cost_different)
    return PairCosts(np.stack([keys // size, keys % size], axis=1), *sums)


def fill_clusters(
    labels: Labels,
    components: Components,
    pairs: PairCosts,
    near: Array,
    distances: Callable[[Index], Array],
    gaining: Callable[[Labels, int], Farthest | None] | None = None,
) -> None:
    """Relocate to each empty cluster a row without pairs, or a whole component, in place.

    The one that adds least to squared distances and soft costs; neither violates a satisfied hard
    statement. A cluster stays empty if every move would empty another.
    """
    counts = np.bincount(labels, minlength=near.shape[1]).astype(np.float64)
    counts = counts + components.points.unheld_sizes(labels)
    for empty in np.flatnonzero(counts == 0).tolist():
        offers = (
            _free_row(labels, components, counts, empty, distances),
            _component(labels, components, counts, empty, pairs, near),
        )
        price, rows = min(offers, key=lambda offer: offer[0])
        offered = None if gaining is None else gaining(labels, empty)
        far = None if offered is None else offered.best(counts)
        if far is not None and -far.cost < price:
            counts[[far.cluster, empty]] += -1, 1
            components.points.relocate(labels, far, empty)
            continue
        if np.isinf(price):
            return
        counts -= np.bincount(labels[rows], minlength=len(counts))
        labels[rows] = empty
        counts[empty] = len(rows)


Offer = tuple[float, Index]
"""What it adds to relocate these rows; infinitely much where there are none."""


def _free_row(
    labels: Labels,
    components: Components,
    counts: Array,
    empty: int,
    distances: Callable[[Index], Array],
) -> Offer:
    free = counts[labels] > 1
    free[components.rows] = False
    rows = np.flatnonzero(free)
    if not len(rows):
        return np.inf, rows
    near = distances(rows)
    price = near[:, empty] - near[np.arange(len(rows)), labels[rows]]
    best = int(price.argmin())
    return float(price[best]), rows[[best]]


def _component(
    labels: Labels, components: Components, counts: Array, empty: int, pairs: PairCosts, near: Array
) -> Offer:
    own = labels[components.first_row].astype(np.int64)
    taken = near[:, empty] - near[np.arange(len(near)), labels[components.rows]]
    price = components.totals(taken)
    now = pairs.costs(own)
    change = np.where(np.isfinite(now), pairs.cost_different - now, 0.0)
    for side in (0, 1):
        np.add.at(price, pairs.ends[:, side], change)
    whole = components.totals((labels[components.rows] == own[components.of_row]).astype(float))
    sizes = components.n_rows
    price[(whole < sizes) | (counts[own] <= sizes)] = np.inf
    best = int(price.argmin())
    return float(price[best]), components.rows[components.of_row == best]


def cheapest_kept(cost: Array, pairs: PairCosts, before: IntArray) -> IntArray:
    """Labels of all vertices: trees exactly, the 2-core by local search from two labellings.

    These are `before`, if feasible, and that of `FeasibleLabelling`, which may raise `NoLabelling`.
    """
    graph = PairGraph(len(cost), pairs)
    subtree_cost = graph.upward(cost)
    core = np.empty(0, dtype=np.int64)
    if len(graph.core):
        core = _core_labels(subtree_cost[graph.core], graph, before[graph.core])
    return graph.downward(subtree_cost, core)


def local_search(cost: Array, pairs: PairCosts, labels: IntArray) -> IntArray:
    """Alternate Kempe swaps along all pairs (at no pair cost) and single moves to a minimum."""
    soft = not np.isinf(pairs.cost_same).all()
    for _ in range(_ROUNDS):
        swapped = kempe_descent(cost, pairs.ends, labels)
        labels = iterated_conditional_modes(cost, pairs, swapped) if soft else swapped
        if np.array_equal(labels, swapped):
            break
    return labels


def cheaper_by_component(cost: Array, graph: PairGraph, one: IntArray, other: IntArray) -> IntArray:
    """For each connected component of the core the cheaper labelling, the first when equal."""
    first, second = (
        component_costs(cost, graph.inner, graph.core_components, labels) for labels in (one, other)
    )
    return np.where((second < first)[graph.core_components], other, one)


def _core_labels(cost: Array, graph: PairGraph, before: IntArray) -> IntArray:
    hard = CannotGraph(len(cost), graph.inner.hard())
    feasible = FeasibleLabelling(hard, cost.shape[1], "regret")
    subtree_cost = hard.upward(cost)
    inner = np.empty(0, dtype=np.int64)
    if len(hard.core):
        # Random orders are drawn where greedy ones fail: the same every time.
        inner = feasible.labels(subtree_cost[hard.core], np.random.default_rng(0))
    found = local_search(cost, graph.inner, hard.downward(subtree_cost, inner))
    if np.isinf(graph.inner.costs(before)).any():
        return found
    return cheaper_by_component(cost, graph, found, local_search(cost, graph.inner, before))
