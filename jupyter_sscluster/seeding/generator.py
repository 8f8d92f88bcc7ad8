"""Random numbers from whatever scikit-learn takes as `random_state`."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._validation import InputError


def generator(random_state: Any) -> np.random.Generator:
    """A NumPy generator from None, a whole number, a RandomState or a Generator.

    Raises
    ------
    InputError
        If it is none of these.
    """
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31, size=4))
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"random_state={random_state!r} is no seed; use a whole number >= 0, a NumPy "
            "generator, or None for other numbers every time"
        ) from error
