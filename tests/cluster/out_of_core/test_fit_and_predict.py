"""Fits on blocks: the same as in memory from the same first centres, however the rows are cut."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

from jupyter_sscluster import Constraints, cluster
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    AdaptivePCKMeans,
    BoostedEnsemble,
    ConstrainedKMeans,
    COPKMeans,
    GPKMeans,
    ITMLKMeans,
    KMeans,
    MKMeans,
    MPCKMeans,
    PCKMeans,
    PCSKMeans,
    RCAKMeans,
    SeededKMeans,
    SparseKMeans,
)

da = pytest.importorskip("dask.array", reason="the extra dask is not installed")

N, D, K = 3000, 5, 4
EACH = [
    (KMeans(), "pairs"),
    (SeededKMeans(), "labels"),
    (ConstrainedKMeans(), "labels"),
    (COPKMeans(), "pairs"),
    (PCKMeans(), "pairs"),
    (MKMeans(), "pairs"),
    (RCAKMeans(), "pairs"),
    (RCAKMeans(n_directions=2), "pairs"),
    (ITMLKMeans(), "pairs"),
    (MPCKMeans(), "pairs"),
    (MPCKMeans(diameter="box"), "pairs"),
    (MPCKMeans(metric="diagonal"), "pairs"),
    (AdaptivePCKMeans(), "pairs"),
    (SparseKMeans(), "pairs"),
    (PCSKMeans(), "pairs"),
    (PCSKMeans(diameter="box"), "pairs"),
]

CUTS = {
    "small": 60,
    "odd": 791,
    "uneven": (1, 0, 3, 1496, 0, 1500),
    "one": N,
}


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=N)
    X = rng.normal(size=(N, D)) + 2.0 * rng.normal(size=(K, D))[y] + 50.0
    return X, Constraints.from_labels(y, 200, random_state=0), X[rng.choice(N, K, replace=False)]


def of(name):
    return getattr(cluster, name)


def known_classes(data):
    """The blob that each row is nearest to, by a fit of its own."""
    X, _, init = data
    return KMeans(K, init=init, max_iter=2).fit(X).labels_


def cut(X, how):
    return da.from_array(X, chunks=(CUTS[how], -1))


def assert_same(model, reference, X):
    assert np.array_equal(model.labels_.compute(), reference.labels_)
    assert model.objective_ == pytest.approx(reference.objective_, rel=1e-9)
    assert np.allclose(model.cluster_centers_, reference.cluster_centers_, rtol=1e-9)
    assert model.n_iter_ == reference.n_iter_
    assert model.violations_ == reference.violations_
    assert model.constraints_ == reference.constraints_
    assert np.array_equal(model.predict(X).compute(), reference.predict(X.compute()))


@pytest.mark.parametrize("how", CUTS)
@pytest.mark.parametrize(
    "params", [{}, {"constraint_weight": 30.0}], ids=["by itself", "pairs are dear"]
)
def test_labels_and_objective_are_those_in_memory(data, params, how):
    X, known, init = data
    reference = PCKMeans(K, init=init, **params).fit(X, constraints=known)
    blocks = cut(X, how)
    assert_same(PCKMeans(K, init=init, **params).fit(blocks, constraints=known), reference, blocks)


@pytest.mark.parametrize("how", ["odd", "uneven"])
@pytest.mark.parametrize(("model", "given"), EACH, ids=lambda value: getattr(value, "title", ""))
def test_every_class_finds_what_it_finds_in_memory(data, model, given, how):
    X, known, init = data
    labels = np.where(np.arange(N) % 50, -1, known_classes(data))
    told = {"constraints": known} if given == "pairs" else {"y": labels}
    model = clone(model).set_params(n_clusters=K, random_state=0)
    if given == "pairs":
        model.set_params(init=init)
    reference = clone(model).fit(X, **told)
    blocks = cut(X, how)
    assert_same(model.fit(blocks, **told), reference, blocks)
    assert np.allclose(model.posterior_.compute(), reference.posterior_, atol=1e-8)
    assert np.allclose(model.predict_proba(blocks).compute(), reference.predict_proba(X), atol=1e-8)
    assert model.score(blocks) == pytest.approx(reference.score(X), rel=1e-8)
    if hasattr(reference, "transform"):
        assert np.allclose(model.transform(blocks).compute(), reference.transform(X), atol=1e-5)
    for name in ("metric_", "feature_weights_", "constraint_weight_"):
        if hasattr(reference, name):
            assert np.allclose(getattr(model, name), getattr(reference, name), rtol=1e-7)


def test_every_class_that_reads_blocks_is_among_these():
    reading = {name for name in cluster.__all__ if getattr(of(name), "reads_blocks", False)}
    assert reading == {type(model).__name__ for model, _ in EACH}


def test_soft_and_contradictory_statements_count_as_in_memory(data):
    X, _, init = data
    given = {"ml": [(0, 1), (1, 2), (2500, 3)], "cl": [(0, 2), (7, 2999), (3, 100)]}
    reference = PCKMeans(K, init=init).fit(X, **given)
    blocks = cut(X, "odd")
    assert_same(PCKMeans(K, init=init).fit(blocks, **given), reference, blocks)


def test_posterior_comes_in_blocks_too(data):
    X, known, init = data
    reference = PCKMeans(K, init=init).fit(X, constraints=known)
    model = PCKMeans(K, init=init).fit(cut(X, "odd"), constraints=known)
    assert np.allclose(model.posterior_.compute(), reference.posterior_, atol=1e-10)


@pytest.mark.parametrize(
    ("make", "k"), [(KMeans, 5), (KMeans, 9), (PCKMeans, 5), (MPCKMeans, 6), (SparseKMeans, 6)]
)
def test_empty_clusters_take_the_farthest_rows_of_all_blocks(data, make, k):
    # Nothing is nearer to the last centres than to the others. (More of them for PCK-means would
    # make clusters of two must-linked rows each, and which of them joins the other is a tie.)
    X, known, init = data
    far = np.vstack([init, np.full((k - K, D), 1e4) + np.arange(k - K)[:, None]])
    reference = make(k, init=far).fit(X, constraints=known)
    blocks = cut(X, "uneven")
    assert_same(make(k, init=far).fit(blocks, constraints=known), reference, blocks)


def test_clusterers_that_need_memory_name_the_number_of_rows(data):
    X, known, _ = data
    blocks = cut(X, "odd")
    for model in (GPKMeans(K), BoostedEnsemble(K), PCKMeans(K, algorithm="paper")):
        with pytest.raises(InputError, match=r"needs all 3,000 rows in memory .*X\.compute\(\)"):
            model.fit(blocks, constraints=known)
    with pytest.raises(InputError, match="sample_weight= needs all 3,000 rows"):
        KMeans(K).fit(blocks, sample_weight=np.ones(N))


def test_a_non_finite_value_is_reported_with_its_block(data):
    X = data[0].copy()
    X[801, 3] = np.nan
    with pytest.raises(InputError, match=r"nan in block 1, row 10 of it \(row 801 of all\)"):
        KMeans(K).fit(cut(X, "odd"))
    model = KMeans(K, init=data[2]).fit(cut(data[0], "odd"))
    for use in (model.predict, model.predict_proba):
        with pytest.raises(InputError, match="nan in block 1, row 10 of it"):
            use(cut(X, "odd")).compute()


def test_one_metric_a_cluster_predicts_rows_in_memory_only(data):
    X, known, init = data
    model = MPCKMeans(K, init=init, per_cluster_metric=True).fit(X, constraints=known)
    with pytest.raises(InputError, match="per_cluster_metric=True needs all 3,000 rows"):
        model.predict(cut(X, "odd"))
