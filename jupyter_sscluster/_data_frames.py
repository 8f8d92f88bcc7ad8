"""Data frames of every library that narwhals knows.

Columns are found by their place, so that names may be of any type and repeat. Nothing here
refuses anything.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from numbers import Real
from typing import Any, Literal

import narwhals as nw
import numpy as np
from narwhals.exceptions import DuplicateError
from numpy.typing import NDArray
from scipy import sparse

Kind = Literal["number", "date", "other"]

_NO_FRAMES = (np.ndarray, list, tuple, dict, set, str, bytes, type(None))
_NAMELESS = ("NAType", "NaTType")
"""What pandas calls the types of its missing values, which cannot be compared with anything."""

_NUMBERS = (Real, Decimal, np.bool_)
_DATES = (datetime.date, datetime.time, datetime.timedelta)


class TableFrame:
    """A data frame, `native` as it was given and `narwhal` as narwhals sees it.

    `labels` are the names of its columns, in the form in which it calls them.
    """

    def __init__(self, native: Any, narwhal: nw.DataFrame[Any], labels: list[Any]) -> None:
        self.native = native
        self.labels = labels
        self.narwhal = narwhal

    def __len__(self) -> int:
        return len(self.narwhal)

    @property
    def names(self) -> list[str]:
        """What its columns are called, as texts."""
        return [str(label) for label in self.labels]

    @property
    def like_pandas(self) -> bool:
        """Whether it is used as pandas' are: ``iloc``, ``drop(columns=)``, ``assign``."""
        return hasattr(self.native, "iloc")

    @cached_property
    def kinds(self) -> list[Kind]:
        """Of each column: numbers, true and false among them; dates or times; or anything else.

        A column without a single value is one of numbers that are missing.
        """
        dtypes = getattr(self.native, "dtypes", None)
        own = [None] * len(self.labels) if dtypes is None else list(dtypes)
        schema = self.narwhal.schema.dtypes()
        return [
            self._kind(place, *both) for place, both in enumerate(zip(own, schema, strict=True))
        ]

    def of_kind(self, *kinds: Kind) -> list[Any]:
        """The labels of all columns of these kinds."""
        return [label for label, kind in zip(self.labels, self.kinds, strict=True) if kind in kinds]

    def floats(self, place: int) -> NDArray[np.float64]:
        """One column of numbers, NaN where one is missing."""
        if self.narwhal[:, place].dtype == nw.Object:
            return np.array([_float(value) for value in self.values(place)])
        return np.asarray(self.narwhal[:, place].cast(nw.Float64).to_numpy(), dtype=np.float64)

    def values(self, place: int) -> list[Any]:
        """One column as a list."""
        if self.like_pandas:
            return list(self.native.iloc[:, place])
        return self.narwhal[:, place].to_list()

    def first(self, place: int) -> Any:
        """The first value of one column that is not missing, None if there is none."""
        column = self.native.iloc[:, place] if self.like_pandas else self.narwhal[:, place]
        return first_value(column)

    def records(self) -> list[dict[str, Any]]:
        """The rows, each as a dict of its values."""
        if self.like_pandas:
            return list(self.native.to_dict("records"))
        return list(self.narwhal.rows(named=True))

    def numbers(self) -> NDArray[Any]:
        """All columns, which are of numbers, as an array; NaN where one is missing."""
        whole = np.asarray(self.native)
        if whole.dtype.kind in "biuf" or not self.labels:
            return whole
        return np.column_stack([self.floats(place) for place in range(len(self.labels))])

    def rows(self, numbers: Sequence[int]) -> Any:
        """These rows, as a frame of the same kind."""
        if self.like_pandas:
            return self.native.iloc[list(numbers)]
        return self._back(self.narwhal[list(numbers)])

    def arranged(self, places: Sequence[int]) -> Any:
        """These columns, in this order, as a frame of the same kind."""
        if self.like_pandas:
            return self.native.iloc[:, list(places)]
        return self._back(self.narwhal.select([self.narwhal.columns[place] for place in places]))

    def without(self, labels: Sequence[Any]) -> Any:
        """All columns but these, as a frame of the same kind."""
        if self.like_pandas:
            return self.native.drop(columns=list(labels))
        return self._back(self.narwhal.drop(list(labels)))

    def beside(self, columns: Mapping[str, Any]) -> Any:
        """All columns and some more, as a frame of the same kind."""
        if self.like_pandas:
            return self.native.assign(**columns)
        backend = nw.get_native_namespace(self.narwhal)
        made = [nw.new_series(*column, backend=backend) for column in columns.items()]
        return self._back(self.narwhal.with_columns(*made))

    def followed_by(self, more: Any, index: Sequence[str] | None = None) -> Any:
        """The rows of both, as a frame of the same kind with the columns of this one.

        `more` is a frame or a dict of columns; those that it has not are missing there. `index`
        names its rows, if it is a dict and this frame has an index.
        """
        backend = nw.get_native_namespace(self.narwhal)
        other = opened(more)
        if other is None or type(other.native) is not type(self.native):
            given = more if other is None else dict(zip(other.names, other.lists(), strict=True))
            other = _opened_as(nw.from_dict({**given}, backend=backend).to_native(), index)
        if self.like_pandas:
            counted = type(self.native.index).__name__ == "RangeIndex"
            known = other.native.reindex(columns=self.labels)
            return backend.concat([self.native, known], ignore_index=counted)
        own, new = self.narwhal, other.narwhal
        for name in set(own.columns) & set(new.columns):
            kinds = own.schema[name], new.schema[name]
            if kinds[0] != kinds[1]:
                both = nw.Float64 if all(kind.is_numeric() for kind in kinds) else nw.String
                own, new = (each.with_columns(nw.col(name).cast(both)) for each in (own, new))
        kept = [name for name in own.columns if name in new.columns]
        return self._back(nw.concat([own, new.select(kept)], how="diagonal"))

    def lists(self) -> list[list[Any]]:
        """All columns as lists."""
        return [self.values(place) for place in range(len(self.labels))]

    def _back(self, narwhal: nw.DataFrame[Any]) -> Any:
        if isinstance(self.native, nw.DataFrame):
            return narwhal
        table = narwhal.to_native()
        if _is_batch(self.native):
            return type(self.native).from_pydict(table.to_pydict(), schema=table.schema)
        return table

    def _kind(self, place: int, own: Any, dtype: Any) -> Kind:
        if getattr(own, "kind", "O") in "biuf" or dtype.is_numeric() or dtype == nw.Boolean:
            return "number"
        if int(self.narwhal[:, place].null_count()) == len(self):
            return "number"
        if dtype.is_temporal():
            return "date"
        return _kind_of_objects(self.values(place)) if dtype == nw.Object else "other"


