"""Every notebook runs from top to bottom, and git holds it without outputs."""

import copy
import importlib.util
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
BY_NAME = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)

NUMBER = re.compile(r"\d+\.\d+")


def test_there_are_notebooks():
    assert NOTEBOOKS


@cache
def lessons() -> ModuleType:
    """What makes pages of them."""
    spec = importlib.util.spec_from_file_location("lessons", ROOT / "docs" / "site" / "lessons.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@cache
def ran(name: str) -> nbformat.NotebookNode:
    """A notebook after its cells, and the solutions of its tasks, have been run."""
    missing = lessons().missing(name)
    if missing is not None:
        pytest.skip(f"{missing} is not there; it takes pandas 3 from Python 3.12 on")
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    solutions = re.findall(r"<details>.*?```python\n(.*?)```\n</details>", "".join(texts), re.S)
    assert len(solutions) >= 2 or name.startswith("01")
    n_cells = len(notebook.cells)
    notebook.cells += [nbformat.v4.new_code_cell(solution) for solution in solutions]
    with TemporaryDirectory() as place:
        NotebookClient(
            notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": place}}
        ).execute()
    keep(ROOT / "notebooks" / f"{name}.ipynb", notebook, n_cells)
    return notebook


def keep(path: Path, notebook: nbformat.NotebookNode, n_cells: int) -> None:
    """Let the site show this run, without the solutions, instead of running it again."""
    shown = copy.deepcopy(notebook)
    del shown.cells[n_cells:]
    lessons().keep(path, shown)


@BY_NAME
def test_notebook_runs(path):
    outputs = [out for cell in ran(path.stem).cells for out in cell.get("outputs", [])]
    assert outputs
    noise = [out for out in outputs if out.get("name") == "stderr"]
    assert noise == []


def said(name: str) -> dict[str, str]:
    """What the cells of a notebook print, by their names."""
    return {
        cell.id: "".join(out.get("text", "") for out in cell.get("outputs", []))
        for cell in ran(name).cells
    }


def numbers(text: str) -> list[float]:
    return [float(found) for found in NUMBER.findall(text)]


@pytest.mark.parametrize("name", ["03_what_constraints_do"])
def test_what_constraints_do_is_what_the_text_says(name):
    cells = said(name)
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


@pytest.mark.parametrize("name", ["04_active_learning"])
def test_active_learning_is_what_the_text_says(name):
    cells = said(name)
    random, npu = numbers(cells["curves"])
    assert npu > random
    start, chosen, same, drawn = numbers(cells["run"])
    assert start == same and chosen > drawn
    assert "undone: 20 automatic answers" in cells["run"]
    before, trusted, again, misled = numbers(cells["errors"])
    assert before == again and trusted > misled
    assert cells["outlook"].count("The next ten answers are expected to move") == 4
    pair, place, sort = numbers(cells["minute"])
    assert min(pair, place, sort) > 0.9


@pytest.mark.parametrize("name", ["02_your_own_data"])
def test_your_own_data_is_what_the_text_says(name):
    cells = said(name)
    raw, scaled = numbers(cells["scaled"])
    assert raw < 0.5 < 0.85 < scaled
    assert cells["answer"].startswith("[[0, 59]]")
    for cell in ("glances", "read"):
        before, after = numbers(cells[cell])
        assert before < 0.7 < 0.85 < after
    assert cells["kept"] == "1 answer is back\n"


@pytest.mark.parametrize("name", ["05_experiments"])
def test_experiments_are_what_the_text_says(name):
    cells = said(name)
    assert cells["economy"].startswith("36 records\n")
    assert cells["again"].endswith("True\n")
    difference, low, high = numbers(cells["compared"])[:3]
    assert low <= difference <= high and "from 6 pairs of runs" in cells["compared"]
    assert len(cells["levels"].splitlines()) == 2
    scores = dict(line.split(": ") for line in cells["own"].splitlines())
    assert list(scores) == ["k-means", "PCK-means (tuned)", "PCK-means (honest)", "MPCK-means"]
    assert scores["MPCK-means"] > scores["k-means"]


@pytest.mark.parametrize("name", ["06_your_own_method"])
def test_your_own_method_is_what_the_text_says(name):
    cells = said(name)
    violated, stated = re.search(r"(\d+) of (\d+) pairs violated", cells["spectral"]).groups()
    assert 0 < int(violated) < int(stated)
    before, after = numbers(cells["own"])
    assert before < after
    assert cells["promises"].endswith("True\n")
    assert "apart, in different clusters." in cells["border"]
    border, _, npu = map(float, re.findall(r"→ ([\d.]+)", cells["measured"]))
    assert npu > border


@pytest.mark.parametrize("name", ["07_single_cells"])
def test_single_cells_are_what_the_text_says(name):
    cells = said(name)
    assert cells["cells"].startswith("900 cells")
    assert cells["explorer"] == (
        'The 20 principal components in X.obsm["X_pca"] are clustered, not X.X.\n'
    )
    before, after = numbers(cells["answered"])
    assert before < after > 0.98
    assert len(cells["written"].splitlines()) == 6
    plain, steered = numbers(cells["thin"])
    assert plain < steered > 0.98


@pytest.mark.parametrize("name", ["08_texts"])
def test_texts_are_what_the_text_says(name):
    cells = said(name)
    about = cells["words"].splitlines()
    assert len(about) == 6 and all(line.count("others") >= 4 for line in about)
    before, after = numbers(cells["answered"])[:2]
    assert before < after > 0.85
    assert len(set(cells["answered"].splitlines()[-1].split(", "))) == 6
    assert numbers(cells["near"]) == sorted(numbers(cells["near"]))


@pytest.mark.parametrize("name", ["09_photographs"])
def test_photographs_are_what_the_text_says(name):
    cells = said(name)
    assert cells["data"] == "320 tiles, 7 columns\n"
    assert len(re.findall(r"\d+ tiles, \d+% flower", cells["typical"])) == 5
    assert cells["linked"] == "1 cluster of the bright tiles\nFalse\n"


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


@pytest.mark.parametrize("name", ["10_three_batches"])
def test_three_batches_are_what_the_text_says(name):
    cells = said(name)
    assert "12 answers, index 1.00" in cells["day-1"]
    assert cells["day-2"].startswith("60 new rows: ") and "12 answers, " in cells["day-2"]
    assert all(f"digit {digit}" in cells["day-2"] for digit in (0, 4, 6))
    assert "none of them named by answers" in cells["day-2"]
    assert "178 photographs in force" in cells["accept"]
    assert cells["day-3"].startswith("68 new rows: ") and "3, 3" in cells["day-3"]
    before, after = numbers(cells["new"])
    assert before < 0.9 and after > 0.97 and "K = 4" in cells["new"]
    assert "moved: []" in cells["new"]
