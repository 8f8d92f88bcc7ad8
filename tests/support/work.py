"""How much work a call is, counted and not timed: a machine that is busy must not fail a test."""

import sys

from jupyter_sscluster.cluster import beliefclustering
from jupyter_sscluster.cluster._base.belief_fit import BeliefFit


def lines_run(call):
    """The lines of Python that a call runs; a loop over rows or pairs shows, a slow machine not."""
    count, before = 0, sys.gettrace()

    def trace(frame, event, arg):
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def fits_made(monkeypatch):
    """Remember fits of belief clustering, as outside of the tests; the statements of those made."""
    made, clustered = [], BeliefFit.clustered

    def count(self, points, known):
        made.append(known)
        return clustered(self, points, known)

    monkeypatch.setattr(BeliefFit, "clustered", count)
    monkeypatch.setattr(beliefclustering, "REMEMBERED", 10**6)
    beliefclustering._remembered.cache_clear()
    return made
