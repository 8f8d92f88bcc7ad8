"""No method of the k-means family holds anything near n x n numbers: 200 000 rows fit easily."""

import tracemalloc

import numpy as np
import pytest
from table import CLUSTERERS

from jupyter_sscluster import cluster
from jupyter_sscluster.constraints import Constraints

N, D, K = 200_000, 10, 3

SPARE = 4 * 2**20
"""What does not grow with the rows: blocks of products, tables of pairs, Python itself."""

MOST = {cluster.KMeans: 2.0, cluster.COPKMeans: 2.0, cluster.PCKMeans: 2.0, cluster.GPKMeans: 5.5}
"""Times the data: others hold rows under a metric, labels as given, or a full set of candidates."""

OTHERS = 3.5

ROWS = [row for row in CLUSTERERS if row.starts]


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    y = rng.integers(0, K, N)
    X = rng.normal(size=(N, D)) + 12.0 * np.eye(K, D)[y]
    partial = np.full(N, -1)
    partial[:30] = y[:30]
    start = np.array([X[y == c].mean(axis=0) for c in range(K)])
    return X, partial, Constraints.from_labels(y, 60, random_state=0), start


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_fit_holds_no_more_than_a_few_copies_of_the_data(row, data):
    X, partial, known, start = data
    given = {"n_clusters": K, "init": start, "max_iter": 3}
    names = row.cls().get_params()
    model = row.make(**{name: value for name, value in given.items() if name in names})
    statements = {"y": partial} if row.classes else {"constraints": known}
    tracemalloc.start()
    model.fit(X, **statements)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MOST.get(row.cls, OTHERS) * X.nbytes + SPARE
