"""Every notebook runs from top to bottom, and git holds it without outputs."""

import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks():
    assert NOTEBOOKS


@BY_NAME
def test_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert outputs
    noise = [out for out in outputs if out.get("name") == "stderr"]
    assert noise == []


@BY_NAME
def test_notebook_is_kept_without_outputs(path):
    notebook = nbformat.reads(text_in_git(path), as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert cell.get("outputs", []) == []
        assert cell.get("execution_count") is None
        assert cell.metadata == {}
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"


def text_in_git(path: Path) -> str:
    """What git would commit: running the demo fills the file that lies in the folder."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return path.read_text("utf-8")
    name = path.relative_to(ROOT).as_posix()
    done = subprocess.run(["git", "show", f":{name}"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else path.read_text("utf-8")
