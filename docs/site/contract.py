"""The page of the reference that lists what kernel and page send each other.

Made from the `contract.py` of the widget's core and features, from which the types of the page are
written, too. A third party that draws a view of its own reads here what it receives.
"""

from __future__ import annotations

import ast
from pathlib import Path

import jupyter_sscluster

WIDGET = Path(jupyter_sscluster.__file__).parent / "widget"
HEAD = """# What kernel and page send each other

The types of the widget's state, of the messages that the page sends, and of the replies. They are
internal: a minor release may change them. The files of a session are not among them.
"""


def sources() -> dict[str, Path]:
    """The contract of the core, then those of the features by name."""
    features = sorted((WIDGET / "features").glob("*/contract.py"))
    return {"core": WIDGET / "core" / "contract.py"} | {path.parent.name: path for path in features}


def page() -> str:
    """The Markdown of the page."""
    parts = [HEAD]
    for name, path in sources().items():
        tree = ast.parse(path.read_text("utf-8"))
        parts.append(f"## {name}\n\n{_first(ast.get_docstring(tree))}\n")
        parts += [text for node in tree.body if (text := _type(node))]
    return "\n".join(parts)


def _type(node: ast.stmt) -> str:
    """A type of a contract as a table of its fields, or as what it stands for."""
    if isinstance(node, ast.ClassDef):
        rows = [_row(node.body, place) for place in range(len(node.body))]
        fields = [row for row in rows if row]
        head = f"**`{node.name}`** {_first(ast.get_docstring(node))}\n"
        return "\n".join([head, "| field | type | meaning |", "|---|---|---|", *fields, ""])
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return f"**`{node.targets[0].id}`** is `{ast.unparse(node.value)}`.\n"
    return ""


def _row(body: list[ast.stmt], place: int) -> str:
    """A field with its type and the words below it."""
    field = body[place]
    if not (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)):
        return ""
    below = body[place + 1] if place + 1 < len(body) else None
    words = ""
    if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
        words = _first(str(below.value.value))
    kind = ast.unparse(field.annotation).replace("|", "\\|")
    return f"| `{field.target.id}` | `{kind}` | {words} |"


def _first(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")
