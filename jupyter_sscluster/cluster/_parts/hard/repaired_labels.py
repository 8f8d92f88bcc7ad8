"""Repair the labels of a soft clustering so that they satisfy every hard constraint.

Only what statements join to a violated hard one is labelled anew, part by part. Parts are the
connected components of the graph whose vertices are must-link components and whose edges are the
cannot-links and soft statements between them. In each the sum of squared distances and of the
weights of violated soft statements is minimised over the labellings that keep every hard statement:
trees exactly, what lies on cycles by local search. A part that no labelling keeps, or where none is
found, violates as little as is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Index, IntArray, Labels
from jupyter_sscluster.cluster._parts.hard.cheapest_feasible_labels import cheapest_kept
from jupyter_sscluster.cluster._parts.hard.component_pairs import pair_costs, stated_between
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.filled_clusters import fill_clusters
from jupyter_sscluster.cluster._parts.hard.k_colouring import NoLabelling
from jupyter_sscluster.cluster._parts.hard.least_violating_labels import least_violating
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts
from jupyter_sscluster.cluster._parts.hard.two_core import connected_component_ids
from jupyter_sscluster.cluster._parts.lloyd.points import Farthest, Points
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs, stated_tables

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

    `unit` is what a violated soft statement of weight 1 costs beside squared distances. No cluster
    is emptied that other rows may fill; `gaining` offers rows of blocks, as `Points` does.
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
