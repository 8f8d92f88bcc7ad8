"""The same statements about some of the rows, or about more: all rows that they name are there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster._arrays import Index
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import PairTable, Statements


def among(known: Constraints, rows: Index) -> Constraints:
    """What is known about these rows, sorted, by their places among them.

    No other row is in a statement, so that nothing is stated anew, and no number is kept for a row
    that is not among these. Rows are named as they are, or by their numbers.
    """
    tables = (
        PairTable(np.searchsorted(rows, table.pairs).astype(np.int64), table.weights)
        for table in known._statements
    )
    return Constraints._of(len(rows), Statements(*tables), row_texts(rows, known.names))


def about_all(
    known: Constraints, n_samples: int, rows: Index, names: tuple[str, ...] | None
) -> Constraints:
    """The way back: `known` calls rows by their places among `rows` of all `n_samples`."""
    numbers = np.asarray(rows, dtype=np.int64)
    tables = (PairTable(numbers[table.pairs], table.weights) for table in known._statements)
    return Constraints._of(n_samples, Statements(*tables), names)


def row_texts(rows: Index, names: Sequence[str] | None) -> tuple[str, ...]:
    """What these rows are called: by their names, or by their numbers."""
    return tuple(str(row) if names is None else names[row] for row in rows.tolist())
