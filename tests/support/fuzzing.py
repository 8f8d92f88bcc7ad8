"""A round of `make fuzz`: nothing but property tests, on many new examples, until time is over."""

import functools
import json
import os
import random
import sys
import time
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.errors import UnsatisfiedAssumption
from repeatable import settings_of

ROUND = "SSCLUSTER_FUZZ_ROUND"
"""The environment variable that tells the processes of a round what `fuzz.py` wants of them."""

OVER = "time is over"


class Fuzzing:
    """A plugin of pytest: `factor` times the examples of every property test, until `until`.

    What was found, and how many examples each test ran, is written to the file `results`, one line
    of JSON a test, by the process that gathers the reports.
    """

    def __init__(self, factor, until, results, order):
        self.factor, self.until, self.order = factor, until, order
        self.results = Path(results)
        self.examples, self.failed = 0, False

    @classmethod
    def of_this_round(cls):
        return cls(**json.loads(os.environ[ROUND]))

    def pytest_collection_modifyitems(self, items):
        properties = [item for item in items if settings_of(item)]
        machines = [item for item in properties if not hasattr(item.obj, "hypothesis")]
        for function in {item.obj for item in properties if hasattr(item.obj, "hypothesis")}:
            self._widen(function, "_hypothesis_internal_use_settings")
            function.hypothesis.inner_test = self._counted(function.hypothesis.inner_test)
        for case, machine in {(m.cls, m.obj._hypothesis_state_machine_class) for m in machines}:
            self._widen(case, "settings")
            self._watch(machine)
        # Another order in each round, so that a short run does not stay with the first files.
        random.Random(self.order).shuffle(properties)
        items[:] = properties

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        self.failed, before = False, self.examples
        try:
            return (yield)
        finally:
            item.user_properties.append(("examples", self.examples - before))

    def pytest_runtest_setup(self):
        self._stop_in_time()

    def pytest_runtest_logreport(self, report):
        if "PYTEST_XDIST_WORKER" in os.environ or not (report.when == "call" or report.failed):
            return
        said = [text for name, text in report.sections if name == "Hypothesis"]
        # Stopped between two draws, an example looks to Hypothesis as if it were flaky.
        found = report.failed and OVER not in report.longreprtext
        line = {
            "test": report.nodeid,
            "examples": dict(report.user_properties).get("examples", 0),
            "found": "\n".join([report.longreprtext, *said]) if found else None,
        }
        with self.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _widen(self, holder, name):
        said = getattr(holder, name) or settings.default
        setattr(holder, name, settings(said, max_examples=self.factor * said.max_examples))

    def _stop_in_time(self):
        # What has failed is let go on, as its example is still being made smaller.
        if time.time() > self.until and not self.failed:
            pytest.skip(OVER)

    def _counted(self, inner):
        @functools.wraps(inner)
        def run(*args, **kwargs):
            self._stop_in_time()
            try:
                inner(*args, **kwargs)
            except UnsatisfiedAssumption:
                self.examples -= 1
                raise
            except Exception:
                self.failed = True
                raise
            finally:
                self.examples += 1

        return run

    def _watch(self, machine):
        start, teardown = machine.__init__, machine.teardown

        def __init__(this):
            self._stop_in_time()
            self.examples += 1
            start(this)

        def ended(this):
            raised = sys.exc_info()[1]
            if isinstance(raised, Exception) and not isinstance(raised, UnsatisfiedAssumption):
                self.failed = True
            teardown(this)

        machine.__init__, machine.teardown = __init__, ended
