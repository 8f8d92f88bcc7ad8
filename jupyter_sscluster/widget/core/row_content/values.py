"""Values as text, for people."""

from __future__ import annotations

from typing import Any

import numpy as np

from jupyter_sscluster._data_frames import is_missing

MISSING = "missing"


def value_text(value: Any) -> str:
    """Any value of a column: numbers in at most six digits, and a word for what is missing."""
    if is_missing(value):
        return MISSING
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}".replace("-", "−")
    return str(value)
