"""Rows that a person says are in no cluster: in fits, history, files and questions."""

import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import DBSCAN

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.cluster import KMeans
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.in_force import in_force
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.metrics import adjusted_rand, silhouette

FAR = [4, 9]
OTHERS = [0, 1, 2, 3, 5, 6, 7, 8]


def rows():
    """Two groups of four rows, and two rows far away."""
    X = np.random.default_rng(3).normal(scale=0.3, size=(10, 2))
    X[5:9] += 6.0
    X[FAR] = [[40.0, -30.0], [-35.0, 50.0]]
    return X


def started(**more):
    return Session(rows(), "kmeans", n_clusters=2, **more)


def test_noise_is_out_of_every_fit_until_it_is_put_back():
    session = started()
    first = session.labels.copy()
    session.noise.add(FAR)
    assert session.noise.stated.tolist() == session.noise.rows.tolist() == FAR
    assert len(session.noise) == 2 and session.noise.found.tolist() == []
    assert session.labels[FAR].tolist() == [-1, -1]
    assert len({*session.labels[:4]}) == len({*session.labels[5:9]}) == 1
    np.testing.assert_allclose(
        session.fitted_clusterer.cluster_centers_[session.labels[0]], rows()[:4].mean(axis=0)
    )
    assert session.history.current_fit.score == silhouette(rows()[OTHERS], session.labels[OTHERS])
    assert session.constraints.noise.tolist() == FAR
    session.noise.remove([4])
    assert session.noise.rows.tolist() == [9]
    assert session.labels[4] >= 0 > session.labels[9]
    assert session.undo() == "Put back: point 4"
    assert session.undo() == "No cluster: 2 points"
    assert session.labels.tolist() == first.tolist()
    assert session.redo() == "No cluster: 2 points"
    assert session.noise.rows.tolist() == FAR


def test_steps_and_branches_tell_of_noise():
    session = started()
    session.noise.add([4])
    session.undo()
    session.noise.add([9])
    session.noise.add([4])
    assert [step.cause for step in session.history.steps] == [
        "start",
        "No cluster: point 9",
        "No cluster: point 4",
    ]
    assert len(session.history.branches) == 2
    assert session.history.at(1).labels[4] == -1
    moved = session.history.at(2).labels, session.history.at(3).labels
    assert session.history.changed(2, 3).tolist() == np.flatnonzero(moved[0] != moved[1]).tolist()
    assert session.history.current_fit.moved_points.tolist()[-1] == 4
    session.history.branch_from(1)
    assert session.noise.rows.tolist() == [4]


def test_nothing_new_is_no_step():
    session = started()
    session.noise.add([9, 9])
    session.noise.add([9])
    session.noise.add([])
    session.noise.remove([])
    assert len(session.history) == 2


def test_answers_taken_back_leave_noise_as_it_is():
    session = started()
    session.noise.add(FAR)
    link = session.answer(0, 1, "must")
    session.answer(2, 4, "cannot")
    session.remove([link.number])
    assert session.noise.stated.tolist() == FAR
    assert session.constraints.cannot.tolist() == [[2, 4]]
    assert session.history.current_fit.violated == 0


def test_a_must_link_with_noise_is_refused():
    names = list("abcdefghij")
    session = started(names=names)
    session.noise.add(["e"])
    for soft in (False, True):
        with pytest.raises(InputError, match=r"e belongs to no cluster, .*noise\.remove\(\[4\]\)"):
            session.answer(0, 4, "must", soft=soft)
    with pytest.raises(InputError, match="e belongs to no cluster"):
        session.answer_many([(0, 1, "must"), (4, 2, "must")])
    assert session.answers == ()
    assert session.answer(0, 4, "cannot").kind == "cannot"
    session.noise.remove(["e"])
    session.remove([1])
    session.answer(0, 4, "must")
    session.answer(2, 4, "must")
    with pytest.raises(InputError, match=r"e cannot be in no cluster, .* answers 2 and 3; take th"):
        session.noise.add(["j", "e"])
    assert session.noise.stated.tolist() == []
    session.remove([2, 3])
    session.noise.add(["e"])
    assert session.noise.stated.tolist() == [4]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [([10], "rows=10 must be"), ([-1], "rows=-1"), (["x"], "rows='x'"), ([1.5], "rows=1.5")],
)
def test_rows_that_are_none_are_refused(rows, sentence):
    session = started()
    for change in (session.noise.add, session.noise.remove):
        with pytest.raises(InputError, match=sentence):
            change(rows)
    with pytest.raises(InputTypeError, match="must be several rows"):
        session.noise.add("4")
    with pytest.raises(InputTypeError, match=r"such as \[4\]"):
        session.noise.remove(4)
    with pytest.raises(InputError, match="4 was not said to be in no cluster; a row that the fit"):
        session.noise.remove([4])
    assert len(session.history) == 1


