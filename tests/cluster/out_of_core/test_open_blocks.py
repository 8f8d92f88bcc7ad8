"""What comes in blocks, and in which forms."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import COPKMeans, KMeans, PCKMeans
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.cluster.out_of_core import open_blocks
from jupyter_sscluster.constraints import ConflictError

da = pytest.importorskip("dask.array", reason="the extra dask is not installed")

N, K = 400, 3


@pytest.fixture(scope="module")
def X():
    rng = np.random.default_rng(0)
    return rng.normal(size=(N, 4)) + 6.0 * rng.normal(size=(K, 4))[np.arange(N) % K]


@pytest.fixture(scope="module")
def known():
    return Constraints(N, must=[(0, 3), (3, 399)], cannot=[(0, 1), (1, 398)])


def forms():
    import dask.dataframe as dd

    names = list("abcd")
    return {
        "features in several chunks": lambda X: da.from_array(X, chunks=(150, 3)),
        "chunks of unknown size": lambda X: dd.from_pandas(
            pd.DataFrame(X, columns=names), npartitions=3
        ).to_dask_array(),
        "a frame": lambda X: dd.from_pandas(pd.DataFrame(X, columns=names), npartitions=3),
        "float32": lambda X: da.from_array(X.astype(np.float32), chunks=(77, 4)),
    }


@pytest.mark.parametrize("form", forms())
def test_all_forms_give_what_they_give_in_memory(X, known, form):
    rows = X.astype(np.float32) if form == "float32" else X
    reference = PCKMeans(K, init=X[:K]).fit(rows, constraints=known)
    blocks = forms()[form](X)
    model = PCKMeans(K, init=X[:K]).fit(blocks, constraints=known)
    assert np.array_equal(model.labels_.compute(), reference.labels_)
    assert model.objective_ == pytest.approx(reference.objective_, rel=1e-9)
    assert np.array_equal(model.predict(blocks).compute(), reference.predict(rows))
    assert model.n_features_in_ == 4
    assert list(getattr(model, "feature_names_in_", [])) == (
        list("abcd") if form == "a frame" else []
    )


def test_a_large_file_is_read_by_blocks_and_a_small_one_whole(X, known, tmp_path, monkeypatch):
    path = tmp_path / "rows.dat"
    np.memmap(path, dtype=np.float32, mode="w+", shape=X.shape)[:] = X
    rows = np.memmap(path, dtype=np.float32, mode="r", shape=X.shape)
    assert open_blocks.opened(rows) is None
    reference = PCKMeans(K, init=X[:K]).fit(rows, constraints=known)
    monkeypatch.setattr(open_blocks, "LARGE", 1000)
    monkeypatch.setattr(open_blocks, "_BYTES", 1000)
    assert open_blocks.opened(rows).n_blocks > 5
    model = PCKMeans(K, init=X[:K]).fit(rows, constraints=known)
    assert type(model.labels_) is np.ndarray
    assert model.labels_.dtype == np.int32
    assert np.array_equal(model.labels_, reference.labels_)
    assert np.array_equal(model.predict(rows), reference.labels_)
    # Whoever cannot read it by blocks reads it whole, as ever.
    weighed = KMeans(K, init=X[:K]).fit(rows, sample_weight=np.ones(N))
    assert weighed.objective_ == pytest.approx(KMeans(K, init=X[:K]).fit(X).objective_, rel=1e-5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: da.ones(5, chunks=2), r"1 dimension\(s\)"),
        (lambda: da.ones((5, 2), chunks=2).astype(complex), "of type complex128"),
        (lambda: da.ones((5, 2), chunks=2).astype(str), "every column must be numeric"),
        (lambda: da.ones((0, 2), chunks=2), "number of rows, n_samples=0"),
        (lambda: da.ones((2, 2), chunks=2), "n_clusters=3 is more than the number of rows"),
    ],
)
def test_data_that_are_no_table_are_refused(wrong, said):
    with pytest.raises(InputError, match=said):
        KMeans(3).fit(wrong())


def test_columns_that_are_no_numbers_are_named():
    import dask.dataframe as dd

    frame = dd.from_pandas(pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]}), npartitions=1)
    with pytest.raises(InputError, match="not numbers: 'b'"):
        KMeans(2).fit(frame)


def test_predict_takes_the_columns_of_the_fit(X):
    model = KMeans(K, init=X[:K]).fit(da.from_array(X, chunks=(100, 4)))
    with pytest.raises(InputError, match="X has 3 features, but KMeans is expecting 4"):
        model.predict(da.ones((9, 3), chunks=3))


def test_errors_about_pairs_call_rows_by_their_numbers(X):
    blocks = da.from_array(X, chunks=(100, 4))
    with pytest.raises(ConflictError, match="300") as refused:
        COPKMeans(K).fit(blocks, ml=[(300, 350)], cl=[(350, 300)])
    assert refused.value.witness
    with pytest.raises(Infeasible, match="300, 320 and 350 are all cannot-linked") as infeasible:
        COPKMeans(2).fit(blocks, cl=[(300, 350), (320, 350), (300, 320)])
    assert infeasible.value.witness == [300, 320, 350]
    with pytest.raises(InputError, match="400 is no row"):
        PCKMeans(K).fit(blocks, ml=[(0, 400)])


def test_one_cluster_one_block_rows_all_alike(X, known):
    one = PCKMeans(1).fit(da.from_array(X, chunks=(50, 4)), constraints=known)
    assert one.objective_ == pytest.approx(PCKMeans(1).fit(X, constraints=known).objective_)
    alike = KMeans(1).fit(da.zeros((30, 2), chunks=(4, 2)))
    assert alike.labels_.compute().tolist() == [0] * 30


def test_a_cluster_may_lie_in_one_block_and_a_block_may_have_fewer_rows_than_clusters(X):
    rows = X[np.argsort(np.arange(N) % K, kind="stable")]
    reference = KMeans(K, init=rows[[0, 150, 399]]).fit(rows)
    for size in (2, 134):
        model = KMeans(K, init=rows[[0, 150, 399]]).fit(da.from_array(rows, chunks=(size, 4)))
        assert np.array_equal(model.labels_.compute(), reference.labels_)


def test_a_fit_is_heard_and_cancelled_between_passes(X, known):
    blocks = da.from_array(X, chunks=(100, 4))
    model = PCKMeans(K, init=X[:K]).fit(blocks, constraints=known)
    before = model.cluster_centers_
    heard = []

    def cancel(step, done, total):
        heard.append((step, done))
        if done == 2:
            raise FitCancelled

    with watching(cancel), pytest.raises(FitCancelled):
        model.set_params(constraint_weight=1.0).fit(blocks, constraints=known)
    assert heard[:2] == [("iteration", 1), ("iteration", 2)]
    assert model.cluster_centers_ is before


def test_a_fit_on_blocks_can_be_pickled(X, known):
    model = PCKMeans(K, init=X[:K]).fit(da.from_array(X, chunks=(100, 4)), constraints=known)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.labels_.compute(), model.labels_.compute())
    assert np.array_equal(again.predict(X), model.predict(X))
