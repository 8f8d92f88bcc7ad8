"""The transformer of a session, fitted again to all rows in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import clone

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.lines import Entry
from jupyter_sscluster.session.engine.checked_rows import Data, Given
from jupyter_sscluster.session.engine.preprocessing import prepared
from jupyter_sscluster.session.engine.rows.fingerprints import data_entry
from jupyter_sscluster.session.engine.rows.growing import rows_taken, values_of
from jupyter_sscluster.session.engine.rows.matching import NAME


def rescaled(data: Data, rows: IntArray) -> Data:
    """The data as `preprocess` makes them once it is fitted to these rows.

    Raises
    ------
    InputError
        If there is none that can be fitted again, or other columns would come out.
    """
    if data.preprocess is None or data.rotated:
        raise InputError(
            "there is nothing to fit again, as X was passed without preprocess=; scale the rows, "
            "and begin a session with them"
        )
    given = joined(data.given.parts) if isinstance(data.given, Given) else data.given
    made = prepared(rows_taken(given, rows), clone(data.preprocess))
    columns = None if made.columns is None else tuple(made.columns)
    if made.values.shape[1] != data.n_features or columns != data.features:
        raise InputError(
            f"preprocess={type(data.preprocess).__name__} makes other columns of all rows than of "
            "those before; begin a new session with all rows"
        )
    X = np.empty((data.n_samples, data.n_features))
    X[rows] = made.values
    others = np.setdiff1d(np.arange(data.n_samples), rows)
    if len(others):
        X[others] = values_of(rows_taken(given, others), made.preprocess, data.features)
    X[sorted(data.absent)] = made.values.mean(axis=0)
    X.setflags(write=False)
    fitted = None if len(rows) == data.n_samples else rows
    return replace(data, X=X, preprocess=made.preprocess, given=given, fitted=fitted)


def rescaled_entry(data: Data, rows: IntArray) -> Entry:
    """The line of a journal: all rows have other values, as `preprocess` was fitted to these."""
    made = data_entry(data.X, None, data.given_fingerprints)
    return {"do": NAME, "rows": [*range(data.n_samples)], "fitted": rows.tolist(), "data": made}


def joined(parts: Sequence[Any]) -> Any:
    """Data that were given in several parts, as one of the first one's kind."""
    whole, *others = parts
    frame = opened(whole)
    if frame is None and any(map(sparse.issparse, parts)):
        return sparse.vstack([sparse.csr_array(part) for part in parts], format="csr")
    if frame is None:
        lists = all(isinstance(part, (list, tuple)) for part in parts)
        joined = [row for part in parts for row in part] if lists else None
        return np.concatenate([*map(np.asarray, parts)]) if joined is None else joined
    for part in others:
        columns = np.asarray(part).T if opened(part) is None else None
        more = part if columns is None else dict(zip(frame.names, columns, strict=True))
        joined_frame = opened(whole)
        assert joined_frame is not None
        whole = joined_frame.followed_by(more)
    return whole
