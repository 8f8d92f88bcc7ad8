"""Which rows a journal finds again: the first, by name, by their values; and who is refused."""

import json
from collections import defaultdict

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, strategies as st
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal import lines
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.session.engine.rows.matching import places_of

IRIS = load_iris()
X = IRIS.data
FRAME = pd.DataFrame(X, columns=IRIS.feature_names)


def begun(path, data=X[:100], **more):
    """A session about the first rows, with three answers and a name."""
    session = Session(data, "kmeans", "random", n_clusters=3, path=path, **more)
    session.answer(0, 5, "must")
    session.answer(0, 60, "cannot")
    session.answer(60, 70, "must")
    session.clusters.rename(0, "first")
    return session


def again(path, data, **more):
    return Session(data, "kmeans", "random", n_clusters=3, path=path, **more)


def pictured(session, n=100):
    """Labels of the first rows, answers and names, by number."""
    said = [(a.number, a.i, a.j, a.kind) for a in session.answers]
    return session.labels[:n].tolist(), said, session.clusters.names, session.n_clusters


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.jsonl"


def as_of_old(path):
    """The journal as a release before wrote it, which knew its rows only as a whole."""
    first, *others = path.read_bytes().splitlines(keepends=True)
    header = lines.entry_of(first[:-1])
    header["data"] = {key: header["data"][key] for key in ("shape", "fingerprint")}
    path.write_bytes(lines.line(header) + b"".join(others))


@given(
    known=st.lists(st.integers(0, 5), max_size=12), found=st.lists(st.integers(0, 5), max_size=12)
)
def test_equal_fingerprints_are_matched_in_order_of_appearance(known, found):
    left = defaultdict(list)
    for place, value in enumerate(found):
        left[value].append(place)
    wanted = [left[value].pop(0) if left[value] else -1 for value in known]
    places = places_of(np.array(known, dtype=np.uint64), np.array(found, dtype=np.uint64))
    assert places.tolist() == wanted


@pytest.mark.parametrize("old", [False, True])
def test_a_journal_opens_with_more_rows(path, old):
    session = begun(path)
    before = pictured(session)
    session.close()
    if old:
        as_of_old(path)
    session = again(path, X)
    assert pictured(session) == before
    assert session.labels[100:].min() >= 0
    assert session.rows.tray.rows.size == 50 and session.history.current_fit.placed
    assert session.notes[0].startswith("50 rows of X are new")
    assert session.undo() == "50 rows added"
    assert session.labels[100:].tolist() == [-1] * 50 and pictured(session) == before
    assert session.redo() == "50 rows added"
    grown = session.labels.tolist()
    session.save(path.with_name("kept"))
    session.close()
    for opened in (again(path, X), Session.load(path.with_name("kept"), X)):
        assert opened.labels.tolist() == grown and pictured(opened) == before
        assert not any("new" in note for note in opened.notes)
        opened.close()


def test_a_file_that_is_loaded_with_more_rows_is_only_read(path):
    begun(path).close()
    data = path.read_bytes()
    session = Session.load(path, X)
    assert session.rows.tray.rows.size == 50
    assert session.answer(0, 110, "cannot").number == 4
    assert path.read_bytes() == data


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_rows_in_another_order_are_found(path, named, seed):
    names = [f"r{k}" for k in range(150)]
    session = begun(path, names=names[:100] if named else None)
    before, cluster = pictured(session), session.labels.copy()
    session.close()
    order = np.random.default_rng(seed).permutation(150)
    called = [names[k] for k in order] if named else None
    session = again(path, X[order], names=called)
    assert pictured(session) == before
    np.testing.assert_array_equal(session.X[:100], X[:100])
    at = session.rows.order
    np.testing.assert_array_equal(session.X[at], X[order])
    known = order < 100
    if named:  # of equal rows without names either may be which
        assert session.labels[at][known].tolist() == cluster[order[known]].tolist()
        assert session.names[at[3]] == called[3]
    assert any("another order" in note for note in session.notes)
    session.close()
    session = again(path, X[order], names=called)
    assert pictured(session) == before


def test_true_labels_and_texts_go_with_their_rows(path):
    begun(path, y_true=IRIS.target[:100], texts=[str(k) for k in range(100)]).close()
    order = np.random.default_rng(0).permutation(100)
    session = again(
        path, X[order], y_true=IRIS.target[order], texts=[str(k) for k in order.tolist()]
    )
    data = session._engine.data
    # iris has equal rows: of these either may be which
    np.testing.assert_array_equal(session.X, X[:100])
    assert data.truth.tolist() == IRIS.target[:100].tolist()
    assert sum(text != str(k) for k, text in enumerate(data.texts)) <= 4


def changed(row, column):
    data = FRAME.iloc[:100].copy()
    data.iloc[row, column] += 1.0
    return data


