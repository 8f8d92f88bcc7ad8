"""The rows of a session, checked and read-only, with the names of rows and columns."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray, Prints
from jupyter_sscluster._data_frames import as_list
from jupyter_sscluster._sparse_rows import SparseRows, checked_table, is_sparse
from jupyter_sscluster._validation import (
    InputError,
    InputTypeError,
    check_names,
    feature_names,
    row_names,
)
from jupyter_sscluster.constraints import Constraints, check_constraints
from jupyter_sscluster.session.engine.cluster_names import clipped
from jupyter_sscluster.session.engine.preprocessing import Prepared, given_numbers
from jupyter_sscluster.session.engine.rows.fingerprints import (
    MOST,
    given_fingerprints,
    row_fingerprints,
)
from jupyter_sscluster.session.engine.sample.large_data import in_memory


class Given(NamedTuple):
    """Data as they were given, in several parts: at first, and later on."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Data:
    """What is clustered: checked rows, read-only, in memory or read in blocks, and their names.

    `features` are the names of columns, `empty` no constraints between the rows, `preprocess` the
    fitted transformer that made `X` of what was `given`, `truth` the true labels, numbered from 0,
    or None, `texts` what the rows say. `notes` say what became of the data, `rotated` whether the
    columns are principal components, `order` the place of each row in what was passed, -1 where it
    is not there, None where that is its number; `fitted` the rows that `preprocess` was fitted
    to, None for all, `known` what the journal says of its rows, where some were not passed.
    """

    X: Any
    names: tuple[str, ...] | None
    features: tuple[str, ...] | None
    empty: Constraints
    preprocess: Any = None
    truth: np.ndarray | None = None
    given_truth: Any = None
    notes: tuple[str, ...] = ()
    rotated: bool = False
    texts: tuple[Any, ...] | None = None
    given: Any = None
    order: IntArray | None = None
    fitted: IntArray | None = None
    known: Any = None

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.X)

    @cached_property
    def absent(self) -> frozenset[int]:
        """The rows that the journal knows and that were not passed; they are left out."""
        return frozenset(() if self.order is None else np.flatnonzero(self.order < 0).tolist())

    @cached_property
    def row_fingerprints(self) -> Prints | None:
        """Those of the rows that are clustered; None of rows that are read in blocks."""
        return row_fingerprints(self.X) if in_memory(self.X) else None

    @cached_property
    def given_fingerprints(self) -> Prints | None:
        """Those of the rows before `preprocess`; None without one, or of too many or odd rows."""
        if self.preprocess is None or self.given is None or self.n_samples > MOST:
            return None
        parts = self.given.parts if isinstance(self.given, Given) else (self.given,)
        found = [each for each in map(given_fingerprints, parts) if each is not None]
        whole = np.concatenate(found) if len(found) == len(parts) else None
        if whole is None or len(whole) != self.n_samples:
            return None
        if self.absent and self.known is not None and self.known.given is not None:
            lost = sorted(self.absent)
            whole[lost] = self.known.given[lost]
        return whole

    @property
    def given_columns(self) -> list[str] | None:
        """What the columns were called as they were given; None if nobody said."""
        if self.given is None:
            return None if self.features is None else list(self.features)
        first = self.given.parts[0] if isinstance(self.given, Given) else self.given
        return feature_names(first)

    @cached_property
    def given_numbers(self) -> Array | SparseRows | None:
        """The columns of numbers as they were given, before `preprocess`; None if it has none."""
        given = self.given
        if isinstance(given, Given) and all(map(is_sparse, given.parts)):
            given = sparse.vstack(given.parts, format="csr")
        if is_sparse(given):
            with suppress(InputError):
                return SparseRows.of(checked_table(given))
        parts = given.parts if isinstance(given, Given) else (given,)
        found = [given_numbers(part) for part in parts]
        tables = [each[0] for each in found if each is not None and each[0].shape[1]]
        return np.concatenate(tables) if len(tables) == len(parts) else None

    @property
    def score_name(self) -> str:
        """What the score of a clustering is: it depends on whether there are true labels."""
        return "silhouette" if self.truth is None else "adjusted Rand"

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.X.shape[1])


def check_rows(X: Prepared, names: Any, constraints: Any, *, copied: bool = True) -> Data:
    """Check the row names, by default those of the constraints; copy the values if `copied`."""
    array = np.array(X.values, order="C") if copied else X.values
    if isinstance(array, np.ndarray):
        array = array.view()
        array.setflags(write=False)
    if names is None and isinstance(X.index, list):
        names = X.index
    rows = row_names(X) if names is None else check_names(names, len(array))
    if constraints is not None:
        check_constraints(constraints, len(array))
        rows = rows or constraints.names
    columns = None if X.columns is None else tuple(X.columns)
    empty = Constraints(len(array), names=rows)
    found = Data(array, empty.names, columns, empty, X.preprocess, given=X.given)
    return replace(found, notes=X.notes, rotated=X.rotated, fitted=X.fitted)


def with_texts(data: Data, texts: Any) -> Data:
    """The same with one text a row; what is no text, None for instance, is an empty one."""
    if texts is None:
        return data
    rule = "texts must have one text a row, as a list or a column"
    if isinstance(texts, (str, bytes)):
        raise InputError(f"texts={clipped(repr(texts))} is a single value; {rule}")
    try:
        given = tuple(as_list(texts))
    except TypeError:
        raise InputTypeError(f"texts={clipped(repr(texts))} has no values; {rule}") from None
    if len(given) != data.n_samples:
        raise InputError(f"texts has {len(given)} values for {data.n_samples} rows; {rule}")
    return replace(data, texts=given)
