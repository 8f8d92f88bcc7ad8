"""A session driven from Python: answers, undo, settings, questions, history, and bad input."""

import logging
import threading
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from session_parts import Broken, Deaf, Shuffled, blobs, picture
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, ExploreConsolidate, Random, Snapshot
from jupyter_sscluster.cluster import Infeasible, KMeans, PCKMeans
from jupyter_sscluster.session.run.agreement import satisfaction

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


# --------------------------------------------------------------------------- answers and undo


def test_it_starts_with_the_clusterers_own_labels():
    session = make(random_state=5)
    expected = PCKMeans(3, n_init=2, random_state=5).fit(X)
    np.testing.assert_array_equal(session.labels, expected.labels_)
    assert session.record.objective == expected.objective_
    assert (session.record.cause, session.record.fresh, session.record.moved) == ("start", True, 0)


def test_an_answer_is_knowledge_and_a_step_of_its_own():
    session = make()
    answer = session.answer(7, 3, "must", weight=2.0, source="test")
    assert (answer.number, answer.i, answer.j, answer.kind) == (1, 7, 3, "must")
    assert (answer.weight, answer.source, answer.pair) == (2.0, "test", (3, 7))
    assert session.answers == (answer,)
    assert session.constraints == Constraints(60, must=[(3, 7)], must_weights=2.0)
    assert session.undo_label == "answer 1: 7 – 3, must-link"


def test_undo_and_redo_bring_labels_back_without_a_fit():
    session = make()
    seen = [session.labels]
    for i, j, kind in [(0, 1, "must"), (3, 4, "must"), (0, 3, "cannot")]:
        session.answer(i, j, kind)
        seen.append(session.labels)
    events = watched(session)
    n_fits = len(session.history)
    assert session.undo() == "answer 3: 0 – 3, cannot-link"
    assert session.redo() == "answer 3: 0 – 3, cannot-link"
    assert [session.labels is seen[k] for k in (3,)] == [True]
    for k in (2, 1, 0):
        session.undo()
        assert session.labels is seen[k]
    assert (session.undo(), session.can_undo, session.answers) == (None, False, ())
    for k in (1, 2, 3):
        session.redo()
        assert session.labels is seen[k]
    assert (session.redo(), session.can_redo) == (None, False)
    assert len(session.history) == n_fits
    assert {event.kind for event in events} == {"answers"}


def test_every_change_has_a_revision_of_its_own_undo_and_redo_included():
    session = make()
    changes = [
        lambda: session.answer(0, 1, "must"),
        lambda: session.answer(0, 2, "cannot"),
        session.undo,
        session.undo,
        session.redo,
        lambda: session.set_params(n_init=1),
        session.undo,
    ]
    seen = [session.revision]
    for change in changes:
        change()
        seen.append(session.revision)
    assert seen == list(range(len(changes) + 1))


def test_a_new_answer_after_undo_drops_what_was_undone_but_no_number_is_used_twice():
    session = make()
    session.answer(0, 1, "must")
    session.answer(2, 3, "must")
    session.undo()
    session.undo()
    assert session.answer(4, 5, "must").number == 3
    assert not session.can_redo
    assert [record.cause[:8] for record in session.branch] == ["start", "answer 3"]
    assert len(session.history) == 4
    session.take_back(3)
    assert session.answer(4, 5, "must").number == 4


def test_dont_know_is_remembered_and_moves_nothing():
    session = make()
    events = watched(session)
    session.answer(9, 8, "unknown")
    assert session.unknown == ((8, 9),)
    assert len(session.constraints) == 0
    assert len(session.history) == 1
    assert [event.kind for event in events] == ["answers"]
    session.answer(8, 9, "must")
    assert session.unknown == ()
    session.take_back(2)
    assert session.unknown == ((8, 9),)


def test_the_same_link_twice_is_no_new_knowledge():
    session = make()
    first = session.answer(0, 1, "must")
    before, events = picture(session), watched(session)
    assert session.answer(1, 0, "must") is first
    assert session.answer(0, 1, "must", weight=0.5) is first
    assert session.answer_many([(1, 0), (0, 1)], "must") == (first, first)
    assert picture(session) == before
    assert events == []


