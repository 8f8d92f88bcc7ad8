"""Annotated data, as the AnnData of single cells: known by their attributes, never imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import TableFrame, opened
from jupyter_sscluster._validation import InputError, check_names

PCA = "X_pca"

_PARTS = ("obsm", "obs_names", "var_names", "obs", "X")


@dataclass(frozen=True)
class AnnotatedRows:
    """What is clustered of annotated data, and what is known about its rows.

    `values` are an array or a sparse matrix (n, d), `columns` their names; `code` gets them from
    the data, and `note` says which they are. `obs` has one row a row, `names` are those of the
    rows, None where they are only numbered.
    """

    values: Any
    columns: list[str]
    names: list[str] | None
    obs: TableFrame
    code: str
    note: str

    @property
    def projected(self) -> bool:
        """Whether the values are principal components, each less than the one before."""
        return PCA in self.code


def annotated(X: Any) -> AnnotatedRows | None:
    """Annotated data taken apart; None for all other data.

    Principal components in ``X.obsm["X_pca"]`` are taken where there are some, else ``X.X``.

    Raises
    ------
    InputError
        If there are no values, they are in a file, or two rows have one name.
    """
    if not is_annotated(X):
        return None
    obs = opened(X.obs)
    if obs is None or (PCA not in X.obsm and not (_in_memory(X.X) or X.X is None)):
        raise InputError("X has values that are not in memory; pass X.to_memory()")
    names, code = [str(name) for name in X.obs_names], f'X.obsm["{PCA}"]'
    if len(set(names)) < len(names):
        raise InputError(
            "X has two rows of one name in X.obs_names; row names must be unique: call "
            "X.obs_names_make_unique() first"
        )
    if PCA in X.obsm:
        values = np.asarray(X.obsm[PCA])
        columns = [f"PC{place + 1}" for place in range(values.shape[1])]
        note = f"The {len(columns)} principal components in {code} are clustered, not X.X."
    elif X.X is None:
        raise InputError(f"X has neither {code} nor X.X; compute principal components, or set X.X")
    else:
        values, columns = X.X, [str(name) for name in X.var_names]
        note = f"The values are those of X.X, as there is no {code}; scanpy.pp.pca(X) makes it."
        code = "X.X"
    numbered = names == [str(row) for row in range(len(names))]
    return AnnotatedRows(
        values, columns, None if numbered else check_names(names, len(names)), obs, code, note
    )


def is_annotated(X: Any) -> bool:
    """Whether data have the parts of an AnnData."""
    return all(hasattr(X, part) for part in _PARTS)


def with_annotations(X: Any, columns: dict[str, Any], order: IntArray) -> Any:
    """A copy of annotated data with columns of categories in ``obs``, sorted by an order (n,)."""
    made, first = X.copy(), np.argsort(order, kind="stable").tolist()
    for name, values in columns.items():
        texts = [str(value) for value in values]
        sorted_ = list(dict.fromkeys(texts[row] for row in first))
        made.obs[name] = texts
        made.obs[name] = made.obs[name].astype("category").cat.set_categories(sorted_)
    return made


def _in_memory(values: Any) -> bool:
    return isinstance(values, np.ndarray) or sparse.issparse(values)
