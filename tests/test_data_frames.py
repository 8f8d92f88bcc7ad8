"""A frame of any kind is taken, and given back as one of its kind, with the same labels.

Frames of modin are tried where it is installed; it wants an older pandas than the other tests. What
is done with a frame of a kind that nobody here knows is tried with one of narwhals' own, which has
nothing but what narwhals promises of all kinds.
"""

import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_iris
from sklearn.feature_selection import VarianceThreshold
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from jupyter_sscluster import Session
from jupyter_sscluster._data_frames import is_lazy, opened
from jupyter_sscluster._validation import InputError, check_data, feature_names, row_names
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.sampling import label_codes
from jupyter_sscluster.export import with_labels
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.features.export.worker import Exporter

IRIS = load_iris()
NAMES = [f"flower {row}" for row in range(len(IRIS.data))]
KINDS = {
    "pandas": pd.DataFrame,
    "nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "pandas on arrow": lambda columns: pd.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "pyarrow batch": pa.RecordBatch.from_pydict,
    "narwhals": lambda columns: nw.from_native(pl.DataFrame(columns)),
}
if find_spec("modin"):
    KINDS["modin"] = import_module("modin.pandas").DataFrame
MANY = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
PACKAGE = Path(__file__).parents[1] / "jupyter_sscluster"
DAY = date(2026, 5, 1)


def flowers(kind, **more):
    """The flowers in ten-thousandths, as whole numbers: exact in every kind of column."""
    data = dict(zip("abcd", (IRIS.data * 10).round().astype(int).T.tolist(), strict=True))
    return kind({**data, **more})


def species(kind):
    return opened(kind({"y": [IRIS.target_names[k] for k in IRIS.target]}))


# --------------------------------------------------------------------------- in


@MANY
def test_the_same_labels_and_the_names_of_columns(kind):
    pairs = {"ml": [(0, 1), (50, 60)], "cl": [(0, 50), (50, 100)]}
    frame = flowers(kind)
    model = PCKMeans(3, random_state=0).fit(frame, **pairs)
    plain = PCKMeans(3, random_state=0).fit(check_data(flowers(pd.DataFrame)), **pairs)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    np.testing.assert_array_equal(model.cluster_centers_, plain.cluster_centers_)
    np.testing.assert_array_equal(model.predict(frame), plain.predict(check_data(frame)))
    assert model.feature_names_in_.tolist() == feature_names(frame) == list("abcd")


@MANY
def test_an_explorer_gives_back_a_frame_of_the_same_kind(explore, kind):
    frame = flowers(kind, species=[IRIS.target_names[k] for k in IRIS.target])
    truth = opened(frame).narwhal["species"].to_native()
    coordinates = kind({"east": list(range(150)), "north": list(range(150))[::-1]})
    page = explore(
        frame,
        n_clusters=3,
        tooltip="species",
        y_true=truth,
        names=opened(kind({"n": NAMES})).narwhal["n"].to_native(),
        preprocess=StandardScaler(),
        projection=coordinates,
    )
    explorer, session = page.explorer, page.explorer.session
    wanted = Session(IRIS.data, n_clusters=3, preprocess=StandardScaler()).labels
    assert adjusted_rand(wanted, explorer.labels) == 1
    assert session.feature_names == tuple("abcd")
    assert session.names == tuple(NAMES)
    assert engine_of(session).data.score_name == "adjusted Rand"
    assert session.history.current_fit.score == adjusted_rand(IRIS.target, explorer.labels)
    assert explorer._context.plot.projection.titles == ("east", "north")

    explorer.selection = opened(kind({"m": [row in (3, 7) for row in range(150)]})).narwhal["m"]
    assert explorer.selection == (3, 7)
    for made, rows in ((explorer.selected, [3, 7]), (explorer.labels_frame(), range(150))):
        assert type(made) is type(frame)
        back = opened(made)
        assert back.names[:5] == [*"abcd", "species"]
        assert back.values(0) == [opened(frame).values(0)[row] for row in rows]
    assert opened(explorer.labels_frame("found")).values(5) == explorer.labels.tolist()
    page.send("describe", index=100, step=None)
    told = page.sent[-1]
    assert told["title"].startswith("Point flower 100")
    assert ["species", "virginica"] in told["rows"]
    assert told["features"][0] == ["a", "63"]


def test_a_frame_of_a_kind_that_nobody_here_knows():
    frame = flowers(lambda columns: nw.from_native(pl.DataFrame(columns)), day=[DAY] * 150)
    assert feature_names(frame) == [*"abcd", "day"]
    left = opened(frame).without(["day"])
    np.testing.assert_array_equal(check_data(left), check_data(flowers(pd.DataFrame)))
    session = Session(left, n_clusters=3)
    assert session.feature_names == tuple("abcd")
    found = with_labels(left, session.labels)
    assert type(found) is type(opened(found).rows([3])) is nw.DataFrame
    assert opened(found).values(4) == session.labels.tolist()
    with pytest.raises(InputError, match="columns of dates or times: 'day'; show them"):
        Session(frame, n_clusters=3)