def test_a_larger_weight_is_a_change_and_a_link_that_only_follows_is_recorded():
    session = make()
    session.answer(0, 1, "must")
    heavier = session.answer(0, 1, "must", weight=2.0)
    assert heavier.number == 2
    assert session.constraints.must_weights.tolist() == [2.0]
    assert session.statements(1, 0, "must") == session.answers
    assert session.answer(1, 0, "must") is heavier
    session.answer(1, 2, "must")
    assert session.answer(0, 2, "must").number == 4
    assert session.answer(0, 2, "must", soft=True).number == 5
    session.take_back(2)
    assert session.constraints.must_weights.tolist() == [1.0, 1.0, 1.0]


def test_what_is_known_is_left_out_of_many_and_each_still_has_its_answer():
    session = make()
    known = session.answer(0, 1, "must")
    given = session.answer_many([(2, 3, "must"), (0, 1, "must"), (3, 2, "must"), (4, 5, "cannot")])
    assert [answer.number for answer in given] == [2, 1, 2, 3]
    assert given[1] is known
    assert session.undo_label == "answers 2–3: 1 must-link and 1 cannot-link"


def test_replace_takes_several_back_in_one_step():
    session = make()
    for i, j in [(0, 1), (1, 2), (0, 3), (3, 2)]:
        session.answer(i, j, "must")
    new = session.replace((1, 3), 0, 2, "cannot")
    assert [answer.number for answer in session.answers] == [2, 4, 5]
    assert (new.number, session.constraints.relation(0, 2)) == (5, "cannot")
    assert session.undo_label.endswith("instead of answers 1 and 3")
    session.undo()
    assert [answer.number for answer in session.answers] == [1, 2, 3, 4]
    assert session.replace([1, 2], 0, 3, "must").number == 3
    assert [answer.number for answer in session.answers] == [3, 4]


def test_a_contradiction_is_stopped_before_anything_is_recorded():
    session = make()
    session.answer(0, 1, "must")
    session.answer(1, 2, "must")
    before, events = picture(session), watched(session)
    with pytest.raises(ConflictError) as caught:
        session.answer(0, 2, "cannot")
    assert [answer.number for answer in session.chain(caught.value.witness)] == [1, 2]
    with pytest.raises(ConflictError):
        session.answer_many([(5, 6), (0, 2), (7, 8)], "cannot")
    assert picture(session) == before
    assert events == []


def test_a_soft_answer_never_contradicts():
    session = make()
    session.answer(0, 1, "must")
    session.answer(0, 1, "cannot", soft=True)
    assert session.constraints.relation(0, 1) == "must"
    assert session.constraints.soft_cannot.tolist() == [[0, 1]]
    assert session.record.violated == 1
    assert session.record.kept == 0.5
    assert session.undo_label == "answer 2: 0 – 1, cannot-link, soft"


def test_soft_answers_count_as_kept_where_the_labels_keep_them():
    constraints = Constraints(4, must=[(0, 1)], cannot=[(0, 3)])
    constraints = constraints.add_pairs([(2, 3), (1, 2), (0, 2)], "must", soft=True)
    constraints = constraints.add_pairs([(1, 3), (2, 3)], "cannot", soft=True)
    assert satisfaction(np.array([0, 0, 1, 1]), constraints) == (1 - 3 / 7, 3)
    assert satisfaction(np.array([0, 1, 1, 0]), constraints) == (1 - 4 / 7, 4)
    assert satisfaction(np.zeros(4, dtype=int), Constraints(4)) == (1.0, 0)


def test_replace_takes_one_back_and_records_another_in_one_step():
    session = make()
    session.answer(0, 1, "must")
    session.answer(1, 2, "must")
    new = session.replace(1, 0, 2, "cannot")
    assert new.number == 3
    assert [answer.number for answer in session.answers] == [2, 3]
    assert session.constraints == Constraints(60, must=[(1, 2)], cannot=[(0, 2)])
    assert session.undo_label == "answer 3: 0 – 2, cannot-link, instead of answer 1"
    session.undo()
    assert [answer.number for answer in session.answers] == [1, 2]
    with pytest.raises(ConflictError):
        session.replace(2, 0, 1, "cannot")
    assert [answer.number for answer in session.answers] == [1, 2]


def test_many_answers_are_one_step():
    session = make()
    given = session.answer_many([(0, 1, "must"), (2, 3, "cannot"), (4, 5, "must")])
    assert [answer.number for answer in given] == [1, 2, 3]
    assert {answer.source for answer in given} == {"lasso"}
    assert session.undo_label == "answers 1–3: 2 must-links and 1 cannot-link"
    session.undo()
    assert session.answers == ()
    assert session.answer_many([], "must") == ()
    assert not session.can_undo


