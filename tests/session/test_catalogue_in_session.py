"""Every clusterer and strategy of the catalogue in a session: answers, undo, dead ends, files."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Oracle
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.seeding import kmeans_plusplus
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.settings import takes_n_clusters

X, Y = make_blobs(60, centers=3, n_features=3, cluster_std=2.0, random_state=4)
CORNERS = (0, 1, 2, 3, 4)
APART = [(i, j) for i in CORNERS for j in CORNERS if i < j]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def quick(name):
    params = {"n_init": 2, "n_estimators": 3}
    cls = _catalogue.clusterers()[name]
    return cls(3, **{key: value for key, value in params.items() if key in cls.parameter_ranges})


@pytest.mark.parametrize("name", _catalogue.clusterers())
def test_every_clusterer_in_a_session(name, tmp_path):
    path = tmp_path / "answers.jsonl"
    strategies = list(_catalogue.strategies())
    session = Session(X, quick(name), "random", path=path)
    assert engine_of(session).fits.error is None
    oracle = Oracle(Y)
    for round_ in range(7):
        session.set_strategy(strategies[round_ % len(strategies)])
        assert session.propose(), strategies[round_]
        i, j = session.question.pair
        session.answer(i, j, oracle.query(i, j), source="question")
    unsettled = engine_of(session).fits.error is not None
    assert not unsettled or "nothing says whether" in engine_of(session).fits.error
    labels, now = session.labels, session.constraints
    while session.history.can_undo:
        session.undo()
    while session.history.can_redo:
        session.redo()
    np.testing.assert_array_equal(session.labels, labels)
    session.set_clusterer("kmeans")
    session.undo()
    session.save(tmp_path / "copy")
    session.close()
    for again in (Session(X, quick(name), "random", path=path), Session.load(path, X)):
        np.testing.assert_array_equal(again.labels, labels)
        assert again.constraints == now
        again.close()


@pytest.mark.parametrize("name", _catalogue.clusterers())
def test_more_apart_than_clusters_is_told_whatever_the_clusterer(name):
    session = Session(X, quick(name))
    session.answer_many(APART, "cannot")
    found = len(np.unique(session.labels))
    told = [engine_of(session).fits.error] if engine_of(session).fits.error else list(session.notes)
    if not type(session.clusterer).uses_constraints:
        assert (told, found) == ([], 3)
        return
    if not takes_n_clusters(session.clusterer):
        assert told == []
        return
    assert len(told) == 1
    assert "n_clusters" in told[0]
    assert found == 3 or f"{found} clusters" in told[0]
    for strategy in _catalogue.strategies():
        session.set_strategy(strategy)
        assert session.propose(2)
    session.set_n_clusters(5)
    assert (engine_of(session).fits.error, session.notes) == (None, ())
    assert len(np.unique(session.labels)) == 5


def test_more_clusters_than_asked_for_keep_their_numbers():
    session = Session(X, quick("constrainedagglomerative"))
    session.answer_many(APART, "cannot")
    assert session.notes == (
        "Constrained agglomerative found 5 clusters, not n_clusters=3: it came to an end where "
        "cannot-links keep the clusters apart; use n_clusters=5, take back some of these links, "
        "or choose other parameters.",
    )
    five = session.labels
    assert (session.n_clusters, session.history.current_fit.n_clusters) == (3, 3)
    session.set_n_clusters(5)
    np.testing.assert_array_equal(session.labels, five)
    session.set_clusterer("pckmeans")
    assert len(np.unique(session.labels)) == 5
    assert np.mean(session.labels == five) > 0.5
    session.undo()
    session.undo()
    np.testing.assert_array_equal(session.labels, five)
    assert len(session.notes) == 1
    session.set_params(dead_end="relax")
    assert len(np.unique(session.labels)) == 3
    note, moved = session.notes
    assert "are all cannot-linked to each other, so some stay violated" in note
    assert "moved points" in moved and "which earlier answers name" in moved
    session.set_n_clusters(2)
    assert len(np.unique(session.labels)) == 2


def test_fewer_groups_than_clusters_are_told():
    session = Session(X, quick("constrainedagglomerative"))
    session.answer_many([(0, i) for i in range(1, 40)], "must")
    session.answer_many([(40, i) for i in range(41, 60)], "must")
    (note,) = session.notes
    assert note.endswith(
        "found 2 clusters, not n_clusters=3: must-links leave no more than 2 components."
    )


@pytest.mark.parametrize("name", _catalogue.strategies())
def test_every_parameter_of_a_strategy_can_be_set_in_a_session(name, tmp_path):
    path = tmp_path / "answers.jsonl"
    session = Session(X, "kmeans", name, n_clusters=3, path=path)
    values = session.strategy.get_params(deep=False)
    numbers = [key for key, value in values.items() if type(value) is int]
    assert "random_state" in numbers
    for key in numbers:
        session.propose()
        session.set_strategy(**{key: values[key] + 1})
        assert session.question is None
        assert session.history.undo_label == f"{key} = {values[key] + 1}"
        revision = engine_of(session).revision
        with pytest.raises(InputError, match=key):
            session.set_strategy(**{key: -1})
        assert engine_of(session).revision == revision
    assert len(session.history.fits) == 1, "another strategy is no other clustering"
    changed = session.strategy.get_params(deep=False)
    session.close()
    again = Session(X, "kmeans", name, n_clusters=3, path=path)
    assert again.strategy.get_params(deep=False) == changed
    again.close()


def test_a_parameter_that_the_strategy_has_not_is_named():
    session = Session(X, "kmeans", n_clusters=3)
    with pytest.raises(InputError, match="NPU has no parameter 'depth'"):
        session.set_strategy(depth=3)


@pytest.mark.parametrize("name", _catalogue.strategies())
def test_scores_are_those_of_the_strategy(name):
    session = Session(X, "kmeans", name, n_clusters=3)
    session.answer(0, 1, "must")
    scores = session.questions.scores()
    assert scores.shape == (60,)
    assert ((scores >= 0) & (scores <= 1)).all()
    np.testing.assert_array_equal(
        scores, session.strategy.scores(engine_of(session).now.snapshot())
    )


class Plain:
    """A strategy with nothing but questions."""

    def get_params(self, deep=True):
        return {}

    def set_params(self):
        return self

    def propose(self, snapshot, n_pairs=1):
        return []


def test_a_strategy_without_scores_goes_by_what_is_open():
    session = Session(X, "kmeans", Plain(), n_clusters=3)
    assert (session.questions.scores() == 1).all()
    session.answer_many([(0, i) for i in range(1, 60)], "must")
    assert (session.questions.scores() == 0).all()


def test_whether_a_clusterer_may_break_constraints_is_a_matter_of_its_parameters():
    session = Session(X, "pccc", n_clusters=3)
    session.set_params(soft=True)
    session.answer_many(APART, "cannot")
    (note,) = session.notes
    assert "so some stay violated" in note
    session.set_n_clusters(4)
    with pytest.raises(InputError, match="too small for PCCC"):
        session.set_params(soft=False, n_clusters=4)
    session.set_params(soft=False, n_clusters=5)
    assert engine_of(session).fits.error is None


def test_an_undo_step_names_what_is_too_long_to_write_out():
    session = Session(X, quick("pckmeans"))
    for init, text in (
        (X[:3], "array, 3 × 3"),
        (kmeans_plusplus, "kmeans_plusplus"),
        ("random", "random"),
    ):
        session.set_params(init=init)
        assert session.history.undo_label == f"init = {text}"
    session.set_clusterer("consensusclustering", n_estimators=2, clusterer=[PCKMeans(), KMeans()])
    session.set_params(clusterer=[KMeans(), PCKMeans()])
    assert session.history.undo_label == "clusterer = k-means (no constraints), PCK-means"
    session.set_clusterer("itmlkmeans")
    session.set_params(bounds=(0.5, 4.0))
    assert session.history.undo_label == "bounds = 0.5, 4.0"
