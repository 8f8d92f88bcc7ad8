"""The stories run from raw data to a table, a check and a figure; `make test-all` runs them."""

import csv
import importlib.util
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
import pytest

pytest.importorskip("nbclient")
pytest.importorskip("matplotlib")

ROOT = Path(__file__).parents[2]
STORIES = sorted((ROOT / "notebooks" / "stories").glob("*.ipynb"))
BY_NAME = pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
FIGURES = {"01_texts": "texts", "02_single_cells": "cells", "03_photographs": "individuals"}


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"\d+\.\d+", text)]


@cache
def ran(path: Path) -> tuple[dict[str, str], list[dict[str, str]], str]:
    """What the cells of a story print, the table that it writes, and its figure."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as place:
        NotebookClient(
            notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": place}}
        ).execute()
        with (Path(place) / "labelled.csv").open(encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        figure = (Path(place) / f"{FIGURES[path.stem]}.svg").read_text("utf-8")
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert [out.text for out in outputs if out.get("name") == "stderr"] == []
    lessons().keep(path, notebook)
    replay = notebook.cells[-1].outputs[0]["data"]["text/html"]
    assert "<iframe" in replay and len(replay) < 400_000
    said = {
        cell.id: "".join(out.get("text", "") for out in cell.get("outputs", []))
        for cell in notebook.cells
    }
    return said, table, figure


def lessons():
    spec = importlib.util.spec_from_file_location("lessons", ROOT / "docs" / "site" / "lessons.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_there_are_stories_of_texts_cells_and_photographs():
    assert [path.stem for path in STORIES] == list(FIGURES)
    assert sum(path.stat().st_size for path in STORIES) < 60_000


@BY_NAME
def test_a_story_says_where_its_data_are_from_and_is_kept_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    first = notebook.cells[0].source
    assert "**Data.**" in first and "**Question.**" in first
    assert "BSD-3-Clause" in first or "Simulated" in first
    ids = [cell.id for cell in notebook.cells]
    assert len(ids) == len(set(ids))
    assert {"checked", "table", "figure", "replay"} <= set(ids)
    for cell in notebook.cells:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None
    text = "".join(cell.source for cell in notebook.cells)
    assert not re.search(r"fetch_|urllib|requests|https?://", text)


@pytest.mark.thorough
@BY_NAME
def test_a_story_ends_in_a_table_and_a_figure(path):
    said, table, figure = ran(path)
    assert len(table) > 200 and all(row for row in table)
    assert "<svg" in figure
    assert "95 % interval" in said["checked"]


@pytest.mark.thorough
@pytest.mark.parametrize("path", STORIES[:1], ids=["texts"])
def test_answers_help_to_sort_texts(path):
    said, table, _ = ran(path)
    assert numbers(said["answered"])[0] > numbers(said["first-fit"])[0] + 0.05
    assert len({row["cluster"] for row in table}) == 4


@pytest.mark.thorough
@pytest.mark.parametrize("path", STORIES[1:2], ids=["cells"])
def test_types_of_cells_are_found_and_named_by_their_markers(path):
    said, table, _ = ran(path)
    before, after = numbers(said["first-fit"])[:2]
    assert before < after > 0.85
    assert {row["type"] for row in table} == {"B", "CD4 T", "CD8 T", "NK", "monocyte"}


@pytest.mark.thorough
@pytest.mark.parametrize("path", STORIES[2:], ids=["photographs"])
def test_animals_are_told_apart_though_nobody_says_how_many(path):
    said, table, _ = ran(path)
    first, answered = numbers(said["first-fit"])[-1], numbers(said["answered"])[-1]
    assert 0.9 < first < answered > 0.95
    assert len({row["individual"] for row in table}) == 40
