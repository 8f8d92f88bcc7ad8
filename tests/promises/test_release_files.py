"""What a release wrote opens in every later one: journals, sessions, constraints, labels, a model.

`earlier_files/releases/` has a folder for each release, made once by `tests/tools/release_files.py`
and never written anew.
"""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import release_files

import jupyter_sscluster
from jupyter_sscluster import Constraints, Session
from jupyter_sscluster.journal.lines import KINDS

FOLDERS = sorted(path for path in release_files.RELEASES.iterdir() if path.is_dir())
BY_RELEASE = pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)


def kinds(journal: Path) -> set[str]:
    return {json.loads(line)["do"] for line in journal.read_bytes().splitlines()[1:]}


@BY_RELEASE
def test_files_say_what_they_said(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    assert release_files.opened(folder) == expected
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert len(expected["work.jsonl"]["answers"]) >= 10
    assert len({*expected["work.jsonl"]["labels"]} - {-1}) == 3


@BY_RELEASE
def test_a_session_goes_on_in_its_journal(folder, tmp_path):
    path = Path(shutil.copy(folder / "work.jsonl", tmp_path))
    X = np.loadtxt(folder / "data.csv", delimiter=",")
    names = [f"flower {number}" for number in range(len(X))]
    arguments = {"n_clusters": 3, "names": names, "path": path}
    session = Session(X, "pckmeans", "minmax", **arguments)
    labels = session.labels.tolist()
    number = session.answer(40, 41, "unknown").number
    session.close()
    again = Session.load(path, X, names=names)
    assert again.answers[-1].number == number
    assert again.labels.tolist() == labels
    while again.undo() is not None:
        again.wait()
    assert again.answers == ()


@BY_RELEASE
def test_constraints_open_without_the_session(folder):
    _, *pair = json.loads((folder / "expected.json").read_text("utf-8"))["constraints.csv"][0][:3]
    for suffix in ("csv", "json"):
        read = getattr(Constraints, f"from_{suffix}")
        known = read(folder / f"constraints.{suffix}", n_samples=120)
        assert known.relation(*pair) is not None


def test_the_newest_files_have_every_kind_of_line():
    assert kinds(FOLDERS[-1] / "work.jsonl") == KINDS
    assert FOLDERS[-1].name == jupyter_sscluster.__version__


def test_files_of_a_release_are_never_written_anew():
    with pytest.raises(FileExistsError):
        release_files.write(FOLDERS[0])
