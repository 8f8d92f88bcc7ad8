"""Fits of a session: stable colours, warm starts, and failures that harm nothing."""

from typing import ClassVar

import numpy as np
import pytest
from session_parts import Broken, Deaf, Shuffled, blobs
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.metrics import adjusted_rand_score
from work import fits_made

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import BeliefClustering, Infeasible, PCKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.fit.precomputed_fits import problem_of

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def watched(session):
    events = []
    session.subscribe(events.append)
    return events


def test_permuted_labels_change_no_colour():
    session = Session(X, Shuffled(), "random")
    first = session.labels
    for i in range(8):
        session.answer(i, i + 30, "must")
        np.testing.assert_array_equal(session.labels, first)
        assert session.history.current_fit.moved == 0


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
    record = session.history.current_fit
    np.testing.assert_array_equal(record.moved_points, np.flatnonzero(before != session.labels))
    assert record.moved == len(record.moved_points) > 0


def test_a_fit_goes_on_from_the_last_centres():
    session = make()
    centres = np.array([X[session.labels == k].mean(axis=0) for k in range(3)])
    session.answer(0, 1, "must")
    expected = PCKMeans(3, init=centres, n_init=1, random_state=0)
    expected.fit(X, constraints=session.constraints)
    np.testing.assert_array_equal(session.labels, expected.labels_)
    assert (session.history.current_fit.fresh, session.history.current_fit.objective) == (
        False,
        expected.objective_,
    )


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
    def fit(self, X, y=None, *, must=(), cannot=(), **more):
        return super().fit(X, must=must, cannot=cannot, **more)


class ToldShortNames(Told):
    def fit(self, X, y=None, *, ml=(), cl=(), **more):
        return super().fit(X, ml=ml, cl=cl, **more)


def test_a_fit_that_takes_any_keywords_is_told_the_constraints():
    Told.told.clear()
    session = Session(X, Told(), "random")
    session.answer(0, 1, "must")
    assert [set(known) for known in Told.told] == [{"constraints"}] * 2
    assert Told.told[-1]["constraints"] == session.constraints
    session.set_clusterer(ToldPairs())
    assert Told.told[-1] == {"must": [[0, 1]], "cannot": []}
    session.set_clusterer(ToldShortNames())
    assert Told.told[-1] == {"ml": [[0, 1]], "cl": []}


def test_a_fresh_fit_uses_the_clusterers_own_starts():
    session = make()
    session.answer(0, 1, "must")
    warm = session.history.current_fit
    session.fit(fresh=True)
    expected = PCKMeans(3, n_init=2, random_state=0).fit(X, constraints=session.constraints)
    assert session.history.current_fit.fresh
    assert session.history.current_fit.objective == expected.objective_
    assert session.undo() == "fresh fit"
    assert session.history.current_fit is warm
    session.redo()
    session.fit()
    assert (session.history.current_fit.fresh, session.history.undo_label) == (False, "refit")


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
    assert session.history.current_fit.fresh
    session.answer(2, 3, "must")
    assert not session.history.current_fit.fresh


def test_no_fit_goes_on_from_the_labels_of_another_clusterer():
    session = make()
    stop = session.subscribe(
        lambda event: event.kind == "settings" and session.answer(0, 1, "must")
    )
    session.set_clusterer("kmeans")
    stop()
    assert [record.cause[:8] for record in session.history.branch_fits] == ["start", "answer 1"]
    assert session.history.current_fit.fresh


def test_a_warm_fit_that_fails_is_made_afresh():
    session = Session(X, Broken(), "random")
    session.answer(0, 1, "must")
    assert (
        engine_of(session).fits.error,
        session.history.current_fit.fresh,
        len(session.history.fits),
    ) == (
        None,
        True,
        2,
    )


def test_a_fit_that_fails_leaves_the_last_clustering():
    session = make()
    session.answer(0, 1, "must")
    labels, events = session.labels, watched(session)
    session.set_clusterer(Broken(2, always=True))
    assert session.labels is labels
    assert engine_of(session).fits.error == "Broken stopped with RuntimeError: no luck today"
    assert [event.kind for event in events] == ["settings", "fit_started", "failed"]
    session.answer(4, 5, "unknown")
    assert engine_of(session).fits.error is not None
    session.undo()
    session.undo()
    assert engine_of(session).fits.error is None
    session.redo()
    assert engine_of(session).fits.error is not None
    session.fit()
    assert session.history.undo_label == "clusterer Broken, 2 clusters"


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
    assert (len(session.answers), session.is_fitting, len(session.history.fits)) == (1, False, 1)
    session.fit()
    assert session.history.current_fit.n_answers == 1
    assert engine_of(session).revision == 1


