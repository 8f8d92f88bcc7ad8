"""Four small data sets on a plane, each with classes that something makes hard to find."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jupyter_sscluster import Constraints
from jupyter_sscluster._arrays import Array, Labels

N_PAIRS = 20


@dataclass(frozen=True)
class Plane:
    """Rows on a plane, the class of each, and pairs drawn from the classes."""

    name: str
    X: Array
    y: Labels

    @property
    def n_clusters(self) -> int:
        """How many classes there are."""
        return int(self.y.max()) + 1

    @property
    def pairs(self) -> Constraints:
        """The same pairs whoever asks."""
        return Constraints.from_labels(self.y, N_PAIRS, random_state=1)


def planes() -> list[Plane]:
    """The four sets, always the same."""
    rng = np.random.default_rng(7)
    return [_groups(rng), _strips(rng), _moons(rng), _ring(rng)]


def _plane(name: str, *classes: Array) -> Plane:
    X = np.vstack(classes)
    y = np.repeat(np.arange(len(classes), dtype=np.int32), [len(rows) for rows in classes])
    return Plane(name, X - X.mean(axis=0), y)


def _groups(rng: np.random.Generator) -> Plane:
    centres = [(0.0, 0.0), (2.6, 0.3), (1.2, 2.4)]
    return _plane("Three groups that overlap", *(rng.normal(c, 0.75, (35, 2)) for c in centres))


def _strips(rng: np.random.Generator) -> Plane:
    rows = [np.column_stack([rng.uniform(0, 4, 50), rng.normal(y, 0.25, 50)]) for y in (0.0, 1.3)]
    return _plane("Two strips", *rows)


def _moons(rng: np.random.Generator) -> Plane:
    angle = rng.uniform(0, np.pi, (2, 50))
    upper = np.column_stack([np.cos(angle[0]), np.sin(angle[0])])
    lower = np.column_stack([1 - np.cos(angle[1]), 0.4 - np.sin(angle[1])])
    return _plane("Two crescents", *(rows + rng.normal(0, 0.1, (50, 2)) for rows in (upper, lower)))


def _ring(rng: np.random.Generator) -> Plane:
    angle = rng.uniform(0, 2 * np.pi, 65)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * rng.normal(2.0, 0.15, (65, 1))
    return _plane("A ring and what it encloses", ring, rng.normal(0, 0.5, (35, 2)))
