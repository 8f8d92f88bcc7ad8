"""Rows added to a session, left out and put back."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError, InputTypeError
from jupyter_sscluster.metrics import adjusted_rand, silhouette

IRIS = load_iris()
X, Y = IRIS.data, IRIS.target
OLD = np.sort(np.random.default_rng(0).permutation(150)[:112])
NEW = np.setdiff1d(np.arange(150), OLD)


def started(data=X[OLD], **more):
    session = Session(data, "adaptivepckmeans", "random", n_clusters=3, **more)
    session.answer_many([(0, 100, "cannot"), (0, 50, "cannot"), (50, 100, "cannot")])
    return session


def test_added_rows_are_placed_and_no_other_row_moves():
    session = started()
    before, fits = session.labels.copy(), len(session.history.fits)
    assert session.rows.extend(X[NEW]).tolist() == list(range(112, 150))
    assert session.labels[:112].tolist() == before.tolist()
    assert session.n_samples == 150 and len(session.rows) == 150
    record = session.history.current_fit
    assert record.placed and record.moved == 0 and record.seconds == 0
    assert len(session.history.fits) == fits + 1
    assert record.score == silhouette(session.X, session.labels)
    assert adjusted_rand(Y[NEW], session.labels[112:]) > 0.7
    assert session.history.undo_label == "38 rows added"
    assert session.history.at(session.history.step - 1).labels[112:].tolist() == [-1] * 38
    assert session.history.changed(0).tolist() == session.history.changed(0, 1).tolist()


def test_undo_leaves_added_rows_out_and_redo_brings_them_back():
    session = started()
    before = session.labels.tolist()
    session.rows.extend(X[NEW])
    grown = session.labels.tolist()
    session.undo()
    assert session.labels[:112].tolist() == before and not len(session.rows.tray)
    assert session.rows.excluded == dict.fromkeys(range(112, 150), "not yet added at this step")
    assert session.constraints.noise.tolist() == list(range(112, 150))
    assert max(row for query in session.propose(5) for row in query.pair) < 112
    session.redo()
    assert session.labels.tolist() == grown and session.rows.excluded == {}
    session.undo()
    session.answer(1, 2, "must")  # another branch, where they are not in force
    assert session.labels[112:].tolist() == [-1] * 38
    session.rows.include(range(112, 115))
    assert session.labels[112:115].min() >= 0 > session.labels[115:].max()
    session.history.switch(1)
    assert session.labels.tolist() == grown


def test_a_fit_after_rows_were_added_is_that_of_a_session_with_all_rows():
    session = started()
    session.rows.extend(X[NEW])
    session.fit(fresh=True)
    whole = started(np.concatenate([X[OLD], X[NEW]]))
    whole.fit(fresh=True)
    assert adjusted_rand(whole.labels, session.labels) == 1.0
    assert whole.history.current_fit.objective == session.history.current_fit.objective


def test_a_preview_says_what_a_fit_moves_and_changes_nothing():
    session = started()
    session.rows.extend(X[NEW])
    steps, shown = len(session.history), session.labels.copy()
    found = session.rows.preview_fit()
    assert len(session.history) == steps and session.labels.tolist() == shown.tolist()
    moved = np.flatnonzero(found.labels != shown)
    assert found.moved.tolist() == moved.tolist()
    assert found.moved_confirmed.tolist() == np.intersect1d(moved, [0, 50, 100]).tolist()
    assert not found.fresh and session.rows.preview_fit(fresh=True).fresh
    assert found.text.startswith(f"A fit moves {len(moved)} of 150 rows" if len(moved) else "A fit")
    found.adopt()
    assert session.labels.tolist() == found.labels.tolist()
    assert session.history.undo_label == "refit" and not session.history.current_fit.placed
    assert session.rows.moved_confirmed.tolist() == found.moved_confirmed.tolist()
    session.undo()
    session.fit()
    assert session.labels.tolist() == found.labels.tolist()


def test_a_preview_that_is_out_of_date_fits_what_there_is():
    session = started()
    session.rows.extend(X[NEW])
    found = session.rows.preview_fit()
    session.answer(3, 4, "must")
    found.adopt()
    assert session.history.undo_label == "refit"
    assert len(session.answers) == 4 and session.constraints.relation(3, 4) == "must"


def test_the_tray_holds_new_rows_until_they_are_looked_at():
    session = started()
    assert session.rows.tray.text == "" and len(session.rows.tray) == 0
    session.rows.extend(np.concatenate([X[NEW], [[50.0, 50, 50, 50]]]))
    tray = session.rows.tray
    n_look = len(tray.to_look_at)
    assert tray.text == f"39 new rows: {39 - n_look} placed, {n_look} to look at"
    assert sorted([*tray.clear, *tray.to_look_at]) == tray.rows.tolist() == [*range(112, 151)]
    assert 150 in tray.far and tray.to_look_at[0] in tray.far
    likely = [tray.likely(row)[0][1] for row in tray.to_look_at if row not in tray.far]
    assert likely == sorted(likely) and max(likely) < 0.9
    assert len(tray.drawn) == 10 and {*tray.drawn} <= {*tray.rows}
    shown = session.labels.copy()
    tray.accept()
    assert session.history.undo_label == f"{39 - n_look} new rows accepted"
    assert session.labels.tolist() == shown.tolist() and len(tray) == n_look
    row = int(tray.to_look_at[-1])
    (answer,) = tray.place(row, tray.likely(row)[1][0])
    assert answer.kind == "must" and answer.source == "new row" and row in answer.pair
    assert session.labels[row] == session.labels[sum(answer.pair) - row]
    assert row not in tray.rows
    session.noise.add([150])
    assert 150 not in tray.rows
    for _ in range(3):
        session.undo()
    assert len(tray) == 39
    with pytest.raises(InputError, match="row 3 does not wait"):
        tray.place(3, 0)
    with pytest.raises(InputError, match="cluster=3 must be"):
        tray.place(150, 3)
    tray.accept([150, 112])
    assert session.history.undo_label == "2 new rows accepted" and 112 not in tray.rows


def test_ten_rows_are_drawn_of_each_addition_and_stay_the_same(tmp_path):
    session = started(path=tmp_path / "journal")
    session.rows.extend(X[NEW])
    drawn = session.rows.tray.drawn.tolist()
    session.rows.extend(X[:4])
    assert session.rows.tray.drawn.tolist() == [*drawn, 150, 151, 152, 153]
    session.rows.tray.accept(drawn[:2])
    session.close()
    again = started(np.concatenate([X[OLD], X[NEW], X[:4]]), path=tmp_path / "journal")
    assert again.rows.tray.drawn.tolist() == [*drawn[2:], 150, 151, 152, 153]


def test_rows_that_are_back_wait_as_before(tmp_path):
    """GROWING, acceptance 4."""

    def seen(session):
        tray = session.rows.tray
        return [each.tolist() for each in (tray.rows, tray.drawn, tray.far, tray.to_look_at)]

    session = started(path=tmp_path / "journal")
    session.rows.extend(X[NEW])
    session.rows.tray.accept([113])
    before = seen(session)
    session.rows.exclude([113, *before[1][:2], 130], "broken")
    assert len(session.rows.tray) == 37 - len({*before[1][:2], 130})
    session.rows.include([113, *before[1][:2], 130])
    assert seen(session) == before
    for _ in range(3):
        session.undo()
    before = seen(session)
    session.undo()
    assert len(session.rows.tray) == 0
    session.rows.include(range(112, 120))
    session.rows.include(range(120, 150))
    assert seen(session) == before and len(before[0]) == 38
    session.close()
    again = started(np.concatenate([X[OLD], X[NEW]]), path=tmp_path / "journal")
    assert seen(again) == before


# --------------------------------------------------------------------------- left out


def test_rows_left_out_take_no_part_until_they_are_back():
    session = started(y_true=Y[OLD])
    before, known = session.labels.copy(), session.constraints
    session.rows.exclude([100, 7], "broken  sensor")
    assert session.rows.excluded == {7: "broken sensor", 100: "broken sensor"}
    assert session.history.undo_label == "Left out: 2 points"
    assert [answer.number for answer in session.rows.resting] == [1, 3]
    assert session.labels[[7, 100]].tolist() == [-1, -1]
    assert session.constraints.cannot.tolist() == [[0, 50]]
    assert session.history.current_fit.violated == 0 and session.noise.stated.tolist() == []
    assert session.history.current_fit.placed and len(session.rows) == 110
    session.fit()
    assert session.labels[[7, 100]].tolist() == [-1, -1]
    assert {7, 100}.isdisjoint(row for k in range(3) for row in session.clusters[k].rows)
    session.undo()
    session.rows.include([7])
    session.rows.include([100])
    assert session.labels.tolist() == before.tolist() and session.constraints == known
    assert session.rows.excluded == {} and session.rows.resting == ()
    assert session.history.undo_label == "Taken in again: point 100"


def test_answers_about_rows_left_out_are_refused_and_those_of_before_may_be_taken_back():
    session = started(names=[f"r{k}" for k in range(112)])
    session.rows.exclude(["r100"])
    for kind in ("must", "cannot", "unknown"):
        with pytest.raises(InputError, match=r"r100 is left out; .*session\.rows\.include\(\[100"):
            session.answer(1, "r100", kind)
    with pytest.raises(InputError, match="r100 is left out"):
        session.noise.add(["r100"])
    session.remove(3)
    assert [answer.number for answer in session.rows.resting] == [1]
    session.replace(2, 0, 50, "must")
    session.rows.include(["r100"])
    assert session.constraints.relation(50, 100) == "cannot"


def test_a_row_that_contradicts_what_was_said_meanwhile_stays_out():
    session = started()
    session.answer_many([(10, 11, "must"), (11, 12, "must")])
    session.rows.exclude([11])
    session.answer(10, 12, "cannot")
    steps = len(session.history)
    with pytest.raises(ConflictError):
        session.rows.include([11])
    assert len(session.history) == steps and session.rows.excluded == {11: ""}
    session.remove(6)
    session.rows.include([11])
    assert session.constraints.relation(10, 12) == "must"


def test_noise_that_is_left_out_is_noise_again_when_it_is_back():
    session = started()
    session.noise.add([7])
    session.rows.exclude([7, 8], "measured twice")
    assert session.noise.stated.tolist() == []
    session.noise.add([9])
    assert session.noise.stated.tolist() == [9]
    session.rows.include([8])
    session.rows.include([7])
    assert session.noise.stated.tolist() == [7, 9] and session.labels[7] == -1 < session.labels[8]


def test_what_cannot_be_left_out_or_put_back():
    session = started()
    with pytest.raises(InputError, match="110 points more would leave 2 points for 3 clusters"):
        session.rows.exclude(range(110))
    for rows in ([112], [-1], ["x"], [1.5]):
        with pytest.raises(InputError, match="rows="):
            session.rows.exclude(rows)
    with pytest.raises(InputTypeError, match="must be several rows"):
        session.rows.exclude(3)
    with pytest.raises(InputError, match="3 is not left out"):
        session.rows.include([3])
    with pytest.raises(InputTypeError, match="reason=5 must be a text"):
        session.rows.exclude([3], 5)
    with pytest.raises(InputError, match="reason has 201 characters"):
        session.rows.exclude([3], "x" * 201)
    session.rows.exclude([])
    session.rows.exclude([3])
    session.rows.exclude([3])
    assert len(session.history) == 3


def test_moments_and_branches_tell_which_rows_there_were(tmp_path):
    session = started(path=tmp_path / "journal")
    session.rows.extend(X[NEW])
    session.rows.exclude([5], "why")
    session.rows.tray.accept()
    moments = [(m.cause, m.excluded.size, m.labels.tobytes()) for m in session.history.steps]
    assert [each[1] for each in moments] == [38, 38, 0, 1, 1]
    session.close()
    again = started(np.concatenate([X[OLD], X[NEW]]), path=tmp_path / "journal")
    assert [(m.cause, m.excluded.size, m.labels.tobytes()) for m in again.history.steps] == moments
    assert again.rows.excluded == {5: "why"}


# --------------------------------------------------------------------------- data of every kind

REFUSED = {
    "no rows": (X[:0], {}, "X_new has 0 sample"),
    "a column less": (X[:2, :3], {}, "X_new has 3 columns, and the session has 4"),
    "a value missing": ([[1, 2, 3, np.nan]], {}, "X_new.*row 0"),
    "names": (X[:2], {"names": ["a", "b"]}, "names= was given, and the rows .* have none"),
    "true labels": (X[:2], {"y_true": [0, 1]}, "y_true= was given, and the session has no"),
    "texts": (X[:2], {"texts": ["a", "b"]}, "texts= was given, and the session has none"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_rows_that_do_not_fit_are_refused_and_nothing_changes(what):
    session = started()
    data, more, words = REFUSED[what]
    with pytest.raises(InputError, match=words):
        session.rows.extend(data, **more)
    assert session.n_samples == 112 and len(session.history) == 2


def test_names_true_labels_and_texts_come_along():
    names, texts = [f"r{k}" for k in range(150)], [f"text {k}" for k in range(150)]
    session = started(X[:112], names=names[:112], y_true=Y[:112], texts=texts[:112])
    more = {"y_true": Y[112:], "texts": texts[112:]}
    for wrong, words in (
        ({}, "give names= for the 38 new ones"),
        ({"names": names[100:138], **more}, "called 'r100' already"),
        ({"names": names[112:], "texts": texts[112:]}, "give y_true="),
        ({"names": names[112:], "y_true": Y[112:]}, "give texts= for the 38 new rows"),
        ({"names": names[112:], "y_true": Y[:3], "texts": texts[112:]}, "y_true has shape"),
    ):
        with pytest.raises(InputError, match=words):
            session.rows.extend(X[112:], **wrong)
        assert session.n_samples == 112
    session.rows.extend(X[112:], names=names[112:], **more)
    assert session.names == tuple(names)
    assert session.history.current_fit.score == adjusted_rand(Y, session.labels)
    assert session.answer("r0", "r149", "cannot").j == 149
    assert session.constraints.names == tuple(names)


def test_words_of_clusters_are_those_of_all_texts():
    texts = ["old text of flowers"] * 112 + ["later text of meadows"] * 38
    session = started(X[:112], texts=texts[:112])
    before = [word.word for k in range(3) for word in session.clusters.words(k)]
    session.rows.extend(X[112:], texts=texts[112:])
    whole = started(X, texts=texts)
    words = [
        [word.word for k in range(3) for word in s.clusters.words(k)] for s in (session, whole)
    ]
    assert "meadows" not in before and ("meadows" in words[0]) == ("meadows" in words[1]) is True


def test_columns_of_frames_may_come_in_another_order():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    session = started(frame.iloc[:112])
    session.rows.extend(frame.iloc[112:].reset_index(drop=True)[["d", "b", "a", "c"]])
    session.rows.extend(pl.DataFrame({"c": [1.0], "a": [2.0], "b": [3.0], "d": [4.0]}))
    np.testing.assert_array_equal(session.X, np.concatenate([X, [[2.0, 3.0, 1.0, 4.0]]]))
    with pytest.raises(InputError, match="X_new has the columns a, b, c, e, and the session has a"):
        session.rows.extend(pd.DataFrame(X[:2], columns=["a", "b", "c", "e"]))


def test_an_index_gives_names_to_new_rows():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"], index=[f"r{k}" for k in range(150)])
    session = started(frame.iloc[:112])
    session.rows.extend(frame.iloc[112:])
    assert session.names[149] == "r149"


def test_the_transformer_is_applied_and_not_fitted_again():
    session = started(X[:112], preprocess=StandardScaler())
    session.rows.extend(X[112:])
    np.testing.assert_allclose(session.X, StandardScaler().fit(X[:112]).transform(X))
    np.testing.assert_array_equal(session._engine.data.given_numbers, X)
    with pytest.raises(InputError, match="StandardScaler stopped with ValueError on X_new"):
        session.rows.extend(X[:2, :3])


def test_rows_are_added_while_a_fit_runs():
    session = started(background=True)
    session.answer(1, 2, "must")
    session.rows.extend(X[NEW])
    assert session.history.at(session.history.step - 1).own
    assert session.rows.tray.rows.size == 38
    session.close()


def test_ten_times_as_many_rows_and_the_same_again():
    session = started()
    session.rows.extend(X[OLD])
    assert (session.labels[112:] == session.labels[:112]).mean() > 0.95
    session.rows.extend(np.concatenate([X] * 10))
    assert session.n_samples == 112 + 112 + 1500
    session.fit()
    assert session.labels.min() >= 0


def test_rows_added_without_names_have_those_of_the_data_that_are_opened_later(tmp_path):
    path = tmp_path / "answers.jsonl"
    X = np.random.default_rng(0).normal(size=(30, 2))
    Session(X[:20], "kmeans", n_clusters=2, path=path).close()
    Session(X, "kmeans", n_clusters=2, path=path).close()
    names = [f"id{i}" for i in range(30)]
    session = Session(X, "kmeans", n_clusters=2, path=path, names=names)
    assert session.names == session.constraints.names == tuple(names)
    session.answer("id25", "id3", "must")
    session.close()
    session = Session(X[::-1], "kmeans", n_clusters=2, path=path, names=names[::-1])
    assert session.names == tuple(names)
    assert [answer.pair for answer in session.answers] == [(3, 25)]
    session.close()


def test_a_value_that_no_session_opens_with_is_no_new_row(tmp_path):
    path = tmp_path / "answers.jsonl"
    X = np.random.default_rng(0).normal(size=(30, 2))
    session = Session(X, "kmeans", n_clusters=2, path=path)
    before = path.read_bytes()
    with pytest.raises(InputError, match="X with X_new holds a value of size 1e"):
        session.rows.extend([[1e160, 0.0]])
    assert (session.n_samples, path.read_bytes()) == (30, before)
    session.close()
