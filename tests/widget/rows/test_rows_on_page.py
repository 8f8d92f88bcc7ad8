"""New rows and rows left out on the page: what it is told, and what its messages do."""

import numpy as np
import pandas as pd
import pytest
from agreement import faults
from sklearn.datasets import load_iris

from jupyter_sscluster import Session
from jupyter_sscluster.widget.core.view import FOUND
from jupyter_sscluster.widget.features.rows.contract import State

X = load_iris().data
ORDER = np.random.default_rng(4).permutation(150)
FIRST, WHOLE = X[ORDER[:112]], X[ORDER]
OPTIONS = {"clusterer": "kmeans", "n_clusters": 3}


@pytest.fixture
def grown(explore, tmp_path):
    """A widget on a session that has 38 new rows."""
    session = Session(FIRST, **OPTIONS, path=tmp_path / "journal")
    session.answer(0, 1, "cannot" if session.labels[0] != session.labels[1] else "must")
    session.close()
    return explore(WHOLE, **OPTIONS, path=tmp_path / "journal")


def told(page):
    state = page.settled()
    assert faults({key: state[key] for key in ("new_rows", "left_out")}, State) == []
    return state


def test_the_page_is_told_of_new_rows_and_how_they_lie(grown):
    state = told(grown)
    found, tray = state["new_rows"], grown.explorer.session.rows.tray
    n_look = len(tray.to_look_at)
    assert found["lead"] == "38 new rows:" and found["size"] == 38
    assert found["rest"] == f"{38 - n_look} placed, {n_look} to look at"
    assert found["note"] == (
        "Your 1 answer, names and colours stay as they were. One new row has the values of another."
    )
    assert found["accept"] == f"Accept {38 - n_look} placed"
    assert found["marks"] == list(range(112, 150))
    look = [row for row in found["listed"] if not row["drawn"]]
    assert [row["index"] for row in look] == tray.to_look_at.tolist()
    drawn = [row["index"] for row in found["listed"] if row["drawn"]]
    assert {*drawn} == {*tray.drawn.tolist()} - {*tray.to_look_at.tolist()}
    assert "place these 10" in found["drawn"]
    unsure = next(row for row in look if row["index"] not in tray.far)
    first, second = unsure["likely"]
    assert unsure["status"].startswith(
        f"Row {unsure['name']}: cluster {first['id'] + 1} or {second['id'] + 1}, "
    )
    assert state["left_out"] is None and state["error"] is None


def test_accepting_and_placing_are_one_undo_step_each(grown):
    n_look = len(grown.explorer.session.rows.tray.to_look_at)
    before = grown.explorer.session.labels.tolist()
    grown.send("accept_rows")
    state = told(grown)
    assert state["new_rows"]["size"] == n_look and state["new_rows"]["accept"] == ""
    assert state["status"] == f"{38 - n_look} new rows accepted. Ctrl+Z takes that back."
    assert grown.explorer.session.labels.tolist() == before
    row = state["new_rows"]["listed"][0]
    grown.send("place_row", index=row["index"], cluster=row["likely"][0]["id"])
    state = told(grown)
    assert state["new_rows"] is None or state["new_rows"]["size"] == n_look - 1
    assert state["links"][-1]["source"] == "new row" and state["links"][-1]["kind"] == "must"
    grown.send("undo")
    grown.send("undo")
    assert told(grown)["new_rows"]["size"] == 38
    grown.send("place_row", index=3, cluster=0)
    assert "looked at before" in told(grown)["error"]


def test_a_new_row_begins_a_cluster(grown):
    found = told(grown)["new_rows"]
    row = found["listed"][0]
    assert found["new_cluster"] == 3 and "4 for a new cluster" in row["status"]
    grown.send("new_cluster", index=row["index"])
    state = told(grown)
    said = state["links"][1:]
    assert [each["kind"] for each in said] == ["cannot"] * 3
    assert all(row["index"] in (each["i"], each["j"]) for each in said)
    assert grown.explorer.session.n_clusters == 4
    grown.send("undo")
    assert told(grown)["new_rows"]["new_cluster"] == 3
    grown.send("new_cluster", index=2)
    assert "looked at before" in told(grown)["error"]


@pytest.mark.parametrize("fresh", [False, True])
def test_the_page_tells_what_a_fit_would_move_and_takes_it(grown, fresh):
    session = grown.explorer.session
    fit = told(grown)["new_rows"]["fit"]
    previews = session.rows.preview_fits()
    assert fit == {"text": previews.text, "fresh": previews.fresh_is_ahead}
    wanted = previews.fresh if fresh else previews.warm
    n_fits = len(session.history.branch_fits)
    grown.send("fit_rows", fresh=fresh)
    state = told(grown)
    assert session.labels.tolist() == wanted.labels.tolist()
    assert len(session.history.branch_fits) == n_fits + 1
    assert state["new_rows"]["fit"] is None
    grown.send("fit_rows", fresh=fresh)
    assert "the session has changed since" in told(grown)["error"]


def test_any_answer_about_a_new_row_has_looked_at_it(grown):
    session = grown.explorer.session
    row = int(session.rows.tray.to_look_at[0])
    cluster = session.rows.tray.likely(row)[0][0]
    others = [k for k in np.flatnonzero(session.labels == cluster) if k < 112]
    near = min(others, key=lambda k: np.square(WHOLE[k] - WHOLE[row]).sum())
    session.answer(int(near), row, "cannot", soft=True)
    assert row not in session.rows.tray.rows  # an answer has looked at it
    session.remove(session.answers[-1].number)
    assert row in session.rows.tray.rows


