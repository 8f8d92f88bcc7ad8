"""Min-Max against its definition, and the distances that scores are made of."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.spatial.distance import cdist, pdist
from sklearn.datasets import make_blobs
from strategy_runs import World

from jupyter_sscluster.active import NPU, ExploreConsolidate, MinMax, MMDBatch, Oracle, Snapshot
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.constraints import Constraints

LINE = np.arange(8.0)[:, None]


def least_alike(X, skeleton, width):
    """argmin over points outside of the greatest similarity to a point inside, by the formula."""
    s = np.exp(-(cdist(X, X[skeleton]) ** 2) / (2.0 * width**2))
    worst = {x: s[x].max() for x in set(range(len(X))) - set(skeleton)}
    return min(worst, key=lambda x: (worst[x], x))


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), width=st.sampled_from([0.5, 1.0, 3.0]))
def test_the_target_has_the_smallest_greatest_similarity_whatever_sigma(seed, width):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 3)), rng.integers(0, 3, 30)
    known = np.where(np.arange(30) < 6, y, -1)
    snapshot = Snapshot(X, Constraints.from_partial_labels(known), n_clusters=3)
    point, member = MinMax().propose(snapshot)[0].pair
    assert point == least_alike(X, list(range(6)), width)
    assert member == np.flatnonzero(known >= 0)[cdist(X[[point]], X[:6])[0].argmin()]


def test_far_points_do_not_tie_where_similarities_are_all_nought():
    X = np.r_[LINE, [[1e4], [1e6], [2e4]]]
    snapshot = Snapshot(X, Constraints(11, cannot=[(0, 7)]), n_clusters=2)
    assert [q.pair[0] for q in MinMax().propose(snapshot, 3)] == [9, 10, 8]


def test_neighbourhoods_come_by_rising_distance_to_their_nearest_member():
    X = np.array([[0.0], [1.0], [3.0], [10.0], [14.0], [6.0]])
    constraints = Constraints(6, must=[(0, 1)], cannot=[(0, 2), (0, 3), (2, 3), (0, 4), (2, 4)])
    constraints = constraints.add(3, 4, "must")
    asked = []
    while (pair := MinMax().propose(Snapshot(X, constraints))[0].pair)[0] == 5:
        asked.append(pair[1])
        constraints = constraints.add(*pair, "cannot")
        if len(asked) == 3:
            break
    assert asked == [2, 3, 1]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_batch_goes_on_as_if_its_points_were_placed(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(25, 2))
    snapshot = Snapshot(X, Constraints(25, cannot=[(3, 8)]))
    skeleton, wanted = [3, 8], []
    for _ in range(6):
        wanted.append(least_alike(X, skeleton, 1.0))
        skeleton.append(wanted[-1])
    assert [q.pair[0] for q in MinMax().propose(snapshot, 6)] == wanted


def test_it_begins_as_explore_does_and_goes_on_where_consolidate_draws():
    X, y = make_blobs(80, centers=3, random_state=0)
    start = Snapshot(X, Constraints(80), n_clusters=3)
    assert MinMax().propose(start) == ExploreConsolidate().propose(start)
    known = np.where(np.arange(80) < 10, y, -1)
    found = Snapshot(X, Constraints.from_partial_labels(known), n_clusters=3)
    assert "farthest" in MinMax().propose(found)[0].reason
    assert "likeliest group" in MinMax().propose(found)[0].reason
    assert "at random" in ExploreConsolidate().propose(found)[0].reason


@pytest.mark.parametrize("seed", range(4))
def test_few_questions_meet_every_class_of_separated_blobs(seed):
    X, y = make_blobs(200, centers=5, center_box=(-50, 50), random_state=seed)
    fitted = MinMax(n_clusters=5, random_state=seed).fit(X, Oracle(y, 15))
    ground = Neighbourhoods(Snapshot(X, fitted.constraints_), 5)
    assert len({y[members[0]] for members in ground.members}) == 5


def test_an_outlier_nobody_knows_does_not_come_back():
    X = np.r_[LINE, [[1e6]]]
    constraints, unknown = Constraints(9, cannot=[(0, 7)]), []
    while (pair := MinMax().propose(Snapshot(X, constraints, unknown=unknown))[0].pair)[0] == 8:
        unknown.append(pair)
    assert len(unknown) == 2
    assert pair[0] in (3, 4)


# ------------------------------------------------------------------ scores


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_scores_are_one_less_the_greatest_similarity(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    width = np.percentile(pdist(X), 20)
    s = np.exp(-(cdist(X, X[[4, 9]]) ** 2) / (2.0 * width**2)).max(axis=1)
    snapshot = Snapshot(X, Constraints(30, cannot=[(4, 9)]))
    np.testing.assert_allclose(MinMax().scores(snapshot), 1.0 - s, atol=1e-12)
    assert (ExploreConsolidate().scores(snapshot) == MinMax().scores(snapshot)).all()


def test_scores_fall_with_every_answer_about_a_point():
    constraints = Constraints(8, cannot=[(0, 3), (0, 7), (3, 7)])
    fresh = MinMax().scores(Snapshot(LINE, constraints))
    half = MinMax().scores(Snapshot(LINE, constraints.add(5, 0, "cannot")))
    told = MinMax().scores(Snapshot(LINE, constraints.add(5, 7, "must")))
    assert fresh[5] * 2 / 3 == pytest.approx(half[5])
    assert told[5] == 0.0
    inferred = Snapshot(LINE, Constraints(8, must=[(6, 7)], cannot=[(0, 7), (0, 5)]), n_clusters=2)
    assert MinMax().scores(inferred)[5] == 0.0
    assert MinMax(infer_last=False).scores(inferred)[5] > 0.0


def test_a_floating_group_has_one_score():
    constraints = Constraints(8, must=[(4, 5), (5, 6)], cannot=[(0, 1)])
    scores = MinMax().scores(Snapshot(LINE, constraints))
    assert scores[4] == scores[5] == scores[6] > 0


def test_npu_scores_are_the_share_of_the_largest_entropy():
    X, y = make_blobs(60, centers=3, cluster_std=3.0, random_state=1)
    constraints = Constraints.from_partial_labels(np.r_[y[:6], np.full(54, -1)])
    scores = NPU().scores(Snapshot(X, constraints, y))
    query = NPU().propose(Snapshot(X, constraints, y))[0]
    assert scores[query.pair[0]] > 0
    assert (scores[:6] == 0).all()
    assert scores.max() <= 1.0
    even = NPU().scores(Snapshot(X, Constraints(60, cannot=[(0, 1)]), np.zeros(60, dtype=int)))
    assert (even == MinMax().scores(Snapshot(X, Constraints(60, cannot=[(0, 1)])))).all()


# ------------------------------------------------------------------ reasons


def test_a_reason_says_how_many_points_an_answer_settles():
    group = Constraints(8, must=[(5, 6), (6, 7)], cannot=[(0, 2)])

    def reason(constraints, k=None, **params):
        return MinMax(**params).propose(Snapshot(LINE, constraints, n_clusters=k))[0].reason

    assert reason(group, 2).endswith("; one answer settles 3 points.")
    assert reason(group, 3).endswith("; a yes settles 3 points.")
    assert reason(group, 2, infer_last=False).endswith("; a yes settles 3 points.")
    single = Constraints(8, cannot=[(0, 2)])
    assert reason(single, 2).endswith("; one answer settles it.")
    assert "settles" not in reason(single)
    last = reason(Constraints(8, must=[(1, 2), (2, 3), (6, 7)], cannot=[(0, 2), (0, 6)]))
    assert last.endswith("or is something new; one answer settles 2 points.")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("strategy", "worlds"), [(MinMax(), 20), (ExploreConsolidate(), 20), (NPU(n_estimators=3), 5)]
)
def test_a_reason_is_true_of_points_that_were_asked_about_before(strategy, worlds):
    for seed in range(worlds):
        world = World(seed, n_samples=10)
        world.labels = None
        answers = world.run(strategy, doubt=0.15, limit=25)
        for count in range(len(answers)):
            snapshot = world.snapshot(answers[:count])
            query = strategy.propose(snapshot)[0]
            ground = strategy._ground(snapshot)
            target = int(ground.component_ids[query.pair[0]])
            first = target in ground.fresh
            assert first or "at random" not in query.reason
            if "farthest" in query.reason:
                assert first
                members = np.concatenate([*ground.members, *map(ground.points, ground.deferred)])
                fresh = np.flatnonzero(np.isin(ground.component_ids, ground.fresh))
                far = cdist(world.X[fresh], world.X[members]).min(axis=1).max()
                mine = cdist(world.X[ground.points(target)], world.X[members]).min(axis=1).max()
                assert mine == pytest.approx(far)
            if " of the " in query.reason and "is apart from" in query.reason:
                apart = f"is apart from {len(ground.apart(target))} of the {len(ground.ids)} groups"
                assert apart in query.reason


def test_a_reason_tells_what_the_number_of_classes_settles_from_what_is_open():
    known = Constraints(8, must=[(0, 1), (6, 7)], cannot=[(0, 6), (3, 6)])
    for strategy in (MinMax(), ExploreConsolidate(), MMDBatch(), NPU(n_estimators=3)):
        queries = strategy.propose(Snapshot(LINE, known, np.arange(8) // 4, n_clusters=2), 8)
        sure = [q.reason for q in queries if q.pair == (3, 1)]
        assert sure == [
            "Point 3 is apart from every other group, so it most likely belongs with 1; "
            "this answer confirms it."
        ]
    third = known.add_pairs([(5, 1), (5, 6)], "cannot")
    query = MinMax().propose(Snapshot(LINE, third, n_clusters=4))[0]
    assert query.reason.startswith("Point 3 is apart from 1 of the 3 groups found so far; 1 is in")


def test_even_odds_after_an_answer_are_between_the_groups_that_are_left():
    corners = [[0, 0], [9, 0], [0, 9], [9, 9]]
    X, labels = make_blobs(120, centers=corners, cluster_std=0.1, random_state=2)
    a, b, c, x = (int(np.flatnonzero(labels == k)[0]) for k in range(4))
    known = Constraints(120, cannot=[(a, b), (b, c), (a, c), (a, x)])
    query = NPU().propose(Snapshot(X, known, labels))[0]
    assert query.reason == (
        f"Point {x} is equally close to the 2 groups it may still belong to (50 % each)."
    )
