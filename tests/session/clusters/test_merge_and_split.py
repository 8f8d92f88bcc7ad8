"""Clusters joined and split: hand-worked, with their undo and what is refused."""

import threading

import numpy as np
import pytest
from session_parts import blobs, picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.step_names import numbers_text

X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0], [23.0], [24.0]]
NEAR, MIDDLE, FAR = 0, 3, 6
"""A row of each of the three clusters."""


@pytest.fixture
def session():
    session = Session(X, n_clusters=3)
    assert clusters(session) == [[0, 1, 2], [3, 4, 5], [6, 7, 8, 9, 10]]
    return session


def clusters(session):
    labels = session.labels
    return sorted(np.flatnonzero(labels == label).tolist() for label in np.unique(labels))


def at(session, row):
    return int(session.labels[row])


def said(answers):
    return [(*answer.pair, answer.kind) for answer in answers]


def but_for_counters(session):
    return {
        key: value
        for key, value in picture(session).items()
        if key not in ("numbers", "undo", "history")
    }


def musts(*pairs):
    return [(*pair, "must") for pair in pairs]


def test_a_plan_is_kept_until_anything_happens(session):
    a, b = at(session, NEAR), at(session, MIDDLE)
    plan = session.clusters.plan_merge(a, b)
    assert session.clusters.plan_merge(a, b).parts is plan.parts
    assert session.clusters.plan_split(a, 2).links == ((0, 1, "cannot"),)
    session.answer(0, 1, "must")
    assert session.clusters.plan_split(at(session, NEAR), 2).links == ((0, 2, "cannot"),)
    session.clusters.rename(at(session, MIDDLE), "middle")
    session.answer(0, 3, "cannot")
    assert "middle" in session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE)).reason


def test_a_reason_is_brief_whatever_a_cluster_is_called(session):
    near = at(session, NEAR)
    session.clusters.rename(near, "n" * 5000)
    session.answer(0, 3, "cannot")
    said = session.clusters.plan_merge(near, at(session, MIDDLE)).reason
    assert said.startswith("nnnn")
    assert len(said) < 160
    with pytest.raises(InputError) as refused:
        session.clusters.plan_merge(99, 0)
    assert len(str(refused.value)) < 160


# ------------------------------------------------------------------ joining two


def test_two_clusters_are_joined_by_one_link_and_one_undo_parts_them(session):
    before, labels = but_for_counters(session), session.labels
    plan = session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE))
    answers = session.clusters.merge(at(session, NEAR), at(session, MIDDLE))
    assert said(answers) == musts((1, 4)) == list(plan.links)  # the rows in the middle of each
    assert answers == session.answers
    assert {(a.weight, a.soft, a.source) for a in answers} == {(100.0, False, "merge")}
    assert session.n_clusters == plan.n_clusters == 2
    assert clusters(session) == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]
    session.undo()
    assert but_for_counters(session) == before and session.labels is labels
    assert not session.history.can_undo
    session.redo()
    assert session.answers == answers and len(clusters(session)) == 2


def test_what_is_known_is_not_said_again(session):
    session.answer(4, 2, "must", soft=True)  # says nothing of which other links would follow
    assert session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE)).links
    session.answer(1, 0, "must")
    session.answer(2, 3, "must", soft=True)
    plan = session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE))
    assert list(plan.links) == musts((1, 4))


def test_one_component_needs_no_link_and_one_cluster_fewer():
    session = Session(X, PCKMeans(3, constraint_weight=0.0), random_state=0)
    session.answer_many([(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], "must")
    assert at(session, NEAR) != at(session, MIDDLE)  # a weight of 0 keeps nothing
    assert session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE)).links == ()
    assert session.clusters.merge(at(session, NEAR), at(session, MIDDLE)) == ()
    assert session.n_clusters == 2 and "no links, 2 clusters" in session.history.undo_label


