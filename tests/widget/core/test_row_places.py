"""A page that shows a sample is that of these rows alone; Python goes by the rows of all data."""

from typing import Annotated, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np
import pytest
from agreement import Message, Reply, State
from session_parts import blobs
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import replay
from jupyter_sscluster.session.engine.sample.sample import shown_rows
from jupyter_sscluster.widget.core import contract, registry
from jupyter_sscluster.widget.core.row_places import message_by_row, reply_by_place

N = 400
X = blobs(N, 4)
ROWS = [*range(3, 390, 11)]


class Sided(ClusterMixin, BaseEstimator):
    """The side that a row lies on, whatever the other rows are."""

    def __init__(self, n_clusters=3):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, *, constraints=None):
        self.labels_ = (X[:, 0] > 2).astype(int) + (X[:, 1] > 2)
        return self


@pytest.fixture
def both(explore):
    """A page of the sample, and one of its rows alone, called by their numbers in all data."""
    some = explore(X, clusterer=Sided(), sample=ROWS)
    alone = explore(X[ROWS], clusterer=Sided(), names=list(map(str, ROWS)))
    return some, alone


SAME = (
    *("n", "names", "axes", "question", "batch", "placement", "sorting", "links", "conflict"),
    *("lasso", "selected", "moved", "problem", "doubtful", "error"),
)


def compared(some, alone):
    for page in (some, alone):
        page.found()
    assert {key: some.state[key] for key in SAME} == {key: alone.state[key] for key in SAME}
    for name in ("labels", "xy", "names"):
        assert getattr(some.explorer.layer, name) == getattr(alone.explorer.layer, name), name


MESSAGES = [
    {"type": "link", "i": 4, "j": 9, "kind": "must"},
    {"type": "link", "i": 4, "j": 20, "kind": "cannot"},
    {"type": "link", "i": 9, "j": 20, "kind": "must"},
    {"type": "resolve", "choice": "take_back_new"},
    {"type": "select", "indices": [1, 5, 30]},
    {"type": "group", "action": "must"},
    {"type": "select", "indices": [2, 3]},
    {"type": "group", "action": "cannot_first"},
    {"type": "group", "action": "cannot", "indices": [6, 7]},
    {"type": "undo"},
    {"type": "select", "indices": [10, 11, 12]},
    {"type": "group", "action": "label", "cluster": 1},
    {"type": "suggest"},
    {"type": "question_type", "question_type": "place"},
    {"type": "question_type", "question_type": "sort"},
]


def test_the_page_is_that_of_the_rows_shown(both):
    some, alone = both
    compared(some, alone)
    for message in MESSAGES:
        for page in both:
            page.send(message["type"], **{k: v for k, v in message.items() if k != "type"})
        compared(some, alone)
    rows = [(ROWS[a.i], ROWS[a.j], a.kind) for a in alone.explorer.session.answers]
    assert [(a.i, a.j, a.kind) for a in some.explorer.session.answers] == rows
    assert len(some.explorer.labels) == N and some.state["n_rows"] == N


REPLIES = [
    {"type": "describe", "index": 7, "step": None},
    {"type": "names", "indices": [0, 5]},
    {"type": "cluster", "cluster": 0},
    {"type": "look", "step": 0, "compared": None},
]


def test_replies_are_those_of_the_rows_shown(both):
    some, alone = both
    for page in both:
        page.send("link", i=4, j=9, kind="must")
        page.found()
    # Scores come after the pictures that they are of.
    for page in both:
        page.wait(lambda state: len(state["progress"]["curve"]["score"]) == 2)
    some.wait(lambda state: state["progress"]["curve"] == alone.state["progress"]["curve"])
    for message in REPLIES:
        for page in both:
            page.send(message["type"], **{k: v for k, v in message.items() if k != "type"})
        mine = reply_by_place(some.explorer.session.sample, some.sent[-1])
        theirs = alone.sent[-1]
        counted = ("about", "clusters", "status", "text", "settings")
        assert strip(mine, counted) == strip(theirs, counted)


def test_a_search_finds_rows_that_are_shown_by_their_numbers(both):
    page, _ = both
    page.send("find", text="3", start=0)
    found = reply_by_place(page.explorer.session.sample, page.sent[-1])
    wanted = [row for row in ROWS if str(row).startswith("3")]
    assert [int(each["name"]) for each in found["hits"]] == wanted[:20]
    assert [ROWS[each["index"]] for each in found["hits"]] == wanted[:20]
    assert [ROWS[place] for place in found["ringed"]] == wanted


def strip(value, keys):
    """Without what counts rows that are not shown."""
    if isinstance(value, dict):
        return {key: strip(one, keys) for key, one in value.items() if key not in keys}
    if isinstance(value, (list, tuple)):
        return [strip(one, keys) for one in value]
    return value


