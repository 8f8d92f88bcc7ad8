"""Which classes answers have met: by medoids, one point after another, whatever came first."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from jupyter_sscluster._arrays import HashableData
from jupyter_sscluster.active import NoisyOracle, Oracle, RobustNPU, Snapshot
from jupyter_sscluster.active.noisy_answers.answers_by_point import Answers
from jupyter_sscluster.active.noisy_answers.discovering_classes import Classes, ClassExploration
from jupyter_sscluster.active.noisy_answers.medoids import first_clusters, medoids
from jupyter_sscluster.active.oracle_loop import stated
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)
E, TAU = 0.05, 0.9


def three_blobs(seed=0, n=20):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], n)
    X = rng.normal(size=(3 * n, 2)) + np.array([[0, 0], [9, 0], [0, 9]])[y]
    return X, y


# ------------------------------------------------------------------ points to find classes with


def test_medoids_come_by_size_and_never_two_of_one_cluster():
    X = np.array([[0.0], [0.1], [0.2], [0.3], [5.0], [5.1], [5.2], [9.0], [9.2]])
    data = HashableData.of(X)
    found = medoids(data, 3, 0, 100)
    clusters = first_clusters(data, 3, 0)
    assert set(found[:1]) < {1, 2}
    assert found[1] == 5
    assert found[2] in (7, 8)
    assert len(set(found)) == len(found) == 6
    assert len(set(clusters[found[:3]].tolist())) == 3
    assert medoids(data, 3, 0, 4) == found[:4]


@pytest.mark.parametrize("X", [np.zeros((5, 2)), np.repeat([[0.0], [1.0]], 4, axis=0)])
def test_duplicates_are_no_further_medoids(X):
    assert len(medoids(HashableData.of(X), 3, 0, 100)) == len(np.unique(X, axis=0))


def test_beyond_20_000_rows_a_sample_is_clustered():
    X = np.random.default_rng(0).normal(size=(30_000, 2))
    data = HashableData.of(X)
    clusters = first_clusters(data, 4, 0)
    assert (clusters >= 0).sum() == 20_000
    assert all(clusters[row] >= 0 for row in medoids(data, 4, 0, 10))


# ------------------------------------------------------------------ classes


def likeliest(p):
    """The first of the largest, equal but for rounding."""
    return int(np.round(p, 9).argmax())


def one_after_another(X, order, clusters, n_classes, answer, budget):
    """Exploration with a memory: each point asked until it is placed, answers as they come."""
    asked, mem, spent = [], [{order[0]: 1.0}], 1
    for t in order[1:]:
        if len(mem) == n_classes or spent == 2 * n_classes + 2:
            break
        spent += 1
        m = len(mem)
        same = np.array([clusters[t] == clusters[next(iter(c))] for c in mem])
        new, w = (0.2 if same.any() else 0.5), np.where(same, 4.0, 1.0)
        p, done = np.r_[(1 - new) * w / w.sum(), new], [0] * m
        dist = [min(np.linalg.norm(X[t] - X[v]) for v in c) for c in mem]
        while sum(done) < m + 3 and not (sum(done) and p.max() >= TAU):
            left = [k for k in range(m) if any((t, v) not in asked for v in mem[k])]
            if not left:
                break
            first = [k for k in left if done[k] == 0]
            if likeliest(p) < m and likeliest(p) in left:
                k = likeliest(p)
            elif first:
                k = min(first, key=lambda k: (-round(p[k], 6), dist[k]))
            else:
                k = max(left, key=lambda k: round(p[k], 6))
            members = [v for v in mem[k] if (t, v) not in asked]
            far = {v: np.linalg.norm(X[t] - X[v]) for v in members}
            v = max(members, key=lambda v: (round(mem[k][v], 2), -far[v]))
            if len(asked) == budget:
                return asked, mem
            asked.append((t, v))
            done[k] += 1
            right = np.full(m + 1, E if answer(t, v) == "must" else 1 - E)
            right[k] = 1 - right[k]
            p = p * right / (p * right).sum()
        if sum(done) and likeliest(p) == m:
            mem.append({t: 1.0})
        elif sum(done):
            mem[likeliest(p)][t] = p.max()
    return asked, mem


def test_a_cannot_link_to_one_point_of_a_class_entails_that_another_is_of_none():
    """Rows 1 and 2 are of a class that no must-link joins; 3 is apart from 2, 4 joins 3."""
    known = Constraints(5, must=[(3, 4)], cannot=[(2, 3), (0, 1)])
    snapshot = Snapshot(np.arange(5.0)[:, None], known, None, n_clusters=2)
    exploration = ClassExploration(Answers(snapshot), 2, [0, 1], np.zeros(5, dtype=int))
    found = Classes([{0: 1.0}, {1: 1.0, 2: 0.9}])
    together = [exploration.target(found, row).p for row in (3, 4)]
    assert together[1][1] < together[1][0], "4 is apart from 2, so the other class is likelier"
    assert together[1].round(9).tolist() == together[0].round(9).tolist()


class Direct(ClassExploration):
    """Goes by what was said of a point itself."""

    def _entailed(self, found, point, c):
        return 0


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, noise=st.sampled_from([0.0, 0.1, 0.4]))
@example(seed=574, noise=0.4)  # a point that two classes are equally likely for
def test_classes_equal_those_of_an_implementation_with_memory(seed, noise):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(4, 40)), int(rng.integers(2, 6))
    X, y = rng.normal(size=(n, 2)), rng.integers(0, k, n)
    data, oracle = HashableData.of(X), NoisyOracle(Oracle(y, None), noise, seed % 1000)
    k = min(k, n)
    order, clusters = medoids(data, k, 0, 4 * k), first_clusters(data, k, 0)
    known, asked = Constraints(n), []
    while True:
        exploration = Direct(Answers(Snapshot(X, known)), k, order, clusters)
        found = exploration.classes()
        if not found.waiting or len(asked) > 60:
            break
        target = found.waiting[0]
        pair = target.point, next(exploration.pairs(found, target))[1]
        asked.append(pair)
        known = stated(known, pair, oracle.query(*pair))
    budget = len(asked)
    expected, mem = one_after_another(X, order, clusters, k, oracle.query, budget)
    late = budget - len(expected)
    assert asked[: len(expected)] == expected
    if late == 0 and len(mem) == k:
        assert [*map(sorted, found.members)] == [*map(sorted, mem)]


def explored(X, known, n_classes=3, **more):
    data = HashableData.of(X)
    order, clusters = medoids(data, n_classes, 0, 30), first_clusters(data, n_classes, 0)
    return ClassExploration(Answers(Snapshot(X, known, **more)), n_classes, order, clusters)


def test_the_probability_of_a_new_class_is_that_of_bayes():
    X, _ = three_blobs()
    first, second, third = explored(X, Constraints(60)).order[:3]
    exploration = explored(X, Constraints(60, cannot=[(first, second)]))
    (target, *_) = exploration.classes().waiting
    assert target.point == third
    assert exploration.classes().anchors == [first, second]
    assert target.p == pytest.approx([0.25, 0.25, 0.5])
    exploration = explored(X, Constraints(60, cannot=[(first, second), (first, third)]))
    (target, *_) = exploration.classes().waiting
    likely = np.array([0.25 * E, 0.25 * (1 - E), 0.5 * (1 - E)])
    assert target.p == pytest.approx(likely / likely.sum())
    heavy = Constraints(60, cannot=[(first, second), (first, third)], cannot_weights=[1, 3])
    (target, *_) = explored(X, heavy).classes().waiting
    odds = (1 - E) / E
    likely = np.array([0.25 * odds**-3, 0.25, 0.5])
    assert target.p == pytest.approx(likely / likely.sum())


def test_a_late_answer_takes_a_class_back():
    X, _ = three_blobs()
    order = explored(X, Constraints(60)).order
    first, second = order[:2]
    known = Constraints(60, cannot=[(first, second)])
    assert explored(X, known).classes().anchors == [first, second]
    known = known.add(first, second, "must", 3.0, soft=True)
    assert explored(X, known).classes().anchors == [first]
    assert set(explored(X, known).classes().members[0]) == {first, second}


def test_entailed_answers_count_for_points_without_answers():
    X, _ = three_blobs()
    first, second, third = explored(X, Constraints(60)).order[:3]
    other = next(p for p in range(60) if p not in (first, second, third))
    known = Constraints(60, must=[(first, other)], cannot=[(other, second)])
    assert explored(X, known).classes().anchors == [first, second]
    joined = known.add(other, third, "must")
    target = explored(X, joined).classes().waiting[0]
    assert (target.point, target.asked, target.stated) == (third, 0, True)
    likely = np.array([0.25 * (1 - E), 0.25 * E, 0.5 * E])
    assert target.p == pytest.approx(likely / likely.sum())
    apart = joined.add(first, third, "cannot", soft=True)
    assert explored(X, apart).classes().waiting[0].p[0] < 0.1


def test_neighbourhoods_that_are_apart_are_classes_whatever_comes_first():
    X, y = three_blobs()
    rows = [1, 2, 21, 22, 41, 42]
    known = Constraints.from_partial_labels([y[p] if p in rows else -1 for p in range(60)])
    found = explored(X, known).classes()
    assert not found.waiting
    assert sorted(y[found.anchors]) == [0, 1, 2]
    assert set(found.anchors) < set(rows)
    alone = Constraints(60, cannot=[(1, 21), (1, 41), (21, 41)])
    assert explored(X, alone).classes().waiting


def test_after_2k_plus_2_points_one_more_is_looked_at_for_every_eight_answers():
    X, _ = three_blobs()
    order = explored(X, Constraints(60)).order
    known = Constraints(60, must=[(order[0], p) for p in order[1:8]])
    more = [p for p in range(60) if p not in order[:14]]
    for count in (0, 7, 8, 15, 16):
        said = known.add_pairs(list(itertools.pairwise(more[: count + 1])), "must")
        waiting = [target.point for target in explored(X, said).classes().waiting]
        assert waiting == order[8 : 9 + count // 8]


def test_a_point_answered_dont_know_represents_no_class():
    X, _ = three_blobs()
    order = explored(X, Constraints(60)).order
    unknown = [(order[0], p) for p in order[1:3]]
    assert explored(X, Constraints(60), unknown=unknown).order[0] == order[0]
    unknown = [(order[0], p) for p in order[1:4]]
    assert explored(X, Constraints(60), unknown=unknown).order[0] == order[1]


# ------------------------------------------------------------------ what functions have said


def heard_of(X, known, said, weight):
    """A snapshot of these statements, and of soft ones that others have said."""
    told = known
    for i, j, kind in said:
        told = told.add(i, j, kind, soft=True, weight=weight)
    return Snapshot(X, known, n_clusters=3, evidence=told)


@pytest.mark.parametrize("weight", [0.3, 0.6, 1.0])
def test_what_functions_say_of_a_point_moves_its_probabilities_by_its_weight(weight):
    X, _ = three_blobs()
    data = HashableData.of(X)
    order = medoids(data, 3, 0, 8)
    a, b, t = order[:3]
    known = Constraints(60, cannot=[(a, b)])
    clusters = np.arange(60)  # each point is a cluster of its own: every class is as likely
    plain = ClassExploration(Answers(Snapshot(X, known, n_clusters=3)), 3, order, clusters)
    snapshot = heard_of(X, known, [(a, t, "must"), (b, t, "cannot")], weight)
    helped = ClassExploration(Answers(snapshot), 3, order, clusters)
    found = Classes([{a: 1.0}, {b: 1.0}])
    before, after = plain.target(found, t), helped.target(found, t)
    odds = ((1 - E) / E) ** weight
    expected = before.p * [odds, 1 / odds, 1.0]
    np.testing.assert_allclose(after.p, expected / expected.sum(), rtol=1e-12)
    assert after.asked == before.asked == 0, "nobody has been asked"


def test_a_pair_that_a_person_has_answered_is_not_heard_again():
    X, _ = three_blobs()
    known = Constraints(60, cannot=[(0, 20)])
    answers = Answers(heard_of(X, known, [(0, 20, "must"), (0, 40, "cannot")], 0.5))
    assert answers.heard(0) == {40: -0.5}
    assert answers.heard(20) == {}
    assert Answers(Snapshot(X, known, n_clusters=3)).heard(0) == {}


def test_pairs_that_look_for_a_class_are_new_ones_with_three_members_at_most():
    X, _ = three_blobs()
    strategy = RobustNPU()
    snapshot = Snapshot(X, Constraints(60), n_clusters=3)
    first = strategy.exploring(snapshot, 100)
    assert strategy.propose(snapshot)[0].pair in {pair for p in first for pair in (p, p[::-1])}
    target = {row: sum(row in pair for pair in first) for row in np.unique(first)}
    others = [n for row, n in target.items() if row != max(target, key=target.get)]
    assert max(others) <= 3
    assert strategy.exploring(snapshot, 2) == first[:2]
    said = [(*first[0], "cannot"), (*first[1], "cannot")]
    later = strategy.exploring(heard_of(X, Constraints(60), said, 0.5), 100)
    assert later
    assert not set(first[:2]) & set(later)


def test_nothing_looks_for_a_class_once_all_are_met():
    X, _ = three_blobs()
    known = Constraints(60, must=[(0, 1), (20, 21), (40, 41)], cannot=[(0, 20), (0, 40), (20, 40)])
    assert RobustNPU().exploring(Snapshot(X, known, n_clusters=3), 10) == []
