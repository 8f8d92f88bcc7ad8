"""What a user installs: built from the tracked files alone, it holds the bundle and imports."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
import yaml

import hatch_build
import jupyter_sscluster

ROOT = Path(__file__).parents[2]
BUNDLE = {f"jupyter_sscluster/widget/static/{name}" for name in hatch_build.BUNDLE}
VERSION = jupyter_sscluster.__version__
LARGEST = 3_000_000
"""Bytes of a wheel or a source distribution."""
MACHINE_PATH = re.compile(rb"/(?:home|root|Users)/\w|[A-Z]:\\\\Users")


def run(*command, **options) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def clean_tree(tmp_path_factory) -> Path:
    """The files that git tracks, without a built bundle; esbuild is borrowed where it is there."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("the tracked files are not known outside a git clone")
    tree = tmp_path_factory.mktemp("tree")
    for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    for package in ("esbuild", "@esbuild"):
        there = ROOT / "js/node_modules" / package
        if there.is_dir():
            shutil.copytree(there, tree / "js/node_modules" / package, symlinks=True)
    return tree


@pytest.fixture(scope="module")
def sdist(clean_tree) -> Path:
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", clean_tree)
    return next((clean_tree / "dist").glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory) -> Path:
    """Built from the sdist on a machine without Node."""
    folder = tmp_path_factory.mktemp("from_sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    source = next(folder.iterdir())
    no_node = {**os.environ, "PATH": str(tmp_path_factory.mktemp("empty"))}
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", source, env=no_node)
    return next((source / "dist").glob("*.whl"))


def test_the_sdist_holds_the_bundle_and_what_builds_it(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    builders = {"hatch_build.py", "js/src/layer.ts", "js/contract.py", "LICENSE"}
    assert names >= BUNDLE | builders
    assert not [name for name in names if "node_modules" in name]


def test_the_wheel_holds_the_bundle_and_only_the_package(wheel, clean_tree):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        sizes = {name: archive.getinfo(name).file_size for name in BUNDLE & names}
    assert set(sizes) == BUNDLE
    assert min(sizes.values()) > 0
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"jupyter_sscluster"}
    modules = clean_tree.glob("jupyter_sscluster/**/*.py")
    assert {path.relative_to(clean_tree).as_posix() for path in modules} <= names


def test_nothing_in_the_wheel_names_the_machine_that_built_it(wheel, clean_tree):
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert str(clean_tree).encode() not in content, name
            assert not MACHINE_PATH.search(content), name


def test_the_wheel_imports_in_an_environment_of_its_own(wheel, tmp_path):
    home = tmp_path / "empty"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", python]
    run(*pip, "install", "--no-deps", "--no-index", wheel)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    program = """
import jupyter_sscluster
from jupyter_sscluster import ClusterExplorer
print(jupyter_sscluster.__file__, jupyter_sscluster.__version__)
"""
    where, version = run(python, "-I", "-c", program, cwd=tmp_path).split()
    assert Path(where).is_relative_to(home)
    assert version == wheel.name.split("-")[1]


def test_both_are_small(wheel, sdist):
    assert 0 < wheel.stat().st_size <= LARGEST
    assert 0 < sdist.stat().st_size <= LARGEST


def test_pypi_would_take_their_descriptions(wheel, sdist):
    pytest.importorskip("twine", reason="pip install '.[test]'")
    assert (
        run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist).count("PASSED") == 2
    )


def test_what_is_required_is_what_the_project_says(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        text = archive.read(name).decode()
    required = re.findall(r"^Requires-Dist: (\S+)$", text, flags=re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(required) == sorted(project["dependencies"])
    assert f"\nVersion: {VERSION}\n" in text and "\nLicense-Expression: BSD-3-Clause\n" in text


def step_of_release(name: str) -> str:
    """The commands of a step of the build of a release."""
    release = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    (found,) = (step for step in release["jobs"]["build"]["steps"] if step.get("name") == name)
    return found["run"]


@pytest.mark.skipif(os.name == "nt", reason="the workflow runs on Linux")
@pytest.mark.parametrize(
    ("tag", "dated", "released"),
    [
        (f"v{VERSION}", True, True),
        (f"v{VERSION}", False, False),
        ("v9.9.9", True, False),
        (f"{VERSION}-rc", True, False),
    ],
)
def test_a_release_is_refused_unless_tag_version_and_date_agree(
    tag, dated, released, wheel, sdist, tmp_path
):
    (tmp_path / "dist").mkdir()
    for path in (wheel, sdist):
        shutil.copy(path, tmp_path / "dist")
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heading = rf"^## \[{re.escape(VERSION)}\] - .*$"
    date = "2026-12-01" if dated else "unreleased"
    text = re.sub(heading, f"## [{VERSION}] - {date}", text, flags=re.MULTILINE)
    (tmp_path / "CHANGELOG.md").write_text(text, "utf-8")
    commands = step_of_release("The tag is the version, and the changelog has its date")
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", commands],
        cwd=tmp_path,
        env={**os.environ, "GITHUB_REF_NAME": tag},
    )
    assert (done.returncode == 0) == released


def test_the_program_that_a_release_tries_runs(tmp_path):
    program = re.search(
        r'python -c "\n(.*?)\n"',
        step_of_release("The wheel works in an environment of its own"),
        re.S,
    )[1]
    run(sys.executable, "-c", program, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)})


CONTRACT = "jupyter_sscluster/widget/features/axes/contract.py"
SOURCES = (
    *("js/src/layer.ts", "js/build.mjs", "js/contract.py", "js/package.json"),
    *("js/package-lock.json", CONTRACT),
)


@pytest.fixture
def sources(tmp_path) -> Path:
    """A tree whose bundle is as old as its sources."""
    for name in SOURCES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for name in BUNDLE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    for path in tmp_path.rglob("*"):
        os.utime(path, (1000, 1000))
    return tmp_path


def asks_for(root: Path, monkeypatch, path: str = "") -> list[str]:
    monkeypatch.setenv("PATH", path)
    return hatch_build.BundleHook(str(root), {}, None, None, "", "wheel").dependencies()


def test_a_fresh_bundle_is_left_alone(sources, monkeypatch):
    assert hatch_build.is_fresh(sources)
    assert asks_for(sources, monkeypatch) == []


@pytest.mark.parametrize("change", ["js/src/layer.ts", "js/build.mjs", CONTRACT])
def test_a_bundle_older_than_a_source_is_built_again(sources, change):
    os.utime(sources / change, (2000, 2000))
    assert not hatch_build.is_fresh(sources)
    (sources / "PKG-INFO").touch()
    assert hatch_build.is_fresh(sources)


def test_a_missing_bundle_asks_for_node_only_where_npm_is_missing(sources, tmp_path, monkeypatch):
    (sources / "jupyter_sscluster/widget/static/layer.css").unlink()
    assert asks_for(sources, monkeypatch) == [hatch_build.NODE_WHEEL]
    npm = tmp_path / "bin" / ("npm.cmd" if os.name == "nt" else "npm")
    npm.parent.mkdir()
    npm.touch(mode=0o755)
    assert asks_for(sources, monkeypatch, str(npm.parent)) == []
