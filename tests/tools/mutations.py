"""Small faults that a program could have: each a place in a source file and what to put there.

What is changed: arithmetic, comparisons, logic, signs, numbers, truth values, the condition
of a choice, smallest and largest, a call whose effect is dropped. What is not, as no test should
notice: sentences, annotations, decorators, defaults, and numbers at the top of a file, which are
limits of size and time.

>>> source = "def f(a, b):\\n    return a + 1 if a < b else -b\\n"
>>> for site in sites(source):
...     print(" | ".join(f"{m.before} → {m.after}" for m in site))
a + 1 if a < b else -b → a + 1 if not a < b else -b
a < b → a <= b | a < b → a >= b
a + 1 → a - 1
1 → 2
-b → b
>>> applied(source, sites(source)[2][0]).splitlines()[1]
'    return (a - 1) if a < b else -b'
"""

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

ARITHMETIC: dict[type[ast.operator], list[type[ast.operator]]] = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.BitXor: [ast.BitAnd],
    ast.LShift: [ast.RShift],
    ast.RShift: [ast.LShift],
}
COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.GtE],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
OPPOSITES = [("min", "max"), ("argmin", "argmax"), ("minimum", "maximum"), ("any", "all")]
OPPOSITE = {a: b for pair in OPPOSITES for a, b in (pair, pair[::-1])}


class Mutant(NamedTuple):
    """A change: bytes `start` to `end` become `text`; `function` is the first line of the def."""

    line: int
    function: int
    start: int
    end: int
    text: str
    before: str
    after: str


def sites(source: str) -> list[list[Mutant]]:
    """The places in a source that may be changed, with one or more changes each."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for function, node in _within_functions(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = " ".join(data[start:end].decode().split())
        site = []
        for changed in _changes(node):
            after = ast.unparse(changed)
            text = f"({after})" if isinstance(changed, ast.expr) else after
            site.append(Mutant(node.lineno, function, start, end, text, before, after))
        if site:
            found.append(site)
    return found


def applied(source: str, mutant: Mutant) -> str:
    """The source with one change."""
    data = source.encode()
    return (data[: mutant.start] + mutant.text.encode() + data[mutant.end :]).decode()


def _within_functions(tree: ast.AST, function: int = 0) -> Iterator[tuple[int, ast.AST]]:
    """Statements and expressions that are run when a function is, each with its function."""
    for child in _children(tree):
        inner = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = min([child.lineno, *(d.lineno for d in child.decorator_list)])
        elif inner and isinstance(child, ast.expr | ast.stmt):
            yield inner, child
        yield from _within_functions(child, inner)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node, less those that say nothing of what is computed."""
    if isinstance(node, ast.Raise | ast.JoinedStr):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from node.body
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "ctx"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.keyword) and part.arg in ("stacklevel", "strict"):
                continue
            if isinstance(part, ast.AST):
                yield part


def _changes(node: ast.AST) -> list[ast.AST]:
    """What a node might have been by mistake."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        others = ARITHMETIC.get(type(node.op), [])
        return [_with(node, op=other()) for other in others if not _is_text(node)]
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return [_with(node, ops=[other()]) for other in COMPARISONS[type(node.ops[0])]]
    if isinstance(node, ast.BoolOp):
        return [_with(node, op=ast.And() if isinstance(node.op, ast.Or) else ast.Or())]
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        return [node.operand]
    if isinstance(node, ast.IfExp):
        return [_with(node, test=ast.UnaryOp(ast.Not(), node.test))]
    return _changes_of_values(node)


def _changes_of_values(node: ast.AST) -> list[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return [ast.Constant(not node.value)]
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return [ast.Constant(node.value + 1)]
    if isinstance(node, ast.Name) and node.id in OPPOSITE:
        return [ast.Name(OPPOSITE[node.id])]
    if isinstance(node, ast.Attribute) and node.attr in OPPOSITE:
        return [_with(node, attr=OPPOSITE[node.attr])]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return [ast.Pass()]
    return []


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether sentences are put together here."""
    ends = [node.value] if isinstance(node, ast.AugAssign) else [node.left, node.right]
    return any(
        isinstance(end, ast.JoinedStr)
        or (isinstance(end, ast.Constant) and isinstance(end.value, str))
        for end in ends
    )


def _with(node: ast.AST, **changes: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed
