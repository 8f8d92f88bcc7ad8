"""Rows of a cluster that is not there yet: one statement, one undo step, one cluster more."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.metrics import adjusted_rand
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.intervals import share_right

CENTRES = [[0, 0], [12, 0], [0, 12], [12, 12]]
X, Y = make_blobs(160, centers=CENTRES, cluster_std=1.0, random_state=0)
OLD = np.flatnonzero((Y < 3) & (np.arange(160) % 4 > 0))
NEW = np.setdiff1d(np.arange(160), OLD)
ORDER = np.concatenate([OLD, NEW])


def grown(path=None, **more):
    """Three clusters, and rows among which is a fourth."""
    session = Session(X[OLD], n_clusters=3, path=path, **more)
    session.rows.extend(X[NEW])
    return session


def test_one_statement_adds_a_cluster_from_the_far_rows_near_to_it(tmp_path):
    session = grown(tmp_path / "answers.jsonl")
    truth, before = Y[ORDER], session.labels.copy()
    row = int(np.flatnonzero(truth == 3)[0])
    answers = session.rows.tray.new_cluster([row])
    assert [a.kind for a in answers] == ["cannot"] * 3
    others = [(set(a.pair) - {row}).pop() for a in answers]
    assert sorted(before[others]) == [0, 1, 2] and max(others) < len(OLD)
    assert session.n_clusters == 4 and not session.history.current_fit.fresh
    assert adjusted_rand(truth, session.labels) == 1.0
    assert (session.labels[: len(OLD)] == before[: len(OLD)]).all()  # numbers stay
    assert session.labels[row] == 3
    after = session.labels.copy()
    assert session.undo().endswith("4 clusters") and session.n_clusters == 3
    assert session.labels.tolist() == before.tolist()
    session.redo()
    session.close()
    again = Session(X[ORDER], n_clusters=3, path=tmp_path / "answers.jsonl")
    assert again.labels.tolist() == after.tolist() and again.n_clusters == 4


def test_several_rows_are_said_to_be_one_new_cluster():
    session = grown()
    rows = np.flatnonzero(Y[ORDER] == 3)[:3].tolist()
    answers = session.rows.tray.new_cluster(rows)
    assert [a.kind for a in answers].count("must") == 2
    assert session.constraints.relation(rows[1], rows[2]) == "must"
    assert len({*session.labels[rows].tolist()}) == 1 and session.n_clusters == 4


def test_the_answers_may_be_soft_and_are_signed():
    session = grown(annotator="ann")
    row = int(np.flatnonzero(Y[ORDER] == 3)[0])
    answers = session.rows.tray.new_cluster([row], soft=True)
    assert all(a.soft and a.source == "new row by ann" for a in answers)


def test_the_heap_holds_rows_that_are_far_and_near_to_the_stated_one():
    session = grown()
    truth, tray = Y[ORDER], session.rows.tray
    row = int(np.flatnonzero(truth == 3)[0])
    heap = list(tray._heap(engine_of(session).now, [row]))
    assert row in heap and (truth[heap] == 3).mean() > 0.9
    assert len(heap) > 0.8 * (truth == 3).sum() and {*heap} <= {*tray.far.tolist(), row}


def test_what_is_no_new_cluster_is_refused_and_nothing_changes():
    session = grown()
    tray, row = session.rows.tray, int(np.flatnonzero(Y[ORDER] == 3)[0])
    n_steps = len(session.history)
    with pytest.raises(InputError, match="rows=\\[\\] names no rows"):
        tray.new_cluster([])
    with pytest.raises(InputError, match="row 0 does not wait"):
        tray.new_cluster([row, 0])
    assert len(session.history) == n_steps
    session.rows.tray.place(row, 0)
    with pytest.raises(InputError, match="does not wait"):
        tray.new_cluster([row])


def test_accepted_rows_bring_no_far_ones_into_the_clusters():
    session = grown()
    tray = session.rows.tray
    far = tray.far.tolist()
    assert len(far) > 5
    for _ in range(5):
        tray.accept()
    assert tray.far.tolist() == far


def test_rows_drawn_and_placed_estimate_how_many_are_of_no_cluster():
    X, y = load_iris(return_X_y=True)
    first = np.random.default_rng(0).permutation(100)[:70]
    order = np.concatenate([first, np.setdiff1d(np.arange(150), first)])
    X, y = X[order], y[order]
    session = Session(X[:70], n_clusters=2)
    tray = session.rows.tray
    assert tray.outside is None
    session.rows.extend(X[70:])
    assert tray.outside is None
    drawn = tray.drawn.tolist()
    of_new = [row for row in drawn if y[row] == 2]
    assert 2 <= len(of_new) < 10
    session.answer(drawn[0], drawn[1], "unknown")
    assert tray.outside is None
    for row in set(drawn) - set(of_new):
        tray.place(row, int(np.bincount(session.labels[:70][y[:70] == y[row]]).argmax()))
    assert tray.outside.value == 0
    tray.new_cluster([of_new[0]])
    tray.place(of_new[1], int(session.labels[of_new[0]]))
    session.noise.add(of_new[2:])
    assert tray.outside == share_right(len(of_new), 10, 80)
    assert tray.outside.low < (y[70:] == 2).mean() < tray.outside.high
    session.rows.extend(X[:5] + 0.01)
    assert tray.outside is None


def test_of_rows_drawn_that_were_accepted_nothing_is_estimated():
    session = grown()
    tray = session.rows.tray
    clear = np.intersect1d(tray.drawn, tray.clear)
    assert len(clear)
    tray.new_cluster([int(np.setdiff1d(tray.drawn, tray.clear)[0])])
    assert tray.outside.value == 1
    tray.accept(clear[:1])
    assert tray.outside is None
    session.undo()
    assert tray.outside.value == 1


def test_a_row_placed_beside_one_that_was_accepted_is_in_a_cluster_that_was_there():
    session = grown()
    tray = session.rows.tray
    tray.accept(np.setdiff1d(tray.clear, tray.drawn))
    of_old = [row for row in tray.drawn.tolist() if Y[ORDER[row]] < 3]
    for row in of_old:
        tray.place(row, int(session.labels[row]))
    assert tray.outside == share_right(0, len(of_old), len(NEW))


def test_a_merge_or_split_looks_at_no_new_row():
    session = grown()
    before, drawn = session.rows.tray.rows.tolist(), session.rows.tray.drawn.tolist()
    session.clusters.merge(0, 1)
    assert session.rows.tray.rows.tolist() == before
    session.clusters.split(int(np.bincount(session.labels[: len(OLD)]).argmax()), 2)
    assert session.rows.tray.rows.tolist() == before
    assert session.rows.tray.drawn.tolist() == drawn


def test_rows_that_wait_do_not_tell_where_later_ones_belong():
    session = Session([[0.0], [1.0], [2.0], [20.0], [21.0], [22.0]], n_clusters=2)
    session.answer(0, 3, "cannot")
    session.rows.extend([[10.9]] * 12)
    later = session.rows.extend([[11.5]])
    tray = session.rows.tray
    assert session.labels[later[0]] == tray.likely(int(later[0]))[0][0] == session.labels[3]


def test_rows_may_be_given_by_name():
    names = [f"r{k}" for k in range(160)]
    session = Session(X[OLD], n_clusters=3, names=names[: len(OLD)])
    session.rows.extend(X[NEW], names=names[len(OLD) :])
    tray = session.rows.tray
    name = session.names[int(tray.drawn[0])]
    assert tray.likely(name) == tray.likely(int(tray.drawn[0]))
    tray.place(name, 0)
    tray.accept([session.names[int(tray.rows[0])]])
    tray.new_cluster([session.names[int(tray.rows[0])]])
    for wrong in (int(tray.rows[0]), session.names[int(tray.rows[0])]):
        with pytest.raises(TypeError, match="must be several rows"):
            tray.accept(wrong)
    with pytest.raises(TypeError, match="pass the numbers of the rows"):
        session.rows.exclude(np.zeros(160, dtype=bool))
