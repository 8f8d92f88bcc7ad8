"""Journals opened with fewer rows, changed ones, and the same data in another order."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings, strategies as st
from scipy import sparse
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import with_labels
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.session.engine.rows.fingerprints import (
    given_fingerprints,
    row_fingerprints,
)

IRIS = load_iris()
X = np.unique(IRIS.data, axis=0)[np.random.default_rng(0).permutation(147)]  # all rows differ
NAMES = [f"r{k}" for k in range(len(X))]
FRAME = pd.DataFrame(X, columns=["a", "b", "c", "d"])


def begun(path, data=X[:100], **more):
    session = Session(data, "kmeans", "random", n_clusters=3, path=path, **more)
    session.answer(10, 25, "must")
    session.answer(10, 60, "cannot")
    return session


def again(path, data, **more):
    return Session(data, "kmeans", "random", n_clusters=3, path=path, **more)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


@pytest.mark.parametrize("named", [False, True])
def test_a_journal_opens_with_fewer_rows(path, named):
    session = begun(path, names=NAMES[:100] if named else None)
    before = session.labels.copy()
    session.close()
    kept = np.setdiff1d(np.arange(100), [3, 50, 99])
    options = {"names": [NAMES[k] for k in kept]} if named else {}
    session = again(path, X[kept], **options)
    assert [*session.rows.excluded] == [3, 50, 99]
    assert session.rows.excluded[50].startswith("not in X since ")
    assert session.labels[kept].tolist() == before[kept].tolist() and session.labels[3] == -1
    assert session.rows.order.tolist() == kept.tolist() and len(session.answers) == 2
    assert any("3 rows of the journal are not in X" in note for note in session.notes)
    size = path.stat().st_size
    session.fit()
    assert path.stat().st_size > size
    with pytest.raises(InputError, match=r"1 row would take part that is not in X"):
        session.rows.include([50])
    assert session.undo() == "refit"
    with pytest.raises(InputError, match=r"3 rows would take part that are not in X \("):
        session.undo()
    session.close()
    data = path.read_bytes()
    again(path, X[kept], **options).close()
    assert path.read_bytes() == data  # nothing was new


def test_rows_that_answers_name_are_missing_only_if_said(path):
    session = begun(path)
    session.answer(60, 61, "unknown")
    session.close()
    data, fewer = path.read_bytes(), np.delete(X[:100], [60, 3], axis=0)
    with pytest.raises(JournalError, match=r"1 row .* that 2 answers are about is not in X \(60\)"):
        again(path, fewer)
    assert path.read_bytes() == data
    session = again(path, fewer, missing="exclude")
    assert [*session.rows.excluded] == [3, 60] and len(session.rows.resting) == 2
    assert len(session.answers) == 3
    session.fit()
    session.close()
    assert [*again(path, fewer).rows.excluded] == [3, 60]


def test_rows_that_checks_name_are_missing_only_if_said(path):
    session = begun(path)
    check = session.check(5)
    check.sort()
    row = check.question.point
    check.place(row, None)
    session.close()
    with pytest.raises(JournalError, match="1 check is about is not in X"):
        again(path, np.delete(X[:100], row, axis=0))


def corrected(rows):
    data = X[:100].copy()
    data[rows] += 0.5
    return data


@pytest.mark.parametrize("named", [False, True])
def test_changed_rows_are_kept_as_the_same(path, named):
    options = {"names": NAMES[:100]} if named else {}
    session = begun(path, **options)
    before = session.labels.copy()
    session.close()
    bytes_before = path.read_bytes()
    with pytest.raises(JournalError, match="changed='keep'"):
        again(path, corrected([10, 70]), **options)
    assert path.read_bytes() == bytes_before
    order = np.random.default_rng(1).permutation(100) if named else np.arange(100)
    names = {"names": [NAMES[k] for k in order]} if named else {}
    session = again(path, corrected([10, 70])[order], changed="keep", **names)
    assert session.labels.tolist() == before.tolist() and len(session.answers) == 2
    np.testing.assert_array_equal(session.X, corrected([10, 70]))
    assert any("2 rows have other values than before" in note for note in session.notes)
    session.close()
    session = again(path, corrected([10, 70]), **options)  # it knows them now
    assert session.labels.tolist() == before.tolist()
    session.close()
    with pytest.raises(JournalError, match="2 (rows|of 100 rows)"):
        again(path, X[:100], **options)


@pytest.mark.parametrize("named", [False, True])
def test_changed_rows_are_taken_for_others(path, named):
    options = {"names": NAMES[:100]} if named else {}
    begun(path, **options).close()
    with pytest.raises(JournalError, match="2 answers are about is not in X"):
        again(path, corrected([10, 70]), changed="new", **options)
    session = again(path, corrected([70, 71]), changed="new", **options)
    assert session.n_samples == 102 and [*session.rows.excluded] == [70, 71]
    assert session.rows.order.tolist() == [*range(70), 100, 101, *range(72, 100)]
    assert session.rows.tray.rows.tolist() == [100, 101]
    if named:
        assert session.names[100:] == ("r70", "r71") and "r70" != session.names[70]
    labels = session.labels.copy()
    session.close()
    session = again(path, corrected([70, 71]), **options)
    assert session.labels.tolist() == labels.tolist() and session.n_samples == 102


@pytest.mark.parametrize("word", ["ignore", None, 3])
def test_what_to_do_is_one_of_the_words(path, word):
    with pytest.raises(InputError, match=r"changed=.* must be one of 'refuse', 'keep', 'new'"):
        Session(X, n_clusters=2, changed=word)
    begun(path).close()
    with pytest.raises(InputError, match=r"missing=.* must be one of 'refuse', 'exclude'"):
        Session.load(path, X[:100], missing=word)


def test_names_decide_where_first_rows_have_the_same_values(path):
    begun(path, names=NAMES[:100]).close()
    names = NAMES[:100]
    names[4], names[7] = names[7], names[4]
    with pytest.raises(
        JournalError, match=r"2 rows .* called as before and have other values \(r4"
    ):
        again(path, X[:100], names=names)
    session = again(path, X[:100], names=names, changed="keep")
    np.testing.assert_array_equal(session.X[[4, 7]], X[[7, 4]])
    assert session.names == tuple(NAMES[:100])


def test_rows_that_are_all_called_anew_are_found_by_their_values(path):
    before = begun(path, names=NAMES[:100]).labels.copy()
    session = again(path, X[:100], names=[f"new {k}" for k in range(100)])
    assert session.labels.tolist() == before.tolist()


FRAMES = {"pandas": lambda frame: frame, "polars": lambda frame: pl.from_pandas(frame)}


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("preprocess", [None, "standardise"])
def test_named_columns_may_be_in_another_order(path, kind, preprocess):
    make = FRAMES[kind]
    session = begun(path, make(FRAME.iloc[:100]), preprocess=preprocess)
    before, values = session.labels.copy(), session.X.copy()
    session.close()
    session = again(path, make(FRAME[["c", "a", "d", "b"]]), preprocess=preprocess)
    assert session.labels[:100].tolist() == before.tolist()
    assert session.feature_names == ("a", "b", "c", "d")
    np.testing.assert_array_equal(session.X[:100], values)


def test_other_columns_are_named(path):
    begun(path, FRAME.iloc[:100]).close()
    other = FRAME.rename(columns={"d": "e"}) * 2
    with pytest.raises(JournalError, match="X has no column 'd', and it has no 'e'"):
        again(path, other)


def test_columns_with_other_names_and_the_same_values_are_told(path):
    begun(path, FRAME.iloc[:100]).close()
    session = again(path, FRAME.iloc[:100].rename(columns={"a": "u", "d": "v"}))
    assert session.notes[0] == (
        "Columns have other names than in the journal, and the same values: 'a', 'd' → 'u', 'v'."
    )
    session.close()
    with pytest.raises(JournalError, match="other data: X has no column 'a'; pass the data"):
        again(path, FRAME[[*"bcd"]])
    with pytest.raises(JournalError, match="other data: it has no 'e'; pass the data"):
        again(path, FRAME.assign(e=1.0))


@pytest.mark.parametrize("before", [None, "standardise"])
def test_rows_that_went_through_no_preprocess_then_or_now_are_told(path, before):
    begun(path, FRAME.iloc[:100], preprocess=before).close()
    now = "standardise" if before is None else None
    words = "without a preprocess=; leave it out" if now else "as a preprocess= made them; pass the"
    with pytest.raises(JournalError, match=f"its rows are in X, and were clustered {words}"):
        again(path, FRAME, preprocess=now)


SCALERS = {
    "standardise": lambda: "standardise",
    "scaler": StandardScaler,
    "pca": lambda: PCA(3),
}


@pytest.mark.parametrize("how", SCALERS)
@pytest.mark.parametrize("named", [False, True])
def test_rows_in_another_order_are_found_before_preprocess(path, how, named):
    options = {"names": NAMES[:100]} if named else {}
    session = begun(path, preprocess=SCALERS[how](), **options)
    before, values = session.labels.copy(), session.X.copy()
    session.rows.extend(X[100:120], names=NAMES[100:120] if named else None)
    session.close()
    order = np.random.default_rng(5).permutation(len(X))
    options = {"names": [NAMES[k] for k in order]} if named else {}
    session = again(path, X[order], preprocess=SCALERS[how](), **options)
    assert session.labels[:100].tolist() == before.tolist() and session.n_samples == len(X)
    np.testing.assert_array_equal(session.X[:100], values)
    session.close()
    with pytest.raises(JournalError, match="as if another preprocess= had been fitted"):
        again(path, X[order], preprocess=StandardScaler(with_std=False), **options)


def test_some_of_the_rows_a_scaler_was_fitted_to_may_be_missing(path):
    before = begun(path, preprocess="standardise").labels.copy()
    session = again(path, np.delete(X[:100], [3, 50], axis=0), preprocess="standardise")
    kept = np.setdiff1d(np.arange(100), [3, 50])
    assert session.labels[kept].tolist() == before[kept].tolist()
    session.fit()


def test_texts_in_another_order_are_found(path):
    texts = [f"{word} and {number}" for number in range(8) for word in ("sea", "hill", "town")]
    session = Session(texts, "kmeans", n_clusters=2, preprocess=TfidfVectorizer(), path=path)
    values, labels = session.X.copy(), session.labels.copy()
    session.close()
    order = np.random.default_rng(0).permutation(len(texts))
    again_ = Session(
        [texts[k] for k in order], "kmeans", n_clusters=2, preprocess=TfidfVectorizer(), path=path
    )
    np.testing.assert_array_equal(again_.X, values)
    assert again_.labels[again_.rows.order].tolist() == labels[order].tolist()


def test_sparse_rows_in_another_order_are_found(path):
    rng = np.random.default_rng(0)
    table = sparse.random_array((150, 130), density=0.2, rng=rng, format="csr")
    session = Session(table, "kmeans", n_clusters=2, path=path)
    labels = session.labels.copy()
    session.close()
    order = rng.permutation(150)
    session = Session(table[order], "kmeans", n_clusters=2, path=path)
    assert session.labels[session.rows.order].tolist() == labels[order].tolist()


def test_rows_as_given_are_alike_whatever_holds_them():
    table = X[:20].copy()
    table[3, 1] = np.nan
    frame = pd.DataFrame(table, columns=[*"abcd"])
    found = [given_fingerprints(each) for each in (table, frame, pl.from_pandas(frame))]
    assert found[0].tolist() == found[1].tolist() == found[2].tolist()
    assert given_fingerprints(X).tolist() == row_fingerprints(X).tolist()
    coo = sparse.coo_array(X)
    assert given_fingerprints(coo).tolist() == given_fingerprints(sparse.csc_array(X)).tolist()
    mixed = frame.assign(word=[str(k % 3) for k in range(20)])
    assert len({*given_fingerprints(mixed).tolist()}) == 20
    assert given_fingerprints([[1.0], [1.0, 2.0]]) is None


def test_constraints_go_by_the_rows_that_were_passed(path):
    first = Constraints(100, must=[(0, 1)], noise=[7])
    session = Session(X[:100], "kmeans", "random", constraints=first, n_clusters=3, path=path)
    session.close()
    order = np.random.default_rng(2).permutation(100)
    place = np.argsort(order)
    same = Constraints(100, must=[(place[1], place[0])], noise=[place[7]])
    data = path.read_bytes()
    session = Session(X[order], "kmeans", "random", constraints=same, n_clusters=3, path=path)
    assert session.constraints.must.tolist() == [[0, 1]]
    session.close()
    assert path.read_bytes() == data  # nothing was edited
    more = same.add(place[20], place[30], "cannot")
    session = Session(X[order], "kmeans", "random", constraints=more, n_clusters=3, path=path)
    assert session.constraints.cannot.tolist() == [[20, 30]]
    assert session.constraints.noise.tolist() == [7]


@settings(max_examples=200)
@given(st.data())
def test_a_permuted_frame_gets_its_labels_in_its_own_order(tmp_path_factory, data):
    """GROWING, acceptance 2."""
    named = data.draw(st.booleans())
    path = tmp_path_factory.mktemp("order") / "journal.jsonl"
    names = NAMES[:40]
    frame = FRAME.iloc[:40].set_axis(names) if named else FRAME.iloc[:40]
    session = Session(frame, "kmeans", "random", n_clusters=3, path=path)
    session.answer(0, 5, "must")
    whole = with_labels(frame, session)
    said = [(a.i, a.j, a.kind) for a in session.answers]
    session.close()
    order = data.draw(st.permutations(range(40)))
    permuted = frame.iloc[order] if named else frame.iloc[order].reset_index(drop=True)
    session = Session(permuted, "kmeans", "random", n_clusters=3, path=path)
    assert [(a.i, a.j, a.kind) for a in session.answers] == said
    found = with_labels(permuted, session)
    assert found["cluster"].tolist() == whole["cluster"].iloc[order].tolist()
    session.close()


def test_rows_whose_addition_was_undone_are_told(path):
    session = begun(path, names=NAMES[:100])
    session.rows.extend(X[100:], names=NAMES[100:])
    session.undo()
    session.close()
    session = again(path, X, names=NAMES)
    assert len(session.rows) == 100
    assert session.notes[0].startswith("47 rows of X were added before, and that was undone: they")
    session.rows.include(session.rows.excluded)
    session.close()
    assert not any("undone" in note for note in again(path, X, names=NAMES).notes)


def test_that_preprocess_was_fitted_to_fewer_rows_is_told(path):
    begun(path, preprocess="standardise").close()
    told = "40 rows are not in X that preprocess= was fitted to: it was fitted to the others, and"
    for _ in range(2):
        session = again(path, X[40:100], preprocess="standardise", missing="exclude")
        assert [note[: len(told)] for note in session.notes].count(told) == 1
        session.close()


def test_what_cannot_be_undone_without_rows_that_are_missing_is_not_offered(path):
    begun(path).close()
    session = again(path, X[:99], missing="exclude")
    assert not session.history.can_undo
    session.answer(20, 21, "must" if session.labels[20] == session.labels[21] else "cannot")
    assert session.history.can_undo
    session.undo()
    assert not session.history.can_undo


def test_rows_that_are_not_there_are_no_ones_neighbours(path):
    begun(path).close()
    session = again(path, X[10:100], missing="exclude")
    session.rows.exclude([70])
    out = {*range(10), 70}
    for row in (64, 70):
        assert not out & {each.row for each in session.nearest(row, 90)}
        assert len(session.nearest(row, 90)) == (88 if row == 64 else 89)
    with pytest.raises(InputError, match="row 3 is not in X, and nothing is known of its values"):
        session.nearest(3)


def test_notes_about_the_last_step_go_with_it(path):
    begun(path).close()
    session = again(path, X)
    assert any("listed in session.rows.tray" in note for note in session.notes)
    session.answer(20, 21, "unknown")
    assert not any("listed in session.rows.tray" in note for note in session.notes)
    session.rows.extend(X[:20])
    assert any("have the values" in note for note in session.notes)
    session.undo()
    assert not any("have the values" in note for note in session.notes)
