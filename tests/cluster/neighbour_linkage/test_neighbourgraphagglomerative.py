"""The clusterer: links, noise, the cut, new rows, degenerate data."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import ConstrainedAgglomerative, NeighbourGraphAgglomerative
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import parents
from jupyter_sscluster.constraints import ConflictError, Constraints


def identities(seed, n_groups=40, spread=0.2):
    """Groups of one to some rows, far from each other."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_groups), rng.integers(1, 12, n_groups))
    y = rng.permutation(y)
    centres = rng.normal(size=(n_groups, 12))
    return centres[y] + spread * rng.normal(size=(len(y), 12)), y


def test_it_finds_dozens_of_groups_and_those_of_one_row():
    X, y = identities(0)
    model = NeighbourGraphAgglomerative().fit(X)
    sizes = np.bincount(y)
    assert model.n_clusters_ == len(model.cluster_centers_) == (sizes > 1).sum()
    np.testing.assert_array_equal(model.labels_ == -1, sizes[y] == 1)
    assert adjusted_rand_score(y, model.groups_) == 1.0
    found = model.labels_[np.sort(np.unique(model.labels_, return_index=True)[1])]
    assert found[found >= 0].tolist() == list(range(model.n_clusters_)), "numbered by first rows"


@st.composite
def problems(draw):
    n = draw(st.integers(2, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**31)))
    X = rng.integers(0, draw(st.sampled_from([2, 4, 100])), size=(n, 2)) * 1.0
    known = Constraints.from_labels(rng.integers(4, size=n), min(draw(st.integers(0, 40)), n // 2))
    return X, known


@settings(max_examples=150, deadline=None)
@given(problem=problems(), size=st.integers(1, 4))
def test_hard_links_are_kept_among_ties_and_duplicates_too(problem, size):
    X, known = problem
    model = NeighbourGraphAgglomerative(size, n_neighbors=3).fit(X, constraints=known)
    labels, groups = model.labels_, model.groups_
    assert (labels[known.must[:, 0]] == labels[known.must[:, 1]]).all()
    assert (labels[known.must] >= 0).all()
    assert (groups[known.cannot[:, 0]] != groups[known.cannot[:, 1]]).all()
    assert model.violations_[:4] == (0, 0, 0, 0)
    linked = np.isin(groups, groups[known.must])
    np.testing.assert_array_equal(labels >= 0, linked | (np.bincount(groups)[groups] >= size))


def test_equal_rows_are_together_unless_answers_keep_them_apart():
    X = np.array([[0.0]] * 5 + [[9.0]] * 4 + [[1.0], [20.0], [21.0]])
    plain = NeighbourGraphAgglomerative(1).fit(X).groups_
    assert len({*plain[:5]}) == len({*plain[5:9]}) == 1
    told = NeighbourGraphAgglomerative(1).fit(X, cannot=[(0, 1)]).groups_
    assert told[0] != told[1]
    chain = NeighbourGraphAgglomerative(1).fit(X, must=[(0, 11)], cannot=[(1, 11)]).groups_
    assert chain[0] == chain[11] != chain[1]
    assert len({*chain[2:5]}) == 1, "the others of that value stay together"


def test_a_contradiction_of_hard_links_is_refused():
    with pytest.raises(ConflictError):
        NeighbourGraphAgglomerative().fit(np.eye(4), must=[(0, 1), (1, 2)], cannot=[(0, 2)])


def test_must_links_join_what_no_edge_joins_and_win_over_the_smallest_size():
    X = np.concatenate([np.zeros((6, 1)), np.full((6, 1), 1e6)]) + np.arange(12.0)[:, None]
    model = NeighbourGraphAgglomerative(5, n_neighbors=2).fit(X, must=[(0, 11)])
    assert model.labels_[0] == model.labels_[11] >= 0
    X, y = identities(1)
    alone = np.flatnonzero(np.bincount(y)[y] == 1)[:2]
    told = NeighbourGraphAgglomerative(6).fit(X, must=[alone])
    assert told.labels_[alone[0]] == told.labels_[alone[1]] >= 0
    assert np.bincount(told.labels_[told.labels_ >= 0]).min() == 2


def test_soft_statements_of_great_weight_are_links_and_opposites_nothing():
    X, y = identities(2, spread=0.5)
    hard = Constraints.from_labels(y, 40, random_state=0)
    soft = Constraints(len(X))
    for kind in ("must", "cannot"):
        soft = soft.add_pairs(getattr(hard, kind), kind, 50.0, soft=True)
    one = NeighbourGraphAgglomerative().fit(X, constraints=hard)
    two = NeighbourGraphAgglomerative().fit(X, constraints=soft)
    np.testing.assert_array_equal(one.labels_, two.labels_)
    assert one.cut_ == pytest.approx(two.cut_)
    both = Constraints(len(X)).add(0, 1, "must", soft=True).add(0, 1, "cannot", soft=True)
    plain = NeighbourGraphAgglomerative().fit(X)
    np.testing.assert_array_equal(clone(plain).fit(X, constraints=both).labels_, plain.labels_)


def test_a_soft_statement_against_all_odds_is_not_kept_until_it_is_said_again():
    X, y = identities(0)
    one, two = np.flatnonzero(y == y[0])[:2].tolist()
    wrong = Constraints(len(X)).add(one, two, "cannot", soft=True)
    model = NeighbourGraphAgglomerative().fit(X, constraints=wrong)
    assert model.unkept_.tolist() == [[one, two]]
    assert model.labels_[one] == model.labels_[two]
    assert model.violations_.weight == 1.0
    more = 1.0 + 1.5 * float(model.unkept_log_odds_[0]) / np.log(9.0)
    again = Constraints(len(X)).add(one, two, "cannot", more, soft=True)
    told = NeighbourGraphAgglomerative().fit(X, constraints=again)
    assert told.labels_[one] != told.labels_[two]
    assert len(told.unkept_) == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("factor", [2.0**-30, 8.0, 1e100, 1e-100])
def test_the_unit_of_the_data_changes_nothing_but_heights(seed, factor):
    X, y = identities(seed, spread=0.5)
    known = Constraints.from_labels(y, 20, random_state=seed)
    one = NeighbourGraphAgglomerative().fit(X, constraints=known)
    two = NeighbourGraphAgglomerative().fit(X * factor, constraints=known)
    np.testing.assert_array_equal(one.labels_, two.labels_)
    assert two.cut_ / factor == pytest.approx(one.cut_)
    assert two.spread_ == pytest.approx(one.spread_)
    heights = np.array([0.5, 1.0, 2.0]) * one.cut_
    np.testing.assert_allclose(one.p_different(heights), two.p_different(heights * factor))
    assert float(one.p_different(one.cut_)) == pytest.approx(0.5, abs=1e-6)


def test_it_is_average_linkage_cut_at_a_height_where_all_pairs_are_edges():
    X, y = make_blobs(60, 2, centers=6, cluster_std=0.6, random_state=3)
    known = Constraints.from_labels(y, 25, random_state=0)
    model = NeighbourGraphAgglomerative(1, n_neighbors=59, linkage="average").fit(
        X, constraints=known
    )
    other = ConstrainedAgglomerative(model.n_clusters_, linkage="average").fit(X, constraints=known)
    merged = model._learned_groups.candidates.groups
    np.testing.assert_array_equal(merged, other.labels_)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("linkage", ["average", "single"])
def test_rows_move_to_the_nearer_cluster_by_loops_over_all_rows(seed, linkage):
    rng = np.random.default_rng(seed)
    y = rng.integers(8, size=60)
    X = rng.normal(size=(8, 4))[y] + 0.6 * rng.normal(size=(60, 4))
    known = Constraints.from_labels(y, 8, random_state=seed)
    model = NeighbourGraphAgglomerative(3, n_neighbors=7, linkage=linkage)
    learned = model.fit(X, constraints=known)._learned_groups
    merged, part = learned.candidates.groups, learned.merged
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))

    def distance(i, rows):
        near = [j for j in np.argsort(D[i]) if j != i][:7]
        inside = [j for j in near if j in rows]
        if linkage == "single":
            return min(D[i, inside], default=np.inf)
        counted = max(min(len(rows), 7), len(inside))
        far = (counted - len(inside)) * 1.3 * D[i, near[-1]]
        return (D[i, inside].sum() + far) / counted if inside else np.inf

    joined = merged[known.must].ravel()
    clusters = [g for g in range(merged.max() + 1) if (merged == g).sum() >= 3 or g in joined]
    expected, stand = merged.copy(), ~np.isin(np.arange(60), learned.misplaced)
    for i in range(60):
        if i in np.append(known.must, known.cannot) or merged[i] not in clusters:
            continue
        others = stand & (np.arange(60) != i)
        h = {
            g: min(
                distance(i, {*np.flatnonzero((part == p) & others).tolist()})
                for p in np.unique(part[merged == g])
                if ((part == p) & others).any()
            )
            for g in clusters
        }
        best = min(clusters, key=lambda g: (h[g], g))
        if best != merged[i] and 1.05 * h[best] < h[merged[i]]:
            expected[i] = best
    # Where misplaced rows go is tested with them.
    expected, found = expected[stand], model.groups_[stand]
    assert len(np.unique(np.stack([expected, found]), axis=1).T) == len(np.unique(found))
    assert len(np.unique(expected)) == len(np.unique(found))


