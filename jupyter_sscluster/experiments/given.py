"""Data of a person's own, checked before anything runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError, check_data
from jupyter_sscluster.constraints.sampling import label_codes


def checked(name: str, raw: Any, labels: Any) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Rows, and the number of each one's class from 0."""
    X, y = check_data(raw, name=f"data[{name!r}]"), label_codes(labels)
    if len(y) != len(X) or y.min() < 0:
        raise InputError(
            f"data[{name!r}] has {len(X)} rows and {int((y >= 0).sum())} classes of rows; every "
            "row needs a class, to tell and to score by"
        )
    return X, y