@MANY
def test_the_code_that_is_exported_runs_on_the_frame(explore, kind):
    frame = flowers(kind, species=[IRIS.target_names[k] for k in IRIS.target])
    page = explore(frame, n_clusters=3, tooltip="species", preprocess=StandardScaler())
    names = {"X": frame}
    exec(page.explorer._context.of(Exporter).code(), names)
    np.testing.assert_array_equal(names["labels"], page.explorer.labels)


def test_categories_are_texts_and_are_encoded():
    town = ["A", "B"] * 75
    made = make_column_transformer((OneHotEncoder(), ["town"]), remainder=StandardScaler())
    for frame in (
        flowers(pd.DataFrame, town=pd.Categorical(town)),
        flowers(pl.DataFrame, town=pl.Series(town, dtype=pl.Categorical)),
        flowers(pa.table, town=pa.array(town).dictionary_encode()),
    ):
        with pytest.raises(InputError, match=r"numbers: 'town'; show .*OneHotEncoder"):
            Session(frame, n_clusters=3)
        session = Session(frame, n_clusters=3, preprocess=made)
        assert session.feature_names == ("town_A", "town_B", *"abcd")


@MANY
def test_labels_of_any_kind_of_series(kind):
    labels = opened(kind({"y": ["x", "y", None, "x"]})).narwhal["y"].to_native()
    assert label_codes(labels).tolist() == [0, 1, -1, 0]
    numbers = opened(kind({"y": [3, -1, 4, 3]})).narwhal["y"].to_native()
    assert label_codes(numbers).tolist() == [0, -1, 1, 0]
    assert adjusted_rand(numbers, [0, 1, 2, 0]) == 1
    with pytest.raises(InputError, match=r"y has shape \(4, 1\); one label a row"):
        label_codes(kind({"y": [3, -1, 4, 3]}))
    with pytest.raises(InputError, match="y_true has no label in row 2"):
        Session(np.eye(4), n_clusters=2, y_true=kind({"y": ["x", "y", None, "x"]})["y"])


@MANY
def test_pairs_from_a_frame_are_row_numbers(kind):
    pairs = kind({"i": [0, 2], "j": [1, 3]})
    found = Constraints(4, must=pairs)
    assert found.must.tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize("kind", [pl.DataFrame, pa.table])
def test_a_row_by_name_where_a_frame_has_no_index(kind, tmp_path):
    with pytest.raises(InputError, match=r"'ann' is a name, but rows have none.*or names="):
        Session(flowers(kind), n_clusters=3).answer("ann", 1, "must")
    session = Session(flowers(kind), n_clusters=3, names=NAMES)
    session.answer("flower 0", "flower 1", "must")
    assert session.constraints.must.tolist() == [[0, 1]]
    session.constraints.to_csv(tmp_path / "known.csv")
    turned = kind({"name": NAMES[::-1]})["name"]
    found = Constraints.from_csv(tmp_path / "known.csv", names=turned)
    assert found.must.tolist() == [[148, 149]]


# --------------------------------------------------------------------------- columns


OBJECTS = {
    "pandas": pd.DataFrame,
    "polars": lambda columns: pl.DataFrame(columns, strict=False),
    "pyarrow": pa.table,
}


@pytest.mark.parametrize("kind", OBJECTS.values(), ids=list(OBJECTS))
def test_what_is_a_number_and_what_is_a_date(kind):
    frame = opened(
        kind(
            {
                "whole": [1, 2],
                "part": [0.5, None],
                "truth": [True, False],
                "doubt": [True, None],
                "price": [Decimal("1.25"), Decimal("2.5")],
                "nothing": [None, None],
                "day": [DAY, DAY],
                "moment": [datetime(2026, 5, 1), None],
                "lasted": [timedelta(1), timedelta(2)],
                "text": ["1", "2"],
            }
        )
    )
    assert frame.kinds == ["number"] * 6 + ["date"] * 3 + ["other"]
    found = [frame.floats(place).tolist() for place in range(6)]
    nan = np.nan
    np.testing.assert_array_equal(
        found, [[1, 2], [0.5, nan], [1, 0], [1, nan], [1.25, 2.5], [nan, nan]]
    )
    np.testing.assert_array_equal(
        check_data(frame.without(["part", "doubt", "nothing", "day", "moment", "lasted", "text"])),
        [[1, 1, 1.25], [2, 0, 2.5]],
    )


