"""Data sets by name: shipped, from a folder, and from a stand-in for OpenML."""

import gzip

import numpy as np
import pytest
from openml_stand_in import StandIn
from shared import load as as_shared, shared_dir

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.datasets import MissingData, load, names
from jupyter_sscluster.datasets.study_data_sets import SETS

CLASSES = "{Tested,Other,Third}"


def test_every_set_has_the_shape_that_the_studies_state():
    folder = shared_dir() / "data"
    for name in names():
        X, y = load(name, folder)
        assert (*X.shape, int(y.max()) + 1) == SETS[name].shape, name
        assert np.isfinite(X).all()
        assert max(SETS[name].noise, default=0) < X.shape[1]


def test_a_set_of_a_folder_is_the_table():
    X, y = load("glass", shared_dir() / "data")
    table, classes = as_shared("glass")
    assert np.array_equal(X, table)
    assert np.array_equal(y, classes)


def test_a_folder_is_given_or_named_by_the_environment(tmp_path, monkeypatch):
    text = "a,b,class\n1,2,x\n3,4,y\n5,,y\n".replace("5,,y", "5,nan,y")
    (tmp_path / "data").mkdir()
    with gzip.open(tmp_path / "data" / "glass.csv.gz", "wt") as file:
        file.write(text)
    monkeypatch.setenv("SSCLUSTER_SHARED", str(tmp_path))
    for found in (load("glass"), load("glass", tmp_path / "data")):
        assert found[0].tolist() == [[1.0, 2.0], [3.0, 4.0]]
        assert found[1].tolist() == [0, 1]
    with pytest.raises(MissingData, match=r"is not in .*; put ecoli\.csv"):
        load("ecoli")
    (tmp_path / "data" / "ecoli.csv").write_text("a,class\nred,x\n")
    with pytest.raises(InputError, match=r"ecoli\.csv is no table of numbers"):
        load("ecoli")


def test_noise_is_the_same_every_time():
    folder = shared_dir() / "data"
    first, again = (load("digits 048 1 + noise", folder)[0] for _ in range(2))
    assert np.array_equal(first, again)
    assert np.array_equal(first[:, :16], load("digits 048 1", folder)[0])
    assert (first[:, 16:] > 0).all()


def test_what_no_folder_has_is_fetched_once_by_scikit_learns_loader(tmp_path, monkeypatch):
    monkeypatch.delenv("SSCLUSTER_SHARED", raising=False)
    columns = [("ID", "numeric"), ("RI", "numeric"), ("Na", "numeric"), ("Type", CLASSES)]
    rows = [(1, 1.5, 13.6, "Tested"), (2, 1.6, "?", "Other"), (3, 1.7, 13.5, "Third")]
    with StandIn(41, columns, rows) as openml:
        openml.redirect(monkeypatch, tmp_path)
        X, y = load("glass", openml=True)
        assert X.tolist() == [[1.5, 13.6], [1.7, 13.5]]
        assert y.tolist() == [0, 1]
        n_asked = len(openml.asked)
        assert n_asked >= 3
        assert np.array_equal(load("glass", openml=True)[0], X)
        assert len(openml.asked) == n_asked


def test_only_the_classes_that_the_studies_take_are_kept(tmp_path, monkeypatch):
    monkeypatch.delenv("SSCLUSTER_SHARED", raising=False)
    digits = [(value, f"{digit}") for value, digit in enumerate([1, 3, 8, 9, 3, 0])]
    columns = [("x", "numeric"), ("class", "{0,1,3,8,9}")]
    with StandIn(32, columns, digits) as openml:
        openml.redirect(monkeypatch, tmp_path)
        X, y = load("pen digits", openml=True)
    assert X.ravel().tolist() == [1, 2, 3, 4]
    assert y.tolist() == [0, 1, 2, 0]


@pytest.mark.filterwarnings("ignore:A network error")
def test_a_set_that_cannot_be_fetched_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("SSCLUSTER_SHARED", raising=False)
    with StandIn(1, [("x", "numeric"), ("class", "{a}")], []) as openml:
        openml.redirect(monkeypatch, tmp_path)
        with pytest.raises(
            MissingData, match=r"could not be fetched from openml\.org as number 39"
        ):
            load("ecoli", openml=True)
    with pytest.raises(MissingData, match="is in no folder we know of; put protein"):
        load("protein", openml=True)
    with pytest.raises(InputError, match="data set 'irises' is not known"):
        load("irises")
