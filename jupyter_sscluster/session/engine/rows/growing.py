"""More rows for a session: checked, and made into values as those before them were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._data_frames import as_list, opened, with_names
from jupyter_sscluster._validation import (
    InputError,
    check_data,
    check_names,
    feature_names,
    row_names,
)
from jupyter_sscluster.cluster.fit.any_clusterer import check_size_of_values
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.noise_rows import NO_ROWS
from jupyter_sscluster.journal.lines import JournalError, read
from jupyter_sscluster.session.engine.checked_rows import Data, Given
from jupyter_sscluster.session.engine.fit.scores import check_truth
from jupyter_sscluster.session.engine.preprocessing import (
    FILL_IN_BEFORE,
    Prepared,
    given_numbers,
    n_rows,
    prepared,
)
from jupyter_sscluster.session.engine.rows.fingerprints import (
    given_fingerprints,
)
from jupyter_sscluster.session.engine.rows.matching import (
    Known,
    known_rows,
    places_before,
)
from jupyter_sscluster.session.engine.sample.large_data import in_memory, may_be_large

RESCALE = "session.rows.rescale() fits it to all."

MADE = "what preprocess= makes of X_new"


def rows_taken(X: Any, rows: IntArray | slice) -> Any:
    """Some rows of data as they were given: of a frame one of the same kind."""
    frame = opened(X)
    if frame is not None:
        return frame.rows(np.arange(len(frame))[rows].tolist())
    if hasattr(X, "tocsr"):
        return X.tocsr()[rows]
    return (X if hasattr(X, "shape") else np.asarray(X))[rows]


def joined(given: Any, more: Any, names: Sequence[str] | None = None) -> Any:
    """Data and more rows, of the kind of the first.

    `more` may be a dict of columns, of which those of a frame that it has not are missing; `names`
    are then what its rows are called.
    """
    frame = opened(given)
    if frame is not None:
        if opened(more) is None and not isinstance(more, Mapping):
            more = dict(zip(frame.names, np.asarray(more).T, strict=True))
        return frame.followed_by(more, names)
    if isinstance(more, Mapping):
        more = np.column_stack([*more.values()])
    if sparse.issparse(given) or sparse.issparse(more):
        return sparse.vstack([sparse.csr_array(given), sparse.csr_array(more)], format="csr")
    if isinstance(given, (list, tuple)):
        return [*given, *more]
    return np.concatenate([np.asarray(given), np.asarray(more)])


def whole_given(data: Data) -> Any:
    """All rows as they were given, at first and later on."""
    return reduce(joined, data.given.parts) if isinstance(data.given, Given) else data.given


def prepared_as_before(
    X: Any, preprocess: Any, path: Any, *, sampled: bool, names: Any = None
) -> Prepared:
    """As `prepared`; where there is a journal, as its rows were.

    Named columns have the order of then. `preprocess` is fitted to the rows that the session began
    with: a scaler that was fitted to more would give other values for those before.
    """
    known = None if isinstance(X, Prepared) else _known(path)
    if known is None:
        return prepared(X, preprocess, sampled=sampled)
    if may_be_large(X):
        return prepared(X, preprocess, sampled=sampled)
    X = columns_as_before(X, known.columns)
    fitted = preprocess is not None or sparse.issparse(X)
    places = _places_before(X, known, names) if fitted else NO_ROWS
    n = n_rows(X) if fitted else 0
    parts = [places[rows] for rows in known.transformed] if len(places) else [places]
    first = parts[0][parts[0] >= 0]
    if not len(first) or np.array_equal(first, np.arange(n)):
        return prepared(X, preprocess, sampled=sampled)
    made = prepared(rows_taken(X, first), preprocess, sampled=sampled)
    values = np.empty((n, made.values.shape[1]))
    values[first] = made.values
    # added rows are transformed as they came: a product of more rows may have other last digits
    for rows in (*parts[1:], np.setdiff1d(np.arange(n), places)):
        there = rows[rows >= 0]
        if len(there):
            new = rows_taken(X, there)
            values[there] = values_of(new, made.preprocess, made.columns, made.rotated)
    whole = Prepared(
        values,
        made.columns,
        getattr(X, "index", None),
        made.preprocess,
        None if made.given is None else X,
    )
    whole.notes, whole.rotated = (*made.notes, *scaling_note(made, len(first), n)), made.rotated
    whole.fitted = first if len(first) < n else None
    return whole


def scaling_note(made: Prepared | Data, n_first: int, n: int) -> list[str]:
    """A sentence if numbers were scaled by some rows only; it says how to scale them by all."""
    if n_first == n or made.preprocess is None or made.rotated or made.given is None:
        return []
    given = made.given.parts[0] if isinstance(made.given, Given) else made.given
    numbers = given_numbers(rows_taken(given, slice(0, 1)))
    if numbers is None or not numbers[0].shape[1]:
        return []
    return [f"The scaling is that of {n_first:,} rows: {RESCALE}"]


def _known(path: Any) -> Known | None:
    """What a journal says of its rows; whatever is wrong with it is told later."""
    if path is None:
        return None
    try:
        file = Path(path).expanduser()
        entries = read(file).entries
        return known_rows(file, entries) if entries else None
    except (InputError, OSError, RuntimeError, TypeError, KeyError, ValueError, IndexError):
        return None


def columns_as_before(X: Any, columns: tuple[str, ...] | None) -> Any:
    """A frame with its columns in the order of then, if it has the same ones."""
    frame = opened(X)
    if frame is None or columns is None or frame.names == [*columns]:
        return X
    if sorted(frame.names) != sorted(columns) or len({*columns}) < len(columns):
        return X
    return frame.arranged([frame.names.index(name) for name in columns])


def _places_before(X: Any, known: Known, names: Any) -> IntArray:
    """Where the rows of a journal are in data as they are given, -1 for those that are not."""
    found = given_fingerprints(X)
    if found is None or known.given is None:
        return np.arange(known.n) if known.n <= n_rows(X) else NO_ROWS
    called = row_names(X) if names is None else check_names(names, len(found))
    return places_before(known, known.given, found, called).order[: known.n]


def values_of(
    X_new: Any, preprocess: Any, features: Sequence[str] | None, rotated: bool = False
) -> Array:
    """The values of new rows: the transformer is not fitted again.

    Raises
    ------
    InputError
        If the columns are others, a value is missing, or the transformer knows no new rows.
    """
    if preprocess is None:
        values = check_data(in_order(X_new, features), name="X_new")
        check_size_of_values(values, "X_new")
        return values
    if not hasattr(preprocess, "transform"):
        raise InputError(
            f"preprocess={type(preprocess).__name__} cannot be applied to new rows, as it has no "
            "transform; begin a session with one that has, such as StandardScaler() or PCA(10)"
        )
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            made = preprocess.transform(with_names(X_new))
    except Exception as error:
        raise InputError(
            f"preprocess={type(preprocess).__name__} stopped with {type(error).__name__} on X_new: "
            f"{error}; pass rows with the same columns as X"
        ) from error
    dense = made.toarray() if hasattr(made, "toarray") else made
    return check_data(dense, name=MADE, fill_in=FILL_IN_BEFORE, titles=features)


def in_order(X_new: Any, features: Sequence[str] | None) -> Any:
    """A frame with its columns in the order of the session's; sparse rows as an array."""
    if hasattr(X_new, "toarray"):
        return X_new.toarray()
    frame = opened(X_new)
    called = None if frame is None else feature_names(X_new)
    if frame is None or called is None or features is None or called == [*features]:
        return X_new
    if sorted(called) != sorted(features):
        raise InputError(
            f"X_new has the columns {', '.join(called)}, and the session has "
            f"{', '.join(features)}; pass rows with the same columns"
        )
    return np.column_stack([frame.floats(called.index(name)) for name in features])


