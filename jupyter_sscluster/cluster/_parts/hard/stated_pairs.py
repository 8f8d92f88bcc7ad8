"""What is stated between components: each pair of them once, hard or at a price."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster.cluster._parts.hard.components import Components
from jupyter_sscluster.cluster._parts.hard.pair_graph import Pairs
from jupyter_sscluster.constraints import Constraints


class Stated(NamedTuple):
    """Statements between components: each edge once, low end first.

    `hard` edges may not be together; `together` and `apart` are the soft weights that the one and
    the other violates, and `lost` those that any labelling violates.
    """

    ends: IntArray
    hard: NDArray[np.bool_]
    together: Array
    apart: Array
    lost: float


def stated_between(components: Components, known: Constraints) -> Stated:
    """Hard cannot-links and soft statements of a value, between its components."""
    size = max(len(components.first_row), 1)
    must = np.sort(components.of_rows(known.soft_must), axis=1)
    cannot = np.sort(components.of_rows(known.soft_cannot), axis=1)
    kept, apart = must[:, 0] != must[:, 1], cannot[:, 0] != cannot[:, 1]
    hard, must, cannot = np.sort(components.groups.edges, axis=1), must[kept], cannot[apart]
    ends = np.concatenate([hard, must, cannot])
    keys, place = np.unique(ends[:, 0] * size + ends[:, 1], return_inverse=True)
    parted, joined, split = np.split(place, [len(hard), len(hard) + len(must)])
    price = np.zeros((2, len(keys)))
    np.add.at(price[0], split, known.soft_cannot_weights[apart])
    np.add.at(price[1], joined, known.soft_must_weights[kept])
    lost = float(known.soft_cannot_weights[~apart].sum())
    is_hard = np.zeros(len(keys), dtype=bool)
    is_hard[parted] = True
    ends = np.stack([keys // size, keys % size], axis=1)
    return Stated(ends, is_hard, price[0], price[1], lost)


def priced(stated: Stated, unit: float) -> Pairs:
    """The statements as pairs; a soft one costs `unit` times its weight."""
    together = np.where(stated.hard, np.inf, unit * stated.together)
    return Pairs(stated.ends, together, unit * stated.apart)
