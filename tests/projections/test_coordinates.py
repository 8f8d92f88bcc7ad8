"""Positions without a plot are those of the projections themselves."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import MPCKMeans
from jupyter_sscluster.projections import coordinates
from jupyter_sscluster.projections.discriminant import discriminant
from jupyter_sscluster.projections.metric_axes import learned_metric
from jupyter_sscluster.projections.tsne import tsne

X, y = load_iris(return_X_y=True)


def test_by_name_by_columns_and_of_a_model():
    np.testing.assert_array_equal(coordinates(X[:40], "tsne"), tsne(X[:40]).xy)
    np.testing.assert_array_equal(coordinates(X, (3, 1)), X[:, [3, 1]])
    frame = pd.DataFrame(X, columns=list("abcd")).assign(e="text")
    np.testing.assert_array_equal(coordinates(frame, ("d", "b")), X[:, [3, 1]])
    given = coordinates(X, "discriminant", labels=y)
    np.testing.assert_array_equal(given, discriminant(X, y).xy)


@pytest.mark.parametrize(
    ("projection", "said"),
    [("pcs", "must be one of 'pca'"), (X[:, :2], "of your own"), ("discriminant", "pass labels=")],
)
def test_what_is_refused(projection, said):
    with pytest.raises(InputError, match=said):
        coordinates(X, projection)


def test_metrics_of_clusters_are_pooled_by_the_models_own_numbers():
    model = MPCKMeans(n_clusters=3, per_cluster_metric=True, random_state=0).fit(X[:130])
    sizes = np.bincount(model.labels_)
    assert len(set(sizes)) > 1
    found, pooled = learned_metric(model, (model.labels_ + 1) % 3)
    assert pooled
    np.testing.assert_allclose(found, np.average(model.metric_, axis=0, weights=sizes))
