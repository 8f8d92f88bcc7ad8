"""PCK-means against its definition: every pair counted one by one, every labelling tried."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from pair_costs import counted_pairs, objective, penalty
from random_pairs import instance
from shared import load
from sklearn.cluster import KMeans as SklearnKMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.soft.icm_uniform_aggregated import AggregatedAssignment
from jupyter_sscluster.cluster._parts.soft.icm_uniform_explicit import ExplicitAssignment
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pairs_in_force import pairs_in_force

SEEDS = st.integers(0, 2**32 - 1)


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_objective_is_that_of_all_pairs(seed):
    X, known, rng = instance(seed)
    weight = float(rng.choice([0.0, 0.3, 2.0, 50.0]))
    model = PCKMeans(3, constraint_weight=weight, n_init=2, random_state=0)
    model.fit(X, constraints=known)
    pairs = counted_pairs(known)
    expected = objective(X, model.labels_, model.cluster_centers_, pairs, weight)
    np.testing.assert_allclose(model.objective_, expected, rtol=1e-10, atol=1e-12)
    assert (np.diff(model.objective_history_) <= 1e-9 * model.objective_history_[0]).all()


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_no_single_and_no_component_move_lowers_the_objective(seed):
    X, known, rng = instance(seed)
    model = PCKMeans(3, constraint_weight=float(rng.choice([0.3, 2.0])), n_init=1, random_state=0)
    model.fit(X, constraints=known)
    assert model.converged_
    pairs = counted_pairs(known)
    groups = [np.array([i]) for i in range(len(X))] + known.neighbourhoods()
    for group, cluster in itertools.product(groups, range(3)):
        moved = model.labels_.copy()
        moved[group] = cluster
        other = objective(X, moved, model.cluster_centers_, pairs, model.constraint_weight_)
        assert other >= model.objective_ - 1e-9


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_components_give_what_their_pairs_written_out_give(seed):
    X, known, rng = instance(seed)
    plain = Constraints(len(X), known.must, known.cannot)
    closed = plain.closure()
    uneven = [np.ones(len(closed.must)), np.ones(len(closed.cannot))]
    for weights in uneven:
        weights[:1] += 1e-13  # differing weights: pairs are then counted one by one
    written = Constraints(
        len(X), closed.must, closed.cannot, must_weights=uneven[0], cannot_weights=uneven[1]
    )
    start = X[rng.choice(len(X), 3, replace=False)]
    points = centred(X)
    assignment = [AggregatedAssignment(points, pairs_in_force(v), 3) for v in (plain, written)]
    labels = rng.integers(0, 3, len(assignment[0].rows)).astype(np.int32)
    near = rng.random((len(labels), 3))
    assert assignment[0].penalty(labels) == pytest.approx(assignment[1].penalty(labels), abs=1e-8)
    if len(closed.must) + len(closed.cannot) > 2:
        first, second = (s.assign(near, labels) for s in assignment)
        np.testing.assert_array_equal(first, second)
    models = [
        PCKMeans(3, constraint_weight=0.8, init=start).fit(X, constraints=value)
        for value in (plain, written)
    ]
    np.testing.assert_array_equal(models[0].labels_, models[1].labels_)
    np.testing.assert_allclose(
        models[0].objective_history_, models[1].objective_history_, rtol=1e-8
    )


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_empty_clusters_are_filled_without_raising_the_objective(seed):
    X, known, _ = instance(seed)
    start = np.repeat(X[:1], 4, axis=0)
    model = PCKMeans(4, constraint_weight=0.5, init=start).fit(X, constraints=known)
    assert (np.diff(model.objective_history_) <= 1e-9 * model.objective_history_[0]).all()
    pairs = counted_pairs(known)
    for empty in set(range(4)) - set(model.labels_.tolist()):
        crowded = np.flatnonzero(np.bincount(model.labels_, minlength=4)[model.labels_] > 1)
        for row in crowded:
            moved, centres = model.labels_.copy(), model.cluster_centers_.copy()
            moved[row], centres[empty] = empty, X[row]
            assert objective(X, moved, centres, pairs, 0.5) >= model.objective_ - 1e-9


def test_reaches_the_best_of_all_labellings_on_small_data():
    reached = 0
    every = np.array([labels for labels in itertools.product(range(3), repeat=8) if labels[0] == 0])
    for seed in range(30):
        X, known, _ = instance(seed, n=8)
        found = PCKMeans(3, constraint_weight=0.5, random_state=0).fit(X, constraints=known)
        inside = np.stack([every == c for c in range(3)], axis=1).astype(float)
        sums = inside @ X
        between = (sums**2).sum(axis=2) / np.maximum(inside.sum(axis=2), 1.0)
        costs = 0.5 * ((X**2).sum() - between.sum(axis=1))
        for i, j, weight, together in counted_pairs(known):
            costs += 0.5 * weight * ((every[:, i] == every[:, j]) != together)
        assert found.objective_ >= costs.min() - 1e-9
        reached += found.objective_ <= costs.min() + 1e-9
    assert reached >= 24


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weight", ["auto", 0.0, 3.0])
def test_without_constraints_it_is_scikit_learns_k_means(seed, weight):
    X, _ = make_blobs(400, 5, centers=6, cluster_std=4.0, random_state=seed)
    start = X[np.random.default_rng(seed).choice(400, 6, replace=False)]
    theirs = SklearnKMeans(6, init=start, n_init=1, tol=0.0, algorithm="lloyd").fit(X)
    ours = PCKMeans(6, init=start, constraint_weight=weight).fit(X)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_allclose(ours.objective_, 0.5 * theirs.inertia_)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_)
    assert ours.n_iter_ == theirs.n_iter_


def test_weight_zero_is_k_means_and_a_heavy_weight_keeps_every_pair():
    X, y = load("iris")
    known = Constraints.from_labels(y, 80, random_state=1)
    start = X[[0, 60, 120]]
    free = PCKMeans(3, constraint_weight=0.0, init=start).fit(X, constraints=known)
    np.testing.assert_array_equal(free.labels_, KMeans(3, init=start).fit(X).labels_)
    heavy = PCKMeans(3, constraint_weight=1e6, random_state=0).fit(X, constraints=known)
    assert heavy.violations_.closure_must == heavy.violations_.closure_cannot == 0


def test_a_must_link_pulls_and_a_cannot_link_pushes():
    X = np.array([[0.0], [1.0], [5.4], [10.0], [11.0]])
    start = [[0.0], [11.0]]
    model = PCKMeans(2, init=start, constraint_weight=3.0)
    assert model.fit(X).labels_.tolist() == [0, 0, 0, 1, 1]
    assert model.fit(X, ml=[(2, 3)]).labels_.tolist() == [0, 0, 1, 1, 1]
    assert model.fit(X, cl=[(2, 0)]).labels_.tolist() == [0, 0, 1, 1, 1]
    both = model.fit(X, ml=[(2, 3)], cl=[(2, 3)])
    assert both.labels_.tolist() == [0, 0, 0, 1, 1]
    assert both.objective_ == pytest.approx(model.fit(X).objective_ + 3.0)


def test_a_whole_component_moves_where_no_single_row_would():
    X = np.concatenate([np.linspace(0, 1, 6), np.linspace(4, 5, 6), np.linspace(10, 11, 6)])[
        :, None
    ]
    known = Constraints(18, [(i, i + 1) for i in range(6, 11)])
    assignment = AggregatedAssignment(centred(X), pairs_in_force(known), 2)
    assignment.weight = 100.0
    near = np.column_stack([np.full(6, 4.0), np.full(6, 1.0)])
    assert assignment.assign(near, np.zeros(6, dtype=np.int32)).tolist() == [1] * 6


def test_two_rows_that_hold_each_other_where_they_are_swap():
    X = np.array([[0.0], [10.0], [0.1], [9.9]])
    assignment = AggregatedAssignment(
        centred(X), pairs_in_force(Constraints(4, cannot=[(0, 1)])), 2
    )
    assignment.weight = 1e6
    labels = np.array([1, 0, 0, 1], dtype=np.int32)
    near = (X[:2] - [0.0, 10.0]) ** 2
    assert assignment.assign(near, labels[:2]).tolist() == [1, 0]
    centres = np.array([[0.0], [10.0]]) - X.mean()
    assert assignment.swapped(labels, centres).tolist() == [0, 1, 0, 1]
    assert assignment.swapped(np.array([0, 1, 0, 1], dtype=np.int32), centres) is None


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_swaps_of_chains_bring_rows_nearer_at_the_same_penalty(seed):
    X, known, rng = instance(seed)
    assignment = AggregatedAssignment(centred(X), pairs_in_force(known), 3)
    labels = rng.integers(0, 3, len(X)).astype(np.int32)
    centres = rng.normal(size=(3, 2)) * 3
    swapped = assignment.swapped(labels, centres)
    if swapped is not None:
        pairs, inside = counted_pairs(known), X - X.mean(axis=0)
        assert penalty(swapped, pairs) == pytest.approx(penalty(labels, pairs))
        assert ((inside - centres[swapped]) ** 2).sum() < ((inside - centres[labels]) ** 2).sum()
        untouched = np.setdiff1d(np.arange(len(X)), known.touched)
        np.testing.assert_array_equal(swapped[untouched], labels[untouched])


def test_automatic_weight_is_the_mean_cost_of_two_points():
    X, y = make_blobs(300, 4, centers=3, random_state=0)
    known = Constraints.from_labels(y, 30)
    start = X[[0, 1, 2]]
    inertia = SklearnKMeans(3, init=start, n_init=1).fit(X).inertia_
    model = PCKMeans(3, init=start).fit(X, constraints=known)
    assert model.constraint_weight_ == pytest.approx(inertia / 300)
    scaled = PCKMeans(3, init=1e3 * start).fit(1e3 * X, constraints=known)
    np.testing.assert_array_equal(scaled.labels_, model.labels_)
    assert PCKMeans(2).fit(np.ones((5, 1)) * [[1.0], [1], [1], [2], [2]]).constraint_weight_ > 0


def test_partial_labels_contradictions_and_soft_statements_are_taken():
    X, y = load("wine", standardised=True)
    partial = np.where(np.arange(len(y)) % 4 == 0, y, -1)
    model = PCKMeans(3, random_state=0).fit(X, partial)
    assert adjusted_rand_score(y[partial >= 0], model.labels_[partial >= 0]) == 1.0
    against = PCKMeans(3, random_state=0).fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2), (0, 1)])
    assert len(against.constraints_.soft_cannot) == 2
    assert against.violations_.weight >= 1.0


def test_everything_must_linked_stays_together_with_finite_centres():
    X = np.random.default_rng(0).normal(size=(12, 2))
    known = Constraints(12, [(i, i + 1) for i in range(11)])
    model = PCKMeans(2, constraint_weight=100.0, random_state=0).fit(X, constraints=known)
    assert set(model.labels_.tolist()) == {0} or set(model.labels_.tolist()) == {1}
    assert np.isfinite(model.cluster_centers_).all()


def test_needs_little_more_memory_than_the_data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 10))
    known = Constraints.from_labels(rng.integers(0, 5, len(X)), 1000)
    model = PCKMeans(5, init=X[:5], max_iter=3)
    model.fit(X, constraints=known)
    tracemalloc.start()
    model.fit(X, constraints=known)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2.5 * X.nbytes


@pytest.mark.parametrize("name", ["iris", "wine", "wdbc"])
def test_pairs_help_on_the_points_they_touch_and_do_no_harm_elsewhere(name):
    X, y = load(name, standardised=True)
    k = len(np.unique(y))
    gain, elsewhere = [], []
    for seed in range(5):
        known = Constraints.from_labels(y, 100, random_state=seed)
        plain = KMeans(k, random_state=seed).fit(X)
        model = PCKMeans(k, random_state=seed).fit(X, constraints=known)
        far = np.setdiff1d(np.arange(len(y)), known.touched)
        gain.append(adjusted_rand_score(y, model.labels_) - adjusted_rand_score(y, plain.labels_))
        elsewhere.append(
            adjusted_rand_score(y[far], model.labels_[far])
            - adjusted_rand_score(y[far], plain.labels_[far])
        )
    assert np.mean(gain) > 0.03
    assert np.mean(elsewhere) > -0.02


@pytest.mark.parametrize(("must", "cannot"), [(1e12 / 3, 0.1), (0.1, 1e12 / 3), (1 / 3, 1 / 7)])
def test_weights_far_apart_leave_the_reported_objective_exact(must, cannot):
    rng = np.random.default_rng(0)
    X = 30.0 * rng.normal(size=(40, 2))
    known = Constraints.from_labels(rng.integers(0, 3, 40), 60)
    for value in (known, known.add(0, 1, "cannot", 0.7, soft=True)):
        uneven = Constraints(
            40, value.must, value.cannot, must_weights=must, cannot_weights=cannot
        ).add(2, 3, "must", 0.3, soft=True)
        assignment = AggregatedAssignment(centred(X), pairs_in_force(uneven), 3)
        pairs = counted_pairs(uneven)
        for _ in range(20):
            labels = rng.integers(0, 3, 40).astype(np.int32)
            found = assignment.penalty(labels[assignment.rows])
            assert found == pytest.approx(penalty(labels, pairs), rel=1e-12)
        kept = np.zeros(40, dtype=np.int32)
        violated = penalty(kept, [pair for pair in pairs if not pair[3]])
        assert assignment.penalty(kept[assignment.rows]) == pytest.approx(violated, rel=1e-12)


def test_an_objective_that_is_no_number_ends_the_search(monkeypatch):
    X, y = load("iris")
    asked = []

    def penalty(self, labels):
        asked.append(1)
        assert len(asked) < 1000
        return np.nan

    monkeypatch.setattr(ExplicitAssignment, "penalty", penalty)
    known = Constraints.from_labels(y, 20)
    PCKMeans(3, n_init=1, random_state=0).fit(X, constraints=known)
    assert asked


@pytest.mark.parametrize("weight", [1e308, 1e30, 1e13])
def test_weights_beside_which_distances_are_lost_are_refused(weight):
    X, y = load("iris")
    known = Constraints.from_labels(y, 20)
    with pytest.raises(InputError, match=r"constraint_weight=.* is more than .*: use that or less"):
        PCKMeans(3, constraint_weight=weight).fit(X, constraints=known)
    assert PCKMeans(3, constraint_weight=weight, random_state=0).fit(X).converged_
    heavy = Constraints(150, known.must, known.cannot, cannot_weights=1e12)
    with pytest.raises(InputError, match=r"times the weight 1e\+12 of a statement"):
        PCKMeans(3, constraint_weight=10.0).fit(X, constraints=heavy)
    assert PCKMeans(3, random_state=0).fit(X, ml=[(0, 1)]).converged_


@pytest.mark.parametrize("weight", [1e3, 1e6, 1e9])
def test_distances_still_decide_beside_heavy_weights(weight):
    X, y = make_blobs(120, 2, centers=3, cluster_std=2.0, random_state=3)
    known = Constraints.from_labels(y, 60, random_state=0)
    light = PCKMeans(3, constraint_weight=100.0, random_state=0).fit(X, constraints=known)
    assert light.violations_.closure_must == light.violations_.closure_cannot == 0
    heavy = PCKMeans(3, constraint_weight=weight, random_state=0).fit(X, constraints=known)
    assert heavy.violations_.closure_must == heavy.violations_.closure_cannot == 0
    assert heavy.objective_ == pytest.approx(light.objective_, rel=1e-6)


def test_a_listing_of_must_links_and_cannot_links_as_written_in_the_thesis():
    """Švehla (2018), listing 4.1, with PCKMeans: lists and tuples of rows, mixed."""
    X, _ = load("iris")
    labels = PCKMeans(n_clusters=3).fit(X, ml=[[10, 20], (30, 40)], cl=[[40, 80]]).labels_
    assert labels.shape == (150,)
    assert labels[10] == labels[20]
    assert labels[30] == labels[40] != labels[80]


@pytest.mark.parametrize("heavy", [1e10, 1e11, 1e12])
def test_the_automatic_weight_bears_statements_of_any_weight(heavy):
    X, y = make_blobs(200, 3, centers=4, cluster_std=3.0, random_state=0)
    known = Constraints.from_labels(y, 30)
    weights = np.ones(len(known.cannot))
    weights[0] = heavy
    value = Constraints(200, known.must, known.cannot, cannot_weights=weights)
    model = PCKMeans(4, random_state=0).fit(X, constraints=value)
    i, j = known.cannot[0]
    assert model.labels_[i] != model.labels_[j]
    assert np.isfinite(model.objective_)
    with pytest.raises(InputError, match="lost in rounding"):
        PCKMeans(4, constraint_weight=1e5).fit(X, constraints=value)
