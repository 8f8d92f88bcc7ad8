"""What makes every run of the tests the same: the examples, and the numbers without a seed."""

import itertools
import os
import random

import hypothesis
import numpy as np
from hypothesis import HealthCheck, settings

PROFILE = "SSCLUSTER_PROFILE"
"""The environment variable that names the profile: "repeatable" (the default), "quick", "fuzz"."""
QUICK = 8
"""In the profile "quick", of `make test`, one in so many examples is run, at least `LEAST`."""
LEAST = 3


def load_profile():
    """Set how examples are drawn; before any test module is imported, as decorators look it up."""
    # How fast examples are made is the machine's doing: a slow one must not fail.
    everywhere = {
        "database": None,
        "deadline": None,
        "print_blob": True,
        "suppress_health_check": [HealthCheck.too_slow],
    }
    settings.register_profile("repeatable", derandomize=True, **everywhere)
    settings.register_profile("quick", derandomize=True, **everywhere)
    settings.register_profile("fuzz", derandomize=False, **everywhere)
    settings.load_profile(os.environ.get(PROFILE, "repeatable"))


def settings_of(item):
    """The settings that a collected property test or state machine runs under; None of others."""
    function = getattr(item, "obj", None)
    if not hypothesis.is_hypothesis_test(function):
        return None
    if hasattr(function, "_hypothesis_state_machine_class"):
        return item.cls.settings
    return function._hypothesis_internal_use_settings or settings.default


def fewer_examples(items):
    """In the profile "quick", let every collected property test run a part of its examples."""
    if os.environ.get(PROFILE) != "quick":
        return
    properties = [item for item in items if settings_of(item)]
    machines = [item.cls for item in properties if not hasattr(item.obj, "hypothesis")]
    functions = [item.obj for item in properties if hasattr(item.obj, "hypothesis")]
    for holder, name in {
        *((case, "settings") for case in machines),
        *((function, "_hypothesis_internal_use_settings") for function in functions),
    }:
        full = getattr(holder, name) or settings.default
        setattr(holder, name, settings(full, max_examples=rounds(full.max_examples)))


def rounds(number, least=LEAST):
    """How often a test goes round a loop of its own: in the profile "quick" a part of `number`."""
    quick = os.environ.get(PROFILE) == "quick"
    return min(number, max(number // QUICK, least)) if quick else number


def draw_again():
    """Start all sources of random numbers without a seed afresh: NumPy's, new and old, Python's."""
    numbers = itertools.count()
    # The one place where NumPy takes entropy from the system, for whatever is made without a seed.
    np.random.bit_generator.randbits = lambda bits: next(numbers) % 2**bits
    np.random.seed(0)  # noqa: NPY002 (scikit-learn draws from these where nothing is said)
    random.seed(0)