def test_numbers_that_are_kept_as_objects():
    mixed = pd.DataFrame({"x": [1.5, 2], "whole": [1, 2], "name": ["a", "b"]})
    turned = mixed.T.T.drop(columns="name").assign(part=pd.Series([np.float32(0.5), 1], dtype="O"))
    assert set(turned.dtypes) == {np.dtype(object)}
    np.testing.assert_array_equal(check_data(turned), [[1.5, 1, 0.5], [2, 2, 1]])
    turned.loc[1, "whole"] = None
    with pytest.raises(InputError, match="NaN in row 1, column 'whole'"):
        check_data(turned)


@pytest.mark.parametrize("kind", OBJECTS.values(), ids=list(OBJECTS))
def test_non_numeric_columns_are_named_with_remedies_that_work(explore, kind):
    frame = kind({"x": [1.0, 2.0, 9.0], "town": list("ABA"), "day": [DAY] * 3})
    with pytest.raises(InputError) as told:
        Session(frame, n_clusters=2)
    sentence = str(told.value)
    assert "not numbers: 'town', and of dates or times: 'day'; show" in sentence
    assert sentence.endswith(
        "; for dates take numbers that can be compared, such as the days since the first of them"
    )
    code = sentence.partition("preprocess=")[2].partition(", from sklearn")[0]
    assert Session(frame, n_clusters=2, preprocess=eval(code)).X.shape == (3, 3)
    tooltip = eval(sentence.partition("tooltip=")[2].partition(")")[0])
    assert explore(frame, n_clusters=2, tooltip=tooltip).explorer.session.X.shape == (3, 1)
    with pytest.raises(InputError, match=r"tooltip=\['town', 'day'\]") as told:
        PCKMeans(2).fit(frame)
    code = str(told.value).partition("first with ")[2].partition(", from sklearn")[0]
    assert len(make_pipeline(eval(code), PCKMeans(2)).fit_predict(frame)) == 3
    for refused in (StandardScaler(), make_pipeline("passthrough", SimpleImputer())):
        with pytest.raises(InputError, match=r"preprocess=.* cannot take X, .*'day'; show") as told:
            Session(frame, n_clusters=2, preprocess=refused)
        code = str(told.value).partition("column: preprocess=")[2].partition(", from sklearn")[0]
        assert Session(frame, n_clusters=2, preprocess=eval(code)).X.shape == (3, 3)


@MANY
def test_texts_alone_are_not_to_be_left_out(explore, kind):
    frame = kind({"town": list("ABA"), "street": list("xyz")})
    with pytest.raises(InputError) as told:
        Session(frame, n_clusters=2)
    assert "tooltip" not in str(told.value)
    code = str(told.value).partition("preprocess=")[2].partition(", from sklearn")[0]
    assert Session(frame, n_clusters=2, preprocess=eval(code)).X.shape == (3, 5)
    with pytest.raises(InputError, match="'town', 'street', and nothing is left"):
        explore(frame, n_clusters=2, tooltip=["town", "street"])


@MANY
def test_missing_values_are_counted_by_column_and_can_be_filled_in(kind):
    income = [None if row % 5 == 2 else float(row) for row in range(20)]
    frame = kind({"income": income, "age": [None, *range(19)]})
    with pytest.raises(InputError) as told:
        Session(frame, n_clusters=2)
    sentence = str(told.value)
    assert "NaN in row 0, column 'age' (5 such values in all" in sentence
    assert "column 'income' in 4 rows (2, 7, 12, …), column 'age' in 1 row (0)" in sentence
    code = sentence.partition("preprocess=")[2].partition(":")[0]
    assert Session(frame, n_clusters=2, preprocess=eval(code)).X.std(axis=0) == pytest.approx(1.0)
    with pytest.raises(InputError, match=r"makes of X holds NaN.*'income' in 4 rows.*SimpleImp"):
        Session(frame, n_clusters=2, preprocess=StandardScaler())
    with pytest.raises(InputError, match=r"'income' in 4 rows.*sklearn\.impute"):
        PCKMeans(2).fit(frame)


def test_many_columns_with_missing_values_are_summarised():
    holes = np.ones((3, 9))
    holes[1] = np.nan
    with pytest.raises(InputError, match=r"column 3 in 1 row \(1\), and 5 more columns; rows"):
        check_data(holes)


@MANY
def test_a_pipeline_that_drops_columns_and_a_frame_that_comes_out(kind):
    frame = flowers(kind, same=[1] * 150)
    for form in ("default", "pandas", "polars"):
        made = make_pipeline(StandardScaler(), VarianceThreshold()).set_output(transform=form)
        session = Session(frame, n_clusters=3, preprocess=made)
        assert session.feature_names == tuple("abcd")
        np.testing.assert_allclose(session.X.std(axis=0), 1)


