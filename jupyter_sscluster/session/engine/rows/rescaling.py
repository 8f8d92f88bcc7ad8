"""The transformer of a session, fitted again to all rows in force."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.base import clone

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.lines import Entry
from jupyter_sscluster.session.engine.checked_rows import Data
from jupyter_sscluster.session.engine.preprocessing import prepared
from jupyter_sscluster.session.engine.rows.fingerprints import data_entry
from jupyter_sscluster.session.engine.rows.growing import rows_taken, values_of, whole_given
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
    given = whole_given(data)
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
