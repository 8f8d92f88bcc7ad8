"""Questions about some of the points only, of any strategy."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Mask
from jupyter_sscluster.active.noise_rows import clustered_part, part_of
from jupyter_sscluster.active.question_types.soft_as_hard import soft_as_hard
from jupyter_sscluster.active.similarity.point_distances import distances_between
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.constraints.weighted_pairs import soft_pairs

BATCHES = (1, 8, 64)
"""So many times as many questions as wanted are looked at, before the others are left out."""


def propose_among(strategy: Any, snapshot: Snapshot, rows: Any, n_pairs: int = 1) -> list[Query]:
    """The pairs most worth asking about that have at least one point among `rows`, best first.

    The other point may be any: strategies ask how a point stands to one whose place is known. Of
    what the strategy asks of all points, up to 64 times as much as is wanted, it is what is about
    these. Where none is, it is what the strategy asks of these points and those in constraints,
    as if there were no others; and where that is nothing either, the nearest pair that is open.
    Empty where every pair with one of these points is known, entailed, or was answered "don't
    know". The strategy may be any object with `propose`.

    >>> from jupyter_sscluster.active import NPU, Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = [[0.0], [1.0], [5.0], [6.0]]
    >>> snapshot = Snapshot(X, Constraints(4, must=[(0, 1)]))
    >>> [query.pair for query in propose_among(NPU(), snapshot, [2])]
    [(2, 1)]
    >>> propose_among(NPU(), Snapshot(X, Constraints(4, must=[(0, 1), (1, 2), (2, 3)])), [2])
    []
    """
    part = clustered_part(snapshot)
    if part is not None:
        found = propose_among(strategy, part.snapshot, part.places(rows), n_pairs)
        return [part.of_all_rows(query) for query in found]
    wanted = np.zeros(snapshot.n_samples, dtype=bool)
    wanted[np.asarray(rows, dtype=np.intp)] = True
    if not wanted.any():
        return []
    for factor in BATCHES:
        asked = strategy.propose(snapshot, n_pairs=factor * n_pairs)
        found = _about(asked, wanted)
        if len(found) >= n_pairs or len(asked) < factor * n_pairs:
            break
    found = found or _of_a_part(strategy, snapshot, wanted, n_pairs)
    return found[:n_pairs] or [*_nearest_open(strategy, snapshot, wanted)]


def _about(queries: list[Query], wanted: Mask) -> list[Query]:
    return [query for query in queries if wanted[list(query.pair)].any()]


def _of_a_part(strategy: Any, snapshot: Snapshot, wanted: Mask, n_pairs: int) -> list[Query]:
    """What is asked where there are only these points, and those that something is known about."""
    known = snapshot.constraints
    kept = wanted | (known.component_sizes[known.component_ids] > 1)
    said = [known.cannot, soft_pairs(known).pairs, np.array(snapshot.unknown, dtype=np.intp)]
    for pairs in said:
        kept[pairs.ravel()] = True
    rows = np.flatnonzero(kept)
    k = snapshot.n_clusters or getattr(snapshot.clusterer, "n_clusters", None) or 1
    if len(rows) in (len(kept), 0) or len(rows) <= k:
        return []
    part = part_of(snapshot, rows)
    queries = strategy.propose(part.snapshot, n_pairs=BATCHES[-1] * n_pairs)
    return _about(part.of_all_rows([*queries]), wanted)


def _nearest_open(strategy: Any, snapshot: Snapshot, wanted: Mask) -> Iterator[Query]:
    """One of these points and the nearest that it may be asked about with; nothing if none is."""
    known = soft_as_hard(snapshot).constraints
    closed = {pair for pair in snapshot.closed if wanted[list(pair)].any()}
    done = set[int]()
    every = np.arange(snapshot.n_samples)
    for row in np.flatnonzero(wanted).tolist():
        component = int(known.component_ids[row])
        if component in done and not closed:
            continue
        done.add(component)
        pairs = np.column_stack([np.full_like(every, row), every])
        open_ = (known.relations(pairs) == 0) & (every != row)
        for i, j in closed:
            if row in (i, j):
                open_[j if i == row else i] = False
        others = every[open_]
        if len(others):
            near = distances_between(snapshot.X[others], snapshot.X[[row]])[:, 0].argmin()
            yield _last(strategy, snapshot, row, int(others[near]))
            return


def _last(strategy: Any, snapshot: Snapshot, row: int, other: int) -> Query:
    title = getattr(strategy, "title", type(strategy).__name__)
    return Query(
        (row, other),
        0.0,
        f"{title} asks nothing about these points; {snapshot.name(other)} is the nearest to "
        f"{snapshot.name(row)} whose relation to it is open.",
    )
