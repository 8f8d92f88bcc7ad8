"""Runs on a Dask cluster, where a worker dies."""

import os
import threading
import time

import joblib
import pytest
from small_protocol import DATA, PAIRS, timeless

from jupyter_sscluster.experiments import run

distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")


def test_a_cluster_that_loses_a_worker_finds_the_same_records(tmp_path):
    path = tmp_path / "runs.jsonl"
    killed = []

    def kill(client):
        """End a worker as soon as the first portion is on its way."""
        while not client.call_stack():
            time.sleep(0.01)
        pids = client.run(os.getpid)
        os.kill(next(iter(pids.values())), 9)
        killed.append(True)

    protocol = PAIRS.with_(repeats=3)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        killer = threading.Thread(target=kill, args=(client,))
        killer.start()
        with joblib.parallel_config(backend="dask"):
            found = run(protocol, data=DATA, path=path, progress=False)
        killer.join()
    assert killed == [True]
    assert timeless(found) == timeless(run(protocol, data=DATA, progress=False))
    assert path.read_bytes().count(b"\n") == protocol.n_runs
