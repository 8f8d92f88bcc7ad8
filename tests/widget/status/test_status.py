"""What the status line and its neighbours are told after a fit."""

import re

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.widget.features.status import state as status


def test_all_points_that_a_fit_moved_are_told_or_none(page, monkeypatch):
    before = page.labels.copy()
    page.send("set", what="n_clusters", value=5)
    state = page.found()
    moved = np.flatnonzero(page.labels != before).tolist()
    assert state["moved"] == moved
    assert len(moved) > 10
    monkeypatch.setattr(status, "MOVED_SHOWN", len(moved) - 1)
    page.send("select", indices=[1])
    assert page.found()["moved"] == []


def test_a_number_of_clusters_that_nobody_gave_is_said_to_be_estimated(explore, tmp_path):
    X = load_iris().data
    for path in (tmp_path / "journal.jsonl",) * 2:  # the second goes on with the first's journal
        page = explore(X, n_clusters=None, path=path)
        k = page.settled()["settings"]["n_clusters"]
        assert page.state["status"].startswith(f"K = {k}, estimated · no constraints yet")
        assert page.state["settings"]["n_clusters_is_estimated"]
        page.explorer.close()
    assert explore(X, n_clusters=k).settled()["status"].startswith(f"{k} clusters · ")
    own = explore(X, clusterer="kmeans", n_clusters=None).settled()["status"]
    assert own.startswith("K = ")
    page = explore(X, clusterer=PCKMeans(4), n_clusters=None)
    assert page.settled()["status"].startswith("4 clusters · ")
    assert not page.state["settings"]["n_clusters_is_estimated"]


def test_no_value_on_the_page_is_written_with_an_exponent_or_a_hyphen(explore):
    rng = np.random.default_rng(0)
    values = {"income": rng.normal(42_730, 9_000, 60), "debt": rng.normal(-0.5, 0.2, 60)}
    frame = pd.DataFrame({**values, "share": rng.normal(3e-7, 1e-7, 60), "year": 1990.0})
    frame.loc[30:, ["income", "debt"]] *= 3
    page = explore(frame, n_clusters=2, preprocess=StandardScaler())
    page.send("describe", index=0, step=None)
    page.send("cluster", cluster=0)
    page.explorer.selection = [0, 1]
    page.send("suggest")
    question = page.settled()["question"]
    told, card = page.sent[:2]
    rows = dict(told["features"])
    assert rows["income"] == f"{frame['income'][0]:,.0f}"
    assert (rows["year"], rows["debt"][0]) == ("1990", "−")
    texts = [text for each in (*card["features"], *question["features"]) for text in each["values"]]
    for text in (*texts, *rows.values(), question["reason"]):
        assert not re.search(r"\d[eE]|-\d", text), text
    assert any("," in text for text in texts)


def test_a_session_that_goes_on_is_no_first_run(explore, tmp_path):
    X, path = load_iris().data, tmp_path / "journal.jsonl"
    page = explore(X, n_clusters=3, path=path)
    assert page.settled()["first_run"]
    page.explorer.session.answer(0, 100, "cannot")
    assert page.settled()["first_run"]  # it began here
    page.explorer.close()
    assert not explore(X, n_clusters=3, path=path).settled()["first_run"]
    given = explore(X, n_clusters=3, constraints=Constraints(150, cannot=[(0, 100)]))
    assert not given.settled()["first_run"]


def test_rows_that_were_placed_were_not_fitted(explore, tmp_path):
    X, path = load_iris().data, tmp_path / "journal.jsonl"
    page = explore(X[:100], clusterer="kmeans", n_clusters=3, path=path)
    assert "fitted in" in page.settled()["status"]
    page.explorer.close()
    page = explore(X, clusterer="kmeans", n_clusters=3, path=path)
    status = page.settled()["status"]
    assert status.startswith("3 clusters") and "fitted in" not in status
