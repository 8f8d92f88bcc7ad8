"""Standardised or encoded inside, shown as given; and the banner's advice, followed."""

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_iris, load_wine
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster._validation import InputError

WINE = load_wine(as_frame=True)


def customers() -> pd.DataFrame:
    rng = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "income": rng.normal(50_000, 9_000, 40).round(),
            "age": rng.integers(18, 80, 40),
            "town": rng.choice(["Brno", "Praha"], 40),
            "name": [f"c{i}" for i in range(40)],
        }
    )


def followed(note: str) -> dict:
    """What the advice of a note adds to the call."""
    return eval(f"dict({note.partition('add ')[2].rstrip('.')})")


@pytest.mark.parametrize("tooltip", [["town", "name"], "both"])
def test_the_advice_works_beside_columns_of_text(explore, tooltip):
    frame = customers()
    call = {"tooltip": ["town", "name"], "n_clusters": 2}
    if tooltip == "both":
        frame, call["tooltip"] = frame[["income", "age"]], lambda row: f"customer {row}"
    state = explore(frame, **call).state
    note = state["error"]
    assert state["advice"] == note.partition("add ")[2].rstrip(".")
    assert not state["is_note"]
    page = explore(frame, **call, **followed(note))
    assert (page.settled()["error"], page.state["advice"]) == (None, "")
    np.testing.assert_allclose(page.explorer.session.X.std(axis=0), 1.0)


def test_tooltips_and_bars_show_the_values_given(explore):
    page = explore(WINE.data, n_clusters=3, preprocess=StandardScaler())
    page.send("describe", index=0, step=None)
    rows = dict(page.sent[-1]["rows"] + page.sent[-1]["features"])
    assert (rows["alcohol"], rows["magnesium"]) == ("14.23", "127")
    page.send("suggest")
    question = page.settled()["question"]
    bar = question["features"][0]
    i, j = question["i"], question["j"]
    assert [float(text) for text in bar["values"]] == pytest.approx(
        WINE.data[bar["name"]].iloc[[i, j]].tolist(), rel=1e-3
    )


def test_the_plot_of_two_features_shows_the_values_given(explore):
    two = load_iris(as_frame=True).data.iloc[:, :2]
    page = explore(two, n_clusters=3, preprocess=StandardScaler())
    points = page.explorer._context.plot.points
    np.testing.assert_array_equal(points.x, two.iloc[:, 0])
    np.testing.assert_array_equal(points.y, two.iloc[:, 1])


def test_clustered_texts_and_missing_values_are_shown(explore):
    frame = customers().drop(columns="name")
    frame.loc[3, "income"] = np.nan
    made = make_column_transformer(
        (make_pipeline(SimpleImputer(), StandardScaler()), ["income", "age"]),
        (OneHotEncoder(), ["town"]),
    )
    page = explore(frame, n_clusters=2, preprocess=made)
    page.send("describe", index=3, step=None)
    rows = dict(page.sent[-1]["rows"] + page.sent[-1]["features"])
    assert rows["town"] == frame["town"][3]
    assert rows["income"] == "missing"
    bars = page.explorer.view().differences(3, 4)
    assert [bar["name"] for bar in bars] == ["age"]
    assert page.explorer.session.feature_names == ("income", "age", "town_Brno", "town_Praha")


def test_a_list_of_texts(explore):
    texts = ["red apple", "green apple", "blue car", "red car", "green tree", "blue tree"]
    page = explore(texts, n_clusters=2, preprocess=TfidfVectorizer())
    page.send("describe", index=2, step=None)
    assert page.sent[-1]["rows"] == [["", "blue car"]]


def test_a_journal_goes_on_with_the_same_preprocess(explore, tmp_path):
    path = tmp_path / "wine.jsonl"
    first = explore(WINE.data, n_clusters=3, preprocess=StandardScaler(), path=path)
    first.send("link", i=0, j=1, kind="must")
    first.settled()
    first.explorer.close()
    again = explore(WINE.data, n_clusters=3, preprocess=StandardScaler(), path=path)
    assert again.settled()["saved"] == "1 answer saved"


def test_huge_values_are_refused_with_the_value_the_rule_and_the_way_out():
    with pytest.raises(InputError, match=r"value of size 7.9e\+300, .*; divide X by a constant"):
        ClusterExplorer(load_iris().data * 1e300, n_clusters=3)


def test_columns_of_text_without_a_word_about_them():
    with pytest.raises(InputError, match=r"'town', 'name'; show them .*tooltip=\['town', 'name'\]"):
        ClusterExplorer(customers(), n_clusters=2)


def test_names_of_rows_are_no_categories_and_gaps_are_told_at_once():
    rows = range(60)
    frame = pd.DataFrame(
        {
            "customer": [f"c{row}" for row in rows],
            "channel": ["web", "shop", "phone"] * 20,
            "income": [None if row % 5 == 2 else float(row) for row in rows],
        }
    )
    with pytest.raises(InputError) as told:
        Session(frame, n_clusters=2)
    sentence = str(told.value)
    assert "values are missing, too, in 'income' (12 of 60 rows)" in sentence
    code = sentence.partition("preprocess=")[2].partition(", from sklearn")[0]
    assert Session(frame, n_clusters=2, preprocess=eval(code)).X.shape == (60, 3 + 1)
    with pytest.raises(InputError) as told:
        Session(frame.drop(columns="channel"), n_clusters=2)
    assert "OneHotEncoder" not in str(told.value)
    assert "tooltip=['customer']" in str(told.value)


def test_to_standardise_is_to_fill_in_means_and_to_scale():
    X = np.array([[1.0, 10.0], [np.nan, 30.0], [5.0, 20.0], [3.0, np.nan]])
    session = Session(X, n_clusters=2, preprocess="standardise")
    means, missing = np.nanmean(X, axis=0), np.isnan(X)
    filled = np.where(missing, means, X)
    np.testing.assert_allclose(session.X, (filled - means) / filled.std(axis=0), atol=1e-12)
    with pytest.raises(InputError, match="preprocess='standardize' must be 'standardise' or"):
        Session(X, n_clusters=2, preprocess="standardize")
