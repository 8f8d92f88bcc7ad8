"""How much work a call is, counted and not timed: a machine that is busy must not fail a test."""

import sys


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