def grown(data: Data, X_new: Any, *, names: Sequence[str] | None, y_true: Any, texts: Any) -> Data:
    """The data with more rows after the last; nothing is changed where something is wrong.

    Raises
    ------
    InputError
        If the rows do not fit: no rows, other columns, missing values, names that are missing or
        taken, no true label or text where the others have one.
    """
    if not in_memory(data.X):
        raise InputError(
            "X is read in blocks, to which no rows are added; open the session again with all "
            "rows, the new ones last"
        )
    columns = data.given_columns
    X_new = X_new if columns is None else columns_as_before(X_new, tuple(columns))
    values = values_of(X_new, data.preprocess, data.features, data.rotated)
    if values.shape[1] != data.n_features:
        raise InputError(
            f"X_new has {values.shape[1]} columns, and the session has {data.n_features}; pass "
            "rows with the same columns"
        )
    called = _names(data, X_new, names, values)
    n = data.n_samples + len(values)
    X = np.concatenate([data.X, values])
    check_size_of_values(X, "X with X_new")
    X.setflags(write=False)
    truth, given_truth = _truth(data, y_true, n)
    parts = data.given.parts if isinstance(data.given, Given) else (data.given,)
    return replace(
        data,
        X=X,
        names=called,
        empty=Constraints(n, names=called),
        truth=truth,
        given_truth=given_truth,
        texts=_texts(data, texts, len(values)),
        given=None if data.given is None else Given((*parts, X_new)),
        fitted=_there(data) if data.fitted is None else data.fitted,
    )