def test_if_the_very_first_fit_fails_there_is_no_session():
    with pytest.raises(RuntimeError, match="no luck"):
        Session(X, Broken(always=True))
    triangle = Constraints(60, cannot=[(0, 1), (1, 2), (0, 2)])
    session = Session(X, Deaf(0), constraints=triangle)
    with pytest.raises(InputError, match=r"n_clusters=2 is too small for COP.*3 components.*use 3"):
        session.set_clusterer("copkmeans", n_clusters=2)
    assert isinstance(session.clusterer, Deaf)


def test_answers_beyond_what_k_allows_are_kept_and_the_fit_says_so():
    session = make(clusterer="copkmeans", n_clusters=2)
    session.answer_many([(0, 1), (1, 2)], "cannot")
    labels = session.labels
    session.answer(0, 2, "cannot")
    assert len(session.answers) == 3
    assert session.labels is labels
    assert engine_of(session).fits.error
    assert isinstance(session._engine.fits.failure, Infeasible)
    session.set_params(random_state=3)
    session.undo()
    session.set_n_clusters(3)
    assert engine_of(session).fits.error is None
    assert session.history.current_fit.violated == 0


def test_background_and_inline_give_the_same_labels():
    inline, background = make(), make(background=True)
    assert background.wait(20)
    for i in range(10):
        for session in (inline, background):
            session.answer(i, i + 30, "must" if i % 2 else "cannot")
            assert session.wait(20)
        np.testing.assert_array_equal(inline.labels, background.labels)
    assert [r.score for r in inline.history.fits] == [r.score for r in background.history.fits]


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
    assert engine_of(session).data.score_name == "adjusted Rand"
    assert 0.5 < session.history.current_fit.score <= 1
    plain = make()
    assert engine_of(plain).data.score_name == "silhouette"
    assert 0.2 < plain.history.current_fit.score < 0.9
    plain.set_n_clusters(1)
    assert plain.history.current_fit.score is None


def test_the_score_comes_after_the_labels():
    session = make()
    seen = []
    session.subscribe(
        lambda event: seen.append((event.kind, session.history.current_fit.score is None))
    )
    session.answer(0, 1, "must")
    assert [kind for kind, _ in seen if kind != "progress"] == [
        "answers", "fit_started", "fitted", "scored",
    ]  # fmt: skip
    assert dict(seen)["fitted"] is True
    assert dict(seen)["scored"] is False


def belief(answers, **settings):
    session = Session(X, BeliefClustering(3, n_init=2), random_state=0, **settings)
    for answer in answers:
        session.answer(*answer)
    return session


# Three of them are wrong: from the last labels, the order of the answers would matter.
ANSWERS = [
    *[(7, 59, "cannot"), (29, 42, "must"), (23, 55, "must"), (4, 45, "cannot")],
    *[(22, 51, "cannot"), (30, 59, "must"), (20, 47, "must"), (39, 56, "cannot")],
]


def test_with_belief_clustering_clusters_depend_on_the_answers_alone():
    one, other = belief(ANSWERS), belief(ANSWERS[::-1])
    assert adjusted_rand_score(one.labels, other.labels) == 1.0
    assert one.history.current_fit.fresh and other.history.current_fit.fresh
    alone = clone(one.clusterer).fit(X, constraints=one.constraints)
    assert adjusted_rand_score(alone.labels_, one.labels) == 1.0


def test_after_clusters_were_merged_by_hand_belief_clustering_goes_on_from_them():
    session = belief([(3, 6, "must")])
    session.clusters.merge(0, 2)
    for answer in [(4, 7, "must"), (10, 13, "must")]:
        record, state = session.history.current_fit, engine_of(session).state
        assert np.array_equal(problem_of(X, state, record).start, session.labels)
        session.answer(*answer)
        assert not session.history.current_fit.fresh
    session.fit(fresh=True)
    session.rows.exclude([50])
    assert session.history.current_fit.placed
    session.answer(40, 43, "must")
    assert session.history.current_fit.fresh


def test_the_next_question_goes_by_the_fit_of_the_clusters(monkeypatch):
    made = fits_made(monkeypatch)
    session = belief([], strategy="robustnpu")
    y = np.arange(60) % 3
    for asked in range(5):
        sorting = session.propose_sorting()
        rows = [*sorting.cards, *sorting.points]
        before = len(made)
        session.sort([[row for row in rows if y[row] == k] for k in {*y[rows]}])
        session.propose_sorting()
        assert len(made) == before + 1, asked
    assert adjusted_rand_score(y, session.labels) == 1.0
