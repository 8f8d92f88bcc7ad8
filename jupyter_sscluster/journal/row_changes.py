"""The operations that add rows, leave rows out, bring them back, or say that they were seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.row_names import checked_names
from jupyter_sscluster.journal.lines import packed, unpacked
from jupyter_sscluster.journal.sources import weighed
from jupyter_sscluster.journal.timeline import State, Timeline

Entry = dict[str, Any]


@dataclass(frozen=True)
class Extend:
    """Rows after the last: `data` tells which they are, `labels` the clusters they stand in.

    No fit is made. All moments before know the rows from now on, as rows that are left out. The
    rows `back` were added before, on a way that was left, or were not in X, and come back with
    their numbers; their labels are the first. Of a sample the new rows `shown` are shown.
    """

    name: ClassVar[str] = "extend"
    n: int
    data: Mapping[str, Any] = field(repr=False)
    names: tuple[str, ...] | None
    labels: str = field(repr=False)
    cause: str
    when: float | None = None
    back: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with these rows in force, waiting to be looked at."""
        known = timeline.state.constraints
        n_before, names = known.n_samples, None
        if known.names is not None:
            names = checked_names((*known.names, *(self.names or ())), n_before + self.n)
        inside = [row for row in self.back if row not in timeline.state.rows]
        if inside:
            raise InputError(f"row {inside[0]} is not left out")
        grown = timeline.grown(n_before + self.n, names) if self.n else timeline
        rows, added = grown.state.rows, self._rows(n_before + self.n)
        # those that were not in X wait only if nobody had looked at them
        later = rows.later(added)
        rows = rows.back(added).with_new(later, grown.state.settings.random_state, self.shown)
        return grown.push(_placed(grown.state, rows, self.cause, self.when))

    def _rows(self, n_samples: int) -> IntArray:
        new = np.arange(n_samples - self.n, n_samples)
        return np.concatenate([np.array(self.back, dtype=np.int64), new])

    def placed(self, labels: IntArray, n_samples: int) -> IntArray:
        """The labels with those of the new rows, which are the last of so many."""
        return _with(labels, self._rows(n_samples), self.labels)

    def entry(self) -> Entry:
        """As plain values."""
        names = {} if self.names is None else {"names": list(self.names)}
        some = {"back": list(self.back), "shown": list(self.shown)}
        given = {key: rows for key, rows in some.items() if rows}
        return {"n": self.n, "data": dict(self.data), **names, **given, "labels": self.labels}

    @classmethod
    def of(cls, entry: Entry, n_samples: int, when: float | None) -> Extend:
        """From plain values, checked."""
        back = _rows({"rows": entry["back"]}, n_samples) if "back" in entry else ()
        n = check_count(entry["n"], "n", 0 if back else 1)
        data, names = entry["data"], entry.get("names")
        if not isinstance(data, dict) or data["shape"][0] != n:
            raise ValueError("it does not say which rows were added")
        if names is not None and (len(names) != n or not all(isinstance(x, str) for x in names)):
            raise ValueError(f"{n} rows have {len(names)} names")
        _checked_labels(entry["labels"], n + len(back))
        called = None if names is None else tuple(names)
        shown = _rows({"rows": entry["shown"]}, n_samples + n) if "shown" in entry else ()
        return cls(n, data, called, entry["labels"], _text(entry, "cause"), when, back, shown)


