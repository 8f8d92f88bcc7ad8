"""Numbers as people write them."""

import math
from decimal import Decimal

from hypothesis import example, given, strategies as st

from jupyter_sscluster._number_text import fixed, number_text, side_by_side


def read(text):
    """The number that a person reads; rounded up, the largest floats are beyond all floats."""
    plain = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", ",")
    mantissa, _, exponent = text.partition(" × 10")
    return Decimal(f"{mantissa.translate(plain)}e{exponent.translate(plain) or 0}")


def test_numbers_are_short():
    told = {
        4.5: "4.5",
        -0.125: "−0.125",
        1994.0: "1994",
        9999.7: "10,000",
        42730.4: "42,730",
        -123456.0: "−123,456",
        1e-9: "1 × 10⁻⁹",
        5.1e300: "5.1 × 10³⁰⁰",
        7.0: "7",
        -0.0: "0",
        math.inf: "∞",
        math.nan: "missing",
    }
    assert [number_text(value) for value in told] == list(told.values())
    assert number_text(1234.567, 6) == "1234.57"
    assert number_text(12345.67, 6) == "12,345.7"


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from((3, 4, 6)))
@example(1.795e308, 3)
def test_what_is_read_is_the_number_to_so_many_digits(value, digits):
    text = number_text(value, digits)
    assert "-" not in text
    assert "e" not in text
    exact = Decimal(value)
    assert abs(read(text) - exact) <= abs(exact) * Decimal("5.1") / 10**digits


def test_numbers_that_are_compared_have_the_same_decimals():
    assert side_by_side((6.0, 1.4)) == ["6.0", "1.4"]
    assert side_by_side((-3.0, 12.0)) == ["−3", "12"]
    assert side_by_side((42730.0, 29640.2)) == ["42,730", "29,640"]
    assert side_by_side((1e-9, 3.0)) == ["1 × 10⁻⁹", "3"]
    assert side_by_side((123456.0, 0.0312)) == ["123,456", "0.0312"]
    assert side_by_side((math.nan, 0.5, math.inf)) == ["missing", "0.5", "∞"]


def test_a_score_that_rounds_to_zero_has_no_sign():
    assert [fixed(value, 2) for value in (-0.104, -0.001, 0.5)] == ["−0.10", "0.00", "0.50"]
