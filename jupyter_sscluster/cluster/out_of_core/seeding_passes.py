"""Passes over all blocks that seedings are made of: sample rows, find the outermost."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Array, Block, Index
from jupyter_sscluster.cluster._parts.lloyd.distances import product_form
from jupyter_sscluster.cluster._parts.metric.mahalanobis import mapped
from jupyter_sscluster.cluster.out_of_core.block_computations import Space, centred_chunks
from jupyter_sscluster.cluster.out_of_core.blocks import Own


class DrawnRows(NamedTuple):
    """Rows (m, d), centred and moved, with their numbers and the keys they were drawn by (m,)."""

    keys: Array
    numbers: NDArray[np.int64]
    rows: Array


class OutermostRow(NamedTuple):
    """The row with the largest squared distance, its number, and the largest square of a row."""

    distance: float
    number: int
    row: Array
    square: float


def drawn(
    block: Block,
    own: Own,
    space: Space,
    centres: Array | None,
    most: int,
    seed: tuple[int, ...],
) -> DrawnRows:
    """`most` rows of a block in proportion to D², or all alike where there are no centres.

    Without replacement: the rows with the least E / D², E being drawn from an exponential
    distribution (Efraimidis & Spirakis 2006), so that the draws of blocks are those of all rows.
    """
    rng = np.random.default_rng((*seed, own.number))
    found = DrawnRows(np.empty(0), np.empty(0, np.int64), np.empty((0, block.shape[1])))
    width = np.empty((2 if centres is None else len(centres), block.shape[1] + 1))
    for chunk, wide in centred_chunks(block, space.offset, width):
        rows = space.moved(wide[:, :-1])
        keys = rng.exponential(size=len(rows))
        if centres is not None:
            with np.errstate(divide="ignore"):
                keys = keys / nearest_squares(rows, centres)
        numbers = own.start + np.arange(chunk.start, chunk.stop)
        few = np.argsort(keys, kind="stable")[:most]
        new = DrawnRows(keys[few], numbers[few], rows[few])
        found = drawn_together([found, new], most)
    return found


def drawn_together(parts: list[DrawnRows], most: int) -> DrawnRows:
    """The `most` rows with the least keys, none at a centre."""
    keys, numbers, rows = (np.concatenate(both) for both in zip(*parts, strict=True))
    first = np.argsort(keys, kind="stable")[:most]
    first = first[np.isfinite(keys[first])]
    return DrawnRows(keys[first], numbers[first], rows[first])


def nearest_squares(rows: Array, centres: Array) -> Array:
    """Squared distance of each row to the nearest centre, 0 where it is rounding."""
    squares = np.einsum("ij,ij->i", rows, rows)
    form = product_form(centres)
    found = (form[:, :-1] @ rows.T + form[:, -1:]).min(axis=0) + squares
    found[found <= 1e-14 * (squares + float(form[:, -1].max()))] = 0.0
    return np.asarray(found)


def outermost(block: Block, own: Own, space: Space, centres: Array) -> OutermostRow:
    """The row of a block that is farthest from all centres."""
    best = OutermostRow(-1.0, -1, np.empty(block.shape[1]), 0.0)
    for chunk, wide in centred_chunks(
        block, space.offset, np.empty((len(centres), block.shape[1] + 1))
    ):
        rows = space.moved(wide[:, :-1])
        squares = nearest_squares(rows, centres)
        i = int(squares.argmax())
        square = float(np.einsum("ij,ij->i", rows, rows).max())
        new = OutermostRow(float(squares[i]), own.start + chunk.start + i, rows[i].copy(), square)
        best = outermost_together([best, new])
    return best


def outermost_together(parts: list[OutermostRow]) -> OutermostRow:
    """The farthest of several, the first of equals."""
    best = min(parts, key=lambda part: (-part.distance, part.number))
    return best._replace(square=max(part.square for part in parts))


def numbers_nearest(block: Block, own: Own, space: Space, centres: Array) -> Array:
    """How many rows of a block each centre is nearest to."""
    form, counts = product_form(centres), np.zeros(len(centres))
    for _, wide in centred_chunks(block, space.offset, form):
        rows = space.moved(wide[:, :-1])
        near = (form[:, :-1] @ rows.T + form[:, -1:]).argmin(axis=0)
        counts += np.bincount(near, minlength=len(centres))
    return counts


def summed(parts: list[Array]) -> Array:
    """Arrays of several blocks, added up."""
    total: Array = np.sum(parts, axis=0)
    return total


def pulled(block: Block, own: Own, space: Space) -> Array:
    """The rows of a block whose places are given."""
    places: Index = own.given
    rows = np.asarray(block[places], dtype=np.float64) - space.offset
    return space.moved(rows)


def stacked(parts: list[Array]) -> Array:
    """Rows one after the other."""
    return np.concatenate(parts)


class OuterRows(NamedTuple):
    """Numbers of rows at least so far from the mean, and the rows; `n_more` did not fit."""

    numbers: NDArray[np.int64]
    rows: Array
    n_more: int


def beyond(
    block: Block, own: Own, space: Space, root: Array, square: float, most: int
) -> OuterRows:
    """The rows of a block of a squared length of at least `square` under the metric of `root`."""
    numbers, found = [np.empty(0, np.int64)], [np.empty((0, block.shape[1]))]
    for chunk, wide in centred_chunks(block, space.offset, np.atleast_2d(root)):
        rows = space.moved(wide[:, :-1])
        moved = mapped(rows, root)
        far = np.flatnonzero(np.einsum("ij,ij->i", moved, moved) >= square)
        numbers.append(own.start + chunk.start + far)
        found.append(rows[far])
    return wanted_together([OuterRows(np.concatenate(numbers), np.concatenate(found), 0)], most)


def wanted_together(parts: list[OuterRows], most: int) -> OuterRows:
    """Those of several blocks, `most` of them."""
    numbers = np.concatenate([part.numbers for part in parts])
    rows = np.concatenate([part.rows for part in parts])
    n_more = sum(part.n_more for part in parts) + max(len(rows) - most, 0)
    return OuterRows(numbers[:most], rows[:most], n_more)
