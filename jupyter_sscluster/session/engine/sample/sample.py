"""The rows that are shown, between their numbers among all rows and their places among these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.checks import Checks
from jupyter_sscluster.journal.timeline import State
from jupyter_sscluster.session.engine.sample.drawing import taken

Asking = TypeVar("Asking", bound=Query | Placement | Sorting)

_SORTED = ("points", "cards")


@dataclass(frozen=True, eq=False)
class Sample:
    """The rows that are shown and asked about: all, or some of them; immutable.

    A row has one number among all rows, which answers, constraints and files go by, and one place
    among those that are shown, which a plot goes by and a strategy. Where all rows are shown the
    two are the same.

    Attributes
    ----------
    n_samples : int
        Number of all rows.
    X : (n_shown, n_features) float array
    rows : (n_shown,) int array or None
        Their numbers; None where all rows are shown.
    names : tuple of str or None
        What they are called.
    """

    n_samples: int
    X: Array
    rows: IntArray | None = None
    names: tuple[str, ...] | None = None
    read: tuple[int, int] = (0, 0)
    """The states, and the numbers of answers, whose rows are among them."""

    def __len__(self) -> int:
        return len(self.X)

    @property
    def all(self) -> bool:
        """Whether all rows are shown."""
        return self.rows is None

    def of(self, values: Any) -> Any:
        """Of one value a row, in an array, those of the rows that are shown, by place."""
        return values if self.rows is None else values[self.rows]

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the rows shown, by place."""
        return range(self.n_samples) if self.rows is None else self.rows.tolist()

    def among(self, rows: IntArray) -> IntArray:
        """Those of some rows that are shown, in the order of their places."""
        if self.rows is None:
            return rows
        inside = np.zeros(self.n_samples, dtype=bool)
        inside[rows] = True
        return self.rows[inside[self.rows]]

    def spread(self, values: Array) -> Array:
        """Of one value a place one a row: 0 for rows that are not shown."""
        if self.rows is None:
            return values
        found = np.zeros(self.n_samples, dtype=values.dtype)
        found[self.rows] = values
        return found

    def known(self, constraints: Constraints) -> Constraints:
        """The same constraints, by place: none is lost, as all rows in pairs are shown."""
        return constraints if self.rows is None else constraints[self.rows]

    def __contains__(self, row: int) -> bool:
        return self.rows is None or row in self._places

    def row(self, place: int) -> int:
        """The number of the row at a place."""
        return int(place) if self.rows is None else int(self.rows[place])

    def place(self, row: int) -> int:
        """The place of a row.

        Raises
        ------
        InputError
            If it is not shown.
        """
        if self.rows is None:
            return int(row)
        found = self._places.get(int(row))
        if found is None:
            raise InputError(
                f"row {row} is not among the {len(self)} points shown; link it with another, and "
                "it is, or choose one of session.sample.rows"
            )
        return found

    def places(self, rows: Iterable[int]) -> IntArray:
        """The places of several rows, as `place` gives them."""
        if self.rows is None:
            return np.array([*rows], dtype=np.int64)
        return np.array([self.place(row) for row in rows], dtype=np.int64)

    @cached_property
    def _places(self) -> dict[int, int]:
        assert self.rows is not None
        return {row: place for place, row in enumerate(self.rows.tolist())}


class SeenRows:
    """Data read in blocks, as far as they are shown: those rows are in memory."""

    def __init__(self, shown: Callable[[], Sample], shape: tuple[int, int]) -> None:
        self._shown, self.shape = shown, (int(shape[0]), int(shape[1]))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        """The values of one row or several, by number, or of some columns of these."""
        rows, *columns = key if isinstance(key, tuple) else (key,)
        shown = self._shown()
        if rows is shown.rows:
            return shown.X[(slice(None), *columns)]
        place = shown.place(rows) if np.ndim(rows) == 0 else shown.places(rows)
        return shown.X[(place, *columns)]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self._shown().X, dtype=dtype)


def shown_rows(X: Any, rows: IntArray | None, names: tuple[str, ...] | None) -> Sample:
    """These rows of the data, all of them by default.

    >>> shown = shown_rows(np.array([[0.0], [1.0], [5.0]]), np.array([0, 2]), None)
    >>> shown.place(2), shown.row(1), shown.names, 1 in shown
    (1, 2, ('0', '2'), False)
    """
    if rows is None:
        return Sample(len(X), X, None, names)
    return Sample(
        len(X), _read_only(taken(X, rows)), _read_only(rows.copy()), tuple(called(rows, names))
    )


def answers_by_place(sample: Sample, answers: Sequence[Answer]) -> Sequence[Answer]:
    """Answers about rows as answers about places."""
    if sample.all:
        return answers
    return [replace(each, i=sample.place(each.i), j=sample.place(each.j)) for each in answers]


def question_by_row(sample: Sample, question: Asking) -> Asking:
    """A question about places as one about rows."""
    if sample.all:
        return question
    found: dict[str, Any]
    if isinstance(question, Query):
        found = {"pair": tuple(map(sample.row, question.pair))}
    elif isinstance(question, Placement):
        among = tuple(map(sample.row, question.representatives))
        found = {"point": sample.row(question.point), "representatives": among}
    else:
        found = {each: tuple(map(sample.row, getattr(question, each))) for each in _SORTED}
    made: Asking = replace(question, **found)
    return made


def with_answered_rows(
    sample: Sample, states: Sequence[State], X: Any, names: Sequence[str] | None
) -> Sample:
    """The sample with the rows of answers and checks, undone ones too, at its end."""
    n_states, number = sample.read
    if sample.rows is None or sample.names is None or len(states) == n_states:
        return sample
    new, last = dict[int, None](), number
    for state in states[n_states:]:
        answers = [answer for answer in state.answers if answer.number > number]
        new |= dict.fromkeys(row for answer in answers for row in (answer.i, answer.j))
        new |= dict.fromkeys(() if state.checks is None else _last_checked(state.checks))
        last = max([last, *(answer.number for answer in answers)])
    return replace(with_rows(sample, new, X, names), read=(len(states), last))


def _last_checked(checks: Checks) -> tuple[int, ...]:
    """The rows that a step of a check is about."""
    return (*(look.row for look in checks.looks[-1:]), *checks.card_rows)


def with_rows(sample: Sample, new: Iterable[int], X: Any, names: Sequence[str] | None) -> Sample:
    """The sample with other rows at its end: no place changes."""
    if sample.rows is None or sample.names is None:
        return sample
    rows = np.array([row for row in new if row not in sample], dtype=np.int64)
    if not len(rows):
        return sample
    return Sample(
        sample.n_samples,
        _read_only(np.concatenate([sample.X, taken(X, rows)])),
        _read_only(np.concatenate([sample.rows, rows])),
        (*sample.names, *called(rows, names)),
        sample.read,
    )


def grown_sample(
    sample: Sample, X: Any, more: Iterable[int], names: tuple[str, ...] | None
) -> Sample:
    """The sample where there are more rows, of which these are shown as well; all where all are."""
    if sample.all:
        return shown_rows(X, None, names)
    return with_rows(replace(sample, n_samples=len(X)), more, X, names)


def called(rows: IntArray, names: Sequence[str] | None) -> list[str]:
    """What a person calls rows: by name, else by number among all rows."""
    return [str(row) if names is None else names[row] for row in rows.tolist()]


def _read_only(array: Any) -> Any:
    array.setflags(write=False)
    return array
