"""No file imports, by whatever way, one that imports it: not for types alone either."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "jupyter_sscluster"
PARTS = "jupyter_sscluster.cluster._parts."
BELOW_PARTS = ("jupyter_sscluster.cluster.errors", "jupyter_sscluster.cluster.fit.watching")


def modules(package: Path) -> dict[str, Path]:
    """Files by their dotted names; a folder has that of its `__init__.py`."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in package.rglob("*.py")
    }


def imports(package: Path) -> dict[str, set[str]]:
    """What each file of a package imports of the others, wherever in the file it stands."""
    found = modules(package)
    graph = {}
    for name, path in found.items():
        folder = path.relative_to(package.parent).with_suffix("").parts
        wanted = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                origin = [*folder[: -node.level]] if node.level else []
                module = ".".join([*origin, *([node.module] if node.module else [])])
                each = {f"{module}.{alias.name}" for alias in node.names}
                wanted |= {name if name in found else module for name in each}
        graph[name] = {other for other in wanted if other in found} - {name}
    return graph


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The files of one circle, the first again at the end; none if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def between(graph: dict[str, set[str]], prefix: str) -> dict[str, set[str]]:
    """The graph of the folders under a prefix."""
    folders: dict[str, set[str]] = {}
    for name, others in graph.items():
        if name.startswith(prefix):
            home = name.removeprefix(prefix).partition(".")[0]
            away = {o.removeprefix(prefix).partition(".")[0] for o in others if prefix in o}
            folders.setdefault(home, set()).update(away - {home})
    return folders


def test_no_file_is_in_a_circle():
    assert circle(imports(PACKAGE)) == []


def test_no_folder_of_parts_is_in_a_circle():
    assert circle(between(imports(PACKAGE), PARTS)) == []


def test_parts_import_no_estimator():
    above = {
        f"{name} imports {other}"
        for name, others in imports(PACKAGE).items()
        if name.startswith(PARTS)
        for other in others
        if other.startswith("jupyter_sscluster.cluster")
        if not other.startswith((PARTS, *BELOW_PARTS))
    }
    assert above == set()


def test_circles_are_found(tmp_path):
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "a.py").write_text("from .b import f\n")
    (package / "b.py").write_text("def f():\n    from toy import c\n")
    (package / "c.py").write_text("if TYPE_CHECKING:\n    import toy.a\n")
    assert set(circle(imports(package))) == {"toy.a", "toy.b", "toy.c"}
    (package / "c.py").write_text("from .d import g\n")
    (package / "d.py").touch()
    assert circle(imports(package)) == []
    assert circle(between({"p.x.a": {"p.y.a"}, "p.y.b": {"p.x.b"}}, "p.")) != []
