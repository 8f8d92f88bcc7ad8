"""Fill empty clusters at the least cost."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from jupyter_sscluster._arrays import Array, Index, Labels
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts
from jupyter_sscluster.cluster._parts.lloyd.points import Farthest


def fill_clusters(
    labels: Labels,
    components: Components,
    pairs: PairCosts,
    near: Array,
    distances: Callable[[Index], Array],
    gaining: Callable[[Labels, int], Farthest | None] | None = None,
) -> None:
    """Relocate to each empty cluster a row without pairs, or a whole component, in place.

    Where what that adds to the squared distances at the centres that are, and to the costs of soft
    statements, is least. Neither violates a hard statement that was kept, as nothing else is in the
    cluster. It stays empty where whatever is taken would leave another cluster empty. `gaining`
    offers rows of blocks, where there are any.
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
