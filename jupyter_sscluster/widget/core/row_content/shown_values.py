"""What is shown of the data: as they were given, whatever is clustered."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._data_frames import is_missing, opened
from jupyter_sscluster._number_text import MISSING, number_text, signed
from jupyter_sscluster.session.engine.preprocessing import Prepared, given_numbers


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
    if isinstance(X, (list, tuple)) and all(isinstance(value, str) for value in X):
        return Shown(np.empty((len(X), 0)), [], {"": list(X)})
    found, frame = given_numbers(X), opened(X)
    if found is None:
        return _of(rows)
    numbers, names = found
    kinds = [] if frame is None else list(zip(frame.names, frame.kinds, strict=True))
    texts = {
        name: frame.values(place)
        for place, (name, kind) in enumerate(kinds)
        if frame is not None and kind != "number"
    }
    return Shown(numbers, _numbered(numbers.shape[1]) if names is None else names, texts)


def plotted(rows: Prepared, shown: Shown) -> tuple[NDArray[np.float64], list[str]]:
    """The values that the plot is a projection of: one or two columns as they were given."""
    numbers = shown.numbers
    whole = not shown.texts and 0 < numbers.shape[1] <= 2 and bool(np.isfinite(numbers).all())
    shown = shown if whole else _of(rows)
    return shown.numbers, shown.features


def _of(rows: Prepared) -> Shown:
    return Shown(rows.values, rows.columns or _numbered(rows.values.shape[1]), {})


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
