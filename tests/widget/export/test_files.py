"""Files that the page asks for, and what Python takes from the widget."""

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import read_labels

FRAME = pd.DataFrame(
    np.random.default_rng(3).normal(size=(30, 2)), columns=["a", "b"], index=range(100, 130)
).assign(note="=1+1")


def file_of(page, file, form):
    page.send("export", file=file, form=form, to="this view")
    *_, reply = page.sent
    assert (reply["type"], reply["file"], reply["to"]) == ("file", file, "this view")
    return reply["name"], page.buffers[0]


@pytest.fixture
def page(explore):
    page = explore(FRAME, n_clusters=2, tooltip=["note"])
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    return page


def test_files_are_those_of_the_session(page, tmp_path):
    for file, form, read in [
        ("constraints", "csv", Constraints.from_csv),
        ("constraints", "json", Constraints.from_json),
    ]:
        name, data = file_of(page, file, form)
        assert name == f"clustering-constraints.{form}"
        (tmp_path / name).write_bytes(data)
        assert read(tmp_path / name) == page.explorer.constraints
    name, data = file_of(page, "labels", "csv")
    (tmp_path / name).write_bytes(data)
    back = read_labels(tmp_path / name)
    np.testing.assert_array_equal(back.labels, page.explorer.labels)
    assert set(back.cluster_names) == {"Cluster 1", "Cluster 2"}
    assert back.names[0] == "100"
    name, data = file_of(page, "session", "jsonl")
    (tmp_path / name).write_bytes(data)
    again = Session.load(tmp_path / name, FRAME[["a", "b"]])
    assert again.answers == page.explorer.session.answers


def test_files_are_named_as_the_journal(explore, tmp_path):
    page = explore(FRAME[["a", "b"]], n_clusters=2, path=tmp_path / "my answers.jsonl")
    assert page.state["file_name"] == "my answers"
    assert file_of(page, "labels", "csv")[0] == "my answers-labels.csv"


@pytest.mark.parametrize("preprocess", [None, StandardScaler()])
def test_the_code_starts_from_the_data_as_given(explore, preprocess):
    page = explore(FRAME, n_clusters=2, tooltip=["note"], preprocess=preprocess)
    held = {"X": FRAME}
    exec(file_of(page, "code", "py")[1].decode(), held)
    np.testing.assert_array_equal(held["labels"], page.explorer.labels)


def test_the_frame_as_given_has_a_column_more(page):
    found = page.explorer.labels_frame()
    pd.testing.assert_frame_equal(found.drop(columns="cluster"), FRAME)
    np.testing.assert_array_equal(found["cluster"], page.explorer.labels)
    with pytest.raises(InputError, match="X has a column 'note' already"):
        page.explorer.labels_frame("note")


def test_the_names_of_the_clusters_are_a_column_of_their_own(page):
    page.explorer.session.clusters.rename(1, "big spenders")
    found = page.explorer.labels_frame(names=True)
    assert list(found.columns) == [*FRAME.columns, "cluster", "cluster_name"]
    called = {0: "Cluster 1", 1: "big spenders"}
    assert found["cluster_name"].tolist() == [called[label] for label in page.explorer.labels]
    assert list(page.explorer.labels_frame("k", names=True).columns[-2:]) == ["k", "k_name"]


def test_the_code_imports_public_names_only(explore):
    made = make_pipeline(SimpleImputer(), StandardScaler())
    page = explore(FRAME[["a", "b"]], n_clusters=2, preprocess=made)
    code = file_of(page, "code", "py")[1].decode()
    assert "from sklearn.impute import SimpleImputer\n" in code
    assert "._" not in code
    held = {"X": FRAME[["a", "b"]]}
    exec(code, held)
    np.testing.assert_array_equal(held["labels"], page.explorer.labels)


def test_what_nobody_offers_is_refused(page):
    before = len(page.sent)
    page.send("export", file="labels", form="exe", to="a")
    assert "asked for labels as exe" in page.wait(lambda state: state["error"])["error"]
    assert len(page.sent) == before


def test_asking_for_a_file_leaves_what_was_said(page):
    status, revision = page.state["status"], page.state["revision"]
    file_of(page, "labels", "csv")
    assert (page.state["status"], page.state["revision"]) == (status, revision)
