"""`ConflictError`: contradictory constraints, each with a shortest chain of statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.components import ComponentGraph, Contradiction
from jupyter_sscluster.constraints.noise_rows import no_noise
from jupyter_sscluster.constraints.stated_pairs import StatedPairs

Link = tuple[int, int, str]

SHOWN_LINKS = 12


class ConflictError(InputError):
    """A statement contradicts earlier ones.

    Attributes
    ----------
    pair : (i, j, kind)
        The statement that was refused, i < j.
    witness : list of (i, j, kind)
        The shortest chain of explicit statements that forbids it, in order along the path from the
        refused pair's first point to its second; within each link the smaller index comes first.
        Together with `pair` it is infeasible, and without any one of its links it is not.

    Examples
    --------
    >>> from jupyter_sscluster import Constraints, ConflictError
    >>> try:
    ...     Constraints(5, must=[(0, 1)], cannot=[(1, 2)]).add(0, 2, "must")
    ... except ConflictError as error:
    ...     error.witness
    [(0, 1, 'must'), (1, 2, 'cannot')]
    """

    def __init__(
        self, pair: Link, witness: Sequence[Link], names: Sequence[str] | None = None
    ) -> None:
        self.pair = pair
        self.witness = list(witness)
        self._names = names
        super().__init__(_sentence(pair, self.witness, names))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.pair, self.witness, self._names)


class FileConflictError(ConflictError):
    """Statements of a file contradict each other.

    `place` is the file and the place of the refused statement in it, `places` those of `witness`.
    """

    def __init__(
        self,
        pair: Link,
        witness: Sequence[Link],
        names: Sequence[str] | None,
        place: str,
        places: Sequence[str],
    ) -> None:
        super().__init__(pair, witness, names)
        self.place, self.places = place, list(places)
        shown = [*self.places[:SHOWN_LINKS], *(["…"] if len(places) > SHOWN_LINKS else [])]
        self.args = (
            f"{place}: {_contradiction(pair, self.witness, names)} ({', '.join(shown)}); delete "
            "one of these from the file, or set its soft to true, so that it entails nothing",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.pair, self.witness, self._names, self.place, self.places)


def conflict_over(
    pair: IntArray, kind: str, must: IntArray, cannot: IntArray, names: Sequence[str] | None
) -> ConflictError:
    """The error for stating `kind` of a pair after these must-links and cannot-links."""
    i, j = int(pair[0]), int(pair[1])
    return ConflictError((i, j, kind), shortest_chain(must, cannot, i, j, kind), names)


def shortest_chain(must: IntArray, cannot: IntArray, i: int, j: int, kind: str) -> list[Link]:
    """The shortest chain of explicit links from i to j that forbids stating `kind` of them.

    Against a cannot-link that is a path of must-links, against a must-link a path with exactly one
    cannot-link. Both are one breadth-first search on two layers of the points: must-links stay in
    a layer, a cannot-link leads to the second. Of equal lengths, lowest indices from i win.
    """
    points, ends = np.unique(
        np.concatenate([must.ravel(), cannot.ravel(), [i, j]]), return_inverse=True
    )
    must_ends = ends[: must.size].reshape(-1, 2)
    cannot_ends = ends[must.size : -2].reshape(-1, 2)
    graph = _two_layers(must_ends, cannot_ends, len(points))
    start, goal = ends[-2], ends[-1] + (len(points) if kind == "must" else 0)
    _, previous = breadth_first_order(graph, start, directed=True)
    chain: list[Link] = []
    while goal != start:
        before = previous[goal]
        crossing = (before < len(points)) != (goal < len(points))
        low, high = sorted((int(points[before % len(points)]), int(points[goal % len(points)])))
        chain.append((low, high, "cannot" if crossing else "must"))
        goal = before
    return chain[::-1]


def _two_layers(must: IntArray, cannot: IntArray, size: int) -> sparse.csr_array:
    """Must-links within two copies of the points, cannot-links from the first to the second."""
    rows = [must[:, 0], must[:, 1], must[:, 0] + size, must[:, 1] + size]
    columns = [must[:, 1], must[:, 0], must[:, 1] + size, must[:, 0] + size]
    rows += [cannot[:, 0], cannot[:, 1]]
    columns += [cannot[:, 1] + size, cannot[:, 0] + size]
    where = (np.concatenate(rows), np.concatenate(columns))
    links = sparse.coo_array((np.ones(len(where[0])), where), shape=(2 * size, 2 * size))
    return sparse.csr_array(links)


def first_contradiction(graph: ComponentGraph, must: IntArray) -> int:
    """First must-link (position) contradicting those before; bisection, as this is monotone."""
    fits, fails = 0, len(must)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        try:
            graph.with_must(must[:middle])
            fits = middle
        except Contradiction:
            fails = middle
    return fits


def _sentence(pair: Link, witness: list[Link], names: Sequence[str] | None) -> str:
    return (
        f"{_contradiction(pair, witness, names)}; take one of these back, leave the pair "
        "out, or state it as soft, which entails nothing"
    )


def _contradiction(pair: Link, witness: list[Link], names: Sequence[str] | None) -> str:
    i, j, kind = pair
    return (
        f"{kind}-link ({_name(i, names)}, {_name(j, names)}) contradicts the "
        f"{_told(i, witness, names)}"
    )


def _told(start: int, witness: list[Link], names: Sequence[str] | None) -> str:
    """The chain in words, runs of the same kind written as one path."""
    runs: list[tuple[str, list[int]]] = []
    at = start
    for low, high, kind in witness:
        onward = high if low == at else low
        if runs and runs[-1][0] == kind:
            runs[-1][1].append(onward)
        else:
            runs.append((kind, [at, onward]))
        at = onward
    return ", ".join(_run(kind, path, names) for kind, path in runs)


def _run(kind: str, path: list[int], names: Sequence[str] | None) -> str:
    many = "s" if len(path) > 2 else ""
    points = [_name(p, names) for p in path]
    if len(path) > SHOWN_LINKS + 1:
        half = SHOWN_LINKS // 2
        points = [*points[:half], f"… {len(path) - 2 * half} more …", *points[-half:]]
    return f"{kind}-link{many} {' – '.join(points)}"


def _name(point: int, names: Sequence[str] | None) -> str:
    return str(point) if names is None else names[point]


def extended(graph: ComponentGraph, new: IntArray, kind: str, known: StatedPairs) -> ComponentGraph:
    """The graph of what is known with hard pairs added, or the error for the first that cannot."""
    if kind == "must":
        new = no_noise(new, known.noise, known.names)
    try:
        return graph.with_must(new) if kind == "must" else graph.with_cannot(new)
    except Contradiction:
        at = first_contradiction(graph, new) if kind == "must" else graph.joins(new).argmax()
        before = [known.must, new[:at]] if kind == "must" else [known.must]
        must = np.concatenate(before)
    raise conflict_over(new[at], kind, must, known.cannot, known.names)
