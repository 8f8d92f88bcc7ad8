"""Threads where the platform has them, and row by row work on all cores."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from jupyter_sscluster import Constraints, _threads
from jupyter_sscluster.cluster import AdaptivePCKMeans, KMeans, MPCKMeans, PCKMeans

PARTS = [slice(start, start + 10) for start in range(0, 95, 10)]


@pytest.fixture
def cores(monkeypatch):
    """Says how many cores there are."""
    pools = []

    def say(number):
        pools.append(ThreadPoolExecutor(max(number - 1, 1)))
        monkeypatch.setattr(_threads, "n_cores", lambda: number)
        monkeypatch.setattr(_threads, "_pool", lambda: pools[-1])

    yield say
    for pool in pools:
        pool.shutdown()


def test_work_is_started_beside(monkeypatch):
    there = []
    done = threading.Event()

    def work():
        there.append(threading.current_thread())
        done.set()

    assert _threads.started(work, "ssc-test")
    assert done.wait(10)
    assert there[0] is not threading.current_thread()
    assert (there[0].name, there[0].daemon) == ("ssc-test", True)
    assert _threads.can_start()


def test_without_threads_nothing_is_run(no_threads):
    done = []
    assert not _threads.started(lambda: done.append(1), "ssc-test")
    assert done == []
    assert not _threads.can_start()


def test_the_loop_is_that_of_this_thread():
    async def look():
        return _threads.running_loop() is asyncio.get_running_loop()

    assert _threads.running_loop() is None
    assert asyncio.run(look())


@pytest.mark.parametrize("number", [1, 2, 3, 40])
def test_every_part_is_done_once_on_any_number_of_cores(cores, number):
    cores(number)
    times = np.zeros(95)

    def count(part):
        times[part] += 1

    _threads.on_all_cores(count, PARTS)
    assert (times == 1).all()
    _threads.on_all_cores(count, [])
    assert (times == 1).all()


def test_work_within_work_waits_for_nobody(cores):
    cores(2)
    done = []

    def again(part):
        _threads.on_all_cores(lambda inner: done.append((part.start, inner.start)), PARTS)

    _threads.on_all_cores(again, PARTS)
    assert len(set(done)) == len(done) == len(PARTS) ** 2


def test_all_is_done_while_the_interpreter_ends(cores):
    cores(3)
    _threads._pool().shutdown()
    done = []
    _threads.on_all_cores(done.append, PARTS)
    assert sorted(part.start for part in done) == [part.start for part in PARTS]


@pytest.mark.parametrize("where", [0, 4, 9])
def test_an_error_in_any_part_comes_after_all_threads_have_ended(cores, where):
    cores(3)
    running = []

    def work(part):
        running.append(part)
        if part == PARTS[where]:
            raise ArithmeticError(f"part {where}")
        running.remove(part)

    with pytest.raises(ArithmeticError, match=f"part {where}"):
        _threads.on_all_cores(work, PARTS)
    assert running == [PARTS[where]]


def test_settings_of_errors_hold_in_every_thread(cores):
    cores(3)
    with np.errstate(over="raise"), pytest.raises(FloatingPointError):
        _threads.on_all_cores(lambda part: np.array([1e308]) * (part.start + 1), PARTS[1:])
    with np.errstate(over="ignore"):
        _threads.on_all_cores(lambda part: np.array([1e308]) * (part.start + 1), PARTS)


def test_fits_are_the_same_on_any_number_of_cores(cores):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 4, 70_000)
    X = rng.normal(size=(70_000, 5)) + 2.0 * np.eye(5)[y]
    known = Constraints.from_labels(y, 200, random_state=0)

    def fitted(number):
        cores(number)
        models = [
            kind(4, random_state=0, n_init=1, max_iter=8).fit(X, constraints=known)
            for kind in (KMeans, PCKMeans, MPCKMeans, AdaptivePCKMeans)
        ]
        return [
            (each.objective_.hex(), each.labels_, each.posterior_, each.predict(X[::2]))
            for each in models
        ]

    for one, three in zip(fitted(1), fitted(3), strict=True):
        for first, second in zip(one, three, strict=True):
            np.testing.assert_array_equal(first, second)


FORKED = """
import multiprocessing
import numpy as np
from jupyter_sscluster.cluster import KMeans

X = np.random.default_rng(0).normal(size=(40_000, 10))

def fit():
    KMeans(3, random_state=0, n_init=1).fit(X)

fit()
child = multiprocessing.get_context("fork").Process(target=fit)
child.start()
child.join(60)
print(child.exitcode)
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_a_forked_process_has_threads_of_its_own():
    env = os.environ | {"OMP_NUM_THREADS": "2", "LOKY_MAX_CPU_COUNT": "2"}
    run = subprocess.run(
        [sys.executable, "-c", FORKED], env=env, capture_output=True, text=True, timeout=120
    )
    assert run.stdout.split() == ["0"], run.stderr


def test_fewer_cores_where_that_is_asked_for(monkeypatch):
    def found():
        _threads.n_cores.cache_clear()
        return _threads.n_cores()

    try:
        monkeypatch.setattr(_threads, "cpu_count", lambda: 8)
        for wanted, expected in {"": 8, "3": 3, "64": 8, "2,4": 2, "0": 8, "many": 8}.items():
            monkeypatch.setenv("OMP_NUM_THREADS", wanted)
            assert found() == expected, wanted
        monkeypatch.setattr(_threads, "can_start", lambda: False)
        assert found() == 1
    finally:
        monkeypatch.undo()
        _threads.n_cores.cache_clear()
