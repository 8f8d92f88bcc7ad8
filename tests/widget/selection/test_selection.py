"""One selection for the page and for Python; rows by name; rows that a text finds."""

import numpy as np
import pandas as pd
import pytest
from traitlets import link

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.core.layer import FEW


def frame(n=30):
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"width": rng.normal(size=n), "height": rng.normal(size=n)})
    X.index = [f"row {i * 10}" for i in range(n)]
    return X


def test_what_the_lasso_holds_is_the_selection_and_observers_hear_of_it(page):
    heard = []
    page.explorer.observe(lambda change: heard.append((change.old, change.new)), "selection")
    page.send("select", indices=[7, 3, 3])
    assert page.explorer.selection == (3, 7)
    page.send("group", action="must")
    page.settled()
    assert page.explorer.selection == ()
    assert heard == [((), (3, 7)), ((3, 7), ())]


def test_what_is_set_is_shown_on_the_page_and_can_be_linked(page):
    page.explorer.selection = np.array([9, 4, 4])
    assert page.state["lasso"]["indices"] == [4, 9]
    assert page.state["status"] == "2 points selected. All must-link would add 1 link."
    state = page.send("group", action="must")
    assert page.pairs("must") == [(4, 9)]
    assert (state["lasso"], state["selected"]) == (None, None)
    page.explorer.selection = None
    assert page.state["lasso"] is None


@pytest.mark.parametrize(
    ("value", "rows"),
    [
        ([], ()),
        (range(3), (0, 1, 2)),
        (np.arange(150) == 149, (149,)),
        ([True] + [False] * 149, (0,)),
        (pd.Series([5, 4]), (4, 5)),
    ],
)
def test_rows_may_be_given_as(page, value, rows):
    page.explorer.selection = value
    assert page.explorer.selection == rows
    assert page.explorer.interaction.selection == rows


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([150], "selection=150 must be"),
        ([-1], "selection=-1 must be"),
        ([1.5], "selection=1.5 must be"),
        (3, "must be a list of rows"),
        ("row 10", "must be a list of rows"),
        (["ann"], "'ann' is a name, but rows have none here"),
        ([True, False], "2 truth values for 150 rows"),
    ],
)
def test_what_is_no_row_is_refused_and_the_selection_stays(page, value, said):
    page.explorer.selection = [1, 2]
    with pytest.raises(InputError, match=said):
        page.explorer.selection = value
    assert page.explorer.selection == (1, 2)
    assert page.state["lasso"]["indices"] == [1, 2]


def test_selected_are_the_rows_as_they_were_given(explore):
    X = frame()
    X["note"] = [f"note {i}" for i in range(len(X))]
    page = explore(X, tooltip=["note"], n_clusters=2)
    page.send("select", indices=[2, 5])
    pd.testing.assert_frame_equal(page.explorer.selected, X.iloc[[2, 5]])
    page.explorer.selection = ()
    assert len(page.explorer.selected) == 0
    other = explore(X[["width", "height"]].to_numpy().tolist(), n_clusters=2)
    other.explorer.selection = [3]
    np.testing.assert_array_equal(other.explorer.selected, X.iloc[[3], :2])


def test_two_explorers_share_a_selection(explore):
    one, two = explore(), explore()
    link((one.explorer, "selection"), (two.explorer, "selection"))
    one.send("select", indices=[1, 2])
    assert two.state["lasso"]["indices"] == [1, 2]
    two.send("group", action="must")
    two.settled()
    assert one.state["lasso"] is None
    assert one.pairs("must") == []


def test_the_table_of_the_selected_points(explore):
    X = frame(150)
    page = explore(X, n_clusters=2)
    page.explorer.selection = X["width"].to_numpy() > -10
    table = page.state["selected"]
    assert table["columns"] == ["width", "height"]
    assert (len(table["rows"]), table["more"]) == (100, 50)
    first = table["rows"][0]
    assert (first["index"], first["name"]) == (0, "row 0")
    assert first["cluster"] == page.labels[0]
    assert first["cells"] == [f"{value:.4g}".replace("-", "−") for value in X.iloc[0]]


def test_the_table_shows_a_text_where_there_is_one(explore):
    X = frame()
    X["review"] = ["It works as it should, and the battery lasts for two days at least."] * 30
    X.loc["row 0", "review"] = "word " * 100
    page = explore(X, tooltip=["review"], n_clusters=2)
    page.explorer.selection = [0, 1]
    table = page.state["selected"]
    assert table["columns"] == ["review"]
    assert [len(row["cells"][0]) for row in table["rows"]] == [240, len(X["review"].iloc[1])]


# --------------------------------------------------------------------------- names


def test_rows_are_answered_about_by_name():
    session = Session(frame(), n_clusters=2)
    answer = session.answer("row 20", "row 30", "must")
    assert (answer.i, answer.j) == (2, 3)
    session.answer_many([("row 40", 5), (6, "row 70", "cannot")], "must")
    assert session.constraints.must.tolist() == [[2, 3], [4, 5]]
    assert session.constraints.cannot.tolist() == [[6, 7]]
    session.replace(1, "row 20", "row 80", "cannot")
    assert session.constraints.relation(2, 8) == "cannot"


def test_a_whole_number_is_a_row_even_where_names_are_numbers():
    X = frame()
    X.index = range(10, 40)
    session = Session(X, n_clusters=2)
    session.answer(10, 11, "must")
    session.answer("10", "11", "must")
    assert sorted(session.constraints.must.tolist()) == [[0, 1], [10, 11]]


def test_names_that_no_row_has_are_refused():
    session = Session(frame(), n_clusters=2)
    with pytest.raises(
        InputError, match="row='ann' is the name of no row; they are called 'row 0'"
    ):
        session.answer("ann", "row 10", "must")
    with pytest.raises(InputError, match="row='1' is a name, but rows have none here"):
        Session(frame().to_numpy(), n_clusters=2).answer("1", "2", "must")


def test_few_names_travel_ahead_and_many_are_asked_for(explore):
    page = explore(frame(), n_clusters=2)
    assert page.explorer.layer.names[:2] == ["row 0", "row 10"]
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(FEW + 1, 2)))
    X.index = [f"row {i}" for i in range(FEW + 1)]
    page = explore(X, clusterer="kmeans", n_clusters=2)
    assert page.explorer.layer.names == []
    page.send("names", indices=[2000, 5])
    assert page.sent == [{"type": "names", "names": [[5, "row 5"], [2000, "row 2000"]]}]
