"""The functions that run on one block: labels, sums, costs, boxes.

Rows are centred in double precision a chunk at a time, so that a float32 block is never copied
whole. The arguments begin with the block and its `Own`; held rows are skipped.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._arrays import Array, Block, Index, Labels
from jupyter_sscluster._linalg import sparse_product
from jupyter_sscluster.cluster._parts.lloyd.distances import lowest, products, row_chunks
from jupyter_sscluster.cluster._parts.metric.mahalanobis import mapped
from jupyter_sscluster.cluster.out_of_core.blocks import Own
from jupyter_sscluster.cluster.out_of_core.non_finite_values import check_finite


class RowsOfBlock(NamedTuple):
    """Rows of a block that a pass is not to count, and rows whose label is given."""

    held: Index
    rows: Index
    labels: Labels


def nothing() -> RowsOfBlock:
    """No such rows."""
    return RowsOfBlock(np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, np.int32))


class Space(NamedTuple):
    """Coordinates less the `offset`, times `root` if given: a matrix L, or one factor a feature."""

    offset: Array
    root: Array | None = None

    def moved(self, rows: Array) -> Array:
        """Centred rows, moved."""
        return rows if self.root is None else mapped(rows, self.root)


class AssignedSums(NamedTuple):
    """Of each start the sums and, in the last column, numbers (s, k, d + 1), and a digest."""

    sums: Array
    digests: tuple[bytes, ...]


def centred_chunks(block: Block, offset: Array, form: Array) -> Iterator[tuple[slice, Array]]:
    """Rows (x, 1) of a block in centred coordinates, as many as one product with `form` takes.

    They stand in the same place each time, so that what is to stay has to be copied: Dask's workers
    give freed memory back at once, and new memory for each chunk takes longer than the products.
    """
    place = np.empty((0, block.shape[1] + 1))
    for chunk in row_chunks(len(block), form):
        rows = block[chunk]
        if len(rows) > len(place):
            place = np.empty((len(rows), block.shape[1] + 1))
        wide = place[: len(rows)]
        np.subtract(rows, offset, out=wide[:, :-1], dtype=np.float64)
        wide[:, -1] = 1.0
        yield chunk, wide


def labelled(block: Block, own: Own, offset: Array, form: Array) -> Labels:
    """The cluster of each row of a block, `form` times (x, 1) being least; given ones as given."""
    found = np.empty(len(block), dtype=np.int32)
    for chunk, wide in centred_chunks(block, offset, form):
        found[chunk] = lowest(products(form, wide))
    if own.given is not None:
        found[own.given.rows] = own.given.labels
    return found


def predicted(
    block: Block, own: Own, offset: Array, form: Array, names: list[str] | None
) -> Labels:
    """The same for rows that no fit has seen, which may hold anything."""
    check_finite(block, own, names)
    return labelled(block, own, offset, form)


def of_rows(block: Block, own: Own, offset: Array, function: Callable[[Array], Array]) -> Array:
    """What a function of centred rows gives for those of a block."""
    return function(np.subtract(block, offset, dtype=np.float64))


def of_new_rows(
    block: Block,
    own: Own,
    offset: Array,
    function: Callable[[Array], Array],
    names: list[str] | None,
) -> Array:
    """The same for rows that no fit has seen."""
    check_finite(block, own, names)
    return of_rows(block, own, offset, function)


def cost_of_new_rows(
    block: Block,
    own: Own,
    space: Space,
    form: Array,
    centres: Array,
    root: Array | None,
    names: list[str] | None,
) -> tuple[float, int]:
    """Σ ‖x - μ‖² of such rows, and their number."""
    check_finite(block, own, names)
    given = Own(own.number, own.start, nothing())
    return cost(block, given, space, form, centres, root), len(block)


def costs_together(parts: list[tuple[float, int]]) -> tuple[float, int]:
    """The same of several blocks."""
    return sum(cost for cost, _ in parts), sum(number for _, number in parts)


def assigned(block: Block, own: Own, offset: Array, forms: Array) -> AssignedSums:
    """One assignment step of several starts, `forms` being (s, k, d + 1)."""
    n_starts, k, width = forms.shape
    stacked = forms.reshape(-1, width)
    labels = np.empty((n_starts, len(block)), dtype=np.int32)
    sums = np.zeros((n_starts, k, width))
    held = own.given.held
    place = np.empty(0)
    for chunk, wide in centred_chunks(block, offset, stacked):
        if len(stacked) * len(wide) != place.size:
            place = np.empty((len(stacked), len(wide)))
        scores = np.matmul(stacked, wide.T, out=place)
        low, high = np.searchsorted(held, (chunk.start, chunk.stop))
        wide[held[low:high] - chunk.start] = 0.0
        for s in range(n_starts):
            found = lowest(scores[s * k : (s + 1) * k])
            labels[s, chunk] = found
            sums[s] += sums_of(found, wide, k)
    labels[:, held] = -1
    return AssignedSums(sums, tuple(digest(row) for row in labels))


def sums_of(labels: NDArray[np.integer], wide: Array, n_clusters: int) -> Array:
    """Sums over the rows (x, 1) of each cluster."""
    n = len(labels)
    entries = (np.ones(n), labels, np.arange(n + 1, dtype=np.int32))
    return sparse_product(sparse.csc_matrix(entries, shape=(n_clusters, n)), wide)


def digest(values: NDArray[np.generic]) -> bytes:
    """A name for an array: the same for the same, and for nothing else."""
    return blake2b(values.tobytes(), digest_size=16).digest()


def steps_together(parts: list[AssignedSums]) -> AssignedSums:
    """The step of several blocks."""
    digests = (b"".join(both) for both in zip(*(part.digests for part in parts), strict=True))
    return AssignedSums(
        np.sum([part.sums for part in parts], axis=0),
        tuple(names_together([one]) for one in digests),
    )


def named(block: Block, own: Own, offset: Array, form: Array) -> bytes:
    """The digest of the labels of a block, given ones as given."""
    labels = labelled(block, own, offset, form)
    labels[own.given.held] = -1
    return digest(labels)


def names_together(parts: list[bytes]) -> bytes:
    """The digest of several blocks."""
    return blake2b(b"".join(parts), digest_size=16).digest()


def joint(block: Block, own: Own, offset: Array, forms: Array) -> list[tuple[int, int]]:
    """Pairs of labels by two rules that occur among the rows that are not held."""
    first, second = (
        labelled(block, Own(own.number, own.start, place), offset, form)
        for form, place in zip(forms, own.given, strict=True)
    )
    both = np.stack([first, second], axis=1)
    both = np.delete(both, own.given[0].held, axis=0)
    return [(int(a), int(b)) for a, b in np.unique(both, axis=0)]


def squares(block: Block, own: Own, offset: Array) -> Array:
    """Σ x xᵀ of all rows."""
    d = block.shape[1]
    total = np.zeros((d, d))
    for _, wide in centred_chunks(block, offset, np.empty((d, d))):
        rows = wide[:, :-1]
        total += rows.T @ rows
    return total


def box(block: Block, own: Own, offset: Array, axes: Array) -> tuple[Array, Array]:
    """The ends of the box around the rows, along `axes`."""
    low, high = np.full(len(axes), np.inf), np.full(len(axes), -np.inf)
    for _, wide in centred_chunks(block, offset, axes):
        rows = wide[:, :-1] @ axes.T
        low, high = np.minimum(low, rows.min(axis=0)), np.maximum(high, rows.max(axis=0))
    return low, high


def boxes_together(parts: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """The box around several boxes."""
    return np.min([low for low, _ in parts], axis=0), np.max([high for _, high in parts], axis=0)


def cost(
    block: Block, own: Own, space: Space, form: Array, centres: Array, root: Array | None
) -> float:
    """Σ ‖x - μ‖² over the rows by differences, μ being the centre of their cluster."""
    total = 0.0
    for _, _, costs, _ in costs_of(block, own, space, form, centres, root):
        total += float(costs.sum())
    return total


def costs_of(
    block: Block, own: Own, space: Space, form: Array, centres: Array, root: Array | None
) -> Iterator[tuple[Index, Labels, Array, Array]]:
    """Numbers, labels, ‖x - μ‖² and rows (m, d), unmapped as `form` takes them, of free rows."""
    free = np.ones(len(block), dtype=bool)
    free[own.given.held] = False
    given = np.full(len(block), -1, dtype=np.int32)
    given[own.given.rows] = own.given.labels
    for chunk, wide in centred_chunks(block, space.offset, form):
        labels = lowest(products(form, wide)).astype(np.int32)
        labels = np.where(given[chunk] >= 0, given[chunk], labels)
        rows = wide[:, :-1]
        apart = space.moved(rows) - centres.take(labels, axis=0)
        if root is not None:
            apart = mapped(apart, root)
        costs = np.einsum("ij,ij->i", apart, apart)
        there = np.flatnonzero(free[chunk])
        yield there + chunk.start, labels[there], costs[there], rows[there]
