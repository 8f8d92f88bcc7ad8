"""Pages of the API reference: one for each module and one for each public name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import contract
import methods
from docstrings import PACKAGE, exports, rooms

ROOT = "reference"

TASKS = {
    "Answer": "answer answer_many place sort noise remove replace undo redo",
    "Ask": "ask propose propose_placement propose_sorting question questions proposals preview "
    "run_oracle",
    "See the result": "labels clusters history answers constraints problem notes",
    "Check it": "check review stopping compare trace annotators helpers",
    "Choose a method": "clusterer set_clusterer strategy set_strategy n_clusters set_n_clusters "
    "set_params default_soft fitted_clusterer",
    "Fit": "fit is_fitting wait cancel subscribe",
    "Save": "save load path close export_model",
    "The data": "X names feature_names n_samples rows sample preprocess nearest",
}
"""The members of `Session` by what one wants to do."""


def pages() -> dict[str, str]:
    """The Markdown of every page, by its path without the ending."""
    listed = rooms()
    made = {f"{ROOT}/index": _index(listed), f"{ROOT}/messages": contract.page()}
    for room in listed:
        names = import_module(f"{PACKAGE}.{room}").__all__
        own = [name for name in names if place(room, name) == f"{ROOT}/{room}/{name}"]
        made[f"{ROOT}/{room}/index"] = _room(room, names, own)
        made |= {place(room, name): _page(room, name) for name in own}
    return made


def place(room: str, name: str) -> str:
    """The page that describes an export: that of its method where it is one."""
    entry = getattr(import_module(f"{PACKAGE}.{room}"), name)
    for kind in methods.KINDS:
        for key, known in methods.entries(kind).items():
            if known is entry:
                return f"methods/{kind}/{key}"
    home = exports()[name].split(".")[1]
    return f"{ROOT}/{home}/{name}"


def _index(listed: list[str]) -> str:
    rows = [
        f"| [{room}]({room}/index.md) | {_first(_module(room))} | {_links(room)} |"
        for room in listed
    ]
    toc = ["```{toctree}", ":hidden:", "", *(f"{room}/index" for room in listed), "messages", "```"]
    head = [
        "# API reference",
        "",
        "All public names, by module.",
        "",
        "| module | contents | names |",
        "|---|---|---|",
    ]
    last = "[What kernel and page send each other](messages.md): internal types of the widget."
    return "\n".join([*head, *rows, "", last, "", *toc, ""])


def _links(room: str) -> str:
    """A link to the page of each name that a module exports."""
    return ", ".join(f"[{name}](../{place(room, name)}.md)" for name in _module(room).__all__)


def _room(room: str, names: list[str], own: list[str]) -> str:
    module = _module(room)
    rows = [
        f"| [{name}](../../{place(room, name)}.md) | {_first(getattr(module, name))} |"
        for name in names
    ]
    toc = ["```{toctree}", ":hidden:", "", *own, "```"] if own else []
    text = (inspect.getdoc(module) or "").replace("`", "``").replace("````", "``")
    head = [f"# {PACKAGE}.{room}", "", text, "", "| name | summary |", "|---|---|"]
    return "\n".join([*head, *rows, "", *toc, ""])


def _page(room: str, name: str) -> str:
    entry = getattr(_module(room), name)
    if not callable(entry):
        return f"# {name}\n\n`{PACKAGE}.{room}.{name}`: {_value(entry)}\n"
    directive = "autofunction"
    if inspect.isclass(entry):
        directive = "autoexception" if issubclass(entry, Exception) else "autoclass"
    tasks = f"{_tasks()}\n\n" if name == "Session" else ""
    return (
        f"# {name}\n\n{tasks}```{{eval-rst}}\n.. currentmodule:: {PACKAGE}.{room}\n\n"
        f".. {directive}:: {name}\n```\n"
    )


def _tasks() -> str:
    """A table that leads from a task to the members of `Session`."""
    link = "{{py:obj}}`{0} <" + PACKAGE + ".session.Session.{0}>`"
    rows = [
        f"| {task} | {', '.join(link.format(each) for each in members.split())} |"
        for task, members in TASKS.items()
    ]
    return "\n".join(["| task | members |", "|---|---|", *rows])


def _module(room: str) -> Any:
    return import_module(f"{PACKAGE}.{room}")


def _value(thing: Any) -> str:
    """What a constant is, as its type's docstring says nothing about it."""
    if isinstance(thing, Mapping):
        return "a mapping with the keys " + ", ".join(f"`{key!r}`" for key in thing) + "."
    return f"a value of type `{type(thing).__name__}`."


def _first(thing: Any) -> str:
    if not callable(thing) and not inspect.ismodule(thing):
        return _value(thing)
    return methods.first_sentence(thing).replace("|", "\\|")
