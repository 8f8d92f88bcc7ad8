"""A plugin of pytest: which functions of the package each test calls, and how long it takes."""

import json
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import Phase, settings


class FirstExample:
    """Failing examples of Hypothesis are not made smaller, as nobody reads them."""

    def pytest_configure(self, config):
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("first example", settings.default, phases=phases)
        settings.load_profile("first example")


class CalledByTests:
    """Writes, for each test, its processor seconds and the functions: file and first line."""

    def __init__(self, root: Path, report: Path) -> None:
        self.root, self.report = f"{root}/", report
        self.found: dict[str, tuple[float, list[tuple[str, int]]]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        codes, begun = set(), time.process_time()

        def note(frame, event, argument):
            if event == "call":
                codes.add(frame.f_code)

        threading.setprofile(note)
        sys.setprofile(note)
        yield
        sys.setprofile(None)
        threading.setprofile(None)
        seconds = time.process_time() - begun
        places = {(Path(code.co_filename).as_posix(), code.co_firstlineno) for code in codes}
        ours = [(path, line) for path, line in places if path.startswith(self.root)]
        self.found[item.nodeid] = (
            seconds,
            sorted((path.removeprefix(self.root), line) for path, line in ours),
        )

    def pytest_sessionfinish(self):
        self.report.write_text(json.dumps(self.found), "utf-8")
