"""The script that is copied gives the clustering shown, label by label."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer, make_column_selector, make_column_transformer
from sklearn.datasets import load_iris
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

from jupyter_sscluster import Constraints, Session, _catalogue
from jupyter_sscluster.cluster import MPCKMeans, PCKMeans
from jupyter_sscluster.export import clustering_script, python_code
from jupyter_sscluster.session.engine.preprocessing import prepared
from jupyter_sscluster.widget.features.export.worker import Exporter

X = load_iris().data[::3]
LINKS = [(13, 19, "cannot"), (4, 8, "must"), (17, 29, "must"), (7, 21, "cannot"), (29, 48, "must")]


def labels_of(script, X=X):
    held = {"X": X}
    exec(compile(script, "script.py", "exec"), held)
    return np.asarray(held["labels"])


def linked(*arguments, **options):
    session = Session(X, *arguments, n_clusters=3, **options)
    for link in LINKS:
        session.answer(*link)
    return session


def gives_the_same(session):
    script = python_code(session)
    np.testing.assert_array_equal(labels_of(script), session.labels)
    return script


@pytest.mark.parametrize("small", [0, 10**9], ids=["from the centres", "its own starts"])
@pytest.mark.parametrize("name", _catalogue.clusterers())
def test_every_clusterer_gives_the_labels_again(name, small, monkeypatch):
    monkeypatch.setattr(clustering_script, "SMALL", small)
    session = linked(name)
    script = gives_the_same(session)
    assert "session" not in script.lower() and "widget" not in script


def test_the_script_states_weights_and_soft_links():
    session = linked("pckmeans")
    session.answer(0, 30, "cannot", weight=2.5)
    session.answer(1, 40, "must", soft=True, weight=0.5)
    script = gives_the_same(session)
    assert "soft=True" in script and "2.5" in script


def test_the_script_states_changed_parameters():
    session = linked(MPCKMeans(n_clusters=3, metric="diagonal", constraint_weight=0.5))
    script = gives_the_same(session)
    assert "metric='diagonal'" in script and "constraint_weight=0.5" in script
    assert "tol" not in script


@pytest.mark.parametrize("name", ["adaptivepckmeans", "beliefclustering"])
def test_a_session_that_was_read_again_gives_the_labels_too(name, tmp_path, monkeypatch):
    monkeypatch.setattr(clustering_script, "SMALL", 0)
    path = tmp_path / "answers.jsonl"
    session = linked(name, path=path)
    session.close()
    script = gives_the_same(Session.load(path, X))
    assert "labels_init" not in script


def test_what_was_undone_is_not_in_the_script():
    session = linked("pckmeans")
    for _ in range(4):
        session.undo()
    script = gives_the_same(session)
    assert "(13, 19)" in script and "(4, 8)" not in script


def test_an_estimator_of_another_package_is_imported():
    script = gives_the_same(linked(KMeans(n_clusters=3, n_init=3, random_state=0)))
    assert "from sklearn.cluster import KMeans" in script


class Mine(PCKMeans):
    """Of a person's own, in a place that can be imported."""


def test_an_estimator_of_ones_own_is_named():
    script = python_code(linked(Mine(n_clusters=3)))
    assert f"from {__name__} import Mine" in script
    Mine.__module__ = "__main__"
    try:
        assert "# Mine is your own: define it above" in python_code(linked(Mine(n_clusters=3)))
    finally:
        Mine.__module__ = __name__


def test_preprocessing_comes_first_in_the_script():
    frame = pd.DataFrame(X, columns=list("abcd")).assign(name="n", kind=np.arange(len(X)) % 3)
    change = make_column_transformer((OneHotEncoder(), ["kind"]), remainder=StandardScaler())
    session = Session(prepared(frame.drop(columns=["name"]), change), "pckmeans", n_clusters=3)
    session.answer(0, 30, "cannot")
    script = python_code(session, dropped=["name"], preprocess=change)
    np.testing.assert_array_equal(labels_of(script, frame), session.labels)
    assert script.index("drop(columns=['name'])") < script.index("fit_transform(X)")


