"""Blocks of a memory-mapped array, read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jupyter_sscluster.cluster.out_of_core.blocks import (
    Combine,
    Shared,
    check_table,
    owns,
    run,
)

_BYTES = 1 << 24
"""Size of a block."""


class FileBlocks:
    """The rows of an array in a file, 16 MB at a time."""

    names: list[str] | None = None

    def __init__(self, X: np.memmap[Any, Any]) -> None:
        check_table(X.ndim, X.dtype)
        self._X = X
        self.n_features, self.dtype = int(X.shape[1]), X.dtype
        step = max(1, _BYTES // max(1, X.shape[1] * X.dtype.itemsize))
        whole, rest = divmod(len(X), step)
        self.sizes: tuple[int, ...] | None = (step,) * whole + (rest,) * bool(rest or not whole)
        self.n_blocks = len(self.sizes)

    def measured(self) -> FileBlocks:
        """The same: the sizes are known."""
        return self

    def reduced(self, shared: Shared, combine: Combine, given: Sequence[Any] | None = None) -> Any:
        """One pass: the function on every block, and the results made one."""
        return combine(self._each(shared, given))

    def mapped(
        self, shared: Shared, dtype: Any, columns: int = 0, given: Sequence[Any] | None = None
    ) -> Any:
        """What the function gives for every row, (n,) or (n, columns), as an array."""
        return np.concatenate(self._each(shared, given)).astype(dtype, copy=False)

    def _each(self, shared: Shared, given: Sequence[Any] | None) -> list[Any]:
        assert self.sizes is not None
        return [
            run(np.asarray(self._X[own.start : own.start + size]), shared, own)
            for own, size in zip(owns(self, given), self.sizes, strict=True)
        ]
