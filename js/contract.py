"""Write the page's types from the kernel's: a file in js/src/contract/ for each contract module.

    python js/contract.py

The contract of a feature is `widget/features/<feature>/contract.py`; `widget/core/contract/` has
what features share. The files are not kept in git: the build writes them, and `make js`.
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


def written() -> dict[Path, str]:
    """What every file of the page's types has to hold, and one that names them all."""
    modules = sources()
    found = {
        TARGETS / f"{name}.ts": typescript(path.read_text("utf-8"))
        for name, path in modules.items()
    }
    names = "".join(f'export * from "./{name}";\n' for name in modules)
    return found | {TARGETS / "index.ts": f"{HEAD}\n{names}"}


def sources() -> dict[str, Path]:
    """The contract modules by the name of the file that is written of each."""
    shared = {path.stem: path for path in (WIDGET / "core" / "contract").glob("*.py")}
    shared.pop("__init__")
    features = {path.parent.name: path for path in (WIDGET / "features").glob("*/contract.py")}
    if twice := shared.keys() & features.keys():
        raise ValueError(f"{', '.join(twice)}: a contract of that name is in core and in features")
    return dict(sorted((shared | features).items()))


def typescript(source: str) -> str:
    """The types of a Python module, in the order in which they stand there."""
    parts = [HEAD]
    nodes = ast.parse(source).body
    if taken := [line for node in nodes if (line := _import(node))]:
        parts.append("".join(taken))
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            parts.append(_interface(node))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            parts.append(_alias(node.targets[0].id, _alternatives(node.value)))
    return "\n".join(parts)


def _import(node: ast.stmt) -> str | None:
    """Types that another file of the contract has."""
    if not isinstance(node, ast.ImportFrom) or not (place := _place(node.module or "")):
        return None
    names = sorted(one.name for one in node.names)
    line = f'import type {{ {", ".join(names)} }} from "./{place}";\n'
    if len(line) <= WIDTH + 1:
        return line
    return "import type {\n" + "".join(f"  {one},\n" for one in names) + f'}} from "./{place}";\n'


def _place(module: str) -> str | None:
    """The file in which the types of a module are; None of one that is no contract."""
    match module.split("."):
        case ["jupyter_sscluster", "widget", "core", "contract", name]:
            return name
        case ["jupyter_sscluster", "widget", "features", name, "contract"]:
            return name
    return None


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
