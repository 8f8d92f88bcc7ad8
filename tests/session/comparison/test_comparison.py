"""Two clusterings side by side: what differs, and what becomes of it."""

import threading
import warnings
from functools import cache

import numpy as np
import pytest
from session_parts import Broken, Deaf, Talking, blobs, picture
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import Session, _catalogue
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.comparison.comparison import comparison_problem

X = blobs(60, 3) + 1.2 * np.random.default_rng(3).normal(size=(60, 3))
APART = [(0, 1, "cannot"), (2, 1, "cannot"), (0, 2, "cannot")]
LINKS = [(0, 3, "must"), (1, 4, "must"), (2, 5, "must"), *APART]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def begun(clusterer="pckmeans", n_clusters=3, **options):
    session = Session(X, clusterer, "random", n_clusters=n_clusters, **options)
    session.answer_many(LINKS, None)
    session.answer(7, 11, "unknown")
    session.wait()
    return session


def fewest_differences(one, other):
    """Over all ways to name the clusters of the other, each name being given once at most."""

    def most_equal(cluster, names):
        if cluster > other.max():
            return 0
        found = [most_equal(cluster + 1, names)]
        for name in names:
            equal = int(((one == name) & (other == cluster)).sum())
            found.append(equal + most_equal(cluster + 1, names - {name}))
        return max(found)

    most_equal = cache(most_equal)
    in_none = int(((one < 0) & (other < 0)).sum())
    return len(one) - in_none - most_equal(0, frozenset(range(one.max() + 1)))


def each_alone(labels):
    """Rows in no cluster as clusters of their own."""
    return np.where(labels < 0, -1 - np.arange(len(labels)), labels)


@pytest.mark.parametrize("name", _catalogue.clusterers())
def test_what_differs_and_what_is_used(name, tmp_path):
    path = tmp_path / "answers.jsonl"
    session = begun(path=path)
    heard = []
    session.subscribe(heard.append)
    before, journal = picture(session), path.read_bytes()
    found = session.compare(name)
    assert (picture(session), heard) == (before, [])
    assert path.read_bytes() == journal

    twin = begun()
    twin.set_clusterer(name) if name != "pckmeans" else twin.fit(fresh=True)
    assert engine_of(twin).fits.error is None
    np.testing.assert_array_equal(found.other.labels, twin.labels)
    np.testing.assert_array_equal(found.shown.labels, session.labels)
    differ = [i for i in range(60) if twin.labels[i] != session.labels[i]]
    assert found.changed.tolist() == differ
    assert len(differ) + found.n_agree == 60
    assert len(differ) == fewest_differences(session.labels, found.other.labels)
    same = adjusted_rand_score(*(each_alone(labels) for labels in (session.labels, twin.labels)))
    assert found.adjusted_rand == pytest.approx(same)
    for side, record in (
        (found.shown, session.history.current_fit),
        (found.other, twin.history.current_fit),
    ):
        assert (side.title, side.n_clusters) == (record.clusterer, record.n_clusters)
        assert (side.kept, len(side.violated)) == (record.kept, record.violated)
        assert side.score == pytest.approx(record.score)
        assert side.objective == (pytest.approx(record.objective) if record.objective else None)
        bad = {
            answer.number
            for answer in session.answers
            if answer.kind != "unknown"
            and (side.labels[answer.i] == side.labels[answer.j]) != (answer.kind == "must")
        }
        assert set(side.violated) == bad
    assert found.n_constraints == 6

    found.adopt()
    assert session.labels.tobytes() == twin.labels.tobytes()
    assert session.history.undo_label == twin.history.undo_label
    assert session.clusterer.get_params() == twin.clusterer.get_params()
    session.undo()
    assert session.labels.tobytes() == before["labels"]
    assert picture(session)["settings"] == before["settings"]
    session.redo()
    assert session.labels.tobytes() == twin.labels.tobytes()
    after = session.labels.tobytes()
    session.close()
    again = Session.load(path, X)
    assert again.labels.tobytes() == after


@pytest.mark.parametrize("other", [1, 2, 5, 60])
def test_another_number_of_clusters(other):
    session = begun()
    found = session.compare(n_clusters=other)
    twin = begun()
    twin.set_n_clusters(other)
    np.testing.assert_array_equal(found.other.labels, twin.labels)
    assert adjusted_rand_score(found.other.labels, twin.labels) == 1.0
    assert (found.shown.n_clusters, found.other.n_clusters) == (3, other)
    if other >= 3:  # else of three numbers fewer are left, and clusters may have lost theirs
        differ = np.flatnonzero(found.other.labels != session.labels)
        assert found.changed.tolist() == differ.tolist()
    if other <= 5:
        assert len(found.changed) == fewest_differences(session.labels, found.other.labels)
    assert (found.other.score is None) == (other == 1)
    found.adopt()
    assert session.n_clusters == other
    np.testing.assert_array_equal(session.labels, twin.labels)


def test_other_parameters_of_the_clusterer_in_use():
    session = begun("pckmeans")
    found = session.compare(constraint_weight=0.001, n_clusters=4)
    found.adopt()
    assert session.clusterer.constraint_weight == 0.001
    assert session.history.undo_label == "clusterer PCK-means, 4 clusters"


