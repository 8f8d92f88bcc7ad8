"""Rows that a journal knows, that X did not have, and that are there again."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import ConflictError, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import with_labels
from jupyter_sscluster.journal.lines import JournalError

IRIS = load_iris()
ORDER = np.random.default_rng(0).permutation(150)
X, Y = IRIS.data[ORDER], IRIS.target[ORDER]
FRAME = pd.DataFrame(X, columns=[*"abcd"], index=[f"r{k}" for k in range(150)])
FIRST, SECOND, BOTH = slice(0, 100), slice(100, 130), slice(0, 130)

KINDS = {
    "array": (X, {}),
    "frame": (FRAME, {}),
    "scaled": (X, {"preprocess": StandardScaler}),
    "scaled frame": (FRAME, {"preprocess": StandardScaler}),
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


def opened(data, path, **more):
    made = {key: make() if key == "preprocess" else make for key, make in more.items()}
    return Session(data, "kmeans", "random", n_clusters=3, path=path, **made)


def told(session, i, j):
    session.answer(i, j, "must" if Y[i] == Y[j] else "cannot")


@pytest.mark.parametrize("kind", KINDS)
def test_a_notebook_that_is_run_twice_knows_its_rows(path, kind):
    data, more = KINDS[kind]
    session = opened(data[FIRST], path, **more)
    told(session, 0, 1)
    session.rows.extend(data[SECOND])
    session.rows.tray.accept([103])
    labels, values, names = session.labels.copy(), session.X.copy(), session.names
    waiting = session.rows.tray.rows.tolist()
    session.close()
    for _ in range(2):
        session = opened(data[FIRST], path, **more)
        assert len(session.rows) == 100
        assert session.rows.extend(data[SECOND]).tolist() == [*range(100, 130)]
        assert session.n_samples == 130 and not session.rows.excluded
        np.testing.assert_allclose(session.X, values, atol=1e-12)
        assert session.names == names and session.constraints.names == names
        assert session.labels.tolist() == labels.tolist()
        assert session.rows.order.tolist() == [*range(130)]
        assert session.rows.tray.rows.tolist() == waiting  # 103 was accepted
        session.close()
    session = opened(data[BOTH], path, **more)
    assert len(session.rows) == session.n_samples == 130
    assert session.labels.tolist() == labels.tolist()
    assert session.rows.tray.rows.tolist() == waiting
    assert {103, *waiting} == {*range(100, 130)}


@pytest.mark.parametrize("kind", KINDS)
def test_answers_about_rows_come_back_with_them(path, kind):
    data, more = KINDS[kind]
    session = opened(data[FIRST], path, y_true=Y[FIRST], texts=[*map(str, range(100))], **more)
    extra = {"y_true": Y[SECOND], "texts": [*map(str, range(100, 130))]}
    session.rows.extend(data[SECOND], **extra)
    told(session, 0, 110)
    known = session.constraints
    session.close()
    first = {"y_true": Y[FIRST], "texts": [*map(str, range(100))], **more}
    with pytest.raises(JournalError, match="pass missing='exclude'"):
        opened(data[FIRST], path, **first)
    session = opened(data[FIRST], path, missing="exclude", **first)
    assert len(session.rows.resting) == 1
    backwards = [*range(129, 104, -1)]
    part = data.iloc[backwards] if kind.endswith("frame") else data[backwards]
    steps = len(session.history)
    with pytest.raises(InputError, match="give texts= for the 25 new rows"):
        session.rows.extend(part, y_true=Y[backwards])
    assert len(session.history) == steps and len(session.rows) == 100
    some = {"y_true": Y[backwards], "texts": [*map(str, backwards)]}
    assert session.rows.extend(part, **some).tolist() == backwards
    assert [*session.rows.excluded] == [100, 101, 102, 103, 104] and not session.rows.resting
    assert session.constraints.relation(0, 110) == known.relation(0, 110)
    assert session.rows.order.tolist() == [*range(100), *backwards]
    assert session._engine.data.texts[105:] == tuple(map(str, range(105, 130)))
    session.fit()
    session.undo()
    session.undo()  # out again, and known again
    assert len(session.rows) == 100
    assert session.rows.extend(part, **some).tolist() == backwards


def test_rows_that_were_never_there_are_new_beside_those_that_come_back(path):
    session = opened(FRAME[FIRST], path)
    session.rows.extend(FRAME[100:110])
    session.close()
    session = opened(FRAME[FIRST], path)
    mixed = FRAME.iloc[[140, 108, 141, 100]]
    assert session.rows.extend(mixed).tolist() == [110, 108, 111, 100]
    assert [session.names[row] for row in (100, 108, 110, 111)] == ["r100", "r108", "r140", "r141"]
    assert session.rows.order.tolist() == [*range(100), 110, 108, 111, 100]
    assert len(session.rows) == 104 and session.rows.tray.rows.tolist() == [100, 108, 110, 111]
    np.testing.assert_array_equal(session.X[[110, 108, 111, 100]], mixed.to_numpy())
    labels = session.labels.copy()
    session.close()
    whole = pd.concat([FRAME[100:110], FRAME[140:142], FRAME[FIRST]])
    session = Session.load(path, whole)
    assert session.n_samples == 112
    assert session.labels[[100, 108, 110, 111]].tolist() == labels[[100, 108, 110, 111]].tolist()


def test_what_a_person_left_out_stays_so(path):
    session = opened(X[FIRST], path)
    session.rows.extend(X[SECOND])
    session.rows.exclude([105, 106], "broken sensor")
    session.close()
    session = opened(X[FIRST], path)
    steps = len(session.history)
    assert session.rows.extend(X[105:107]).tolist() == [105, 106]
    assert len(session.history) == steps and len(session.rows) == 100
    assert "2 rows of X_new were left out before and stay so" in session.notes[-1]
    assert session.rows.extend(X[100:105]).tolist() == [*range(100, 105)]
    session.rows.include([105])
    assert [*session.rows.excluded] == [*range(106, 130)]


def test_rows_whose_answers_contradict_are_not_added(path):
    session = opened(X[FIRST], path)
    session.rows.extend(X[SECOND])
    session.answer_many([(0, 110, "must"), (1, 110, "must")])
    session.close()
    session = opened(X[FIRST], path, missing="exclude")
    session.answer(0, 1, "cannot")
    before = session.X.copy()
    with pytest.raises(ConflictError):
        session.rows.extend(X[SECOND])
    np.testing.assert_array_equal(session.X, before)
    assert len(session.rows) == 100 and len(session.rows.resting) == 2


@pytest.mark.parametrize("data", [X, FRAME], ids=["array", "frame"])
def test_of_equal_rows_those_in_force_are_found_first(path, data):
    session = opened(X[FIRST], path)
    session.rows.extend(X[SECOND])
    session.rows.exclude(range(100, 130), "measured twice")
    assert session.rows.extend(X[SECOND]).tolist() == [*range(130, 160)]
    session.answer(0, 140, "must")
    labels = session.labels.copy()
    session.close()
    session = opened(data[BOTH], path)
    assert [*session.rows.excluded] == [*range(100, 130)] and not session.rows.resting
    assert session.labels.tolist() == labels.tolist()
    assert session.rows.order.tolist() == [*range(100), *range(130, 160)]
    np.testing.assert_array_equal(session.X[130:], X[SECOND])


def test_rows_of_an_undone_addition_come_again_where_x_lacks_them(path):
    session = opened(X[FIRST], path)
    session.rows.extend(X[SECOND])
    session.undo()
    session.close()
    session = opened(X[FIRST], path)
    assert session.rows.extend(X[SECOND]).tolist() == [*range(100, 130)]
    told(session, 110, 0)
    labels = session.labels.copy()
    session.close()
    session = opened(X[BOTH], path)
    assert len(session.rows) == 130 and session.labels.tolist() == labels.tolist()


# --------------------------------------------------------------------------- there again at opening


@pytest.mark.parametrize("data", [X, FRAME], ids=["array", "frame"])
def test_rows_that_are_in_x_again_are_in_force_again(path, data):
    session = opened(data[BOTH], path)
    told(session, 3, 10)
    session.rows.exclude([60], "broken sensor")
    labels, known = session.labels.copy(), session.constraints
    session.close()
    kept = [*range(4, 50), *range(51, 130)]
    fewer = data.iloc[kept] if data is FRAME else data[kept]
    opened(fewer, path, missing="exclude").close()
    written = path.read_bytes()
    loaded = Session.load(path, data)
    assert [*loaded.rows.excluded] == [60] and path.read_bytes() == written
    session = opened(data, path)
    assert path.read_bytes().startswith(written)
    assert session.rows.excluded == {60: "broken sensor"} and session.n_samples == 150
    assert session.labels[:130].tolist() == labels.tolist()
    assert session.constraints.relation(3, 10) == known.relation(3, 10)
    note = "5 rows of the journal are in X again and in force again; session.undo() leaves them"
    assert any(note in each for each in session.notes)
    labels, written = session.labels.copy(), path.read_bytes()
    session.close()
    again = opened(data, path)
    assert again.labels.tolist() == labels.tolist() and path.read_bytes() == written
    assert not any("again" in each for each in again.notes)
    assert again.undo() == "20 rows added" and again.undo() == "Taken in again: 5 points"
    assert [*again.rows.excluded][:5] == [0, 1, 2, 3, 50]


def test_rows_in_x_again_whose_answers_contradict_stay_out(path):
    session = opened(X[BOTH], path)
    session.answer_many([(0, 5, "must"), (1, 5, "must")])
    session.close()
    fewer = np.delete(X[BOTH], 5, axis=0)
    session = opened(fewer, path, missing="exclude")
    session.answer(0, 1, "cannot")
    session.close()
    session = opened(X[BOTH], path)
    assert [*session.rows.excluded] == [5]
    assert any("1 row of the journal is in X again and stays left out" in n for n in session.notes)
    session.remove(3)
    session.rows.include([5])
    assert session.constraints.relation(0, 1) == "must"


def test_rows_missing_added_and_there_again_are_all_in_force(path):
    session = opened(FRAME[FIRST], path)
    told(session, 0, 1)
    session.close()
    session = opened(FRAME[20:100], path, missing="exclude")
    assert session.rows.extend(FRAME[:5]).tolist() == [0, 1, 2, 3, 4] and not session.rows.resting
    session.close()
    session = opened(FRAME[FIRST], path)
    assert len(session.rows) == session.n_samples == 100 and session.names == tuple(
        FRAME.index[:100]
    )


@pytest.mark.parametrize("data", [X, FRAME], ids=["array", "frame"])
def test_labels_beside_other_rows_than_those_of_the_session_are_refused(data):
    session = opened(data[FIRST], None)
    session.rows.extend(data[SECOND])
    if data is X:
        with pytest.raises(InputError, match="X has 100 rows, and the session has 130"):
            with_labels(data[FIRST], session)
    else:
        shuffled = data[BOTH].sample(frac=0.7, random_state=0)
        number = {name: row for row, name in enumerate(session.names)}
        wanted = [session.labels[number[name]] for name in shuffled.index]
        assert with_labels(shuffled, session)["cluster"].tolist() == wanted
        with pytest.raises(InputError, match="X has 101 rows, and the session has 130"):
            with_labels(pd.concat([data[FIRST], data[:1].set_axis(["new"])]), session)
    assert np.asarray(with_labels(data[BOTH], session)["cluster"]).tolist() == [*session.labels]
    session.undo()
    named = with_labels(X[FIRST], session)["cluster"]
    assert named.tolist() == session.labels[:100].tolist()
