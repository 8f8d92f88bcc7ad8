"""Rows moved into the space of a learned metric: distances there, names, frames and pipelines."""

import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.spatial.distance import cdist
from sklearn.cluster import AgglomerativeClustering
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    GPKMeans,
    ITMLKMeans,
    MKMeans,
    MPCKMeans,
    PCKMeans,
    PCSKMeans,
    RCAKMeans,
    SparseKMeans,
)
from jupyter_sscluster.constraints import PairKFold
from jupyter_sscluster.metrics import PairScorer

FRAME, Y = load_iris(return_X_y=True, as_frame=True)
X = FRAME.to_numpy()
KNOWN = Constraints.from_labels(Y, 60)
QUICK = {"n_clusters": 3, "n_init": 1, "random_state": 0}
MODELS = [
    MKMeans(**QUICK),
    MKMeans(metric="diagonal", **QUICK),
    RCAKMeans(**QUICK),
    ITMLKMeans(**QUICK),
    MPCKMeans(**QUICK),
    MPCKMeans(metric="diagonal", **QUICK),
    AdaptivePCKMeans(**QUICK),
    GPKMeans(**QUICK),
    GPKMeans(base=MPCKMeans(), **QUICK),
]
SPARSE = [SparseKMeans(sparsity=1.2, **QUICK), PCSKMeans(sparsity=1.2, **QUICK)]


def learned_distances(metric, rows):
    """Every ‖x - z‖²_A by its definition."""
    A = np.diag(metric) if metric.ndim == 1 else metric
    apart = rows[:, None] - rows[None]
    return np.einsum("ijp,pq,ijq->ij", apart, A, apart)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_distances_there_are_the_learned_ones(model):
    model.fit(X, constraints=KNOWN)
    moved = model.transform(X[::3])
    assert moved.shape == X[::3].shape
    expected = learned_distances(model.metric_, X[::3])
    np.testing.assert_allclose(cdist(moved, moved, "sqeuclidean"), expected, atol=1e-9)
    nearest = cdist(moved, model.transform(model.cluster_centers_)).argmin(axis=1)
    np.testing.assert_array_equal(nearest, model.predict(X[::3]))
    named = model.get_feature_names_out()
    assert list(named) == (
        [f"x{i}" for i in range(4)]
        if model.metric_.ndim == 1
        else [f"{type(model).__name__.lower()}{i}" for i in range(4)]
    )


def test_where_the_base_learns_no_metric_rows_stay_as_they_are():
    model = GPKMeans(base=PCKMeans(), **QUICK).fit(FRAME, constraints=KNOWN)
    np.testing.assert_array_equal(model.transform(FRAME[::3]), X[::3])
    assert list(model.get_feature_names_out()) == list(FRAME.columns)


def test_a_sparse_base_leaves_out_features_without_weight():
    model = GPKMeans(base=PCSKMeans(sparsity=1.2), **QUICK).fit(FRAME, constraints=KNOWN)
    kept = np.flatnonzero(model.base_.feature_weights_)
    assert list(model.get_feature_names_out()) == [FRAME.columns[at] for at in kept]
    assert model.transform(FRAME).shape == (150, len(kept))


@pytest.mark.parametrize("model", SPARSE, ids=repr)
def test_a_sparse_clusterer_leaves_out_features_without_weight(model):
    model.fit(FRAME, constraints=KNOWN)
    weights = model.feature_weights_
    kept = np.flatnonzero(weights)
    assert 0 < len(kept) < 4
    moved = model.transform(FRAME[::3])
    np.testing.assert_allclose(moved, X[::3][:, kept] * np.sqrt(weights[kept]))
    expected = learned_distances(weights, X[::3])
    np.testing.assert_allclose(cdist(moved, moved, "sqeuclidean"), expected, atol=1e-9)
    assert list(model.get_feature_names_out()) == [FRAME.columns[at] for at in kept]


def test_frames_go_out_where_they_are_asked_for():
    model = MKMeans(metric="diagonal", **QUICK).set_output(transform="pandas")
    moved = model.fit_transform(FRAME[::2], constraints=KNOWN[::2])
    assert isinstance(moved, pd.DataFrame)
    assert list(moved.columns) == list(FRAME.columns)
    assert list(moved.index) == list(FRAME.index[::2])
    assert list(MKMeans(**QUICK).set_output(transform="pandas").fit_transform(FRAME).columns) == [
        f"mkmeans{i}" for i in range(4)
    ]


def test_a_metric_for_each_cluster_spans_no_one_space():
    model = MPCKMeans(per_cluster_metric=True, **QUICK).fit(X, constraints=KNOWN)
    with pytest.raises(InputError, match="set per_cluster_metric=False to transform rows"):
        model.transform(X)


def test_a_learned_metric_is_a_step_of_a_pipeline():
    pipeline = make_pipeline(StandardScaler(), MKMeans(**QUICK), AgglomerativeClustering(3))
    found = pipeline.fit(X, mkmeans__constraints=KNOWN)[-1].labels_
    moved = MKMeans(**QUICK).fit_transform(StandardScaler().fit_transform(X), constraints=KNOWN)
    np.testing.assert_array_equal(found, AgglomerativeClustering(3).fit_predict(moved))
    learner = make_pipeline(ITMLKMeans(**QUICK), sklearn.cluster.KMeans(3, n_init=1))
    with sklearn.config_context(enable_metadata_routing=True):
        search = GridSearchCV(
            learner, {"kmeans__n_clusters": [2, 3]}, scoring=PairScorer(), cv=PairKFold(KNOWN, 3)
        ).fit(X, constraints=KNOWN)
    assert search.best_params_ == {"kmeans__n_clusters": 3}
