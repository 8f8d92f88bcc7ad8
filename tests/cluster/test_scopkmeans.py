"""SCOP: it violates the weakest pairs, never gives up, and without pairs is k-means."""

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from shared import load
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import KMeans, SCOPKMeans
from jupyter_sscluster.cluster._parts.hard.contracted_components import Components
from jupyter_sscluster.cluster._parts.hard.scop_assignment import SCOPAssignment, strengths_of
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.constraints import Constraints

STRENGTHS = [0.1, 0.25, 0.5, 1.0]


def random_statements(n, n_pairs, seed, strengths=STRENGTHS):
    """Random pairs, kinds and strengths: nothing agrees with anything."""
    rng = np.random.default_rng(seed)
    known = Constraints(n)
    for _ in range(n_pairs):
        i, j = rng.choice(n, 2, replace=False)
        kind = str(rng.choice(["must", "cannot"]))
        strength = float(rng.choice(strengths))
        hard = strength == 1.0 and known.relation(i, j) in (None, kind)
        known = known.add(i, j, kind, strength, soft=not hard)
    return known


def greedy(cost, known):
    """An iteration from the definition: group by group, pair by pair, over what is placed."""
    n, k = cost.shape
    groups = [np.flatnonzero(known.component_ids == c) for c in range(known.n_components)]
    stated = [
        (i, j, kind, min(w, 1.0), hard)
        for kind, hard, pairs, weights in (
            ("must", True, known.must, known.must_weights),
            ("cannot", True, known.cannot, known.cannot_weights),
            ("must", False, known.soft_must, known.soft_must_weights),
            ("cannot", False, known.soft_cannot, known.soft_cannot_weights),
        )
        for (i, j), w in zip(pairs.tolist(), weights.tolist(), strict=True)
    ]
    strength = np.zeros(n)
    for i, j, _, w, _ in stated:
        strength[[i, j]] += w
    regret = [np.diff(np.sort(cost[group].sum(axis=0))[:2]).sum() for group in groups]
    key = [(round(-strength[g].sum(), 9), -lost) for g, lost in zip(groups, regret, strict=True)]
    labels = np.full(n, -1)
    for c in sorted(range(len(groups)), key=lambda c: (key[c], c)):
        choices = []
        for label in range(k):
            crowd, soft = set(), 0.0
            for i, j, kind, w, hard in stated:
                a, b = known.component_ids[[i, j]]
                if c not in (a, b) or a == b:
                    continue
                other = b if a == c else a
                held = labels[groups[other][0]]
                if held < 0 or (held == label) == (kind == "must"):
                    continue
                if hard:
                    crowd.add(other)
                else:
                    soft += w
            choices.append((len(crowd), round(soft, 9), cost[groups[c], label].sum(), label))
        labels[groups[c]] = min(choices)[-1]
    return labels


@settings(max_examples=250, deadline=None)
@given(st.integers(2, 9), st.integers(1, 4), st.integers(0, 14), st.integers(0, 2**20))
def test_an_iteration_is_the_greedy_visit_of_the_definition(n, k, n_pairs, seed):
    asked = strengths_of(random_statements(n, n_pairs, seed))
    cost = np.random.default_rng(seed).random((n, k))
    rows = np.unique(np.concatenate([asked.soft_must.ravel(), asked.soft_cannot.ravel()]))
    components = Components(centred(np.arange(1.0 * n)[:, None]), asked, rows)
    assignment = SCOPAssignment(components, asked)
    found = assignment.assign(cost[assignment.rows], None)
    np.testing.assert_array_equal(found, greedy(cost, asked)[assignment.rows])
    violated = assignment.violated(found)
    labels = cost.argmin(axis=1)
    labels[assignment.rows] = found
    same = labels[asked.soft_must[:, 0]] == labels[asked.soft_must[:, 1]]
    paid = asked.soft_must_weights[~same].sum()
    same = labels[asked.soft_cannot[:, 0]] == labels[asked.soft_cannot[:, 1]]
    inside = asked.component_ids[asked.soft_cannot]
    apart = inside[:, 0] != inside[:, 1]
    assert violated.soft == pytest.approx(
        paid + asked.soft_cannot_weights[same & apart].sum(), abs=1e-8
    )
    edges = asked.component_edges
    first = np.unique(asked.component_ids, return_index=True)[1]
    assert violated.hard == (labels[first[edges[:, 0]]] == labels[first[edges[:, 1]]]).sum()


