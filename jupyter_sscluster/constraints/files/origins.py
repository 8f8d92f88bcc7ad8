"""Optional columns of a constraints file: annotator, time, number of the answer."""

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from jupyter_sscluster._validation import InputError

ORIGIN_FIELDS = ("answer", "source", "time")
MOMENT = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z", re.ASCII)
LAST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


BY = " by "
"""Stands in a source before the name of who answered."""

INITIAL, PICKED = "initial", "initial, picked"
"""The sources of what was there at the start: any pairs, and pairs that a person picked."""

_BY_HAND = ("user", "lasso", "taken in", "new row", PICKED)


def is_by_hand(source: str) -> bool:
    """Whether a person picked the pair, rather than being asked about it.

    >>> is_by_hand("lasso by Ann"), is_by_hand("label:2"), is_by_hand("question by Ann")
    (True, True, False)
    """
    manner = source.partition(BY)[0]
    return manner in _BY_HAND or manner.startswith("label:")


class Origin(NamedTuple):
    """The number of an answer, who gave it, and the seconds from 1970 until then."""

    answer: int
    source: str
    time: float


def time_text(seconds: float) -> str:
    """A time for people that `seconds_of` reads back to the last bit.

    >>> time_text(1700000000.1234567)
    '2023-11-14T22:13:20.1234567Z'
    """
    whole, _, part = repr(float(seconds)).partition(".")
    if not (0 <= seconds < LAST and whole.isdigit() and part.isdigit()):
        return repr(float(seconds))
    moment = datetime.fromtimestamp(int(whole), UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return f"{moment}.{part}Z"


def seconds_of(text: str) -> float | None:
    """The seconds from 1970, or None if the text is no time.

    >>> seconds_of("2023-11-14T22:13:20.1234567Z"), seconds_of("noon")
    (1700000000.1234567, None)
    """
    found = MOMENT.fullmatch(text)
    try:
        if found is None:
            return None if "_" in text else float(text)
        day = datetime.fromisoformat(found[1]).replace(tzinfo=UTC)
        return float(f"{round(day.timestamp())}{found[2] or ''}")
    except ValueError:
        return None


def check_origin(found: dict[str, Any], where: str) -> Origin:
    """The three entries of one statement, or an error sentence."""
    number, source, time = (found[name] for name in ORIGIN_FIELDS)
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise InputError(f"{where}: answer is {number!r}; answers are numbered from 1")
    if not isinstance(source, str):
        raise InputError(f'{where}: source is {source!r}; it must be a text, such as "user"')
    seconds = seconds_of(time) if isinstance(time, str) else None
    if seconds is None:
        raise InputError(f'{where}: time is {time!r}; it must be like "2023-11-14T22:13:20.5Z"')
    return Origin(number, source, seconds)