def test_what_a_cannot_link_keeps_apart_is_refused_with_the_answers(session):
    session.answer(0, 1, "must")
    session.answer(1, 4, "cannot")
    session.answer(2, 5, "cannot", soft=True)  # a soft one does not stand against it
    session.answer(2, 3, "cannot")
    plan = session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE))
    assert (plan.possible, plan.answers, plan.links) == (False, (2, 4), ())
    before = picture(session)
    with pytest.raises(InputError, match=r"kept apart by answers 2 and 4; take them back"):
        session.clusters.merge(at(session, NEAR), at(session, MIDDLE))
    assert picture(session) == before
    for number in plan.answers:
        session.remove(number)
    assert len(session.clusters.merge(at(session, NEAR), at(session, MIDDLE))) == 1


def test_a_cannot_link_beyond_a_must_link_counts():
    session = Session(X, PCKMeans(3, constraint_weight=0.0), random_state=0)
    session.answer(2, 6, "must")  # violated, but row 6 belongs with the near ones
    session.answer(6, 3, "cannot")
    assert session.clusters.plan_merge(at(session, NEAR), at(session, MIDDLE)).answers == (2,)
    assert session.clusters.plan_merge(at(session, NEAR), at(session, FAR)).answers == ()


@pytest.mark.parametrize("change", ["rename", "softly", "strategy"])
def test_what_fits_nothing_anew_leaves_the_start_of_the_fit_alone(session, change, path):
    session.save(path)
    session.clusters.merge(at(session, NEAR), at(session, MIDDLE))
    labels = session.labels
    if change == "rename":
        session.clusters.rename(at(session, FAR), "far")
    elif change == "softly":
        session.default_soft = True
    else:
        session.set_strategy("random")
    assert session.labels is labels
    state = session._engine.ledger.state
    assert state.regrouped is not None and session.history.current_fit.cause.startswith("Cluster")


@pytest.mark.parametrize("clusterer", ["adaptive pck-means", "pckmeans", "mpckmeans", "copkmeans"])
def test_whatever_is_merged_is_one_cluster(clusterer):
    rows = blobs(90, seed=3)
    session = Session(rows, clusterer, n_clusters=4)
    for a, b in [(0, 1), (1, 2), (0, 3)]:
        members = np.flatnonzero(np.isin(session.labels, [a, b]))
        session.clusters.merge(a, b)
        assert len(set(session.labels[members])) == 1 and session.n_clusters == 3
        session.undo()


def test_far_clusters_are_held_by_as_many_links_as_it_takes():
    session = Session(X, "pckmeans", n_clusters=3, random_state=0)
    plan = session.clusters.plan_merge(at(session, NEAR), at(session, FAR))
    assert len(plan.links) > 1 and set(plan.parts[0]) == {0, 1, 2, 6, 7, 8, 9, 10}
    session.clusters.merge(at(session, NEAR), at(session, FAR))
    assert clusters(session) == [[0, 1, 2, 6, 7, 8, 9, 10], [3, 4, 5]]
    # all links are one statement, and a split takes them back
    numbers = tuple(answer.number for answer in session.answers)
    plan = session.clusters.plan_split(at(session, FAR), 2)
    assert plan.taken_back == numbers and "must" not in {kind for *_, kind in plan.links}
    session.clusters.split(at(session, FAR), 2)
    assert clusters(session) == [[0, 1, 2], [3, 4, 5], [6, 7, 8, 9, 10]]
    assert f"{len(numbers)} must-links taken back" in session.history.undo_label
    session.undo()
    assert clusters(session) == [[0, 1, 2, 6, 7, 8, 9, 10], [3, 4, 5]]


# ------------------------------------------------------------------ splitting one


def test_a_cluster_is_split_by_one_cannot_link_between_medoids(session):
    before = but_for_counters(session)
    plan = session.clusters.plan_split(at(session, FAR), 2)
    assert plan.parts == ((8, 9, 10), (6, 7)) and list(plan.links) == [(6, 9, "cannot")]
    old = at(session, FAR)
    assert said(session.clusters.split(old, 2)) == [(6, 9, "cannot")]
    assert session.n_clusters == 4 and clusters(session)[2:] == [[6, 7], [8, 9, 10]]
    assert at(session, 8) == old and at(session, 6) == 3  # the larger part keeps the number
    session.undo()
    assert but_for_counters(session) == before