def spirals(n_rows):
    """Three arms of a spiral; rows stand farther from each other on the outside."""
    turn = np.linspace(0.5, 4.0, n_rows)
    y = np.repeat(np.arange(3), n_rows)
    angle = np.tile(turn, 3) + 2.0 * np.pi / 3.0 * y
    return np.tile(turn, 3)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def test_long_clusters_are_found_by_the_least_distance_and_keep_links():
    X, y = spirals(60)
    model = NeighbourGraphAgglomerative().fit(X)
    assert (model.linkage_, model.n_clusters_) == ("single", 3)
    np.testing.assert_array_equal(model.labels_, y)
    assert NeighbourGraphAgglomerative(linkage="average").fit(X).n_clusters_ > 20
    told = NeighbourGraphAgglomerative().fit(X, must=[(0, 60)], cannot=[(121, 178)])
    assert told.labels_[0] == told.labels_[60] != told.labels_[121]
    assert told.labels_[121] != told.labels_[178]
    new = X[:-1] + 0.4 * np.diff(X, axis=0)
    inside = np.flatnonzero(y[1:] == y[:-1])
    np.testing.assert_array_equal(model.predict(new)[inside], y[inside])


def test_rows_do_move_and_not_those_in_links():
    X, y = identities(3, spread=0.55)
    plain = NeighbourGraphAgglomerative().fit(X)
    moved = np.flatnonzero(plain._learned_groups.candidates.moved)
    assert len(moved) > 0
    stays = int(moved[0])
    merged = plain._learned_groups.candidates.groups
    beside = int(np.flatnonzero((merged == merged[stays]) & (np.arange(len(X)) != stays))[0])
    told = NeighbourGraphAgglomerative().fit(X, must=[(stays, beside)])
    assert not told._learned_groups.candidates.moved[[stays, beside]].any()
    better = adjusted_rand_score(y, plain.groups_) - adjusted_rand_score(y, merged)
    assert better > 0.0


