"""Random generators from a `random_state`, and seedings that draw few numbers or none."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError

drawing: ContextVar[Callable[[], object] | None] = ContextVar("drawing", default=None)
"""Called now and then while a seeding measures distances; it may raise to abandon the seeding."""

Seeding = TypeVar("Seeding", bound=Callable[..., NDArray[np.float64]])


def draws_nothing(seeding: Seeding) -> Seeding:
    """Mark a seeding that leaves nothing to chance: a clusterer starts from it once."""
    seeding.__dict__["draws"] = False
    return seeding


def draws_few(seeding: Seeding) -> Seeding:
    """Mark a seeding that has few starts to draw from: a clusterer draws again what repeats."""
    seeding.__dict__["repeats"] = True
    return seeding


def has_state(random_state: Any) -> bool:
    """Whether two draws from it differ, so that leaving one out would change the next."""
    return not (random_state is None or isinstance(random_state, (int, np.integer)))


def generator(random_state: Any) -> np.random.Generator:
    """A NumPy generator from None, an int, a RandomState or a Generator, else `InputError`."""
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31, size=4))
    try:
        if isinstance(random_state, np.timedelta64):
            raise TypeError("it is a duration")
        return np.random.default_rng(random_state)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"random_state={random_state!r} is no seed; use a whole number >= 0, a NumPy "
            "generator, or None for other numbers every time"
        ) from error
