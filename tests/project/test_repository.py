"""What the tracked files must not contain, and what they must agree on."""

import json
import re
import shutil
import subprocess
from collections import Counter
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import jupyter_sscluster

from ..browser.long_tests import BELOW

ROOT = Path(__file__).parents[2]
TEXT = {".py", ".ts", ".mjs", ".css", ".md", ".toml", ".json", ".cff", ".ipynb", ".yml", ""}
ROOMS = [room.name for room in iter_modules(jupyter_sscluster.__path__) if room.ispkg]
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.])/(?:root|home/[a-z]+|Users/\w+|tmp/[\w-]+|work/[\w-]+)/",
    "where packages were downloaded from": r'"resolved": "',
    "unfinished work": r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b",
}


def tracked() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return []
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def tracked_text() -> list[Path]:
    return [path for path in tracked() if path.suffix in TEXT and path != Path(__file__)]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_tracked_files_are_free_of(what):
    paths = tracked_text()
    if not paths:
        pytest.skip("the tracked files are not known outside a git clone")
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_patterns_find_what_they_are_for():
    examples = ["see /home/someone/data.csv", '"resolved": "https://host/x.tgz"', "# TODO later"]
    for example, pattern in zip(examples, FORBIDDEN.values(), strict=True):
        assert re.search(pattern, example)


@pytest.mark.parametrize("room", ROOMS)
def test_every_export_exists_and_says_what_it_is(room):
    module = import_module(f"jupyter_sscluster.{room}")
    assert len(module.__all__) == len(set(module.__all__))
    silent = [name for name in module.__all__ if not vars(module)[name].__doc__]
    assert silent == []


def test_the_package_exports_what_it_lists():
    assert all(getattr(jupyter_sscluster, name).__doc__ for name in jupyter_sscluster.__all__)


# What a person writes: lists that a program prints, `package-lock.json` and `docs/grid.md`, are as
# long as what they list.
@pytest.mark.parametrize(
    "pattern",
    [
        "*.py",
        "jupyter_sscluster/**/*.py",
        "tests/**/*.py",
        "benchmarks/**/*.py",
        "js/src/**/*.ts",
        "js/src/**/*.css",
        "js/test/**/*.ts",
    ],
)
def test_no_file_is_longer_than_one_idea(pattern):
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in ROOT.glob(pattern)}
    assert lengths
    assert {path.name: lines for path, lines in lengths.items() if lines > 400} == {}


def test_no_folder_holds_more_than_one_can_take_in():
    paths = tracked()
    if not paths:
        pytest.skip("the tracked files are not known outside a git clone")
    sizes = Counter(path.relative_to(ROOT).parent.as_posix() for path in paths)
    assert {folder: size for folder, size in sizes.items() if size > 25} == {}


def test_what_stands_in_for_a_long_browser_test_is_there():
    text = "".join(path.read_text("utf-8") for path in (ROOT / "tests/browser").rglob("test_*.py"))
    missing = [name for name in BELOW if f"def {name}(" not in text]
    places = {p for found in BELOW.values() for p in ([found] if isinstance(found, str) else found)}
    assert missing + [place for place in places if not (ROOT / place).is_file()] == []


def test_there_is_one_version():
    version = jupyter_sscluster.__version__
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    layer, locked = (
        json.loads((ROOT / "js" / name).read_text("utf-8"))
        for name in ("package.json", "package-lock.json")
    )
    assert [layer["version"], locked["version"], locked["packages"][""]["version"]] == [version] * 3


@pytest.mark.parametrize("name", ["package.json", "package-lock.json"])
def test_the_page_part_has_the_same_version(name):
    described = json.loads((ROOT / "js" / name).read_text("utf-8"))
    assert described["version"] == jupyter_sscluster.__version__
