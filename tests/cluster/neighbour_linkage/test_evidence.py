"""What answers count, beside sums written out, and that a few far ones do not merge all groups."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.cluster._parts.neighbour_linkage.evidence import (
    agreed,
    divisor,
    evidence,
    reached,
)
from jupyter_sscluster.cluster._parts.neighbour_linkage.free_tree import free_tree
from jupyter_sscluster.constraints import Constraints


def clear_groups(seed=0, n_groups=150, spread=0.3):
    """Groups of 3 to 19 rows that are all found without answers."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(n_groups, 16))
    y = np.repeat(np.arange(n_groups), rng.integers(3, 20, n_groups))
    return centres[y] + spread * rng.normal(size=(len(y), 16)), y


def of_rows(n):
    return free_tree(np.arange(float(n))[:, None], 2)


def stepped(x, different, at):
    """The likelihood of the steps to one answer, one after the other."""
    agrees = different[at] if x[at] >= 0.0 else not different[at]
    if agrees:
        return 1.0
    way = sorted(
        abs(x[i])
        for i in range(len(x))
        if different[i] == different[at] and x[i] * x[at] > 0.0 and abs(x[i]) <= abs(x[at])
    )
    found, here = 1.0, 0.0
    for there in way:
        found *= np.exp(-(((there - here) / 0.6) ** 2) / 2.0)
        here = there
    return found


@pytest.mark.parametrize("seed", range(10))
def test_steps_lead_over_every_nearer_answer_of_the_same_kind(seed):
    rng = np.random.default_rng(seed)
    x, different = np.round(rng.normal(size=30), 1), rng.random(30) < 0.5
    x[x == 0.0] = 0.1
    expected = [stepped(x.tolist(), different.tolist(), at) for at in range(30)]
    np.testing.assert_allclose(reached(x, different), expected)


def test_a_far_answer_counts_once_others_lead_to_it():
    said = np.zeros(4, dtype=bool)
    alone = reached(np.array([2.0]), said[:1])[0]
    led = reached(np.array([0.5, 1.0, 1.5, 2.0]), said)[-1]
    assert alone == pytest.approx(np.exp(-0.5 * (2.0 / 0.6) ** 2))
    assert led == pytest.approx(np.exp(-0.5 * 4 * (0.5 / 0.6) ** 2))
    mirrored = reached(-np.array([0.5, 1.0, 1.5, 2.0]), ~said)
    assert mirrored[-1] == pytest.approx(led)


def test_pairs_picked_as_clusters_have_them_wrong_are_no_steps_and_share_nothing():
    pairs = np.arange(12).reshape(6, 2)
    x = np.array([0.5, 1.0, -0.5, -1.0, -0.4, -0.1])
    different = np.array([False, False, True, True, False, False])
    clusters = np.array([[20, 21], [22, 23], [24, 24], [25, 25], [26, 26], [27, 28]])
    picked = np.array([True, False, True, False, True, True])
    counted = evidence(pairs, x, different, clusters, picked, of_rows(12))
    alone = np.exp(-0.5 * (1.0 / 0.6) ** 2)
    np.testing.assert_allclose(counted, [0.0, alone, 0.0, alone, 1.0, 0.0])
    above = [np.append(x, 2.0), np.append(different, True), np.vstack([clusters, [[1, 2]]])]
    tree, fourteen = of_rows(14), np.arange(14).reshape(7, 2)
    picked = np.append(picked, True)
    for lives, counts in (([1.0, 1.4], 0.0), ([1.0, 1.6], 0.5), ([1.6, 1.0], 0.0)):
        tree = replace(tree, lives=np.append(np.repeat(lives, 6), 0.0))
        heights = np.repeat(tree.cut * np.exp(tree.spread * np.array([0.9, 1.5])), 6)
        scaled = tree.tree._replace(heights=np.append(heights, 1e9))
        both = evidence(fourteen, *above, picked, replace(tree, tree=scaled))
        np.testing.assert_allclose(both, [counts, 0.5, 0.0, alone, 1.0, 0.0, 1.0])


def test_answers_that_agree_on_a_height_between_them_count_however_far_it_is():
    x = np.array([4.0, 5.0, 7.0, 4.5, 6.0, 8.0, -1.0, -2.0])
    different = np.array([False, False, False, False, True, True, True, False])
    np.testing.assert_allclose(agreed(x, different), [2 / 3, 2 / 3, 0, 2 / 3, 0, 0, 0, 0])
    pairs = np.arange(16).reshape(8, 2)
    none, asked = np.zeros((8, 2), dtype=int), np.zeros(8, dtype=bool)
    counted = evidence(pairs, x, different, none, asked, of_rows(16))
    assert counted[0] == pytest.approx(2 / 3)
    assert counted[2] < 1e-6, "a different one is below it"
    assert not agreed(x[:4], different[:4]).any(), "merges alone agree on nothing"