WRONG = {
    "a value": (changed(7, 2), r"1 of 100 rows has other values: first row 7, column 'petal len"),
    "a swapped column": (X[:100, [1, 0, 2, 3]], r"other data: \d+ of its 100 rows are in X"),
    "a column less": (X[:100, :3], "100 × 4 values, and X has 100 × 3"),
    "another set": (np.random.default_rng(0).normal(size=(120, 4)), "other data: 0 of its 100 row"),
    "half of the rows": (X[50:100], r"2 rows .* that 2 answers are about are not in X \(0, 5\)"),
    "a third": (X[:33], "belongs to other data: 33 of its 100 rows are in X"),
    "all but one": (X[1:100], r"1 row .* that 2 answers are about is not in X \(0\); pass missing"),
    "scaled": (X[:100] * 2, "other data: 0 of its 100 rows are in X"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_data_are_refused_and_the_file_is_as_before(path, what):
    begun(path, FRAME.iloc[:100] if what == "a value" else X[:100]).close()
    data, words = path.read_bytes(), WRONG[what][1]
    with pytest.raises(JournalError, match=words):
        again(path, WRONG[what][0])
    with pytest.raises(JournalError, match=words):
        Session.load(path, WRONG[what][0])
    assert path.read_bytes() == data


def test_several_rows_and_columns_that_differ_are_named(path):
    begun(path).close()
    other = X[:100].copy()
    other[[7, 30], 2] += 1.0
    other[30, 0] += 1.0
    with pytest.raises(
        JournalError, match=r"2 of 100 rows have other .* row 7, columns 0, 2; pass changed="
    ):
        again(path, other)


def test_rows_of_known_names_and_other_values_are_refused(path):
    names = [f"r{k}" for k in range(100)]
    begun(path, names=names).close()
    order = np.random.default_rng(1).permutation(100)
    other = X[:100].copy()
    other[[7, 30]] += 1.0
    with pytest.raises(JournalError, match=r"2 rows .* called as before .* other values \(r7, r30"):
        again(path, other[order], names=[names[k] for k in order])


def test_journals_of_before_say_that_they_know_rows_only_as_a_whole(path):
    begun(path).close()
    as_of_old(path)
    with pytest.raises(JournalError, match="100 × 4 values, and X has 150 × 4; it knows its rows"):
        again(path, X[::-1])
    with pytest.raises(JournalError, match="other data of the same shape"):
        again(path, X[:100][::-1])


def test_a_scaler_stays_that_of_the_first_rows(path):
    session = begun(path, FRAME.iloc[:100], preprocess=StandardScaler())
    before, values = pictured(session), session.X.copy()
    session.close()
    session = again(path, FRAME, preprocess=StandardScaler())
    assert pictured(session) == before
    np.testing.assert_array_equal(session.X[:100], values)
    np.testing.assert_allclose(session.X, StandardScaler().fit(X[:100]).transform(X))
    session.rows.extend(FRAME.iloc[:3])
    np.testing.assert_array_equal(session.X[150:], session.X[:3])
    session.close()
    assert (
        again(
            path,
            pd.concat([FRAME, FRAME.iloc[:3]]).reset_index(drop=True),
            preprocess=StandardScaler(),
        ).n_samples
        == 153
    )


@pytest.mark.parametrize("make", [lambda: "standardise", lambda: PCA(2)])
def test_other_transformers_stay_too(path, make):
    before = pictured(begun(path, preprocess=make()))
    session = again(path, X, preprocess=make())
    assert pictured(session) == before


def test_a_transformer_that_knows_no_new_rows_is_refused(path):
    begun(path, preprocess=TSNE(init="random", perplexity=5)).close()
    with pytest.raises(InputError, match="TSNE cannot be applied to new rows, as it has no trans"):
        again(path, X, preprocess=TSNE(init="random", perplexity=5))


def test_the_first_line_holds_fingerprints_and_older_releases_read_it(path):
    begun(path).close()
    header = json.loads(path.read_bytes().splitlines()[0])
    assert header["version"] == 1
    assert {*header["data"]} == {"shape", "fingerprint", "rows", "columns"}


@pytest.mark.parametrize("number", [1, 4])
def test_damaged_lines_are_left_out_of_a_session_with_added_rows(path, number):
    session = begun(path)
    session.rows.extend(X[100:])
    session.answer(0, 120, "cannot")
    session.close()
    whole = path.read_bytes().splitlines(keepends=True)
    whole[number - 1] = whole[number - 1][:30] + b"?" + whole[number - 1][31:]
    path.write_bytes(b"".join(whole))
    left = Session.load(path, X, without_lines=[number])
    assert left.n_samples == 150 and (0, 120) in [answer.pair for answer in left.answers]


def test_a_line_that_added_rows_may_be_lost(path):
    session = begun(path)
    session.rows.extend(X[100:])
    session.answer(0, 120, "cannot")
    session.close()
    whole = path.read_bytes().splitlines(keepends=True)
    number = next(k for k, text in enumerate(whole, 1) if b'"do":"extend"' in text)
    left = Session.load(path, X, without_lines=[number])
    assert left.n_samples == 150 and len(left.answers) == 3
    assert any("builds on what is missing" in note for note in left.notes)
