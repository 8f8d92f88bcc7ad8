"""Arrays that cannot be made writable again, for values that never change."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Kind = TypeVar("Kind", bound=np.generic)


def read_only(array: NDArray[Kind]) -> NDArray[Kind]:
    """The same values over bytes, which NumPy never lets anybody write to.

    >>> fixed = read_only(np.arange(3))
    >>> fixed.flags.writeable = True
    Traceback (most recent call last):
    ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    if isinstance(array.base, bytes):
        return array
    return np.ndarray(array.shape, array.dtype, array.tobytes())
