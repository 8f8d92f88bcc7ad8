"""Values as text, for people."""

from __future__ import annotations

from typing import Any

import numpy as np

MISSING = "missing"
NAMELESS = ("NAType", "NaTType")
"""What pandas calls the types of its missing values, which cannot be compared with anything."""


def value_text(value: Any) -> str:
    """Any value of a column: numbers in at most six digits, and a word for what is missing."""
    if is_missing(value):
        return MISSING
    if isinstance(value, (float, np.floating)):
        return f"{value:.6g}".replace("-", "−")
    return str(value)


def is_missing(value: Any) -> bool:
    """Whether it is None, not a number, or what pandas has in place of these."""
    if value is None or type(value).__name__ in NAMELESS:
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)
