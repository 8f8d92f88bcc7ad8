"""Blocks of a Dask array, computed by Dask's own scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.blocks import (
    FAN,
    Combine,
    Shared,
    check_table,
    counted,
    joined,
    owns,
    run,
)


class DaskBlocks:
    """The blocks of a Dask array, (n, d).

    A pass is one graph: a task per block and a reduction tree. Dask recomputes blocks of dead
    workers with the same result. Nothing is kept between passes: call `X.persist()` before a fit
    for that.
    """

    def __init__(self, X: Any, names: list[str] | None = None) -> None:
        check_table(X.ndim, X.dtype)
        _check_blocks(X)
        if np.isnan(X.shape[1]):
            raise InputError(
                "X does not say how many features it has; call X.compute_chunk_sizes() first"
            )
        if len(X.chunks[1]) > 1:
            X = X.rechunk({1: -1})
        import dask

        (best,) = dask.optimize(X)
        self._name, self._graph = best.name, dict(best.__dask_graph__())
        self.names = names
        self.n_features, self.dtype = int(X.shape[1]), X.dtype
        self.n_blocks = len(X.chunks[0])
        sizes = X.chunks[0]
        self.sizes: tuple[int, ...] | None = None
        if not np.isnan(sizes).any():
            self.sizes = tuple(int(size) for size in sizes)

    def measured(self) -> DaskBlocks:
        """The same, with the number of rows of each block."""
        if self.sizes is None:
            self.sizes = tuple(self.reduced(Shared(counted, ()), joined))
        return self

    def reduced(self, shared: Shared, combine: Combine, given: Sequence[Any] | None = None) -> Any:
        """One pass: the function on every block, and the results made one."""
        import dask
        from dask._task_spec import Task, TaskRef
        from dask.delayed import Delayed

        name, graph = self._tasks(shared, given)
        keys: list[Any] = [(name, number) for number in range(self.n_blocks)]
        level = 0
        while len(keys) > 1 or not level:
            level += 1
            groups = [keys[at : at + FAN] for at in range(0, len(keys), FAN)]
            keys = [(name, level, number) for number in range(len(groups))]
            for key, group in zip(keys, groups, strict=True):
                graph[key] = Task(key, _together, combine, *map(TaskRef, group))
        (found,) = dask.compute(Delayed(keys[0], graph))
        return found

    def mapped(
        self, shared: Shared, dtype: Any, columns: int = 0, given: Sequence[Any] | None = None
    ) -> Any:
        """What the function gives for every row, (n,) or (n, columns), as a Dask array."""
        import dask.array as da

        name, graph = self._tasks(shared, given, *[0] * bool(columns))
        sizes = self.sizes or (np.nan,) * self.n_blocks
        chunks = (sizes, (columns,)) if columns else (sizes,)
        return da.Array(graph, name, chunks=chunks, dtype=dtype)

    def _tasks(
        self, shared: Shared, given: Sequence[Any] | None, *last: int
    ) -> tuple[str, dict[Any, Any]]:
        """The graph of the data, and a task for each block under the names (name, number).

        References are explicit: in a tuple, the key of a persisted block is no key of the graph.
        """
        from dask._task_spec import DataNode, Task, TaskRef

        name = f"{shared.function.__name__}-{uuid4().hex}"
        common = (f"given-{name}", 0)
        graph = {**self._graph, common: DataNode(common, shared)}
        for own in owns(self, given):
            key = name, own.number, *last
            block = TaskRef((self._name, own.number, 0))
            graph[key] = Task(key, run, block, TaskRef(common), own)
        return name, graph


def _together(combine: Combine, *parts: Any) -> Any:
    return combine(list(parts))


def _check_blocks(X: Any) -> None:
    """Refuse blocks that are no arrays of NumPy."""
    meta = X._meta
    if isinstance(meta, np.ndarray) and not isinstance(meta, np.ma.MaskedArray):
        return
    raise InputError(
        f"X has blocks of type {type(meta).__name__}; dense arrays of NumPy are needed: pass "
        "X.map_blocks(...) with a function that makes them so"
    )
