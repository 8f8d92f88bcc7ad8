"""Every notebook runs from top to bottom, and git holds it without outputs."""

import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

NUMBER = re.compile(r"\d+\.\d+")


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


def said(name: str, tmp_path: Path) -> dict[str, str]:
    """What the cells of a notebook print, by their names; the solutions of its tasks run, too."""
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    solutions = re.findall(r"<details>.*?```python\n(.*?)```\n</details>", "".join(texts), re.S)
    assert len(solutions) >= 2
    notebook.cells += [nbformat.v4.new_code_cell(solution) for solution in solutions]
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    return {
        cell.id: "".join(out.get("text", "") for out in cell.get("outputs", []))
        for cell in notebook.cells
    }


def numbers(text: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(text)]


def test_what_constraints_do_is_what_the_text_says(tmp_path):
    cells = said("03_what_constraints_do", tmp_path)
    assert abs(numbers(cells["data"])[0]) < 0.05
    assert cells["closure"].splitlines() == [
        "0 and 2: must",
        "0 and 3: cannot",
        "0 and 4: None",
        "3 pairs were stated, 6 follow",
    ]
    assert "contradicts" in cells["refused"] and "softly: [[0, 3]]" in cells["refused"]
    right, right_soft, wrong, wrong_soft = numbers(cells["wrong"])
    assert right == right_soft == wrong_soft > wrong
    assert [line.split("0 with 149 ")[1][:4] for line in cells["wrong"].splitlines()[2:]] == [
        "True",
        "Fals",
    ]
    inside, across = cells["moves"].splitlines()
    assert inside.endswith(": 0 points see other company") and across.endswith("True")
    learned = numbers(cells["learned"])
    assert max(learned[::2]) < 0.1 and min(learned[1::2]) == 1.0
    drawn, known = numbers(cells["starts"])
    assert known > drawn


def test_active_learning_is_what_the_text_says(tmp_path):
    cells = said("04_active_learning", tmp_path)
    random, npu = numbers(cells["curves"])
    assert npu > random
    start, chosen, same, drawn = numbers(cells["run"])
    assert start == same and chosen > drawn
    assert "undone: 20 automatic answers" in cells["run"]
    before, trusted, again, misled = numbers(cells["errors"])
    assert before == again and trusted > before > misled
    assert cells["outlook"].count("The next ten answers should move") == 4
    pair, place, sort = numbers(cells["minute"])
    assert min(pair, place, sort) > 0.9


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
