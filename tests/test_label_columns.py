"""Columns that look like labels are found, and measurements are left alone."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from jupyter_sscluster import Session
from jupyter_sscluster._data_frames import opened
from jupyter_sscluster._label_columns import label_columns, tells_labels
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans

SETS = [load_iris, load_wine, load_digits, load_breast_cancer]

TELL = "class Class class_label label y y_true target Species diagnosis cluster_id cellType leiden"
TELL_NOTHING = (
    "n_clusters target_price classic labelled yes y1 pixel_0_1 category_count type age 7 y_pos"
)


@pytest.mark.parametrize("load", SETS)
def test_the_target_of_a_known_set_is_found_and_nothing_else(load):
    given = load(as_frame=True)
    assert label_columns(opened(given.frame)) == ["target"]
    assert label_columns(opened(given.data)) == []
    # a number of the class is known by its name alone
    renamed = given.frame.rename(columns={"target": "amount"})
    assert label_columns(opened(renamed)) == []


def test_the_target_of_a_regression_is_a_measurement():
    assert label_columns(opened(load_diabetes(as_frame=True).frame)) == []


@pytest.mark.parametrize("name", [*TELL.split(), "cell type", "ground truth", "risk category"])
def test_names_that_tell(name):
    assert tells_labels(name, {"a"})


@pytest.mark.parametrize("name", [*TELL_NOTHING.split(), "", "class size", "mean radius"])
def test_names_that_do_not_tell(name):
    assert not tells_labels(name, {"a"})


def test_y_beside_x_is_a_coordinate():
    grid = pd.DataFrame({"x": np.arange(40) % 8, "y": np.arange(40) // 8})
    assert label_columns(opened(grid)) == []
    assert label_columns(opened(grid.rename(columns={"x": "a"}))) == ["y"]


@pytest.mark.parametrize(
    ("values", "is_one"),
    [
        (np.arange(200) % 3, True),
        (np.arange(200) % 3 / 1.0, True),
        (np.arange(200) % 2 == 0, True),
        (np.where(np.arange(200) % 2, "a", "b"), True),
        ([None, "a", "b", "a"] * 50, True),
        ([np.nan, 1.0, 2.0, 1.0] * 50, True),
        (np.arange(200) % 50, True),
        (np.arange(200) % 51, False),
        (np.zeros(200), False),
        (np.full(200, np.nan), False),
        (np.arange(200) % 3 + 0.5, False),
        ([np.inf, 1.0] * 100, False),
        (pd.date_range("2020-01-01", periods=2).repeat(100), False),
    ],
)
def test_what_a_column_of_labels_holds(values, is_one):
    frame = opened(pd.DataFrame({"a": np.arange(200.0), "class": values}))
    assert label_columns(frame) == (["class"] if is_one else [])


def test_where_nearly_each_row_has_a_value_of_its_own_it_is_no_label():
    assert label_columns(opened(pd.DataFrame({"class": [1, 2, 3, 4, 5]}))) == []
    assert label_columns(opened(pd.DataFrame({"class": [1, 2, 3, 1, 2, 3]}))) == ["class"]


IRIS = load_iris(as_frame=True)


@pytest.mark.parametrize(
    ("made", "way_out"),
    [
        (lambda frame: frame, "X.drop(columns=['target'])"),
        (pl.DataFrame, "X.drop(['target'])"),
        (pa.Table.from_pandas, "X.drop(['target'])"),
    ],
)
def test_a_session_says_so_in_a_note(made, way_out):
    session = Session(made(IRIS.frame), "kmeans", n_clusters=3)
    (note,) = session.notes
    assert "'target', which looks like labels and is clustered with the others" in note
    assert way_out in note and "tooltip=['target']" in note and "y_true=X['target']" in note
    assert Session(made(IRIS.data), "kmeans", n_clusters=3).notes == ()


def test_a_scaled_column_is_still_clustered_and_one_that_is_dropped_is_not():
    from sklearn.compose import make_column_transformer
    from sklearn.preprocessing import StandardScaler

    scaled = Session(IRIS.frame, "kmeans", n_clusters=3, preprocess="standardise")
    assert "'target'" in scaled.notes[0]
    dropped = make_column_transformer(("drop", ["target"]), remainder=StandardScaler())
    assert Session(IRIS.frame, "kmeans", n_clusters=3, preprocess=dropped).notes == ()


def test_a_refused_column_of_names_of_classes_is_a_truth():
    frame = IRIS.data.assign(species=IRIS.target_names[IRIS.target])
    with pytest.raises(InputError, match="'species' looks like labels: y_true=X\\['species'\\]"):
        Session(frame)
    with pytest.raises(InputError) as caught:
        Session(frame.rename(columns={"species": "town"}))
    assert "looks like" not in str(caught.value)


def test_a_clusterer_warns_where_it_is_fitted_and_not_where_it_predicts():
    with pytest.warns(UserWarning, match="KMeans: X has a column 'target', .*leave it out") as told:
        model = KMeans(3, n_init=1).fit(IRIS.frame)
    assert [each.filename for each in told] == [__file__]
    two = IRIS.frame.assign(label=IRIS.target)
    with pytest.warns(UserWarning, match="columns 'target', 'label', which look .* leave them"):
        PCKMeans(3, n_init=1).fit(two)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict(IRIS.frame)
        KMeans(3, n_init=1).fit(IRIS.data)
        KMeans(3, n_init=1).fit(IRIS.frame.to_numpy())
