"""Numbers as people write them: 42,730 and −0.125."""

import math
from collections.abc import Sequence

MISSING = "missing"
PLAIN = (1e-4, 1e9)
"""Numbers outside these sizes are written with a power of ten."""

ALIGNED = 8
"""Digits up to which numbers side by side all have the decimals of the one that needs most."""

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number_text(value: float, digits: int = 4) -> str:
    """A number in so many digits; more only where the whole part has more.

    Thousands are set apart from five digits on, so that a year stays 1994.

    Examples
    --------
    >>> [number_text(value) for value in (42730.4, -0.125, 1994.0, 1 / 3, 5.1e300, float("nan"))]
    ['42,730', '−0.125', '1994', '0.3333', '5.1 × 10³⁰⁰', 'missing']
    """
    if value != value:
        return MISSING
    size = abs(value)
    if math.isinf(value):
        return signed("-∞" if value < 0 else "∞")
    if size and not PLAIN[0] <= size < PLAIN[1]:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        short = mantissa.rstrip("0").rstrip(".")
        return signed(short) + f" × 10{str(int(exponent)).translate(_SUPERSCRIPT)}"
    whole = size >= 10 ** (digits - 1)
    return grouped(f"{value:.0f}" if whole else f"{value:.{digits}g}")


def count(number: int, noun: str) -> str:
    """``1 point``, ``2 points``, ``2,001 points``."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def side_by_side(values: Sequence[float]) -> list[str]:
    """Numbers that are to be compared, with equally many decimals where they have few.

    Examples
    --------
    >>> side_by_side((6.0, 1.4)), side_by_side((42730.0, 0.3512))
    (['6.0', '1.4'], ['42,730', '0.3512'])
    """
    texts = [number_text(value) for value in values]
    parts = [text.partition(".")[::2] for text in texts]
    decimals = max(len(end) for _, end in parts)
    digits = max(sum(map(str.isdigit, whole)) for whole, _ in parts)
    if any("×" in text for text in texts) or digits + decimals > ALIGNED:
        return texts
    return [
        fixed(value, decimals) if math.isfinite(value) else number_text(value) for value in values
    ]


def fixed(value: float, decimals: int) -> str:
    """A number with so many decimals, as scores have them; what rounds to zero has no sign.

    Examples
    --------
    >>> fixed(-0.104, 2), fixed(-0.001, 2)
    ('−0.10', '0.00')
    """
    return grouped(f"{value:.{decimals}f}")


def grouped(text: str) -> str:
    """A number in plain digits with its thousands set apart, from five digits on."""
    whole, point, decimals = text.lstrip("-").partition(".")
    sign = "-" if text.startswith("-") and text.strip("-0.") else ""
    apart = f"{int(whole):,}" if len(whole) > 4 and whole.isdigit() else whole
    return signed(f"{sign}{apart}{point}{decimals}")


def signed(text: str) -> str:
    """A text with minus signs in place of hyphens."""
    return text.replace("-", "\N{MINUS SIGN}")
