"""Silhouettes of rows: by their definition, and as scikit-learn has them."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.metrics import silhouette_samples

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.metrics import silhouette, silhouettes


def by_definition(X, labels):
    far = cdist(X, X)
    found = []
    for i, label in enumerate(labels):
        own = [j for j in np.flatnonzero(labels == label) if j != i]
        others = [far[i, labels == other].mean() for other in set(labels) - {label}]
        a, b = far[i, own].mean() if own else 0.0, min(others)
        found.append((b - a) / max(a, b) if own else 0.0)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_they_are_those_of_the_definition_and_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    X, labels = rng.normal(size=(40, 3)), rng.integers(0, 4, 40)
    labels[0] = 9  # a row alone
    found = silhouettes(X, labels)
    np.testing.assert_allclose(found, by_definition(X, labels), atol=1e-12)
    np.testing.assert_allclose(found, silhouette_samples(X, labels), atol=1e-12)
    assert silhouette(X, labels) == pytest.approx(found.mean(), abs=1e-12)
    some = np.flatnonzero(rng.random(40) < 0.7)
    np.testing.assert_allclose(
        silhouettes(X, labels, rows=some), silhouette_samples(X[some], labels[some]), atol=1e-12
    )


def test_where_they_are_not_defined_they_are_nothing():
    X = np.arange(6.0)[:, None]
    assert (
        silhouettes(X, np.zeros(6)).tolist() == silhouettes(X, np.arange(6)).tolist() == [0.0] * 6
    )
    np.testing.assert_allclose(
        silhouettes(X * 1e200, [0, 0, 0, 1, 1, 1]), silhouettes(X, [0] * 3 + [1] * 3)
    )
    with pytest.raises(InputError, match="one is needed for each of the 6 rows"):
        silhouettes(X, [0, 1])
