"""Converts between rows of all data (Python) and places of the rows shown (page).

The contract marks the fields that are points. If all rows are shown, nothing changes.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints, is_typeddict

from jupyter_sscluster._validation import check_count
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core import registry
from jupyter_sscluster.widget.core.contract import Point

Change = Callable[[int], int]
Walk = Callable[[Any, Change], Any]


def state_by_place(shown: Sample, state: dict[str, Any]) -> dict[str, Any]:
    """The state with every point by its place."""
    return state if shown.all else _object(_state_fields(), state, shown.place)


def reply_by_place(shown: Sample, reply: Any) -> Any:
    """A reply with every point by its place."""
    return reply if shown.all else _by_type("Reply", reply, shown.place)


def message_by_row(shown: Sample, message: Any) -> Any:
    """A message of the page with the row of every point; places that do not exist are refused."""

    def row(place: int) -> int:
        return shown.row(check_count(place, "point", 0, len(shown) - 1))

    return message if shown.all else _by_type("Message", message, row)


def _by_type(kinds: str, value: Any, change: Change) -> Any:
    """A message or a reply, gone through as the contract has it for its `type`."""
    kind = value.get("type") if isinstance(value, Mapping) else None
    fields = _fields_by_type(kinds).get(kind, {}) if isinstance(kind, str) else {}
    return _object(fields, value, change)


@cache
def _state_fields() -> dict[str, Walk]:
    """The keys of the state in which points are."""
    return {name: walk for kind in registry.declared("State") for name, walk in _fields(kind)}


@cache
def _fields_by_type(kinds: str) -> dict[Any, dict[str, Walk]]:
    """For each `type` the fields in which points are."""
    found: dict[Any, dict[str, Walk]] = {}
    for kind in registry.declared(kinds):
        for name in get_args(get_type_hints(kind)["type"]):
            found.setdefault(name, {}).update(_fields(kind))
    return found


def _fields(kind: Any) -> list[tuple[str, Walk]]:
    """The fields of a type in which points are, and how to go through them."""
    hints = get_type_hints(kind, include_extras=True)
    return [(name, walk) for name in hints if (walk := _walk(hints[name])) is not None]


@cache
def _walk(kind: Any) -> Walk | None:
    """How to go through a value of this type; None where no points are in it."""
    if kind == Point:
        return _point
    if is_typeddict(kind):
        fields = dict(_fields(kind))
        return (lambda value, change: _object(fields, value, change)) if fields else None
    origin, parts = get_origin(kind), [_walk(part) for part in get_args(kind)]
    found = [walk for walk in parts if walk is not None]
    if not found or origin is Annotated:
        return None
    if origin is tuple:
        return lambda value, change: _several(parts, value, change)
    if origin is list:
        return lambda value, change: _several(found * _length(value), value, change)
    return lambda value, change: _any(found, value, change)


def _any(walks: list[Walk], value: Any, change: Change) -> Any:
    """A value of a union, or an optional one: each walk leaves other types alone."""
    for walk in walks:
        value = walk(value, change)
    return value


def _point(value: Any, change: Change) -> Any:
    """Whatever is no whole number is left to whoever reads it."""
    return change(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _object(fields: Mapping[str, Walk], value: Any, change: Change) -> Any:
    if not isinstance(value, Mapping):
        return value
    changed = {name: fields[name](value[name], change) for name in fields if name in value}
    return {**value, **changed}


def _several(walks: Sequence[Walk | None], value: Any, change: Change) -> Any:
    if _length(value) != len(walks) or not isinstance(value, (list, tuple)):
        return value
    return [
        one if walk is None else walk(one, change) for walk, one in zip(walks, value, strict=True)
    ]


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (list, tuple)) else 0
