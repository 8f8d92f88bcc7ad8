"""Problems that prevent a clustering, whatever the clusterer, and their remedies."""

import threading
import warnings
from itertools import combinations

import numpy as np
import pytest
from session_parts import blobs
from sklearn.base import BaseEstimator, ClusterMixin

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCCC, COPKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.feasibility import feasibility

X = blobs()
BY_CLASSES = ("seededkmeans", "constrainedkmeans")
"""Five of six links leave open which of four points belong together."""

CORNERS = (3, 14, 31, 50)
CLIQUE = [*combinations(CORNERS, 2)]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def texts(session):
    return [remedy.text for remedy in session.problem.remedies]


def apply(session, action):
    next(each for each in session.problem.remedies if each.action == action).apply()


def bits(session):
    return session.labels.tolist(), session.constraints, session.n_clusters


class Moody(ClusterMixin, BaseEstimator):
    """Fails as long as there are so many links, or its seed is an unlucky one."""

    def __init__(self, n_clusters=3, most=100, random_state=None):
        self.n_clusters, self.most, self.random_state = n_clusters, most, random_state

    def fit(self, X, y=None, *, constraints=None):
        if len(constraints) > self.most and self.random_state in (None, 0):
            raise np.linalg.LinAlgError("3-th leading minor of the array is not positive definite")
        self.labels_ = np.arange(len(X)) % self.n_clusters
        return self


class Slow(Moody):
    """The same, once it is told to go on."""

    go = threading.Event()

    def fit(self, X, y=None, *, constraints=None):
        if len(constraints):
            self.go.wait(20)
        return super().fit(X, y, constraints=constraints)


@pytest.mark.parametrize("name", _catalogue.clusterers())
def test_too_few_clusters_are_told_in_the_same_words_by_every_clusterer(name):
    session = Session(X, _catalogue.clusterers()[name](3))
    session.answer(3, 14, "must")
    session.undo()
    labels = session.labels
    session.answer_many(CLIQUE, "cannot")
    knows = getattr(session.clusterer, "uses_constraints", True)
    if not knows or "n_clusters" not in session.clusterer.get_params():
        assert session.problem is None
        return
    problem = session.problem
    assert (problem.kind, problem.rows) == ("too few", CORNERS)
    assert problem.answers == tuple(answer.number for answer in session.answers)
    assert problem.title == "3 clusters cannot keep 4 points apart"
    assert problem.text.startswith("3, 14, 31 and 50 are cannot-linked, each with each.")
    assert texts(session)[:2] == ["Use 4 clusters", f"Take back answer {problem.answers[-1]}"]
    assert session.problem.remedies[1].detail == "31 – 50, the newest of the six links."
    assert session.problem.remedies[0].keeps_answers
    if not problem.fitted:
        assert problem.text.endswith("Until you choose, the last clustering stays.")
        np.testing.assert_array_equal(session.labels, labels)
        assert texts(session)[2:] == ["Use Adaptive PCK-means"]
    before = bits(session)
    for place in range(len(session.problem.remedies)):
        session.problem.remedies[place].apply()
        after = session.problem
        assert after is None or (after.fitted if place == 2 else name in BY_CLASSES)
        session.undo()
        assert bits(session) == before
        assert session.problem == problem


def test_a_larger_clique_is_taken_back_as_far_as_needed():
    session = Session(X, "copkmeans", n_clusters=3)
    session.answer_many(combinations(range(5), 2), "cannot")
    assert session.problem.remedies[1].detail == "The newest of the ten links in the way."
    numbers = [
        int(n) for n in session.problem.remedies[1].action.removeprefix("take_back:").split(",")
    ]
    session.problem.remedies[1].apply()
    assert session.problem is None
    session.undo()
    session.remove(numbers[1:])
    assert session.problem is not None, "one of them less is not enough"


def test_links_between_the_same_components_are_taken_back_together():
    session = Session(X, "copkmeans", n_clusters=2)
    session.answer_many([(0, 3), (1, 4)], "must")
    session.answer_many([(0, 1), (3, 4), (1, 2), (0, 2)], "cannot")
    assert session.problem.answers == (3, 4, 5, 6)
    assert "are all apart" in session.problem.text
    assert session.problem.remedies[1].text == "Take back answer 6"
    session.remove([5, 6])
    assert session.problem is None


@pytest.mark.thorough
def test_names_and_many_points_are_told():
    names = [f"n{i}" for i in range(60)]
    session = Session(X, "copkmeans", n_clusters=3, names=names)
    session.answer_many(combinations(range(31), 2), "cannot")
    assert session.problem.title == "3 clusters cannot keep 31 points apart"
    assert session.problem.text.startswith("n0, n1, n2, n3, n4 and 26 more are cannot-linked")
    apply(session, "n_clusters:31")
    assert (session.n_clusters, len(np.unique(session.labels))) == (31, 31)


