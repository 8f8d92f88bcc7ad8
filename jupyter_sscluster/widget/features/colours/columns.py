"""The columns that may colour the points: of the data, of the tooltips, and of one's own."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from numbers import Real
from typing import Any

import narwhals as nw
import numpy as np
from narwhals.exceptions import DuplicateError
from numpy.typing import NDArray

from jupyter_sscluster._annotated_data import annotated
from jupyter_sscluster._data_frames import TableFrame, as_list, first_value, is_missing, opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask
from jupyter_sscluster.session.colours.kinds import Kinds, kinds_of
from jupyter_sscluster.session.colours.scale import Scale
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core.row_content.shown_values import value_text
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips

Column = Scale | Kinds
Make = Callable[[Sample], Column]

CLUSTER, DOUBT, LABELS = "cluster", "doubt", "labels"
RESERVED = (CLUSTER, DOUBT, LABELS)
UNNAMED, UNNAMED_TOOLTIP = "colour", "tooltip"
EPOCH = datetime.datetime(1970, 1, 1)
PLAIN = (str, Real, Decimal, np.generic, datetime.date, datetime.time)
PERIOD, INTERVAL = "Period", "Interval"
"""What pandas calls the types of its spans of time and of numbers."""


def columns_of(data: Any, tips: Tooltips, own_colours: Mapping[str, Make]) -> dict[str, Make]:
    """What each column is coloured by, by its name, made for the rows that are shown."""
    found = dict[str, Make]()
    own = annotated(data)
    frame = own.obs if own is not None else None if is_dask(data) else opened(data)
    if frame is not None:
        _add_frame(found, frame)
    if frame is None or own is not None:
        for place, name in enumerate(tips.features):
            _add(found, name, _number_of(tips, place))
    for name, told in tips.listed.items():
        if _is_plain(first_value(told)):
            _add(found, name or UNNAMED_TOOLTIP, partial(_listed, told))
    for name, values in own_colours.items():
        found.pop(name, None)
        _add(found, name, values)
    return found


def own_columns(color: Any, n_samples: int) -> dict[str, Make]:
    """What `color=` gives: a frame, a mapping of columns, or one value a row."""
    if color is None or isinstance(color, str):
        return {}
    frame = opened(color)
    if frame is not None:
        _check_length(len(frame), n_samples)
        found = dict[str, Make]()
        _add_frame(found, frame)
        return found
    if isinstance(color, Mapping):
        columns = {str(name): own_columns(each, n_samples) for name, each in color.items()}
        return {name: next(iter(made.values())) for name, made in columns.items() if made}
    name = getattr(color, "name", None)
    values = _values(color)
    _check_length(len(values), n_samples)
    return {UNNAMED if name is None else str(name): values_made(values, color)}


def values_made(values: Sequence[Any], given: Any) -> Make:
    """Values of no frame, by what they are."""
    series = _as_frame(given)
    if series is not None:
        return _of_frame(series, 0)
    try:
        array = np.asarray(values)
    except ValueError:  # lists of different lengths
        array = np.empty((0, 0))
    if array.ndim > 1:
        raise InputError(
            "color has several values in a row; give one value a row, or a data frame or a mapping "
            "with one column each"
        )
    if array.dtype.kind in "iuf":
        numbers = array.astype(np.float64)
        return lambda shown: Scale(shown.of(numbers))
    if array.dtype.kind == "M":
        return _of_moments(array)
    return partial(_listed, list(values))


def _values(color: Any) -> Any:
    try:
        values = as_list(color)
        return values if isinstance(values, np.ndarray) and values.ndim == 1 else list(values)
    except TypeError:
        raise InputError(
            f"color={color!r} must be one value a row, a data frame, or the name of a column; "
            "pass a list, an array or a Series"
        ) from None


def _check_length(length: int, n_samples: int) -> None:
    if length != n_samples:
        raise InputError(
            f"color has {length} values for {n_samples} rows; give one value a row, or the name "
            "of a column"
        )


def _as_frame(given: Any) -> TableFrame | None:
    """A series of a data frame library as a frame of one column."""
    try:
        series = nw.from_native(given, series_only=True)
        return opened(series.to_frame().to_native())
    except (TypeError, AttributeError, DuplicateError):
        return None


def _add(found: dict[str, Make], name: str, make: Make) -> None:
    """Under a name that is free: the page's own entries keep theirs."""
    called = f"{name} (column)" if name in RESERVED else name
    again = 2
    while called in found:
        called, again = f"{name} ({again})", again + 1
    found[called] = make


