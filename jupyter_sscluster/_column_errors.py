"""Error messages for columns of a data frame that cannot be clustered."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._data_frames import TableFrame
from jupyter_sscluster._label_columns import label_columns

FILL_IN = "fill them in (sklearn.impute)"

_COLUMNS = 4
_CATEGORIES = 20
_ROWS = 3
_FROM = "from sklearn.compose and sklearn.preprocessing"
_FROM_FOUR = "from sklearn.compose, sklearn.impute, sklearn.pipeline and sklearn.preprocessing"


def not_numbers(frame: TableFrame, *, clustered: bool = True) -> str:
    """Which columns are not of numbers, and what becomes of them otherwise.

    `clustered` says whether the frame is what a person wants clustered, and not coordinates, say.
    """
    if not clustered:
        return f"{described(frame)}; drop them, or turn them into numbers"
    bad = frame.of_kind("other", "date")
    return (
        f"{described(frame)}; leave them out, or turn them into numbers first"
        f"{_by_code(frame, ' with ')}"
        f"; ClusterExplorer(X, tooltip={bad!r}) shows them without clustering them"
        f"{_of_dates(frame)}{_of_gaps(frame)}"
    )


def not_numbers_in_session(frame: TableFrame) -> str:
    """The same where there is `preprocess=` to turn them into numbers."""
    bad = frame.of_kind("other", "date")
    shown = f"show them without clustering them, by ClusterExplorer(X, tooltip={bad!r}), "
    if len(bad) == len(frame.labels):  # nothing would be left to be clustered
        shown = ""
    turned = f"turn them into numbers{_by_code(frame, ' with preprocess=')}, "
    if shown and all(kind != "date" for kind in frame.kinds) and not _categories(frame):
        turned = ""  # names of rows are nothing to cluster by
    left = f"or leave them out{_of_dates(frame)}{_of_gaps(frame)}{_of_labels(frame, bad)}"
    return f"{described(frame)}; {shown}{turned}{left}"


def not_taken(transformer: Any, frame: TableFrame) -> str:
    """What to do with columns that a transformer does not take."""
    code = _code(transformer)
    bad = frame.of_kind("other", "date")
    return (
        f"preprocess={code} cannot take X, which has {described(frame)}; show them without "
        f"clustering them, by ClusterExplorer(X, tooltip={bad!r}), or say what becomes of each "
        f"column: preprocess={encoder(frame, code)}, {_FROM}{_of_dates(frame)}"
    )


def described(frame: TableFrame) -> str:
    """The columns that are not of numbers by name, dates as such."""
    texts, dates = frame.of_kind("other"), frame.of_kind("date")
    if not texts:
        return f"columns of dates or times: {_listed(dates)}"
    of_dates = f", and of dates or times: {_listed(dates)}" if dates else ""
    return f"columns that are not numbers: {_listed(texts)}{of_dates}"


def encoder(frame: TableFrame, scaler: str | None = None) -> str:
    """The code of a transformer that makes numbers of texts, and leaves dates and names out.

    `scaler` is the code of what columns of numbers go through. Columns go by their places where
    their names are no texts, as scikit-learn wants it.
    """
    texts, numbers = _categories(frame), columns(frame, "number")
    dropped = [each for each in columns(frame, "other", "date") if each not in texts]
    parts = [f"(OneHotEncoder(), {texts!r})"] * bool(texts)
    parts += [f"('drop', {dropped!r})"] * bool(dropped)
    if scaler is None:
        scale = "StandardScaler()"
        if _gaps(frame):
            scale = f"make_pipeline(SimpleImputer(), {scale})"
        return f"make_column_transformer({', '.join(parts)}, remainder={scale})"
    parts = [f"({scaler}, {numbers!r})"] * bool(numbers) + parts
    return f"make_column_transformer({', '.join(parts)})"


def columns(frame: TableFrame, *kinds: Any) -> list[Any]:
    """Columns of some kinds as a ColumnTransformer finds them: by name, else by place."""
    return _found(frame, [place for place, kind in enumerate(frame.kinds) if kind in kinds])


def _found(frame: TableFrame, places: list[int]) -> list[Any]:
    named = all(isinstance(label, str) for label in frame.labels)
    return [frame.labels[place] for place in places] if named else places


def _categories(frame: TableFrame) -> list[Any]:
    """Columns of texts that repeat: where nearly each row has its own, they are names."""
    places = [place for place, kind in enumerate(frame.kinds) if kind == "other"]
    most = max(_CATEGORIES, len(frame) // 2)
    return _found(frame, [k for k in places if len(set(map(str, frame.values(k)))) <= most])


def _gaps(frame: TableFrame) -> dict[str, int]:
    """In how many rows a column of numbers has no value, for those that have gaps."""
    places = [place for place, kind in enumerate(frame.kinds) if kind == "number"]
    counts = {frame.names[k]: int(np.isnan(frame.floats(k)).sum()) for k in places}
    return {name: count for name, count in counts.items() if count}


def _of_gaps(frame: TableFrame) -> str:
    gaps = [f"{name!r} ({count} of {len(frame)} rows)" for name, count in _gaps(frame).items()]
    more = f" and {len(gaps) - _COLUMNS} more columns" if len(gaps) > _COLUMNS else ""
    said = f"; values are missing, too, in {', '.join(gaps[:_COLUMNS])}{more}"
    if not gaps:
        return ""
    return f"{said}: fill them in with SimpleImputer(), of sklearn.impute, or drop these rows"


def _of_labels(frame: TableFrame, bad: list[Any]) -> str:
    """What columns that hold labels are good for."""
    labels = [label for label in label_columns(frame) if label in bad]
    if not labels:
        return ""
    return f"; {str(labels[0])!r} looks like labels: y_true=X[{labels[0]!r}] gives a score by them"


def unlike_names(labels: Sequence[Any], name: str) -> str | None:
    """What to do where some names of columns are texts and others are not."""
    texts = [isinstance(label, str) for label in labels]
    if not any(texts) or all(texts):
        return None
    other, text = labels[texts.index(False)], labels[texts.index(True)]
    return (
        f"{name} has a column named {other!r}, a {type(other).__name__}, beside one named "
        f"{text!r}; column names must all be texts, or none: write "
        f"{name}.columns = {name}.columns.astype(str)"
    )


def same_name(column: str, frame: TableFrame, name: str) -> str:
    """What to do where two columns share a name."""
    drop = f", or drop it with {name}.loc[:, ~{name}.columns.duplicated()]"
    return (
        f"{name} has two columns named {column!r}; column names must be unique: rename one"
        f"{drop if frame.like_pandas else f', with {name}.rename_columns(...)'}"
    )


def not_finite(
    array: NDArray[np.float64], finite: NDArray[np.bool_], name: str, titles: Any, fill_in: str
) -> str:
    """Where the values are that are missing or infinite, column by column."""
    row, column = (int(place) for place in np.argwhere(~finite)[0])
    what = "NaN" if np.isnan(array[row, column]) else "infinity"
    called = (lambda j: repr(titles[j])) if titles is not None else str
    count = int((~finite).sum())
    spread = "" if count == 1 else f": {_spread(~finite, called)}"
    return (
        f"{name} holds {what} in row {row}, column {called(column)} ({count} such values in all"
        f"{spread}; rows count from 0); every value must be finite: drop these rows, or {fill_in}"
    )


def _spread(bad: NDArray[np.bool_], called: Any) -> str:
    """In which columns, in how many rows of each, and the first of these."""
    affected = np.flatnonzero(bad.any(axis=0))
    parts = []
    for column in affected[:_COLUMNS]:
        rows = np.flatnonzero(bad[:, column])
        first = ", ".join(map(str, rows[:_ROWS])) + (", …" if len(rows) > _ROWS else "")
        number = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
        parts.append(f"column {called(column)} in {number} ({first})")
    more = len(affected) - len(parts)
    return ", ".join(parts) + (f", and {more} more columns" if more else "")


def _code(transformer: Any) -> str:
    """A transformer as one would write it, what it is set to left out."""
    if hasattr(transformer, "steps"):
        return f"make_pipeline({', '.join(_code(step) for _, step in transformer.steps)})"
    return repr(transformer) if isinstance(transformer, str) else f"{type(transformer).__name__}()"


def _by_code(frame: TableFrame, before: str) -> str:
    """How texts become numbers; of dates alone there is no such code."""
    return f"{before}{encoder(frame)}, {_from(frame)}" if _categories(frame) else ""


def _from(frame: TableFrame) -> str:
    return _FROM_FOUR if _gaps(frame) else _FROM


def _of_dates(frame: TableFrame) -> str:
    say = "; for dates take numbers that can be compared, such as the days since the first of them"
    return say if frame.of_kind("date") else ""


def _listed(labels: Sequence[Any]) -> str:
    return ", ".join(repr(str(label)) for label in labels)


def masked_or_dates(values: Any, name: str, may_be_dates: bool) -> str | None:
    """The message for masked values in an array, or for dates where these are not allowed."""
    mask = np.ma.getmask(values) if isinstance(values, np.ma.MaskedArray) else np.ma.nomask
    if np.any(mask):
        place = ", ".join(str(int(p)) for p in np.argwhere(mask)[0])
        return (
            f"{name} is a masked array with {int(np.sum(mask))} masked value(s), the first at "
            f"({place}); every value must be there: leave these rows out of all that is given, as "
            f"numpy.ma.compress_rows does of a table, or fill them in with {name}.filled(...)"
        )
    if not may_be_dates and getattr(getattr(values, "dtype", None), "kind", "") in ("m", "M"):
        return (
            f"{name} holds dates or times (dtype {values.dtype}), which are no numbers here; give "
            f'{name}.astype("int64") where they are all there, in a unit of your choice'
        )
    return None