def test_one_cluster_and_as_many_as_points():
    session = Session(X[:4], "copkmeans", n_clusters=1)
    session.answer(0, 1, "cannot")
    assert session.problem.title == "1 cluster cannot keep 2 points apart"
    assert texts(session)[:2] == ["Use 2 clusters", "Take back answer 1"]
    assert session.problem.remedies[1].detail == "0 – 1."
    session.set_n_clusters(4)
    session.answer_many(combinations(range(4), 2), "cannot")
    assert session.problem is None


def test_what_each_remedy_would_do_is_what_it_does():
    for name in ("copkmeans", "seededkmeans", "pckmeans", "adaptivepckmeans"):
        session = Session(X, name, n_clusters=3)
        session.answer_many(CLIQUE, "cannot")
        told = session.problem.try_remedies()
        assert session.problem.remedies == told
        for place, way in enumerate(told):
            session.problem.remedies[place].apply()
            violated, n = session.history.current_fit.violated, len(session.answers)
            if way.keeps_answers:
                expected = f"Would violate {violated} of {n}" if violated else f"Keeps all {n}"
                assert way.detail == f"{expected} constraints."
            session.undo()


def test_a_clusterer_that_fails_leaves_the_answer_and_three_remedies():
    session = Session(X, Moody(most=1))
    session.answer(0, 1, "must")
    labels = session.labels
    session.answer(5, 7, "cannot")
    problem = session.problem
    assert (problem.kind, problem.title) == ("failed", "Moody could not be fitted")
    assert problem.text == (
        "It stopped with an error. Answer 2 is recorded; the last clustering stays."
    )
    assert problem.said.startswith("LinAlgError: 3-th leading minor")
    assert texts(session) == [
        "Try again from other starts",
        "Take back answer 2",
        "Use Adaptive PCK-means",
    ]
    assert session.problem.remedies[1].detail == "5 – 7. The fit before it worked."
    np.testing.assert_array_equal(session.labels, labels)
    session.problem.remedies[0].apply()
    assert (session.problem, session.history.undo_label) == (None, "random_state = 1")
    session.undo()
    assert session.problem == problem
    apply(session, "take_back:2")
    assert (session.problem, len(session.answers)) == (None, 1)


def test_answers_that_failed_one_after_the_other_are_taken_back_together():
    session = Session(X, Moody(most=0))
    session.answer(0, 1, "must")
    session.answer_many([(1, 2), (2, 3)], "must")
    way = session.problem.remedies[1]
    assert (way.text, way.detail) == (
        "Take back answers 1, 2 and 3",
        "3 must-links. The fit before them worked.",
    )
    way.apply()
    assert (session.problem, session.answers) == (None, ())


def test_settings_that_fail_are_left_by_those_of_the_last_clustering():
    session = Session(X, "pckmeans", n_clusters=3)
    session.answer(0, 1, "must")
    session.set_clusterer("seededkmeans")
    session.answer(2, 3, "must")
    assert session.problem.title == "Seeded k-means cannot use these pairs"
    assert "which go together" in session.problem.text
    assert "nothing says whether rows" in session.problem.said
    assert texts(session) == ["Use Adaptive PCK-means", "Take back answer 2"]
    session.undo()
    session.undo()
    session.answer(2, 3, "must")
    session.set_clusterer("seededkmeans")
    assert texts(session) == ["Use PCK-means", "Use Adaptive PCK-means"]
    assert session.problem.text.endswith("The last clustering stays.")
    labels = session.labels
    session.problem.remedies[0].apply()
    assert session.problem is None
    np.testing.assert_array_equal(session.labels, labels)


def test_more_clusters_than_first_centres_given_are_no_remedy():
    session = Session(X, "constrainedkmeans", n_clusters=3)
    session.answer_many([(0, 3), (1, 4)], "must")
    session.answer_many([(0, 1)], "cannot")
    assert engine_of(session).fits.error is None
    session.set_params(init=X[:3])
    session.answer_many([(0, 2), (1, 2)], "cannot")
    session.answer_many([(0, 5), (1, 5), (2, 5)], "cannot")
    assert texts(session)[0] != "Use 4 clusters", "three first centres are given"
    assert session.problem.kind == "too few"


def test_a_clusterer_that_cannot_keep_what_is_known_is_taken_and_says_so():
    session = Session(X, "pckmeans", n_clusters=3)
    session.answer_many(CLIQUE, "cannot")
    labels = session.labels
    session.set_clusterer("copkmeans")
    assert isinstance(session.clusterer, COPKMeans)
    np.testing.assert_array_equal(session.labels, labels)
    assert not session.problem.fitted
    assert texts(session)[0] == "Use 4 clusters"


def test_a_remedy_that_is_gone_is_refused_and_nothing_changes():
    session = Session(X, "copkmeans", n_clusters=3)
    session.answer_many(CLIQUE, "cannot")
    (more, *_), revision = session.problem.remedies, engine_of(session).revision
    session.remove(6)
    with pytest.raises(InputError, match="no remedy any more"):
        more.apply()
    assert engine_of(session).revision == revision + 1


