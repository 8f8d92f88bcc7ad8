"""Which soft statements are kept as links: by hand, and beside plain loops over all pairs."""

from itertools import combinations

import numpy as np
import pytest

from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.cluster._parts.neighbour_linkage.believed_links import (
    believed,
    joined,
    netted,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.links import Links
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, soft_pairs

NOBODY = np.empty((0, 2), dtype=np.int64)
APART, ONE = np.arange(9), np.zeros(9, dtype=int)
MOST_LOG_ODDS = 3.0


def told(must, cannot, soft, different, merges=None, picked=(), clusters=APART):
    """What is believed, the statements at the places `picked` by hand."""
    by_hand = np.isin(np.arange(len(soft)), picked)
    merges = np.full(len(soft), -1) if merges is None else np.array(merges)
    return believed(must, cannot, soft, np.array(different), merges, by_hand, clusters)


def statements(*rows):
    known = Constraints(9)
    for i, j, kind, weight in rows:
        known = known.add(i, j, kind, weight, soft=True)
    return netted(soft_pairs(known))


def test_statements_and_their_opposites_cancel():
    assert len(statements((0, 1, "must", 2.0), (0, 1, "cannot", 2.0))) == 0
    left = statements((0, 1, "must", 2.0), (0, 1, "cannot", 3.0), (2, 3, "must", 1.0))
    assert left.pairs.tolist() == [[0, 1], [2, 3]]
    assert left.weights.tolist() == [1.0, 1.0]
    assert left.together.tolist() == [False, True]


def test_a_likely_statement_is_a_link_and_an_unlikely_one_has_its_price():
    soft = statements((0, 1, "must", 1.0), (2, 3, "must", 1.0), (4, 5, "cannot", 1.0))
    found = told(NOBODY, NOBODY, soft, [0.5, 0.9, 0.2])
    assert found.must.tolist() == [[0, 1]]
    assert found.sure.tolist() == [True], "nine to one"
    assert found.cannot.tolist() == [[4, 5]]
    for different, sure in ((0.69, True), (0.7, False)):  # four to one is between them
        once = told(NOBODY, NOBODY, statements((0, 1, "must", 1.0)), [different])
        assert (once.must.tolist(), once.sure.tolist()) == ([[0, 1]], [sure])
    said = statements((0, 1, "must", 2.0))
    twice = told(np.array([[7, 8]]), NOBODY, said, [0.99])
    assert twice.sure.tolist() == [True, True]
    unlikely = told(NOBODY, NOBODY, statements((2, 3, "must", 1.0)), [0.94])
    pairs, against = unlikely.unkept(APART)
    assert pairs.tolist() == [[2, 3]]
    np.testing.assert_allclose(against, np.log(0.94 / 0.06) - np.log(9.0))
    assert found.unkept(ONE)[0].tolist() == [[4, 5]]


@pytest.mark.parametrize("kind", ["must", "cannot"])
@pytest.mark.parametrize("clusters", [APART, ONE])
def test_a_statement_said_twice_is_a_link_at_any_height(kind, clusters):
    unlikely = [0.9999 if kind == "must" else 0.0001]
    for weight, kept in ((1.0, 0), (1.3, 0), (1.4, 1), (2.0, 1)):
        said = statements((0, 1, kind, weight))
        found = told(NOBODY, NOBODY, said, unlikely, [20], clusters=clusters)
        assert len(found.must if kind == "must" else found.cannot) == kept


@pytest.mark.parametrize("kind", ["must", "cannot"])
def test_a_statement_by_hand_is_a_link_at_any_height_and_sure(kind):
    unlikely = [0.9999 if kind == "must" else 0.0001]
    said = statements((0, 1, kind, 1.0))
    found = told(NOBODY, NOBODY, said, unlikely, picked=[0])
    assert (found.must if kind == "must" else found.cannot).tolist() == [[0, 1]]
    assert found.sure.all()
    assert found.against.tolist() == [-np.log(9.0)]
    against = Constraints(9, cannot=[(0, 1)]) if kind == "must" else Constraints(9, must=[(0, 1)])
    refused = told(against.must, against.cannot, said, unlikely, picked=[0])
    assert refused.against.tolist() == [np.log(9.0)], "a hard one says the opposite"


def test_statements_about_one_merge_support_each_other():
    unlikely = [0.05, 0.05, 0.05]

    def cannot_links(soft, merges):
        return told(NOBODY, NOBODY, soft, unlikely[: len(soft)], merges, clusters=ONE).cannot

    both = statements((0, 4, "cannot", 1.0), (1, 5, "cannot", 1.0))
    assert len(cannot_links(statements((0, 4, "cannot", 1.0)), [20])) == 0
    assert cannot_links(both, [20, 20]).tolist() == [[0, 4], [1, 5]]
    assert len(cannot_links(both, [20, 21])) == 0
    three = statements((0, 4, "cannot", 2.0), (1, 5, "cannot", 1.0), (2, 6, "must", 1.0))
    found = told(NOBODY, NOBODY, three, unlikely, [20, 20, 20], clusters=ONE)
    assert found.must.tolist() == [], "two others say the opposite"
    assert found.cannot.tolist() == [[0, 4], [1, 5]]


def test_statements_as_loud_as_their_opposites_are_no_links():
    clusters = np.array([0, 0, 0, 0, 4, 4, 4, 4, 8])
    both = statements((0, 4, "must", 1.0), (1, 5, "cannot", 1.0))
    found = told(NOBODY, NOBODY, both, [0.5, 0.5], [30, 30], [0, 1], clusters)
    assert (len(found.must), len(found.cannot)) == (0, 0)
    assert found.against.tolist() == [0.0, 0.0]


def test_statements_about_two_clusters_support_each_other():
    clusters = np.array([0, 0, 0, 0, 4, 4, 4, 4, 8])
    unlikely = [0.95, 0.95]
    once = told(NOBODY, NOBODY, statements((0, 4, "must", 1.0)), [0.95], clusters=clusters)
    assert len(once.must) == 0
    both = statements((0, 4, "must", 1.0), (1, 5, "must", 1.0))
    found = told(NOBODY, NOBODY, both, unlikely, [30, 31], clusters=clusters)
    assert found.must.tolist() == [[0, 4], [1, 5]]
    assert found.sure.all()
    assert len(told(NOBODY, NOBODY, both, unlikely).must) == 0, "four clusters"


def test_a_wrong_link_is_found_out_by_what_is_said_of_the_other_parts():
    """Clusters 0, 1 are one group, 2, 3 another; 1 and 2 were said to be the same."""
    soft = statements(
        (0, 1, "must", 1.0), (2, 3, "must", 1.0), (1, 2, "must", 1.0), (0, 3, "cannot", 1.0)
    )
    even = np.full(4, 0.5)
    wrong = told(NOBODY, NOBODY, soft.take(~(soft.pairs == [0, 3]).all(axis=1)), even[:3])
    assert wrong.must.tolist() == [[0, 1], [1, 2], [2, 3]]
    found = told(NOBODY, NOBODY, soft, np.where((soft.pairs == [1, 2]).all(axis=1), 0.55, even))
    assert found.must.tolist() == [[0, 1], [2, 3]], "for and against are as loud; the height says"
    assert found.cannot.tolist() == [[0, 3]]


def test_links_are_needed_only_where_a_cluster_is_divided():
    soft = statements((0, 1, "must", 1.0), (4, 5, "must", 1.0), (0, 4, "must", 1.0))
    clusters = np.array([0, 0, 0, 0, 4, 4, 4, 4, 8])
    found = told(NOBODY, np.array([[5, 6]]), soft, np.full(3, 0.1), [9, 10, 30], clusters=clusters)
    assert found.must.tolist() == [[0, 1], [0, 4], [4, 5]]
    assert found.needed.tolist() == [False, True, True]
    hard = told(np.array([[2, 3]]), NOBODY, soft, np.full(3, 0.1), [9, 10, 30], clusters=clusters)
    assert hard.needed.tolist() == [True, False, True, False]


def contracted(pairs, odds, must, cannot, n):
    """The group of each of n clusters: of all two groups those of the largest odds are joined."""
    group = np.arange(n)
    for i, j in must:
        group[group == group[j]] = group[i]

    first = group.copy()

    def total(a, b):
        return sum(w for w, ends in zip(odds, group[pairs], strict=True) if {*ends} == {a, b})

    while True:
        barred = [{*ends} for ends in group[cannot]]
        choices = [
            (total(a, b), a, b)
            for a, b in combinations(np.unique(group).tolist(), 2)
            if {a, b} not in barred
        ]
        best = max(choices, default=(0.0, 0, 0))
        if best[0] < np.log(4.0):
            ends = group[pairs]
            barred = [{*ends} for ends in group[cannot]]
            return [
                w
                if first[i] == first[j]
                else max(abs(w), np.log(4.0))
                if a == b
                else -max(abs(total(a, b)), np.log(4.0))
                if {a, b} in barred
                else total(a, b)
                for w, (i, j), (a, b) in zip(odds, pairs, ends, strict=True)
            ]
        group[group == best[2]] = best[1]


@pytest.mark.parametrize("seed", range(20))
def test_joining_is_that_of_plain_loops(seed):
    rng = np.random.default_rng(seed)
    pairs = np.array([*combinations(range(10), 2)])[rng.permutation(45)[:25]]
    odds = rng.normal(0.5, 3.0, len(pairs))
    hard = Constraints.from_labels(rng.integers(4, size=10), 4, random_state=seed)
    found = joined(pairs, odds, Links(hard.must, hard.cannot))
    np.testing.assert_allclose(found, contracted(pairs, odds, hard.must, hard.cannot, 10))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_kept_never_contradicts_itself_nor_hard_links(seed):
    rng = np.random.default_rng(seed)
    hard = Constraints.from_labels(rng.integers(4, size=30), 8, random_state=seed)
    clusters = rng.integers(12, size=30)
    pairs = np.unique(np.sort(rng.integers(30, size=(60, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    together = rng.random(len(pairs)) < 0.5
    soft = WeightedPairs(pairs, rng.uniform(0.5, 3.0, len(pairs)), together)
    different = rng.uniform(0.05, 0.95, len(pairs))
    merges = 40 + clusters[pairs[:, 0]]
    found = told(hard.must, hard.cannot, soft, different, merges, clusters=clusters)
    ends = np.sort(clusters[pairs], axis=1)
    said = np.where(together, 1.0, -1.0) * soft.weights * np.log(9)
    of_pair = {}
    for key in {*map(tuple, ends.tolist())}:
        about = (ends == key).all(axis=1)
        height = np.log(1.0 / different[about] - 1.0).mean()
        of_pair[key] = np.clip(height, -MOST_LOG_ODDS, MOST_LOG_ODDS) + said[about].sum()
    between = np.array([key for key in of_pair if key[0] != key[1]])
    must, cannot = (clusters[links] for links in (hard.must, hard.cannot))
    total = [of_pair[key] for key in map(tuple, between.tolist())]
    total = contracted(between, total, must, cannot, 12)
    of_pair.update(zip(map(tuple, between.tolist()), total, strict=True))
    odds = np.array([of_pair[key] for key in map(tuple, ends.tolist())])
    expected = hard
    for at in np.argsort(-np.abs(odds.round(9)), kind="stable").tolist():
        pair, kind = pairs[at].tolist(), "must" if together[at] else "cannot"
        if (odds[at] > 0.0) == together[at] and expected.witness(*pair, kind) is None:
            expected = expected.add(*pair, kind)
    assert Constraints(30, found.must, found.cannot) == expected
    assert len(hard) < len(expected) < len(hard) + len(soft)


LINE = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [6.1], [6.2], [6.3]]


def soft_fit(X, *pairs, hard=()):
    known = Constraints(len(X))
    for i, j, kind in hard:
        known = known.add(i, j, kind)
    for i, j, kind, weight in pairs:
        known = known.add(i, j, kind, weight, soft=True)
    return NeighbourGraphAgglomerative().fit(X, constraints=known)


def test_a_link_within_a_cluster_shapes_no_merge_unless_it_would_be_broken():
    plain = NeighbourGraphAgglomerative().fit(LINE)
    one = soft_fit(LINE, (3, 5, "must", 1.0))
    merges = [model._learned_groups.grown.nodes.tolist() for model in (plain, one)]
    assert merges[0] == merges[1]
    units = one._learned_groups.units.of_rows
    assert units[3] != units[5]
    divided = soft_fit(LINE, (3, 5, "must", 2.0), hard=[(4, 5, "cannot")])
    assert divided.labels_[3] == divided.labels_[5] != divided.labels_[4]


def test_links_that_are_not_needed_hold_all_the_same():
    rng, needless = np.random.default_rng(0), 0
    for _ in range(12):
        X = rng.normal(size=(60, 2))
        order = np.argsort(((X[:, None] - X) ** 2).sum(axis=2), axis=1)
        known = Constraints(60)
        for i in rng.permutation(60)[:30].tolist():
            j = int(order[i, rng.integers(1, 4)])
            known = known.add(i, j, "must", soft=True)
        model = NeighbourGraphAgglomerative(n_neighbors=5).fit(X, constraints=known)
        learned = model._learned_groups
        needless += np.count_nonzero(~learned.links.needed)
        merged = learned._groups_of(learned.merged)[learned.links.must]
        np.testing.assert_array_equal(merged[:, 0], merged[:, 1])
    assert needless > 100


def test_equal_rows_are_kept_apart_by_soft_answers_and_the_order_of_answers_is_no_matter():
    X = np.repeat(np.array(LINE), 2, axis=0)
    pairs = [
        (6, 7, "cannot", 3.0),
        (0, 3, "must", 1.0),
        (8, 14, "must", 1.0),
        (9, 13, "cannot", 1.0),
    ]
    found = soft_fit(X, *pairs)
    assert found.labels_[6] != found.labels_[7]
    for order in ((3, 2, 1, 0), (1, 3, 0, 2)):
        other = soft_fit(X, *(pairs[at] for at in order))
        assert other.labels_.tolist() == found.labels_.tolist()
        both = (model.proposals(50) for model in (found, other))
        first, second = ([(each.p_same, *each.rows.tolist()) for each in some] for some in both)
        assert first == second
