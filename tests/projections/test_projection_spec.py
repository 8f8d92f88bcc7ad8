"""What may be asked for, what is refused and how, and when there is nothing to be had."""

import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import GPKMeans, KMeans, MPCKMeans, PCKMeans, RCAKMeans, SparseKMeans
from jupyter_sscluster.projections.features import project
from jupyter_sscluster.projections.inputs import ProjectionInputs, why_unavailable
from jupyter_sscluster.projections.metric_axes import in_metric, learned_metric
from jupyter_sscluster.projections.projection_spec import (
    computed,
    make_projection,
    own_coordinates,
    spec_of,
    spec_of_shown,
)

X, SPECIES = load_iris(return_X_y=True)
NAMES = ["sepal length", "sepal width", "petal length", "petal width"]
PAIRS = {"ml": [(0, 1), (50, 51), (100, 101)], "cl": [(0, 50), (50, 100)]}


def grounds(model=None, labels=SPECIES):
    return ProjectionInputs(X, X, NAMES, labels, model, "This one")


def wished(value):
    return spec_of(value, NAMES, len(X))


@pytest.mark.parametrize("name", ["pca", "tsne", "umap", "metric", "discriminant"])
def test_names_are_wishes(name):
    wish = wished(name)
    assert (wish.name, wish.value, wish.columns) == (name, name, None)


@pytest.mark.parametrize(
    "value", [("petal width", "sepal width"), ["petal width", "sepal width"], (3, 1)]
)
def test_two_columns_are_a_wish_for_these_features(value):
    wish = wished(value)
    assert wish.value == ("petal width", "sepal width")
    np.testing.assert_array_equal(make_projection(wish, grounds()).xy, X[:, [3, 1]])


def test_an_array_a_table_and_a_function_are_own_coordinates():
    xy = np.arange(300.0).reshape(150, 2)
    np.testing.assert_array_equal(make_projection(wished(xy), grounds()).xy, xy)
    table = pd.DataFrame(xy, columns=["lon", "lat"])
    shown = make_projection(wished(table), grounds())
    assert shown.titles == ("lon", "lat")
    assert shown.about == "“lon”, “lat”"
    np.testing.assert_array_equal(shown.xy, xy)

    def sums(rows):
        return np.column_stack([rows.sum(axis=1), rows[:, 0]])

    shown = make_projection(wished(sums), grounds())
    np.testing.assert_array_equal(shown.xy, sums(X))
    assert shown.about == "by sums"


def test_coordinates_equal_to_the_table_have_the_names_of_its_columns():
    two, names = X[:, :2], NAMES[:2]
    inputs = ProjectionInputs(two, two, names, SPECIES, None, "This one")
    assert make_projection(spec_of(two, names, len(two)), inputs).titles == tuple(names)
    turned = make_projection(spec_of(two[:, ::-1], names, len(two)), inputs)
    assert turned.titles == ("Coordinate 1", "Coordinate 2")


def test_own_coordinates_are_a_copy_and_a_function_gets_one():
    xy = np.zeros((2, 2))
    shown = own_coordinates(xy, 2)
    xy[:] = 7
    assert shown.xy.tolist() == [[0, 0], [0, 0]]
    rows = np.ones((2, 2))

    def spoil(given):
        given[:] = 3
        return given

    assert computed(spoil, rows).xy.tolist() == [[3, 3], [3, 3]]
    assert rows.tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tsn", r"projection='tsn' must be one of 'pca', 'tsne', 'umap', 'metric', 'discrim"),
        (None, "projection=None must be one of 'pca'"),
        (3, "projection=3 must be one of 'pca'"),
        (("petal", "sepal width"), r"names the column 'petal', .* it has 'sepal length'"),
        ((0, 4), "projection, by column number,=4 must be an integer from 0 to 3"),
        (np.zeros((150, 3)), r"has shape \(150, 3\); two numbers .* shape \(150, 2\)"),
        (np.zeros((149, 2)), r"has shape \(149, 2\); two numbers .* each of the 150 rows"),
        (np.full((150, 2), np.nan), "projection holds NaN in row 0, column 0"),
        (np.full((150, 2), np.inf), "projection holds infinity in row 0"),
        (pd.DataFrame({"a": range(150), "b": ["x"] * 150}), "columns that are not numbers: 'b'"),
        ({"a": 1}, "projection={'a': 1} is no table of numbers"),
    ],
)
def test_what_is_no_projection_is_refused_in_words(value, said):
    with pytest.raises(InputError, match=said):
        wished(value)