def test_what_was_known_at_the_start_has_numbers_too():
    known = Constraints(60, must=[(0, 1)], cannot=[(5, 2)], must_weights=3.0)
    known = known.add(7, 8, "must", soft=True)
    session = make(constraints=known)
    assert [(a.number, a.kind, a.soft, a.source) for a in session.answers] == [
        (1, "must", False, "initial"),
        (2, "cannot", False, "initial"),
        (3, "must", True, "initial"),
    ]
    assert session.constraints == known
    assert not session.can_undo
    session.take_back(2)
    assert session.constraints.relation(2, 5) is None
    session.undo()
    assert session.constraints == known


# --------------------------------------------------------------------------- labels and fits


def test_permuted_labels_change_no_colour():
    session = Session(X, Shuffled(), "random")
    first = session.labels
    for i in range(8):
        session.answer(i, i + 30, "must")
        np.testing.assert_array_equal(session.labels, first)
        assert session.record.moved == 0


def test_the_names_of_clusters_stay_when_k_grows_and_shrinks():
    session = Session(X, Shuffled(2), "random")
    two = session.labels
    session.set_n_clusters(3)
    three = session.labels
    moved = np.flatnonzero(two != three)
    assert set(three[moved]) == {2}
    assert set(three) == {0, 1, 2}
    session.set_n_clusters(2)
    assert set(session.labels) == {0, 1}


def test_moved_points_are_those_whose_number_changed():
    session = make(clusterer="kmeans", n_clusters=3)
    before = session.labels
    session.set_n_clusters(5)
    record = session.record
    np.testing.assert_array_equal(record.moved_points, np.flatnonzero(before != session.labels))
    assert record.moved == len(record.moved_points) > 0


def test_a_fit_goes_on_from_the_last_centres():
    session = make()
    centres = np.array([X[session.labels == k].mean(axis=0) for k in range(3)])
    session.answer(0, 1, "must")
    expected = PCKMeans(3, init=centres, n_init=1, random_state=0)
    expected.fit(X, constraints=session.constraints)
    np.testing.assert_array_equal(session.labels, expected.labels_)
    assert (session.record.fresh, session.record.objective) == (False, expected.objective_)


class Told(ClusterMixin, BaseEstimator):
    """Remembers what its fit was told besides the data."""

    told: ClassVar[list] = []

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def fit(self, X, y=None, **known):
        self.told.append(known)
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


class ToldPairs(Told):
    def fit(self, X, y=None, *, ml=(), cl=(), **more):
        return super().fit(X, ml=ml, cl=cl, **more)


def test_a_fit_that_takes_any_keywords_is_told_the_constraints():
    Told.told.clear()
    session = Session(X, Told(), "random")
    session.answer(0, 1, "must")
    assert [set(known) for known in Told.told] == [{"constraints"}] * 2
    assert Told.told[-1]["constraints"] == session.constraints
    session.set_clusterer(ToldPairs())
    assert Told.told[-1] == {"ml": [[0, 1]], "cl": []}


def test_a_fresh_fit_uses_the_clusterers_own_starts():
    session = make()
    session.answer(0, 1, "must")
    warm = session.record
    session.refit(fresh=True)
    expected = PCKMeans(3, n_init=2, random_state=0).fit(X, constraints=session.constraints)
    assert session.record.fresh
    assert session.record.objective == expected.objective_
    assert session.undo() == "fresh fit"
    assert session.record is warm
    session.redo()
    session.refit()
    assert (session.record.fresh, session.undo_label) == (False, "refit")


@pytest.mark.parametrize(
    "change",
    [
        lambda session: session.set_n_clusters(4),
        lambda session: session.set_clusterer("kmeans"),
        lambda session: session.set_params(max_iter=50),
    ],
)
def test_another_clusterer_starts_afresh(change):
    session = make()
    session.answer(0, 1, "must")
    change(session)
    assert session.record.fresh
    session.answer(2, 3, "must")
    assert not session.record.fresh


def test_no_fit_goes_on_from_the_labels_of_another_clusterer():
    session = make()
    stop = session.subscribe(
        lambda event: event.kind == "settings" and session.answer(0, 1, "must")
    )
    session.set_clusterer("kmeans")
    stop()
    assert [record.cause[:8] for record in session.branch] == ["start", "answer 1"]
    assert session.record.fresh