def _add_frame(found: dict[str, Make], frame: TableFrame) -> None:
    for place, name in enumerate(frame.names):
        if frame.kinds[place] != "other" or _is_plain(frame.first(place)):
            _add(found, name, _of_frame(frame, place))


def _is_plain(first: Any) -> bool:
    """Whether a column has texts, numbers or dates, as its first value has it; no images."""
    return isinstance(first, PLAIN) or type(first).__name__ in (PERIOD, INTERVAL)


# --------------------------------------------------------------------------- by what they are


def _number_of(tips: Tooltips, place: int) -> Make:
    """One column of numbers; data read in blocks give the rows that are shown."""

    def make(shown: Sample) -> Column:
        values = tips.values
        if isinstance(values, np.ndarray):
            return Scale(shown.of(values[:, place]))
        return Scale(np.asarray(shown.of(values)[:, place], dtype=np.float64))

    return make


def _of_frame(frame: TableFrame, place: int) -> Make:
    kind, dtype = frame.kinds[place], frame.narwhal[:, place].dtype
    if kind == "number" and dtype != nw.Boolean:
        return lambda shown: Scale(shown.of(frame.floats(place)))
    if dtype in (nw.Datetime, nw.Date):
        zone = getattr(dtype, "time_zone", None)
        return lambda shown: Scale(shown.of(_seconds(frame, place)), dates=True, zone=zone)
    made = _dates if kind == "date" else _listed
    return lambda shown: made(frame.values(place), shown)


def _seconds(frame: TableFrame, place: int) -> NDArray[np.float64]:
    """Seconds since 1970 of a column of dates, NaN where one is missing."""
    found = frame.narwhal[:, place].dt.timestamp("ms").cast(nw.Float64).to_numpy()
    return np.asarray(found, dtype=np.float64) / 1000


def _of_moments(moments: NDArray[Any]) -> Make:
    seconds = moments.astype("M8[ms]").astype(np.int64) / 1000
    seconds[np.isnat(moments)] = np.nan
    return lambda shown: Scale(shown.of(seconds), dates=True)


def _dates(values: Sequence[Any], shown: Sample) -> Column:
    """Dates as objects; times of day and durations are kinds."""
    if any(isinstance(value, (datetime.time, datetime.timedelta)) for value in values):
        return _listed(values, shown)
    return Scale(shown.of(np.array([_second(each) for each in values])), dates=True)


def _second(value: Any) -> float:
    if is_missing(value):
        return np.nan
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    offset = value.utcoffset() or datetime.timedelta()
    return float((value.replace(tzinfo=None) - EPOCH - offset).total_seconds())


def _listed(values: Sequence[Any], shown: Sample) -> Column:
    """Any values as kinds; numbers and dates without a frame by what they are."""
    present = [value for value in values if not is_missing(value)]
    if present and all(type(value).__name__ == PERIOD for value in present):
        starts = [None if is_missing(value) else value.start_time for value in values]
        return _dates(starts, shown)
    if present and all(isinstance(value, Real) and not _is_truth(value) for value in present):
        numbers = np.array([np.nan if is_missing(value) else float(value) for value in values])
        return Scale(shown.of(numbers))
    if present and all(isinstance(value, datetime.date) for value in present):
        return _dates(values, shown)
    some = values if shown.all else [values[row] for row in shown.numbers]
    return kinds_of(some, value_text, is_missing)


def _is_truth(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))
