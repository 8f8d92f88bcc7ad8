"""Write values as Python expressions, with the imports they need."""

import inspect
import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.compose import make_column_selector

from jupyter_sscluster import _catalogue

WIDTH = 46
"""Columns that a line of code takes on the page."""

ROOMS = {"clusterers": "cluster", "strategies": "active", "seedings": "seeding"}
PACKAGE = "jupyter_sscluster"


class Script:
    """Turns values into expressions, and collects what these need.

    `rooms` are packages of ours that are named, `imports` further import lines, `remarks` what
    cannot be written as code, `lines` define arrays used as arguments.
    """

    def __init__(self) -> None:
        self.rooms: set[str] = set()
        self.imports: set[str] = set()
        self.remarks: list[str] = []
        self.lines: list[str] = []

    def head(self) -> list[str]:
        """The lines of imports."""
        ours = f"from {PACKAGE} import {', '.join(sorted(self.rooms))}"
        return [*sorted(self.imports), *([ours] if self.rooms else [])]

    def value(self, value: Any) -> str:
        """One value."""
        if isinstance(value, np.generic):
            value = value.item()
        if isinstance(value, float) and not np.isfinite(value):
            return f'float("{value}")'
        if value is None or isinstance(value, (bool, int, float, str)):
            return repr(value)
        if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
            return self._array(value)
        if isinstance(value, (list, tuple)):
            inside = [self.value(one) for one in value]
            comma = "," if len(inside) == 1 and isinstance(value, tuple) else ""
            return ("[{}]" if isinstance(value, list) else "({}" + comma + ")").format(
                ", ".join(inside)
            )
        if isinstance(value, slice):
            ends = [self.value(end) for end in (value.start, value.stop, value.step)]
            return f"slice({', '.join(ends if value.step is not None else ends[:2])})"
        return self._object(value)

    def estimator(self, estimator: Any) -> tuple[str, list[str]]:
        """Class and arguments of an estimator that differ from its defaults."""
        own = inspect.signature(type(estimator)).parameters
        arguments = []
        for place, (name, value) in enumerate(_ordered(own, estimator.get_params(deep=False))):
            default = own[name].default if name in own else inspect.Parameter.empty
            if name != "n_clusters" and _same(value, default):
                continue
            first = place == 0 and name == "n_clusters"
            free = first and own[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
            text = name if self._set_apart(name, value) else self.value(value)
            arguments.append(text if free else f"{name}={text}")
        return self._name("clusterers", type(estimator)), arguments

    def _set_apart(self, name: str, value: Any) -> bool:
        """Give a table a name and lines of its own; whether it is one."""
        if not isinstance(value, np.ndarray) or value.ndim != 2 or not np.isfinite(value).all():
            return False
        self.imports.add("import numpy as np")
        self.lines.append(f"{name} = np.array([")
        for row in value.tolist():
            self.lines += [f"    {line}" for line in filled("[", list(map(repr, row)), "],")]
        self.lines.append("])")
        return True

    def _array(self, value: np.ndarray) -> str:
        self.imports.add("import numpy as np")
        usual = value.dtype in (np.dtype(float), np.dtype(int), np.dtype(bool))
        kind = "" if usual else f", dtype={value.dtype.str!r}"
        finite = value.dtype.kind != "f" or np.isfinite(value).all()
        listed = repr(value.tolist()) if finite else self.value(value.tolist())
        return f"np.array({listed}{kind})"

    def _object(self, value: Any) -> str:
        if hasattr(value, "get_params") and not isinstance(value, type):
            name, arguments = self.estimator(value)
            return f"{name}({', '.join(arguments)})"
        if getattr(value, "__name__", "") == "<lambda>":
            return self._placeholder("a lambda")
        if callable(value) and hasattr(value, "__qualname__"):
            return self._name("seedings", value)
        if type(value) is make_column_selector:
            return self._selector(value)
        return self._placeholder(f"a {type(value).__name__}")

    def _selector(self, value: Any) -> str:
        """Columns by the pattern of their names and the types of their values."""
        given = {"pattern": value.pattern, "dtype_include": value.dtype_include}
        given["dtype_exclude"] = value.dtype_exclude
        arguments = [f"{key}={self.value(one)}" for key, one in given.items() if one is not None]
        self.imports.add("from sklearn.compose import make_column_selector")
        return f"make_column_selector({', '.join(arguments)})"

    def _placeholder(self, what: str) -> str:
        """`...` for a value that only the user's code defines, and a remark."""
        self.remarks.append(f"{what} cannot be written as code: put your own for ...")
        return "..."

    def _name(self, kind: str, thing: Any) -> str:
        """What a class or a function is called here, once it is imported."""
        if _catalogue.name_of(kind, thing) and thing.__module__.startswith(f"{PACKAGE}."):
            self.rooms.add(ROOMS[kind])
            return f"{ROOMS[kind]}.{thing.__name__}"
        if thing.__module__ == "__main__" or "<" in thing.__qualname__:
            self.remarks.append(f"{thing.__name__} is your own: define it above")
        else:
            outer = thing.__qualname__.split(".")[0]
            self.imports.add(f"from {public_module(thing.__module__, outer)} import {outer}")
        return str(thing.__qualname__.rpartition(">.")[2])


def public_module(module: str, name: str) -> str:
    """Where a name is to be imported from: the package above a module with an underscore.

    >>> public_module("sklearn.impute._base", "SimpleImputer")
    'sklearn.impute'
    """
    package = re.split(r"\._", module)[0]
    own, theirs = (getattr(sys.modules.get(place), name, None) for place in (module, package))
    return package if own is theirs else module


def _ordered(own: Any, params: dict[str, Any]) -> list[tuple[str, Any]]:
    """Parameters in the order in which the class takes them, K first."""
    names = [name for name in own if name in params]
    return [(name, params[name]) for name in [*names, *sorted(set(params) - set(names))]]


def _same(value: Any, default: Any) -> bool:
    if value is default:
        return True
    plain = (bool, int, float, str, tuple)
    return isinstance(value, plain) and type(value) is type(default) and bool(value == default)


def filled(head: str, items: Sequence[str], tail: str, indent: int | None = None) -> list[str]:
    """`head`, the items with commas, `tail`, in lines of `WIDTH` columns.

    >>> filled("must = [", ["(0, 1)", "(2, 3)"], "]")
    ['must = [(0, 1), (2, 3)]']
    """
    whole = f"{head}{', '.join(items)}{tail}"
    if len(whole) <= WIDTH:
        return [whole]
    lines, margin = [head], " " * (len(head) if indent is None else indent)
    if indent is not None:
        lines.append(margin)
    for place, item in enumerate(items):
        piece = item + (tail if place == len(items) - 1 else ",")
        if len(lines[-1]) + len(piece) + 1 > WIDTH and lines[-1] not in (head, margin):
            lines.append(margin)
        lines[-1] += piece if lines[-1] in (head, margin) else f" {piece}"
    return lines
