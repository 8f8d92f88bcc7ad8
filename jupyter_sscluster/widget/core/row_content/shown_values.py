"""What is shown of the data: as they were given, whatever is clustered."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from jupyter_sscluster._annotated_data import is_annotated
from jupyter_sscluster._data_frames import TableFrame, is_missing, opened
from jupyter_sscluster._number_text import MISSING, number_text, signed
from jupyter_sscluster.session.engine.preprocessing import Prepared


@dataclass(frozen=True)
class Shown:
    """The columns of the data as given: numbers, NaN where one is missing, and texts."""

    numbers: NDArray[np.float64]
    features: list[str]
    texts: dict[str, list[Any]]


def shown_values(X: Any, rows: Prepared) -> Shown:
    """Row values for tooltips and bars; the transformed values if the data are no table."""
    if rows.preprocess is None or rows.in_blocks:
        return _of(rows)
    frame = opened(X)
    if frame is not None:
        return _of_frame(frame)
    if isinstance(X, (list, tuple)) and all(isinstance(value, str) for value in X):
        return Shown(np.empty((len(X), 0)), [], {"": list(X)})
    numbers = None if sparse.issparse(X) or is_annotated(X) else _numbers(X)
    if numbers is None or numbers.ndim != 2:
        return _of(rows)
    return Shown(numbers, _numbered(numbers.shape[1]), {})


def plotted(rows: Prepared, shown: Shown) -> tuple[NDArray[np.float64], list[str]]:
    """The values that the plot is a projection of: one or two columns as they were given."""
    numbers = shown.numbers
    whole = not shown.texts and 0 < numbers.shape[1] <= 2 and bool(np.isfinite(numbers).all())
    shown = shown if whole else _of(rows)
    return shown.numbers, shown.features


def _of(rows: Prepared) -> Shown:
    return Shown(rows.values, rows.columns or _numbered(rows.values.shape[1]), {})


def _of_frame(frame: TableFrame) -> Shown:
    numbers, names, told = [], [], {}
    for place, (name, kind) in enumerate(zip(frame.names, frame.kinds, strict=True)):
        if kind == "number":
            numbers.append(frame.floats(place))
            names.append(name)
        else:
            told[name] = frame.values(place)
    table = np.column_stack(numbers) if numbers else np.empty((len(frame), 0))
    return Shown(table, names, told)


def _numbers(values: Any) -> NDArray[np.float64] | None:
    """As an array of numbers, None where they are none."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        return None


def _numbered(n_features: int) -> list[str]:
    return [f"Feature {column}" for column in range(n_features)]


def value_text(value: Any) -> str:
    """Any value of a column; whole numbers as they are, since they may be years or names."""
    if is_missing(value):
        return MISSING
    if isinstance(value, (float, np.floating)):
        return number_text(float(value), 6)
    if isinstance(value, (int, np.integer)):
        return signed(str(value))
    return str(value)
