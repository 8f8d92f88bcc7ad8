"""What `tooltip=` may be: a function, one value a row, or names of columns that are shown."""

from collections.abc import Callable, Sequence
from typing import Any

from jupyter_sscluster._annotated_data import AnnotatedRows, annotated
from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask

Tooltip = Callable[[int], Any] | Sequence[Any] | None


def split_columns(
    X: Any, tooltip: Any
) -> tuple[Any, dict[str, list[Any]], Tooltip, tuple[Any, ...]]:
    """The data without the columns that `tooltip` names, these columns, and their names in `X`.

    The tooltip comes third where it names no columns. Of annotated data all columns of ``obs`` are
    shown, or those that are named; nothing is taken out.
    """
    wanted = [tooltip] if isinstance(tooltip, str) else tooltip
    own = annotated(X)
    if own is not None and not callable(wanted):
        return _of_annotated(X, own, wanted)
    frame = None if is_dask(X) else opened(X)
    if frame is None or wanted is None or callable(wanted):
        return X, {}, _not_a_name(tooltip), ()
    wanted, labels = _listed(wanted), frame.labels
    if len(wanted) == len(frame) and not set(map(str, wanted)) <= set(frame.names):
        return X, {}, wanted, ()
    _check_known(wanted, labels, "X")
    if len(set(wanted)) == len(labels):
        raise InputError(
            f"tooltip names all columns of X, {', '.join(map(repr, frame.names))}, and nothing is "
            "left to be clustered; leave a column of numbers out of it, or turn one into numbers "
            "in X before"
        )
    columns = {str(name): frame.values(labels.index(name)) for name in wanted}
    return frame.without(wanted), columns, None, tuple(wanted)


def _of_annotated(
    X: Any, own: AnnotatedRows, tooltip: Any
) -> tuple[Any, dict[str, list[Any]], Tooltip, tuple[Any, ...]]:
    obs = own.obs
    wanted = obs.labels if tooltip is None else _listed(tooltip)
    if tooltip is not None and len(wanted) == len(obs) and not set(wanted) <= set(obs.labels):
        return X, {}, wanted, ()
    _check_known(wanted, obs.labels, "X.obs")
    return X, {str(name): obs.values(obs.labels.index(name)) for name in wanted}, None, ()


def _check_known(wanted: list[Any], labels: list[Any], name: str) -> None:
    """Refuse names of columns that there are not."""
    missing = [label for label in wanted if label not in labels]
    if missing:
        known = ", ".join(repr(str(label)) for label in labels)
        raise InputError(
            f"tooltip names the column {missing[0]!r}, which {name} does not have; it has {known}"
        )


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
    frame = opened(tooltip)
    if frame is not None:  # stands for its columns
        return frame.labels
    try:
        return list(as_list(tooltip))
    except TypeError:
        raise InputError(
            f"tooltip={tooltip!r} must be a function of the row number, one value a row, or names "
            "of columns of X"
        ) from None
