"""What depends on the data alone is worked out once, however many questions follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Data:
    """Rows that are equal when their values are, so that a cache can tell them apart.

    >>> Data.of(np.array([[0.0], [1.0]])) == Data.of(np.array([[0.0], [1.0]]))
    True
    """

    digest: bytes
    shape: tuple[int, ...]
    X: NDArray[np.float64] = field(compare=False, repr=False)

    @classmethod
    def of(cls, X: NDArray[np.float64]) -> Data:
        """The data of an array; O(n_samples n_features)."""
        return cls(blake2b(X.tobytes()).digest(), X.shape, X)