# --------------------------------------------------------------------------- hard cases


@MANY
@pytest.mark.parametrize("preprocess", [None, StandardScaler()])
def test_a_frame_of_no_rows(kind, preprocess):
    frame = opened(flowers(kind)).rows([])
    with pytest.raises(InputError, match=r"0 sample\(s\) \(shape=\(0, 4\)\).*at least one row"):
        Session(frame, n_clusters=1, preprocess=preprocess)
    if preprocess is None:
        with pytest.raises(InputError, match=r"0 sample\(s\) \(shape=\(0, 4\)\)"):
            PCKMeans(1).fit(frame)


@pytest.mark.parametrize("frame", [pd.DataFrame(columns=["a", "b"]), pa.table({}), pl.DataFrame()])
def test_frames_of_nothing(frame):
    with pytest.raises(InputError, match="while a minimum of 1 is required"):
        Session(frame)


def test_a_frame_that_is_not_worked_out_yet():
    lazy = flowers(pl.DataFrame).lazy()
    assert is_lazy(lazy) and opened(lazy) is None
    with pytest.raises(InputError, match=r"X is a LazyFrame.*pass X\.collect\(\)"):
        PCKMeans(3).fit(lazy)
    for preprocess in (None, StandardScaler()):
        with pytest.raises(InputError, match=r"X is a LazyFrame.*pass X\.collect\(\)"):
            Session(lazy, n_clusters=3, preprocess=preprocess)


def test_a_series_is_one_column():
    for series in (pd.Series([1.0, 2.0]), pl.Series([1.0, 2.0])):
        with pytest.raises(InputError, match=r"single feature with X\.to_frame\(\)"):
            check_data(series)
        assert check_data(
            series.to_frame("x") if isinstance(series, pd.Series) else series.to_frame()
        ).shape == (2, 1)


def test_names_of_columns_that_are_tuples_numbers_or_nan():
    X = IRIS.data[:, :2]
    pairs = pd.DataFrame(X, columns=pd.MultiIndex.from_tuples([("petal", 1), ("petal", 2)]))
    assert feature_names(pairs) == ["('petal', 1)", "('petal', 2)"]
    np.testing.assert_array_equal(check_data(pairs), X)
    numbered = pd.DataFrame(X).assign(town="A").set_axis([0, 1, 2], axis=1)
    with pytest.raises(
        InputError, match=r"numbers: '2'; .*tooltip=\[2\].*\(OneHotEncoder\(\), \[2\]"
    ):
        Session(numbered, n_clusters=2)
    with pytest.raises(InputError, match="named nan, a float, beside one named 'a'"):
        check_data(pd.DataFrame(X, columns=[np.nan, "a"]))


@pytest.mark.parametrize(
    ("frame", "way_out"),
    [
        (pd.DataFrame([[1.0, 2.0]], columns=["a", "a"]), r"X\.columns\.duplicated\(\)"),
        (pa.table([pa.array([1.0]), pa.array(["x"])], names=["a", "a"]), r"X\.rename_columns\("),
    ],
)
def test_two_columns_of_one_name(frame, way_out):
    with pytest.raises(InputError, match=f"two columns named 'a'; .*{way_out}"):
        check_data(frame)
    with pytest.raises(InputError, match=f"two columns named 'a'; .*{way_out}"):
        Session(frame, n_clusters=1, preprocess=StandardScaler())


def test_an_index_of_several_levels_or_with_a_name_twice(explore):
    frame = flowers(pd.DataFrame)
    levels = pd.MultiIndex.from_product([["x", "y", "z"], range(50)])
    many = frame.set_axis(levels)
    page = explore(many, n_clusters=3)
    assert page.explorer.session.names[51] == "('y', 1)"
    page.explorer.selection = ["('y', 1)"]
    pd.testing.assert_frame_equal(page.explorer.selected, many.iloc[[51]])
    twice = frame.set_axis([0] * 150)
    with pytest.raises(InputError, match=r"'0' is given more than once.*reset_index"):
        Session(twice, n_clusters=3)
    assert len(PCKMeans(3).fit(twice).labels_) == 150
    page = explore(twice, n_clusters=3, names=NAMES)
    pd.testing.assert_index_equal(page.explorer.labels_frame().index, twice.index)
    assert row_names(pd.DataFrame({"a": [1.0, 2.0]}, index=[np.nan, "x"])) == ["nan", "x"]


def test_no_library_of_frames_is_imported():
    files = {*PACKAGE.rglob("*.py")} - {PACKAGE / "export" / "parquet.py"}  # where it is asked for
    sources = "".join(path.read_text("utf-8") for path in files)
    assert not re.findall(r"^ *(?:import|from) (?:pandas|polars|pyarrow|modin)\b", sources, re.M)