def fails(rows):
    raise KeyError("sites")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (fails, "projection=fails stopped with KeyError: 'sites'; .* correct it and set it again"),
        (lambda rows: rows, r"projection has shape \(150, 4\)"),
        (lambda rows: np.log(rows[:, :2] - rows[0, :2]), "projection holds"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*encountered in log")
def test_a_function_that_fails_is_told_so(function, said):
    with pytest.raises(InputError, match=said):
        make_projection(wished(function), grounds())


def test_what_is_shown_first_is_the_answer_to_a_wish():
    assert spec_of_shown(project(X, NAMES), NAMES).value == "pca"
    two = spec_of_shown(project(X[:, :2], NAMES), NAMES)
    assert two.value == ("sepal length", "sepal width")
    one = spec_of_shown(project(X[:, :1], ["a"]), ["a"])
    assert one.columns == (0, 0)
    single = ProjectionInputs(X[:, :1], X[:, :1], ["a"], SPECIES)
    assert make_projection(one, single).titles == ("a", "Row")


def test_a_column_with_missing_values_is_no_axis():
    table = X.copy()
    table[[4, 9], 2] = np.nan
    holes = ProjectionInputs(X, table, NAMES, SPECIES)
    np.testing.assert_array_equal(make_projection(wished((0, 1)), holes).xy, X[:, :2])
    with pytest.raises(InputError, match="'petal length' has no value in 2 of 150 rows, .* row 4"):
        make_projection(wished((0, 2)), holes)


def test_equal_wishes_have_equal_keys():
    assert wished((0, 1)).key == wished(("sepal length", "sepal width")).key
    assert wished((0, 1)).key != wished((1, 0)).key
    xy = np.zeros((150, 2))
    assert wished(xy).key == wished(xy).key
    assert wished(xy).key == wished(xy.copy()).key
    before, xy[0] = wished(xy).key, 1.0
    assert wished(xy).key != before, "the same array, with other values"


@pytest.mark.parametrize(
    "model",
    [
        MPCKMeans(3, random_state=0),
        RCAKMeans(3, random_state=0),
        SparseKMeans(3, random_state=0),
        GPKMeans(3, base=MPCKMeans(3, random_state=0)),
    ],
    ids=lambda model: type(model).__name__,
)
def test_the_metric_is_the_one_that_the_clusterer_learned(model):
    model.fit(X, **({} if isinstance(model, SparseKMeans) else PAIRS))
    inner = getattr(model, "base_", model)
    wanted = inner.feature_weights_ if isinstance(model, SparseKMeans) else inner.metric_
    metric, pooled = learned_metric(model, model.labels_)
    np.testing.assert_array_equal(metric, wanted)
    assert not pooled
    assert why_unavailable("metric", grounds(model)) == ""
    shown = make_projection(wished("metric"), grounds(model))
    np.testing.assert_array_equal(shown.xy, in_metric(X, wanted).xy)


@pytest.mark.parametrize("kind", ["full", "diagonal"])
def test_metrics_of_clusters_are_pooled_by_size(kind):
    model = MPCKMeans(4, metric=kind, per_cluster_metric=True, random_state=0).fit(X, **PAIRS)
    metric, pooled = learned_metric(model, model.labels_)
    shares = np.bincount(model.labels_, minlength=4) / 150
    wanted = sum(share * one for share, one in zip(shares, model.metric_, strict=True))
    np.testing.assert_allclose(metric, wanted)
    assert pooled
    assert (
        make_projection(wished("metric"), grounds(model)).about == "mean of the clusters' metrics"
    )


def test_without_a_metric_the_reason_is_told():
    assert why_unavailable("metric", grounds()) == "after the next fit"
    plain = PCKMeans(3, random_state=0).fit(X, **PAIRS)
    assert why_unavailable("metric", grounds(plain)) == "This one learns none"
    with pytest.raises(InputError, match="has learned no metric; choose PCA"):
        make_projection(wished("metric"), grounds(plain))
    nothing = RCAKMeans(3, random_state=0).fit(X)
    assert why_unavailable("metric", grounds(nothing)) == "This one has learned none yet"
    assert why_unavailable("metric", grounds(KMeans(3).fit(X))) == "This one learns none"


def test_what_there_is_too_little_for(monkeypatch):
    few = ProjectionInputs(X[:3], X[:3], NAMES, SPECIES[:3])
    assert why_unavailable("tsne", few) == "needs 4 points"
    assert why_unavailable("discriminant", few) == "needs 2 clusters"
    assert why_unavailable("discriminant", grounds()) == ""
    assert why_unavailable("pca", few) == ""
    monkeypatch.setitem(sys.modules, "umap", None)
    assert why_unavailable("umap", grounds()) == "needs umap-learn"
    with pytest.raises(InputError, match="two clusters or more, and all points are in one"):
        make_projection(wished("discriminant"), grounds(labels=np.zeros(150, dtype=int)))