def test_the_status_line_says_how_many_are_shown(both):
    some, alone = both
    some.explorer.interaction.notice = ""
    some.explorer.event_loop.show()
    assert some.state["status"].endswith("36 of 400 points shown")
    assert "shown" not in alone.state["status"]
    assert "36 of 400 points shown" in repr(some.explorer)
    assert "36 of 400 points shown" in some.explorer._context.static_output._make()["text/plain"]


@pytest.mark.parametrize("axes", [None, (0, 2), "own", "callable"])
def test_a_link_with_another_row_shows_it(explore, axes):
    own = X[:, :2] * 3
    projection = {"own": own, "callable": lambda rows: np.sin(rows[:, :2])}.get(axes, axes)
    page = explore(X, clusterer=Sided(), sample=ROWS, projection=projection)
    explorer, m = page.explorer, len(ROWS)
    page.wait(
        lambda _: (
            projection is None or explorer._context.plot.projection.name in ("own", "features")
        )
    )
    before = np.array(explorer._context.plot.projection.xy)
    explorer.session.answer(3, 200, "must")
    state = page.found()
    xy = explorer._context.plot.projection.xy
    assert state["n"] == m + 1 == len(page.labels) == len(xy) == len(explorer.layer.xy) // 8
    assert np.array_equal(xy[:m], before)
    assert state["links"][0] | {"i": 0, "j": m, "a": "3", "b": "200"} == state["links"][0]
    assert page.labels[m] == explorer.labels[200]
    if axes == (0, 2):
        assert np.allclose(xy[m], X[200, [0, 2]])
    if axes == "own":
        assert np.allclose(xy[m], own[200])
    assert page.send("link", i=m, j=1, kind="cannot")["error"] is None
    assert explorer.session.answers[-1].pair == (14, 200)


def test_the_selection_is_of_rows_that_are_shown(explore):
    page = explore(X, clusterer=Sided(), sample=ROWS)
    explorer = page.explorer
    explorer.selection = explorer.labels == 1
    chosen = [row for row in ROWS if explorer.labels[row] == 1]
    assert list(explorer.selection) == chosen
    assert page.state["lasso"]["indices"] == [ROWS.index(row) for row in chosen]
    assert np.array_equal(explorer.selected, X[chosen])
    with pytest.raises(InputError, match="row 4 is not among the 36 points shown"):
        explorer.selection = [3, 4]


def test_steps_of_a_fit_are_refused_in_a_sentence(explore):
    page = explore(X, clusterer="pckmeans", n_clusters=2, sample=ROWS)
    page.send("steps", fresh=False)
    assert any("Session(X[session.sample.rows])" in str(each) for each in page.sent)


def test_files_and_frames_are_of_all_rows(explore, tmp_path, monkeypatch):
    monkeypatch.setattr(replay, "STATIC", tmp_path)  # whatever was built
    for name in ("replay.js", "replay.css"):
        (tmp_path / name).write_text("")
    page = explore(X, clusterer=Sided(), sample=ROWS)
    page.explorer.session.answer(3, 200, "must")
    assert len(page.explorer.labels_frame()["cluster"]) == N
    for what, form, there in [("labels", "csv", "\n399,"), ("constraints", "csv", "3,200")]:
        page.send("export", file=what, form=form, to="here")
        assert there in bytes(page.buffers[0]).decode()
    page.explorer.replay_page(tmp_path / "replay.html")
    assert '"n":37,' in (tmp_path / "replay.html").read_text()


@pytest.mark.parametrize("place", [36, -1, 10**9])
def test_a_place_that_is_not_there(place):
    shown = shown_rows(X, np.array(ROWS), None)
    with pytest.raises(InputError, match="point="):
        message_by_row(shown, {"type": "link", "i": 0, "j": place, "kind": "must"})


@pytest.mark.parametrize("value", ["3", None, 2.5, True, [1]])
def test_what_is_no_place_is_left_to_who_reads_it(value):
    shown = shown_rows(X, np.array(ROWS), None)
    message = {"type": "link", "i": value, "j": 1, "kind": "must"}
    assert message_by_row(shown, message) == message | {"j": 14}
    assert message_by_row(shown, value) == value
    assert message_by_row(shown, {"type": value}) == {"type": value}


def test_whatever_is_called_as_a_point_is_one():
    """Every number by the name of a point in the contract is marked as one."""
    modules = [contract, *registry.modules("contract")]
    kinds = [kind for each in modules for kind in vars(each).values() if is_typeddict(kind)]
    nested, seen = [State, Reply, Message], []
    while nested:
        kind = nested.pop()
        if is_typeddict(kind) and kind not in seen:
            seen.append(kind)
            nested += get_type_hints(kind, include_extras=True).values()
        elif not is_typeddict(kind):
            nested += get_args(kind)
    named = [
        (kind.__name__, name, hint)
        for kind in (*kinds, *seen)
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if name in ("i", "j", "index", "indices")
    ]
    assert len(named) > 20
    for kind, name, hint in named:
        inner = hint if get_origin(hint) is not list else get_args(hint)[0]
        if inner is int or get_origin(inner) is Annotated:
            assert get_origin(inner) is Annotated, f"{kind}.{name}"
