"""Checks of the arguments that all scores take."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jupyter_sscluster._arrays import AnyLabels, IntArray
from jupyter_sscluster._data_frames import as_list
from jupyter_sscluster._validation import InputError, check_data, unmasked
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs as all_stated

_LOST = 1e-140
"""Of values up to 1, those that are nothing beside the others once they are squared."""


def row_mask(rows: ArrayLike | None, n_samples: int) -> NDArray[np.bool_]:
    """Mask of `rows`: a mask, distinct row numbers, or None for all; `InputError` otherwise."""
    if rows is None:
        return np.ones(n_samples, dtype=bool)
    given = np.asarray(unmasked(rows, "rows"))
    if given.dtype == bool and given.shape == (n_samples,):
        mask = given
    else:
        mask = np.zeros(n_samples, dtype=bool)
        mask[_numbers(given, n_samples)] = True
    if not mask.any():
        raise InputError("rows holds no row; give at least one, or rows=None for all")
    return mask


def two_labellings(y_true: ArrayLike, labels: ArrayLike, rows: ArrayLike | None) -> list[AnyLabels]:
    """Two labellings of the same rows, as two flat arrays of the rows asked for."""
    given = [flat_labels(values, name) for values, name in ((y_true, "y_true"), (labels, "labels"))]
    if len(given[0]) != len(given[1]):
        raise InputError(
            f"y_true has {len(given[0])} labels and labels has {len(given[1])}; both must be "
            "about the same rows"
        )
    truth, found = comparable(given[0], "y_true", rows), comparable(given[1], "labels", rows)
    mask = row_mask(rows, len(truth))
    return [truth[mask], found[mask]]


def data_and_labels(
    X: ArrayLike, labels: ArrayLike, rows: ArrayLike | None
) -> tuple[NDArray[np.float64], AnyLabels]:
    """The rows asked for and their labels."""
    data, groups = check_data(X), flat_labels(labels, "labels")
    if len(groups) != len(data):
        raise InputError(
            f"labels have shape {groups.shape}; one is needed for each of the {len(data)} rows"
        )
    groups, mask = comparable(groups, "labels", rows), row_mask(rows, len(data))
    return data[mask], groups[mask]


def data_and_codes(
    X: ArrayLike, labels: ArrayLike, rows: ArrayLike | None
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The rows asked for, as `unit` has them, and the number of each one's cluster from 0."""
    data, groups = data_and_labels(X, labels, rows)
    return unit(data), np.unique(groups, return_inverse=True)[1]


def unit(data: NDArray[np.float64]) -> NDArray[np.float64]:
    """Centred rows times a power of two to a largest value of about 1: no over- or underflow."""
    data = _unit_size(data)
    return _unit_size(data - data.mean(axis=0))


def _unit_size(data: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(under="ignore"):
        # Times a power of two: no digit is lost.
        scaled = np.ldexp(data, -int(np.frexp(np.abs(data).max())[1]))
    scaled[np.abs(scaled) < _LOST] = 0.0
    return scaled


def stated_pairs(constraints: Constraints, rows: ArrayLike | None) -> tuple[IntArray, IntArray]:
    """All stated must-links and cannot-links, soft ones too, with both ends in the rows."""
    mask = row_mask(rows, constraints.n_samples)
    stated = all_stated(constraints)
    inside = stated.take(np.flatnonzero(mask[stated.pairs].all(axis=1)))
    return inside.must.pairs, inside.cannot.pairs


def flat_labels(values: Any, name: str) -> NDArray[Any]:
    """Labels as a flat array with at least one entry, their types left as they are."""
    if isinstance(values, Constraints):
        raise InputError(
            f"{name} is a Constraints value; the labels come first, and the constraints after them"
        )
    try:
        given = np.asarray(as_list(unmasked(values, name, dates=True)))
    except InputError:
        raise
    except ValueError as error:
        raise InputError(
            f"{name} are no flat list ({error}); a list with one label for each row is needed"
        ) from error
    if given.ndim != 1 or not len(given):
        raise InputError(
            f"{name} have shape {given.shape}; a list with one label for each row is needed"
        )
    texts = given.dtype.kind in "US" and not isinstance(values, np.ndarray)
    return np.array(list(values), dtype=object) if texts else given


def comparable(given: NDArray[Any], name: str, rows: ArrayLike | None) -> NDArray[Any]:
    """Flat labels, none missing in the rows; labels of any Python types become numbers."""
    odd = given.dtype.kind == "O"
    missing = np.array([_is_missing(v) for v in given.tolist()]) if odd else given != given
    missing &= row_mask(rows, len(given))
    if missing.any():
        row = int(missing.argmax())
        raise InputError(
            f"{name} holds {given[row]} in row {row}, which is no label; leave such rows out, or "
            "name those to be scored with rows="
        )
    return _coded(given.tolist(), name) if odd else given


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ == "NAType":
        return True
    return isinstance(value, (float, np.inexact)) and bool(value != value)


def _coded(values: list[Any], name: str) -> NDArray[np.intp]:
    """Numbers from 0 in order of first appearance."""
    numbers: dict[Any, int] = {}
    found = np.empty(len(values), dtype=np.intp)
    for row, value in enumerate(values):
        try:
            found[row] = numbers.setdefault(value, len(numbers))
        except TypeError as error:
            raise InputError(
                f"{name} holds {value!r} in row {row}, a {type(value).__name__}, which cannot be "
                "compared as a label; use numbers or texts"
            ) from error
    return found


def _numbers(given: NDArray[Any], n_samples: int) -> NDArray[np.intp]:
    if given.ndim != 1 or (len(given) and given.dtype.kind not in "iu"):
        raise InputError(
            f"rows has shape {given.shape} and type {given.dtype}; it must hold row numbers, or "
            f"be a mask of shape ({n_samples},)"
        )
    numbers = given.astype(np.intp)
    wrong = numbers[(numbers < 0) | (numbers >= n_samples)]
    if len(wrong):
        raise InputError(f"rows names row {wrong[0]}; rows are numbered 0 to {n_samples - 1}")
    values, counts = np.unique(numbers, return_counts=True)
    if len(values) < len(numbers):
        raise InputError(f"rows names row {values[counts > 1][0]} twice; name each row once")
    return numbers