def _there(data: Data) -> IntArray:
    """The rows that are in X."""
    return np.setdiff1d(np.arange(data.n_samples), [*data.absent]).astype(np.int64)


def _names(data: Data, X_new: Any, names: Any, values: Array) -> tuple[str, ...] | None:
    """All names; given names where the session has none are refused, and the other way round."""
    n = len(values)
    own = row_names(X_new) if names is None else check_names(names, n)
    if data.names is None:
        if names is not None:
            raise InputError(
                "names= was given, and the rows of the session have none; leave it out"
            )
        return None
    if own is None:
        raise InputError(f"the rows of the session have names; give names= for the {n:,} new ones")
    number = {name: row for row, name in enumerate(data.names)}
    clashes = [at for at, name in enumerate(own) if name in number]
    if clashes:
        at, more = clashes[0], len(clashes) - 1
        others = f", and so with {more:,} more of X_new" if more else ""
        same = np.array_equal(values[at], data.X[number[own[at]]])
        raise InputError(
            f"a row of the session {'with the same' if same else 'with other'} values is called "
            f"{own[at]!r} already{others}; pass only new rows, by other names. A row that was left "
            "out comes back with session.rows.include"
        )
    return (*data.names, *own)


def _truth(data: Data, y_true: Any, n: int) -> tuple[Any, Any]:
    if data.truth is None:
        if y_true is not None:
            raise InputError("y_true= was given, and the session has no true labels; leave it out")
        return None, None
    if y_true is None:
        raise InputError("the session has true labels; give y_true= for the new rows as well")
    new = np.asarray(y_true)
    if new.shape != (n - data.n_samples,):
        raise InputError(
            f"y_true has shape {new.shape}; one label for each of the {n - data.n_samples:,} new "
            "rows is needed"
        )
    whole = np.concatenate([np.asarray(data.given_truth), new])
    return check_truth(whole, n), whole


def _texts(data: Data, texts: Any, n: int) -> tuple[Any, ...] | None:
    if data.texts is None:
        if texts is not None:
            raise InputError("texts= was given, and the session has none; leave it out")
        return None
    new = () if texts is None else tuple(as_list(texts))
    if len(new) != n:
        raise InputError(f"the session has one text a row; give texts= for the {n:,} new rows")
    return (*data.texts, *new)


def first_rows(data: Data, n: int) -> Data:
    """The data with their first rows alone."""
    names = None if data.names is None else data.names[:n]
    return replace(data, X=data.X[:n], names=names, empty=Constraints(n, names=names))


def reordered(data: Data, order: IntArray, path: Path) -> Data:
    """The data with their rows in another order, by number; -1 for rows that are not there.

    These get the mean of the others as values: they are left out, and nothing is computed of them.

    Raises
    ------
    JournalError
        If they are read in blocks.
    """
    there = order >= 0
    if not in_memory(data.X):
        what = "has the rows" if there.all() else "has not all rows"
        other = " in another order" if there.all() else ""
        raise JournalError(
            f"X {what} of the journal {path}{other}, and is read in blocks; pass all of them in "
            "the order of then, the new ones last"
        )
    return arranged(data, order)


def arranged(data: Data, order: IntArray) -> Data:
    """The same as `reordered`, of rows in memory."""
    X = data.X[order]
    X[order < 0] = data.X.mean(axis=0)
    X.setflags(write=False)
    called = None if data.names is None else _called(data.names, order)
    truth = None if data.given_truth is None else np.asarray(data.given_truth)[order]
    texts = data.texts
    if texts is not None:
        texts = tuple("" if at < 0 else texts[at] for at in order.tolist())
    given = whole_given(data)
    return replace(
        data,
        X=X,
        names=called,
        empty=Constraints(len(X), names=called),
        truth=check_truth(truth, len(X)),
        given_truth=truth,
        texts=texts,
        given=None if given is None else rows_taken(given, np.maximum(order, 0)),
        order=order,
        fitted=None if data.fitted is None else np.flatnonzero(np.isin(order, data.fitted)),
    )


def _called(names: tuple[str, ...], order: IntArray) -> tuple[str, ...]:
    """The names of rows by number; of those that are not there, names that no other row has."""
    taken, called = {*names}, []
    for row, at in enumerate(order.tolist()):
        name = f"row {row}, not in X" if at < 0 else names[at]
        while at < 0 and name in taken:
            name += "\u2032"
        called.append(name)
    return tuple(called)
