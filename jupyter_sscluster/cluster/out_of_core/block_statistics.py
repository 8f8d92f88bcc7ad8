"""The first pass over blocks: mean, spread, bounding box, and the rows to hold in memory."""

from typing import NamedTuple

import numpy as np

from jupyter_sscluster._arrays import Array, Block, Index
from jupyter_sscluster._validation import InputError, check_size
from jupyter_sscluster.cluster.out_of_core.block_computations import RowsOfBlock, centred_chunks
from jupyter_sscluster.cluster.out_of_core.blocks import Blocks, Own, Shared, split_rows
from jupyter_sscluster.cluster.out_of_core.non_finite_values import (
    NotFinite,
    message_of,
    not_finite,
)

_SQUARES = 1e140
"""Values beyond this, or spreads below its inverse, have squares that are no numbers."""


class BlockStatistics(NamedTuple):
    """Number, mean, Σ (x - mean)² (d,) and box of some rows, and the held ones of these."""

    n_rows: int
    mean: Array
    spread: Array
    low: Array
    high: Array
    held: Array


def measured(block: Block, own: Own, check: bool) -> BlockStatistics | NotFinite:
    """Statistics of one block; `own.given` numbers the rows to be held."""
    d = block.shape[1]
    bad = not_finite(block, own) if check else None
    if bad is not None:
        return bad
    held = np.asarray(block[own.given.held], dtype=np.float64)
    if not len(block):
        nothing = np.zeros(d)
        return BlockStatistics(0, nothing, nothing, nothing + np.inf, nothing - np.inf, held)
    mean = block.mean(axis=0, dtype=np.float64)
    spread = np.zeros(d)
    for _, wide in centred_chunks(block, mean, np.empty((2, d + 1))):
        spread += np.einsum("ij,ij->j", wide[:, :-1], wide[:, :-1])
    low, high = (np.asarray(end, np.float64) for end in (block.min(axis=0), block.max(axis=0)))
    return BlockStatistics(len(block), mean, spread, low, high, held)


def together(parts: list[BlockStatistics | NotFinite]) -> BlockStatistics | NotFinite:
    """Of several blocks: sums of squares about the mean of all of them (Chan et al. 1979)."""
    done: list[BlockStatistics] = []
    for part in parts:
        if isinstance(part, NotFinite):
            return part
        done.append(part)
    numbers = np.array([part.n_rows for part in done], dtype=np.float64)
    n = float(numbers.sum())
    means = np.array([part.mean for part in done])
    with np.errstate(over="ignore", invalid="ignore"):
        mean = numbers @ means / max(n, 1.0)
        between = numbers @ (means - mean) ** 2
        spread = np.sum([part.spread for part in done], axis=0) + between
    return BlockStatistics(
        int(n),
        mean,
        spread,
        np.min([part.low for part in done], axis=0),
        np.max([part.high for part in done], axis=0),
        np.concatenate([part.held for part in done]),
    )


def measure(blocks: Blocks, held: Index) -> BlockStatistics:
    """Statistics of all blocks with their `held` rows (m, d); `InputError` names a bad block."""
    assert blocks.sizes is not None
    check_size(sum(blocks.sizes), blocks.n_features)
    given = [place_of(rows) for rows in split_rows(held, blocks.sizes)]
    check = blocks.dtype.kind == "f"
    found: BlockStatistics | NotFinite = blocks.reduced(Shared(measured, (check,)), together, given)
    if isinstance(found, NotFinite):
        raise InputError(message_of(found, blocks.names, sum(blocks.sizes[: found.block])))
    _check_squares(found)
    return found


def place_of(held: Index) -> RowsOfBlock:
    """Rows of a block that are held."""
    return RowsOfBlock(held, np.empty(0, np.intp), np.empty(0, np.int32))


def _check_squares(found: BlockStatistics) -> None:
    """Refuse values of which the squares are not finite, or lost."""
    largest = float(max(np.abs(found.low).max(), np.abs(found.high).max()))
    if not np.isfinite(4.0 * found.spread.sum()):
        raise InputError(
            f"X holds a value of size {largest:.3g}, and its squares add up to more than a number "
            "can hold; divide X by a constant"
        )
    apart = float(np.maximum(found.high - found.mean, found.mean - found.low).max())
    if 1e-13 * largest < apart < 1.0 / _SQUARES:
        raise InputError(
            f"X differs from its mean by {apart:.3g} at most, and squares of such values are lost "
            f"to underflow; the largest must be {1.0 / _SQUARES:g} or more: multiply X by a "
            "constant"
        )
