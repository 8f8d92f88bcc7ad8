"""Violations of cluster-level constraints: number, size, diameter γ, separation δ, ε.

With d the Euclidean distance, a clustering keeps γ if d(x, y) <= γ for every two rows of one
cluster, δ if d(x, y) >= δ for every two rows of different clusters, and ε if every row of a cluster
of two or more has another of it within ε (Davidson & Ravi 2005; Švehla 2018, section 2.1.2).
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._farthest_pair import farthest_pair
from jupyter_sscluster.cluster._parts.bounds.pairs_by_distance import (
    delta_forest,
    nearest_neighbours,
)


class Bounds(Protocol):
    """Bounds on whole clusters, as a `ClusterLevel` has them; None where there is none."""

    @property
    def fewest(self) -> int | None: ...

    @property
    def most(self) -> int | None: ...

    @property
    def max_diameter(self) -> float | None: ...

    @property
    def min_separation(self) -> float | None: ...

    @property
    def epsilon(self) -> float | None: ...

    def sizes(self, n_samples: int) -> tuple[int, int]:
        """Fewest and most rows of a cluster among `n_samples`."""
        ...


class BoundViolation(NamedTuple):
    """A violated bound `rule`: `clusters` and `rows` concerned, `value` found, sentence `text`."""

    rule: str
    clusters: tuple[int, ...]
    rows: tuple[int, ...]
    value: float
    text: str


def number_violations(level: Bounds, n_found: int) -> list[BoundViolation]:
    """Fewer clusters than `fewest`, or more than `most`."""
    for name, violated, than in [
        ("fewest", level.fewest is not None and n_found < level.fewest, "fewer"),
        ("most", level.most is not None and n_found > level.most, "more"),
    ]:
        if violated:
            text = f"There are {n_found} clusters, {than} than {name}={getattr(level, name)}."
            return [BoundViolation(name, (), (), n_found, text)]
    return []


def size_violations(
    level: Bounds, names: list[int], sizes: NDArray[np.intp], n: int
) -> list[BoundViolation]:
    """Clusters of fewer rows than `min_size`, or of more than `max_size`."""
    smallest, largest = level.sizes(n)
    violations = []
    for name, size in zip(names, sizes.tolist(), strict=True):
        if size < smallest or size > largest:
            rule = "min_size" if size < smallest else "max_size"
            bound = f"at least {smallest}" if size < smallest else f"at most {largest}"
            text = f"Cluster {name} has {size} rows; {rule} asks for {bound}."
            violations.append(BoundViolation(rule, (name,), (), size, text))
    return violations


def diameter_violations(
    level: Bounds, data: Array, labels: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    """Clusters with d > γ for some pair of rows, each with its farthest pair."""
    violations: list[BoundViolation] = []
    for k, name in enumerate(names if level.max_diameter is not None else []):
        rows = np.flatnonzero(labels == k)
        pair = farthest_pair(data[rows])
        if pair.distance > float(level.max_diameter or 0.0):
            i, j = int(rows[pair.i]), int(rows[pair.j])
            text = (
                f"Cluster {name} is {pair.distance:g} wide, from row {i} to row {j}; "
                f"max_diameter={level.max_diameter:g} allows no more."
            )
            violations.append(BoundViolation("max_diameter", (name,), (i, j), pair.distance, text))
    return violations


def separation_violations(
    level: Bounds, data: Array, labels: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    """Pairs of different clusters with d < δ, edges of their minimum spanning forest only."""
    if not level.min_separation:
        return []
    violations = []
    pairs = delta_forest(data, level.min_separation)
    for i, j in pairs[labels[pairs[:, 0]] != labels[pairs[:, 1]]].tolist():
        apart = float(np.linalg.norm(data[i] - data[j]))
        text = (
            f"Rows {i} and {j} are {apart:g} apart, in different clusters; "
            f"min_separation={level.min_separation:g} asks for more."
        )
        clusters = tuple(sorted((names[labels[i]], names[labels[j]])))
        violations.append(BoundViolation("min_separation", clusters, (i, j), apart, text))
    return violations


def epsilon_violations(
    level: Bounds, data: Array, labels: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    """Rows of clusters of two or more whose nearest neighbour in the cluster is beyond ε."""
    violations: list[BoundViolation] = []
    for k, name in enumerate(names if level.epsilon is not None else []):
        rows = np.flatnonzero(labels == k)
        if len(rows) < 2:
            continue
        apart = nearest_neighbours(data[rows])[1]
        for row, distance in zip(rows.tolist(), apart.tolist(), strict=True):
            if distance > float(level.epsilon or 0.0):
                text = (
                    f"Row {row} has no other of cluster {name} within epsilon="
                    f"{level.epsilon:g}; the nearest is {distance:g} away."
                )
                violations.append(BoundViolation("epsilon", (name,), (row,), distance, text))
    return violations
