"""What is clustered is what preprocess makes of the data; mistakes are told with a way out."""

from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal import JournalError
from jupyter_sscluster.session.engine.preprocessing import prepared

FRAME = pd.DataFrame(
    {"income": [10.0, 20.0, 900.0, 950.0], "town": ["A", "B", "A", "B"], "age": [20, 30, 40, 50]},
    index=["ann", "bob", "cid", "dee"],
)
NUMBERS = FRAME[["income", "age"]]
ENCODED = make_column_transformer(
    (StandardScaler(), ["income", "age"]), (OneHotEncoder(sparse_output=True), ["town"])
)


def test_a_session_clusters_what_comes_out_and_keeps_names():
    session = Session(NUMBERS, n_clusters=2, preprocess=StandardScaler())
    np.testing.assert_allclose(session.X.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(session.X.std(axis=0), 1.0)
    assert session.feature_names == ("income", "age")
    assert session.names == ("ann", "bob", "cid", "dee")
    np.testing.assert_allclose(session.preprocess.mean_, NUMBERS.mean())
    assert Session(NUMBERS, n_clusters=2).preprocess is None


def test_the_transformer_that_was_given_stays_as_it_was():
    scaler = StandardScaler()
    Session(NUMBERS, n_clusters=2, preprocess=scaler)
    assert not hasattr(scaler, "mean_")


def test_columns_of_text_go_through_a_column_transformer():
    session = Session(FRAME, n_clusters=2, preprocess=ENCODED)
    assert session.feature_names == ("income", "age", "town_A", "town_B")
    assert session.X.shape == (4, 4)


def test_texts_alone_go_through_a_pipeline():
    rows = prepared(["red apple", "green apple", "blue car"], TfidfVectorizer())
    assert rows.values.shape == (3, 5)
    assert rows.columns is None


def test_the_same_data_give_the_same_values_though_the_transformer_draws(tmp_path):
    X = np.random.default_rng(0).normal(size=(600, 120))
    drawing = make_pipeline(StandardScaler(), PCA(5, svd_solver="randomized", iterated_power=0))
    path = tmp_path / "a.jsonl"
    with_answer = Session(X, n_clusters=2, preprocess=drawing, path=path)
    with_answer.answer(0, 1, "must")
    with_answer.close()
    np.random.seed(7)  # noqa: NPY002 - what a transformer without a seed would draw from
    again = Session(X, n_clusters=2, preprocess=drawing, path=path)
    np.testing.assert_array_equal(again.X, with_answer.X)
    assert len(again.answers) == 1
    assert len(Session.load(path, X, preprocess=drawing).answers) == 1
    again.close()
    with pytest.raises(JournalError, match=r"the same preprocess="):
        Session(X, n_clusters=2, path=path)


def test_advice_on_scales_can_be_followed_word_by_word():
    wine = load_wine(as_frame=True).data
    (note,) = Session(wine, n_clusters=3).notes
    given = eval(f"dict({note.partition('add ')[2].rstrip('.')})")
    assert Session(wine, n_clusters=3, **given).notes == ()
    assert Session(wine.to_numpy(), n_clusters=3, **given).notes == ()


def test_a_transformer_that_leaves_the_scales_is_advised_to_go_on():
    wine = load_wine(as_frame=True).data
    (note,) = Session(wine, n_clusters=3, preprocess=SimpleImputer()).notes
    assert note.endswith("let preprocess end with StandardScaler(), of sklearn.preprocessing.")


@pytest.mark.parametrize(
    ("X", "preprocess", "told"),
    [
        (
            FRAME,
            StandardScaler(),
            r"StandardScaler\(\) cannot take X, which has columns that are not numbers: 'town'",
        ),
        (FRAME, StandardScaler(), r"ClusterExplorer\(X, tooltip=\['town'\]\)"),
        (FRAME, None, r"not numbers: 'town'; .*tooltip=\['town'\].*OneHotEncoder\(\), \['town'\]"),
        (NUMBERS, StandardScaler, r"pass an object, such as preprocess=StandardScaler\(\)"),
        (NUMBERS, "scaled", "or a scikit-learn transformer, a Pipeline or a Column"),
        (NUMBERS, FunctionTransformer(lambda X: X[:2]), "2 rows for the 4 rows of X"),
        (
            NUMBERS,
            FunctionTransformer(lambda X: X / 0 - X / 0),
            r"preprocess= makes of X holds NaN",
        ),
        (
            NUMBERS,
            FunctionTransformer(lambda X: X.nope),
            "stopped with AttributeError: .*; correct",
        ),
        (NUMBERS * 1e300, FunctionTransformer(), "divide X by a constant"),
    ],
)
def test_mistakes_are_told_with_a_way_out(X, preprocess, told):
    with pytest.raises(InputError, match=told):
        Session(X, n_clusters=2, preprocess=preprocess)


DATED = {
    "income": [10.0, 20.0, 900.0, 950.0],
    "since": [date(2026, 1, day) for day in (1, 2, 8, 9)],
}


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_transformer_for_numbers_is_given_no_dates(kind):
    frame = kind(DATED)
    for transformer in (StandardScaler(), make_pipeline(StandardScaler(), PCA(1))):
        with pytest.raises(InputError, match="cannot take X, which has columns of dates .*'since'"):
            Session(frame, n_clusters=2, preprocess=transformer)
    by_column = make_column_transformer((StandardScaler(), ["income"]))
    assert Session(frame, n_clusters=2, preprocess=by_column).X.shape == (4, 1)
    if kind is not pa.table:  # which this encoder does not take
        assert Session(frame, n_clusters=2, preprocess=OneHotEncoder()).X.shape == (4, 8)


def test_no_rows_are_told_as_such_whatever_would_become_of_them():
    for nothing in (np.empty((0, 2)), NUMBERS[:0], pl.DataFrame({"a": []})):
        for transformer in (None, StandardScaler()):
            with pytest.raises(InputError, match="X has 0 sample"):
                Session(nothing, n_clusters=2, preprocess=transformer)


def test_the_way_out_for_columns_of_text_works():
    with pytest.raises(InputError) as told:
        Session(FRAME, n_clusters=2, preprocess=StandardScaler())
    code = str(told.value).partition("preprocess=make")[2].partition(", from sklearn")[0]
    made = eval(f"make{code}")
    assert Session(FRAME, n_clusters=2, preprocess=made).X.shape == (4, 4)
    with pytest.raises(InputError) as told:
        Session(FRAME, n_clusters=2)
    code = str(told.value).partition("preprocess=make")[2].partition(", from sklearn")[0]
    assert Session(FRAME, n_clusters=2, preprocess=eval(f"make{code}")).X.shape == (4, 4)


@pytest.mark.parametrize("factor", [1e300, 1e-200])
def test_values_of_a_size_that_no_clusterer_takes_are_refused_at_the_door(factor):
    with pytest.raises(InputError, match="X by a constant"):
        Session(NUMBERS * factor, n_clusters=2, background=True)
