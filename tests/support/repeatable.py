"""What makes every run of the tests the same: the examples, and the numbers without a seed."""

import itertools
import os
import random

import hypothesis
import numpy as np
from hypothesis import HealthCheck, settings

PROFILE = "SSCLUSTER_PROFILE"
"""The environment variable that names the profile: "repeatable" if there is none, or "fuzz"."""


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


def draw_again():
    """Start all sources of random numbers without a seed afresh: NumPy's, new and old, Python's."""
    numbers = itertools.count()
    # The one place where NumPy takes entropy from the system, for whatever is made without a seed.
    np.random.bit_generator.randbits = lambda bits: next(numbers) % 2**bits
    np.random.seed(0)  # noqa: NPY002 (scikit-learn draws from these where nothing is said)
    random.seed(0)