def test_rows_left_out_are_listed_with_reasons_and_put_back(grown):
    grown.send("leave_out", indices=[0, 7], reason="broken sensor")
    state = told(grown)
    assert state["status"].startswith("Left out: 2 points · no other point changed cluster · ")
    found = state["left_out"]
    assert (found["lead"], found["size"], found["marks"]) == ("2 of 150 rows", 2, [0, 7])
    assert found["rest"] == (
        "take no part in fits, questions and scores. Exports mark them as left out."
    )
    first, second = found["listed"]
    assert first["reason"] == second["reason"] == "broken sensor"
    assert first["rests"] == "One answer touches row 0. It rests until it is back."
    assert second["rests"] == ""
    assert second["status"] == "Row 7, left out: broken sensor. Backspace puts it back."
    assert state["no_cluster"] is None and not any(link["violated"] for link in state["links"])
    labels = np.frombuffer(grown.explorer.layer.labels, "<u2")
    assert labels[[0, 7]].tolist() == [FOUND, FOUND]
    grown.send("put_back", indices=[7])
    assert told(grown)["left_out"]["marks"] == [0]
    grown.send("undo")
    grown.send("undo")
    assert told(grown)["left_out"] is None
    grown.send("leave_out", indices=[9], reason="")
    assert told(grown)["left_out"]["listed"][0]["reason"] == "no reason given"
    grown.send("leave_out", indices=list(range(148)), reason="")
    assert "would leave" in told(grown)["error"]
    grown.send("put_back", indices=[3])
    assert "3 is not left out" in told(grown)["error"]


def test_the_past_knows_which_rows_there_were(grown):
    grown.explorer.session.rows.exclude([0])
    moments = grown.explorer.session.history.steps
    assert [len(each.excluded) for each in moments] == [38, 38, 0, 1]
    assert told(grown)["left_out"]["size"] == 1


KINDS = [f"kind {row % 7}" for row in range(150)]


@pytest.mark.parametrize("preprocess", [None, "standardise"])
@pytest.mark.parametrize("gone", [(), (5, 9)], ids=["all", "two missing"])
@pytest.mark.parametrize("kind", ["array", "frame"])
def test_rows_of_another_order_are_shown_by_their_numbers(
    explore, tmp_path, kind, gone, preprocess
):
    frame = pd.DataFrame(X, index=[f"r{row}" for row in range(150)]).assign(kind=KINDS)
    frame.columns = [*"abcd", "kind"]
    options = {**OPTIONS, "path": tmp_path / "journal", "preprocess": preprocess}
    order = np.random.default_rng(1).permutation(np.setdiff1d(np.arange(150), gone))

    def rows(chosen):
        own = [KINDS[row] for row in chosen]
        if kind == "frame":
            return {"X": frame.iloc[chosen], "tooltip": "kind", "color": own}
        return {"X": X[chosen], "tooltip": own, "projection": X[chosen, :2]}

    first = explore(**rows(np.arange(150)), **options).explorer
    first.session.answer(0, 1, "must")
    first.session.wait()
    labels = first.labels.copy()
    first.close()
    page = explore(**rows(order), **options)
    explorer = page.explorer
    state = told(page)
    left = np.setdiff1d(np.arange(150), gone)
    assert explorer.labels[left].tolist() == labels[left].tolist()
    tip = explorer.view().tips.describe(7, "c")
    assert tip["rows"] == [["kind" if kind == "frame" else "", KINDS[7]]]
    assert [each["index"] for each in (state["left_out"] or {"listed": []})["listed"]] == [*gone]
    assert len(explorer.layer.xy) == 8 * 150
    if kind == "array":
        places = explorer._context.plot.projection.xy
        assert places[left] == pytest.approx(X[left, :2])
    whole = explorer.labels_frame()
    assert np.asarray(whole["cluster"]).tolist() == labels[order].tolist()
    if kind == "frame":
        assert whole["kind"].tolist() == [KINDS[row] for row in order]
        explorer.color_by = "colour"
        assert len(explorer.layer.fills) == 150


@pytest.mark.parametrize("kind", ["array", "frame"])
def test_rows_that_x_lacked_are_shown_as_they_are_added(explore, tmp_path, kind):
    frame = pd.DataFrame(X, index=[f"r{row}" for row in range(150)]).assign(kind=KINDS)
    frame.columns = [*"abcd", "kind"]

    def rows(chosen):
        if kind == "frame":
            return {"X": frame.iloc[chosen], "tooltip": "kind"}
        return {"X": X[chosen], "tooltip": [KINDS[row] for row in chosen]}

    options = {**OPTIONS, "path": tmp_path / "journal"}
    explore(**rows(np.arange(120)), **options).explorer.close()
    page = explore(**rows(np.arange(20, 120)), **options)
    added = rows(np.array([130, 7, 131, 3]))
    if kind == "frame":
        added.pop("tooltip")
    found = page.explorer.extend(added.pop("X"), **added)
    assert found.tolist() == [120, 7, 121, 3]
    assert told(page)["left_out"]["size"] == 18 and len(page.explorer.layer.xy) == 8 * 122
    for number, row in zip(found.tolist(), [130, 7, 131, 3], strict=True):
        tip = page.explorer.view().tips.describe(number, "c")
        assert tip["rows"] == [["kind" if kind == "frame" else "", KINDS[row]]]
    whole = page.explorer.labels_frame()
    assert (
        np.asarray(whole["cluster"]).tolist()
        == page.explorer.labels[[*range(20, 120), 120, 7, 121, 3]].tolist()
    )
    if kind == "frame":
        assert [*whole.index] == [f"r{row}" for row in [*range(20, 120), 130, 7, 131, 3]]
