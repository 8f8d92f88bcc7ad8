"""Data that no one holds whole give what the same rows in memory give."""

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import ASC
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.out_of_core import open_blocks
from jupyter_sscluster.journal.cluster_steps import Regrouped
from jupyter_sscluster.session.engine.fit.regrouping import regrouped_labels
from jupyter_sscluster.session.engine.sample.large_data import check_large

da = pytest.importorskip("dask.array", reason="the extra dask is not installed")

N = 300
X = blobs(N, 3)
ASKED = [(0, 299, "must"), (7, 8, "cannot"), (7, 150, "unknown"), (20, 21, "cannot")]


@pytest.fixture(params=["array", "unknown sizes", "frame", "file"])
def given(request, tmp_path, monkeypatch):
    """The same rows, uneven blocks, and one block of which the sizes are not known."""
    blocks = da.from_array(X, chunks=((100, 1, 149, 50), 3))
    if request.param == "unknown sizes":
        return blocks[blocks[:, 0] > -np.inf]
    if request.param == "frame":
        frame = pytest.importorskip("dask.dataframe")
        return frame.from_dask_array(blocks, columns=["a", "b", "c"])
    if request.param == "array":
        return blocks
    monkeypatch.setattr(open_blocks, "LARGE", 0)
    mapped = np.memmap(tmp_path / "X", float, "w+", shape=X.shape)
    mapped[:] = X
    return mapped


FROM_THESE = PCKMeans(n_clusters=3, init=X[:3])


def made(data, sample=30, **others):
    others = {"clusterer": FROM_THESE, "random_state": 3} | others
    return Session(data, sample=sample, **others)


def test_labels_questions_and_sample_are_those_of_rows_in_memory(given, path):
    known, session = made(X), made(given, path=path)
    assert session.sample.rows.tolist() == known.sample.rows.tolist()
    for i, j, kind in ASKED:
        for each in (known, session):
            each.answer(i, j, kind)
        assert np.array_equal(session.labels, known.labels)
    assert session.history.current_fit.kept == known.history.current_fit.kept
    halves = Regrouped((0, 1), (5, 120))
    starts = [regrouped_labels(each.X, each.labels, halves) for each in (known, session)]
    assert np.array_equal(*starts)
    assert session.propose() == known.propose()
    session.close()
    again = made(given, path=path)
    assert np.array_equal(again.labels, known.labels) and again.n_samples == N
    again.save(path.with_name("kept"))
    loaded = Session.load(path.with_name("kept"), given)
    assert loaded.sample.rows.tolist() == session.sample.rows.tolist()
    again.close()


def test_the_page_shows_them(bundle, given):
    explorer = ClusterExplorer(given, FROM_THESE, random_state=3, sample=30)
    known = ClusterExplorer(X, FROM_THESE, random_state=3, sample=30)
    for page in (explorer, known):
        page.session.answer(0, 299, "must")
        page.session.propose()
        page.session.wait()
        page.event_loop.show()
    assert explorer.layer.labels == known.layer.labels and explorer.layer.xy == known.layer.xy
    question, same = (page.layer.state["question"] for page in (explorer, known))
    assert question["i"] == same["i"]
    assert [one["bars"] for one in question["features"]] == [
        one["bars"] for one in same["features"]
    ]
    rows = explorer.session.sample.rows[:2].tolist()
    explorer.selection = rows
    assert len(explorer.layer.state["selected"]["rows"]) == 2
    assert np.array_equal(np.asarray(explorer.selected), X[rows])
    for page in (explorer, known):
        page.close()


def test_a_value_that_is_missing_is_told_by_row_and_column():
    wrong = X.copy()
    wrong[120, 1] = np.nan
    with pytest.raises(InputError, match="nan in row 120, column 1"):
        made(da.from_array(wrong, chunks=(50, 3)))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sample": None}, "sample=5000"),
        ({"preprocess": object()}, "scale X before"),
        ({"clusterer": "beliefclustering"}, "in memory"),
        ({"strategy": ASC(propagate=True)}, "propagate=False"),
    ],
)
def test_what_needs_all_rows_in_memory_says_so(options, words):
    with pytest.raises(InputError, match=words):
        made(da.from_array(X, chunks=(50, 3)), **options)


def test_large_data_without_rows_are_refused():
    empty = pytest.importorskip("dask.array").zeros((0, 3))
    with pytest.raises(InputError, match="0 sample"):
        Session(empty, "pckmeans", n_clusters=3, sample=5)


def test_a_file_is_read_in_blocks_unless_its_rows_are_scaled_first(tmp_path):
    np.save(tmp_path / "rows.npy", X)
    rows = np.load(tmp_path / "rows.npy", mmap_mode="r")
    assert check_large(rows, None, sampled=True) is rows
    assert check_large(rows, object(), sampled=True) is None
    assert check_large(rows, None, sampled=False) is None
    assert check_large(X, None, sampled=True) is None
