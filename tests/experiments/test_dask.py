"""Runs on a Dask cluster, where a worker dies."""

import os
import threading
import time

import joblib
import pytest
from small_protocol import DATA, PAIRS, timeless

from jupyter_sscluster.experiments import label_economy, run

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def studied(**where):
    return run(PAIRS.with_(repeats=3), data=DATA, progress=False, **where)


def asked(**where):
    strategies = ["random", "npu"]
    return label_economy(DATA, strategies, seeds=4, budget=4, step=2, progress=False, **where)


@pytest.mark.parametrize("experiment", [studied, asked])
def test_a_cluster_that_loses_a_worker_finds_the_same_records(client, experiment, tmp_path):
    path = tmp_path / "runs.jsonl"
    killed = []

    def kill():
        """End a worker as soon as the first portion is on its way."""
        while not client.call_stack():
            time.sleep(0.01)
        pids = client.run(os.getpid)
        os.kill(next(iter(pids.values())), 9)
        killed.append(True)

    client.wait_for_workers(2)
    killer = threading.Thread(target=kill)
    killer.start()
    with joblib.parallel_config(backend="dask"):
        found = experiment(path=path)
    killer.join()
    assert killed == [True]
    alone = experiment()
    assert timeless(found) == timeless(alone) and len(alone) > 0
    assert timeless(experiment(path=path)) == timeless(alone)
