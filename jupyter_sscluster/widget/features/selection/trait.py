"""The selection, one for the page and for Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from traitlets import Bunch, HasTraits, TraitType, observe

from jupyter_sscluster._data_frames import as_list, opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask
from jupyter_sscluster.session import Session
from jupyter_sscluster.session.engine.rows import row_number
from jupyter_sscluster.widget.core.event_loop import Dispatcher
from jupyter_sscluster.widget.core.interaction import Interaction


class RowNumbers(TraitType[tuple[int, ...], Any]):
    """Rows of `obj.session`, ascending, each once; set from numbers, names, or one truth a row."""

    info_text = "rows: numbers from 0, names, or one truth value a row"

    def validate(self, obj: Any, value: Any) -> tuple[int, ...]:
        """The rows as numbers."""
        return checked_rows(value, obj.session)


class Selecting(HasTraits):
    """What the lasso and `selection` have in common: they are one."""

    session: Session
    interaction: Interaction
    dispatcher: Dispatcher
    _given: Any

    selection = RowNumbers(
        (),
        help="The selected rows, ascending: what the lasso holds, and what is set here is shown. "
        "Takes row numbers, names, or one truth value a row, as `explorer.labels == 2`.",
    )

    @property
    def selected(self) -> Any:
        """The selected rows of the data as they were given: of a frame one of the same kind.

        Of a collection of Dask an array of their values.
        """
        rows, given = list(self.selection), self._given
        if is_dask(given):
            shown = self.session.shown
            return shown.X[shown.places(rows)]
        frame = opened(given)
        if frame is not None:
            return frame.rows(rows)
        return (given if hasattr(given, "shape") else np.asarray(given))[rows]

    @observe("selection")
    def _select(self, change: Bunch) -> None:
        if self.interaction.selection != change.new:
            self.interaction.selection = change.new
            self.dispatcher.show()

    def _take_selection(self) -> None:
        """What was selected on the page is the trait's value from now on."""
        self.selection = self.interaction.selection


def checked_rows(value: Any, session: Session) -> tuple[int, ...]:
    """Row numbers, ascending and each once.

    Raises
    ------
    InputError
        If something is no row, or none that is shown, or one truth value a row is not what it is.
        Of truth values those of rows that are shown count.
    """
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
        return tuple(session.shown.among(np.flatnonzero(values)).tolist())
    n_samples, names = session.n_samples, session.names
    rows = {row_number(one, n_samples, names, "selection") for one in values}
    session.shown.places(rows)  # refuses those that are not shown
    return tuple(sorted(rows))
