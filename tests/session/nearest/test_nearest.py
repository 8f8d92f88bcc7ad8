"""The rows nearest to a row, beside distances that are taken one by one."""

import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.decomposition import TruncatedSVD
from sklearn.metrics import nan_euclidean_distances
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import MPCKMeans
from jupyter_sscluster.session.nearest.nearest import nearest_places


def brute_force(X, place, n, metric):
    """All distances in a loop, sorted by distance and then by number."""
    found = []
    for other, row in enumerate(X):
        apart = row - X[place]
        if other != place:
            found.append((float(np.sqrt(apart @ metric @ apart)), other))
    return sorted(found)[:n]


@given(st.integers(0, 10_000), st.sampled_from(["none", "weights", "matrix"]))
def test_it_is_what_a_loop_over_all_rows_finds(seed, kind):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (30, 3)).astype(float)  # many rows are equal, many equally far
    root = rng.integers(-2, 3, (3, 3)).astype(float)
    metric = {"none": None, "weights": rng.integers(0, 4, 3) * 1.0, "matrix": root.T @ root}[kind]
    full = np.eye(3) if metric is None else np.diag(metric) if metric.ndim == 1 else metric
    expected = brute_force(X, 7, 12, full)
    found = nearest_places(X, 7, 12, metric)
    assert [place for place, _ in found] == [place for _, place in expected]
    np.testing.assert_allclose([d for _, d in found], [d for d, _ in expected])


