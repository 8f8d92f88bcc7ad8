"""The checks of a session: rows drawn at random, which a person places; kept beside the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jupyter_sscluster._arrays import Integers, Mask
from jupyter_sscluster._validation import check_count
from jupyter_sscluster.constraints import Constraints

UNKNOWN = "unknown"

Said = int | str | None
"""A row that the checked one belongs with, None for none of those shown, or "unknown"."""


@dataclass(frozen=True)
class Look:
    """What a person said of one row, looking at it once."""

    row: int
    said: Said
    source: str


@dataclass(frozen=True)
class Stratum:
    """A cluster of which more rows are checked than of the others: its rows then, and those drawn.

    Both are ascending.
    """

    rows: tuple[int, ...]
    drawn: tuple[int, ...]


@dataclass(frozen=True)
class Checks:
    """What was checked so far.

    ``cards`` are groups of rows, each of which stood for a cluster, and ``classes`` the class of
    each group, called by one of its rows. The rows that are drawn follow from ``seed``; ``n_rows``
    are to be checked. The rows ``outside`` could not be drawn when the check began. Of the clusters
    in ``more`` further rows are drawn.
    """

    cards: tuple[tuple[int, ...], ...]
    classes: tuple[int, ...]
    seed: int
    n_rows: int
    outside: tuple[int, ...] = ()
    looks: tuple[Look, ...] = ()
    more: tuple[Stratum, ...] = ()

    @property
    def card_rows(self) -> tuple[int, ...]:
        """The rows of all cards."""
        return tuple(row for cards in self.cards for row in cards)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows that were looked at, in order, each once."""
        return tuple(dict.fromkeys(look.row for look in self.looks))

    def grown(self, later: Integers) -> Checks:
        """The same where there are more rows, which could not be drawn either."""
        return replace(self, outside=(*self.outside, *later.tolist()))


def settled(constraints: Constraints, checks: Checks) -> Mask:
    """The rows whose class is known without a check: hard must-links join them to a card."""
    ids = constraints.component_ids
    return np.isin(ids, ids[[*checks.card_rows]])


def not_drawn(constraints: Constraints, checks: Checks) -> Mask:
    """The rows that are not drawn: those settled, and those said to be in no cluster."""
    out = settled(constraints, checks)
    out[constraints.noise] = True
    return out


def checked_cards(cards: Any, classes: Any, n_samples: int) -> tuple[Any, Any]:
    """Cards and their classes from plain values; ValueError where they make no sense."""
    groups = tuple(tuple(_row(row, n_samples) for row in rows) for rows in cards)
    called = tuple(_row(each, n_samples) for each in classes)
    if not groups or not all(groups) or len(groups) != len(called):
        raise ValueError(f"{cards} and {classes} are no cards and their classes")
    return groups, called


def stratum_of(rows: Any, drawn: Any, n_samples: int) -> Stratum:
    """A stratum from plain values; ValueError where they make no sense."""
    found = Stratum(*(tuple(_row(row, n_samples) for row in each) for each in (rows, drawn)))
    if not found.drawn or not {*found.drawn} <= {*found.rows}:
        raise ValueError(f"{drawn} are not rows of the cluster")
    return found


def look_of(row: Any, said: Any, source: Any, n_samples: int) -> Look:
    """A look from plain values; ValueError where they make no sense."""
    if not isinstance(source, str):
        raise ValueError(f"{source!r} does not say who checked")
    with_row = said is not None and said != UNKNOWN
    return Look(_row(row, n_samples), _row(said, n_samples) if with_row else said, source)


def _row(value: Any, n_samples: int) -> int:
    return check_count(value, "row", 0, n_samples - 1)


def rows_text(rows: Sequence[int], names: Sequence[str] | None) -> str:
    """`point 7`, for what an undo step is called."""
    return " and ".join(f"point {row if names is None else names[row]}" for row in rows)
