"""Rows added to a sample, in memory, in a file or in Dask, and to sparse data."""

import dask.array as da
import numpy as np
import pytest
from scipy import sparse

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.lines import JournalError
from jupyter_sscluster.session.engine.sample.drawing import draw_more

X = np.random.default_rng(0).normal(size=(600, 3)) + 9.0 * np.eye(3)[np.arange(600) % 3]
FIRST = 400


def opened(data, path=None, sample=40, **more):
    return Session(data, "kmeans", "random", n_clusters=3, sample=sample, path=path, **more)


def in_file(tmp_path):
    file = np.memmap(tmp_path / "X", dtype=float, mode="w+", shape=X.shape)
    file[:] = X
    return file[:FIRST], file


KINDS = {
    "memory": lambda folder: (X[:FIRST], X),
    "file": in_file,
    "dask": lambda folder: (da.from_array(X[:FIRST], (90, 3)), da.from_array(X, (170, 3))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_opens_with_more_rows_of_which_as_many_are_shown(tmp_path, kind):
    first, whole = KINDS[kind](tmp_path)
    path = tmp_path / "answers.jsonl"
    session = opened(first, path)
    before, shown = session.labels.copy(), {*session.sample.rows.tolist()}
    session.close()
    session = opened(whole, path)
    assert session.labels[:FIRST].tolist() == before.tolist() and session.n_samples == 600
    after = {*session.sample.rows.tolist()}
    assert shown < after and len(after - shown) == 20 and min(after - shown) >= FIRST
    tray = session.rows.tray
    assert tray.rows.tolist() == [*range(FIRST, 600)]
    row = int(tray.rows[3])
    (cluster, belief), *_ = tray.likely(row)
    assert cluster == session.labels[row] and belief > 0.3
    (answer,) = tray.place(row, int(session.labels[row]))
    assert row in answer.pair and row in session.sample
    session.rows.exclude([7, row])
    session.rows.include([7])
    labels, shown = session.labels.copy(), {*session.sample.rows.tolist()}
    session.close()
    session = opened(whole, path)
    assert session.labels.tolist() == labels.tolist()
    assert {*session.sample.rows.tolist()} == shown
    session.close()
    loaded = Session.load(path, whole)
    assert loaded.labels.tolist() == labels.tolist()


def test_rows_are_added_to_a_sample_in_memory(tmp_path):
    path = tmp_path / "answers.jsonl"
    session = opened(X[:FIRST], path)
    session.rows.extend(X[FIRST:500])
    shown = session.sample.rows.tolist()
    assert len(shown) == 50 and session.sample.rows.max() >= FIRST
    session.fit()
    labels = session.labels.copy()
    session.undo()
    session.undo()
    assert session.rows.extend(X[FIRST:500]).tolist() == [*range(FIRST, 500)]
    session.fit()
    assert session.labels.tolist() == labels.tolist() and session.sample.rows.tolist() == shown
    session.close()
    again = opened(X[:500], path)
    assert again.sample.rows.tolist() == sorted(shown)


def test_another_sample_is_drawn_of_all_rows(tmp_path):
    path = tmp_path / "answers.jsonl"
    opened(X[:FIRST], path).close()
    session = opened(X, path, sample=60)
    assert len(session.sample.rows) == 60
    rows = session.sample.rows.tolist()
    session.close()
    assert opened(X, path, sample=60).sample.rows.tolist() == rows


def test_rows_in_blocks_are_added_by_opening_with_all(tmp_path):
    first, whole = in_file(tmp_path)
    session = opened(first, tmp_path / "answers.jsonl")
    with pytest.raises(InputError, match="X is read in blocks, to which no rows are added; open"):
        session.rows.extend(X[FIRST:])
    session.close()
    data = (tmp_path / "answers.jsonl").read_bytes()
    with pytest.raises(JournalError, match="with more rows they must be the first"):
        opened(np.ascontiguousarray(X[::-1]) + 1, tmp_path / "answers.jsonl", sample=None)
    whole[3, 1] += 1.0
    with pytest.raises(JournalError, match="belongs to other data"):
        opened(whole, tmp_path / "answers.jsonl")
    assert (tmp_path / "answers.jsonl").read_bytes() == data


def test_half_of_the_rows_drawn_are_far():
    X = np.concatenate([np.zeros((1000, 1)), np.full((10, 1), 50.0)])
    rows = draw_more(X, 500, 20, X[:400], 3)
    assert (rows >= 1000).sum() >= 5 and len({*rows.tolist()}) == 20
    assert rows.tolist() == draw_more(X, 500, 20, X[:400], 3).tolist()
    assert draw_more(X, 1000, 99, X[:400], 0).tolist() == [*range(1000, 1010)]


@pytest.mark.parametrize("columns", [30, 130])
@pytest.mark.parametrize("preprocess", [None, "standardise"])
def test_rows_are_added_to_sparse_data(columns, preprocess):
    rng = np.random.default_rng(0)
    table = sparse.random_array((180, columns), density=0.2, rng=rng, format="csr")
    session = Session(table[:150], "kmeans", n_clusters=2, preprocess=preprocess)
    before = session.labels.copy()
    assert session.rows.extend(table[150:]).tolist() == [*range(150, 180)]
    assert session.labels[:150].tolist() == before.tolist()
    session.undo()
    assert session.rows.extend(table[160:]).tolist() == [*range(160, 180)]
    session.fit()
    assert session.labels[160:].min() >= 0
