"""Merge pairs, partial labels and `Constraints` into one value; renumber rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Index
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import noise_among
from jupyter_sscluster.constraints.pair_checks import check_pairs
from jupyter_sscluster.constraints.pair_table import PairTable, StatementTables
from jupyter_sscluster.constraints.row_names import row_texts
from jupyter_sscluster.constraints.sampling import label_codes, spanning_pairs


def as_constraints(
    n_samples: int,
    must: Any = None,
    cannot: Any = None,
    constraints: Constraints | None = None,
    y: Any = None,
    conflicts: str = "raise",
) -> Constraints:
    """Merge everything given into one value.

    Parameters
    ----------
    n_samples : int
        Number of rows the constraints are about.
    must, cannot : array-like of shape (m, 2), optional
        Must-links and cannot-links.
    constraints : Constraints, optional
        A value that the others are added to; its names, soft statements and noise are kept.
    y : array-like of shape (n_samples,), optional
        Partial labels: -1, NaN or None where unknown.
    conflicts : "raise" or "soft"
        As in `Constraints`.

    Examples
    --------
    >>> from jupyter_sscluster.constraints import as_constraints
    >>> as_constraints(4, must=[[0, 1]], y=[-1, "a", "b", -1])
    Constraints(4 samples, 1 must, 1 cannot)
    """
    given = Constraints(n_samples) if constraints is None else constraints
    value = check_constraints(given, n_samples)
    if must is None and cannot is None and y is None:
        return value
    star, apart = spanning_pairs(_codes(y, n_samples))
    musts = [value.must, _pairs(must, "must", n_samples), star]
    cannots = [value.cannot, _pairs(cannot, "cannot", n_samples), apart]
    merged = Constraints(
        n_samples,
        np.concatenate(musts),
        np.concatenate(cannots),
        must_weights=_weights(value.must_weights, musts),
        cannot_weights=_weights(value.cannot_weights, cannots),
        names=value.names,
        conflicts=conflicts,
        noise=value.noise,
    )
    merged = merged.add_pairs(value.soft_must, "must", value.soft_must_weights, soft=True)
    merged = merged.add_pairs(value.soft_cannot, "cannot", value.soft_cannot_weights, soft=True)
    return merged.with_by_hand(value.by_hand)


def check_constraints(constraints: Any, n_samples: int, what: str = "rows of X") -> Constraints:
    """`constraints` about `n_samples` rows, or an `InputError` that calls the rows `what`."""
    if not isinstance(constraints, Constraints):
        raise InputError(
            f"constraints={constraints!r} is a {type(constraints).__name__}, no Constraints value; "
            f"build Constraints({n_samples}, must=[...], cannot=[...]), or pass lists of pairs as "
            "must= and cannot= to a clusterer's fit"
        )
    if constraints.n_samples != n_samples:
        raise InputError(
            f"the constraints are about {constraints.n_samples} rows, and the number of {what} is "
            f"{n_samples}; pass the data they were made for, or make them anew, with "
            f"Constraints({n_samples}, ...)"
        )
    return constraints


def _pairs(pairs: Any, kind: str, n_samples: int) -> NDArray[np.int64]:
    return check_pairs(() if pairs is None else pairs, kind, n_samples)


def _codes(y: Any, n_samples: int) -> NDArray[np.int64]:
    if y is None:
        return np.full(n_samples, -1)
    codes = label_codes(y)
    if len(codes) != n_samples:
        raise InputError(
            f"y holds {len(codes)} labels for {n_samples} rows; give one a row, -1 where it is "
            "unknown"
        )
    return codes


def _weights(first: NDArray[np.float64], sources: list[NDArray[np.int64]]) -> NDArray[np.float64]:
    return np.concatenate([first, np.ones(sum(map(len, sources[1:])))])


def among(known: Constraints, rows: Index) -> Constraints:
    """Constraints on sorted rows, which hold all statements, renumbered; numbers become names."""
    tables = (
        PairTable(np.searchsorted(rows, table.pairs).astype(np.int64), table.weights, table.by_hand)
        for table in known._statements
    )
    texts = row_texts(rows, known.names)
    return Constraints._of(
        len(rows), StatementTables(*tables), texts, noise_among(known.noise, rows)
    )


def about_all(
    known: Constraints, n_samples: int, rows: Index, names: tuple[str, ...] | None
) -> Constraints:
    """The inverse of `among`: constraints on `rows` renumbered to all `n_samples` rows."""
    numbers = np.asarray(rows, dtype=np.int64)
    tables = (PairTable(numbers[t.pairs], t.weights, t.by_hand) for t in known._statements)
    return Constraints._of(n_samples, StatementTables(*tables), names, numbers[known.noise])
