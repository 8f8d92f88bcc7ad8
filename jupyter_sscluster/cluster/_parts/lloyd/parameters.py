"""Parameters shared by the k-means family, and their valid ranges."""

from typing import Any

import numpy as np

from jupyter_sscluster import _catalogue, seeding
from jupyter_sscluster._validation import (
    Anything,
    Choice,
    Count,
    Either,
    InputError,
    Int,
    Nullable,
    Real,
    Rule,
)


class Seeding(Choice):
    """The name of a seeding, ours or one that another distribution adds."""

    def check(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        try:
            return callable(_catalogue.resolve("seedings", value))
        except InputError:
            return False


class Centres(Anything):
    """Centres themselves, or a function that makes them; their shape is checked in `fit`."""

    def check(self, value: Any) -> bool:
        if callable(value):
            return True
        try:
            array = np.asarray(value)
        except ValueError:
            return False
        return array.ndim == 2 and array.dtype.kind in "biuf"

    def describe(self) -> str:
        return "an array with one row a cluster and one column a feature, or a function"


class RandomNumbers(Anything):
    """A source of random numbers."""

    def check(self, value: Any) -> bool:
        return isinstance(value, _SOURCES)

    def describe(self) -> str:
        return "a NumPy Generator or RandomState (a whole number gives the same every time)"


_SOURCES = (
    np.random.Generator,
    np.random.RandomState,
    np.random.BitGenerator,
    np.random.SeedSequence,
)

RANGES: dict[str, Rule] = {
    "n_clusters": Int(1),
    "init": Either(Seeding(*seeding.__all__), Centres()),
    "n_init": Count(1),
    "max_iter": Int(1),
    "tol": Real(0.0),
    "random_state": Either(Nullable(Int(0)), RandomNumbers()),
}
"""The parameters that the whole k-means family has, for the check and for forms."""
