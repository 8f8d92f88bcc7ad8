"""Names for the arrays that functions take and give, so that a signature tells what is in them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

Matrix = NDArray[Any]
"""Distances in single or in double precision."""

Block = NDArray[Any]
"""Consecutive rows of larger data, (n, d), in the type they have."""

AnyLabels = NDArray[Any]
"""Labels as somebody gave them: numbers, texts or other values."""

Labels = NDArray[np.int32]
"""The cluster of each row, as every clusterer of ours gives it."""

Integers = NDArray[np.integer]
"""Labels or numbers of rows, whichever width they have."""

IntArray = NDArray[np.int64]
"""Numbers of rows, pairs (m, 2) of them, or counts."""

Index = NDArray[np.intp]
"""Places in an array, as NumPy finds them."""

Mask = NDArray[np.bool_]