@settings(max_examples=120, deadline=None)
@given(st.integers(3, 9), st.integers(2, 4), st.integers(1, 10), st.integers(0, 2**20))
def test_each_connected_part_takes_the_better_of_old_and_new_labels(n, k, n_pairs, seed):
    """Fewer hard pairs violated, then less soft strength, then less distance."""
    asked = strengths_of(random_statements(n, n_pairs, seed))
    rng = np.random.default_rng(seed)
    cost = rng.random((n, k))
    rows = np.unique(np.concatenate([asked.touched, asked.soft_must.ravel()]))
    rows = np.unique(np.concatenate([rows, asked.soft_cannot.ravel()])).astype(int)
    assignment = SCOPAssignment(
        Components(centred(np.arange(1.0 * n)[:, None]), asked, rows), asked
    )
    near = cost[assignment.rows]
    old = rng.integers(0, k, n)[asked.component_ids][assignment.rows].astype(np.int32)
    new = assignment.assign(near, None)
    found = assignment.assign(near, old)
    place = {row: at for at, row in enumerate(assignment.rows.tolist())}
    linked = np.eye(n, dtype=bool)
    for i, j in [*asked.must, *asked.cannot, *asked.soft_must, *asked.soft_cannot]:
        linked |= linked[:, [i]] & linked[[j]] | linked[:, [j]] & linked[[i]]
    for part in {tuple(np.flatnonzero(row)) for row in linked}:
        inside = [place[row] for row in part if row in place]
        ranks = []
        for labels in (old, new):
            by_row = np.full(n, -1)
            by_row[assignment.rows] = labels
            hard, soft = violated_within(by_row, asked, part)
            ranks.append((hard, round(soft, 9), near[inside, labels[inside]].sum()))
        better = old if min(ranks) == ranks[0] else new
        np.testing.assert_array_equal(found[inside], better[inside])


def violated_within(labels, asked, part):
    """Pairs of components that hard cannot-links join in one cluster, and the soft strength."""
    ids, hard, soft = asked.component_ids, set(), 0.0
    for i, j in asked.cannot:
        if i in part and labels[i] == labels[j]:
            hard.add(frozenset(ids[[i, j]].tolist()))
    strengths = asked.soft_must_weights, asked.soft_cannot_weights
    for pairs, weights, together in zip(
        (asked.soft_must, asked.soft_cannot), strengths, (1, 0), strict=True
    ):
        for (i, j), weight in zip(pairs, weights, strict=True):
            if i in part and ids[i] != ids[j] and (labels[i] == labels[j]) != together:
                soft += weight
    return len(hard), soft


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 30), st.integers(1, 5), st.integers(0, 60), st.integers(0, 2**20))
@example(n=12, k=5, n_pairs=17, seed=2864)  # what filled a cluster was taken back, for ever
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_any_set_of_statements_goes_through(n, k, n_pairs, seed):
    known = random_statements(n, n_pairs, seed)
    X = np.random.default_rng(seed).normal(size=(n, 2))
    model = SCOPKMeans(min(k, n), n_init=2, random_state=0).fit(X, constraints=known)
    assert model.converged_
    assert np.isfinite(model.cluster_centers_).all()
    assert np.isfinite(model.objective_history_).all()
    assert model.violations_.closure_must == 0