def test_three_parts_are_all_apart(session):
    plan = session.clusters.plan_split(at(session, FAR), 3)
    assert {kind for *_, kind in plan.links} == {"cannot"} and len(plan.links) == 3
    assert sorted(sum(plan.parts, ())) == [6, 7, 8, 9, 10] and plan.n_clusters == 5
    session.clusters.split(at(session, FAR), 3)
    assert len(clusters(session)) == 5


def test_groups_are_held_by_links_whatever_they_are(session):
    odd = [6, 7, 10]
    plan = session.clusters.plan_split(at(session, FAR), [odd])
    assert list(plan.links) == [*musts((6, 7), (7, 10)), (7, 8, "cannot")]  # 8 and 9 hold as is
    assert plan.parts == ((6, 7, 10), (8, 9))
    session.clusters.split(at(session, FAR), [odd])
    assert clusters(session)[2:] == [[6, 7, 10], [8, 9]]


def test_this_one_again_has_as_many_parts_as_its_rows_alone_suggest():
    rows = [[x + y] for x in (0.0, 10.0, 20.0, 500.0) for y in (0.0, 0.1, 0.2)]
    session = Session(rows, n_clusters=2)
    assert clusters(session) == [[*range(9)], [9, 10, 11]]
    assert len(session.clusters.plan_split(at(session, 0)).parts) == 3
    session.clusters.split(at(session, 0))
    assert clusters(session) == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]


def test_parts_keep_what_is_known(session):
    session.answer(6, 10, "must")
    session.answer(6, 8, "cannot")
    plan = session.clusters.plan_split(at(session, FAR), 2)
    part = next(part for part in plan.parts if 6 in part)
    assert 10 in part and 8 not in part


def test_what_must_links_hold_together_says_so_and_lets_go(session):
    session.answer_many([(3, 4), (4, 5)], "must")
    plan = session.clusters.plan_split(at(session, MIDDLE), 2)
    assert (plan.possible, plan.answers) == (False, (1, 2))
    with pytest.raises(InputError, match=r"hold all of Cluster \d together \(answers 1 and 2\)"):
        session.clusters.split(at(session, MIDDLE), 2)
    session.remove(2)
    assert session.clusters.plan_split(at(session, MIDDLE), 3).answers == (1,)
    assert said(session.clusters.split(at(session, MIDDLE), 2)) == [(3, 5, "cannot")]


def test_groups_that_links_forbid_say_which(session):
    session.answer(6, 7, "must")
    assert session.clusters.plan_split(at(session, FAR), [[6]]).answers == (1,)
    session.remove(1)
    session.answer(6, 7, "cannot")
    labels = session.labels.tolist()
    cluster = max(set(labels), key=labels.count)
    rows = np.flatnonzero(session.labels == cluster).tolist()
    if 6 in rows and 7 in rows:
        assert session.clusters.plan_split(cluster, [[6, 7]]).answers == (2,)


@pytest.mark.parametrize(
    ("into", "words"),
    [
        (1, "groups_or_n=1"),
        (5, "groups_or_n=5"),
        (2.5, "number of parts"),
        ("two", "number of parts|row"),
        ([[0]], "row 0 is not in"),
        ([[6, 7], [7]], "row 7 is in two groups"),
        ([[6, 7, 8, 9, 10]], "nothing is split"),
        ([[-1]], "row"),
        ([], "nothing is split"),
    ],
)
def test_parts_that_make_no_sense_are_refused(session, into, words):
    before = picture(session)
    with pytest.raises(InputError, match=words):
        session.clusters.split(at(session, FAR), into)
    assert picture(session) == before


def test_too_few_points_for_parts(session):
    session.clusters.split(at(session, FAR), [[6], [7], [8, 9, 10]])
    with pytest.raises(InputError, match="one point"):
        session.clusters.split(at(session, 6), 2)


# ------------------------------------------------------------------ either


@pytest.mark.parametrize("which", [3, -1, True, None, "Cluster 4", "", 1.0])
def test_there_must_be_such_a_cluster(session, which):
    chosen = session.clusters
    for verb in (chosen.plan_split, lambda a: chosen.plan_merge(0, a), chosen.describe):
        with pytest.raises(InputError):
            verb(which)


