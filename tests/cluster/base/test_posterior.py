"""The score of rows: minus what they add to the objective without pairs."""

import numpy as np
import pytest
import sklearn
from sklearn import cluster
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from table import CLUSTERERS

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, MPCKMeans, PCKMeans

X, Y = load_iris(return_X_y=True)
CENTRES = X[[0, 60, 120]]


@pytest.mark.parametrize(
    "row", [row for row in CLUSTERERS if hasattr(row.cls, "score")], ids=lambda row: row.name
)
def test_it_is_the_distance_from_the_nearest_centre_under_the_metric(row):
    model = row.make(n_clusters=3, n_init=1, init=CENTRES).fit(X)
    A = getattr(model, "metric_", getattr(model, "feature_weights_", np.ones(4)))
    A = np.diag(A) if A.ndim == 1 else A
    apart = X[:, None] - model.cluster_centers_
    far = np.einsum("nkp,pq,nkq->nk", apart, A, apart).min(axis=1).sum()
    on_the_way = row.name in ("mpckmeans", "gpkmeans")
    constant = len(X) * np.linalg.slogdet(A)[1] if on_the_way else 0.0
    assert model.score(X, Y) == pytest.approx(constant - far, rel=1e-9)
    if row.metric or not row.inertia:
        return
    assert model.score(X) == pytest.approx(-model.objective_ / row.scale, rel=1e-9)


def test_rows_that_weigh_more_count_more():
    weights = np.random.default_rng(0).exponential(size=len(X)) + 0.1
    model = KMeans(3, init=CENTRES).fit(X, sample_weight=weights)
    same = cluster.KMeans(3, init=CENTRES, n_init=1).fit(X, sample_weight=weights)
    assert model.score(X, sample_weight=weights) == pytest.approx(
        same.score(X, sample_weight=weights), rel=1e-9
    )
    with pytest.raises(InputError, match="one number for each of the 150 rows"):
        model.score(X, sample_weight=[1.0])


def test_a_pipeline_scores_where_metadata_are_routed():
    known = Constraints.from_labels(Y, 60)
    pipeline = make_pipeline(StandardScaler(), PCKMeans(3, init=CENTRES))
    folds = [(np.arange(0, 150, 2), np.arange(1, 150, 2))]
    with sklearn.config_context(enable_metadata_routing=True):
        found = cross_validate(
            pipeline, X, cv=folds, params={"constraints": known}, error_score="raise"
        )
    by_hand = pipeline.fit(X[::2], pckmeans__constraints=known[::2])
    assert found["test_score"].tolist() == [by_hand.score(X[1::2])]


def test_with_a_metric_for_each_cluster_it_is_the_cheapest():
    model = MPCKMeans(3, per_cluster_metric=True, init=CENTRES).fit(X)
    costs = [
        np.einsum("np,pq,nq->n", X - centre, A, X - centre) - np.linalg.slogdet(A)[1]
        for centre, A in zip(model.cluster_centers_, model.metric_, strict=True)
    ]
    assert model.score(X) == pytest.approx(-np.min(costs, axis=0).sum(), rel=1e-9)