def test_a_warm_fit_that_fails_is_made_afresh():
    session = Session(X, Broken(), "random")
    session.answer(0, 1, "must")
    assert (session.error, session.record.fresh, len(session.history)) == (None, True, 2)


def test_a_fit_that_fails_leaves_the_last_clustering():
    session = make()
    session.answer(0, 1, "must")
    labels, events = session.labels, watched(session)
    session.set_clusterer(Broken(2, always=True))
    assert session.labels is labels
    assert session.error == "Broken stopped with RuntimeError: no luck today"
    assert [event.kind for event in events] == ["settings", "fit_started", "failed"]
    session.answer(4, 5, "unknown")
    assert session.error is not None
    session.undo()
    session.undo()
    assert session.error is None
    session.redo()
    assert session.error is not None
    session.refit()
    assert session.undo_label == "clusterer Broken, 2 clusters"


class Interrupted(Deaf):
    """Stopped by the person at the keyboard, once."""

    calls = 0

    def fit(self, X, y=None):
        type(self).calls += 1
        if type(self).calls == 2:
            raise KeyboardInterrupt
        return super().fit(X, y)


def test_an_interrupted_fit_keeps_the_answer_and_can_be_made_up_for():
    session = Session(X, Interrupted(0), "random")
    with pytest.raises(KeyboardInterrupt):
        session.answer(0, 1, "must")
    assert (len(session.answers), session.fitting, len(session.history)) == (1, False, 1)
    session.refit()
    assert session.record.n_answers == 1
    assert session.revision == 1


def test_if_the_very_first_fit_fails_there_is_no_session():
    with pytest.raises(RuntimeError, match="no luck"):
        Session(X, Broken(always=True))
    triangle = Constraints(60, cannot=[(0, 1), (1, 2), (0, 2)])
    session = Session(X, Deaf(0), constraints=triangle)
    with pytest.raises(InputError, match=r"n_clusters=2 is too small for COP.*3 components.*use 3"):
        session.set_clusterer("copkmeans")
    assert isinstance(session.clusterer, Deaf)


def test_answers_beyond_what_k_allows_are_kept_and_the_fit_says_so():
    session = make(clusterer="copkmeans", n_clusters=2)
    session.answer_many([(0, 1), (1, 2)], "cannot")
    labels = session.labels
    session.answer(0, 2, "cannot")
    assert len(session.answers) == 3
    assert session.labels is labels
    assert session.error
    assert isinstance(session._engine.failure, Infeasible)
    session.set_params(random_state=3)
    session.undo()
    session.set_n_clusters(3)
    assert session.error is None
    assert session.record.violated == 0


def test_background_and_inline_give_the_same_labels():
    inline, background = make(), make(background=True)
    assert background.wait(20)
    for i in range(10):
        for session in (inline, background):
            session.answer(i, i + 30, "must" if i % 2 else "cannot")
            assert session.wait(20)
        np.testing.assert_array_equal(inline.labels, background.labels)
    assert [r.score for r in inline.history] == [r.score for r in background.history]


def test_the_same_session_twice():
    def run():
        session = make(random_state=3, strategy="npu")
        for k in range(5):
            i, j = session.propose()[0].pair
            session.answer(i, j, "must" if i % 3 == j % 3 else "cannot")
            session.answer(2 * k, 2 * k + 1, "unknown")
        return session

    one, other = run(), run()
    assert one.labels.tobytes() == other.labels.tobytes()
    assert [a.pair for a in one.answers] == [a.pair for a in other.answers]


def test_scores():
    truth = np.arange(60) % 3
    session = make(y_true=np.array(["a", "b", "c"])[truth])
    assert session.score_name == "adjusted Rand"
    assert 0.5 < session.record.score <= 1
    plain = make()
    assert plain.score_name == "silhouette"
    assert 0.2 < plain.record.score < 0.9
    plain.set_n_clusters(1)
    assert plain.record.score is None


def test_the_score_comes_after_the_labels():
    session = make()
    seen = []
    session.subscribe(lambda event: seen.append((event.kind, session.record.score is None)))
    session.answer(0, 1, "must")
    assert [kind for kind, _ in seen if kind != "progress"] == [
        "answers", "fit_started", "fitted", "scored",
    ]  # fmt: skip
    assert dict(seen)["fitted"] is True
    assert dict(seen)["scored"] is False


# --------------------------------------------------------------------------- settings


