"""COP-k-means: no violated pair, no dead end on what can be kept, and near the optimum."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from shared import load
from sklearn.exceptions import ConvergenceWarning

from jupyter_sscluster.cluster import COPKMeans, FitCancelled, Infeasible, NotFound
from jupyter_sscluster.cluster._parts.hard import k_colouring
from jupyter_sscluster.cluster._parts.hard.cop_kmeans_assignment import ORDERS
from jupyter_sscluster.cluster.fit.watching import watching
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.colouring import Colouring
from jupyter_sscluster.datasets import load_digits389

GROETZSCH = [
    *[(0, 1), (0, 3), (0, 6), (0, 8), (1, 2), (1, 5), (1, 7), (2, 4), (2, 6), (2, 9)],
    *[(3, 4), (3, 5), (3, 9), (4, 7), (4, 8), (5, 10), (6, 10), (7, 10), (8, 10), (9, 10)],
]
"""Eleven vertices without a triangle that need four colours."""


def blobs(n, d=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def keeps(labels, known):
    pairs = np.array(list(combinations(range(known.n_samples), 2)))
    relation = known.relations(pairs)
    same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
    return bool(same[relation == 1].all() and not same[relation == -1].any())


def inertia(X, labels):
    return sum(
        ((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels)
    )


def every_labelling(n, k):
    return np.array(list(product(range(k), repeat=n)))


def best_inertia(X, known, k):
    """The least inertia over all labellings with k clusters that keep everything, or None."""
    every = every_labelling(len(X), k)
    pairs = np.array(list(combinations(range(len(X)), 2)))
    relation = known.relations(pairs)
    same = every[:, pairs[:, 0]] == every[:, pairs[:, 1]]
    kept = every[same[:, relation == 1].all(axis=1) & ~same[:, relation == -1].any(axis=1)]
    full = [labels for labels in kept if len(np.unique(labels)) == k]
    return min((inertia(X, labels) for labels in full), default=None)


@st.composite
def consistent(draw):
    n, k = draw(st.integers(4, 40)), draw(st.integers(2, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**20)))
    y = rng.integers(k, size=n)
    y[:k] = np.arange(k)[:n]
    most = n * (n - 1) // 2
    known = Constraints.from_labels(y, draw(st.integers(0, min(most, 80))), random_state=rng)
    return rng.normal(size=(n, 2)), known, len(np.unique(y))


# ------------------------------------------------------------------ every labelling keeps all


@settings(max_examples=150, deadline=None)
@given(consistent(), st.sampled_from(ORDERS), st.integers(1, 3))
def test_no_stated_or_entailed_pair_is_ever_violated(case, order, n_init):
    X, known, k = case
    assume(known.n_components >= k)
    model = COPKMeans(k, order=order, n_init=n_init, random_state=0).fit(X, constraints=known)
    assert keeps(model.labels_, known)
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert len(np.unique(model.labels_)) == k
    history = model.objective_history_
    assert (np.diff(history) <= 1e-9 * max(history[0], 1e-300)).all()
    np.testing.assert_allclose(model.objective_, inertia(X, model.labels_), atol=1e-9)


@pytest.mark.parametrize("n_pairs", [100, 500])
@pytest.mark.parametrize("name", ["iris", "wine", "wdbc", "digits389"])
def test_real_data_with_true_constraints_never_fails(name, n_pairs):
    X, y = load_digits389() if name == "digits389" else load(name, standardised=True)
    k = len(np.unique(y))
    for seed in range(10):
        known = Constraints.from_labels(y, n_pairs, random_state=seed)
        model = COPKMeans(k, n_init=2, random_state=seed).fit(X, constraints=known)
        assert model.violations_ == (0, 0, 0, 0, 0.0)
        assert len(np.unique(model.labels_)) == k


@pytest.mark.parametrize("order", ORDERS)
def test_must_links_to_the_first_cluster_are_kept(order):
    X = np.array([[0.0], [0.1], [9.0], [9.1], [9.2]])
    start = [[0.0], [9.0]]
    model = COPKMeans(2, init=start, order=order).fit(X, ml=[(0, 2), (0, 1)], cl=[(0, 3)])
    assert model.labels_[0] == model.labels_[1] == model.labels_[2] == 0
    assert model.labels_[3] == model.labels_[4] == 1


def test_one_iteration_already_keeps_everything():
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 200, random_state=1)
    model = COPKMeans(3, max_iter=1, n_init=1, random_state=0).fit(X, constraints=known)
    assert model.n_iter_ == 1
    assert not model.converged_
    assert model.violations_[:4] == (0, 0, 0, 0)


def test_soft_statements_do_not_bind():
    known = Constraints(4, must=[(0, 1)]).add(1, 2, "must", soft=True)
    labels = COPKMeans(2, random_state=0).fit([[0.0], [1.0], [9.0], [9.5]], constraints=known)
    assert labels.labels_.tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])


# ------------------------------------------------------------------ near the optimum


def test_small_data_reach_the_best_of_all_labellings():
    """On noise without clusters k-means has local optima; few starts end in one, none far off."""
    excess = []
    for seed in range(25):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(8, 2)), rng.permutation(np.arange(8) % 3)
        known = Constraints.from_labels(y, int(rng.integers(2, 9)), random_state=seed)
        model = COPKMeans(3, random_state=0).fit(X, constraints=known)
        excess.append(model.objective_ / best_inertia(X, known, 3) - 1.0)
    assert min(excess) > -1e-9
    assert np.sum(np.array(excess) < 1e-9) >= 20
    assert max(excess) < 0.1


def test_more_starts_and_all_orders_agree_on_real_data():
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, 500, random_state=3)
    found = [
        COPKMeans(3, order=order, random_state=0).fit(X, constraints=known).objective_
        for order in ORDERS
    ]
    np.testing.assert_allclose(found, found[0], rtol=1e-6)


def test_constraints_help():
    X, y = load("wdbc", standardised=True)
    known = Constraints.from_labels(y, 500, random_state=0)
    labels = COPKMeans(2, random_state=0).fit(X, constraints=known).labels_
    assert max(np.mean(labels == y), np.mean(labels != y)) > 0.97


# ------------------------------------------------------------------ what cannot be kept


def test_a_clique_larger_than_k_is_the_witness():
    known = Constraints(9, must=[(0, 8)], cannot=[*combinations([1, 3, 5, 8], 2), (2, 4)])
    with pytest.raises(Infeasible, match=r"rows .* are all cannot-linked to each other") as caught:
        COPKMeans(3).fit(blobs(9), constraints=known)
    witness = caught.value.witness
    assert len(witness) == 4
    assert witness == sorted(witness)
    assert all(known.relation(i, j) == "cannot" for i, j in combinations(witness, 2))
    assert COPKMeans(4).fit(blobs(9), constraints=known).violations_[:4] == (0, 0, 0, 0)


def test_an_odd_cycle_is_the_witness_for_two_clusters():
    known = Constraints(12, must=[(0, 7)], cannot=[(7, 1), (1, 2), (2, 3), (3, 4), (4, 0), (5, 6)])
    with pytest.raises(Infeasible, match="odd circle of cannot-links") as caught:
        COPKMeans(2).fit(blobs(12), constraints=known)
    walk = caught.value.witness
    assert len(walk) == 5
    assert walk[0] == min(walk)
    assert walk[1] < walk[-1]
    assert all(
        known.relation(i, j) == "cannot" for i, j in zip(walk, walk[1:] + walk[:1], strict=True)
    )


def test_three_rows_that_two_clusters_cannot_hold_are_listed_in_order():
    for a, b, c in permutations([1, 4, 7]):
        known = Constraints(9, cannot=[(a, b), (b, c), (a, c), (c, 8), (b, 0)])
        with pytest.raises(Infeasible, match="rows 1, 4 and 7 are all cannot-linked") as caught:
            COPKMeans(2).fit(blobs(9), constraints=known)
        assert caught.value.witness == [1, 4, 7]


def test_a_long_witness_is_shown_in_part_and_by_name():
    names = [f"row {i}" for i in range(21)]
    ring = Constraints(21, cannot=[(i, (i + 1) % 21) for i in range(21)], names=names)
    with pytest.raises(Infeasible, match=r"row \d+, .*more.* and row \d+ form") as caught:
        COPKMeans(2).fit(blobs(21), constraints=ring)
    assert len(caught.value.witness) == 21


def test_one_cluster_cannot_hold_a_cannot_link():
    with pytest.raises(Infeasible, match="n_clusters=1 puts rows 1 and 3 together") as caught:
        COPKMeans(1).fit(blobs(5), cl=[(3, 1)])
    assert caught.value.witness == [1, 3]
    assert COPKMeans(1).fit(blobs(5), ml=[(3, 1)]).labels_.tolist() == [0] * 5


def test_fewer_components_than_clusters_would_leave_one_empty():
    with pytest.raises(Infeasible, match=r"n_clusters=3 is more than 2, the number of groups"):
        COPKMeans(3).fit(blobs(5), ml=[(0, 1), (1, 2), (3, 4)])


def test_conflicts_come_before_any_clustering():
    seen = []
    with watching(lambda *step: seen.append(step)), pytest.raises(ConflictError):
        COPKMeans(2).fit(blobs(4), ml=[(0, 1), (1, 2)], cl=[(0, 2)])
    assert not seen


def test_exhausted_search_is_a_proof_without_witness():
    with pytest.raises(Infeasible, match="exhaustive search") as caught:
        COPKMeans(3).fit(blobs(11), cl=GROETZSCH)
    assert caught.value.witness == []
    assert COPKMeans(4).fit(blobs(11), cl=GROETZSCH).violations_.cannot == 0


def test_a_search_cut_short_is_never_called_a_proof(monkeypatch):
    monkeypatch.setattr(k_colouring, "colour", lambda *_: Colouring("unknown"))
    with pytest.raises(Infeasible):
        COPKMeans(3).fit(blobs(11), cl=GROETZSCH)
    monkeypatch.setattr(k_colouring, "MAX_MILP_ROWS", 0)
    with pytest.raises(NotFound, match="PCKMeans"):
        COPKMeans(3).fit(blobs(11), cl=GROETZSCH)


def test_each_later_rung_alone_is_enough(monkeypatch):
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y[::2], 120, random_state=0)
    monkeypatch.setattr(k_colouring.FeasibleLabelling, "_greedy", lambda *_: None)
    searched = COPKMeans(3, random_state=0).fit(X[::2], constraints=known)
    monkeypatch.setattr(k_colouring, "colour", lambda *_: Colouring("unknown"))
    programmed = COPKMeans(3, random_state=0).fit(X[::2], constraints=known)
    assert searched.violations_[:4] == programmed.violations_[:4] == (0, 0, 0, 0)
    np.testing.assert_allclose(searched.objective_, programmed.objective_, rtol=0.05)


@pytest.mark.parametrize("n_edges", [10, 14, 18, 22])
@pytest.mark.parametrize("k", [2, 3])
def test_random_graphs_near_the_threshold_agree_with_brute_force(k, n_edges):
    pairs = np.array(list(combinations(range(9), 2)))
    every = every_labelling(9, k)
    for seed in range(8):
        edges = np.random.default_rng(seed).permutation(pairs)[: n_edges - 8 * (k == 2)]
        fits = (every[:, edges[:, 0]] != every[:, edges[:, 1]]).all(axis=1).any()
        model = COPKMeans(k, n_init=1, random_state=0)
        if fits:
            assert model.fit(blobs(9, seed=seed), cl=edges).violations_.cannot == 0
        else:
            with pytest.raises(Infeasible):
                model.fit(blobs(9, seed=seed), cl=edges)


# ------------------------------------------------------------------ degenerate data, sizes, control


def test_identical_points_still_fill_every_cluster():
    model = COPKMeans(4, random_state=0)
    with pytest.warns(ConvergenceWarning):
        model.fit(np.full((7, 2), 3.3), ml=[(0, 1)], cl=[(0, 2), (2, 3)])
    assert len(np.unique(model.labels_)) == 4
    assert model.violations_[:4] == (0, 0, 0, 0)


def test_as_many_clusters_as_components():
    model = COPKMeans(3, init=np.zeros((3, 2))).fit(blobs(6), ml=[(0, 1), (2, 3), (4, 5)])
    assert sorted(np.bincount(model.labels_)) == [2, 2, 2]


@pytest.mark.parametrize("k", [2, 3])
def test_a_chain_of_thousands_of_cannot_links(k):
    chain = [(i, i + 1) for i in range(4999)]
    model = COPKMeans(k, n_init=1, max_iter=3, random_state=0).fit(blobs(5000), cl=chain)
    assert model.violations_.cannot == 0


def test_same_seed_same_labels_and_orders_are_checked():
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, 150, random_state=0)
    model = COPKMeans(3, order="random", random_state=7)
    first = model.fit(X, constraints=known).labels_
    np.testing.assert_array_equal(model.fit(X, constraints=known).labels_, first)
    with pytest.raises(ValueError, match="order='best'"):
        COPKMeans(3, order="best").fit(X)


def test_a_watcher_hears_of_iterations_in_order_and_can_cancel():
    X, y = load("iris", standardised=True)
    known = Constraints.from_labels(y, 100, random_state=0)
    steps = []
    with watching(lambda step, done, total: steps.append((step, done))):
        model = COPKMeans(3, init=X[[0, 60, 120]]).fit(X, constraints=known)
    assert steps == [("iteration", done) for done in range(1, model.n_iter_ + 1)]

    def stop(*_):
        raise FitCancelled

    fresh = COPKMeans(3)
    with watching(stop), pytest.raises(FitCancelled):
        fresh.fit(X, constraints=known)
    assert not hasattr(fresh, "labels_")