def opened(X: Any) -> TableFrame | None:
    """The data frame that `X` is; None where it is none."""
    if isinstance(X, _NO_FRAMES) or sparse.issparse(X):
        return None
    try:
        narwhal: Any = nw.from_native(_table(X), pass_through=True)
    except DuplicateError:
        labels = _labels_that_repeat(X)
        return TableFrame(X, nw.from_native(_numbered(_table(X), len(labels))), labels)
    if not isinstance(narwhal, nw.DataFrame):
        return None
    return TableFrame(X, narwhal, list(narwhal.columns))


def _opened_as(native: Any, index: Sequence[str] | None) -> TableFrame:
    """A frame just made, with an index if it can have one."""
    if index is not None and hasattr(native, "iloc"):
        native.index = list(index)
    found = opened(native)
    assert found is not None
    return found


def with_names(X: Any) -> Any:
    """The same data in a form of which scikit-learn knows the names of columns."""
    frame = opened(X) if isinstance(X, nw.DataFrame) or _is_batch(X) else None
    return X if frame is None else frame.narwhal.to_native()


def is_lazy(X: Any) -> bool:
    """Whether it is a frame of which the rows have not been worked out yet."""
    if isinstance(X, _NO_FRAMES) or sparse.issparse(X):
        return False
    try:
        return isinstance(nw.from_native(X, pass_through=True), nw.LazyFrame)
    except DuplicateError:
        return False


def as_list(values: Any) -> Any:
    """The values of a series of PyArrow as Python has them; anything else as it is."""
    return values.to_pylist() if hasattr(values, "to_pylist") else values


def is_missing(value: Any) -> bool:
    """Whether it is None, not a number, or what pandas has in place of these."""
    if value is None or type(value).__name__ in _NAMELESS:
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)


def first_value(values: Iterable[Any]) -> Any:
    """The first of some values that is not missing, None if there is none."""
    return next((value for value in values if not is_missing(value)), None)


def _float(value: Any) -> float:
    """NaN where it is missing, and infinity where it is too large."""
    try:
        return np.nan if is_missing(value) else float(value)
    except OverflowError:
        return np.inf


def _is_batch(X: Any) -> bool:
    """Whether it is a RecordBatch of PyArrow, which narwhals does not know."""
    return type(X).__name__ == "RecordBatch" and hasattr(X, "__arrow_c_stream__")


def _table(X: Any) -> Any:
    """The Table of PyArrow that a RecordBatch is; anything else as it is."""
    return nw.from_arrow(X, backend="pyarrow").to_native() if _is_batch(X) else X


def _labels_that_repeat(X: Any) -> list[Any]:
    return list(getattr(_table(X), "column_names", None) or X.columns)


def _numbered(X: Any, n_columns: int) -> Any:
    """A frame of which two columns share a name, its columns called by their places."""
    if hasattr(X, "rename_columns"):
        return X.rename_columns([str(place) for place in range(n_columns)])
    return X.set_axis(range(n_columns), axis=1)


def _kind_of_objects(values: list[Any]) -> Kind:
    present = [value for value in values if not is_missing(value)]
    if all(isinstance(value, _NUMBERS) for value in present):
        return "number"
    return "date" if all(isinstance(value, _DATES) for value in present) else "other"
