"""What colours the points: columns of the data, of one's own, true labels, doubt."""

import asyncio
import time
from datetime import date, datetime, timedelta, timezone

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster._data_frames import TableFrame, is_missing, opened
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.colours.kinds import COLOURED
from jupyter_sscluster.session.colours.scale import NO_VALUE, STEPS, Scale
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core.row_content.tooltips import MOST_KEYS
from jupyter_sscluster.widget.features.colours import text as words
from jupyter_sscluster.widget.features.colours.columns import own_columns
from jupyter_sscluster.widget.features.colours.worker import ColourWorker

RNG = np.random.default_rng(0)
N = 60
FRAME = pd.DataFrame(
    {
        "age": RNG.integers(18, 85, N),
        "income": RNG.normal(size=N),
        "town": RNG.choice([f"town {k}" for k in range(12)], N),
        "born": pd.date_range("1980-01-01", periods=N, freq="30D", tz="Europe/Prague"),
        "member": RNG.random(N) < 0.5,
        "name": [f"person {row}" for row in range(N)],
        "labels": RNG.choice(["x", "y"], N),
    }
)
SHOWN = ["town", "born", "member", "name", "labels"]


def codes(page):
    return np.frombuffer(page.explorer.layer.fills, dtype=np.uint8)


@pytest.fixture
def customers(explore):
    return explore(FRAME, n_clusters=2, tooltip=SHOWN, y_true=["b", "a"] * (N // 2))


def test_every_kind_of_column_gives_each_point_a_code(customers):
    page = customers
    page.explorer.color_by = "age"
    ages = FRAME["age"].to_numpy()
    shares = (ages - ages.min()) / (ages.max() - ages.min())
    assert codes(page).tolist() == np.minimum(shares * STEPS, STEPS - 1).astype(int).tolist()
    page.explorer.color_by = "town"
    assert set(codes(page)) == set(range(STEPS, STEPS + COLOURED + 1))
    for town, own in FRAME.groupby("town"):
        assert len(set(codes(page)[own.index])) == 1, town
    page.explorer.color_by = "member"
    assert set(codes(page)) == {STEPS, STEPS + 1}
    page.explorer.color_by = "labels"
    assert codes(page).tolist() == [STEPS, STEPS + 1] * (N // 2)
    page.explorer.color_by = "born"
    assert codes(page).tolist() == sorted(codes(page))
    assert page.state["colour"]["ends"] == ["1980-01-01", "1984-11-05"]
    page.explorer.color_by = None
    assert page.explorer.layer.fills == b""
    assert page.state["colour"] == {
        "name": "cluster",
        "title": "Cluster",
        "ends": None,
        "why_not": "",
    }


def test_the_menu_tells_of_each_column_what_it_holds(customers):
    customers.send("colour_options")
    reply = customers.sent[-1]
    assert [(each["name"], each["about"]) for each in reply["own"]] == [
        ("cluster", ""),
        ("doubt", ""),
        ("labels", "b, a"),
    ]
    about = {each["name"]: (each["about"], each["available"]) for each in reply["columns"]}
    ages = FRAME["age"]
    assert about["age"] == (f"{ages.min()}–{ages.max()}", True)
    assert about["town"] == (f"{FRAME['town'].nunique()} kinds", True)
    assert about["born"] == ("1980-01-01 to 1984-11-05", True)
    assert about["name"] == ("different in every row", False)
    assert set(about["member"][0].split(", ")) == {"True", "False"}
    assert "labels (column)" in about


def test_the_trait_tells_of_changes_and_refuses_what_is_not_there(customers):
    explorer, heard = customers.explorer, []
    explorer.observe(lambda change: heard.append((change.old, change.new)), "color_by")
    assert explorer.color_by == "cluster"
    explorer.color_by = "age"
    customers.send("colour", name="town")
    explorer.color_by = "town"
    assert heard == [("cluster", "age"), ("age", "town")]
    with pytest.raises(InputError, match="color_by='size' is no column of the data; choose one of"):
        explorer.color_by = "size"
    with pytest.raises(InputError, match="color_by=3 is no column"):
        explorer.color_by = 3
    assert explorer.color_by == "town"
    state = customers.send("colour", name="size")
    assert state["error"].startswith("color_by='size' is no column of the data; choose one of")
    assert customers.state["colour"]["name"] == "town"
    assert "give values of your own with color=" in state["error"]


def test_colours_change_neither_clusters_nor_history(customers):
    page = customers
    before = (page.labels.tolist(), page.state["can_undo"], page.explorer.session.answers)
    for name in ("age", "town", "born", "labels", "doubt", "cluster"):
        page.send("colour", name=name)
    assert before == (page.labels.tolist(), page.state["can_undo"], page.explorer.session.answers)


def test_colours_stay_while_fits_end(customers):
    page = customers
    page.send("colour", name="age")
    before = page.explorer.layer.fills
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    assert page.explorer.layer.fills == before


@pytest.mark.parametrize(
    "color",
    [
        np.arange(150.0),
        list(range(150)),
        pd.Series(range(150), name="site"),
        pl.Series("site", range(150)),
        {"site": np.arange(150)},
        pd.DataFrame({"site": range(150)}),
    ],
)
def test_own_values_colour_the_points_at_once(explore, color):
    page = explore(color=color)
    assert page.explorer.color_by in ("site", "colour")
    assert codes(page).tolist() == sorted(codes(page))
    assert set(codes(page)) == set(range(STEPS))


def test_of_several_own_columns_the_menu_offers_each(explore):
    page = explore(color=pd.DataFrame({"a": range(150), "b": ["x", "y", "z"] * 50}))
    assert page.explorer.color_by == "cluster"
    page.explorer.color_by = "b"
    assert codes(page).tolist() == [STEPS, STEPS + 1, STEPS + 2] * 50


@pytest.mark.parametrize(
    ("color", "said"),
    [
        (range(3), "color has 3 values for 150 rows; give one value a row"),
        (pd.DataFrame({"a": [1]}), "color has 1 values for 150 rows"),
        ([[1], [1, 2]] * 75, "color has several values in a row; give one value a row, or a"),
        ({"a": np.ones((150, 2))}, "color has several values in a row"),
        ("size", "color='size' is no column of the data; choose one of 'cluster'"),
        (7, "color=7 must be one value a row, a data frame, or the name of a column"),
        ("labels", 'color="labels" needs true labels; give them with y_true='),
    ],
)
def test_own_values_that_do_not_fit_are_refused(bundle, color, said):
    with pytest.raises(InputError, match=said):
        ClusterExplorer(load_iris().data, n_clusters=3, color=color)


def test_hard_columns(explore):
    hard = {
        "gaps": np.where(np.arange(150) % 3 == 0, np.nan, np.arange(150.0)),
        "infinite": np.append(np.arange(148.0), [np.inf, -np.inf]),
        "one": np.full(150, 42.0),
        "nothing": [None] * 150,
        "days": [date(2024, 1, 1) + timedelta(row) for row in range(150)],
        "html": ["<b onload=alert(1)>", "plain", "plain"] * 50,
        "moments": np.arange(150).astype("M8[D]"),
    }
    page = explore(color=hard)
    seen = {}
    for name in hard:
        page.explorer.color_by = name
        page.send("colour_legend", find="")
        seen[name] = codes(page)
        assert page.faults == []
    assert (seen["gaps"] == NO_VALUE).tolist() == [row % 3 == 0 for row in range(150)]
    assert seen["infinite"][-2:].tolist() == [STEPS - 1, 0]
    assert len(set(seen["one"])) == 1
    assert set(seen["nothing"]) == {NO_VALUE}
    for name in ("days", "moments"):
        assert seen[name].tolist() == sorted(seen[name])
    page.explorer.color_by = "one"
    page.send("colour_legend", find="")
    assert page.sent[-1]["scale"]["positions"] == 0
    assert page.sent[-1]["note"].startswith("one is 42 everywhere.")
    page.explorer.color_by = "gaps"
    page.send("colour_legend", find="")
    assert page.sent[-1]["note"].startswith("50 points have no gaps and are hollow.")


def test_dates_with_an_offset_and_at_the_ends_of_the_calendar(explore):
    west, east = timezone(timedelta(hours=-5)), timezone(timedelta(hours=2))
    frame = pd.DataFrame({"offset": pd.date_range("2024-01-01", periods=150, tz=east)})
    far = [datetime(9999, 12, 31, 23, tzinfo=west), datetime(1, 1, 1, tzinfo=east)] * 75
    for color, ends in (
        (frame, ["2024-01-01", "2024-05-29"]),
        (far, ["0000-12-31", "10000-01-01"]),
    ):
        page = explore(color=color)
        page.send("colour_options")
        page.send("colour_legend", find="")
        assert page.faults == []
        assert page.state["colour"]["ends"] == ends


def test_a_column_that_fails_leaves_the_menu_to_the_others(customers):
    def fails(shown):
        raise RuntimeError("no text")

    customers.explorer._context.of(ColourWorker).columns["odd"] = fails
    customers.send("colour_options")
    columns = customers.sent[-1]["columns"]
    about = {each["name"]: (each["about"], each["available"]) for each in columns}
    assert about["odd"] == ("stopped with RuntimeError: no text", False)
    assert about["town"][1]


def test_keys_of_mappings_and_short_values_of_a_tooltip_are_columns(explore):
    kinds, sizes = ["a", "b", None] * 50, list(range(150))
    long, png = "word " * 20, b"\x89PNG\r\n\x1a\n"
    rows = [
        {"kind": kind, "size": size, "text": long, "photo": png}
        for kind, size in zip(kinds, sizes, strict=True)
    ]
    page = explore(tooltip=rows, color="kind")
    assert codes(page).tolist() == [STEPS, STEPS + 1, NO_VALUE] * 50
    page.explorer.color_by = "size"
    assert codes(page).tolist() == sorted(codes(page))
    page.send("colour_options")
    names = [each["name"] for each in page.sent[-1]["columns"]]
    assert [name for name in names if not name.startswith("Feature")] == ["kind", "size"]
    assert codes(explore(tooltip=kinds, color="tooltip")).tolist() == [8, 9, NO_VALUE] * 50
    for tooltip in ([png] * 150, [long] * 150, lambda row: "a"):
        with pytest.raises(InputError, match="color='tooltip' is no column"):
            explore(tooltip=tooltip, color="tooltip")


def test_keys_that_differ_in_every_row_are_no_columns_without_end(explore):
    page = explore(tooltip=[{f"key {row}": row} for row in range(150)])
    page.send("colour_options")
    assert len(page.sent[-1]["columns"]) == 4 + MOST_KEYS


@pytest.mark.parametrize("convert", [list, pd.Series, lambda each: pd.DataFrame({"when": each})])
def test_periods_are_dates_and_intervals_kinds(explore, convert):
    months = pd.period_range("2020-01", periods=150, freq="M").insert(150, pd.NaT)[1:]
    page = explore(color=convert(months))
    assert page.state["colour"]["ends"] == ["2020-02-01", "2032-06-01"]
    assert codes(page)[-1] == NO_VALUE
    page = explore(color=convert(pd.cut(np.arange(150), 3)))
    assert codes(page).tolist() == [8] * 50 + [9] * 50 + [10] * 50


def test_what_is_said_of_negative_and_of_infinite_numbers():
    assert words.about(Scale(np.array([-1.5, -0.5]))) == "−1.5 to −0.5"
    assert words.between("18", "84") == "18–84"
    infinite = Scale(np.array([np.inf, -np.inf, np.nan]))
    assert words.about(infinite) == "only infinite values"
    assert words.changed("x", infinite) == "Coloured by x: only infinite values, 1 point has none."
    assert words.changed("x", Scale(np.array([np.nan]))).startswith("No point has a value of x")


def test_the_legend_has_bars_clusters_kinds_and_what_they_have_in_common(customers):
    page = customers
    page.send("colour", name="age")
    page.send("colour_legend", find="")
    scale = page.sent[-1]["scale"]
    assert max(bar["height"] for bar in scale["bars"]) == 1
    medians = [float(each["median"]) for each in scale["clusters"]]
    labels = page.labels
    assert medians == [np.median(FRAME["age"][labels == k]) for k in range(2)]
    page.send("colour", name="town")
    page.send("colour_legend", find="town 1")
    reply = page.sent[-1]
    counts = FRAME["town"].value_counts()
    assert [kind["count"] for kind in reply["kinds"][:7]] == counts.tolist()[:7]
    assert reply["kinds"][7] | {"share": 0} == {
        "kind": -1,
        "name": f"{len(counts) - 7} others",
        "code": 15,
        "count": int(counts.iloc[7:].sum()),
        "share": 0,
        "on": False,
    }
    assert all("town 1" in kind["name"] for kind in reply["kinds"][8:])
    assert reply["agreement"]["text"].startswith("Knowing the town says little about the cluster")


def test_of_a_sample_the_points_shown_have_codes(explore):
    page = explore(FRAME, n_clusters=2, tooltip=SHOWN, sample=20)
    rows = page.explorer.session.sample.rows
    page.explorer.color_by = "member"
    members = FRAME["member"].to_numpy()[rows]
    assert len(codes(page)) == 20
    assert len({(code, member) for code, member in zip(codes(page), members, strict=True)}) == 2


def test_doubt_is_worked_out_and_says_why_there_is_none_yet(explore):
    page = explore(color="doubt")
    state = page.wait(lambda state: state["colour"]["why_not"] not in ("", words.COMING))
    assert state["colour"]["why_not"] == "Too few answers to estimate. Expect larger changes."
    assert set(codes(page)) == {NO_VALUE}


def test_a_column_that_cannot_be_made_leaves_the_colours(customers):
    page = customers
    page.send("colour", name="age")

    def fails(shown):
        raise KeyError("gone")

    page.explorer._context.of(ColourWorker).columns["town"] = fails
    state = page.send("colour", name="town")
    assert state["error"] == "The colours stay: town stopped with KeyError: 'gone'"
    assert page.explorer.color_by == state["colour"]["name"] == "age"


def test_colours_are_made_beside_the_kernels_thread(bundle):
    async def play():
        explorer = ClusterExplorer(load_iris().data, n_clusters=3, color={"a": range(150)})
        try:
            explorer.color_by = "Feature 1"
            assert explorer.color_by == "Feature 1"
            end = time.monotonic() + 20
            while explorer.layer.state["colour"]["name"] != "Feature 1":
                assert time.monotonic() < end
                await asyncio.sleep(0.005)
            assert len(explorer.layer.fills) == 150
        finally:
            explorer.close()

    asyncio.run(play())


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_column_is_told_by_its_first_value_that_is_there(frame):
    given = {"a": [None, "x", "y"], "b": [None, None, None], "c": [None, date(2020, 1, 2), None]}
    found = opened(frame(given))
    for place in range(3):
        known = [each for each in found.values(place) if not is_missing(each)]
        assert found.first(place) == (known[0] if known else None)


def test_columns_are_read_when_they_are_looked_at(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(TableFrame, "values", lambda *_: pytest.fail("read too early"))
        made = own_columns(FRAME, N)
    assert list(made) == [*FRAME.columns[:-1], "labels (column)"]
    assert made["town"](Sample(N, np.zeros((N, 1)))).n_missing == 0
