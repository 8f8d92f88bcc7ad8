"""Imports point one way, and what begins with an underscore is for its own room alone."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "jupyter_sscluster"
FACE = {"ipywidgets", "anywidget", "bqplot", "traitlets", "IPython"}
FLOOR = {
    "_arrays",
    "_threads",
    "_data_frames",
    "_column_errors",
    "_validation",
    "_linalg",
    "_number_text",
    "_farthest_pair",
    "_row_metric",
    "_catalogue",
    "_sparse_rows",
    "_label_columns",
    "_annotated_data",
}
MAY_IMPORT = {
    "_arrays": set(),
    "_threads": set(),
    "_data_frames": set(),
    "_column_errors": {"_data_frames", "_label_columns"},
    "_validation": {"_data_frames", "_column_errors"},
    "_linalg": {"_arrays"},
    "_number_text": set(),
    "_farthest_pair": {"_arrays", "_linalg"},
    "_row_metric": {"_arrays", "_validation"},
    "_catalogue": {"_validation"},
    "_sparse_rows": {"_arrays", "_linalg", "_validation"},
    "_label_columns": {"_data_frames"},
    "_annotated_data": {"_arrays", "_data_frames", "_validation"},
    "datasets": FLOOR,
    "constraints": FLOOR,
    "seeding": FLOOR | {"constraints"},
    "metrics": FLOOR | {"constraints"},
    "cluster": FLOOR | {"constraints", "seeding", "metrics"},
    "projections": FLOOR | {"metrics", "cluster"},
    "journal": FLOOR | {"constraints"},
    "active": FLOOR | {"constraints", "seeding", "metrics", "cluster", "journal"},
    "session": FLOOR | {"constraints", "seeding", "metrics", "cluster", "journal", "active"},
    "export": FLOOR | {"constraints", "cluster", "projections", "journal", "session"},
    "experiments": FLOOR | {"constraints", "seeding", "metrics", "cluster", "active", "datasets"},
    "widget": FLOOR
    | {
        "constraints",
        "seeding",
        "metrics",
        "cluster",
        "journal",
        "active",
        "session",
        "export",
        "projections",
    },
}


def imported_modules(path: Path, package: Path) -> list[tuple[int, str]]:
    """(line, absolute dotted name) of every import in a file, wherever it stands in it."""
    dotted = (package.name, *path.relative_to(package).with_suffix("").parts)
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = list(dotted[: -node.level]) if node.level else []
            origin += [node.module] if node.module else []
            found += [(node.lineno, ".".join([*origin, alias.name])) for alias in node.names]
    return found


def room_of(dotted: str, package: Path) -> str | None:
    """The room a dotted name lives in, "" for the package itself, None for foreign modules."""
    head, _, rest = dotted.partition(".")
    if head != package.name:
        return None
    room = rest.partition(".")[0]
    return room if (package / room).is_dir() or (package / f"{room}.py").is_file() else ""


def wrong_imports(package: Path) -> list[str]:
    """One sentence for every import that points backwards or drags in a widget library."""
    wrong = []
    for path in sorted(package.rglob("*.py")):
        home = path.relative_to(package).with_suffix("").parts[0]
        if home == "__init__":
            continue
        for line, name in imported_modules(path, package):
            place = f"{path.relative_to(package.parent)}:{line}"
            room = room_of(name, package)
            if room is not None and room != home:
                if room not in MAY_IMPORT.get(home, set()):
                    wrong.append(f"{place}: {home} must not import {name}")
                elif any(part.startswith("_") for part in name.split(".")[2:]):
                    wrong.append(f"{place}: {name} is for {room} alone")
            if name.partition(".")[0] in FACE and home != "widget":
                wrong.append(f"{place}: only widget may import {name}")
    return wrong


def test_every_import_points_forward():
    assert wrong_imports(PACKAGE) == []


def aliases(path: Path) -> list[str]:
    """The names that a file gives to types of arrays."""
    return [
        node.targets[0].id
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("NDArray[")
    ]


def test_arrays_have_their_names_from_one_file():
    found = {path.name: aliases(path) for path in PACKAGE.rglob("*.py") if aliases(path)}
    assert set(found) == {"_arrays.py"}


def test_every_room_is_in_the_diagram():
    rooms = {path.relative_to(PACKAGE).with_suffix("").parts[0] for path in PACKAGE.rglob("*.py")}
    assert rooms - {"__init__"} <= set(MAY_IMPORT)


@pytest.mark.parametrize(
    ("where", "line", "said"),
    [
        ("constraints/a.py", "from toy.cluster import b", "constraints must not import"),
        ("constraints/a.py", "from ..cluster.b import f", "constraints must not import"),
        ("constraints/a.py", "def f():\n    import toy.widget", "constraints must not import"),
        ("session/a.py", "import toy.experiments.protocol", "session must not import"),
        ("cluster/a.py", "from toy import Session", "cluster must not import"),
        ("cluster/_parts/a.py", "from ...active import Oracle", "cluster must not import"),
        ("session/a.py", "from toy.cluster._parts import a", "is for cluster alone"),
        ("active/a.py", "from ..cluster._base.a import B", "is for cluster alone"),
        ("active/a.py", "from toy.cluster.a import _hidden", "is for cluster alone"),
        ("_validation.py", "from ._linalg import solve", "_validation must not import"),
        ("session/a.py", "from IPython.display import display", "only widget may import"),
        ("attic/a.py", "from toy.metrics import score", "attic must not import"),
    ],
)
def test_the_walker_sees_a_wrong_import(tmp_path, where, line, said):
    package = toy_package(tmp_path)
    path = package / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(line)
    wrong = wrong_imports(package)
    assert len(wrong) == 1
    assert said in wrong[0]


def test_the_walker_lets_right_imports_pass(tmp_path):
    package = toy_package(tmp_path)
    face = "import bqplot\nfrom ..session import Session\nimport numpy as np"
    (package / "widget/a.py").write_text(face)
    (package / "cluster/a.py").write_text("from .b import f\nfrom toy._validation import check")
    assert wrong_imports(package) == []


def toy_package(folder: Path) -> Path:
    package = folder / "toy"
    for room in ("constraints", "metrics", "cluster", "active", "session", "experiments", "widget"):
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").touch()
    for name in ("__init__.py", "_validation.py", "_linalg.py"):
        (package / name).touch()
    return package


def headless_rooms() -> list[str]:
    present = {path.stem for path in PACKAGE.glob("*.py")}
    present |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return [room for room in MAY_IMPORT if room in present and room != "widget"]


@pytest.mark.parametrize("rooms", [[], headless_rooms()], ids=["package", "rooms"])
def test_import_is_headless_and_leaves_numpy_alone(rooms):
    imports = "\n".join(f"import jupyter_sscluster.{room}" for room in rooms)
    program = f"""
import sys
import numpy as np
before = np.geterr(), np.random.get_state()[1].tobytes()
import jupyter_sscluster
{imports}
assert (np.geterr(), np.random.get_state()[1].tobytes()) == before, "NumPy's state was touched"
print(sorted({FACE!r} & {{name.partition(".")[0] for name in sys.modules}}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "path",
    sorted(Path(__file__).parents[1].rglob("test_*.py")),
    ids=lambda path: path.stem,
)
def test_test_modules_share_what_they_share_by_support_and_reference(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    asked = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    asked += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    assert [name for name in asked if name.rsplit(".", 1)[-1].startswith("test_")] == []
