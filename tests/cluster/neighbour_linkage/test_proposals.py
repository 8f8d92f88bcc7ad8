"""What may be merged or split: every candidate beside its definition."""

import pickle

import numpy as np
import pytest

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative
from jupyter_sscluster.cluster._parts.neighbour_linkage import proposals
from jupyter_sscluster.constraints import Constraints


def fitted(seed, n_pairs=0, spread=0.5, **params):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(12), rng.integers(1, 9, 12))
    X = rng.normal(size=(12, 4))[y] + spread * rng.normal(size=(len(y), 4))
    known = Constraints.from_labels(y, n_pairs, random_state=seed)
    return X, NeighbourGraphAgglomerative(n_neighbors=6, **params).fit(X, constraints=known)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n_pairs", [0, 30])
def test_every_candidate_is_as_defined(seed, n_pairs):
    X, model = fitted(seed, n_pairs)
    known, found = model.constraints_, model.proposals(10_000)
    gains = [each.gain for each in found]
    assert gains == sorted(gains, reverse=True)
    for each in found:
        same = {*model.groups_[each.rows].tolist(), *model.groups_[each.other_rows].tolist()}
        assert len(same) == (1 if each.kind == "split" else 2)
        assert not {*each.rows.tolist()} & {*each.other_rows.tolist()}
        if each.kind == "merge":
            for rows in (each.rows, each.other_rows):
                stay = np.flatnonzero(~model._learned_groups.candidates.moved)
                group = np.flatnonzero(model.groups_ == model.groups_[rows[0]])
                np.testing.assert_array_equal(rows, np.intersect1d(group, stay))
        assert each.threshold == model.cut_
        assert each.p_same == pytest.approx(1.0 - float(model.p_different(each.height)))
        worth = min(each.p_same, 1.0 - each.p_same)
        assert each.gain == pytest.approx(worth * np.sqrt(len(each.rows) * len(each.other_rows)))
        D = np.linalg.norm(X[each.rows][:, None] - X[each.other_rows], axis=2)
        i, j = each.nearest
        assert each.distance == pytest.approx(D.min()) == pytest.approx(np.linalg.norm(X[i] - X[j]))
        pairs = np.array(each.typical)
        off = np.abs(np.linalg.norm(X[pairs[:, 0]] - X[pairs[:, 1]], axis=1) - each.height)
        assert (np.diff(off) >= -1e-12).all()
        assert np.isin(pairs[:, 0], each.rows).all()
        assert np.isin(pairs[:, 1], each.other_rows).all()
        i, j = (known.component_ids[rows] for rows in (each.rows, each.other_rows))
        assert not np.isin(i, j).any(), "known to be one"
        across = np.stack(np.meshgrid(each.rows, each.other_rows), axis=-1).reshape(-1, 2)
        assert (known.relations(across) != -1).all(), "known to be two"


def test_merges_and_splits_are_all_there():
    X, model = fitted(0, spread=0.2)
    assert not model._learned_groups.candidates.moved.any()
    found = model.proposals(10_000)
    splits = [each for each in found if each.kind == "split"]
    assert len(splits) == len(X) - len(np.unique(model.groups_))
    graph = model._groups.tree
    pairs = {
        tuple(sorted((int(model.groups_[i]), int(model.groups_[j]))))
        for i, near in enumerate(graph.places.tolist())
        for j in near
    }
    merges = {
        tuple(sorted((int(model.groups_[each.rows[0]]), int(model.groups_[each.other_rows[0]]))))
        for each in found
        if each.kind == "merge"
    }
    assert merges == {pair for pair in pairs if pair[0] != pair[1]}


def test_a_right_answer_puts_as_many_pairs_right_as_are_expected_to_be_wrong():
    # Both answers enumerated: as it is, pairs across are wrong with the smaller probability.
    _, model = fitted(1)
    for each in model.proposals(30):
        p, across = each.p_same, len(each.rows) * len(each.other_rows)
        joined = each.kind == "split"
        wrong_now = across * ((1.0 - p) if joined else p)
        best_now = min(wrong_now, across - wrong_now)
        assert best_now == pytest.approx(each.gain**2 / min(p, 1.0 - p))


@pytest.mark.parametrize("seed", range(6))
def test_a_must_link_across_two_proposed_groups_makes_one_of_them(seed):
    X, model = fitted(seed, spread=0.6)
    merges = [each for each in model.proposals(50) if each.kind == "merge"][:5]
    for each in merges:
        for pair in (each.typical[0], each.nearest):
            known = Constraints(len(X), must=[pair])
            told = NeighbourGraphAgglomerative(n_neighbors=6).fit(X, constraints=known)
            together = np.append(each.rows, each.other_rows)
            merged = told._learned_groups.candidates.groups
            assert len({*merged[together].tolist()}) == 1


