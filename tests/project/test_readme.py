"""The README is short, its code runs, and its links lead somewhere."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_it_is_read_in_two_minutes():
    assert len(README.split()) <= 450
    widget, result, headless = (len(block.splitlines()) for block in BLOCKS)
    assert (widget, result) <= (5, 3)
    assert headless <= 13


def test_code_runs_in_order_and_prints_the_comments(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in BLOCKS:
        exec(compile(block, "README.md", "exec"), names)
        expected = [line[2:] for line in block.splitlines() if line.startswith("# ")]
        assert capsys.readouterr().out.splitlines() == expected
    assert len(names["explorer"].labels) == 150


def test_every_clusterer_of_the_table_exists():
    from jupyter_sscluster import cluster

    rows = re.findall(r"^\| [a-z].* \| `(\w+)`.* \|$", README, flags=re.MULTILINE)
    assert len(rows) == 6
    assert set(rows) <= set(cluster.__all__)


def test_counts_are_those_of_the_catalogue():
    from jupyter_sscluster import _catalogue

    clusterers, strategies = map(int, re.findall(r"(\d+) (?:scikit-learn|query)", README))
    assert clusterers == len(_catalogue.clusterers())
    assert strategies == len(_catalogue.strategies())


def test_pictures_and_links_exist():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).exists()
