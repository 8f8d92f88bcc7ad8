"""Whole numbers as text, for the lines of a journal."""

import base64
import zlib

import numpy as np


def packed(numbers: np.ndarray) -> str:
    """Whole numbers as text: 32 bits each, compressed, base 64."""
    return base64.b64encode(zlib.compress(numbers.astype("<u4").tobytes())).decode("ascii")


def unpacked(text: str) -> np.ndarray:
    """The numbers, as 32 bits without sign."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text, validate=True)), "<u4")
