"""The traits of a widget that are looked up elsewhere, or checked."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any

import numpy as np
from traitlets import TraitError, TraitType

from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask
from jupyter_sscluster.constraints.row_names import row_number
from jupyter_sscluster.session import Session

FILL = "fill"
LEAST = 320
"""Pixels below which the plot would be too low to work in."""


class FromSession(TraitType[Any, Any]):
    """Read-only: the value is looked up in `obj.session` whenever it is read.

    The widget tells observers of changes; there is no second copy that could lag behind.
    """

    info_text = "a value of the session"

    def get(self, obj: Any, cls: Any = None) -> Any:
        """The session's value of the same name; None while there is no session yet."""
        session = obj.__dict__.get("session")
        return None if session is None else getattr(session, str(self.name))

    def set(self, obj: Any, value: Any) -> None:
        """Refuse."""
        raise TraitError(
            f"{self.name} follows the session and cannot be set; use explorer.session, for "
            'instance explorer.session.answer(0, 1, "must")'
        )


class Height(TraitType[Any, Any]):
    """A height that was checked."""

    default_value = None
    info_text = 'pixels, "fill" or None'

    def validate(self, obj: Any, value: Any) -> int | str | None:
        """Refuse what is no height."""
        return check_height(value)


class RowNumbers(TraitType[tuple[int, ...], Any]):
    """Rows of `obj.session`, ascending, each once; set from numbers, names, or one truth a row."""

    info_text = "rows: numbers from 0, names, or one truth value a row"

    def validate(self, obj: Any, value: Any) -> tuple[int, ...]:
        """The rows as numbers."""
        return checked_rows(value, obj.session)


def check_height(height: Any) -> int | str | None:
    """Pixels, "fill", or None for the height that suits the contents."""
    if height is None or (isinstance(height, str) and height == FILL):
        return height
    whole = isinstance(height, Integral) and not isinstance(height, bool)
    if whole and int(height) >= LEAST:
        return int(height)
    raise InputError(
        f'height={height!r} must be a whole number of pixels, {LEAST} or more, or "fill" for the '
        "room around the widget; leave it out for the height that suits the contents"
    )


def check_describe(describe: Any) -> Any:
    """A function of a cluster, or None."""
    if describe is None or callable(describe):
        return describe
    raise InputTypeError(
        f"describe={describe!r} must be a function of the texts or rows of a cluster that returns "
        "a sentence or a list of words"
    )


def check_helpers(helpers: Any) -> dict[str, Any]:
    """Functions that answer beside the person, by name."""
    if helpers is None:
        return {}
    if isinstance(helpers, Mapping) and all(map(_can_answer, helpers.values())):
        return {**helpers}
    raise InputTypeError(
        f"helpers={helpers!r} must be functions of two rows by their names, such as "
        '{"same topic?": ask}'
    )


def _can_answer(ask: Any) -> bool:
    return callable(ask) or callable(getattr(ask, "query", None))


def checked_rows(value: Any, session: Session) -> tuple[int, ...]:
    """Row numbers, ascending and each once; of truth values those of the rows shown count."""
    if value is None:
        return ()
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise InputError(
            f"selection={value!r} must be a list of rows, or one truth value a row; () selects none"
        )
    values = list(as_list(value))
    if values and all(isinstance(one, (bool, np.bool_)) for one in values):
        if len(values) != session.n_samples:
            raise InputError(
                f"selection has {len(values)} truth values for {session.n_samples} rows; give one "
                "a row, or row numbers"
            )
        return tuple(session.sample.among(np.flatnonzero(values)).tolist())
    n_samples, names = session.n_samples, session.names
    rows = {row_number(one, n_samples, names, "selection") for one in values}
    session.sample.places(rows)  # refuses those that are not shown
    return tuple(sorted(rows))


def selected_rows(given: Any, session: Session, rows: list[int]) -> Any:
    """Rows of the data as they were given: of a frame one of the same kind."""
    if is_dask(given):
        shown = session.sample
        return shown.X[shown.places(rows)]
    frame = opened(given)
    if frame is not None:
        return frame.rows(rows)
    return (given if hasattr(given, "shape") else np.asarray(given))[rows]
