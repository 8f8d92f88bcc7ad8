"""Whether a value that travels is what the contract says, down to the last field."""

from __future__ import annotations

import math
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from jupyter_sscluster.widget.core.registry import declared

State = TypedDict(
    "State",
    {
        name: hint
        for part in declared("State")
        for name, hint in get_type_hints(part, include_extras=True).items()
    },
)
Message, Reply = (reduce(or_, declared(name)) for name in ("Message", "Reply"))
"""The contract as one: what the core and all features declare."""

PRIMITIVES = {int: (int,), float: (int, float), str: (str,), bool: (bool,), NoneType: (NoneType,)}


def faults(value: Any, wanted: Any, where: str = "") -> list[str]:
    """What differs, each with the place where it stands; empty if nothing does."""
    origin = get_origin(wanted)
    if origin in (NotRequired, Annotated):
        return faults(value, get_args(wanted)[0], where)
    if is_typeddict(wanted):
        return _object_faults(value, wanted, where)
    if origin is list:
        return _list_faults(value, [get_args(wanted)[0]] * _length(value), where)
    if origin is tuple:
        return _list_faults(value, list(get_args(wanted)), where)
    if origin in (UnionType, Union):
        return _union_faults(value, get_args(wanted), where)
    allowed = get_args(wanted) if origin is Literal else None
    return [] if _is_one_of(value, allowed, wanted) else [f"{where}: {value!r} is no {wanted}"]


def _is_one_of(value: Any, allowed: tuple[Any, ...] | None, wanted: Any) -> bool:
    if allowed is not None:
        return type(value) is str and value in allowed
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return type(value) in PRIMITIVES[wanted]


def _object_faults(value: Any, wanted: Any, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: {value!r} is no {wanted.__name__}"]
    fields = get_type_hints(wanted, include_extras=True)
    found = [f"{where}.{name}: not in the contract" for name in value if name not in fields]
    found += [
        f"{where}.{name}: missing"
        for name, field in fields.items()
        if name not in value and get_origin(field) is not NotRequired
    ]
    for name in fields.keys() & value.keys():
        found += faults(value[name], fields[name], f"{where}.{name}")
    return found


def _list_faults(value: Any, entries: list[Any], where: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or len(value) != len(entries):
        return [f"{where}: {value!r} is no list of {len(entries)}"]
    return [
        fault
        for place, (one, wanted) in enumerate(zip(value, entries, strict=True))
        for fault in faults(one, wanted, f"{where}[{place}]")
    ]


def _length(value: Any) -> int:
    return len(value) if isinstance(value, (list, tuple)) else 0


def _union_faults(value: Any, members: tuple[Any, ...], where: str) -> list[str]:
    """The faults against the member that fits best."""
    return min((faults(value, member, where) for member in members), key=len)
