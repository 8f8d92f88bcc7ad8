"""Where no thread can be started, that is said and nothing is run; elsewhere one is."""

import asyncio
import threading

from jupyter_sscluster import _threads


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