def test_the_nearest_pair_of_large_groups_is_one_of_neighbours(monkeypatch):
    X, model = fitted(3)
    before = [each.nearest for each in model.proposals(20)]
    monkeypatch.setattr(proposals, "_ALL", 0)
    after = model.proposals(20)
    for one, two in zip(before, after, strict=True):
        near = np.linalg.norm(X[one[0]] - X[one[1]])
        assert two.distance >= near - 1e-12
        if two.kind == "merge":
            assert two.distance == pytest.approx(near)


def test_most_is_checked_and_nothing_is_proposed_without_near_rows():
    _, model = fitted(0)
    assert model.proposals(0) == []
    assert len(model.proposals()) == 20
    with pytest.raises(InputError, match="most=-1"):
        model.proposals(-1)
    assert NeighbourGraphAgglomerative().fit([[1.0]]).proposals() == []


def test_rows_said_to_be_noise_are_in_no_proposal_and_others_keep_their_numbers():
    X, _ = fitted(4)
    out = np.array([0, 5, len(X) - 1])
    rest = np.setdiff1d(np.arange(len(X)), out)
    known = Constraints(len(X)).with_noise(out)
    told = NeighbourGraphAgglomerative(n_neighbors=6).fit(X, constraints=known)
    alone = NeighbourGraphAgglomerative(n_neighbors=6).fit(X[rest])
    for one, two in zip(told.proposals(40), alone.proposals(40), strict=True):
        np.testing.assert_array_equal(one.rows, rest[two.rows])
        np.testing.assert_array_equal(one.other_rows, rest[two.other_rows])
        assert one.nearest == tuple(rest[[*two.nearest]].tolist())
        again = pickle.loads(pickle.dumps(one))
        assert (again.nearest, again.distance) == (one.nearest, one.distance)
        assert len(pickle.dumps(one)) < 5_000, "without the fit"
        assert one.typical[0] == tuple(rest[[*two.typical[0]]].tolist())
        assert (one.gain, one.distance) == (two.gain, two.distance)


def across(found, *rows):
    """The proposals with all of these rows, some on either side."""
    sides = ((each, {*each.rows.tolist()}, {*each.other_rows.tolist()}) for each in found)
    return [each for each, a, b in sides if a | b >= {*rows} and a & {*rows} and b & {*rows}]


def by_answers(model, each, net):
    """P(same) of a proposal by its height and so many more soft "same" than "different"."""
    odds = 1.0 / float(model.p_different(each.height)) - 1.0
    if net is not None:
        odds = np.clip(odds, np.exp(-3.0), np.exp(3.0)) * 9.0**net
    return 1.0 / (1.0 + 1.0 / odds)