def test_nothing_holds_under_a_clusterer_that_ignores_pairs(session):
    session.set_clusterer("kmeans")
    plans = (session.clusters.plan_merge(0, 1), session.clusters.plan_split(at(session, FAR), 2))
    for plan in plans:
        assert "takes no notice of pairs" in plan.reason
    with pytest.raises(InputError, match="Adaptive PCK-means"):
        session.clusters.merge(0, 1)


def test_a_cluster_is_not_merged_with_itself(session):
    with pytest.raises(InputError, match="with itself"):
        session.clusters.merge(1, "Cluster 2")


def test_few_numbers_are_told_one_by_one():
    told = [numbers_text(range(1, n + 1)) for n in (1, 2, 3, 4, 9)]
    assert told == [
        "answer 1",
        "answers 1 and 2",
        "answers 1, 2 and 3",
        "answers 1, 2, 3 and 1 more",
        "answers 1, 2, 3 and 6 more",
    ]


class Held(PCKMeans):
    """Waits with its fit until it may go on."""

    gate = threading.Event()

    def fit(self, X, y=None, **known):
        assert self.gate.wait(30)
        return super().fit(X, y, **known)


@pytest.mark.parametrize(
    "verb",
    [
        lambda session: session.clusters.merge(0, 1),
        lambda session: session.clusters.split(2, 2),
        lambda session: session.clusters.group([6, 7]),
    ],
)
def test_no_verb_acts_on_the_clusters_of_before(verb):
    Held.gate.set()
    session = Session(X, Held(random_state=0), n_clusters=3, background=True)
    assert session.wait(30)
    Held.gate.clear()
    session.answer(0, 1, "must")
    try:
        before = session.answers, session.n_clusters, engine_of(session).revision
        with pytest.raises(InputError, match="wait until the clustering has ended"):
            verb(session)
        assert session.clusters.describe(0).size  # what is shown may be looked at
        session.cancel()
        with pytest.raises(InputError, match="cluster again first"):
            verb(session)
        assert before == (session.answers, session.n_clusters, engine_of(session).revision)
    finally:
        Held.gate.set()
    session.fit()
    assert session.wait(30)
    plan = session.clusters.plan_merge(0, 1)
    assert plan.possible and np.array_equal(plan.labels == plan.labels[0], session.labels < 2), plan
    session.close()


# ------------------------------------------------------------------ a new one


def test_points_of_two_clusters_are_a_new_one(session):
    before = but_for_counters(session)
    answers = session.clusters.group([2, 3])
    assert said(answers) == [(2, 3, "must"), (0, 2, "cannot"), (2, 4, "cannot")]
    assert session.n_clusters == 4 and [2, 3] in clusters(session)
    session.undo()
    assert but_for_counters(session) == before


def test_a_part_of_one_cluster_leaves_number_and_name_to_the_rest(session):
    session.clusters.rename(at(session, FAR), "far")
    session.clusters.group([7, 8, 9, 10])
    assert session.clusters.names[session.labels[6]] == "far"
    assert session.clusters.names[session.labels[8]] == "Cluster 4"


@pytest.mark.parametrize(
    ("rows", "words"), [([], "No points"), ([3, 4, 5], "all of Cluster"), ([99], "row=99")]
)
def test_what_is_no_new_cluster_is_refused(session, rows, words):
    with pytest.raises(InputError, match=words):
        session.clusters.group(rows)


def test_points_that_must_links_hold_to_others_are_no_cluster(session):
    session.answer(6, 7, "must")
    session.answer(3, 4, "must")
    session.answer(8, 9, "must")
    with pytest.raises(InputError, match=r"to points outside \(answers 1 and 3\); take them back"):
        session.clusters.group([6, 8])
    assert session.clusters.group([8, 9, 10])


def test_points_that_are_apart_are_no_cluster(session):
    session.answer(2, 3, "cannot")
    with pytest.raises(InputError, match="apart by answer 1; take it back"):
        session.clusters.group([2, 3])
