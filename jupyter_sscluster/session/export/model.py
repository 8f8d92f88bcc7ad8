"""The clusters of a session as a small file, which places rows where the session is not."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError, feature_names
from jupyter_sscluster.cluster.fit.placing import linear_clusters
from jupyter_sscluster.constraints.files.text_files import read_text, write_text
from jupyter_sscluster.session.engine.cluster_names import all_names
from jupyter_sscluster.session.engine.engine import Engine, HasEngine

MAGIC = "jupyter_sscluster clusters"
VERSION = 1

EXACT = 1e-6
"""Largest difference, as a part of the size of the values, to a map that counts as linear."""


@dataclass(frozen=True, eq=False)
class ClusterModel:
    """Clusters read from a file of `Session.export_model`.

    Attributes
    ----------
    clusters : (k,) int array
        Their numbers, from 0.
    names : tuple of str
        Their names.
    columns : tuple of str or None
        What the columns of a row are called.
    fill : (n_columns,) array
        The value for a missing one; NaN where a row without it is refused.
    matrix, shift : (k, n_columns) and (k,) arrays
        log P(k | x) = matrix x + shift, but for what all clusters share.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from jupyter_sscluster import Session
    >>> from jupyter_sscluster.export import read_model
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> session.clusters.rename(int(session.labels[0]), "low")
    >>> with TemporaryDirectory() as folder:
    ...     session.export_model(folder + "/model.json")
    ...     model = read_model(folder + "/model.json")
    >>> [model.names[k] for k in model.predict([[0.4], [-1.0]])]
    ['low', 'low']
    """

    clusters: IntArray
    names: tuple[str, ...]
    columns: tuple[str, ...] | None
    fill: Array
    matrix: Array
    shift: Array

    def predict(self, X: Any) -> IntArray:
        """The number of the likeliest cluster of each row (n_rows,)."""
        labels: IntArray = self.clusters[self.predict_proba(X).argmax(axis=1)]
        return labels

    def predict_proba(self, X: Any) -> Array:
        """P(k | x) (n_rows, k), the clusters in the order of `clusters`."""
        rows = self._rows(X)
        rows = np.where(np.isnan(rows), self.fill, rows)
        if not np.isfinite(rows).all():
            row, column = np.argwhere(~np.isfinite(rows))[0].tolist()
            called = column if self.columns is None else repr(self.columns[column])
            raise InputError(
                f"X[{row}] has no finite value in column {called}; fill it in, or leave the row out"
            )
        logs = rows @ self.matrix.T + self.shift
        logs -= logs.max(axis=1, keepdims=True)
        shares = np.exp(logs)
        found: Array = shares / shares.sum(axis=1, keepdims=True)
        return found

    def _rows(self, X: Any) -> Array:
        frame, called = opened(X), feature_names(X)
        if frame is not None and called is not None and self.columns is not None:
            missing = [name for name in self.columns if name not in called]
            if missing:
                raise InputError(
                    f"X has no column {missing[0]!r}; the clusters were made of the columns "
                    f"{', '.join(self.columns)}"
                )
            return np.column_stack([frame.floats(called.index(name)) for name in self.columns])
        rows = np.asarray(X, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != len(self.fill):
            raise InputError(
                f"X has the shape {rows.shape}; rows of {len(self.fill)} columns are needed"
            )
        return rows


def export_model(session: HasEngine, path: Any) -> None:
    """Write the clusters shown into a small file, for `jupyter_sscluster.export.read_model`.

    It is JSON, without code. The file places rows by the rule of `rows.extend`, with Gaussian
    clusters of one covariance; rows as they were given to the session, in which missing values are
    filled in and columns scaled as `preprocess` does.

    Raises
    ------
    InputError
        If nothing has been clustered yet, or `preprocess` is no linear map of columns of numbers.
    """
    engine = session._engine
    with engine.lock:
        shown, data = engine.ledger.shown, engine.data
        if shown is None or not (shown.labels >= 0).any():
            raise InputError("nothing has been clustered yet; call session.fit() first")
        if not isinstance(data.X, np.ndarray):
            raise InputError(
                "X is read in blocks, of which no model is written; begin a session with some of "
                "its rows in memory, and export that"
            )
        found = linear_clusters(data.X, shown.labels)
        columns, fill, inner, start = _linear(engine)
        names = all_names(engine.ledger.cluster_names, int(found.clusters.max()) + 1)
    matrix = found.forms[:, :-1] @ inner
    shift = found.forms[:, -1] + found.forms[:, :-1] @ (start - found.offset)
    entry = {
        "model": MAGIC,
        "version": VERSION,
        "clusters": found.clusters.tolist(),
        "names": [names[k] for k in found.clusters.tolist()],
        "columns": columns,
        "fill": [None if np.isnan(value) else value for value in fill.tolist()],
        "matrix": matrix.tolist(),
        "shift": shift.tolist(),
    }
    text = json.dumps(entry, ensure_ascii=False, allow_nan=False, indent=1)
    write_text(path, text)


def read_model(path: Any) -> ClusterModel:
    """Read a file of `Session.export_model`.

    Raises
    ------
    InputError
        If it is no such file, or one of a later release.
    """
    try:
        entry = json.loads(read_text(path))
        known = isinstance(entry, dict) and entry.get("model") == MAGIC
        if known and entry["version"] != VERSION:
            raise InputError(
                f"{path} has version {entry['version']!r}, and this release reads version "
                f"{VERSION}; use the release that wrote it"
            )
        arrays = [np.array(entry[key], dtype=float) for key in ("fill", "matrix", "shift")]
        clusters = np.array(entry["clusters"], dtype=np.int64)
        k, d = len(clusters), len(arrays[0])
        if not known or [each.shape for each in arrays] != [(d,), (k, d), (k,)]:
            raise ValueError("its parts do not fit together")
        names, columns = tuple(map(str, entry["names"])), entry["columns"]
        called = None if columns is None else tuple(map(str, columns))
        if len(names) != k or (called is not None and len(called) != d):
            raise ValueError("its names do not fit")
    except InputError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise InputError(
            f"{path} is no file of session.export_model ({error}); write it again"
        ) from error
    return ClusterModel(clusters, names, called, *arrays)


def _linear(engine: Engine) -> tuple[list[str] | None, Array, Array, Array]:
    """Columns, fillings, and the map from rows as given to those clustered: X Mᵀ + start."""
    data = engine.data
    columns = None if data.features is None else list(data.features)
    if data.preprocess is None:
        d = data.n_features
        return columns, np.full(d, np.nan), np.eye(d), np.zeros(d)
    given = data.given_numbers
    if not isinstance(given, np.ndarray):
        raise _not_linear(data.preprocess)
    names = getattr(data.preprocess, "feature_names_in_", None)
    columns = None if names is None else [str(name) for name in names]
    try:
        start = _transformed(data.preprocess, np.zeros((1, given.shape[1])))[0]
        unit = _transformed(data.preprocess, np.eye(given.shape[1]))
        fill = _filled_in(data.preprocess, (unit - start).T, start)
    except Exception as error:
        raise _not_linear(data.preprocess) from error
    inner = (unit - start).T
    there = np.setdiff1d(np.arange(data.n_samples), [*data.absent])
    made = np.where(np.isnan(given), fill, given)[there] @ inner.T + start
    size, X = max(float(np.abs(data.X).max()), 1.0), data.X[there]
    if made.shape != X.shape or not np.abs(made - X).max() <= EXACT * size:
        raise _not_linear(data.preprocess)
    return columns, fill, inner, start


def _filled_in(transformer: Any, inner: Array, start: Array) -> Array:
    """What a transformer puts in place of missing values; NaN where it leaves them."""
    fill = np.full(inner.shape[1], np.nan)
    for column in range(len(fill)):
        row = np.zeros((1, len(fill)))
        row[0, column] = np.nan
        try:
            made = _transformed(transformer, row)[0] - start
        except ValueError:  # it takes no missing values
            continue
        size = inner[:, column] @ inner[:, column]
        if np.isfinite(made).all() and size:
            fill[column] = inner[:, column] @ made / size
    return fill


def _transformed(transformer: Any, rows: Array) -> Array:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the rows have no names
        found = transformer.transform(rows)
    return np.asarray(found.toarray() if hasattr(found, "toarray") else found, dtype=np.float64)


def _not_linear(preprocess: Any) -> InputError:
    return InputError(
        f"preprocess={type(preprocess).__name__} is no linear map of columns of numbers, which a "
        "file without code could hold; give a session what comes out of it, session.X, and export "
        "that"
    )
