"""What a strategy goes by that places uncertain points: a posterior over neighbourhoods."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class NeighbourhoodPosterior(Protocol):
    """Where points seem to belong."""

    @property
    def usable(self) -> bool:
        """Whether there is anything to believe in; the farthest points come first if not."""
        ...

    def posterior(
        self, members: list[NDArray[np.int64]], rows: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Probability of every neighbourhood for some points, shape (len(rows), len(members))."""
        ...

    def similarity(self, point: int, rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """How alike some points are to one point, from 0 to 1."""
        ...
