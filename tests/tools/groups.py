"""Which tests stay in one process, by their names: they share a page, a server, a notebook's run.

pytest-xdist has marks for this, which pytest 9.2 leaves without effect.
"""

import re

from xdist.scheduler import LoadScopeScheduling

NOTEBOOK = re.compile(r"test_notebooks\.py::.*\[(.+)\]")


def group(test: str) -> str:
    """The group of a test: a front end, a notebook, or the test alone."""
    if "tests/browser/" in test:
        return next((server for server in ("classic", "voila") if server in test), test)
    found = NOTEBOOK.search(test)
    return found[1] if found else test


class Grouped(LoadScopeScheduling):
    """Gives each process a group after the other, the largest first."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)
