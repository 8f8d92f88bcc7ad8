"""Clusterers, strategies and seedings by name, including those of other distributions."""

import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract, isclass, isroutine
from typing import Any

from jupyter_sscluster._validation import InputError

_BASES = {"clusterers": ("cluster", "fit_predict"), "strategies": ("active", "propose")}
_ROOMS = {"clusterers": "cluster", "strategies": "active", "seedings": "seeding"}
_SINGULAR = {"clusterers": "clusterer", "strategies": "strategy", "seedings": "seeding"}


def clusterers() -> dict[str, type]:
    """Clusterer classes by name, in menu order."""
    return _entries("clusterers")


def strategies() -> dict[str, type]:
    """Query strategy classes by name, in menu order."""
    return _entries("strategies")


def seedings() -> dict[str, Any]:
    """Seeding functions by name, in menu order."""
    return _entries("seedings")


def resolve(kind: str, name: Any) -> Any:
    """The catalogue entry of that name; anything but a string is returned as it is.

    Capitals, spaces, hyphens and underscores in the name do not matter, so that the class name
    and the title of the menu both work. `InputError` lists the known names if this is none.
    """
    if not isinstance(name, str):
        return name
    known = _entries(kind)
    wanted = _key(name)
    for key, entry in known.items():
        if wanted in (_key(key), _key(getattr(entry, "title", key))):
            return entry
    raise InputError(
        f"{_SINGULAR[kind]} {name!r} is not known; use one of {', '.join(map(repr, known))}, "
        "or pass an object of your own"
    )


def name_of(kind: str, entry: Any) -> str | None:
    """The catalogue name of a class, function or instance; None if it is not in the catalogue."""
    target = entry if isclass(entry) or kind == "seedings" else type(entry)
    for key, known in _entries(kind).items():
        if known is target:
            return key
    return None


def make(kind: str, name: Any, **params: Any) -> Any:
    """An instance: of the class with that name, of the class given, or the instance given.

    `InputError` if the name or a parameter is unknown, or the object cannot do the job.
    """
    entry = resolve(kind, name)
    if kind == "strategies" and isroutine(entry):
        entry = import_module("jupyter_sscluster.active").FunctionStrategy(entry)
    if not isclass(entry):
        entry = _checked(kind, entry)
        return entry.set_params(**params) if params else entry
    _checked(kind, entry)
    try:
        return entry(**params)
    except TypeError as error:
        default: Any = entry()
        known = ", ".join(sorted(default.get_params(deep=False)))
        raise InputError(
            f"{entry.__name__} does not take these parameters: {error}; it knows {known}"
        ) from error


def _checked(kind: str, entry: Any) -> Any:
    method = _BASES[kind][1]
    if not hasattr(entry, method) or not hasattr(entry, "get_params"):
        raise InputError(
            f"{_SINGULAR[kind]} {entry!r} cannot be used: it needs the methods {method} and "
            f"get_params; use one of {', '.join(map(repr, _entries(kind)))}"
        )
    return entry


def _entries(kind: str) -> dict[str, Any]:
    room = import_module(f"jupyter_sscluster.{_ROOMS[kind]}")
    found = {
        name.lower(): getattr(room, name)
        for name in room.__all__
        if _belongs(kind, getattr(room, name))
    }
    others = _of_others(kind, entry_points)
    return found | {name: entry for name, entry in others.items() if name not in found}


@cache
def _of_others(kind: str, find: Callable[..., Any]) -> dict[str, Any]:
    """What other distributions add; finding them reads the disk, so it is done once.

    One that cannot be used is left out with a warning: it must not keep ours from working.
    """
    found = {}
    for point in find(group=f"jupyter_sscluster.{kind}"):
        try:
            entry = point.load()
        except Exception as error:
            _warn_of(kind, point, f"{type(error).__name__}: {error}")
            continue
        if _belongs(kind, entry):
            found[point.name.lower()] = entry
        else:
            wanted = "a function" if kind == "seedings" else f"a class with {_BASES[kind][1]}"
            _warn_of(kind, point, f"{wanted} is needed")
    return found


def _warn_of(kind: str, point: EntryPoint, reason: str) -> None:
    package = point.dist.name if point.dist else point.module
    warnings.warn(
        f"{_SINGULAR[kind]} {point.name!r} of the package {package} cannot be used and is left "
        f"out: {point.value}: {reason}; update or remove that package",
        RuntimeWarning,
        stacklevel=2,
    )


def _belongs(kind: str, entry: Any) -> bool:
    if kind == "seedings":
        return callable(entry) and not isclass(entry)
    method = _BASES[kind][1]
    is_base = isclass(entry) and (isabstract(entry) or vars(entry).get("for_subclasses", False))
    return isclass(entry) and hasattr(entry, method) and not is_base


def _key(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
