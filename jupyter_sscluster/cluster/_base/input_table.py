"""The rows that a clusterer is given: a dense array, or a sparse table where it takes one."""

import warnings
from typing import Any

from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._label_columns import label_advice, label_columns
from jupyter_sscluster._sparse_rows import checked_table, is_sparse
from jupyter_sscluster._validation import InputError, check_data

SPARSE = "KMeans, PCKMeans, SeededKMeans and ConstrainedKMeans"
"""Those that read sparse rows."""


def input_table(clusterer: Any, X: Any, *, fitting: bool = False) -> Any:
    """Checked rows in memory, float64: an array, or a CSR table of what is sparse.

    Raises
    ------
    InputError
        If the data break a rule, or are sparse and the clusterer, or a parameter that plays a part
        in `fitting`, needs them dense.

    Warns
    -----
    UserWarning
        If a column of a frame looks like labels and a fit would cluster by it.
    """
    if not is_sparse(X):
        data, frame = check_data(X), opened(X) if fitting else None
        suspects = [] if frame is None else label_columns(frame)
        if frame is not None and suspects:
            advice = label_advice(frame, suspects, in_session=False)
            warnings.warn(f"{type(clusterer).__name__}: {advice}", stacklevel=4)
        return data
    name, way = type(clusterer).__name__, clusterer._needs_memory() if fitting else None
    if clusterer.reads_sparse and way is None:
        return checked_table(X)
    instead = f"take one of those that read sparse rows, {SPARSE}"
    if clusterer.reads_sparse and way is not None:
        name, instead = f"{name} with {way[0]}", f"set {way[1]}"
    raise InputError(
        f"X is a sparse matrix, and {name} needs a dense array; {instead}, or pass X.toarray() "
        f"where its {' x '.join(f'{n:,}' for n in X.shape)} values fit in memory, or what "
        "TruncatedSVD of sklearn.decomposition makes of it"
    )
