"""Rows that are added again, files of what was left out, and the script that clusters again."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import constraints_csv, python_code, read_answers
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.lines import JournalError

X = load_iris().data[np.random.default_rng(0).permutation(150)]


def started(**more):
    session = Session(X[:112], n_clusters=3, **more)
    session.answer(3, 10, "must" if session.labels[3] == session.labels[10] else "cannot")
    return session


# --------------------------------------------------------------------------- the same rows again


@pytest.mark.parametrize("preprocess", [None, StandardScaler()])
@pytest.mark.parametrize("named", [False, True])
def test_rows_that_are_added_again_have_their_numbers(tmp_path, preprocess, named):
    def options(start, end):
        return {"names": [f"r{k}" for k in range(start, end)]} if named else {}

    path = tmp_path / "answers.jsonl"
    session = started(path=path, preprocess=preprocess, **options(0, 112))
    session.rows.extend(X[112:120], **options(112, 120))
    labels = session.labels.copy()
    session.undo()
    assert session.rows.extend(X[112:120], **options(112, 120)).tolist() == [*range(112, 120)]
    assert session.n_samples == 120 and session.rows.tray.rows.tolist() == [*range(112, 120)]
    assert session.labels.tolist() == labels.tolist() and not session.rows.excluded
    session.undo()
    both = np.concatenate([X[118:122], X[112:114]])
    names = {"names": ["r118", "r119", "r120", "r121", "r112", "r113"]} if named else {}
    assert session.rows.extend(both, **names).tolist() == [118, 119, 120, 121, 112, 113]
    assert [*session.rows.excluded] == [114, 115, 116, 117]
    assert session.rows.tray.rows.tolist() == [112, 113, 118, 119, 120, 121]
    labels = session.labels.copy()
    session.close()
    again = Session(X[:122], n_clusters=3, path=path, preprocess=preprocess, **options(0, 122))
    assert again.labels.tolist() == labels.tolist()
    assert again.undo() == "6 rows added" and again.redo() == "6 rows added"
    assert again.labels.tolist() == labels.tolist()


def test_equal_rows_that_are_in_force_are_others():
    session = started()
    session.rows.extend(X[:2])
    session.rows.exclude([5], "broken")
    assert session.rows.extend(X[[0, 5]]).tolist() == [114, 115]


def test_a_name_that_was_added_before_with_other_values_is_taken():
    session = started(names=[f"r{k}" for k in range(112)])
    session.rows.extend(X[112:114], names=["a", "b"])
    session.undo()
    with pytest.raises(InputError, match="other values is called 'a' already"):
        session.rows.extend(X[113:115], names=["a", "c"])


def test_frames_with_a_transformer_may_have_other_columns_first():
    frame = pd.DataFrame(X, columns=[*"abcd"])
    session = Session(frame.iloc[:112], n_clusters=3, preprocess=StandardScaler())
    session.rows.extend(frame.iloc[112:].reset_index(drop=True)[[*"dbca"]])
    np.testing.assert_allclose(session.X, StandardScaler().fit(X[:112]).transform(X))


# --------------------------------------------------------------------------- files


def test_rows_left_out_are_no_noise_in_files(tmp_path):
    session = started()
    session.noise.add([20, 21])
    session.rows.extend(X[112:])
    session.rows.exclude([3, 21], "broken")
    path = tmp_path / "constraints.csv"
    path.write_text(constraints_csv(session), encoding="utf-8")
    assert Constraints.from_csv(path).noise.tolist() == [20]
    assert read_answers(path) == ()
    session.undo()
    session.undo()
    path.write_text(constraints_csv(session), encoding="utf-8")
    assert Constraints.from_csv(path).noise.tolist() == [20, 21] and len(read_answers(path)) == 1


def run(code, data):
    scope = {"X": data}
    exec(code, scope)
    return scope["labels"].tolist()


@pytest.mark.parametrize("clusterer", ["kmeans", "pckmeans", "beliefclustering"])
@pytest.mark.parametrize("preprocess", [None, StandardScaler()])
def test_the_script_gives_the_labels_after_rows_came_and_went(clusterer, preprocess):
    session = started(clusterer=clusterer, preprocess=preprocess)
    more = {"preprocess": preprocess}

    def same(data):
        assert run(python_code(session, **more), data) == session.labels.tolist()

    session.rows.extend(X[112:140])
    same(X[:140])
    session.rows.exclude([5, 8, 113], "broken")
    same(X[:140])
    session.rows.include([8])
    same(X[:140])
    session.fit()
    same(X[:140])
    session.rows.extend(X[140:])
    session.answer(3, 141, "cannot")
    same(X)


def test_constraints_are_edited_while_rows_are_left_out(tmp_path):
    path, first = tmp_path / "answers.jsonl", Constraints(112, must=[(0, 5), (1, 2)])

    def opened(constraints):
        return Session(
            X[:112], "kmeans", "random", constraints=constraints, n_clusters=3, path=path
        )

    session = opened(first)
    session.rows.exclude([5, 7], "broken")
    session.close()
    session = opened(first.add(7, 8, "must"))  # about a row that is left out: it rests
    assert session.constraints.must.tolist() == [[1, 2]] and len(session.rows.resting) == 2
    session.close()
    session = opened(Constraints(112, must=[(0, 5)], noise=[7]))
    assert len(session.answers) == len(session.rows.resting) == 1
    session.rows.include([5])
    assert session.constraints.must.tolist() == [[0, 5]]


def test_rows_that_came_or_went_changed_no_cluster_since_a_check():
    session = started()
    check = session.check(10)
    check.sort()
    while check.question is not None:
        point, cards = check.question.point, check.question.representatives
        labels = session.labels
        check.place(point, next(card for card in cards if labels[card] == labels[point]))
    assert check.since.n_moved == 0
    session.rows.extend(X[112:])
    session.rows.exclude([40, 41], "broken")
    assert check.since.n_moved == 0 and "changed cluster" not in check.text


# --------------------------------------------------------------------------- scaled again


@pytest.mark.parametrize("kind", [np.asarray, lambda X: pd.DataFrame(X, columns=[*"abcd"])])
def test_the_transformer_is_fitted_again_to_all_rows(tmp_path, kind):
    path = tmp_path / "answers.jsonl"
    session = Session(kind(X[:112]), n_clusters=3, preprocess=StandardScaler(), path=path)
    session.rows.extend(kind(X[112:130]))
    session.rows.extend(kind(X[130:]))
    told = "The scaling is that of 112 rows: session.rows.rescale() fits it to all."
    assert [note for note in session.notes if "scaling" in note] == [told]
    session.rows.exclude([5, 140], "broken")
    labels, steps = session.labels.copy(), len(session.history)
    session.rows.rescale()
    assert not any("scaling" in note for note in session.notes)
    kept = np.setdiff1d(np.arange(150), [5, 140])
    np.testing.assert_allclose(session.X, StandardScaler().fit(X[kept]).transform(X), atol=1e-12)
    assert session.labels.tolist() == labels.tolist() and len(session.history) == steps
    session.fit()
    code = python_code(session, preprocess=StandardScaler(), data=kind(X))
    assert run(code, kind(X)) == session.labels.tolist()
    values, labels = session.X.copy(), session.labels.copy()
    session.rows.extend(kind(X[:3] + 0.01))
    session.close()
    order = np.random.default_rng(3).permutation(153)
    whole = np.concatenate([X, X[:3] + 0.01])
    again = Session(kind(whole[order]), n_clusters=3, preprocess=StandardScaler(), path=path)
    np.testing.assert_allclose(again.X[:150], values, atol=1e-12)
    assert again.labels[:150].tolist() == labels.tolist() and again.n_samples == 153
    again.close()
    loaded = Session.load(path, kind(whole), preprocess=StandardScaler())
    np.testing.assert_allclose(loaded.X[:150], values, atol=1e-12)


def test_what_cannot_be_fitted_again_is_refused():
    session = started()
    with pytest.raises(InputError, match="X was passed without preprocess="):
        session.rows.rescale()
    session = started(preprocess=StandardScaler())
    session.rows.extend(pd.DataFrame(X[112:]).to_numpy().tolist())
    session.rows.rescale()
    np.testing.assert_allclose(session.X.mean(axis=0), 0.0, atol=1e-12)
    frame = pd.DataFrame(X, columns=[*"abcd"])
    session = Session(frame.iloc[:112], n_clusters=3, preprocess=StandardScaler())
    session.rows.extend(X[112:])
    session.rows.rescale()
    np.testing.assert_allclose(session.X, StandardScaler().fit_transform(X), atol=1e-12)
    session = started(preprocess=StandardScaler())
    session.check(10).sort()
    with pytest.raises(InputError, match="a check was begun"):
        session.rows.rescale()


def test_a_line_of_other_values_that_makes_no_sense_is_refused(tmp_path):
    path = tmp_path / "answers.jsonl"
    session = started(preprocess=StandardScaler(), path=path)
    session.rows.rescale()
    session.close()
    whole = path.read_bytes().splitlines(keepends=True)
    place = next(k for k, text in enumerate(whole) if b'"do":"values"' in text)
    entry = lines.entry_of(whole[place][:-1])
    for key in ("rows", "data", "fitted"):
        for wrong in (None, -1, "?", [999], {}):
            texts = [*whole]
            texts[place] = lines.line({**entry, key: wrong})
            path.write_bytes(b"".join(texts))
            with pytest.raises(JournalError, match=f"line {place + 1}|belongs to other data"):
                Session(X[:112], n_clusters=3, preprocess=StandardScaler(), path=path)


@pytest.mark.parametrize("n_equal", [0, 19, 20, 38])
def test_the_same_rows_again_are_others_and_told(n_equal):
    session = started()
    known = {row.tobytes() for row in X[:112]}
    others = np.array([row for row in X[112:] if row.tobytes() not in known])[:37]
    new = np.concatenate([X[5 : 5 + n_equal], others[: 38 - n_equal]])
    rows = session.rows.extend(new)
    assert session.rows.tray.equal.tolist() == rows[:n_equal].tolist()
    told = [note for note in session.notes if "have the values" in note]
    assert told == (
        []
        if n_equal < 20
        else [
            f"{n_equal} of {len(new)} rows added have the values of a row that was there: "
            "session.undo() leaves them out."
        ]
    )
    session.rows.tray.accept(rows)
    assert not len(session.rows.tray.equal)


def test_names_that_are_taken_by_the_same_rows_are_told():
    names = [f"r{k}" for k in range(150)]
    session = started(names=names[:112])
    with pytest.raises(InputError, match="the same values is called 'r0' already, and so with 111"):
        session.rows.extend(X, names=names)
    assert session.n_samples == 112


def test_a_cluster_whose_rows_were_all_left_out_is_named():
    session = started()
    session.rows.exclude(np.flatnonzero(session.labels == 1))
    assert session.notes == (
        "No row is in cluster 2: choose n_clusters=2 before the next fit, which fills it again.",
    )
    session.undo()
    assert session.notes == ()


def test_a_row_that_is_left_out_may_be_so_for_another_reason():
    session = started()
    session.rows.exclude([5])
    steps = len(session.history)
    session.rows.exclude([5])
    assert len(session.history) == steps
    session.rows.exclude([5, 6], "broken")
    assert dict(session.rows.excluded) == {5: "broken", 6: "broken"}
    session.rows.exclude([5], "broken")
    session.rows.exclude([5], "twice")
    session.undo()
    session.undo()
    assert dict(session.rows.excluded) == {5: ""}


def test_what_does_not_fit_is_told_in_a_few_words(tmp_path):
    session = started(y_true=[0] * 112)
    with pytest.raises(InputError, match="one label for each of the 38 new rows is needed"):
        session.rows.extend(X[112:], y_true=[1, 2, 3])
    with pytest.raises(TypeError, match="is no table of numbers") as found:
        session.rows.extend({"a": list(range(5000))}, y_true=[0] * 5000)
    assert len(str(found.value)) < 300
    with pytest.raises(InputError, match="does not exist; create it first"):
        session.export_model(tmp_path / "no" / "model.json")
