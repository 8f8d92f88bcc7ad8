"""The four kinds of metric that MPCK-means learns, and what makes one of them a metric."""

import itertools

import numpy as np
import pytest

METRICS = [
    {"metric": metric, "per_cluster_metric": several}
    for metric, several in itertools.product(("diagonal", "full"), (False, True))
]
EVERY_METRIC = pytest.mark.parametrize(
    "variant", METRICS, ids=lambda v: "-".join(map(str, v.values()))
)


def positive_definite(metrics):
    for A in metrics:
        assert np.isfinite(A).all()
        if A.ndim == 1:
            assert (A > 0).all()
        else:
            np.testing.assert_array_equal(A, A.T)
            assert (np.linalg.eigvalsh(A) > 0).all()