LINE = [[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [6.1], [6.2], [6.3], [12.0], [12.1], [12.2]]


def told(*pairs):
    known = Constraints(len(LINE))
    for i, j, kind in pairs:
        known = known.add(i, j, kind, soft=True)
    return NeighbourGraphAgglomerative().fit(LINE, constraints=known)


def test_soft_answers_across_a_candidate_count_with_its_height():
    two = told((4, 7, "cannot"), (3, 6, "cannot"), (5, 8, "must"))
    (merge,) = across(two.proposals(99), 4, 7)
    assert merge.kind == "merge"
    assert merge.p_same == pytest.approx(by_answers(two, merge, -1.0))
    one = told((3, 5, "must"))
    splits = across(one.proposals(99), 3, 5)
    assert [each.kind for each in splits] == ["split"]
    assert splits[0].p_same == pytest.approx(by_answers(one, splits[0], 1.0))
    (other,) = across(one.proposals(99), 9, 11)
    assert other.p_same == pytest.approx(1.0 - float(one.p_different(other.height)))


def test_groups_that_a_soft_cannot_link_keeps_apart_are_proposed_and_by_a_hard_one_not():
    soft = told((3, 6, "cannot"))
    assert soft.labels_[3] != soft.labels_[6]
    (merge,) = across(soft.proposals(99), 3, 6)
    assert (merge.rows.tolist(), merge.other_rows.tolist()) == ([3, 4, 5], [6, 7, 8])
    assert np.isfinite(merge.height)
    assert merge.p_same < 0.5
    hard = NeighbourGraphAgglomerative().fit(LINE, cannot=[(3, 6)])
    assert across(hard.proposals(99), 3, 6) == []


def test_parts_that_a_soft_must_link_joins_are_proposed_and_by_a_hard_one_not():
    soft = told((0, 9, "must"), (1, 10, "must"))
    assert soft.labels_[0] == soft.labels_[9]
    (split,) = across(soft.proposals(99), 0, 9)
    sides = sorted([split.rows.tolist(), split.other_rows.tolist()])
    assert (split.kind, sides) == ("split", [[0, 1, 2], [9, 10, 11]])
    assert split.p_same == pytest.approx(by_answers(soft, split, 2.0), rel=0.2)
    assert split.p_same > 0.5
    hard = NeighbourGraphAgglomerative().fit(LINE, must=[(0, 9)])
    assert across(hard.proposals(99), 0, 9) == []


@pytest.mark.parametrize("seed", range(5))
def test_sides_and_doubt_are_as_defined_with_soft_answers_too(seed):
    rng = np.random.default_rng(seed)
    X, _ = fitted(seed)
    known = Constraints(len(X))
    for _ in range(25):
        i, j = rng.choice(len(X), 2, replace=False).tolist()
        known = known.add(i, j, rng.choice(["must", "cannot"]), soft=True)
    model = NeighbourGraphAgglomerative(n_neighbors=6).fit(X, constraints=known)
    found = model.proposals(10_000)
    said = [(pair, 1.0) for pair in known.soft_must] + [(pair, -1.0) for pair in known.soft_cannot]
    for each in found:
        sides = each.rows, each.other_rows
        groups = {*model.groups_[sides[0]].tolist(), *model.groups_[sides[1]].tolist()}
        moved = model._learned_groups.candidates.moved
        net = [
            w
            for (i, j), w in said
            if (i in sides[0] and j in sides[1]) or (j in sides[0] and i in sides[1])
        ]
        if not moved.any():
            assert len(groups) == (1 if each.kind == "split" else 2)
            expected = by_answers(model, each, sum(net) if net else None)
            assert each.p_same == pytest.approx(expected)
    assert [each.gain for each in found] == sorted((each.gain for each in found), reverse=True)


def test_parts_that_hard_links_join_by_a_chain_are_not_proposed():
    known = Constraints(len(LINE), must=[(0, 3), (4, 9)])
    known = known.add(1, 11, "must", soft=True)
    model = NeighbourGraphAgglomerative().fit(LINE, constraints=known)
    assert model.labels_[0] == model.labels_[9]
    assert across(model.proposals(99), 1, 11) == []


def test_a_hard_link_elsewhere_takes_no_proposal_away():
    X = [[0.0], [0.1], [0.2], [5.0], [12.0], [12.1], [12.2], [5.1], [5.2]]
    known = Constraints(9)
    for i, j in ((0, 4), (1, 5)):
        known = known.add(i, j, "must", soft=True)
    before = NeighbourGraphAgglomerative().fit(X, constraints=known)
    assert len(across(before.proposals(99), 0, 4)) == 1
    after = NeighbourGraphAgglomerative().fit(X, constraints=known.add(3, 7, "must"))
    assert len(across(after.proposals(99), 0, 4)) == 1


@pytest.mark.parametrize("kind", ["must", "cannot"])
@pytest.mark.parametrize("by_hand", [True, False])
def test_groups_that_never_meet_are_proposed_after_a_soft_answer_with_a_finite_height(
    kind, by_hand
):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2)) + np.repeat([[0.0, 0.0], [100.0, 0.0]], 40, axis=0)
    known = Constraints(80).add(0, 40, kind, 2.0, soft=True)
    if by_hand:
        known = known.with_by_hand([(0, 40)])
    model = NeighbourGraphAgglomerative(n_neighbors=5).fit(X, constraints=known)
    (found,) = across(model.proposals(10_000), 0, 40)
    assert found.kind == ("split" if kind == "must" else "merge")
    assert found.height == pytest.approx(np.linalg.norm(X[0] - X[40]))
    odds = 9.0 ** (2.0 if kind == "must" else -2.0) * (1.0 if by_hand else np.exp(-3.0))
    assert found.p_same == pytest.approx(odds / (1.0 + odds))


@pytest.mark.filterwarnings("error")
def test_answers_of_great_weight_are_no_overflow():
    known = Constraints(len(LINE))
    for i, j in ((3, 6), (4, 7), (5, 8), (3, 7)):
        known = known.add(i, j, "cannot", 100.0, soft=True)
    model = NeighbourGraphAgglomerative().fit(LINE, constraints=known)
    assert all(0.0 <= each.p_same <= 1.0 for each in model.proposals(99))


def test_no_cluster_is_torn_by_soft_links_that_hard_ones_contradict():
    known = Constraints(len(LINE), cannot=[(4, 10)])
    for i, j in ((0, 3), (2, 11)):
        known = known.add(i, j, "must", 2.0, soft=True)
    model = NeighbourGraphAgglomerative().fit(LINE, constraints=known)
    assert model.labels_.tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert model.unkept_.tolist() == [[2, 11]]