@dataclass(frozen=True)
class Exclude:
    """Rows that take no part from now on, for a reason, which may be empty."""

    name: ClassVar[str] = "exclude"
    rows: tuple[int, ...]
    reason: str
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline without these rows; answers about them rest."""
        now = timeline.state
        rows = now.rows.without(self.rows, self.reason, now.stated_noise)
        state = _placed(now, rows, self.cause, self.when)
        return timeline.push(state)

    def placed(self, labels: IntArray, n_samples: int) -> IntArray:
        """The labels, of these rows -1."""
        found = labels.copy()
        found[list(self.rows)] = -1
        return found

    def entry(self) -> Entry:
        """As plain values."""
        return {"rows": list(self.rows), "reason": self.reason}

    @classmethod
    def of(cls, entry: Entry, n_samples: int, when: float | None) -> Exclude:
        """From plain values, checked."""
        rows = _rows(entry, n_samples)
        return cls(rows, _text(entry, "reason"), _text(entry, "cause"), when)


@dataclass(frozen=True)
class Include:
    """Rows that were left out and take part again, in the clusters of `labels`."""

    name: ClassVar[str] = "include"
    rows: tuple[int, ...]
    labels: str = field(repr=False)
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with these rows; raises ConflictError if answers about them contradict."""
        now = timeline.state
        inside = [row for row in self.rows if row not in now.rows]
        if inside:
            raise InputError(f"row {inside[0]} is not left out")
        return timeline.push(_placed(now, now.rows.back(self.rows), self.cause, self.when))

    def placed(self, labels: IntArray, n_samples: int) -> IntArray:
        """The labels with those of these rows."""
        return _with(labels, np.array(self.rows), self.labels)

    def entry(self) -> Entry:
        """As plain values."""
        return {"rows": list(self.rows), "labels": self.labels}

    @classmethod
    def of(cls, entry: Entry, n_samples: int, when: float | None) -> Include:
        """From plain values, checked."""
        rows = _rows(entry, n_samples)
        _checked_labels(entry["labels"], len(rows))
        return cls(rows, entry["labels"], _text(entry, "cause"), when)


@dataclass(frozen=True)
class Settle:
    """New rows that a person has looked at, or accepted as they stand; the clustering stays."""

    name: ClassVar[str] = "settle"
    rows: tuple[int, ...]
    cause: str
    when: float | None = None

    def apply(self, timeline: Timeline) -> Timeline:
        """The timeline with these rows waiting no more."""
        now = timeline.state
        seen = replace(now, rows=now.rows.seen(self.rows), cause=self.cause, when=self.when)
        return timeline.push(replace(seen, kind="settings", asked=None))

    def entry(self) -> Entry:
        """As plain values."""
        return {"rows": list(self.rows)}

    @classmethod
    def of(cls, entry: Entry, n_samples: int, when: float | None) -> Settle:
        """From plain values, checked."""
        return cls(_rows(entry, n_samples), _text(entry, "cause"), when)


RowChange = Extend | Exclude | Include | Settle
Placing = Extend | Exclude | Include
"""Operations that say which clusters rows stand in, so that no fit follows."""

ROW_CHANGES: dict[str, type[RowChange]] = {
    kind.name: kind for kind in (Extend, Exclude, Include, Settle)
}


def _placed(now: State, rows: Any, cause: str, when: float | None) -> State:
    """The state with other rows in force, of whose answers all that do not rest hold."""
    noise = np.setdiff1d(now.stated_noise, rows.excluded)
    known = now.constraints
    before = Constraints(known.n_samples, names=known.names, noise=noise)
    return replace(
        now,
        constraints=rows.told(before, weighed(now.answers, now.sources)),
        rows=rows,
        fresh=False,
        cause=cause,
        kind="settings",
        asked=None,
        regrouped=None,
        when=when,
    )


def _with(labels: IntArray, rows: IntArray, text: str) -> IntArray:
    found = labels.copy()
    found[rows] = unpacked(text).astype(np.int32)
    return found


def packed_labels(labels: Any) -> str:
    """Labels as text, for `Extend` and `Include`.

    >>> unpacked(packed_labels(np.array([2, 0, -1]))).astype(np.int32).tolist()
    [2, 0, -1]
    """
    return packed(np.asarray(labels))


def _checked_labels(text: Any, n: int) -> None:
    labels = unpacked(text).astype(np.int32)
    if len(labels) != n or labels.min(initial=0) < -1:
        raise ValueError(f"{len(labels)} labels are not those of {n} rows")


def _rows(entry: Entry, n_samples: int) -> tuple[int, ...]:
    rows = entry["rows"]
    if not isinstance(rows, list) or not rows:
        raise ValueError(f"{rows!r} names no rows")
    return tuple(check_count(row, "row", 0, n_samples - 1) for row in rows)


def _text(entry: Entry, key: str) -> str:
    if not isinstance(value := entry[key], str):
        raise ValueError(f"{key}={value!r} is no text")
    return value