def test_settings_are_steps():
    session = make()
    first = session.labels
    session.set_clusterer("kmeans")
    assert isinstance(session.clusterer, KMeans)
    assert session.undo_label == "clusterer k-means (no constraints)"
    session.set_n_clusters(4)
    session.set_params(max_iter=7, n_clusters=5)
    assert session.undo_label == "max_iter = 7, 5 clusters"
    assert (session.clusterer.max_iter, session.clusterer.n_clusters) == (7, 5)
    session.set_strategy("explore consolidate", random_state=1)
    assert isinstance(session.strategy, ExploreConsolidate)
    for _ in range(4):
        session.undo()
    assert isinstance(session.clusterer, PCKMeans)
    assert isinstance(session.strategy, Random)
    assert session.labels is first


def test_settings_that_change_nothing_are_no_step():
    session = make()
    session.set_n_clusters(3)
    session.set_params(n_init=2)
    session.set_strategy("random")
    session.set_clusterer(PCKMeans(3, n_init=2))
    assert session.revision == 0


def test_a_strategy_needs_no_new_fit():
    session = make()
    session.set_strategy(NPU(random_state=4))
    assert len(session.history) == 1
    assert session.strategy.random_state == 4


def test_an_instance_brings_its_k_and_a_name_keeps_it():
    session = make()
    session.set_clusterer("kmeans")
    assert session.n_clusters == 3
    session.set_clusterer(KMeans(5))
    assert session.n_clusters == 5


def test_estimators_of_the_caller_are_never_touched():
    clusterer, strategy = PCKMeans(3, n_init=1), Random(random_state=None)
    session = Session(X, clusterer, strategy)
    session.set_params(n_init=3)
    session.clusterer.set_params(n_init=9)
    assert clusterer.n_init == 1
    assert clusterer.random_state is None
    assert not hasattr(clusterer, "labels_")
    assert session.clusterer.n_init == 3
    assert strategy.random_state is None
    assert session.strategy.random_state == 0


def test_k_is_chosen_when_nobody_says():
    assert Session(X, "kmeans").n_clusters == 3
    assert Session(X).n_clusters == 3
    assert Session(np.ones((5, 2)), "kmeans").n_clusters == 1
    assert Session([[1.0, 2.0]], "kmeans").n_clusters == 1
    four = Constraints(60, cannot=[(i, j) for i in range(4) for j in range(i)])
    assert Session(X, "kmeans", constraints=four).n_clusters >= 4


def test_a_frame_gives_names():
    rows = [f"row {i}" for i in range(60)]
    session = Session(pd.DataFrame(X, columns=["a", "b"], index=rows), PCKMeans(3, n_init=1))
    assert session.feature_names == ("a", "b")
    assert session.names[3] == session.display_name(3) == "row 3"
    session.answer(3, 4, "must")
    assert session.undo_label == "answer 1: row 3 – row 4, must-link"
    assert session.constraints.names == session.names
    with pytest.raises(ConflictError, match="row 3"):
        session.answer(4, 3, "cannot")


