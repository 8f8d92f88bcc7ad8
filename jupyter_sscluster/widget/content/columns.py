"""What `tooltip=` may be: a function, one value a row, or names of columns that are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jupyter_sscluster._validation import InputError

Tooltip = Callable[[int], Any] | Sequence[Any] | None


def split_columns(X: Any, tooltip: Any) -> tuple[Any, dict[str, list[Any]], Tooltip]:
    """Take the columns that `tooltip` names out of a DataFrame: they are shown, not clustered.

    Returns the data that are left, the columns taken, and the tooltip if it names none.
    """
    wanted = [tooltip] if isinstance(tooltip, str) else tooltip
    if not hasattr(X, "columns") or wanted is None or callable(wanted):
        return X, {}, _not_a_name(tooltip)
    wanted = _listed(wanted)
    if len(wanted) == len(X) and not set(map(str, wanted)) <= set(map(str, X.columns)):
        return X, {}, wanted
    missing = [name for name in wanted if name not in X.columns]
    if missing:
        known = ", ".join(repr(str(name)) for name in X.columns)
        raise InputError(
            f"tooltip names the column {missing[0]!r}, which X does not have; it has {known}"
        )
    columns = {str(name): list(X[name]) for name in wanted}
    return X.drop(columns=wanted), columns, None


def check_tooltip(tooltip: Tooltip, n_samples: int) -> Tooltip:
    """The tooltip, if it is a function or has one value a row."""
    if tooltip is None or callable(tooltip):
        return tooltip
    values = _listed(tooltip)
    if len(values) != n_samples:
        raise InputError(
            f"tooltip has {len(values)} values for {n_samples} rows; give one value a row, a "
            "function of the row number, or names of columns of X"
        )
    return values


def _not_a_name(tooltip: Tooltip) -> Tooltip:
    if isinstance(tooltip, str):
        raise InputError(
            f"tooltip={tooltip!r} names a column, but X has no column names; pass a DataFrame, "
            "a list with one text a row, or a function of the row number"
        )
    return tooltip


def _listed(tooltip: Any) -> list[Any]:
    try:
        return list(tooltip)
    except TypeError:
        raise InputError(
            f"tooltip={tooltip!r} must be a function of the row number, one value a row, or names "
            "of columns of X"
        ) from None