@pytest.mark.parametrize("seed", range(3))
def test_ten_labels_make_two_moons_of_a_hundred_fragments(seed):
    X, y = make_moons(600, noise=0.08, random_state=seed)
    given = np.full(600, -1)
    given[np.random.default_rng(seed).choice(600, 10, replace=False)] = 1
    known = Constraints.from_partial_labels(np.where(given > 0, y, -1))
    labels = NeighbourGraphAgglomerative().fit(X, constraints=known).labels_
    assert adjusted_rand_score(y, labels) > 0.98


def test_up_to_twenty_answers_about_one_component_count_one_by_one():
    pairs = np.array([[0, 1], [1, 2], [2, 3], [4, 5], [0, 4], [6, 7]])
    x = np.array([0.2, 0.3, -1.0, 0.4, 0.1, 0.0])
    different = np.array([False, False, False, False, True, False])
    counted = evidence(
        pairs, x, different, np.zeros((6, 2), dtype=int), np.zeros(6, dtype=bool), of_rows(9)
    )
    np.testing.assert_allclose(counted, reached(x, different))
    chain = np.column_stack([np.arange(51), np.arange(1, 52)])
    said, above = np.arange(51) == 50, np.where(np.arange(51) < 40, 0.5, -0.5)
    assert divisor(chain, above, said, 52).tolist() == [2.0] * 40 + [1.0] * 11
    for number, expected in ((20, 1.0), (21, 1.05)):
        same = np.zeros(number, dtype=bool)
        found = divisor(chain[:number], np.full(number, 0.5), same, 52)
        np.testing.assert_allclose(found, expected)
    none, nothing = np.empty((0, 2), dtype=int), np.empty(0)
    nobody = evidence(none, nothing, nothing > 0.0, none, nothing > 0.0, of_rows(9))
    assert nobody.shape == (0,)


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_each_merge_of_far_groups_makes_one_group_less(seed, soft):
    X, y = clear_groups(seed)
    first = np.unique(y, return_index=True)[1]
    known, truth = Constraints(len(X)), y.copy()
    for merged in range(10):
        pair = first[2 * merged], first[2 * merged + 1]
        known = known.add(*map(int, pair), "must", 2.0 if soft else 1.0, soft=soft)
        truth[truth == 2 * merged + 1] = 2 * merged
        model = NeighbourGraphAgglomerative().fit(X, constraints=known)
        assert model.n_clusters_ == 149 - merged
        assert adjusted_rand_score(truth, model.labels_) == 1.0


@pytest.mark.parametrize("seed", range(2))
def test_each_group_that_is_told_to_be_two_is_the_only_one(seed):
    X, y = clear_groups(seed)
    pairs = [np.flatnonzero(y == group)[:2] for group in range(5)]
    told = NeighbourGraphAgglomerative().fit(X, cannot=pairs)
    rest = y >= 5
    assert adjusted_rand_score(y[rest], told.groups_[rest]) == 1.0


def test_one_group_of_half_of_the_rows_leaves_the_others():
    X, y = clear_groups()
    half = np.flatnonzero(y < 75)
    told = NeighbourGraphAgglomerative().fit(X, must=np.column_stack([half[:-1], half[1:]]))
    assert adjusted_rand_score(np.where(y < 75, 0, y), told.labels_) == 1.0
    assert told.n_clusters_ == 76


@pytest.mark.parametrize("spread", [0.5, 0.55])
def test_a_soft_must_link_said_once_joins_clusters_where_it_is_likely(spread):
    X, _ = clear_groups(0, 60, spread)
    found = {True: 0, False: 0}
    for each in NeighbourGraphAgglomerative().fit(X).proposals(30):
        unclear = 0.18 < each.p_same < 0.22  # one in five is four to one, said once
        if each.kind == "split" or min(len(each.rows), len(each.other_rows)) < 5 or unclear:
            continue
        known = Constraints(len(X)).add(*each.typical[0], "must", soft=True)
        labels = NeighbourGraphAgglomerative().fit(X, constraints=known).labels_
        cluster = np.bincount(labels[each.rows]).argmax()
        joined = np.mean(labels[each.other_rows] == cluster)
        likely = each.p_same > 0.2
        found[likely] += 1
        assert joined == 1.0 if likely else joined < 0.2
    assert all(found.values())
