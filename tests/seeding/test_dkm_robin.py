"""DKM++ and ROBIN by matrices of all distances, and against the programs of others."""

import tracemalloc
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from shared import golden
from sklearn.datasets import make_blobs
from sklearn.neighbors import LocalOutlierFactor
from table import CLUSTERERS

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.seeding import dkm, farthest_first, neighbourhoods, robin
from jupyter_sscluster.seeding._local_outlier_factor import outlier_factors
from jupyter_sscluster.seeding.dkm import densities, radius, spanning_tree_lengths

SEEDS = st.integers(0, 2**32 - 1)
SETTINGS = settings(max_examples=120, deadline=None)
SETS = ["fisheriris_raw", "fisheriris_z", "synth3_20d_raw"]
GOLDEN = pytest.mark.parametrize("name", [f"pcskm_{s}_c{m}" for s in SETS for m in (0, 40, 200)])


def distances(X):
    return np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def small(seed, least=2):
    """Few rows, on a grid with duplicates and ties for every other seed."""
    rng = np.random.default_rng(seed)
    shape = (int(rng.integers(least, 22)), int(rng.integers(1, 4)))
    X = rng.normal(size=shape) if seed % 2 else rng.integers(0, 4, shape).astype(float)
    return X, int(rng.integers(1, shape[0] + 1))


def kruskal(apart):
    """Edge lengths of a minimum spanning tree, shortest first."""
    tree, lengths = np.arange(len(apart)), []
    low, high = np.triu_indices(len(apart), 1)
    for e in np.argsort(apart[low, high], kind="stable"):
        a, b = tree[low[e]], tree[high[e]]
        if a != b:
            tree[tree == b] = a
            lengths.append(apart[low[e], high[e]])
    return lengths


@SETTINGS
@given(seed=SEEDS)
def test_spanning_tree_and_density_by_all_pairs(seed):
    X, _ = small(seed)
    apart = distances(X)
    lengths = kruskal(apart)
    np.testing.assert_allclose(np.sort(spanning_tree_lengths(X)), lengths, atol=1e-12)
    low, high = np.percentile(lengths, [25, 75])
    positive = [length for length in lengths if length > 0]
    expected = min(max(lengths), high + 3 * (high - low)) or min(positive, default=0.0)
    assert radius(X, "linear") == pytest.approx(expected, abs=1e-12)
    assume(expected)
    found = [
        sum(
            np.exp(-apart[i, j] / expected)
            for j in range(len(X))
            if j != i and apart[i, j] <= expected * (1 + 1e-12)
        )
        for i in range(len(X))
    ]
    np.testing.assert_allclose(densities(X, expected * (1 + 1e-13)), found, atol=1e-9)


def test_density_across_blocks(monkeypatch):
    X = np.random.default_rng(0).normal(size=(101, 2))
    whole = densities(X, 0.7)
    monkeypatch.setitem(densities.__globals__, "_BLOCK", 700)
    np.testing.assert_allclose(densities(X, 0.7), whole, atol=1e-12)


@SETTINGS
@given(seed=SEEDS)
def test_dkm_takes_the_largest_density_times_distance(seed):
    X, k = small(seed)
    apart = distances(X)
    rho = densities(X, radius(X, "linear"))
    if rho.max() - rho.min() < 1e-9:
        rho = np.ones(len(X))
    else:
        rho = (rho - rho.min()) / (rho.max() - rho.min())
    centres = dkm(X, k)
    rows = [np.flatnonzero((X == centre).all(axis=1)) for centre in centres]
    assert rho[rows[0]].max() == pytest.approx(rho.max())
    for m in range(1, k):
        near = apart[[r[0] for r in rows[:m]]].min(axis=0)
        score = (rho * near).max()
        if score > 1e-9:
            assert (rho * near)[rows[m]].max() == pytest.approx(score)
        else:
            assert near[rows[m]].max() == pytest.approx(near.max())


@GOLDEN
def test_dkm_equals_the_released_program(name):
    given_ = golden(name)
    X = given_["X"]
    centres = dkm(X, int(given_["n_clusters"]), quantiles="hazen")
    np.testing.assert_array_equal(centres, X[given_["dkm_indices"]])
    width = distances(X).max()
    lengths, reach = spanning_tree_lengths(X), radius(X, "hazen")
    found = np.sort(lengths) / width
    np.testing.assert_allclose(found, np.sort(given_["mst_edge_lengths"]), atol=1e-12)
    assert reach / width == pytest.approx(float(given_["dkm_epsilon"]), abs=1e-12)
    np.testing.assert_allclose(densities(X, reach), given_["dkm_density"], atol=1e-9)