def test_too_few_rows_left_are_refused():
    session = started()
    with pytest.raises(InputError, match="9 points more .* leave 1 point for 2 clusters; leave at"):
        session.noise.add(range(9))
    session.noise.add(range(8))
    with pytest.raises(InputError, match="n_clusters=3 must be .* 2 points to share out"):
        session.set_n_clusters(3)
    session.set_n_clusters(1)
    session.noise.add([8])
    assert session.noise.rows.tolist() == [*range(9)]
    with pytest.raises(InputError, match="would leave 0 points for 1 cluster"):
        session.noise.add([9])


def test_no_question_is_about_noise():
    session = started()
    session.propose()
    asked = {*session.question.pair}
    session.noise.add([min(asked)])
    assert session.question is None
    for _ in range(30):
        queries = session.propose()
        if not queries:
            break
        assert min(asked) not in queries[0].pair
        i, j = queries[0].pair
        session.answer(i, j, "must" if (i < 5) == (j < 5) else "cannot")
    session.noise.remove([min(asked)])
    assert any(min(asked) in query.pair for query in session.propose(9)) or session.question


def test_profiles_leave_noise_out():
    session = started()
    session.noise.add(FAR)
    one, other = (session.clusters[k] for k in (0, 1))
    assert sorted([*one.rows, *other.rows]) == OTHERS
    assert len(session.clusters) == 2
    told = one.describe()
    inside = rows()[one.rows]
    rest = rows()[other.rows]
    found = {each.column: each.medians for each in told.features}
    for column, (own, others) in found.items():
        assert own == pytest.approx(np.median(inside[:, column]))
        assert others == pytest.approx(np.median(rest[:, column]))
    assert found
    assert not {*FAR} & {*told.typical, *told.doubtful}
    assert [each.cluster for each in session.clusters.merge_partners(0)] == [1]


def test_true_labels_count_each_row_of_noise_alone():
    truth = np.repeat([0, 1], 5)
    session = started(y_true=truth)
    session.noise.add(FAR)
    alone = np.where(session.labels < 0, 2 + np.arange(10), session.labels)
    assert session.history.current_fit.score == adjusted_rand(truth, alone) < 1


class Nearest(ClusterMixin, BaseEstimator):
    """Another's clusterer, which knows nothing of noise: rows by the sign of their first value."""

    def fit(self, X, y=None, *, constraints=None):
        assert constraints is None or not len(constraints.noise)
        assert constraints is None or constraints.n_samples == len(X)
        self.n_rows_ = len(X)
        self.labels_ = (X[:, 0] > 3).astype(int)
        return self


class Density(ClusterMixin, BaseEstimator):
    """DBSCAN, which finds noise."""

    def fit(self, X, y=None):
        self.labels_ = DBSCAN(eps=2.0, min_samples=2).fit(X).labels_
        return self


def test_another_clusterer_is_given_the_other_rows():
    session = Session(rows(), Nearest(), n_clusters=2)
    session.answer(0, 4, "cannot")
    session.noise.add(FAR)
    assert session.fitted_clusterer.n_rows_ == 8
    assert session.labels[FAR].tolist() == [-1, -1]
    assert len({*session.labels[OTHERS]}) == 2


def test_noise_that_the_fit_found_is_told_apart_from_that_stated(tmp_path):
    session = Session(rows(), Density(), n_clusters=2, path=tmp_path / "s.jsonl")
    assert session.noise.found.tolist() == session.noise.rows.tolist() == FAR
    assert session.noise.stated.tolist() == []
    session.noise.add([9])
    assert (session.noise.found.tolist(), session.noise.stated.tolist()) == ([4], [9])
    session.answer(4, 9, "cannot")
    assert session.history.current_fit.violated == 0
    with pytest.raises(InputError, match="was not said to be in no cluster"):
        session.noise.remove([4])
    session.close()
    again = Session.load(tmp_path / "s.jsonl", rows(), clusterer=Density())
    assert (again.noise.found.tolist(), again.noise.stated.tolist()) == ([4], [9])


