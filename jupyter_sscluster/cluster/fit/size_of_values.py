"""Whether distances between rows can be told at all: numbers reach from 1e-308 to 1e308."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster.cluster._parts.lloyd.distances import centred


def check_size_of_values(X: NDArray[np.float64], name: str = "X") -> None:
    """Refuse values that every clusterer refuses, before anything is made of them.

    Raises
    ------
    InputError
        If values are so large that their squares add up to more than a number can hold, or differ
        so little that their squares are lost.

    Examples
    --------
    >>> check_size_of_values(np.array([[1e300], [2e300]]))
    Traceback (most recent call last):
    ...
    jupyter_sscluster._validation.InputError: X holds a value of size 2e+300, and its squares add \
up to more than a number can hold; divide X by a constant
    """
    centred(X, name)
