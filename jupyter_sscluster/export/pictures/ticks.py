"""Round numbers along an axis."""

from __future__ import annotations

import numpy as np

ABOUT = 7


def ticks(low: float, high: float, about: int = ABOUT) -> list[tuple[float, str]]:
    """Multiples of 1, 2 or 5 times a power of ten between two bounds, and how they are written.

    >>> [text for _, text in ticks(-1.2, 1.2)]
    ['−1', '−0.5', '0', '0.5', '1']
    """
    if not high > low:
        return []
    raw = (high - low) / about
    power = 10.0 ** np.floor(np.log10(raw))
    step = power * min((1, 2, 5, 10), key=lambda factor: abs(np.log(raw / power / factor)))
    places = np.arange(np.ceil(low / step), np.floor(high / step) + 1)
    values = [float(f"{place * step:.12g}") for place in places]
    return [(value, f"{value + 0.0:g}".replace("-", "−")) for value in values]
