"""What about a clustering is not as the bounds on whole clusters want it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array
from jupyter_sscluster._farthest_pair import farthest_pair
from jupyter_sscluster.cluster._parts.bounds.within_radius import chains_below, nearest_others


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
    """One thing about a clustering that is not as wanted.

    `rule` is the name of the bound, `clusters` and `rows` are those concerned, `value` is what
    was found, and `text` says it in a sentence.
    """

    rule: str
    clusters: tuple[int, ...]
    rows: tuple[int, ...]
    value: float
    text: str


def wrong_number(level: Bounds, n_found: int) -> list[BoundViolation]:
    for name, wrong, than in [
        ("fewest", level.fewest is not None and n_found < level.fewest, "fewer"),
        ("most", level.most is not None and n_found > level.most, "more"),
    ]:
        if wrong:
            text = f"There are {n_found} clusters, {than} than {name}={getattr(level, name)}."
            return [BoundViolation(name, (), (), n_found, text)]
    return []


def wrong_sizes(
    level: Bounds, names: list[int], sizes: NDArray[np.intp], n: int
) -> list[BoundViolation]:
    small, large = level.sizes(n)
    wrong = []
    for name, size in zip(names, sizes.tolist(), strict=True):
        if size < small or size > large:
            rule = "min_size" if size < small else "max_size"
            bound = f"at least {small}" if size < small else f"at most {large}"
            text = f"Cluster {name} has {size} rows; {rule} asks for {bound}."
            wrong.append(BoundViolation(rule, (name,), (), size, text))
    return wrong


def too_wide(
    level: Bounds, data: Array, groups: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    wrong: list[BoundViolation] = []
    for k, name in enumerate(names if level.max_diameter is not None else []):
        rows = np.flatnonzero(groups == k)
        pair = farthest_pair(data[rows])
        if pair.distance > float(level.max_diameter or 0.0):
            i, j = int(rows[pair.i]), int(rows[pair.j])
            text = (
                f"Cluster {name} is {pair.distance:g} wide, from row {i} to row {j}; "
                f"max_diameter={level.max_diameter:g} allows no more."
            )
            wrong.append(BoundViolation("max_diameter", (name,), (i, j), pair.distance, text))
    return wrong


def too_close(
    level: Bounds, data: Array, groups: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    if not level.min_separation:
        return []
    wrong = []
    pairs = chains_below(data, level.min_separation)
    for i, j in pairs[groups[pairs[:, 0]] != groups[pairs[:, 1]]].tolist():
        apart = float(np.linalg.norm(data[i] - data[j]))
        text = (
            f"Rows {i} and {j} are {apart:g} apart, in different clusters; "
            f"min_separation={level.min_separation:g} asks for more."
        )
        clusters = tuple(sorted((names[groups[i]], names[groups[j]])))
        wrong.append(BoundViolation("min_separation", clusters, (i, j), apart, text))
    return wrong


def out_of_reach(
    level: Bounds, data: Array, groups: NDArray[np.intp], names: list[int]
) -> list[BoundViolation]:
    wrong: list[BoundViolation] = []
    for k, name in enumerate(names if level.epsilon is not None else []):
        rows = np.flatnonzero(groups == k)
        if len(rows) < 2:
            continue
        apart = nearest_others(data[rows])[1]
        for row, distance in zip(rows.tolist(), apart.tolist(), strict=True):
            if distance > float(level.epsilon or 0.0):
                text = (
                    f"Row {row} has no other of cluster {name} within epsilon="
                    f"{level.epsilon:g}; the nearest is {distance:g} away."
                )
                wrong.append(BoundViolation("epsilon", (name,), (row,), distance, text))
    return wrong
