"""Restrict constraints to a subset of the rows, with the fewest statements.

Statements between kept rows stay. What follows through dropped rows is stated anew, once per
component or pair of components.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._validation import InputError, unmasked
from jupyter_sscluster.constraints.components import ComponentGraph
from jupyter_sscluster.constraints.growing_components import root_of
from jupyter_sscluster.constraints.noise_rows import noise_among
from jupyter_sscluster.constraints.pair_table import PairTable, StatementTables


def about_rows(
    rows: Any,
    statements: StatementTables,
    graph: ComponentGraph,
    names: tuple[str, ...] | None,
    noise: IntArray,
) -> tuple[int, StatementTables, tuple[str, ...] | None, IntArray]:
    """Number of these rows, the constraints on them, their names if all differ, and the noise."""
    taken = row_numbers(rows, len(graph.component_ids))
    texts = () if names is None else tuple(names[row] for row in taken)
    left = statements_among(statements, graph, taken)
    called = texts if 0 < len(texts) == len({*texts}) else None
    return len(taken), left, called, noise_among(noise, taken)


def row_numbers(rows: Any, n_samples: int) -> IntArray:
    """Row numbers of a slice, mask or list, in order; `InputError` if scalar, empty or invalid."""
    if isinstance(rows, tuple) and len(rows) == 2 and rows[1] is Ellipsis:
        rows = rows[0]
    try:
        taken = np.arange(n_samples)[rows if isinstance(rows, slice) else _index(rows)]
    except IndexError as error:
        raise InputError(
            f"constraints[{rows!r}]: {error}; take rows by a slice, a mask with one entry for each "
            f"of the {n_samples} rows, or numbers from 0 to {n_samples - 1}"
        ) from error
    if taken.ndim != 1 or not len(taken):
        what = ("a single row", "no row", "rows by a table")[min(taken.ndim, 2)]
        raise InputError(
            f"constraints[{rows!r}] takes {what}; take a list of rows, a slice or a mask, with at "
            "least one row (the pairs are in must and cannot; for one pair see relation)"
        )
    return taken.astype(np.int64)


def _index(rows: Any) -> NDArray[Any]:
    array = np.asarray(unmasked(rows, "rows"))
    return array if array.size else array.astype(np.int64)


def statements_among(
    statements: StatementTables, graph: ComponentGraph, rows: IntArray
) -> StatementTables:
    """Statements that entail the closure of these rows, renumbered; repeats are must-linked."""
    place = np.full(len(graph.component_ids), -1)
    place[rows[::-1]] = np.arange(len(rows))[::-1]
    kept = StatementTables(*(_moved(table, place) for table in statements))
    must, cannot = statements.must, statements.cannot
    bridges = [_copies(rows, place, must.weights), _bridged(must, kept.must, graph, place)]
    return kept._replace(
        must=_with(kept.must, *bridges),
        cannot=_with(kept.cannot, _reconnected(cannot, kept.cannot, graph, rows)),
    )


def _moved(table: PairTable, place: IntArray) -> PairTable:
    """The statements whose two ends stay, at their new places."""
    ends = place[table.pairs]
    stay = (ends >= 0).all(axis=1)
    return PairTable(np.sort(ends[stay], axis=1), table.weights[stay], table.by_hand[stay])


def _copies(rows: IntArray, place: IntArray, weights: Array) -> PairTable:
    """A row that is taken again, and its first place."""
    again = np.flatnonzero(place[rows] != np.arange(len(rows)))
    pairs = np.stack([place[rows[again]], again], axis=1)
    return PairTable(pairs, np.full(len(again), weights.max() if len(weights) else 1.0))


def _bridged(
    stated: PairTable, kept: PairTable, graph: ComponentGraph, place: IntArray
) -> PairTable:
    """Must-links between kept rows that were linked through dropped rows only."""
    heads, owners = _groups(kept, graph, place)
    if (stated.weights == stated.weights[:1]).all():
        same = np.flatnonzero(owners[1:] == owners[:-1])
        chain = np.sort(np.stack([heads[same], heads[same + 1]], axis=1), axis=1)
        return PairTable(chain, np.repeat(stated.weights[:1], len(chain)))
    n_groups = np.bincount(owners, minlength=graph.n_components)
    of = np.flatnonzero(n_groups[graph.component_ids[stated.pairs[:, 0]]] > 1)
    return _heaviest_chains(PairTable(stated.pairs[of], stated.weights[of]), place)


def _groups(kept: PairTable, graph: ComponentGraph, place: IntArray) -> tuple[IntArray, IntArray]:
    """A row of each group joined by the kept statements, and its component, in component order."""
    stay = np.flatnonzero(place >= 0)
    after = ComponentGraph.of_points(int(place.max()) + 1).with_must(kept.pairs)
    first = stay[np.unique(after.component_ids[place[stay]], return_index=True)[1]]
    first = first[np.argsort(graph.component_ids[first], kind="stable")]
    return place[first], graph.component_ids[first]


def _heaviest_chains(stated: PairTable, place: IntArray) -> PairTable:
    """Links between groups, each as heavy as the weakest link of the best chain between them.

    As in Kruskal's algorithm, dropped statements follow the kept ones by falling weight. One that
    joins two groups links a row of each, with its weight: no chain has a heavier weakest link.
    """
    goes = np.logical_or.reduce(place[stated.pairs] < 0, axis=1)
    rows, ends = np.unique(stated.pairs, return_inverse=True)
    ends, head = ends.reshape(-1, 2), place[rows].tolist()
    parent = list(range(len(rows)))
    found: list[tuple[int, int]] = []
    at: list[int] = []
    for which in np.lexsort((-stated.weights, goes)).tolist():
        a, b = (root_of(parent, end) for end in ends[which].tolist())
        if a == b:
            continue
        if head[a] < 0 or head[b] < 0:
            head[a] = max(head[a], head[b])
        elif goes[which]:
            found.append((min(head[a], head[b]), max(head[a], head[b])))
            at.append(which)
        parent[b] = a
    return PairTable(np.array(found, dtype=np.int64).reshape(-1, 2), stated.weights[at])


def _reconnected(
    stated: PairTable, kept: PairTable, graph: ComponentGraph, rows: IntArray
) -> PairTable:
    """Missing cannot-links between kept components, each of the heaviest stated weight."""
    first = np.full(graph.n_components, -1)
    first[graph.component_ids[rows[::-1]]] = np.arange(len(rows))[::-1]
    keys = _edges(graph.component_ids[stated.pairs], graph)
    at = np.searchsorted(graph.edge_keys, keys)
    heaviest = np.zeros(len(graph.edge_keys))
    np.maximum.at(heaviest, at, stated.weights)
    ends = first[graph.edges]
    there = np.isin(graph.edge_keys, _edges(graph.component_ids[rows[kept.pairs]], graph))
    new = (ends >= 0).all(axis=1) & ~there
    return PairTable(np.sort(ends[new], axis=1), heaviest[new])


def _edges(ends: IntArray, graph: ComponentGraph) -> IntArray:
    keys: IntArray = ends.min(axis=1) * graph.n_components + ends.max(axis=1)
    return keys


def _with(*tables: PairTable) -> PairTable:
    return PairTable(
        np.concatenate([table.pairs for table in tables]),
        np.concatenate([table.weights for table in tables]),
        np.concatenate([table.by_hand for table in tables]),
    )
