"""The README's code runs, and its table lists exactly what is exported."""

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
TABLE = dict(re.findall(r"^\| `(\w+)` \| .*? \| (.*?) \|$", README, flags=re.MULTILINE))


def test_there_are_two_pieces_of_code_each_on_one_screen():
    widget, headless = (len(block.splitlines()) for block in BLOCKS)
    assert widget <= 6
    assert headless <= 12


@pytest.mark.parametrize("block", BLOCKS, ids=["widget", "headless"])
def test_code_runs_and_prints_what_it_says(block, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})
    said = [line[2:] for line in block.splitlines() if line.startswith("# ")]
    assert capsys.readouterr().out.splitlines() == said


def test_table_has_a_row_for_every_room():
    rooms = {path.parent.name for path in ROOT.glob("jupyter_sscluster/*/__init__.py")}
    assert set(TABLE) == rooms


@pytest.mark.parametrize("room", TABLE)
def test_table_lists_what_a_room_exports(room):
    listed = re.findall(r"`(\w+)`", TABLE[room])
    assert listed == import_module(f"jupyter_sscluster.{room}").__all__


def test_pictures_and_links_are_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).exists()
