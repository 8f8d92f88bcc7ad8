"""Checks of shapes, types and ranges, with error messages for users.

Every sentence names the value, the rule and the way out. Nothing here knows an algorithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real as RealNumber
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster import _column_errors
from jupyter_sscluster._column_errors import FILL_IN
from jupyter_sscluster._data_frames import TableFrame, as_list, is_lazy, opened


class InputError(ValueError):
    """A value the caller gave breaks a rule; the sentence names value, rule and way out."""


class InputTypeError(InputError, TypeError):
    """The same, where a value is of the wrong type."""


# --------------------------------------------------------------------------- data


def check_data(
    X: Any,
    *,
    name: str = "X",
    min_samples: int = 1,
    fill_in: str = FILL_IN,
    titles: Sequence[str] | None = None,
) -> NDArray[np.float64]:
    """Return `X` as a C-contiguous float64 array of shape (n_samples, n_features).

    `X` may be an array, a list of rows, or a data frame of any kind that narwhals knows. `fill_in`
    is what is proposed where values are missing, and `titles` what columns of an array are called.

    `InputError` if `X` is sparse, complex, not two-dimensional, empty, has columns that are not
    numbers (named for a data frame), repeated column names, or holds NaN or infinity (columns and
    first rows are named).
    """
    shape: Any = getattr(X, "shape", ())
    if sparse.issparse(X):
        raise InputError(
            f"{name} is a sparse matrix; a dense array is needed: pass {name}.toarray(), or, where "
            f"its {shape[-1]} columns are too many, what TruncatedSVD of "
            "sklearn.decomposition makes of it"
        )
    frame = opened(X)
    if frame is not None:
        check_columns(frame, name)
        check_size(len(frame), len(frame.labels), name, min_samples)
    array = _as_array(X, name) if frame is None else frame.numbers()
    if array.ndim != 2:
        raise InputError(
            f"{name} has {array.ndim} dimension(s); rows and columns are needed, shape "
            "(n_samples, n_features). Reshape your data, for a single feature with "
            f"{name}.{'to_frame()' if hasattr(X, 'to_frame') else 'reshape(-1, 1)'}"
        )
    check_size(array.shape[0], array.shape[1], name, min_samples)
    result = np.ascontiguousarray(array, dtype=np.float64)
    finite = np.isfinite(result)
    if not finite.all():
        called = feature_names(X) or titles
        raise InputError(_column_errors.not_finite(result, finite, name, called, fill_in))
    return result


def check_size(rows: int, columns: int, name: str = "X", min_samples: int = 1) -> None:
    """Refuse a table without rows or without columns."""
    if rows < min_samples or columns < 1:
        count, least, what = (rows, min_samples, "sample(s)") if columns else (0, 1, "feature(s)")
        raise InputError(
            f"{name} has {count} {what} (shape={(rows, columns)}) while a minimum of {least} is "
            "required; pass at least one row and one column"
        )


def check_columns(frame: TableFrame, name: str = "X", *, in_session: bool = False) -> None:
    """Refuse a frame of which two columns share a name, or one holds no numbers.

    `in_session` says whether there is a `preprocess=` that could turn it into numbers.
    """
    check_names_of_columns(frame, name)
    if set(frame.kinds) <= {"number"}:
        return
    if in_session:
        raise InputError(f"{name} has {_column_errors.not_numbers_in_session(frame)}")
    raise InputError(f"{name} has {_column_errors.not_numbers(frame, clustered=name == 'X')}")


def check_names_of_columns(frame: TableFrame, name: str = "X") -> None:
    """Refuse a frame of which two columns share a name, or some names are no texts."""
    unlike = _column_errors.unlike_names(frame.labels, name)
    if unlike is not None:
        raise InputTypeError(unlike)
    twice = _first_repeated(frame.names)
    if twice is not None:
        raise InputError(_column_errors.same_name(twice, frame, name))


def feature_names(X: Any) -> list[str] | None:
    """Column names of a data frame as strings; None for a plain array."""
    frame = opened(X)
    columns = getattr(X, "columns", None) if frame is None else frame.labels
    return None if columns is None else [str(c) for c in columns]


def row_names(X: Any) -> list[str] | None:
    """Row names of a data frame with an index, as strings; None where rows are only numbered.

    `InputError` if two rows have the same name.
    """
    index = getattr(X, "index", None)
    if index is None or callable(index) or _is_numbering(index):
        return None
    return check_names([str(i) for i in index], len(index))


def check_names(names: Sequence[Any], n_samples: int) -> list[str]:
    """Row names as strings; `InputError` unless there is one a row and none twice."""
    if isinstance(names, str) or not hasattr(names, "__iter__"):
        raise InputError(f"names={names!r} must be a list with one name a row, {n_samples} in all")
    texts = [str(n) for n in as_list(names)]
    if len(texts) != n_samples:
        raise InputError(f"{len(texts)} names were given for {n_samples} rows; give one name a row")
    twice = _first_repeated(texts)
    if twice is not None:
        raise InputError(
            f"the row name {twice!r} is given more than once; row names must be unique: give "
            "others with names=, or leave an index out by X.reset_index(drop=True)"
        )
    return texts


def check_count(
    value: Any, name: str, low: int = 1, high: int | None = None, way_out: str = ""
) -> int:
    """Return `value` as an int; `InputError` unless it is a whole number within [low, high]."""
    rule = Int(low, high)
    if not rule.check(value):
        after = f"; {way_out}" if way_out else ""
        raise InputError(f"{name}={value!r} must be {_wanted(rule, value)}{after}")
    return int(value)


def _as_array(X: Any, name: str) -> NDArray[Any]:
    _check_is_table(X, name)
    try:
        array = np.asarray(X)
        unmasked(array, name)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(_ragged(X, name, error)) from error
    if array.dtype.kind == "c":
        raise InputError(
            f"Complex data not supported: {name} must hold real numbers; pass {name}.real, or "
            "real and imaginary parts as columns"
        )
    if array.dtype.kind in "biuf":
        return array
    try:
        return _without_na(array).astype(np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        kind = InputTypeError if isinstance(error, TypeError) else InputError
        raise kind(
            f"{name} holds values that are not numbers ({error}); every column must be numeric"
        ) from error


def _check_is_table(X: Any, name: str) -> None:
    """Refuse what is no table of numbers at all, and tables with masked values."""
    if X is None or isinstance(X, (str, bytes, dict, set)) or np.isscalar(X):
        raise InputTypeError(
            f"{name}={repr(X)[:100]} is no table of numbers; pass an array, a list of rows or a "
            "DataFrame, shape (n_samples, n_features)"
        )
    if hasattr(X, "obsm") and hasattr(X, "obs_names"):
        way_out = f"pass {name}.obsm['X_pca'] or {name}.X"
        raise InputTypeError(f"{name} is annotated data, no table of numbers; {way_out}")
    check_rows_are_there(X, name)
    unmasked(X, name)


def unmasked(values: Any, name: str, *, dates: bool = False) -> Any:
    """The same values; an `InputError` where some are masked, or are dates and these do not do."""
    wrong = _column_errors.masked_or_dates(values, name, dates)
    if wrong is not None:
        raise InputTypeError(wrong)
    return values


def check_rows_are_there(X: Any, name: str = "X") -> None:
    """Refuse a frame of which the rows have not been worked out yet."""
    if is_lazy(X):
        raise InputTypeError(
            f"{name} is a {type(X).__name__}, of which the rows have not been worked out yet; pass "
            f"{name}.collect()"
        )


def _ragged(X: Any, name: str, error: Exception) -> str:
    lengths = [len(row) if hasattr(row, "__len__") else None for row in X]
    odd = next((i for i, length in enumerate(lengths) if length != lengths[0]), None)
    if odd is None or lengths[0] is None or lengths[odd] is None:
        return f"{name} is no table of numbers ({error}); pass rows of numbers, all of one length"
    return (
        f"{name} has rows of different lengths: row 0 holds {lengths[0]} value(s) and row {odd} "
        f"holds {lengths[odd]}; every row must hold as many: fill row {odd} up, or leave it out"
    )


def _without_na(array: NDArray[Any]) -> NDArray[Any]:
    """The missing values of nullable columns as NaN, so that they are found and named as such."""
    if array.dtype != object:
        return array
    missing = np.frompyfunc(lambda value: type(value).__name__ == "NAType", 1, 1)(array)
    return np.where(np.asarray(missing, dtype=bool), np.nan, array)


def _first_repeated(values: Sequence[str]) -> str | None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def _is_numbering(index: Any) -> bool:
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


# --------------------------------------------------------------------------- parameters


class Rule(Protocol):
    """What a parameter may be: used for the check and for the widget's form."""

    def check(self, value: Any) -> bool:
        """Whether the value is allowed."""
        ...

    def describe(self) -> str:
        """The rule in words that follow "must be"."""
        ...