def test_columns_that_numbers_name_keep_them(explore):
    frame = pd.DataFrame(X).assign(note="n").rename(columns={"note": 7})
    page = explore(frame, tooltip=[7], n_clusters=3)
    script = page.explorer._context.of(Exporter).code()
    assert "drop(columns=[7])" in script
    np.testing.assert_array_equal(labels_of(script, frame), page.explorer.session.labels)


@pytest.mark.parametrize("chosen", ["pca", "tsne", "metric", "discriminant", ("c", "a")], ids=str)
@pytest.mark.parametrize("change", [None, StandardScaler()], ids=["as given", "scaled"])
def test_the_axes_shown_are_in_the_script(explore, chosen, change):
    frame = pd.DataFrame(X, columns=list("abcd")).assign(note="n")
    page = explore(frame, clusterer="mpckmeans", tooltip=["note"], n_clusters=3, preprocess=change)
    for link in LINKS:
        page.explorer.session.answer(*link)
    page.settled()
    page.explorer.projection = chosen
    page.settled()
    held = {"X": frame}
    script = page.explorer._context.of(Exporter).code()
    exec(compile(script, "script.py", "exec"), held)
    assert page.explorer.projection == chosen
    np.testing.assert_allclose(
        held["xy"], page.explorer._context.plot.projection.xy, rtol=1e-9, atol=1e-9
    )


def test_axes_of_arrays_are_named_by_number(explore):
    page = explore(X, clusterer="pckmeans", n_clusters=3)
    page.send("axes", name="features", columns=[3, 0])
    script = page.explorer._context.of(Exporter).code()
    assert "xy = projections.coordinates(X, (3, 0))" in script
    page.explorer.projection = X[:, :2] * 2
    assert "xy =" not in page.explorer._context.of(Exporter).code()


def made_by(change, frame):
    session = Session(prepared(frame, change), "pckmeans", n_clusters=3)
    return python_code(session, preprocess=change), session.labels


class Times(TransformerMixin, BaseEstimator):
    """Values times a table."""

    def __init__(self, by=None):
        self.by = by

    def fit(self, X, y=None):
        self.fitted_ = True
        return self

    def transform(self, X):
        return np.asarray(X) @ self.by


def test_a_table_of_what_makes_the_values_stands_before_it():
    script, labels = made_by(Times(np.eye(4)[:, :2]), X)
    np.testing.assert_array_equal(labels_of(script), labels)


@pytest.mark.parametrize(
    "chosen", [slice(0, 2), slice("a", "b"), make_column_selector("[ab]", dtype_include="number")]
)
def test_columns_are_chosen_as_they_were(chosen):
    frame = pd.DataFrame(X, columns=list("abcd"))
    script, labels = made_by(ColumnTransformer([("x", StandardScaler(), chosen)]), frame)
    np.testing.assert_array_equal(labels_of(script, frame), labels)
    assert "None" not in script


def test_what_has_no_code_leaves_a_place_that_says_so():
    script, _ = made_by(FunctionTransformer(lambda values: values * 2), X)
    compile(script, "script.py", "exec")
    assert "func=..." in script and "# a lambda cannot be written as code: put your own" in script


def test_lines_are_short():
    assert max(map(len, python_code(linked("pckmeans")).splitlines())) <= 46


def test_constraints_of_the_start_count():
    known = Constraints(len(X), [(0, 1)], [(0, 49)])
    gives_the_same(Session(X, "copkmeans", n_clusters=3, constraints=known))


@pytest.mark.parametrize("given", [None, "standardise"])
def test_the_first_line_says_which_values_are_taken(given):
    X = np.random.default_rng(0).normal(size=(20, 2))
    session = Session(X, "kmeans", n_clusters=2, preprocess=given)
    session.fit()
    what = "session.X, what preprocess= made of the data" if given else "the data"
    assert python_code(session).startswith(f"# X: {what}, 20 rows and 2 columns\n")
