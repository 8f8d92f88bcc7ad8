"""Steps, bars and ranges of a column of numbers, against what is worked out one value at a time."""

from datetime import UTC, datetime
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.colours.scale import BINS, NO_VALUE, POSITIONS, STEPS, Scale

VALUES = arrays(
    np.float64, st.integers(1, 40), elements=st.floats(allow_nan=True, allow_infinity=True)
)


@given(VALUES)
def test_steps_and_bars_are_those_of_one_value_after_the_other(values):
    scale = Scale(values)
    codes, counts = scale.codes, scale.counts()
    assert counts.sum() == (~np.isnan(values)).sum()
    assert (codes == NO_VALUE).tolist() == np.isnan(values).tolist()
    if scale.ends is None or scale.ends[0] == scale.ends[1]:
        return
    low, high = scale.ends
    for value, code in zip(values, codes, strict=True):
        if np.isnan(value):
            continue
        if value <= low:
            assert code == 0
        elif value >= high:
            assert code == STEPS - 1
        else:
            share = (Fraction(value) - Fraction(low)) / (Fraction(high) - Fraction(low))
            assert abs(float(share * STEPS) - (code + 0.5)) <= 0.5 + 1e-9


@given(VALUES, st.data())
def test_a_range_holds_what_is_between_its_ends(values, data):
    scale = Scale(values)
    n = scale.n_positions
    low = data.draw(st.integers(0, n))
    high = data.draw(st.integers(low, n))
    found = scale.within(low, high)
    for value, inside in zip(values, found, strict=True):
        above = low == 0 or value >= scale.value_at(low)
        below = high == n or value <= scale.value_at(high)
        assert inside == (not np.isnan(value) and above and below)
    if n and np.isfinite(scale.value_at(high)):
        assert scale.position_of(scale.value_at(high)) == high
    assert scale.within(0, n).tolist() == (~np.isnan(values)).tolist()


def test_whole_numbers_have_a_place_each_and_ranges_hold_their_ends():
    scale = Scale(np.array([18.0, 30, 41, 52, 84, np.nan]))
    assert scale.n_positions == 66
    assert scale.within(12, 34).tolist() == [False, True, True, True, False, False]
    assert [scale.text(scale.value_at(place)) for place in (0, 12, 34, 66)] == [
        *("18", "30", "52", "84")
    ]
    assert Scale(np.array([0.0, 0.25, 1000.0])).n_positions == POSITIONS


def test_one_value_far_off_leaves_the_others_their_colours():
    values = np.append(np.linspace(0, 100, 101), [1e9, -np.inf, np.inf])
    scale = Scale(values)
    assert scale.ends[1] < 300
    assert len(set(scale.codes[:101])) >= 3
    assert scale.codes[101:].tolist() == [STEPS - 1, 0, STEPS - 1]
    assert scale.n_beyond == 3
    assert scale.within(1, scale.n_positions)[101:].tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("values", "ends"),
    [([np.nan, np.nan], None), ([np.inf, np.nan], None), ([42.0, 42.0, np.nan], (42.0, 42.0))],
)
def test_a_column_without_a_range_has_no_positions(values, ends):
    scale = Scale(np.array(values))
    assert (scale.ends, scale.n_positions) == (ends, 0)
    assert scale.counts().sum() == (~np.isnan(values)).sum()
    assert all(code in range(STEPS) or code == NO_VALUE for code in scale.codes)


def test_huge_numbers_overflow_nothing():
    scale = Scale(np.array([-1e308, 0.0, 1e308]))
    assert scale.codes.tolist() == [0, STEPS // 2, STEPS - 1]
    assert np.isfinite(scale.value_at(50))


def test_quantiles_of_clusters_are_those_of_their_values():
    rng = np.random.default_rng(0)
    values, labels = rng.normal(size=200), rng.integers(0, 4, 200)
    values[rng.random(200) < 0.2] = np.nan
    values[0] = np.inf
    found = Scale(values).by_cluster(labels, 6)
    for cluster in range(4):
        own = values[(labels == cluster) & np.isfinite(values)]
        expected = np.quantile(own, [0.05, 0.25, 0.5, 0.75, 0.95])
        np.testing.assert_allclose(found[cluster], expected)
    assert np.isnan(found[4:]).all()


def test_dates_are_told_in_their_zone():
    moments = [datetime(2024, 1, 3, 23, 30, tzinfo=UTC), None]
    seconds = np.array([moment.timestamp() if moment else np.nan for moment in moments])
    span = np.append(seconds, seconds[0] + 30 * 86400)
    assert Scale(span, dates=True).text(seconds[0]) == "2024-01-03"
    assert Scale(span, dates=True, zone="Europe/Prague").text(seconds[0]) == "2024-01-04"
    within_a_day = np.append(seconds, seconds[0] + 3600)
    assert Scale(within_a_day, dates=True).text(seconds[0]) == "2024-01-03 23:30"


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC+02:00", "2024-01-04"),
        ("-11:30", "2024-01-03"),
        ("Etc/GMT-2", "2024-01-04"),
        ("nowhere", "2024-01-03"),
    ],
)
def test_zones_are_names_and_fixed_offsets(zone, said):
    late = datetime(2024, 1, 3, 23, 30, tzinfo=UTC).timestamp()
    assert Scale(np.array([late, 0.0]), dates=True, zone=zone).text(late) == said


def test_dates_at_the_ends_of_the_calendar_have_texts():
    seconds = np.array(["0001-01-01T00", "9999-12-31T23"], dtype="M8[s]").astype(float)
    for zone in ("UTC-05:00", "UTC+05:00"):
        assert Scale(seconds, dates=True, zone=zone).end_texts == ["0001-01-01", "9999-12-31"]
    assert Scale(np.array([0.0, 5e11]), dates=True).end_texts[1] == "17814-05-16"


def test_a_range_out_of_order_is_refused():
    scale = Scale(np.arange(10.0))
    with pytest.raises(InputError, match="5 to 3 must be a range within 0 to 9; choose another"):
        scale.within(5, 3)


def test_bars_take_the_steps_of_their_middles():
    steps = Scale(np.arange(10.0)).bin_steps
    assert len(steps) == BINS
    assert (steps[0], steps[-1]) == (0, STEPS - 1)
    assert steps == sorted(steps)
