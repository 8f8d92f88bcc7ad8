"""Hard cases for clusterers that learn a metric from pairs first."""

import warnings

import numpy as np
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster.constraints import Constraints

_rng = np.random.default_rng(0)
_X = _rng.normal(size=(40, 3))
_PAIRS = {"ml": [(0, 1), (2, 3), (4, 5), (5, 6)], "cl": [(0, 10), (2, 11), (4, 12), (20, 21)]}
_EQUAL = np.repeat(_X[:10], 4, axis=0)
_CONTRADICTION = Constraints(40, [(0, 1), (1, 2)], [(0, 2), (5, 6)], conflicts="soft")
_HUGE = Constraints(40, **{"must": _PAIRS["ml"], "cannot": _PAIRS["cl"]}, must_weights=[1e9] * 4)
_TINY = Constraints(40, **{"must": _PAIRS["ml"], "cannot": _PAIRS["cl"]}, must_weights=[1e-9] * 4)

DATA = {
    "no must-links": (_X, {"cl": _PAIRS["cl"]}),
    "no cannot-links": (_X, {"ml": _PAIRS["ml"]}),
    "one must-link": (_X, {"ml": [(0, 1)]}),
    "one cannot-link": (_X, {"cl": [(0, 1)]}),
    "one of each": (_X, {"ml": [(0, 1)], "cl": [(2, 3)]}),
    "must-links between equal rows": (_EQUAL, {"ml": [(0, 1), (4, 5)], "cl": [(0, 4), (8, 12)]}),
    "cannot-links between equal rows": (_EQUAL, {"ml": [(0, 4), (8, 12)], "cl": [(0, 1), (5, 6)]}),
    "only pairs of equal rows": (_EQUAL, {"ml": [(0, 1), (4, 5)], "cl": [(8, 9)]}),
    "all rows equal": (np.ones((40, 3)), _PAIRS),
    "more features than rows": (_rng.normal(size=(40, 90)), _PAIRS),
    "one feature": (_X[:, :1], _PAIRS),
    "rows on a line": (_X[:, :1] * [1.0, 2.0, 3.0], _PAIRS),
    "constant feature": (_X * [1.0, 0.0, 1.0] + [0.0, 7.1, 0.0], _PAIRS),
    "huge feature": (_X * [1.0, 1e12, 1.0], _PAIRS),
    "tiny feature": (_X * [1.0, 1e-12, 1.0], _PAIRS),
    "far from the origin": (_X + 1e8, _PAIRS),
    "huge data": (_X * 1e150, _PAIRS),
    "tiny data": (_X * 1e-130, _PAIRS),
    "same pair both ways": (_X, {"ml": [(0, 1)], "constraints": Constraints(40, (), [(0, 1)])}),
    "contradictory pairs": (_X, {"constraints": _CONTRADICTION}),
    "huge weights": (_X, {"constraints": _HUGE}),
    "tiny weights": (_X, {"constraints": _TINY}),
    "everything linked": (_X, {"ml": [(i, i + 1) for i in range(39)]}),
    "everything apart": (_X, {"cl": [(i, j) for i in range(40) for j in range(i)]}),
}
CASES = list(DATA)


def check_degenerate(model, case):
    """A fit without warnings, all attributes finite, every cluster in use, a metric that is one."""
    X, known = DATA[case]
    model = clone(model).set_params(n_clusters=3, random_state=0)
    with warnings.catch_warnings(), np.errstate(all="warn", under="ignore"):
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(X, **known)
        again = model.predict(X)
    metric = model.metric_ if model.metric_.ndim == 2 else np.diag(model.metric_)
    np.testing.assert_array_equal(metric, metric.T)
    size = np.sqrt(np.where(np.diag(metric) > 0, np.diag(metric), 1.0))
    assert np.linalg.eigvalsh(metric / size / size[:, None]).min() > -1e-9
    for value in (metric, model.cluster_centers_, model.objective_, model.objective_history_):
        assert np.isfinite(value).all()
    assert set(model.labels_.tolist()) == {0, 1, 2}
    if len(np.unique(X, axis=0)) == len(X):
        assert (again == model.labels_).mean() > 0.99


def up_to_scale(metric):
    """The metric with Frobenius norm 1."""
    return metric / np.linalg.norm(metric)


def long_clusters(seed, n=90, d=3):
    """Clusters that are long and differ along a short direction, and their numbers."""
    X, y = make_blobs(n, d, centers=3, cluster_std=1.0, center_box=(-6, 6), random_state=seed)
    squeeze = np.random.default_rng(seed).normal(size=(d, d)) + np.diag([4.0] + [0.3] * (d - 1))
    return X @ squeeze, y
