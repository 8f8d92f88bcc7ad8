"""Blocks of Dask: on the threads of this process, and on workers, one of which dies."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.cluster.fit.watching import watching
from jupyter_sscluster.cluster.out_of_core.blocks import Shared, joined
from jupyter_sscluster.cluster.out_of_core.dask_blocks import DaskBlocks

da = pytest.importorskip("dask.array", reason="the extra dask is not installed")
distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")

N, D, K = 3000, 4, 3


def rows(number):
    """The rows of a block, made where they are needed."""
    rng = np.random.default_rng(number)
    return rng.normal(size=(300, D)) + 4.0 * np.eye(K, D)[rng.integers(K, size=300)]


def made():
    def make(block_info=None):
        return rows(block_info[None]["chunk-location"][0])

    return da.map_blocks(make, chunks=((300,) * 10, (D,)), dtype=float, meta=np.empty((0, D)))


@pytest.fixture(scope="module")
def known():
    y = np.concatenate([rows(number)[:, :K].argmax(axis=1) for number in range(10)])
    return Constraints.from_labels(y, 40, random_state=0)


def numbers(block, own):
    return [own.number]


def test_one_pass_is_one_computation_and_its_results_keep_their_order():
    import dask
    from dask.callbacks import Callback

    finished = []
    blocks = DaskBlocks(da.zeros((3000, 2), chunks=(3, 2)))
    with Callback(finish=lambda dsk, state, failed: finished.append(failed)):
        found = blocks.reduced(Shared(numbers, ()), joined)
    assert found == list(range(1000))
    assert finished == [False]
    assert dask.is_dask_collection(blocks.mapped(Shared(numbers, ()), np.int32))


def test_an_iteration_is_one_computation(known):
    from dask.callbacks import Callback

    X, finished = made(), []
    init = np.ones((K, D)) + 0.1 * np.eye(K, D)
    counts = []
    for most in (1, 3):
        finished.clear()
        with Callback(finish=lambda dsk, state, failed: finished.append(failed)):
            model = KMeans(K, init=init, max_iter=most).fit(X, constraints=known)
        counts.append(len(finished))
    assert model.n_iter_ == 3
    assert counts[1] - counts[0] == 2


def test_a_worker_that_dies_changes_nothing(known):
    X, init = made(), np.ones((K, D)) + 2.0 * np.eye(K, D)
    model = PCKMeans(K, init=init).fit(X, constraints=known)
    centres, labels = model.cluster_centers_, model.labels_.compute()
    killed = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", processes=True
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        held = client.persist(X)
        pid = next(iter(client.run(os.getpid).values()))

        def kill(step, done, total):
            if done == 2 and not killed:
                killed.append(pid)
                threading.Timer(0.02, os.kill, (pid, signal.SIGKILL)).start()

        with watching(kill):
            model.fit(held, constraints=known)
        again = model.labels_.compute()
    assert killed == [pid]
    assert np.allclose(model.cluster_centers_, centres, rtol=1e-9)
    assert np.array_equal(again, labels)


@pytest.mark.thorough
def test_thousands_of_blocks_give_the_same_as_one():
    X = np.repeat(np.arange(2000.0)[:, None] % 7, 2, axis=1)
    reference = KMeans(2, init=X[[0, 6]]).fit(X)
    model = KMeans(2, init=X[[0, 6]]).fit(da.from_array(X, chunks=(1, 2)))
    assert np.array_equal(model.labels_.compute(), reference.labels_)
    assert model.objective_ == pytest.approx(reference.objective_, rel=1e-9)
