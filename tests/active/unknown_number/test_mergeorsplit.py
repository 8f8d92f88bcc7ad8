"""Questions about merges: which merge, which pair of rows, and the reason given."""

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster.active import MergeOrSplit, Oracle, Snapshot, mergeorsplit
from jupyter_sscluster.cluster import NeighbourGraphAgglomerative, PCKMeans
from jupyter_sscluster.constraints import Constraints


def identities(seed, n_groups=25, spread=0.45):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(n_groups), rng.integers(1, 10, n_groups))
    return rng.normal(size=(n_groups, 8))[y] + spread * rng.normal(size=(len(y), 8)), y


def test_the_first_question_is_the_best_proposal_about_a_typical_pair():
    X, _ = identities(0)
    best = NeighbourGraphAgglomerative().fit(X).proposals(3)
    queries = MergeOrSplit().propose(Snapshot(X, Constraints(len(X))), 3)
    assert [query.score for query in queries] == [each.gain for each in best]
    assert queries[0].pair == best[0].typical[0]
    sizes = f"{len(best[0].rows)} and {len(best[0].other_rows)} points"
    assert sizes in queries[0].reason
    assert f"probability of {round(100 * best[0].p_same)} %" in queries[0].reason


def test_a_pair_that_is_closed_or_not_believed_makes_room_for_another_of_the_same_groups():
    X, _ = identities(1)
    first, plain = NeighbourGraphAgglomerative().fit(X).proposals(1)[0], Constraints(len(X))
    closed = Snapshot(X, plain, unknown=[first.typical[0]])
    query = MergeOrSplit().propose(closed)[0]
    assert query.score == first.gain
    assert query.pair == first.typical[1]


@pytest.mark.parametrize("soft", [True, False])
def test_no_pair_is_asked_twice_nor_one_that_follows_from_hard_answers(soft):
    X, y = identities(2)
    known, asked = Constraints(len(X)), set()
    for _ in range(25):
        i, j = sorted(MergeOrSplit().propose(Snapshot(X, known))[0].pair)
        assert (i, j) not in asked
        assert known.relation(i, j) is None
        asked.add((i, j))
        known = known.add(i, j, "must" if y[i] == y[j] else "cannot", soft=soft)


def test_a_soft_answer_about_large_groups_is_checked_with_another_pair():
    rng = np.random.default_rng(0)
    means = [[0.0, 0.0], [7.0, 0.0], [0.0, 60.0], [0.0, 90.0]]
    X = rng.normal(size=(126, 2)) + np.repeat(means, [60, 60, 3, 3], axis=0)
    known, queries = Constraints(len(X)), []
    for _ in range(4):
        queries.append(MergeOrSplit().propose(Snapshot(X, known))[0])
        known = known.add(*queries[-1].pair, "cannot", soft=True)
    pairs = [sorted(query.pair) for query in queries]
    assert [(i < 60, j < 60) for i, j in pairs[:2]] == [(True, False)] * 2
    assert pairs[0] != pairs[1]
    assert queries[3].score < 0.1 * queries[1].score, "said three times, it is settled"


def test_the_fit_of_the_snapshot_is_used_where_it_knows_the_same(monkeypatch):
    X, y = identities(3)
    known = Constraints.from_labels(y, 10)
    model = NeighbourGraphAgglomerative(3, n_neighbors=5).fit(X, constraints=known)
    made = []
    monkeypatch.setattr(mergeorsplit, "_fitted", lambda *given: made.append(given) or model)
    MergeOrSplit().propose(Snapshot(X, known, clusterer=model))
    assert made == []
    more = known.add(0, int(np.flatnonzero(y != y[0])[0]), "cannot")
    MergeOrSplit().propose(Snapshot(X, more, clusterer=model))
    MergeOrSplit(NeighbourGraphAgglomerative(4)).propose(Snapshot(X, more))
    MergeOrSplit(PCKMeans(3)).propose(Snapshot(X, more, clusterer=PCKMeans(3)))
    assert [dict(params) for _, _, params in made] == [
        {"linkage": "auto", "min_cluster_size": 3, "n_neighbors": 5},
        {"linkage": "auto", "min_cluster_size": 4, "n_neighbors": "auto"},
        {"linkage": "auto", "min_cluster_size": 2, "n_neighbors": "auto"},
    ]


@pytest.mark.parametrize("seed", range(3, 6))
def test_answers_bring_the_groups_nearer_to_the_truth(seed):
    X, y = identities(seed, spread=0.4)
    strategy = MergeOrSplit(NeighbourGraphAgglomerative())
    before = NeighbourGraphAgglomerative().fit(X).groups_
    fitted = strategy.fit(X, Oracle(y, 40))
    assert fitted.n_queries_ == 40
    after = NeighbourGraphAgglomerative().fit(X, constraints=fitted.constraints_).groups_
    assert adjusted_rand_score(y, after) > adjusted_rand_score(y, before) + 0.02


def test_twenty_answers_make_two_moons_of_a_hundred_fragments():
    X, y = make_moons(600, noise=0.08, random_state=2)
    before = NeighbourGraphAgglomerative().fit(X)
    assert before.n_clusters_ > 100
    fitted = MergeOrSplit(NeighbourGraphAgglomerative()).fit(X, Oracle(y, 20))
    after = NeighbourGraphAgglomerative().fit(X, constraints=fitted.constraints_)
    assert after.n_clusters_ == 2
    assert adjusted_rand_score(y, after.labels_) == 1.0


def test_doubt_is_what_the_likeliest_group_leaves_and_changes_are_those_of_ten_answers():
    X, _ = identities(5)
    snapshot = Snapshot(X, Constraints(len(X)))
    model = NeighbourGraphAgglomerative().fit(X)
    P = model.posterior_.toarray()
    expected = 1.0 - np.maximum(P.max(axis=1), 1.0 - P.sum(axis=1))
    np.testing.assert_allclose(MergeOrSplit().scores(snapshot), expected, atol=1e-12)
    parts = [
        min(each.p_same, 1.0 - each.p_same) * min(len(each.rows), len(each.other_rows))
        for each in model.proposals(10, moves=True)
    ]
    changes = MergeOrSplit().expected_changes(snapshot)
    assert changes.moved == pytest.approx(sum(parts))
    assert f"about {round(sum(parts))} points" in changes.text


def test_a_ring_is_not_asked_about_by_a_stray_row_in_its_middle():
    angle = np.linspace(0.0, 2.0 * np.pi, 80, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    X = np.concatenate([ring, [[0.4, 0.0]], ring + np.array([4.0, 0.0])])
    known = Constraints(len(X), must=[(0, 80)])
    model = NeighbourGraphAgglomerative(n_neighbors=4).fit(X, constraints=known)
    for each in model.proposals(10):
        if min(len(each.rows), len(each.other_rows)) > 4:
            assert 80 not in np.array(each.typical)
