"""Docstrings as they are written here, made ready for Sphinx."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import Any

from sphinx import addnodes

import jupyter_sscluster

PACKAGE = "jupyter_sscluster"
RAISED = re.compile(r"[_^](?:\{((?:[^{}]|\{[^{}]*\})*)\}|([A-Za-z0-9]+(?:'[A-Za-z0-9]+)?))")
"""What is set lower or higher: in braces, one pair of which may be inside, or a word."""
UNDERLINE = re.compile(r"-{3,}$")
CODE = re.compile(r"(``.+?``|`[^`]+`_?)")
EMPHASIS = re.compile(r"(?<!\w)\*(?![\s*])[^*\n]+?(?<![\s*])\*(?!\w)")
PROSE = {"", "Notes", "References"}


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls to load this file as an extension."""
    app.connect("autodoc-process-docstring", _process, priority=100)
    app.connect("autodoc-process-docstring", _rejoin, priority=900)
    app.connect("autodoc-skip-member", _skip)
    app.connect("doctree-read", _types)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def rooms() -> list[str]:
    """The rooms of the package."""
    return [room.name for room in iter_modules(jupyter_sscluster.__path__) if room.ispkg]


def folders() -> str:
    """The folders inside each module, with the first sentence of their docstrings, as a table."""
    found = walk_packages(jupyter_sscluster.__path__, f"{PACKAGE}.")
    inner = [each.name for each in found if each.ispkg and each.name.count(".") > 1]
    rows = [
        f"| `{name.removeprefix(f'{PACKAGE}.').replace('.', '/')}/` | {_summary(name)} |"
        for name in inner
    ]
    return "\n".join(["| folder | contents |", "|---|---|", *rows])


def _summary(module: str) -> str:
    text = import_module(module).__doc__ or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


@cache
def exports() -> dict[str, str]:
    """Where each public name is exported; the first room counts where there are two."""
    found: dict[str, str] = {}
    for room in rooms():
        for name in import_module(f"{PACKAGE}.{room}").__all__:
            found.setdefault(name, f"{PACKAGE}.{room}.{name}")
    return found


def readable(lines: list[str]) -> list[str]:
    """The lines of a docstring as reStructuredText: formulas typeset, signs escaped."""
    made: list[str] = []
    section, code, formula = "", False, False
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if UNDERLINE.match(following):
            section = line.strip()
        if line.startswith(">>>") and not code and section not in {*PROSE, "Examples"}:
            made += ["Examples", "--------"]
            section = "Examples"
        code = (code or line.lstrip().startswith(">>>")) and bool(line.strip())
        inside = section in PROSE and line.startswith("    ") and not code
        if inside and not formula and not (made and made[-1].strip()):
            made += [".. raw:: html", ""]
            formula = True
        elif line.strip() and not inside:
            if formula and made[-1].strip():
                made.append("")
            formula = False
        if formula and line.strip():
            made.append(f'    <div class="formula">{typeset(line.strip())}</div>')
            continue
        made.append(line if code or formula or UNDERLINE.match(line) else escaped(line))
    return _with_inherited(made)


def typeset(formula: str) -> str:
    """A formula as HTML: what follows _ and ^ is set below and above, a letter or in braces.

    >>> typeset("‖x_i - μ_{c_i}‖² <= w^t_ij")
    '‖x<sub>i</sub> - μ<sub>c<sub>i</sub></sub>‖² &lt;= w<sup>t</sup><sub>ij</sub>'
    """
    made, at = "", 0
    while at < len(formula):
        found = RAISED.match(formula, at) if at and not formula[at - 1].isspace() else None
        if not found:
            made, at = made + escape(formula[at]), at + 1
            continue
        tag, at = ("sub" if formula[at] == "_" else "sup"), found.end()
        inner = found[1] or found[2]
        made += f"<{tag}>{typeset(inner)}</{tag}>"
    return made


def escaped(line: str) -> str:
    """A line of prose in which only what is meant as markup is markup."""
    parts = CODE.split(line)
    return "".join(_code(part) if n % 2 else _escaped(part) for n, part in enumerate(parts))


def _code(part: str) -> str:
    """What stands in backticks: a link where it is exported under that name, else code."""
    name = part.strip("`")
    target = exports().get(name)
    return f":py:obj:`{name} <{target}>`" if target else f"``{name}``"


def _escaped(text: str) -> str:
    bullet = re.match(r"\s*\* ", text)
    head = bullet[0] if bullet else ""
    body, made, last = text[len(head) :], head, 0
    for kept in EMPHASIS.finditer(body):
        made += _signs(body[last : kept.start()]) + kept[0]
        last = kept.end()
    return made + _signs(body[last:])


def _signs(text: str) -> str:
    text = re.sub(r"^(\s*)([+-] )", r"\1\\\2", re.sub(r"([*|])", r"\\\1", text))
    return re.sub(r"(?<=\w)_(?!\w)", r"\\_", text)


def _with_inherited(lines: list[str]) -> list[str]:
    """What stands over a list of attributes, such as that a base has more, as a sentence."""
    for number, line in enumerate(lines):
        if UNDERLINE.match(line) and number + 1 < len(lines):
            first = lines[number + 1]
            if re.match(r"Those of .*,? and$", first):
                said = first.removesuffix(" and").rstrip(",") + ", and those below."
                head = ["**Attributes:** " + said[0].lower() + said[1:], ""]
                rest = lines[number + 2 :]
                while rest and not rest[0].strip():
                    rest = rest[1:]
                head_at = next(n for n, each in enumerate(lines) if UNDERLINE.match(each)) - 1
                return [*lines[:head_at], *head, *lines[head_at : number + 1], *rest]
    return lines


def _process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = readable([*lines])


def _rejoin(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Put back what napoleon has taken for the type of a property: all before the first colon."""
    if what not in {"property", "attribute"}:
        return
    for number, line in enumerate(lines):
        if line.startswith(":type: "):
            del lines[number]
            lines[0] = f"{line.removeprefix(':type: ')}: {lines[0]}"
            return


def _skip(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Members that come from other packages are described there."""
    target = getattr(obj, "fget", obj)
    module = getattr(target, "__module__", None)
    if module is not None and not module.startswith(PACKAGE):
        return True
    return None


def _types(app: Any, doctree: Any) -> None:
    """A type is a link where it is exported under that name; Sphinx would guess at the others."""
    for node in [*doctree.findall(addnodes.pending_xref)]:
        if node.get("refspecific") and node.get("refdomain") == "py":
            target = exports().get(node["reftarget"])
            if target is None:
                node.replace_self(node.children)
            else:
                node["reftarget"], node["refspecific"] = target, False