def test_a_journal_keeps_noise(tmp_path):
    path = tmp_path / "session.jsonl"
    session = started(path=path)
    session.noise.add(FAR)
    session.answer(0, 1, "must")
    session.noise.remove([9])
    session.undo()
    told = session.labels.copy()
    session.save(tmp_path / "copy.jsonl")
    session.close()
    for again in (started(path=path), Session.load(tmp_path / "copy.jsonl", rows())):
        assert again.noise.stated.tolist() == FAR
        assert again.labels.tolist() == told.tolist()
        assert again.redo() == "Put back: point 9"
        assert again.undo() == "Put back: point 9"
        again.close()
    assert json.loads(path.read_bytes().split(b"\n")[0])["version"] == 1
    assert in_force(path).n_samples == 10


def test_a_session_begun_with_noise(tmp_path):
    path = tmp_path / "session.jsonl"
    known = Constraints(10, must=[(0, 1)], noise=[4])
    session = started(path=path, constraints=known)
    assert session.noise.stated.tolist() == [4]
    assert session.history.can_undo is False
    session.close()
    assert json.loads(path.read_bytes().split(b"\n")[0])["version"] == 2
    again = started(path=path, constraints=known)
    assert len(again.history) == 1
    again.noise.add([7])
    again.close()
    edited = started(path=path, constraints=Constraints(10, must=[(4, 1)], noise=[9]))
    assert edited.noise.stated.tolist() == [7, 9]
    assert edited.constraints.must.tolist() == [[1, 4]]
    edited.close()
    assert (
        started(path=path, constraints=Constraints(10, must=[(4, 1)], noise=[9])).history.step == 4
    )


def test_estimated_numbers_of_clusters_leave_noise_out():
    X = np.array([[0.0], [0.1], [5.0], [5.1], [500.0]])
    assert Session(X, constraints=Constraints(5, noise=[4])).n_clusters == 2


def as_earlier(monkeypatch):
    """The reader of a release that knows no noise."""
    monkeypatch.setattr(lines, "VERSIONS", (1, 1))
    monkeypatch.setattr(lines, "KINDS", lines.KINDS - {"noise"})


def test_an_earlier_release_refuses_noise_in_a_sentence(tmp_path, monkeypatch):
    said, begun = tmp_path / "said.jsonl", tmp_path / "begun.jsonl"
    session = started(path=said)
    session.noise.add([4])
    session.close()
    started(path=begun, constraints=Constraints(10, noise=[4])).close()
    as_earlier(monkeypatch)
    with pytest.raises(JournalError, match="line 4 of the journal .* says 'noise', which this rel"):
        Session.load(said, rows())
    with pytest.raises(JournalError, match="has version 2, and this release reads"):
        Session.load(begun, rows())


@pytest.mark.parametrize(
    "damage",
    [
        {"add": [10], "remove": []},
        {"add": [0.5], "remove": []},
        {"add": [], "remove": [3]},
        {"add": [4]},
        {"add": [4], "remove": [], "cause": 3},
    ],
)
def test_a_damaged_line_about_noise_is_refused(tmp_path, damage):
    path = tmp_path / "s.jsonl"
    started(path=path).close()
    entry = {"do": "noise", "cause": "No cluster: point 4"} | damage
    path.write_bytes(path.read_bytes() + lines.line(entry))
    with pytest.raises(JournalError, match="is damaged"):
        Session.load(path, rows())


def test_a_background_session_reports_once_it_is_fitted():
    session = started(background=True)
    session.wait()
    heard = []
    session.subscribe(lambda event: heard.append(event.kind))
    session.noise.add(FAR)
    assert session.wait(20)
    assert "fitted" in heard
    assert session.labels[FAR].tolist() == [-1, -1]


def test_other_clusterers_and_their_comparison_leave_noise_out():
    session = started()
    session.noise.add(FAR)
    other = session.compare("pckmeans")
    assert other.other.labels[FAR].tolist() == [-1, -1]
    other.adopt()
    assert session.labels[FAR].tolist() == [-1, -1]
    trace = session.trace()
    assert trace.labels(len(trace) - 1)[FAR].tolist() == [-1, -1]
    session.set_clusterer("beliefclustering")
    session.answer(0, 5, "cannot")
    session.noise.remove([4])
    assert session.labels[4] >= 0 > session.labels[9]
    assert len(session.nearest(0)) > 0


def test_kmeans_agrees_with_itself_on_the_rest():
    session = started()
    session.noise.add(FAR)
    alone = KMeans(2, random_state=0).fit(rows()[OTHERS]).labels_
    assert adjusted_rand(alone, session.labels[OTHERS]) == 1.0
