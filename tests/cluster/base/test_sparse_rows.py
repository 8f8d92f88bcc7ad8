"""Clusterers of sparse rows: the clusters of the same rows written out, without writing them."""

import json
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse
from table import CLUSTERERS

from jupyter_sscluster import cluster, seeding
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedKMeans, KMeans, PCKMeans, SeededKMeans
from jupyter_sscluster.cluster._base.input_table import SPARSE
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.seeding import _checks

MEMORY = 200
"""MB that a fit of 20,000 × 20,000 may take beside what is there before; dense rows take 3,200."""


def topics(n=200, d=200, k=4, seed=0):
    """Rows of weighted words, half of them from the row's topic, and the topics.

    Rows share words: rows of others are all equally far from two centres, and ties are free.
    """
    rng = np.random.default_rng(seed)
    y, words = rng.integers(k, size=n), max(20, d // 400)
    rows = np.repeat(np.arange(n), words)
    own = y[rows] * (d // k) + rng.integers(d // k, size=len(rows))
    columns = np.where(rng.random(len(rows)) < 0.5, own, rng.integers(d, size=len(rows)))
    values = rng.gamma(2.0, 1.0, len(rows))
    return sparse.csr_array(sparse.coo_array((values, (rows, columns)), shape=(n, d))), y


def pairs_of(y, n_pairs=60, seed=1):
    pairs = np.random.default_rng(seed).integers(len(y), size=(n_pairs, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    same = y[pairs[:, 0]] == y[pairs[:, 1]]
    return {"must": pairs[same].tolist(), "cannot": pairs[~same].tolist()}


def some_of(y, share=0.1):
    return np.where(np.random.default_rng(2).random(len(y)) < share, y, -1)


CASES = [
    (KMeans, lambda y: {}),
    (KMeans, lambda y: {"sample_weight": np.arange(len(y)) % 4}),
    (PCKMeans, lambda y: {}),
    (PCKMeans, pairs_of),
    (PCKMeans, lambda y: pairs_of(y) | {"sample_weight": np.arange(len(y)) % 4}),
    (PCKMeans, lambda y: pairs_of(y, 1500)),
    (SeededKMeans, lambda y: {"y": some_of(y)}),
    (SeededKMeans, lambda y: {"y": some_of(np.where(y == 3, -1, y))}),
    (SeededKMeans, lambda y: {"y": some_of(y), "sample_weight": 1 + np.arange(len(y)) % 4}),
    (ConstrainedKMeans, lambda y: {"y": some_of(y)}),
    (ConstrainedKMeans, lambda y: {"y": y}),
]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("cls", "known"), CASES)
def test_the_clusters_are_those_of_dense_rows(cls, known, seed):
    X, y = topics(seed=seed)
    thin = cls(4, n_init=2, random_state=seed).fit(X, **known(y))
    full = cls(4, n_init=2, random_state=seed).fit(X.toarray(), **known(y))
    np.testing.assert_array_equal(thin.labels_, full.labels_)
    assert thin.objective_ == pytest.approx(full.objective_, rel=1e-9)
    assert thin.violations_ == full.violations_ and thin.n_iter_ == full.n_iter_
    np.testing.assert_allclose(thin.objective_history_, full.objective_history_, rtol=1e-9)
    np.testing.assert_allclose(thin.cluster_centers_, full.cluster_centers_, atol=1e-9)
    np.testing.assert_allclose(thin.posterior_, full.posterior_, atol=1e-9)


def test_the_objective_is_that_of_the_definition():
    X, _ = topics()
    model = KMeans(4, n_init=2, random_state=0).fit(X)
    dense = X.toarray()
    means = np.array([dense[model.labels_ == k].mean(axis=0) for k in range(4)])
    assert model.objective_ == pytest.approx(((dense - means[model.labels_]) ** 2).sum())


def test_new_rows_are_treated_as_dense_ones():
    X, y = topics()
    new, _ = topics(seed=9)
    model = PCKMeans(4, n_init=2, random_state=0).fit(X, **pairs_of(y))
    np.testing.assert_array_equal(model.predict(new), model.predict(new.toarray()))
    expected = model.predict_proba(new.toarray())
    np.testing.assert_allclose(model.predict_proba(new), expected, atol=1e-9)
    assert model.score(new) == pytest.approx(model.score(new.toarray()))
    np.testing.assert_allclose(model.predict_proba(X), model.posterior_, atol=1e-9)
    with pytest.raises(ValueError, match="features"):
        model.predict(new[:, :50])


def test_empty_clusters_are_filled_from_sparse_rows():
    X, _ = topics()
    first = np.vstack([X[[0]].toarray()] * 3 + [np.full((1, 200), 50.0)])
    thin, full = (KMeans(4, init=first).fit(rows) for rows in (X, X.toarray()))
    assert len(np.unique(thin.labels_)) == 4
    np.testing.assert_array_equal(thin.labels_, full.labels_)


def test_the_steps_are_those_of_dense_rows():
    X, y = topics(n=80)
    traces = [Trace(), Trace()]
    for rows, trace in zip((X, X.toarray()), traces, strict=True):
        PCKMeans(4, n_init=1, random_state=0).fit(rows, **pairs_of(y, 20), trace=trace)
    thin, full = (list(trace) for trace in traces)
    assert [type(step) for step in thin] == [type(step) for step in full]


def test_rows_that_are_all_alike_and_rows_of_zeros():
    X = sparse.csr_array(np.tile([0.0, 2.0, 0.0], (5, 1)))
    with pytest.warns(UserWarning, match="only 1 centres differ"):
        model = KMeans(2, random_state=0).fit(X)
    assert model.objective_ == 0.0 and np.isfinite(model.posterior_).all()
    assert KMeans(1).fit(sparse.csr_array((4, 3))).objective_ == 0.0


def test_values_too_large_to_be_squared_are_refused():
    X = sparse.csr_array(np.diag([1e200, 1.0, 2.0]))
    for fit in (KMeans(2).fit, lambda X: seeding.kmeans_plusplus(X, 2)):
        with pytest.raises(InputError, match="1e\\+200.*divide X"):
            fit(X)


def test_those_that_need_dense_rows_name_those_that_do_not():
    X, _ = topics(n=20)
    known = [getattr(cluster, name) for name in cluster.__all__]
    readers = [each.__name__ for each in known if getattr(each, "reads_sparse", False)]
    assert sorted(readers) == sorted(SPARSE.replace(" and", ",").split(", "))
    for row in CLUSTERERS:
        if not row.cls.reads_sparse:
            said = f"{row.cls.__name__} needs a dense array; .*{SPARSE}.*toarray"
            with pytest.raises(InputError, match=said):
                row.make(n_clusters=2).fit(X)
    for params in ({"penalty": "distance"}, {"algorithm": "paper"}):
        with pytest.raises(InputError, match=f"PCKMeans with {next(iter(params))}=.*; set "):
            PCKMeans(4, **params).fit(X, must=[(0, 1)])


NAMES = _checks.SPARSE.replace(" and", ",").split(", ")


@pytest.mark.parametrize("name", seeding.__all__)
def test_seedings_draw_the_same_rows_or_say_which_do(name):
    X, y = topics()
    known = PCKMeans(4).fit(X, **pairs_of(y, 20)).constraints_
    draw = getattr(seeding, name)
    if name not in NAMES:
        with pytest.raises(InputError, match=f"sparse.*{_checks.SPARSE}"):
            draw(X, 4, random_state=0)
        return
    for constraints in (None, known):
        thin, full = (
            draw(rows, 4, constraints=constraints, random_state=3) for rows in (X, X.toarray())
        )
        assert isinstance(thin, np.ndarray)
        np.testing.assert_allclose(thin, full, atol=1e-12)


FIT = """
import json, resource, sys
sys.path[:0] = sys.argv[2:]
import numpy as np
from test_sparse_rows import pairs_of, some_of, topics
from jupyter_sscluster.cluster import ConstrainedKMeans, KMeans, PCKMeans

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

X, y = topics(20_000, 20_000, 8)
KMeans(2).fit(np.eye(4))
before = peak()
given = pairs_of(y, 200) if sys.argv[1] == "PCKMeans" else {"y": some_of(y, 0.02)}
model = globals()[sys.argv[1]](8, n_init=1, max_iter=5, random_state=0).fit(X, **given)
model.predict(X)
print(json.dumps([X.nnz / 20_000**2, peak() - before]))
"""


@pytest.mark.parametrize("name", ["PCKMeans", "ConstrainedKMeans"])
def test_a_matrix_of_four_hundred_million_entries_fits(name):
    pytest.importorskip("resource", reason="Windows does not say how much memory was in use")
    paths = [path for path in sys.path if path]
    here = __file__.rsplit("/", 1)[0]
    done = subprocess.run(
        [sys.executable, "-c", FIT, name, here, *paths], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    density, used = json.loads(done.stdout)
    assert density > 0.0015 and used < MEMORY, used
