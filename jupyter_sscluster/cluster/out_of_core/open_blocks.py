"""Recognise data that come in blocks, read files block by block, refuse what needs memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.cluster.out_of_core.blocks import (
    Blocks,
    Combine,
    Shared,
    check_table,
    owns,
    run,
)
from jupyter_sscluster.cluster.out_of_core.dask_blocks import DaskBlocks

LARGE = 1 << 28
"""Arrays in files of fewer bytes, as double precision, are read whole: they are no trouble."""


def opened(X: Any) -> Blocks | None:
    """Blocks of Dask data or a large memmap, else None; `InputError` if no numeric table."""
    if isinstance(X, np.memmap):
        large = X.ndim == 2 and X.size * 8 > LARGE and X.dtype.kind in "biuf"
        return FileBlocks(X) if large else None
    if not is_dask(X):
        return None
    if hasattr(X, "to_dask_array"):
        return _of_frame(X)
    if not hasattr(X, "map_blocks"):
        raise InputTypeError(
            f"X is a {type(X).__name__} of Dask, and rows and columns are needed; pass a Dask "
            "array or data frame"
        )
    return DaskBlocks(X)


def is_dask(X: Any) -> bool:
    """Whether it is a collection of Dask, which is not loaded to find out."""
    if "dask" not in sys.modules:
        return False
    import dask

    return bool(dask.is_dask_collection(X))


def _of_frame(X: Any) -> DaskBlocks:
    columns = getattr(X, "columns", None)
    if columns is None or getattr(X, "ndim", 2) != 2:
        raise InputTypeError(
            "X is a series of Dask, and rows and columns are needed; pass X.to_frame()"
        )
    wrong = [
        f"{name!r} ({dtype})"
        for name, dtype in zip(columns, X.dtypes, strict=True)
        if getattr(dtype, "kind", "O") not in "biuf"
    ]
    if wrong:
        raise InputError(
            f"X has columns that are not numbers: {', '.join(wrong[:5])}; leave them out with "
            "X.drop(columns=[...]), or turn them into numbers"
        )
    return DaskBlocks(X.to_dask_array(), [str(name) for name in columns])


def refusal(name: str, blocks: Blocks, supported: str = "") -> InputError:
    """The error of a clusterer, or of one of its settings, that needs all rows in memory."""
    sizes, d = blocks.sizes, blocks.n_features
    how_many = "all rows" if sizes is None else f"all {sum(sizes):,} rows"
    size = "" if sizes is None else f" ({max(1, sum(sizes) * d * 8 // 10**6):,} MB as float64)"
    return InputError(
        f"{name} needs {how_many} in memory{size}, and X comes in blocks; pass X.compute() where "
        f"they fit, or {supported or 'take a clusterer that reads blocks, such as PCKMeans'}"
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