@pytest.mark.parametrize("seed", range(5))
def test_hard_pairs_without_a_dead_end_are_all_kept(seed):
    """With more clusters than any group has neighbours there is always a free one."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 2))
    order = rng.permutation(40)
    known = Constraints(40, order[:10].reshape(-1, 2), order[10:30].reshape(-1, 2))
    known = known.add(*order[[0, 10]], "cannot").add(*order[[2, 12]], "cannot")
    model = SCOPKMeans(4, random_state=seed).fit(X, constraints=known)
    assert model.violations_ == (0, 0, 0, 0, 0.0)


def test_without_pairs_it_is_k_means():
    X, _ = load("wine", standardised=True)
    ours = SCOPKMeans(3, random_state=0).fit(X)
    theirs = KMeans(3, random_state=0, init="kmeans_plusplus").fit(X)
    assert ours.objective_ == pytest.approx(theirs.objective_)


def test_the_stronger_of_two_statements_on_a_pair_wins():
    X = [[0.0], [1.0], [10.0], [11.0]]
    for must, cannot, labels in ((0.6, 0.5, [0, 0, 1, 1]), (0.5, 0.6, [0, 1, 1, 1])):
        known = Constraints(4).add(0, 1, "must", must, soft=True)
        known = known.add(0, 1, "cannot", cannot, soft=True)
        model = SCOPKMeans(2, init=[[0.0], [10.0]]).fit(X, constraints=known)
        assert model.labels_.tolist() == labels


def test_hard_pairs_go_before_any_sum_of_soft_ones():
    X = [[0.0], [0.1], [9.0], [9.1]]
    known = Constraints(4, cannot=[(0, 2)])
    for row in (0, 1, 3):
        known = known.add(row, 2, "must", 0.99, soft=True)
    model = SCOPKMeans(2, init=[[0.0], [9.0]]).fit(X, constraints=known)
    assert model.labels_[0] != model.labels_[2]
    assert model.labels_[1] == model.labels_[2] == model.labels_[3]


def test_weights_below_one_do_not_entail():
    known = Constraints(4, must=[(0, 1), (1, 2)], must_weights=[1.0, 0.3], cannot=[(2, 3)])
    asked = strengths_of(known)
    assert asked.must.tolist() == [[0, 1]]
    assert asked.soft_must.tolist() == [[1, 2]]
    assert asked.soft_must_weights.tolist() == [0.3]
    assert asked.cannot.tolist() == [[2, 3]]
    heavy = strengths_of(Constraints(3, must=[(0, 1)], must_weights=[1e12]))
    assert heavy.must_weights.tolist() == [1.0]


def test_a_contradictory_set_of_hard_pairs_violates_only_what_it_must():
    X = np.random.default_rng(0).normal(size=(8, 2))
    model = SCOPKMeans(3, random_state=0)
    model.fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2), (3, 4), (4, 5), (3, 5)])
    assert model.violations_[:4] == (0, 0, 0, 0)
    assert model.violations_.weight == 1.0
    with pytest.warns(UserWarning, match="n_clusters=2 is too few"):
        model.set_params(n_clusters=2).fit(X, cl=[(3, 4), (4, 5), (3, 5)])
    assert model.violations_.cannot == 1


def test_true_pairs_help_and_one_wrong_soft_pair_among_true_hard_ones_is_violated():
    X, y = load("wine", standardised=True)
    known = Constraints.from_labels(y, 300, random_state=0)
    i, j = np.flatnonzero(y == 0)[0], np.flatnonzero(y == 1)[0]
    known = known.add(i, j, "cannot").add(i, j, "must", 0.4, soft=True)
    model = SCOPKMeans(3, random_state=0).fit(X, constraints=known)
    plain = adjusted_rand_score(y, KMeans(3, random_state=0).fit(X).labels_)
    assert adjusted_rand_score(y, model.labels_) > plain
    assert model.labels_[i] != model.labels_[j]


ROWS = np.random.default_rng(0).normal(size=(12, 3))
HARD = {
    "duplicates": (np.repeat(ROWS[:3], 4, axis=0), 3),
    "all rows equal": (np.ones((12, 2)), 2),
    "more columns than rows": (np.random.default_rng(1).normal(size=(12, 40)), 3),
    "a constant column": (ROWS * [1.0, 0.0, 1.0], 3),
    "a huge column": (ROWS * [1.0, 1.0, 1e12], 3),
    "one cluster": (ROWS, 1),
    "a cluster for each row": (ROWS, 12),
}
PAIRS = {
    "no cannot-links": {"ml": [(0, 1), (5, 6)]},
    "no must-links": {"cl": [(0, 1), (1, 2), (5, 9)]},
    "everything joined": {"ml": [(i, i + 1) for i in range(11)]},
    "everything apart": {"cl": [(i, j) for i in range(12) for j in range(i)]},
    "tiny": {"constraints": Constraints(12, [(0, 1)], [(1, 2)], must_weights=1e-300)},
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("pairs", PAIRS, ids=str)
@pytest.mark.parametrize("rows", HARD, ids=str)
def test_hard_input_gives_numbers(rows, pairs):
    X, k = HARD[rows]
    model = SCOPKMeans(k, random_state=0, n_init=2).fit(X, **PAIRS[pairs])
    assert np.isfinite(model.cluster_centers_).all()
    assert np.isfinite(model.objective_history_).all()
    assert model.violations_.must == 0 or pairs == "tiny"


def test_parameters_are_checked():
    with pytest.raises(InputError, match="n_init=0"):
        SCOPKMeans(2, n_init=0).fit(ROWS)