def test_equal_rows_come_by_number_wherever_they_stand():
    """Products of matrices may round equal rows differently at the end of a chunk."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_011, 13))
    twins = [5, 4_097, 9_999, 20_010]
    X[twins] = X[3] + rng.normal(size=13) * 1e-3
    root = rng.normal(size=(13, 13))
    found = nearest_places(X, 3, 4, root.T @ root)
    assert [place for place, _ in found] == twins
    assert len({distance for _, distance in found}) == 1


def test_a_missing_value_is_left_out_as_in_scikit_learn():
    X = np.random.default_rng(1).normal(size=(40, 5))
    X[np.random.default_rng(2).random(X.shape) < 0.3] = np.nan
    X[11] = np.nan
    distances = nan_euclidean_distances(X)[6]
    known = [place for place in range(40) if place not in (6, 11)]
    found = nearest_places(X, 6, 100)
    assert [place for place, _ in found] == sorted(known, key=lambda place: distances[place])
    np.testing.assert_allclose([d for _, d in found], sorted(distances[known]))
    assert nearest_places(X, 11, 5) == []


def test_an_infinite_value_is_a_missing_one():
    X = np.array([[0.0, np.inf], [1.0, 0.0], [2.0, np.inf], [9.0, 9.0]])
    assert [place for place, _ in nearest_places(X, 0, 3)] == [1, 2, 3]


def weighed(weight):
    """Two groups in the first column, noise of this weight in the second."""
    rng = np.random.default_rng(0)
    X = np.column_stack([np.repeat([0.0, 10.0], 20), rng.normal(scale=weight, size=40)])
    return X + rng.normal(scale=0.1, size=X.shape)


def test_clustered_is_the_metric_that_was_learned():
    X = weighed(5.0)
    session = Session(X, MPCKMeans(2, random_state=0, per_cluster_metric=False))
    session.answer_many([(0, 1), (2, 3), (20, 21), (22, 23)], "must")
    metric = session.fitted_clusterer.metric_
    full = np.diag(metric) if metric.ndim == 1 else metric
    expected = brute_force(X, 0, 10, full)
    found = session.nearest(0)
    assert [each.row for each in found] == [row for _, row in expected]
    np.testing.assert_allclose([each.distance for each in found], [d for d, _ in expected])
    assert [each.row for each in found] != [each.row for each in session.nearest(0, metric="raw")]


@pytest.mark.parametrize("metric", ["diagonal", "full"])
def test_where_each_cluster_has_a_metric_it_is_that_of_the_row(metric):
    X = weighed(3.0)
    session = Session(X, MPCKMeans(2, metric=metric, per_cluster_metric=True, random_state=0))
    session.answer_many([(0, 1), (20, 21)], "must")
    model = session.fitted_clusterer
    assert len(model.metric_) == 2
    for row in (0, 39):
        own = model.metric_[model.labels_[row]]
        expected = brute_force(X, row, 5, np.diag(own) if own.ndim == 1 else own)
        assert [each.row for each in session.nearest(row, 5)] == [row for _, row in expected]


def test_the_metric_is_learned_again_after_the_session_was_read_from_its_file(path):
    X = weighed(5.0)
    session = Session(X, "mpck-means", n_clusters=2, path=path)
    session.answer_many([(0, 1), (20, 21)], "must")
    before = session.nearest(0)
    session.close()
    again = Session.load(path, X)
    assert again.fitted_clusterer is None
    found = again.nearest(0)
    assert [each.row for each in found] == [each.row for each in before]


def test_without_a_metric_it_is_euclids_of_what_was_clustered_and_raw_of_what_was_given():
    frame = pd.DataFrame({"a": [0.0, 1.0, 9.0, 10.0], "b": [0.0, 900.0, 0.0, 800.0]}, list("wxyz"))
    session = Session(frame, "k-means", n_clusters=2, preprocess=StandardScaler())
    assert [each.row for each in session.nearest("w", 1)] == [2]
    assert session.nearest("w", 1) == session.nearest(0, 1)
    assert [tuple(each) for each in session.nearest("w", 1, metric="raw")] == [(2, 9.0)]
    assert session.nearest("w", 2, metric="raw")[1].distance == pytest.approx(np.hypot(10, 800))
    assert session.nearest("w", 1)[0].distance == pytest.approx(9 / np.std(frame["a"]))


def test_raw_passes_over_missing_values_and_columns_of_texts():
    frame = pd.DataFrame(
        {"town": ["Brno", "Brno", "Graz", "Graz"], "a": [0.0, np.nan, 9.0, 10.0], "b": [0, 3, 4, 5]}
    )

    class Numbers(BaseEstimator):
        def fit(self, X, y=None):
            return self

        def fit_transform(self, X, y=None):
            return X[["a", "b"]].fillna(0.0)

    session = Session(frame, "k-means", n_clusters=2, preprocess=Numbers())
    found = session.nearest(0, metric="raw")
    assert [each.row for each in found] == [1, 2, 3]
    assert found[0].distance == pytest.approx(np.sqrt(2 * 9))  # one column of two is known


def test_without_numbers_there_is_no_raw():
    class Lengths(BaseEstimator):
        def fit(self, X, y=None):
            return self

        def fit_transform(self, X, y=None):
            return [[len(each)] for each in X]

    X = ["a text", "another", "a third", "more"]
    session = Session(X, "k-means", n_clusters=2, preprocess=Lengths())
    assert len(session.nearest(0)) == 3
    with pytest.raises(InputError, match='no columns of numbers; use metric="clustered"'):
        session.nearest(0, metric="raw")


def counts(n_rows=300, n_columns=150):
    """Counts of words, some rows of which are equal."""
    found = np.random.default_rng(0).poisson(0.05, (n_rows, n_columns)).astype(float)
    found[::7] = found[3]
    return found


@pytest.mark.parametrize("preprocess", [None, TruncatedSVD(2, random_state=0)])
@pytest.mark.parametrize("sample", [None, range(0, 300, 2)])
def test_raw_of_a_sparse_matrix_is_that_of_the_same_rows_written_out(preprocess, sample):
    X = counts()
    session = Session(
        sparse.csr_array(X), "k-means", n_clusters=2, preprocess=preprocess, sample=sample
    )
    rows = np.arange(300) if sample is None else np.array(sample)
    for row in (0, 14, 298):
        wanted = nearest_places(X[rows], int(np.searchsorted(rows, row)), 30)
        found = session.nearest(row, 30, metric="raw")
        assert [each.row for each in found] == [rows[at] for at, _ in wanted]
        np.testing.assert_allclose([each.distance for each in found], [d for _, d in wanted])
    assert session.nearest(0, 1, metric="raw")[0].distance == 0.0


def test_of_a_sample_only_rows_that_are_shown():
    X = np.arange(200.0).reshape(100, 2)
    session = Session(X, "k-means", n_clusters=2, sample=[0, 10, 20, 50])
    assert [each.row for each in session.nearest(10, 3)] == [0, 20, 50]
    with pytest.raises(InputError, match="row 11 is not among the 4 points shown"):
        session.nearest(11)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"row": 6}, "row=6 must be an integer from 0 to 5"),
        ({"row": -1}, "row=-1"),
        ({"row": "ann"}, "rows have none here"),
        ({"row": 0, "n": 0}, "n=0"),
        ({"row": 0, "metric": "cosine"}, 'metric=\'cosine\' must be "clustered" or "raw"'),
    ],
)
def test_what_breaks_a_rule_is_named(arguments, said):
    session = Session([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]], n_clusters=2)
    with pytest.raises(InputError, match=said):
        session.nearest(**arguments)


def test_fewer_rows_than_wanted_are_all_of_them():
    session = Session([[0.0], [0.0], [2.0]], n_clusters=1)
    assert [tuple(each) for each in session.nearest(0, 10)] == [(1, 0.0), (2, 2.0)]


def test_it_reads_and_changes_nothing_of_the_session():
    session = Session([[0.0], [1.0], [2.0], [8.0]], n_clusters=2)
    before = session.labels.tolist(), session.answers, len(session.history.steps)
    session.nearest(0)
    assert (session.labels.tolist(), session.answers, len(session.history.steps)) == before


@pytest.mark.thorough
def test_a_hundred_thousand_rows_take_a_tenth_of_a_second(record_property):
    X = np.random.default_rng(0).normal(size=(100_000, 50))
    spent = []
    for row in range(5):
        begun = time.perf_counter()
        nearest_places(X, row, 10)
        spent.append(time.perf_counter() - begun)
    seconds = min(spent)
    record_property("measured", f"nearest at 100,000 × 50: {1000 * seconds:.0f} ms")
    assert seconds < 0.1
