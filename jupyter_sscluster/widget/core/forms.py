"""Menus and forms of parameters, built from what the classes declare."""

from typing import Any, cast

from jupyter_sscluster import _catalogue
from jupyter_sscluster._validation import (
    Anything,
    Choice,
    Either,
    Flag,
    InputError,
    Int,
    Nullable,
    Real,
)
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.engine.step_names import value_text
from jupyter_sscluster.widget.core.parameter_text import explained, label, option, refused

OTHERS, OWN = "Other packages", "Your own"
"""Groups of a menu that no class declares."""

ELSEWHERE = ("n_clusters", "random_state")
"""Parameters with a control or a meaning of their own in the session."""


def identifier(kind: str, chosen: Any) -> str:
    """The catalogue name of the object in use; its class name if it is the person's own."""
    return _catalogue.name_of(kind, chosen) or type(chosen).__name__


def menu(kind: str, chosen: Any) -> list[list[str]]:
    """Identifier, title, group and a line of help of each entry, the person's own object last."""
    known = _catalogue.clusterers() if kind == "clusterers" else _catalogue.strategies()
    entries = [
        [
            name,
            getattr(entry, "title", entry.__name__),
            str(getattr(entry, "menu_group", OTHERS)),
            _help(entry),
        ]
        for name, entry in known.items()
    ]
    groups = [*dict.fromkeys(group for _, _, group, _ in entries)]
    entries.sort(key=lambda entry: groups.index(entry[2]))
    if _catalogue.name_of(kind, chosen) is None:
        entries.append([identifier(kind, chosen), title_of(chosen), OWN, _help(type(chosen))])
    return entries


def _help(entry: type) -> str:
    """The first line of a class's own description."""
    return (vars(entry).get("__doc__") or "").strip().partition("\n")[0]


def form(estimator: Any) -> list[dict[str, Any]]:
    """One field for each parameter that a page can show and change."""
    values, kind = estimator.get_params(deep=False), cast(type, type(estimator))
    fields = []
    for name, rule in getattr(kind, "parameter_ranges", {}).items():
        control = None if name in ELSEWHERE else _control(rule)
        if control is None:
            continue
        control |= _shown(control, values[name])
        if control["type"] != "choice" or len(control["options"]) > 1:
            words = {"label": label(name), "help": explained(kind, name, rule)}
            fields.append({"name": name} | words | control)
    return fields


def _shown(control: dict[str, Any], value: Any) -> dict[str, Any]:
    """The value, and the names of a menu's options; what a page cannot hold is named."""
    if not _plain(value):
        value = value_text(value)
    if control["type"] != "choice":
        return {"value": value}
    options = control["options"] if value in control["options"] else [*control["options"], value]
    return {"value": value, "options": options, "option_names": [option(one) for one in options]}


def parsed(estimator: Any, name: str, value: Any) -> Any:
    """A value from the page as the parameter's rule wants it: text may stand for a number."""
    rule = getattr(type(estimator), "parameter_ranges", {}).get(name)
    if not isinstance(value, str) or rule is None or rule.check(value):
        return value
    text = value.strip()
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"": None, "none": None, "true": True, "false": False}.get(text.lower(), text)


def parsed_param(estimator: Any, name: str, value: Any) -> Any:
    """A parameter's value from the page, refused in the words of the form."""
    value = parsed(estimator, name, value)
    rule = getattr(type(estimator), "parameter_ranges", {}).get(name)
    if rule is not None and not rule.check(value):
        raise InputError(refused(name, value, rule))
    return value


def _control(rule: Any) -> dict[str, Any] | None:
    if isinstance(rule, Nullable):
        inner = _control(rule.rule)
        if inner is not None and inner["type"] == "choice":
            return inner | {"options": [None, *inner["options"]]}
        return None if inner is None else inner | {"nullable": True}
    if isinstance(rule, Either):
        return _either(rule)
    if isinstance(rule, Int):
        return {"type": "int", "low": rule.low, "high": rule.high}
    if isinstance(rule, Real):
        return {"type": "real", "low": rule.low, "high": rule.high}
    if isinstance(rule, Choice):
        return {"type": "choice", "options": list(rule.options)}
    return {"type": "flag"} if isinstance(rule, Flag) else None


def _either(rule: Either) -> dict[str, Any] | None:
    shown = [part for part in rule.rules if not isinstance(part, Anything)]
    if len(shown) == 1:
        return _control(shown[0])
    return {"type": "text"} if shown else None


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))
