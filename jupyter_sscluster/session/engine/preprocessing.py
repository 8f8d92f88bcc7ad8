"""What is clustered, from the data as they were given: scaled, encoded, or as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import clone
from sklearn.decomposition import PCA
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags
from threadpoolctl import threadpool_limits

from jupyter_sscluster import _column_errors
from jupyter_sscluster._annotated_data import AnnotatedRows, annotated, is_annotated
from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._data_frames import TableFrame, opened, with_names
from jupyter_sscluster._label_columns import label_advice, label_columns
from jupyter_sscluster._sparse_rows import SparseRows, checked_table
from jupyter_sscluster._validation import (
    InputError,
    InputTypeError,
    check_columns,
    check_data,
    check_names_of_columns,
    check_rows_are_there,
    check_size,
    feature_names,
)
from jupyter_sscluster.cluster.fit.any_clusterer import check_size_of_values
from jupyter_sscluster.session.engine.sample.large_data import check_large
from jupyter_sscluster.session.engine.sample.sample import Sample, SeenRows

MADE = "what preprocess= makes of X"

STANDARDISE = "standardise"
FILL_IN = (
    f'fill them in with preprocess="{STANDARDISE}": the mean of its column for each of them, and '
    "all columns scaled to mean 0 and variance 1"
)
_BY_COLUMN = ("ColumnTransformer", "FunctionTransformer", "FeatureUnion", "SimpleImputer")

COMPONENTS = 100
"""Principal components that stand for the columns of a sparse matrix."""

FILL_IN_BEFORE = "have preprocess fill them in, with a SimpleImputer() of sklearn.impute"


class Prepared:
    """Rows ready to be clustered, as a table: an array with column names and the index as given.

    `values` may be read in blocks. `preprocess` is fitted, None where the values are those given;
    `given` is what it was fitted to, or only its rows `fitted`. `notes` say what became of it,
    `rotated` whether the columns are principal components.
    """

    notes: tuple[str, ...] = ()
    rotated = False
    fitted: IntArray | None = None

    def __init__(
        self,
        values: Any,
        columns: Sequence[str] | None,
        index: Any = None,
        preprocess: Any = None,
        given: Any = None,
    ) -> None:
        self.values = values
        self.columns = None if columns is None else list(columns)
        self.index = index
        self.preprocess = preprocess
        self.given = given

    @property
    def in_blocks(self) -> bool:
        """Whether the values are not all in memory."""
        return not isinstance(self.values, np.ndarray) or isinstance(self.values, np.memmap)

    def seen_through(self, shown: Callable[[], Sample]) -> Prepared:
        """The same, of which only the rows that are shown can be looked at."""
        return Prepared(SeenRows(shown, self.values.shape), self.columns, self.index)

    def of_annotated(self, rows: AnnotatedRows) -> Prepared:
        """The same with the names that annotated data give."""
        if self.columns is None and self.values.shape[1] == len(rows.columns):
            self.columns = rows.columns
        self.index, self.notes = rows.names, (rows.note, *self.notes)
        self.rotated = self.rotated or rows.projected
        return self

    def __len__(self) -> int:
        return int(self.values.shape[0])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype=dtype, copy=True if copy is None else copy)


def prepared(X: Any, preprocess: Any = None, *, sampled: bool = False) -> Prepared:
    """What comes out of `preprocess`, fitted to `X`; of `X` alone, the checked values.

    A copy of the transformer is fitted. Where it has a `random_state` that is None, that becomes
    0, so that the same data give the same values, and a journal belongs to them again.

    Parameters
    ----------
    X : array-like, data frame, AnnData or whatever the transformer takes; or what this has returned
        Of a sparse matrix of many columns the principal components are taken.
    preprocess : scikit-learn transformer or "standardise", optional
        The columns of a sparse matrix are scaled to variance 1 but not centred, and then the
        principal components are taken, of many columns.
    sampled : bool
        Whether some of the rows are shown: Dask collections and arrays in files are then kept as
        they are, and read in blocks.

    Examples
    --------
    >>> from sklearn.preprocessing import StandardScaler
    >>> prepared([[1.0, 100.0], [3.0, 300.0]], StandardScaler()).values.tolist()
    [[-1.0, -1.0], [1.0, 1.0]]
    """
    if isinstance(X, Prepared):
        return X
    own = annotated(X)
    if own is not None:
        return prepared(own.values, preprocess, sampled=sampled).of_annotated(own)
    if sparse.issparse(X) and (preprocess is None or _is_standardise(preprocess)):
        return _of_sparse(X) if preprocess is None else _of_scaled(X)
    found = check_large(X, preprocess, sampled=sampled)
    if found is not None:
        names = [str(name) for name in X.columns] if hasattr(X, "columns") else None
        return Prepared(found, names)
    index = getattr(X, "index", None)
    frame = opened(X)
    if frame is not None:
        check_size(len(frame), len(frame.labels))
    elif len(np.shape(X)) == 2:
        check_size(*np.shape(X))
    if preprocess is None:
        if frame is not None:
            check_columns(frame, in_session=True)
        values = check_data(X, fill_in=FILL_IN)
        check_size_of_values(values)
        return _with_label_note(Prepared(values, feature_names(X), index), frame)
    transformer = _seeded(_checked(preprocess))
    check_rows_are_there(X)
    if frame is not None and frame.of_kind("date") and _is_for_numbers(transformer):
        raise InputError(_column_errors.not_taken(transformer, frame))
    made = _dense(_transformed(X, transformer, frame))
    called = _names(transformer, made, X)
    values = _values(made, n_rows(X), called)
    return _with_label_note(Prepared(values, called, index, transformer, X), frame)


def _with_label_note(made: Prepared, frame: TableFrame | None) -> Prepared:
    """The same, and a word about columns that look like labels, if they are still there."""
    if frame is not None:
        clustered = set(made.columns or ())
        suspects = [label for label in label_columns(frame) if str(label) in clustered]
        if suspects:
            made.notes = (*made.notes, label_advice(frame, suspects, in_session=True))
    return made


def _of_scaled(X: Any) -> Prepared:
    """A sparse matrix with columns of variance 1: centred it would be none any more."""
    scaler = make_pipeline(SimpleImputer(), StandardScaler(with_mean=False))
    made = _of_sparse(_transformed(X, scaler, None))
    steps = [scaler] if made.preprocess is None else [scaler, made.preprocess]
    made.preprocess, made.given = make_pipeline(*steps), X
    return made


def _of_sparse(X: Any) -> Prepared:
    """A sparse matrix of few columns or rows as an array, of others its principal components.

    A session looks at distances between all its rows, and shows them; an array of them may not fit.
    """
    table = checked_table(X)
    n_samples, n_columns = table.shape
    if min(n_samples - 1, n_columns) <= COMPONENTS:
        return prepared(table.toarray())
    if not SparseRows.of(table).mean_squares().any():
        raise InputError("all rows of X are 0; a session needs rows that differ")
    transformer = PCA(COMPONENTS, svd_solver="arpack", random_state=0)
    with threadpool_limits(1):  # the same digits everywhere: a journal belongs to these values
        values = transformer.fit_transform(table)
    share = 100.0 * float(transformer.explained_variance_ratio_.sum())
    note = (
        f"X is sparse: of its {n_columns:,} columns the first {COMPONENTS} principal components "
        f"are clustered, which keep {share:.0f} % of the variance. For others give preprocess=, "
        "such as TruncatedSVD(300); KMeans and PCKMeans.fit take all columns."
    )
    names = [f"PC{place + 1}" for place in range(COMPONENTS)]
    made = Prepared(_values(values, n_samples, names), names, None, transformer, X)
    made.notes, made.rotated = (note,), True
    return made


def given_numbers(X: Any) -> tuple[NDArray[np.float64], list[str] | None] | None:
    """The columns of numbers of data as they were given, NaN where one is missing, and their names.

    None where the data are no table of numbers, or sparse, or annotated.

    >>> given_numbers([[1, 2]]), given_numbers(["a text"])
    ((array([[1., 2.]]), None), None)
    """
    frame = opened(X)
    if frame is not None:
        places = [place for place, kind in enumerate(frame.kinds) if kind == "number"]
        columns = [frame.floats(place) for place in places]
        table = np.column_stack(columns) if columns else np.empty((len(frame), 0))
        return table, [frame.names[place] for place in places]
    if sparse.issparse(X) or is_annotated(X):
        return None
    try:
        values = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        return None
    return (values, None) if values.ndim == 2 else None


def _checked(preprocess: Any) -> Any:
    if _is_standardise(preprocess):
        return make_pipeline(SimpleImputer(), StandardScaler())
    if isinstance(preprocess, type) or not hasattr(preprocess, "fit_transform"):
        made = f"{preprocess.__name__}()" if isinstance(preprocess, type) else "StandardScaler()"
        raise InputTypeError(
            f"preprocess={preprocess!r} must be {STANDARDISE!r} or a scikit-learn transformer, a "
            f"Pipeline or a ColumnTransformer; pass an object, such as preprocess={made}"
        )
    return preprocess


def _is_standardise(preprocess: Any) -> bool:
    return isinstance(preprocess, str) and preprocess == STANDARDISE


def _is_for_numbers(transformer: Any) -> bool:
    """Whether the first step is a transformer of scikit-learn for numbers.

    It would take dates as numbers, in the unit that the frame keeps them in. Transformers of single
    columns and those of other packages may be written for dates.
    """
    first = transformer
    while hasattr(first, "steps") and first.steps:
        first = first.steps[0][1]
    own = type(first)
    if not own.__module__.startswith("sklearn.") or own.__name__ in _BY_COLUMN:
        return False
    return not get_tags(first).input_tags.categorical


def _seeded(preprocess: Any) -> Any:
    made = clone(preprocess)
    unset = [name for name, value in made.get_params().items() if value is None]
    return made.set_params(**{name: 0 for name in unset if name.split("__")[-1] == "random_state"})


def _transformed(X: Any, transformer: Any, frame: TableFrame | None) -> Any:
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return transformer.fit_transform(with_names(X))
    except Exception as error:
        if frame is not None:
            check_names_of_columns(frame)
            if frame.of_kind("other", "date"):
                raise InputError(_column_errors.not_taken(transformer, frame)) from error
        raise InputError(
            f"preprocess={type(transformer).__name__} stopped with {type(error).__name__}: {error}"
            "; correct it: preprocess.fit_transform(X) must give a row of numbers for each row of X"
        ) from error


def _dense(found: Any) -> Any:
    return found.toarray() if hasattr(found, "toarray") else found


def _values(found: Any, n_samples: int, names: list[str] | None) -> NDArray[np.float64]:
    values = check_data(found, name=MADE, fill_in=FILL_IN_BEFORE, titles=names)
    if len(values) != n_samples:
        raise InputError(
            f"preprocess gives {len(values)} rows for the {n_samples} rows of X; every row must be "
            "kept: leave rows out of X before it is passed"
        )
    check_size_of_values(values)
    return values


def _names(transformer: Any, found: Any, X: Any) -> list[str] | None:
    """What the columns that come out are called; None where nobody says."""
    own = feature_names(found)
    if own is not None:
        return own
    given = feature_names(X)
    if given is None:
        return None
    try:
        made = [str(name) for name in transformer.get_feature_names_out()]
    except Exception:
        return given if np.shape(found)[1:] == (len(given),) else None
    short = [name.partition("__")[2] or name for name in made]  # without the transformer's own name
    return short if len(set(short)) == len(short) else made


def n_rows(X: Any) -> int:
    """A sparse matrix has no length."""
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)