def test_true_labels_are_the_score_of_both():
    truth = np.arange(60) % 3
    session = begun(y_true=truth)
    found = session.compare("kmeans")
    for side in (found.shown, found.other):
        assert side.score == pytest.approx(adjusted_rand_score(truth, side.labels))


def test_what_was_fitted_is_not_fitted_again_unless_the_constraints_have_changed():
    session = begun()
    found = session.compare(Talking(n_steps=2))
    steps = Talking.steps
    found.adopt()
    assert Talking.steps == steps
    assert session.labels.tobytes() == found.other.labels.tobytes()
    session.undo()
    session.answer(20, 21, "cannot")
    found.adopt()
    assert Talking.steps == steps + 2
    twin = begun()
    twin.answer(20, 21, "cannot")
    twin.set_clusterer(Talking(n_steps=2))
    assert session.labels.tobytes() == twin.labels.tobytes()
    steps = Talking.steps
    session.undo()
    session.undo()
    found.adopt()
    assert Talking.steps == steps
    assert session.labels.tobytes() == found.other.labels.tobytes()


def test_a_session_in_the_background_shows_it_as_well():
    session = begun(background=True)
    found = session.compare(Talking(n_steps=2))
    steps = Talking.steps
    found.adopt()
    session.wait()
    assert Talking.steps == steps
    assert session.labels.tobytes() == found.other.labels.tobytes()
    session.close()


def test_refusals_leave_everything_as_it_was():
    session = begun()
    before = picture(session)
    with pytest.raises(InputError, match="argument 'colour'"):
        session.compare("pckmeans", colour=3)
    with pytest.raises(InputError, match="use 3 or more"):
        session.compare("copkmeans", n_clusters=1)
    with pytest.raises(RuntimeError, match="no luck"):
        session.compare(Broken(always=True))
    assert picture(session) == before


def test_a_comparison_may_be_watched_and_cancelled():
    session = begun()
    problem = comparison_problem(session._engine, Talking(n_steps=50), {})
    told = []

    def watch(step, done, total):
        told.append((step, done, total))
        if done == 3:
            raise FitCancelled("enough")

    with pytest.raises(FitCancelled):
        problem.solve(watch)
    assert told == [("step", k, 50) for k in range(4)]
    assert problem.title == "Talking"
    found = session.compare("kmeans")
    assert found.clusterer.labels_.shape == (60,)
    assert repr(found).startswith("Comparison(PCK-means and k-means (no constraints) agree")


def test_not_while_the_clusters_are_being_renewed():
    session = Session(X, "pckmeans", n_clusters=3, background=True)
    session.wait()
    held = threading.Event()
    session.subscribe(lambda event: held.wait(5) if event.kind == "fit_started" else None)
    session.answer(0, 1, "cannot")
    with pytest.raises(InputError, match=r"call wait\(\)"):
        session.compare("kmeans")
    held.set()
    session.wait()
    assert session.compare("kmeans").shown.title == "PCK-means"
    session.close()
    with pytest.raises(InputError, match="closed"):
        session.compare("kmeans").adopt()


def test_before_anything_is_clustered_there_is_nothing_to_compare():
    session = Session(X, Deaf(5.0), n_clusters=2, background=True)
    with pytest.raises(InputError, match="nothing has been clustered"):
        session.compare("kmeans")
    session.close()


def test_questions_about_what_differs():
    session = begun()
    found = session.compare("copkmeans", n_clusters=4)
    rows = set(found.changed.tolist())
    assert rows
    for strategy in _catalogue.strategies():
        session.set_strategy(strategy)
        for query in session.propose(2, among=found.changed):
            assert set(query.pair) & rows
        assert session.question is not None
    session.set_strategy("npu")
    assert session.propose_placement(among=found.changed).point in rows
    assert set(session.propose_sorting(3, among=found.changed).points) <= rows
    assert session.propose(among=[]) == []
    with pytest.raises(InputError, match="among=60"):
        session.propose(among=[60])


def test_rows_are_named_as_well():
    session = Session(X, "pckmeans", "random", n_clusters=3, names=[f"row {i}" for i in range(60)])
    assert 4 in session.propose(among=["row 4"])[0].pair


def test_a_number_of_clusters_that_nobody_asked_for_is_not_brought_back():
    session = begun()
    found = session.compare("mpckmeans")
    session.set_n_clusters(5)
    found.adopt()
    assert (session.n_clusters, session.history.undo_label) == (5, "clusterer MPCK-means")
    session.undo()
    session.compare("mpckmeans", n_clusters=4).adopt()
    assert session.n_clusters == 4


def test_fewer_clusters_than_are_shown_keep_their_numbers_when_they_are_used():
    session = begun(n_clusters=5)
    found = session.compare(n_clusters=2)
    found.adopt()
    np.testing.assert_array_equal(session.labels, found.other.labels)


class Warns(Talking):
    def fit(self, X, y=None, **known):
        warnings.warn("it took long", stacklevel=1)
        return super().fit(X, y, **known)


def test_a_session_in_the_background_tells_what_was_warned_of_once_it_is_used():
    session = begun(background=True)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        found = session.compare(Warns(n_steps=2))
        assert heard == []
    assert "it took long" not in session.notes
    found.adopt()
    session.wait()
    assert "it took long" in session.notes
    session.close()