@GOLDEN
def test_robin_equals_the_released_program(name):
    given_ = golden(name)
    X = given_["X"]
    centres = robin(X, int(given_["n_clusters"]))
    rows = [int(np.flatnonzero((X == centre).all(axis=1))[0]) for centre in centres]
    assert sorted(rows) == given_["robin_indices"].tolist()
    # Iris is measured in tenths: there, which equal distances tie is a matter of rounding.
    tolerance = 0.1 if "iris" in name else 1e-9
    np.testing.assert_allclose(outlier_factors(X, 10), given_["lof"], atol=tolerance)


@GOLDEN
def test_weighted_farthest_first_equals_the_released_program(name):
    given_ = golden(name)
    if "mpck_seeding_centers" not in given_:
        pytest.skip("without must-links there is no such start")
    X, k = given_["X"], int(given_["n_clusters"])
    known = Constraints(len(X), given_["ml"], given_["cl"])
    centres = neighbourhoods(X, k, constraints=known, weighting="product")
    np.testing.assert_allclose(centres, given_["mpck_seeding_centers"], atol=1e-12)


@SETTINGS
@given(seed=SEEDS)
def test_weighted_farthest_first_by_its_definition(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 2))
    groups = np.split(rng.permutation(40), np.sort(rng.choice(np.arange(1, 40), 9, replace=False)))
    known = Constraints(40, [(g[0], j) for g in groups for j in g[1:]])
    groups = known.neighbourhoods()
    k = int(rng.integers(1, len(groups)))
    for weighting in ("product", "candidate"):
        chosen = [0]
        while len(chosen) < k:
            scores = [
                min(
                    np.sqrt(len(p) * (len(groups[q]) if weighting == "product" else len(p)))
                    * np.linalg.norm(X[p].mean(axis=0) - X[groups[q]].mean(axis=0))
                    for q in chosen
                )
                for p in groups
            ]
            chosen.append(int(np.argmax(scores)))
        expected = [X[groups[p]].mean(axis=0) for p in chosen]
        found = neighbourhoods(X, k, constraints=known, weighting=weighting)
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_weighting_matters_only_where_groups_are_more_than_clusters():
    X = np.random.default_rng(1).normal(size=(10, 2))
    known = Constraints(10, [(0, 1), (2, 3)])
    plain = neighbourhoods(X, 3, constraints=known)
    weighted = neighbourhoods(X, 3, constraints=known, weighting="candidate")
    np.testing.assert_array_equal(plain, weighted)


def plain_factors(X, m, reachability):
    """The outlier factors, one row at a time."""
    apart = distances(X)
    others = [np.delete(np.arange(len(X)), i) for i in range(len(X))]
    m = min(m, len(X) - 1)
    reach = [np.sort(apart[i, others[i]])[m - 1] for i in range(len(X))]
    near = [others[i][apart[i, others[i]] <= reach[i] * (1 + 1e-12)] for i in range(len(X))]
    density = []
    for i in range(len(X)):
        spans = [max(apart[i, j], reach[j]) if reachability else apart[i, j] for j in near[i]]
        density.append(len(spans) / sum(spans) if sum(spans) else np.inf)
    return [
        1.0 if np.isinf(density[i]) else np.mean([density[j] for j in near[i]]) / density[i]
        for i in range(len(X))
    ]


@SETTINGS
@given(seed=SEEDS, m=st.integers(1, 12), reachability=st.booleans())
def test_outlier_factors_by_their_definition(seed, m, reachability):
    X, _ = small(seed)
    found = outlier_factors(X, m, reachability=reachability)
    np.testing.assert_allclose(found, plain_factors(X, m, reachability), rtol=1e-8)


def test_reachability_factors_are_those_of_scikit_learn():
    X = np.random.default_rng(2).normal(size=(300, 3))
    theirs = -LocalOutlierFactor(n_neighbors=10).fit(X).negative_outlier_factor_
    np.testing.assert_allclose(outlier_factors(X, 10, reachability=True), theirs, rtol=1e-7)