@pytest.mark.parametrize("seed", range(6))
def test_no_other_cut_is_expected_to_put_more_pairs_right(seed):
    X = np.random.default_rng(seed).normal(size=(9, 2))
    model = NeighbourGraphAgglomerative(n_neighbors=3).fit(X, must=[(0, 1)], cannot=[(2, 3)])
    tree = model._groups.tree.tree
    different = model.p_different(tree.heights * model._learned_groups.unit)
    members = [{v} for v in range(9)]
    gains = np.zeros(len(tree.heights))
    for t, (a, b) in enumerate(tree.nodes.tolist()):
        members.append(members[a] | members[b])
        gains[t] = (0.5 - different[t]) * len(members[a]) * len(members[b])
    above = parents(tree, 9)[9:] - 9
    # A cut is a set of merges that holds all merges below each of its own.
    totals = [
        sum(gains[t] for t in made)
        for size in range(len(gains) + 1)
        for made in map(set, combinations(range(len(gains)), size))
        if all(child in made for child, up in enumerate(above.tolist()) if up in made)
    ]
    ours = gains[tree.heights * model._learned_groups.unit <= model.cut_].sum()
    assert ours == pytest.approx(max(totals))


def test_a_link_that_holds_already_changes_no_other_group():
    X, y = identities(4)
    plain = NeighbourGraphAgglomerative().fit(X)
    rows = np.flatnonzero(y == np.bincount(y).argmax())
    told = NeighbourGraphAgglomerative().fit(X, must=[rows[:2]])
    np.testing.assert_array_equal(plain.labels_, told.labels_)


def test_the_posterior_names_the_groups_near_a_row_and_leaves_the_rest_to_nowhere():
    X, _ = identities(5)
    model = NeighbourGraphAgglomerative().fit(X)
    P = model.posterior_
    assert P.shape == (len(X), model.n_clusters_)
    assert P.nnz <= 31 * len(X)
    sums = P.sum(axis=1)
    assert ((P.data >= 0.0).all(), (sums <= 1.0).all()) == (True, True)
    inside = model.labels_ >= 0
    np.testing.assert_array_equal(P.toarray().argmax(axis=1)[inside], model.labels_[inside])
    assert sums[~inside].max() < 0.5 < P.toarray().max(axis=1)[inside].min()