LARGEST = 2**31 - 1
"""What a number of starts or a size may be at most: NumPy counts no further everywhere."""


def is_number(value: Any, kind: type = RealNumber) -> bool:
    """Whether it is a number of this kind: no boolean, and no duration, which NumPy counts."""
    return isinstance(value, kind) and not isinstance(value, (bool, np.bool_, np.timedelta64))


@dataclass(frozen=True)
class Int(Rule):
    """A whole number within bounds."""

    low: int | None = None
    high: int | None = None

    def check(self, value: Any) -> bool:
        return is_number(value, Integral) and _within(int(value), self.low, self.high)

    def describe(self) -> str:
        return "an integer" + _bounds(self.low, self.high, ">=")


class Count(Int):
    """A whole number that NumPy counts with; of the bound only who breaks it is told."""

    def check(self, value: Any) -> bool:
        return super().check(value) and int(value) <= LARGEST


@dataclass(frozen=True)
class Real(Rule):
    """A finite number within bounds; `low_open` leaves the lower bound out."""

    low: float | None = None
    high: float | None = None
    low_open: bool = False

    def check(self, value: Any) -> bool:
        try:
            if not is_number(value) or not isfinite(value):
                return False
        except OverflowError:  # a whole number beyond all floats
            return False
        return _within(value, self.low, self.high) and not (self.low_open and value == self.low)

    def describe(self) -> str:
        return "a number" + _bounds(self.low, self.high, ">" if self.low_open else ">=")


