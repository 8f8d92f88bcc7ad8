"""Write cluster labels to a file, or beside the data as a column."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._annotated_data import annotated, with_annotations
from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError, InputTypeError, row_names
from jupyter_sscluster.constraints.files.csv_file import read_cell, safe_cell
from jupyter_sscluster.constraints.files.text_files import read_text
from jupyter_sscluster.export.constraint_files import checked_session
from jupyter_sscluster.journal.row_state import LATER
from jupyter_sscluster.session import Session
from jupyter_sscluster.session.engine.cluster_names import name_of

COLUMNS = ("row", "name", "cluster", "cluster_name", "left_out")

LEFT_OUT = "Left out"
NO_REASON = "no reason given"


class Labels(NamedTuple):
    """Content of a labels file.

    `labels` (n_samples,) count clusters from 0 and are -1 for rows in no cluster, `names` are those
    of the rows, and `cluster_names` those of each row's cluster; None where the file has no such
    column.
    """

    labels: IntArray
    names: tuple[str, ...] | None
    cluster_names: tuple[str, ...] | None


def labels_csv(session: Session, cluster_names: Sequence[str] | None = None) -> str:
    """The clustering shown as CSV, one row per point: its number, name and cluster.

    `cluster_names` are the names of the clusters, in the order of their numbers. A row in no
    cluster has the number -1 and the name "No cluster"; one that is left out -1 and "Left out". If
    there are such, the column `left_out` has the reason of each.
    """
    held = label_columns(session, cluster_names, safe_cell)
    if "left_out" in held:
        reasons = held["left_out"]
        held["left_out"] = ["" if why is None else safe_cell(why or NO_REASON) for why in reasons]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(held)
    writer.writerows(zip(*held.values(), strict=True))
    return text.getvalue()


def label_columns(
    session: Session, cluster_names: Sequence[str] | None, text: Callable[[str], str] = str
) -> dict[str, Any]:
    """The columns of a file of labels, with the reasons of rows left out, None for the others.

    `text` makes a cell of a name.
    """
    labels = checked_session(session).labels.tolist()
    held: dict[str, Any] = {"row": range(len(labels))}
    out = session.rows.excluded
    if session.names is not None:
        held["name"] = [text(name) for name in session.names]
    held["cluster"] = labels
    if cluster_names is not None:
        called = [text(name) for name in cluster_names]
        held["cluster_name"] = [
            LEFT_OUT if row in out else name_of(label, called) for row, label in enumerate(labels)
        ]
    if out:
        held["left_out"] = [out.get(row) for row in range(len(labels))]
    return held


def read_labels(path: str | PathLike[str]) -> Labels:
    """Read what `labels_csv` wrote, exactly.

    Raises
    ------
    InputError
        If columns differ, or a cell that must be a whole number is none.
    """
    head, *lines = [*csv.reader(io.StringIO(read_text(path), newline=""))] or [[]]
    if not {"row", "cluster"} <= set(head) <= set(COLUMNS):
        raise InputError(
            f"{path} is no file of labels: its first line must name the columns row and cluster, "
            "and may name name, cluster_name and left_out"
        )
    if len(set(head)) < len(head):
        raise InputError(f"{path} names a column twice in {head}; leave one of them out")
    while lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, start=2):
        if len(line) != len(head):
            raise InputError(
                f"{path}, line {number}: {len(line)} cells for {len(head)} columns; write it again"
            )
    cells = {name: [line[place] for line in lines] for place, name in enumerate(head)}
    try:
        rows, labels = (np.array(cells[name], dtype=np.int64) for name in ("row", "cluster"))
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"{path} has a row or cluster that is no whole number ({error}); write it again"
        ) from error
    if not np.array_equal(rows, np.arange(len(rows))):
        raise InputError(f"{path}: the rows must be numbered from 0 in order; sort it by row")
    if (labels < -1).any():
        number = int(np.argmax(labels < -1))
        raise InputError(
            f"{path}, line {number + 2}: cluster {labels[number]}, and clusters count from 0, "
            "-1 being none; "
            "write it again"
        )
    return Labels(labels, _texts(cells, "name"), _texts(cells, "cluster_name"))


def _texts(cells: dict[str, list[str]], column: str) -> tuple[str, ...] | None:
    return tuple(map(read_cell, cells[column])) if column in cells else None


def with_labels(
    X: Any, labels: IntArray | Session, column: str = "cluster", names: Sequence[str] | None = None
) -> Any:
    """The data with the clusters as one more column, and with their names as another.

    Parameters
    ----------
    X : data frame, array-like of shape (n_samples, n_features), or AnnData
        Never changed.
    labels : (n_samples,) int array or Session
        -1 for rows in no cluster. Those of a session go to the rows of `X` by name, where it has
        the names of the session, in any order and as many as there are; else they are put in the
        order of `X` as it was passed, which a journal may have in another one:
        `session.labels[session.rows.order]`. Rows whose addition was undone may be missing.
    column : str
        Name of the new column.
    names : sequence of str, optional
        Of the clusters, in the order of their numbers, for a column ``f"{column}_name"``, where
        rows in none have "No cluster".

    Returns
    -------
    data frame or dict
        A frame of the same type; for an array a dict of columns; of an AnnData a copy with the
        clusters in ``obs``, as categories named "0", "1", … in the way of Scanpy.

    Raises
    ------
    InputError
        If there is such a column already, X has no columns: sparse, or of three dimensions, or it
        has not the rows of the session.

    Examples
    --------
    >>> with_labels(np.array([[1.5, 2.0], [3.5, 4.0]]), np.array([0, 1]))
    {'Feature 0': array([1.5, 3.5]), 'Feature 1': array([2., 4.]), 'cluster': array([0, 1])}
    """
    if not isinstance(column, str):
        raise InputTypeError(f"column={column!r} must be a text, such as 'cluster'")
    own = annotated(X)
    frame = opened(X) if own is None else own.obs
    features = _features(X) if frame is None else {}
    n = len(next(iter(features.values()))) if frame is None else len(frame)
    if isinstance(labels, Session):
        labels = labels.labels[_rows_of(labels, X, n)]
    added: dict[str, Any] = {column: labels}
    if names is not None:
        called = [] if isinstance(names, str) or not np.iterable(names) else list(names)
        if len(called) <= int(np.max(labels, initial=-1)):
            raise InputError(
                f"names={names!r} must be a list with a name for each cluster, in the order of "
                "their numbers"
            )
        added[f"{column}_name"] = [name_of(label, called) for label in labels]
    for name in added:
        if name in (features if frame is None else frame.names):
            raise InputError(
                f"X{'' if own is None else '.obs'} has a column {name!r} already; give the new one "
                "another name with column="
            )
    if own is not None:
        return with_annotations(X, added, labels)
    if frame is None:
        return {**features, **added}
    return frame.beside(added)


def _rows_of(session: Session, X: Any, n: int) -> IntArray:
    """The number of each of n rows: by their names, else as they were passed and added."""
    known, names = session.names, None
    if known is not None:
        with suppress(InputError):  # a name that is given twice
            names = row_names(X)
    if known is not None and names is not None and {*names} <= {*known}:
        number = {name: row for row, name in enumerate(known)}
        return np.array([number[name] for name in names], dtype=np.int64)
    order, out = session.rows.order, session.rows.excluded
    while len(order) > n and out.get(int(order[-1])) == LATER:
        order = order[:-1]
    if n != len(order):
        raise InputError(
            f"X has {n:,} rows, and the session has {len(order):,}: those that it was opened "
            "with, then those added; pass all of them, in this order"
        )
    return order


def _features(X: Any) -> dict[str, Any]:
    """The columns of data other than a frame."""
    if hasattr(X, "toarray"):
        raise InputError(
            f"X is sparse, with the shape {tuple(map(int, X.shape))}, and only dense columns can "
            "be written beside the clusters; take session.labels, or give X.toarray()"
        )
    values = np.asarray(X)
    if values.ndim > 2:
        raise InputError(
            f"X has {values.ndim} dimensions, and columns are made of two; take session.labels, or "
            "give X.reshape(len(X), -1)"
        )
    if not values.ndim:
        raise InputTypeError(f"X={X!r} has no rows; give a data frame or an array of rows")
    table = values.reshape(len(values), -1)
    return {f"Feature {place}": table[:, place] for place in range(table.shape[1])}
