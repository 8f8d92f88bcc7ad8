"""The order in which a method as printed visits the rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Index
from jupyter_sscluster.seeding.generator import generator


def visiting(random_state: Any, n_init: int) -> np.random.Generator:
    """Random numbers for orders, of which each start spawns its own; those of starts are others."""
    return generator(random_state).spawn(n_init + 1)[-1]


def order_of(rows: Index, n_samples: int, rng: np.random.Generator) -> list[int]:
    """Positions in `rows`, as a random order of all samples passes them.

    No pair holds the other samples, so that it does not matter when they are visited.
    """
    place = np.full(n_samples, -1)
    place[rows] = np.arange(len(rows))
    found = place[rng.permutation(n_samples)]
    return [int(at) for at in found[found >= 0]]