@pytest.mark.parametrize("linkage", ["average", "single"])
def test_the_posterior_of_a_row_is_by_its_distances_from_the_others(linkage):
    X, y = make_blobs(30, 2, centers=3, cluster_std=1.0, random_state=1)
    model = NeighbourGraphAgglomerative(n_neighbors=4, linkage=linkage).fit(
        X, constraints=Constraints.from_partial_labels(y)
    )
    D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    for i in range(30):
        near = [j for j in np.argsort(D[i]) if j != i][:4]
        odds = np.zeros(3)
        for c in {*model.labels_[near].tolist()}:
            rows = [j for j in near if model.labels_[j] == c]
            size = sum(model.labels_ == c) - (model.labels_[i] == c)
            size = max(min(size, 4), len(rows))
            far = (size - len(rows)) * 1.3 * D[i, near[-1]]
            mean = (sum(D[i, rows]) + far) / size
            height = min(D[i, rows]) if linkage == "single" else mean
            different = float(model.p_different(height))
            odds[c] = (1.0 - different) / different
        np.testing.assert_allclose(model.posterior_.toarray()[i], odds / (1.0 + odds.sum()))


def test_rows_of_the_fit_have_their_label_and_new_ones_the_likeliest_or_none():
    X, _ = identities(6)
    model = NeighbourGraphAgglomerative().fit(X)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    inside = model.labels_ >= 0
    np.testing.assert_array_equal(model.predict(X + 1e-7)[inside], model.labels_[inside])
    assert (model.predict(X + 50.0) == -1).all()
    one = Constraints(4, cannot=[(0, 1)])
    twice = NeighbourGraphAgglomerative(1).fit([[0.0], [0.0], [5.0], [9.0]], constraints=one)
    assert twice.predict([[0.0]]).tolist() == [twice.labels_[0]]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_rows_are_alone_unless_linked(n):
    X = np.arange(float(n))[:, None] ** 2
    assert NeighbourGraphAgglomerative().fit(X[:2]).labels_.tolist() == [-1] * min(n, 2)
    model = NeighbourGraphAgglomerative().fit(X)
    assert model.predict(X).tolist() == model.labels_.tolist()
    assert model.posterior_.shape == (n, model.n_clusters_)
    assert model.cluster_centers_.shape == (model.n_clusters_, 1)
    if n > 1:
        told = NeighbourGraphAgglomerative().fit(X, must=[(0, 1)])
        assert told.labels_[:2].tolist() == [0, 0]
        apart = NeighbourGraphAgglomerative().fit(X, cannot=[(0, 1)])
        assert apart.groups_[0] != apart.groups_[1]


def test_the_tree_of_the_data_is_grown_once(monkeypatch):
    X, y = identities(7)
    NeighbourGraphAgglomerative().fit(X)
    module = "jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree.NearRows"
    monkeypatch.setattr(module, None)
    known = Constraints.from_labels(y, 10)
    assert NeighbourGraphAgglomerative(3).fit(X, constraints=known).n_clusters_ > 0
    with pytest.raises(TypeError):
        NeighbourGraphAgglomerative().fit(X[:-1])


def test_before_a_fit_there_is_neither_posterior_nor_curve():
    with pytest.raises(NotFittedError):
        _ = NeighbourGraphAgglomerative().posterior_
    with pytest.raises(NotFittedError):
        NeighbourGraphAgglomerative().p_different([1.0])


def test_must_links_of_no_weight_hold_and_are_not_learned_from():
    X, y = identities(8, n_groups=12)
    free = NeighbourGraphAgglomerative().fit(X)
    large = np.flatnonzero(np.bincount(y) > 2)
    first = [int(np.flatnonzero(y == group)[0]) for group in large]
    pairs = list(zip(first[:-1:2], first[1::2], strict=False))
    assert len(pairs) > 3
    told, silent = (
        NeighbourGraphAgglomerative().fit(
            X, constraints=Constraints(len(X), must=pairs, must_weights=weight)
        )
        for weight in (1.0, 0.01)
    )
    assert silent.cut_ == free.cut_ != told.cut_
    assert all(silent.labels_[i] == silent.labels_[j] >= 0 for i, j in pairs)
