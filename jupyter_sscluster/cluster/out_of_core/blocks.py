"""The interface of data in blocks of consecutive rows, and one pass over all blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from jupyter_sscluster._arrays import Block, Index
from jupyter_sscluster._validation import InputError


@dataclass(frozen=True, eq=False)
class Own:
    """What is about one block alone: its number, its first row, and whatever a pass gives to it."""

    number: int
    start: int = 0
    given: Any = None


@dataclass(frozen=True, eq=False)
class Shared:
    """What every block gets in a pass: a function of the block, and its arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def run(block: Block, shared: Shared, own: Own) -> Any:
    """The function on one block."""
    return shared.function(block, own, *shared.arguments)


class Combine(Protocol):
    """Makes one of several results of a pass, in the order of the blocks."""

    def __call__(self, parts: list[Any], /) -> Any:
        """Do it."""
        ...


class Blocks(Protocol):
    """Rows in blocks: `sizes` (None where unknown) and the columns' `names`."""

    n_features: int
    n_blocks: int
    dtype: np.dtype[Any]
    sizes: tuple[int, ...] | None
    names: list[str] | None

    def measured(self) -> Blocks:
        """The same, with the number of rows of each block."""
        ...

    def reduced(self, shared: Shared, combine: Combine, given: Sequence[Any] | None = None) -> Any:
        """One pass: the function on every block, and the results made one."""
        ...

    def mapped(
        self, shared: Shared, dtype: Any, columns: int = 0, given: Sequence[Any] | None = None
    ) -> Any:
        """What the function gives for every row, (n,) or (n, columns), as data of this kind."""
        ...


FAN = 64
"""So many results are made one at a time."""


def owns(blocks: Blocks, given: Sequence[Any] | None) -> list[Own]:
    """What each block knows of itself."""
    sizes = blocks.sizes or (0,) * blocks.n_blocks
    starts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    return [
        Own(number, starts[number], None if given is None else given[number])
        for number in range(blocks.n_blocks)
    ]


def counted(block: Block, own: Own) -> list[int]:
    """The number of rows of a block."""
    return [len(block)]


def joined(parts: list[Any]) -> Any:
    """Lists one after the other."""
    return [item for part in parts for item in part]


def split_rows(rows: Index, sizes: Sequence[int]) -> list[Index]:
    """Numbers of rows, sorted, as places in the block that each is in."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    cuts = np.searchsorted(rows, starts)
    return [
        rows[low:high] - start
        for low, high, start in zip(cuts[:-1], cuts[1:], starts[:-1], strict=True)
    ]


def check_table(ndim: int, dtype: np.dtype[Any], name: str = "X") -> None:
    """Raise an error unless the data are a table of real numbers."""
    if ndim != 2:
        raise InputError(
            f"{name} has {ndim} dimension(s); rows and columns are needed, shape (n_samples, "
            f"n_features): reshape it, for a single feature with {name}.reshape(-1, 1)"
        )
    if dtype.kind not in "biuf":
        raise InputError(
            f"{name} holds values of type {dtype}, and every column must be numeric; pass the "
            f"columns of real numbers, for example {name}.astype('float64')"
        )