@SETTINGS
@given(seed=SEEDS, cutoff=st.sampled_from(["both", "above"]))
def test_robin_takes_the_farthest_ordinary_row(seed, cutoff):
    X, k = small(seed)
    lof = np.array(plain_factors(X, 3, False))
    inlying = lof < 1.05
    rules = [np.abs(lof - 1) < 0.05 if cutoff == "both" else inlying, inlying]
    apart = np.linalg.norm(X - X.mean(axis=0), axis=1)
    centres = robin(X, k, n_neighbors=3, cutoff=cutoff)
    for m, centre in enumerate(centres):
        if m:
            apart = np.sqrt(((X[:, None] - centres[:m]) ** 2).sum(axis=2)).min(axis=1)
        open_ = apart > 0 if m else np.ones(len(X), dtype=bool)
        here = (X == centre).all(axis=1)
        met = [rule & open_ for rule in rules if (rule & open_).any()]
        if met:
            assert apart[here & met[0]].max() == pytest.approx(apart[met[0]].max())
        elif open_.any():
            assert np.abs(lof - 1)[here].min() == pytest.approx(np.abs(lof - 1)[open_].min())


def test_an_outlier_starts_no_cluster_but_with_farthest_first():
    X, _ = make_blobs(150, 2, centers=[[0, 0], [12, 0], [0, 12]], random_state=0)
    X = np.vstack([X, [[60.0, 60.0]]])
    for seeding in (dkm, robin, partial(robin, factor="reachability")):
        centres = seeding(X, 3)
        assert len({int(np.argmax(centre)) if centre.max() > 6 else 2 for centre in centres}) == 3
        assert centres.max() < 20
    assert all(farthest_first(X, 3, random_state=s).max() == 60.0 for s in range(5))


@pytest.mark.parametrize("reference", ["mean", "origin", "random", "typical"])
def test_robin_starts_far_from_the_reference(reference):
    X, _ = make_blobs(120, 2, centers=[[0, 0], [30, 0], [10, 5]], random_state=1)
    first = robin(X, 1, reference=reference, random_state=3, tolerance=10.0)[0]
    lof = outlier_factors(X, 10)
    origin = {"mean": X.mean(axis=0), "origin": np.zeros(2)}.get(reference)
    if reference == "typical":
        origin = X[np.abs(lof - 1).argmin()]
    if reference == "random":
        drawn = [robin(X, 1, reference="random", random_state=s).tobytes() for s in range(9)]
        assert len(set(drawn)) > 1
        return
    farthest = np.linalg.norm(X - origin, axis=1).argmax()
    np.testing.assert_array_equal(first, X[farthest])


@pytest.mark.parametrize("seeding", [dkm, robin])
@pytest.mark.parametrize(
    "row", [row for row in CLUSTERERS if row.starts and not row.draws], ids=lambda row: row.name
)
def test_every_clusterer_starts_from_it_by_name_and_once(row, seeding):
    X, _ = make_blobs(60, 3, centers=3, random_state=0)
    named = row.make(n_clusters=3, init=seeding.__name__, n_init=4, random_state=0).fit(X)
    given_ = row.make(n_clusters=3, init=seeding(X, 3), random_state=0).fit(X)
    np.testing.assert_array_equal(named.labels_, given_.labels_)
    other = row.make(n_clusters=3, init=seeding.__name__, random_state=9).fit(X)
    np.testing.assert_array_equal(named.labels_, other.labels_)


@pytest.mark.parametrize(
    ("seeding", "options", "value"),
    [
        (dkm, {"quantiles": "median"}, "quantiles='median' must be one of 'linear', 'hazen'"),
        (robin, {"n_neighbors": 0}, "n_neighbors=0"),
        (robin, {"tolerance": 0.0}, "tolerance=0.0 must be a number > 0"),
        (robin, {"cutoff": "below"}, "cutoff='below'"),
        (robin, {"reference": "median"}, "reference='median'"),
        (robin, {"factor": "lof"}, "factor='lof'"),
        (neighbourhoods, {"weighting": "size"}, "weighting='size'"),
    ],
)
def test_a_bad_option_is_named(seeding, options, value):
    with pytest.raises(InputError, match=value):
        seeding(np.arange(8.0)[:, None], 2, **options)


@pytest.mark.parametrize("seeding", [dkm, robin])
@pytest.mark.parametrize("grid", [False, True])
def test_no_matrix_of_all_distances_is_held(seeding, grid):
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2, (4000, 4)).astype(float) if grid else rng.normal(size=(4000, 4))
    tracemalloc.start()
    seeding(X, 5)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 4000**2 / 2