def test_while_a_fit_runs_nothing_has_failed_and_a_remedy_can_be_applied():
    Slow.go.clear()
    session = Session(X, Slow(), background=True)
    session.wait(20)
    session.answer_many(CLIQUE, "cannot")
    assert session.is_fitting
    assert session.problem.fitted, "it is on its way"
    apply(session, "n_clusters:4")
    assert session.n_clusters == 4
    Slow.go.set()
    assert session.wait(20)
    assert (session.problem, engine_of(session).fits.error) == (None, None)
    session.close()


def test_a_session_that_is_read_again_has_the_same_problem(tmp_path):
    path = tmp_path / "answers.jsonl"
    session = Session(X, "copkmeans", n_clusters=3, path=path)
    session.answer_many(CLIQUE, "cannot")
    problem, ways = session.problem, session.problem.remedies
    session.close()
    again = Session(X, "copkmeans", n_clusters=3, path=path)
    assert (again.problem, again.problem.remedies) == (problem, ways)
    again.problem.remedies[0].apply()
    labels = again.labels
    again.close()
    third = Session(X, "copkmeans", n_clusters=3, path=path)
    np.testing.assert_array_equal(third.labels, labels)
    third.close()


CIRCLE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]


@pytest.mark.parametrize("name", ["copkmeans", "pccc"])
@pytest.mark.parametrize("spokes", [0, 1])
def test_an_odd_circle_of_cannot_links_gets_more_clusters(name, spokes):
    session = Session(X, name, n_clusters=2 + spokes)
    wheel = CIRCLE + [(5, each) for each in range(5)] * spokes
    session.answer_many(wheel, "cannot")
    first, *others = session.problem.remedies
    assert (session.problem.kind, session.problem.answers) == ("failed", ())
    assert (first.text, first.keeps_answers) == (f"Use {3 + spokes} clusters", True)
    assert first.detail == f"Room for all {len(wheel)} constraints."
    assert [way.text for way in others][-1] == "Use Adaptive PCK-means"
    session.problem.remedies[0].apply()
    assert (session.problem, session.history.current_fit.violated) == (None, 0)
    assert session.n_clusters == 3 + spokes


def test_sizes_that_cannot_be_had_get_no_more_clusters():
    session = Session(X, PCCC(3, max_size=30))
    session.answer(0, 1, "cannot")
    session.set_params(max_size=2)
    assert session.problem.kind == "failed"
    assert not any("clusters" in way.text for way in session.problem.remedies)


def test_a_single_answer_is_told_in_the_singular():
    session = Session(X, "copkmeans", n_clusters=1)
    session.answer(0, 1, "cannot")
    details = [way.detail for way in session.problem.remedies]
    assert details == ["Room for the constraint.", "0 – 1.", "May violate the constraint."]
    details = [way.detail for way in session.problem.try_remedies()]
    assert details == ["Keeps the constraint.", "0 – 1.", "Would violate the constraint."]


def test_what_remedies_would_do_is_kept_when_the_score_arrives():
    session = Session(X, "pckmeans", n_clusters=3, background=True)
    session.wait(20)
    told, score = [], session._engine.fits.score_of

    def late(labels):
        told.append(session.problem.try_remedies())
        return score(labels)

    session._engine.fits.score_of = late
    session.answer_many(CLIQUE, "cannot")
    assert session.wait(20)
    assert session.history.current_fit.score is not None
    assert told == [session.problem.remedies]
    assert told[0][0].detail != "Room for all 6 constraints.", "that is said before it was fitted"
    session.close()


class Warns(Moody):
    """Warns of each fit."""

    def fit(self, X, y=None, *, constraints=None):
        warnings.warn("it took long", stacklevel=1)
        return super().fit(X, y, constraints=constraints)


def test_fits_that_nobody_asked_for_warn_of_nothing():
    session = Session(X, Warns())
    session.answer_many(CLIQUE, "cannot")
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert session.problem.try_remedies()[0].detail.startswith("Would violate")
        assert heard == []
        session.fit()
        assert [str(each.message) for each in heard] == ["it took long"]


def test_remedies_are_found_while_others_may_act(monkeypatch):
    session = Session(X, "copkmeans", n_clusters=3)
    session.answer_many(CLIQUE, "cannot")
    found, work, free = session.problem, feasibility.remedies, []

    def slowly(case):
        other = threading.Thread(target=act)
        other.start()
        other.join()
        return work(case)

    def act():
        free.append(session._engine.lock.acquire(timeout=2))
        if free[-1]:
            session._engine.lock.release()

    monkeypatch.setattr(feasibility, "remedies", slowly)
    engine_of(session).part(feasibility.Feasibility)._found = None
    assert (session.problem, free) == (found, [True])
