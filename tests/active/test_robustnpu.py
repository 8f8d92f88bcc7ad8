"""RobustNPU: classes met point by point, the least certain point, and questions asked again."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from strategy_runs import World, check_queries, forget

from jupyter_sscluster.active import (
    NPU,
    NoisyOracle,
    Oracle,
    RobustNPU,
    Snapshot,
    robustnpu as module,
)
from jupyter_sscluster.active.noisy_answers import class_probabilities_given_answers as source
from jupyter_sscluster.active.noisy_answers.answers_by_point import Answers
from jupyter_sscluster.active.noisy_answers.choosing_pairs import PairChooser
from jupyter_sscluster.active.noisy_answers.discovering_classes import Classes, ClassExploration
from jupyter_sscluster.active.oracle_loop import stated
from jupyter_sscluster.cluster import AdaptivePCKMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints

SEEDS = st.integers(0, 2**32 - 1)


def three_blobs(seed=0, n=20):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], n)
    X = rng.normal(size=(3 * n, 2)) + np.array([[0, 0], [9, 0], [0, 9]])[y]
    return X, y


# ------------------------------------------------------------------ questions


def by_pair(snapshot):
    """What was said of each pair, both ways round."""
    known, said = snapshot.constraints, {}
    tables = (
        (known.must, "must"),
        (known.soft_must, "must"),
        (known.cannot, "cannot"),
        (known.soft_cannot, "cannot"),
        (np.array(snapshot.unknown).reshape(-1, 2), "unknown"),
    )
    for table, kind in tables:
        for i, j in table.tolist():
            said[i, j] = said[j, i] = kind
    return said


def standing_for(q, anchors, touched):
    """Points that stand for each class: its anchor, the others by their probability."""
    k = q.shape[1]
    ways = itertools.permutations(range(k), len(anchors))
    best = max(ways, key=lambda way: np.log(q[anchors, list(way)]).sum())
    members = {c: {a for a, of in zip(anchors, best, strict=True) if of == c} for c in range(k)}
    for i in touched - set(anchors):
        if q[i].max() >= 0.95:
            members[int(q[i].argmax())].add(i)
    return members


def surest(members, c, r):
    """Of these the ones that answers alone are surest of."""
    return {v for v in members if r[v, c] >= max(r[w, c] for w in members) - 0.02}


def reference(snapshot, q, anchors, r):
    """Points by falling H / E, those begun first, each with whom it is asked about."""
    (n, k), said = q.shape, by_pair(snapshot)
    touched = {i for (i, _), kind in said.items() if kind != "unknown"}
    sure = {i: 1.0 if i in anchors else q[i].max() for i in range(n)}
    members = standing_for(q, anchors, touched)
    weak = {c for c in range(k) if members[c] & set(anchors)}
    weak = {c for c in weak if max(r[v, c] for v in members[c]) < 0.95}
    found = []
    for i in range(n):
        asked = 0
        for (a, b), kind in said.items():
            if a == i and sure[i] <= sure[b]:
                asked += 2 if kind == "unknown" else 1
        p = np.sort(q[i])[::-1]
        score = -(p * np.log2(p)).sum() / (p @ np.arange(1, k + 1))
        confirms = bool(weak) and i in touched and r[i].max() < 0.95
        done = i in touched and sure[i] >= 0.95 and not confirms
        if i in anchors or asked >= k + 3 or done:
            continue
        doubts = {c: sum(said.get((i, v)) == "unknown" for v in members[c]) for c in range(k)}
        order = {c: (doubts[c], not (confirms and c in weak), -q[i, c], c) for c in range(k)}
        first = [(c, surest(members[c], c, r)) for c in sorted(range(k), key=order.get)]
        for _, among in [*first, *((c, members[c]) for c, _ in first)]:
            left = [v for v in sorted(among) if (i, v) not in said and v != i]
            if left:
                far = [np.linalg.norm(snapshot.X[i] - snapshot.X[v]) for v in left]
                begun = confirms or (i in touched and sure[i] < 0.9)
                found.append((not begun, -score, i, left[int(np.argmin(far))]))
                break
    return [(i, v) for *_, i, v in sorted(found)]


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS)
def test_points_and_partners_are_those_of_plain_loops(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(3, 14)), int(rng.integers(2, 4))
    X, q = rng.normal(size=(n, 2)), rng.dirichlet(np.full(k, 0.3), n) * 0.98 + 0.02 / k
    pairs = [p for p in itertools.combinations(range(n), 2) if rng.random() < 0.3]
    known, unknown = Constraints(n), []
    for pair in pairs:
        kind = rng.choice(["must", "cannot", "unknown"], p=[0.4, 0.4, 0.2])
        if kind == "unknown":
            unknown.append(pair)
        else:
            known = stated(known, pair, kind)
    anchors = [int(a) for a in rng.choice(n, int(rng.integers(0, k + 1)), replace=False)]
    snapshot = Snapshot(X, known, unknown=unknown)
    questions = PairChooser(Answers(snapshot), q, anchors)
    asked = [(point, questions.partner(point)) for point in questions.points()]
    found = [(point, partner[1]) for point, partner in asked if partner is not None]
    assert found == reference(snapshot, q, anchors, questions.reliability)


@pytest.fixture
def believing(monkeypatch):
    """Probabilities by hand, in place of a fit, once the ends of a line have been met."""

    def believe(q):
        q, met = np.array(q), [{0: 1.0}, {7: 1.0}]
        monkeypatch.setattr(module, "beliefs", lambda *given: q.copy())
        monkeypatch.setattr(ClassExploration, "classes", lambda self: Classes(list(met)))

    return believe


LINE = np.arange(8.0)[:, None]
ENDS = Constraints(8, must=[(0, 1), (6, 7)], cannot=[(0, 7), (0, 6), (1, 7), (1, 6)])
"""Both classes with two points each, on which several answers agree."""

SURE = [[0.97, 0.03]] * 2, [[0.03, 0.97]] * 2


def propose(known, n_pairs=1, **more):
    return RobustNPU().propose(Snapshot(LINE, known, n_clusters=2, **more), n_pairs)


def test_the_least_certain_point_is_asked_about_with_the_nearest_of_its_likeliest_class(believing):
    believing([*SURE[0], [0.8, 0.2], [0.55, 0.45], [0.4, 0.6], [0.2, 0.8], *SURE[1]])
    queries = propose(ENDS, 9)
    assert [q.pair for q in queries] == [(4, 6), (3, 1), (2, 1), (5, 6)]
    assert queries[1].reason == "Point 3 could belong with 1 (55 % likely) or 6 (45 %)."
    p = np.array([0.55, 0.45])
    assert queries[1].score == pytest.approx(-(p * np.log2(p)).sum() / (0.55 + 2 * 0.45))
    assert queries[0].score > queries[1].score > queries[2].score


def test_a_point_whose_answers_disagree_is_asked_about_again_first(believing):
    known = ENDS.add(1, 3, "must")
    q = [*SURE[0], [0.6, 0.4], [0.15, 0.85], [0.45, 0.55], [0.2, 0.8], *SURE[1]]
    believing(q)
    (query,) = propose(known)
    assert query.pair == (3, 6)
    assert known.relation(3, 6) == "cannot"
    assert query.reason == "1 answer disagrees with the cluster of point 3; this one decides."
    (query,) = propose(known.add(3, 6, "must", soft=True))
    assert query.pair == (3, 7)
    assert query.reason == ("2 answers about point 3 disagree; this one may show which is wrong.")
    believing([*q[:3], [0.04, 0.96], *q[4:]])
    assert propose(known, 2)[1].pair == (4, 6)  # 3 is nearer, and rests on two answers at odds


def test_a_point_is_asked_about_until_it_is_placed_then_left_alone(believing):
    known = ENDS.add(3, 6, "cannot")
    q = [*SURE[0], [0.5, 0.5], [0.8, 0.2], [0.5, 0.5], [0.5, 0.5], *SURE[1]]
    believing(q)
    (query,) = propose(known)
    assert query.pair == (3, 1)
    assert query.reason == "Point 3 could belong with 1 (80 % likely) or 6 (20 %) after 1 answer."
    assert RobustNPU().midway(Snapshot(LINE, known, n_clusters=2), (3, 6))
    believing([*q[:3], [0.92, 0.08], *q[4:]])
    assert not RobustNPU().midway(Snapshot(LINE, known, n_clusters=2), (3, 6))
    assert [q.pair[0] for q in propose(known, 9)] == [2, 4, 5, 3]
    believing([*q[:3], [0.96, 0.04], *q[4:]])
    # After the points in doubt come those that it knows least of otherwise.
    assert [q.pair[0] for q in propose(known, 9)][:3] == [2, 4, 5]
    assert {q.pair[0] for q in propose(known, 3)} == {2, 4, 5}


def test_a_class_that_one_answer_tells_apart_is_made_sure_first(believing):
    believing([*SURE[0], *[[0.5, 0.5]] * 4, *SURE[1]])
    told = Constraints(8, must=[(0, 1)], cannot=[(0, 7)])
    (query,) = propose(told)
    assert query.pair == (1, 7)
    assert query.reason == (
        "Few answers concern point 7. The cluster of point 1 is certain, so this answer settles it."
    )
    assert propose(told.add(1, 7, "cannot"))[0].pair[0] == 2


def test_classes_are_made_sure_up_to_so_many_statements_a_class(believing, monkeypatch):
    """Unless belief clustering says: clusters show by themselves what looks wrong."""
    believing([*SURE[0], *[[0.5, 0.5]] * 4, *SURE[1]])
    told, labels = Constraints(8, must=[(0, 1)], cannot=[(0, 7)]), np.repeat([0, 1], 4)
    monkeypatch.setattr(module, "SURE_BY", 1)
    assert propose(told, labels=labels)[0].pair == (2, 0)
    assert propose(told)[0].pair == (1, 7)
    monkeypatch.setattr(module, "SURE_BY", 1.5)
    assert propose(told, labels=labels)[0].pair == (1, 7)


def test_after_k_plus_3_answers_a_point_is_left_alone(believing):
    rows = [0, 1, 6, 7]
    believing([*SURE[0], [0.6, 0.4], [0.6, 0.4], [0.6, 0.4], [0.97, 0.03], *SURE[1]])
    known = ENDS.add(0, 5, "must")
    for count, row in enumerate([*rows, 5]):
        assert propose(known)[0].pair[0] == (3 if count else 2)
        known = known.add(3, row, ["must", "cannot"][count % 2], soft=True)
    assert 3 not in [q.pair[0] for q in propose(known, 9)]


def test_a_dont_know_leads_to_another_class_and_then_to_another_point(believing):
    believing([*SURE[0], [0.7, 0.3], [0.55, 0.45], [0.7, 0.3], [0.2, 0.8], *SURE[1]])
    assert propose(ENDS)[0].pair == (3, 1)
    assert propose(ENDS, unknown=[(1, 3)])[0].pair == (3, 6)
    assert propose(ENDS, unknown=[(1, 3), (3, 6)])[0].pair == (3, 0)
    assert propose(ENDS, unknown=[(1, 3), (3, 6), (0, 3)])[0].pair[0] == 2


def test_where_nothing_is_in_doubt_the_rest_is_asked_until_all_is_known(believing):
    believing([*SURE[0], *[[0.97, 0.03]] * 2, *[[0.03, 0.97]] * 2, *SURE[1]])
    known = ENDS.add_pairs([(1, 2), (5, 6)], "must").add_pairs([(3, 6), (1, 4)], "cannot")
    asked = 0
    while queries := propose(known):
        check_queries(queries, Snapshot(LINE, known))
        i, j = queries[0].pair
        known = known.add(i, j, "must" if (i < 4) == (j < 4) else "cannot")
        asked += 1
    assert asked == 2
    assert known.n_components == 2


def test_a_class_without_answers_is_reported_as_new(believing):
    believing([[0.97, 0.02, 0.01]] * 2 + [[0.5, 0.1, 0.4]] * 4 + [[0.02, 0.97, 0.01]] * 2)
    (query,) = RobustNPU().propose(Snapshot(LINE, ENDS, n_clusters=3))
    assert query.pair == (2, 0)
    assert (
        query.reason == "Point 2 could belong with 0 (50 % likely) or be in another cluster (40 %)."
    )


# ------------------------------------------------------------------ as a strategy


def test_first_it_explores_and_says_what_it_found():
    X, y = three_blobs()
    (query,) = RobustNPU().propose(Snapshot(X, Constraints(60), n_clusters=3))
    assert query.reason == (
        f"Point {query.pair[0]} is in the middle of a group that no answer is about yet, so it "
        "may start a new cluster; 1 of 3 clusters found."
    )
    fitted = RobustNPU(n_clusters=3).fit(X, Oracle(y, 3))
    assert [q.kind for q in fitted.queries_] == ["cannot"] * 3
    assert len({int(y[p]) for q in fitted.queries_ for p in (q.i, q.j)}) == 3


@pytest.mark.thorough
@pytest.mark.parametrize("noise", [0.0, 0.15])
def test_every_answer_is_kept_and_no_pair_asked_twice(noise):
    X, y = three_blobs(n=12)
    oracle = NoisyOracle(Oracle(y, 70), noise, 1)
    fitted = RobustNPU(n_clusters=3).fit(X, oracle)
    pairs = {tuple(sorted((q.i, q.j))) for q in fitted.queries_}
    assert len(pairs) == len(fitted.queries_) == len(fitted.constraints_)
    disagreeing = sum("disagree" in q.reason for q in fitted.queries_)
    assert bool(disagreeing) == bool(noise)
    assert noise or (len(pairs) < 60 and fitted.constraints_.n_components == 3)


def test_one_fit_serves_propose_scores_and_midway(monkeypatch):
    fits = []

    class Counting(source.BeliefClustering):
        def fit(self, X, y=None, **known):
            fits.append(len(X))
            return super().fit(X, **known)

    X, y = three_blobs()
    known = Constraints.from_labels(y, 40)
    forget()
    strategy = RobustNPU(clusterer=Counting(n_clusters=3, random_state=0))
    for _ in range(2):
        snapshot = Snapshot(X.copy(), Constraints.from_labels(y, 40), n_clusters=3)
        strategy.propose(snapshot)
        strategy.scores(snapshot)
        strategy.midway(snapshot, (0, 1))
    assert fits == [60]
    strategy.scores(Snapshot(X, known.add(*y.argsort()[[0, -1]], "cannot"), n_clusters=3))
    assert fits == [60, 60]


def test_it_clusters_before_every_question():
    fits = []

    class Counting(AdaptivePCKMeans):
        def fit(self, X, y=None, *, constraints=None):
            fits.append(len(constraints))
            return super().fit(X, constraints=constraints)

    X, y = three_blobs(n=8)
    RobustNPU(Counting(3, random_state=0)).fit(X, Oracle(y, 12))
    assert fits == [*range(12), 12]


def test_a_fit_that_fails_costs_no_question(monkeypatch):
    def fail(*given, **known):
        raise RuntimeError("out of order")

    monkeypatch.setattr(source.BeliefClustering, "fit", fail)
    world = World(3, n_samples=10)
    snapshot = Snapshot(world.X, Constraints(10, must=[(0, 1), (2, 3)], cannot=[(0, 2)]))
    forget()
    check_queries(RobustNPU(n_clusters=2).propose(snapshot, 3), snapshot)
    assert RobustNPU(n_clusters=2).scores(snapshot).max() <= 1.0
    forget()


def test_scores_are_the_entropy_of_the_probabilities(believing):
    believing([[1.0, 0.0]] * 2 + [[0.5, 0.5], [0.8, 0.2]] + [[0.0, 1.0]] * 4)
    scores = RobustNPU().scores(Snapshot(LINE, ENDS, n_clusters=2))
    assert scores.round(3).tolist() == [0.0, 0.0, 1.0, 0.722, 0.0, 0.0, 0.0, 0.0]


def test_other_shapes_and_the_outlook_are_those_of_npu_where_clusters_say():
    X, y = three_blobs(n=12)
    known = Constraints(36, must=[(0, 1)], cannot=[(0, 12), (12, 24), (0, 24)])
    snapshot = Snapshot(X, known, y, n_clusters=3)
    robust, npu = RobustNPU(), NPU()
    assert robust.propose_sorting(snapshot) == npu.propose_sorting(snapshot)
    assert robust.propose_placement(snapshot) == npu.propose_placement(snapshot)
    assert robust.expected_changes(snapshot) == npu.expected_changes(snapshot)
    assert (robust.uncertainty(snapshot).doubt == npu.uncertainty(snapshot).doubt).all()


def test_a_wrong_must_link_that_the_clusters_violate_hides_no_class():
    X, y = three_blobs(n=12)
    joined = Constraints(36, must=[(0, 1), (12, 13), (1, 13)], cannot=[(0, 24), (12, 24)])
    said = Snapshot(X, joined.add(0, 12, "cannot", soft=True), y, n_clusters=3)
    apart = Constraints(36, must=[(0, 1), (12, 13)], cannot=[(0, 12), (0, 24), (12, 24)])
    meant = Snapshot(X, apart, y, n_clusters=3)
    robust, npu = RobustNPU(), NPU()
    assert npu.expected_changes(said).moved is None, "two of three classes have been met"
    assert robust.expected_changes(said) == npu.expected_changes(meant)
    assert (robust.uncertainty(said).doubt == npu.uncertainty(meant).doubt).all()
    weighing = RobustNPU(PCKMeans(3))  # violates what is right as well
    assert weighing.expected_changes(said) == npu.expected_changes(said)


def test_a_batch_is_filled_while_classes_are_met():
    X, _ = three_blobs(n=12)
    queries = RobustNPU(n_clusters=3).propose(Snapshot(X, Constraints(36)), 10)
    assert len({tuple(sorted(query.pair)) for query in queries}) == 10
    assert "in the middle of a group" in queries[0].reason
    assert queries[-1].score == 0.0
