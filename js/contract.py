"""Write the page's types from the kernel's: a file in js/src/contract/ for each contract module.

    python js/contract.py

The contract of a feature is `widget/features/<feature>/contract.py`; `widget/core/contract.py` has
what features share. What each of them calls `State`, `Message` and `Reply` is put together in
whole.ts. The files are not kept in git: the build writes them, and `make js`.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WIDGET = ROOT / "jupyter_sscluster" / "widget"
TARGETS = ROOT / "js" / "src" / "contract"
HEAD = """/** Written by js/contract.py from widget/: change it there. */
"""
NAMES = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null"}
WIDTH = 100
WHOLE = ("State", "Message", "Reply")


def written() -> dict[Path, str]:
    """What every file of the page's types has to hold, and one that names them all."""
    modules = {name: ast.parse(path.read_text("utf-8")).body for name, path in sources().items()}
    owners = {node_name: name for name, nodes in modules.items() for node_name in _named(nodes)}
    if len(owners) < sum(len(_named(nodes)) for nodes in modules.values()):
        raise ValueError("two contracts have types of one name; rename one of them")
    found = {TARGETS / f"{name}.ts": typescript(nodes, owners) for name, nodes in modules.items()}
    names = "".join(f'export * from "./{name}";\n' for name in [*modules, "whole"])
    whole = typescript(put_together([*modules.values()]), owners)
    return found | {TARGETS / "whole.ts": whole, TARGETS / "index.ts": f"{HEAD}\n{names}"}


def sources() -> dict[str, Path]:
    """The contract modules by the name of the file that is written of each."""
    features = {path.parent.name: path for path in (WIDGET / "features").glob("*/contract.py")}
    return dict(sorted(features.items())) | {"core": WIDGET / "core" / "contract.py"}


def put_together(modules: list[list[ast.stmt]]) -> list[ast.stmt]:
    """One `State` with the fields of all, and one union each of the messages and replies."""
    state = ast.parse('class State:\n    """Everything that the page shows, but for the labels."""')
    whole = state.body[0]
    assert isinstance(whole, ast.ClassDef)
    unions: dict[str, list[ast.expr]] = {"Message": [], "Reply": []}
    for node in (node for nodes in modules for node in nodes):
        if isinstance(node, ast.ClassDef) and node.name == "State":
            whole.body += [field for field in node.body if field is not node.body[0]]
        elif (name := _name(node)) in unions and isinstance(node, ast.Assign):
            unions[name].append(node.value)
    sums = [f"{name} = {' | '.join(map(ast.unparse, parts))}" for name, parts in unions.items()]
    return [whole, *ast.parse("\n".join(sums)).body]


def typescript(nodes: list[ast.stmt], owners: dict[str, str]) -> str:
    """The types of a module, in the order in which they stand there."""
    own = set(_named(nodes))
    nodes = [node for node in nodes if _name(node) in own or not own]
    used = {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}
    taken: dict[str, list[str]] = {}
    for name in sorted(used & owners.keys() - own):
        taken.setdefault(owners[name], []).append(name)
    parts = [HEAD]
    if taken:
        parts.append("".join(_import(taken[place], place) for place in sorted(taken)))
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            parts.append(_interface(node))
        elif isinstance(node, ast.Assign):
            parts.append(_alias(_name(node), _alternatives(node.value)))
    return "\n".join(parts)


def _name(node: ast.stmt) -> str:
    """The name of a type; empty for anything else."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return node.name if isinstance(node, ast.ClassDef) else ""


def _named(nodes: list[ast.stmt]) -> list[str]:
    """The types of a module, but for those that are put together."""
    return [name for node in nodes if (name := _name(node)) and name not in WHOLE]


def _import(names: list[str], place: str) -> str:
    line = f'import type {{ {", ".join(names)} }} from "./{place}";\n'
    if len(line) <= WIDTH + 1:
        return line
    return "import type {\n" + "".join(f"  {one},\n" for one in names) + f'}} from "./{place}";\n'


def _alias(name: str, alternatives: list[str]) -> str:
    line = f"export type {name} = {' | '.join(alternatives)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"export type {name} =" + "".join(f"\n  | {one}" for one in alternatives) + ";\n"


def _interface(node: ast.ClassDef) -> str:
    lines = _comment(ast.get_docstring(node), "")
    bases = [
        base.id for base in node.bases if isinstance(base, ast.Name) and base.id != "TypedDict"
    ]
    lines.append(f"export interface {node.name} {''.join(f'extends {b} ' for b in bases)}{{")
    for place, field in enumerate(node.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            lines += _comment(_text_after(node.body, place), "  ")
            lines += _field(field.target.id, field.annotation)
    return "\n".join([*lines, "}", ""])


def _field(name: str, annotation: ast.expr) -> list[str]:
    optional = ""
    if isinstance(annotation, ast.Subscript) and _is(annotation.value, "NotRequired"):
        annotation, optional = annotation.slice, "?"
    alternatives = _alternatives(annotation)
    line = f"  {name}{optional}: {' | '.join(alternatives)};"
    if len(line) <= WIDTH:
        return [line]
    *most, last = alternatives
    return [f"  {name}{optional}:", *(f"    | {one}" for one in most), f"    | {last};"]


def _comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


def _text_after(body: list[ast.stmt], place: int) -> str | None:
    """The string that stands under a field."""
    following = body[place + 1] if place + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        return str(following.value.value)
    return None


def _alternatives(node: ast.expr) -> list[str]:
    """A type as the members of its union, each once: `int | float` is one `number`."""
    if isinstance(node, ast.BinOp):
        return list(dict.fromkeys([*_alternatives(node.left), *_alternatives(node.right)]))
    if isinstance(node, ast.Subscript) and _is(node.value, "Annotated"):
        return _alternatives(_entries(node.slice)[0])
    if isinstance(node, ast.Subscript) and _is(node.value, "Literal"):
        return [
            f'"{entry.value}"' for entry in _entries(node.slice) if isinstance(entry, ast.Constant)
        ]
    return [_type(node)]


def _type(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return NAMES[str(node.value)]
    if isinstance(node, ast.Name):
        return NAMES.get(node.id, node.id)
    if isinstance(node, ast.Subscript) and _is(node.value, "tuple"):
        return f"[{', '.join(' | '.join(_alternatives(one)) for one in _entries(node.slice))}]"
    if isinstance(node, ast.Subscript) and _is(node.value, "list"):
        entry = _alternatives(node.slice)
        return f"{entry[0]}[]" if len(entry) == 1 else f"({' | '.join(entry)})[]"
    raise ValueError(f"no TypeScript is known for {ast.unparse(node)}; add it to js/contract.py")


def _entries(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def write() -> None:
    """Bring the folder up to date; a file that says what it has to is left alone."""
    TARGETS.mkdir(exist_ok=True)
    files = written()
    for path in set(TARGETS.glob("*.ts")) - files.keys():
        path.unlink()
    for path, text in files.items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
