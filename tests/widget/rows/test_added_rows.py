"""Rows added under a live widget: shown, described and coloured as those before them."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.feature_extraction.text import TfidfVectorizer

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.widget.features.axes.projector import Projector

FRAME = load_iris(as_frame=True).data.iloc[::2].reset_index(drop=True)
X = FRAME.to_numpy()
N, FIRST = 75, 60
KINDS = [f"kind {row % 3}" for row in range(N)]
SAYS = [f"row {row} says that it is one of seventy-five rows and not the last" for row in range(N)]
OPTIONS = {"clusterer": "kmeans", "n_clusters": 3}


def told(page, n=N, *, but="nothing else"):
    """The state, once the page has this many points everywhere."""
    state = page.settled()
    layer = page.explorer.layer
    assert state["error"] is None or but in state["error"]
    assert state["n"] == n == len(page.explorer.labels)
    assert len(layer.labels) == n * state["labels_itemsize"]
    assert len(layer.xy) == 8 * n
    return state


def tip(page, row=N - 1):
    return page.explorer.view().tips.describe(row, "c")


@pytest.mark.parametrize("through", ["widget", "session"])
def test_rows_of_an_array_are_shown_and_wait(explore, through):
    page = explore(X[:FIRST], **OPTIONS)
    before = page.explorer.labels.tolist()
    add = page.explorer.extend if through == "widget" else page.explorer.session.rows.extend
    assert add(X[FIRST:]).tolist() == list(range(FIRST, N))
    state = told(page)
    assert state["new_rows"]["lead"] == "15 new rows:"
    assert page.explorer.labels[:FIRST].tolist() == before
    assert tip(page)["features"][0] == ["Feature 0", f"{X[-1, 0]:.1f}"]
    assert page.explorer.labels_frame()["Feature 0"].tolist() == X[:, 0].tolist()
    page.send("undo")
    assert told(page)["left_out"]["lead"] == "15 of 75 rows"
    page.send("redo")
    assert told(page)["left_out"] is None


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_rows_of_a_frame_bring_their_columns(explore, library):
    data = FRAME.assign(kind=KINDS)
    if library == "pandas":
        data.index = [f"r{row}" for row in range(N)]
        first, later = data.iloc[:FIRST], data.iloc[FIRST:]
    else:
        data = pl.from_pandas(data)
        first, later = data[:FIRST], data[FIRST:]
    page = explore(first, tooltip="kind", color=list(range(FIRST)), **OPTIONS)
    explorer = page.explorer
    explorer.extend(later, color=list(range(FIRST, N)))
    told(page)
    assert tip(page)["title"] == ("Point r74 · c" if library == "pandas" else "Point 74 · c")
    assert tip(page)["rows"] == [["kind", "kind 2"]]
    explorer.color_by = "kind"
    told(page)
    assert len(explorer.layer.fills) == N
    explorer.color_by = "colour"
    told(page)
    frame = explorer.labels_frame()
    assert type(frame) is type(data) and list(frame["kind"]) == KINDS
    explorer.selection = (74,)
    assert list(explorer.selected["kind"]) == ["kind 2"]


def test_what_rows_have_not_is_missing(explore):
    page = explore(
        FRAME[:FIRST].assign(kind=KINDS[:FIRST]),
        tooltip="kind",
        color={"one": list(range(FIRST)), "two": KINDS[:FIRST]},
        preprocess="standardise",
        **OPTIONS,
    )
    page.explorer.session.rows.extend(FRAME[FIRST:])
    told(page, but="scaling")
    assert tip(page)["rows"] == [["kind", "missing"]]
    assert tip(page)["features"][0][1] == f"{X[-1, 0]:.1f}"  # not scaled
    frame = page.explorer.labels_frame()
    assert frame["kind"][:FIRST].tolist() == KINDS[:FIRST] and frame["kind"][FIRST:].isna().all()
    page.explorer.color_by = "two"
    assert told(page, but="scaling")["colour"] is not None


def test_a_tooltip_of_one_value_a_row_goes_on(explore):
    page = explore(X[:FIRST], tooltip=SAYS[:FIRST], **OPTIONS)
    page.explorer.extend(X[FIRST:], tooltip=SAYS[FIRST:])
    told(page)
    assert tip(page)["text"] == SAYS[-1]
    page.explorer.extend(X[:1] + 0.1)
    told(page, N + 1)
    assert tip(page, N)["text"] == "" and tip(page, N)["features"]


def test_texts_that_are_the_data(explore):
    said = [" ".join([*("apple", "boat", "car")[row % 3 :], f"w{row % 7}"]) for row in range(N)]
    page = explore(said[:FIRST], preprocess=TfidfVectorizer(), **OPTIONS)
    page.explorer.extend(said[FIRST:])
    told(page, but="15 of 15 rows added have the values of a row that was there")
    assert tip(page)["rows"] == [["", said[-1]]]
    assert page.explorer.selection == ()


def test_coordinates_of_ones_own_are_continued(explore):
    page = explore(X[:FIRST], projection=X[:FIRST, 1:3] * 2.0, **OPTIONS)
    page.explorer.extend(X[FIRST:])
    told(page)
    projector = page.explorer._context.of(Projector)
    for name in ("pca", "own"):
        projector.choose(name)
        told(page)
    assert page.explorer._context.plot.projection.xy == pytest.approx(X[:, 1:3] * 2.0)


def test_a_frame_with_a_colour_and_a_tooltip_a_row_takes_rows_of_the_session(explore):
    page = explore(FRAME[:FIRST], color=list(range(FIRST)), tooltip=KINDS[:FIRST], **OPTIONS)
    page.explorer.session.rows.extend(FRAME[FIRST : FIRST + 4])  # as many as there are columns
    told(page, FIRST + 4)
    assert tip(page, FIRST)["rows"] == [] and len(page.explorer.labels_frame()) == FIRST + 4


def test_what_was_refused_does_not_come_back(explore):
    frame = FRAME.assign(kind=KINDS).set_axis([f"r{row}" for row in range(N)])
    page = explore(frame[:FIRST], tooltip="kind", **OPTIONS)
    with pytest.raises(InputError, match="is called 'r1' already"):
        page.explorer.extend(frame[70:72].set_axis(["r1", "zz"]))
    page.explorer.session.rows.extend(frame[60:62].drop(columns="kind"))
    told(page, 62)
    assert page.explorer.labels_frame().index[-2:].tolist() == ["r60", "r61"]
    assert page.explorer.labels_frame().iloc[-1, :4].tolist() == FRAME.iloc[61].tolist()


def test_rows_that_an_undo_left_out_come_back_with_new_ones(explore):
    frame = FRAME.assign(kind=KINDS).set_axis([f"r{row}" for row in range(N)])
    page = explore(frame[:FIRST], tooltip="kind", color={"n": list(range(FIRST))}, **OPTIONS)
    page.explorer.extend(frame[60:62], color={"n": [60, 61]})
    page.send("undo")
    rows = page.explorer.extend(frame[61:64], color={"n": [61, 62, 63]})
    assert rows.tolist() == [61, 62, 63]
    told(page, 64)
    assert page.explorer.labels_frame()["kind"].tolist() == KINDS[:64]
    page.explorer.color_by = "n"
    told(page, 64)


def test_rows_that_are_scaled_anew_stand_elsewhere(explore):
    page = explore(FRAME[:FIRST], preprocess="standardise", **OPTIONS)
    page.explorer.extend(FRAME[FIRST:] + 2.0)
    assert "scaling is that of 60 rows" in told(page, but="scaling")["error"]
    before, tip_before = page.explorer.layer.xy, tip(page)
    page.explorer.session.rows.rescale()
    told(page)
    values = page.explorer.session.X
    assert values.mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-9)
    assert page.explorer.layer.xy != before and tip(page) == tip_before


def test_of_a_sample_as_large_a_share_of_the_new_rows_is_shown(explore):
    page = explore(X[:FIRST], sample=30, projection=X[:FIRST, :2], tooltip=KINDS[:FIRST], **OPTIONS)
    page.explorer.extend(X[FIRST:], tooltip=KINDS[FIRST:])
    state = page.settled()
    shown = page.explorer.session.sample.rows
    assert len(page.explorer.labels) == N and (shown >= FIRST).any()
    assert state["n"] == len(shown) and len(page.explorer.layer.xy) == 8 * len(shown)
    assert page.explorer._context.plot.projection.xy == pytest.approx(X[shown, :2])
    assert tip(page, int(shown[-1]))["rows"] == [["", KINDS[shown[-1]]]]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"tooltip": SAYS[FIRST:-1]}, "tooltip has 14 values for 15 new rows"),
        ({"color": KINDS[FIRST:]}, "color= was given, and that of the widget is not one value"),
        ({"names": SAYS[FIRST:]}, "names= was given, and the rows of the session have none"),
        ({"y_true": KINDS[FIRST:]}, "the session has no true labels"),
    ],
)
def test_rows_that_do_not_fit_change_nothing(explore, more, rule):
    page = explore(X[:FIRST], tooltip=SAYS[:FIRST], **OPTIONS)
    with pytest.raises(InputError, match=rule):
        page.explorer.extend(X[FIRST:], **more)
    told(page, FIRST)
    page.explorer.extend(X[FIRST:])
    told(page)


def test_past_moments_have_the_rows_of_then(explore):
    page = explore(X[:FIRST], **OPTIONS)
    page.explorer.session.answer(0, 1, "must")
    page.explorer.extend(pd.DataFrame(X[FIRST:]))
    told(page)
    page.send("look", step=1, compared=None)
    assert page.sent[-1]["type"] == "moment"
    page.send("go", step=1)
    assert told(page)["left_out"]["lead"] == "15 of 75 rows"