class Choice(Rule):
    """One of the listed values."""

    def __init__(self, *options: Any) -> None:
        self.options = options

    def check(self, value: Any) -> bool:
        return any(type(value) is type(o) and value == o for o in self.options)

    def describe(self) -> str:
        listed = ", ".join(map(repr, self.options))
        return listed if len(self.options) == 1 else f"one of {listed}"


class Flag(Rule):
    """True or False."""

    def check(self, value: Any) -> bool:
        return isinstance(value, (bool, np.bool_))

    def describe(self) -> str:
        return "True or False"


class Anything(Rule):
    """Whatever the estimator itself checks (an array, a callable, another estimator)."""

    def check(self, value: Any) -> bool:
        return True

    def describe(self) -> str:
        return "anything"


class Either(Rule):
    """What one of several rules allows."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = rules

    def check(self, value: Any) -> bool:
        return any(rule.check(value) for rule in self.rules)

    def describe(self) -> str:
        return ", or ".join(rule.describe() for rule in self.rules)


class Nullable(Either):
    """None, or what another rule allows."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(Choice(None), rule)
        self.rule = rule


def _wanted(rule: Rule, value: Any) -> str:
    """The rule in words, with the bound of a `Count` where only that is broken."""
    if isinstance(rule, Either):
        return ", or ".join(_wanted(each, value) for each in rule.rules)
    huge = isinstance(rule, Count) and Int.check(rule, value)
    return rule.describe() + (f" and at most {LARGEST}" if huge else "")


def check_params(estimator: Any) -> None:
    """Check every parameter of an estimator against its class's `parameter_ranges`.

    Numbers of other types become plain ones: sums of NumPy's narrow ones would overflow.
    `InputError` names the first parameter that breaks its rule.
    """
    for name, rule in type(estimator).parameter_ranges.items():
        value = getattr(estimator, name)
        if not rule.check(value):
            raise InputError(
                f"{type(estimator).__name__}: {name}={value!r} must be {_wanted(rule, value)}"
            )
        if is_number(value) and not isinstance(value, (int, float)):
            setattr(estimator, name, int(value) if isinstance(value, Integral) else float(value))


def _within(value: Any, low: Any, high: Any) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _bounds(low: Any, high: Any, sign: str) -> str:
    low, high = (f"{end:g}" if isinstance(end, float) else end for end in (low, high))
    if low is None and high is None:
        return ""
    if high is None:
        return f" {sign} {low}"
    if low is None:
        return f" <= {high}"
    return f" > {low} and <= {high}" if sign == ">" else f" from {low} to {high}"