def test_the_data_are_a_copy():
    mine = X.copy()
    session = Session(mine, "kmeans", n_clusters=2)
    mine[:] = 0
    np.testing.assert_array_equal(session.X, X)
    with pytest.raises(ValueError, match="read-only"):
        session.X[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        session.labels[0] = 1


# --------------------------------------------------------------------------- questions


def test_a_question_is_the_strategys_and_closes_when_answered():
    session = make(strategy=Random(random_state=1))
    events = watched(session)
    queries = session.propose(3)
    snapshot = Snapshot(X, session.constraints, labels=session.labels, clusterer=session.clusterer)
    assert queries == Random(random_state=1).propose(snapshot, 3)
    assert session.question == queries[0]
    assert [event.kind for event in events] == ["question"]
    session.answer(*queries[0].pair, "unknown")
    assert session.question == queries[1]
    session.answer(*queries[2].pair, "must", soft=True)
    assert session.questions == (queries[1],)
    session.undo()
    session.undo()
    assert session.questions == tuple(queries)
    session.set_strategy("npu")
    assert session.question is None


def test_nothing_left_to_ask():
    session = Session([[0.0], [1.0]], "kmeans", "random", n_clusters=2)
    i, j = session.propose()[0].pair
    session.answer(i, j, "must")
    assert session.propose() == []
    assert session.question is None


def test_a_proposal_that_was_overtaken_asks_nothing():
    session = make()
    started, go_on = threading.Event(), threading.Event()

    class Slow(Random):
        def propose(self, snapshot, n_pairs=1):
            started.set()
            go_on.wait(10)
            return super().propose(snapshot, n_pairs)

    session.set_strategy(Slow())
    thread = threading.Thread(target=session.propose)
    thread.start()
    assert started.wait(10)
    session.answer(0, 1, "must")
    go_on.set()
    thread.join(10)
    assert session.question is None


# --------------------------------------------------------------------------- listeners


def test_a_listener_that_fails_harms_nobody(caplog):
    session = make()
    session.subscribe(lambda event: 1 / 0)
    events = watched(session)
    session.answer(0, 1, "must")
    assert events[0].detail == "answer 1: 0 – 1, must-link"
    assert "ZeroDivisionError" in caplog.text


def test_the_log_of_a_listener_that_fails_tells_its_own_story_only(caplog):
    session = make()
    session.subscribe(lambda event: {}[event.kind])

    def clumsy(event):
        try:
            int("one")
        except ValueError:
            return [][len(event.kind)]

    session.subscribe(clumsy)
    session.set_clusterer(Broken(always=True))
    assert "no luck today" in session.error
    failed = [r for r in caplog.records if r.getMessage() == "a listener failed on 'failed'"]
    first, second = (logging.Formatter().formatException(record.exc_info) for record in failed)
    assert "KeyError" in first
    assert "IndexError" in second
    assert "invalid literal" in second
    assert "no luck today" not in first + second


@pytest.mark.parametrize("callback", [3, None, "print"])
def test_what_cannot_be_called_is_no_listener(callback):
    session = make()
    with pytest.raises(InputError, match="callback=.* cannot be called; pass a function") as caught:
        session.subscribe(callback)
    assert isinstance(caught.value, TypeError)
    session.answer(0, 1, "must")


@pytest.mark.parametrize("soft", ["x", 1, None, "False", 0.0])
def test_soft_is_true_or_false(soft):
    session = make()
    before = picture(session)
    for call in (
        lambda: session.answer(0, 1, "must", soft=soft),
        lambda: session.answer_many([(0, 1), (2, 3)], "must", soft=soft),
    ):
        with pytest.raises(InputError, match="soft=.* must be True or False: True for an answer"):
            call()
    assert picture(session) == before
    assert session.answer(0, 1, "must", soft=np.True_).soft is True


def test_a_listener_may_leave_and_may_call_the_session():
    session = make()
    calls = []
    stop = session.subscribe(lambda event: calls.append(event.kind))
    stop()
    stop()

    def answer_once(event):
        if event.kind == "fitted" and len(session.answers) < 3:
            session.answer(10, 11 + len(session.answers), "must")

    session.subscribe(answer_once)
    session.answer(0, 1, "must")
    assert len(session.answers) == 3
    assert len(session.branch) == 4
    assert calls == []


# --------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: s.answer(0, 60, "must"), "60"),
        (lambda s: s.answer(-1, 2, "unknown"), "-1"),
        (lambda s: s.answer(3, 3, "must"), "3"),
        (lambda s: s.answer(1.0, 2, "must"), "1.0"),
        (lambda s: s.answer("1", 2, "unknown"), "'1'"),
        (lambda s: s.answer(True, 2, "must"), "True"),
        (lambda s: s.answer(1, 2, "maybe"), '\'maybe\'.*"must".*"unknown"'),
        (lambda s: s.answer(1, 2, None), "None"),
        (lambda s: s.answer(1, 2, "must", weight=0), "weight=0"),
        (lambda s: s.answer(1, 2, "unknown", weight=float("nan")), "weight=nan"),
        (lambda s: s.answer(1, 2, "must", weight=1e308), r"weight=1e\+308 must be .* <= 1e\+12"),
        (lambda s: s.answer_many([(1, 2)], "cannot", weight=1e13), r"weight=10+.0 must be"),
        (lambda s: s.answer(1, 2, "must", source=3), "source=3"),
        (lambda s: s.answer_many([(1, 2), (3,)], "must"), r"\(3,\)"),
        (lambda s: s.answer_many([(1, 2)]), "kind=None"),
        (lambda s: s.answer_many([(1, 2), 7], "must"), "7"),
        (lambda s: s.take_back(9), "answer 9.*session.answers"),
        (lambda s: s.take_back(True), "True"),
        (lambda s: s.replace(9, 1, 2, "must"), "answer 9"),
        (lambda s: s.set_n_clusters(0), "n_clusters=0.*1 to 60"),
        (lambda s: s.set_n_clusters(61), "n_clusters=61"),
        (lambda s: s.set_n_clusters(2.0), "2.0"),
        (lambda s: s.set_clusterer("dbscam"), "'dbscam'.*'kmeans'"),
        (lambda s: s.set_clusterer(3), "3"),
        (lambda s: s.set_clusterer("kmeans", n_init=0), "n_init=0"),
        (lambda s: s.set_clusterer("kmeans", depth=3), "depth"),
        (lambda s: s.set_clusterer(KMeans(3), depth=3), "depth.*n_init"),
        (lambda s: s.set_params(max_iter=-1), "max_iter=-1"),
        (lambda s: s.set_params(depth=1), "'depth'.*max_iter"),
        (lambda s: s.set_params(init=X[:2]), r"\(2, 2\).*\(3, 2\).*n_clusters together"),
        (lambda s: s.set_params(init=X[:3, :1]), r"\(3, 1\).*\(3, 2\)"),
        (lambda s: s.set_params(init=X[:3], n_clusters=4), r"\(3, 2\).*\(4, 2\)"),
        (lambda s: s.set_params(init=np.full((3, 2), np.nan)), "init holds NaN"),
        (lambda s: s.set_params(init="nope"), "init='nope'.*'kmeans_plusplus'"),
        (lambda s: s.set_params(random_state="x"), "random_state='x'.*RandomState"),
        (lambda s: s.set_clusterer("kmeans", init=X[:2]), r"\(2, 2\).*\(3, 2\)"),
        (lambda s: s.set_clusterer(KMeans(4, init=X[:3])), r"\(3, 2\).*\(4, 2\)"),
        (lambda s: s.set_strategy("guess"), "'guess'.*'npu'"),
        (lambda s: s.set_strategy("npu", random_state="x"), "random_state='x'"),
        (lambda s: s.propose(0), "n_pairs=0"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(call, words):
    session = make()
    session.answer(0, 1, "must")
    before, events = picture(session), watched(session)
    with pytest.raises(InputError, match=words):
        call(session)
    assert picture(session) == before
    assert events == []


def test_given_centres_hold_the_number_of_clusters_until_both_change():
    session = make()
    session.set_params(init=X[:3])
    assert session.error is None
    with pytest.raises(InputError, match=r"\(3, 2\).*\(4, 2\)"):
        session.set_n_clusters(4)
    session.set_params(init=X[:4], n_clusters=4)
    assert (session.n_clusters, session.error) == (4, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n_clusters": 0}, "n_clusters=0"),
        ({"n_clusters": 61}, "n_clusters=61.*60"),
        ({"clusterer": "nearest"}, "'nearest'.*'pckmeans'"),
        ({"clusterer": PCKMeans(99)}, "n_clusters=99"),
        ({"clusterer": PCKMeans(3, max_iter=0)}, "max_iter=0"),
        ({"strategy": "nearest"}, "'nearest'.*'npu'"),
        ({"constraints": Constraints(5)}, "5 rows.*is 60"),
        ({"constraints": [(1, 2)]}, r"Constraints\(60"),
        ({"names": ["a"]}, "1 names.*60 rows"),
        ({"y_true": [0, 1]}, r"y_true.*\(60,\)"),
        ({"random_state": -1}, "random_state=-1"),
        ({"random_state": None}, "random_state=None"),
        ({"path": 7}, "path=7"),
    ],
)
def test_bad_arguments_are_named(arguments, words):
    with pytest.raises(InputError, match=words):
        Session(X, **arguments)


@pytest.mark.parametrize("bad", [[[np.nan]], np.ones(3), np.ones((0, 2)), [["a"]]])
def test_bad_data_are_refused(bad):
    with pytest.raises(InputError):
        Session(bad)


@pytest.mark.filterwarnings("ignore:.*centres differ")
@pytest.mark.parametrize("data", [np.ones((6, 2)), np.c_[np.arange(6.0), np.ones(6)]])
def test_identical_points_and_constant_columns_are_fine(data):
    session = Session(data, n_clusters=2)
    session.answer(0, 1, "cannot")
    assert session.error is None
    assert session.propose()


def test_one_point_alone():
    session = Session([[1.0, 2.0]])
    assert session.labels.tolist() == [0]
    assert session.propose() == []
