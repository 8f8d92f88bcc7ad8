"""Columns of numbers and dates as eight colours, a histogram, and ranges of values."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cached_property
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from jupyter_sscluster._arrays import Array, IntArray, Mask
from jupyter_sscluster._number_text import number_text
from jupyter_sscluster._validation import InputError

STEPS = 8
NO_VALUE = 16
"""The code of a row without a value, of whatever column; those of kinds begin at `STEPS`."""

OWN, OUT = 17, 128
"""The code of a point with the colour of its cluster; what is added where it is filtered out."""

BINS = 33
POSITIONS = 100
"""Places of a slider; whole numbers have one each, on a scale of at most twice as many."""

FENCE = 3.0
"""Values further than so many interquartile ranges from the quartiles are beyond the scale."""

DAY = 86400.0
FIVE = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Scale:
    """The values of a column on a scale of eight equal steps.

    The scale goes from the smallest to the largest finite value, but no further than three
    interquartile ranges from the quartiles: values beyond, and infinite ones, have the colour of
    the end. Fences of that kind are J. W. Tukey's (Exploratory Data Analysis, 1977, 2D).

    Parameters
    ----------
    values : array, shape (n_samples,)
        NaN where one is missing; of dates seconds since 1970.
    dates : bool
    zone : str or None
        The time zone in which dates are told, such as "Europe/Prague" or "UTC+02:00".
    ends : (float, float) or None
        Other ends.

    Examples
    --------
    >>> Scale(np.array([0.0, 4.0, 8.0, np.nan])).codes.tolist()
    [0, 4, 7, 16]
    """

    values: Array
    dates: bool = False
    zone: str | None = None
    given_ends: tuple[float, float] | None = None

    @cached_property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and the highest value of the scale; None where no value is finite."""
        finite = self._finite
        if self.given_ends is not None or self.extent is None:
            return None if self.extent is None else self.given_ends
        low, high = self.extent
        lower, upper = (float(each) for each in np.quantile(finite, [0.25, 0.75]))
        reach = FENCE * (upper - lower)
        if reach > 0 and not self.dates:
            low, high = max(low, lower - reach), min(high, upper + reach)
            if self.is_whole:
                low, high = float(np.ceil(low)), float(np.floor(high))
        return low, high

    @cached_property
    def extent(self) -> tuple[float, float] | None:
        """The smallest and the largest finite value; None where there is none."""
        finite = self._finite
        return (float(finite.min()), float(finite.max())) if len(finite) else None

    @cached_property
    def is_whole(self) -> bool:
        """Whether all values are whole numbers."""
        finite = self._finite
        return bool(len(finite)) and not self.dates and bool((finite == np.rint(finite)).all())

    @property
    def _finite(self) -> Array:
        return self.values[np.isfinite(self.values)]

    @cached_property
    def codes(self) -> IntArray:
        """The step of every row, from 0; `NO_VALUE` where there is none."""
        steps = np.full(len(self.values), NO_VALUE, dtype=np.int64)
        there = ~np.isnan(self.values)
        steps[there] = np.minimum(self._shares(self.values[there]) * STEPS, STEPS - 1)
        return steps

    def counts(self, among: Mask | None = None) -> IntArray:
        """How many values, of some rows, each bin holds, the scale cut into equal parts."""
        values = self.values if among is None else self.values[among]
        shares = self._shares(values[~np.isnan(values)])
        found: IntArray = np.bincount(
            np.minimum(shares * BINS, BINS - 1).astype(np.int64), minlength=BINS
        )
        return found

    @property
    def bin_steps(self) -> list[int]:
        """The step in the middle of each bin."""
        return [int((k + 0.5) / BINS * STEPS) for k in range(BINS)]

    @property
    def n_missing(self) -> int:
        """How many rows have no value."""
        return int(np.isnan(self.values).sum())

    @property
    def n_beyond(self) -> int:
        """How many values are beyond the ends."""
        if self.ends is None:
            return 0
        with np.errstate(invalid="ignore"):
            return int(((self.values < self.ends[0]) | (self.values > self.ends[1])).sum())

    # ------------------------------------------------------------------ ranges

    @property
    def n_positions(self) -> int:
        """How many steps a slider has; 0 where there is only one value."""
        if self.ends is None or self.ends[0] == self.ends[1]:
            return 0
        low, high = self.ends
        return int(high - low) if self.is_whole and high - low <= 2 * POSITIONS else POSITIONS

    def value_at(self, position: int) -> float:
        """The value at a place of the slider."""
        assert self.ends is not None
        low, high = self.ends
        if self.is_whole and self.n_positions == high - low:
            return low + position
        share = position / max(1, self.n_positions)
        return low * (1 - share) + high * share

    def within(self, low: int, high: int) -> Mask:
        """Which values are in a range of positions; its ends count, and so does what is beyond.

        >>> Scale(np.array([0.0, 4.0, 8.0, np.inf, np.nan])).within(4, 8).tolist()
        [False, True, True, True, False]

        Raises
        ------
        InputError
            If the positions are not in order and within the scale.
        """
        n = self.n_positions
        if not 0 <= low <= high <= n:
            raise InputError(f"{low} to {high} must be a range within 0 to {n}; choose another")
        ends = self.value_at(low) if low > 0 else None, self.value_at(high) if high < n else None
        return self.between(*ends)

    def between(self, low: float | None, high: float | None) -> Mask:
        """Which values are in a range; None lets through all that are beyond that end."""
        found: Mask = ~np.isnan(self.values)
        if low is not None:
            found &= self.values >= low
        if high is not None:
            found &= self.values <= high
        return found

    def position_of(self, value: float) -> int:
        """The place of the slider that is nearest to a value."""
        return round(self.place(value) * self.n_positions)

    # ------------------------------------------------------------------ clusters and texts

    def by_cluster(self, labels: IntArray, n_clusters: int) -> Array:
        """5, 25, 50, 75 and 95 % quantiles of each cluster, as shares of the scale.

        Infinite values are left out. NaN for a cluster without a value.
        """
        found = np.full((n_clusters, len(FIVE)), np.nan)
        there = np.flatnonzero(np.isfinite(self.values))
        order = there[np.argsort(labels[there], kind="stable")]
        bounds = np.searchsorted(labels[order], np.arange(n_clusters + 1))
        for cluster in range(n_clusters):
            own = self.values[order[bounds[cluster] : bounds[cluster + 1]]]
            if len(own):
                found[cluster] = np.quantile(own, FIVE)
        return found

    def place(self, value: float) -> float:
        """The place of a value on the scale, from 0 to 1."""
        return float(self._shares(np.array([value]))[0])

    def text(self, value: float) -> str:
        """A value as a person writes it.

        >>> Scale(np.array([0.0, 86400.0 * 9]), dates=True).text(86400.0)
        '1970-01-02'
        """
        if not self.dates:
            return number_text(value)
        low, high = self.ends or (0.0, 0.0)
        length = 10 if high - low >= 2 * DAY or high == low else 16
        try:
            since = datetime.timedelta(seconds=value)
            moment = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + since
            return moment.astimezone(_zone(self.zone)).isoformat(" ")[:length]
        except OverflowError:  # beyond the years 1 to 9999, here or in UTC
            return str(np.datetime64(int(value // DAY), "D"))

    @property
    def end_texts(self) -> list[str] | None:
        """The ends of the scale as texts."""
        return None if self.ends is None else [self.text(end) for end in self.ends]

    def _shares(self, values: Array) -> Array:
        """The places of values on the scale, from 0 to 1; of one value alone in the middle."""
        low, high = self.ends or (0.0, 0.0)
        if low == high:
            return np.where(np.isinf(values), values > 0, 0.5)
        inside = np.clip(values, low, high)
        if np.isinf(high - low):  # the difference of two huge numbers is none
            inside, low, high = inside / 2, low / 2, high / 2
        found: Array = (inside - low) / (high - low)
        return found


def _zone(name: str | None) -> datetime.tzinfo:
    """The time zone of a name, or of a fixed offset as `+02:00`; UTC where there is none such."""
    try:
        return datetime.UTC if name is None else ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):
        pass
    try:
        offset = datetime.datetime.strptime(str(name).removeprefix("UTC"), "%z")
    except ValueError:
        return datetime.UTC
    return offset.tzinfo or datetime.UTC
