"""Hard and soft pairs aggregated to pairs of must-link components."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.pairwise_costs import PairCosts
from jupyter_sscluster.constraints import Constraints


class ComponentLinks(NamedTuple):
    """Statements between components: each edge once, low end first, `hard` or with soft weights.

    `unavoidable` is the weight of cannot-links within a component, always violated.
    """

    ends: IntArray
    hard: NDArray[np.bool_]
    weight_same: Array
    weight_different: Array
    unavoidable: float


def stated_between(components: Components, known: Constraints) -> ComponentLinks:
    """Hard cannot-links and soft statements of a value, between its components."""
    size = max(len(components.first_row), 1)
    must = np.sort(components.of_rows(known.soft_must), axis=1)
    cannot = np.sort(components.of_rows(known.soft_cannot), axis=1)
    outer, across = must[:, 0] != must[:, 1], cannot[:, 0] != cannot[:, 1]
    hard, must, cannot = np.sort(components.vertices.edges, axis=1), must[outer], cannot[across]
    ends = np.concatenate([hard, must, cannot])
    keys, place = np.unique(ends[:, 0] * size + ends[:, 1], return_inverse=True)
    hard_at, must_at, cannot_at = np.split(place, [len(hard), len(hard) + len(must)])
    weights = np.zeros((2, len(keys)))
    np.add.at(weights[0], cannot_at, known.soft_cannot_weights[across])
    np.add.at(weights[1], must_at, known.soft_must_weights[outer])
    unavoidable = float(known.soft_cannot_weights[~across].sum())
    is_hard = np.zeros(len(keys), dtype=bool)
    is_hard[hard_at] = True
    ends = np.stack([keys // size, keys % size], axis=1)
    return ComponentLinks(ends, is_hard, weights[0], weights[1], unavoidable)


def pair_costs(stated: ComponentLinks, unit: float) -> PairCosts:
    """Costs of the pairs: infinite for hard ones, `unit` times the weight for soft ones."""
    cost_same = np.where(stated.hard, np.inf, unit * stated.weight_same)
    return PairCosts(stated.ends, cost_same, unit * stated.weight_different)
