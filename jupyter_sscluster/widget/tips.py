"""What is told about a point: its name, its features, and what the person adds."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._validation import InputError

SHOWN = 12
MISSING = "missing"
IMAGES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}
DATA_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+")

Tooltip = Callable[[int], Any] | Sequence[Any] | None


class Tips:
    """Texts about points; everything is text, except images that travel within the value.

    Parameters
    ----------
    X : (n_samples, n_features) array
        The numbers to show: those given, whatever is clustered; NaN where one is missing.
    features : sequence of str, optional
        Their columns' names.
    columns : mapping of str to sequence, optional
        Further columns that are shown and not clustered.
    tooltip : callable or sequence, optional
        Of a row number, or one value a row: text, image bytes (PNG, JPEG, GIF), an image as a
        ``data:`` address, or a mapping of names to such values.
    names : sequence of str, optional
        Row names; without them rows go by their number.
    """

    def __init__(
        self,
        X: NDArray[np.float64],
        features: Sequence[str] | None = None,
        columns: Mapping[str, Sequence[Any]] | None = None,
        tooltip: Tooltip = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.values = X
        self.features = list(features or (f"Feature {j}" for j in range(X.shape[1])))
        self.names = names
        self._columns = dict(columns or {})
        self._tooltip = _checked(tooltip, len(X))

    def name(self, point: int) -> str:
        """A row's name, or its number."""
        return str(point) if self.names is None else str(self.names[point])

    def describe(self, point: int, cluster: int) -> dict[str, Any]:
        """Title, rows of text and perhaps an image, for the tooltip of one point."""
        extra = self.extra(point)
        described = {
            "title": f"Point {self.name(point)} · cluster {cluster + 1}",
            "rows": [*extra["rows"], *self._values(point)],
        }
        return described | ({"image": extra["image"]} if extra["image"] else {})

    def extra(self, point: int) -> dict[str, Any]:
        """What the person adds about one point: rows of text, and an image or None."""
        rows = [[name, str(values[point])] for name, values in self._columns.items()]
        image = None
        for name, value in self._added(point):
            picture = image_address(value)
            image = image or picture
            if picture is None and value is not None:
                rows.append([name, str(value)])
        return {"rows": rows, "image": image}

    def _added(self, point: int) -> list[tuple[str, Any]]:
        if self._tooltip is None:
            return []
        try:
            value = self._tooltip(point) if callable(self._tooltip) else self._tooltip[point]
        except Exception as error:
            return [("", f"tooltip failed: {error!r}")]
        if isinstance(value, Mapping):
            return [(str(name), part) for name, part in value.items()]
        return [("", value)]

    def _values(self, point: int) -> list[list[str]]:
        texts = [number_text(value) for value in self.values[point, :SHOWN]]
        rows = [[name, text] for name, text in zip(self.features, texts, strict=False)]
        left_out = len(self.features) - len(rows)
        return [*rows, ["", f"… and {left_out} more"]] if left_out else rows


def number_text(value: float) -> str:
    """A number in at most four digits."""
    if value != value:
        return MISSING
    return f"{value:.4g}".replace("-", "−")


def side_by_side(values: Sequence[float]) -> list[str]:
    """Numbers that are to be compared, with equally many decimals where they have few."""
    texts = [number_text(value) for value in values]
    if any("e" in text for text in texts):
        return texts
    decimals = max(len(text.partition(".")[2]) for text in texts)
    return [f"{value:.{decimals}f}".replace("-", "−") for value in values]


def image_address(value: Any) -> str | None:
    """The image as a ``data:`` address, or None if the value is no image. Nothing is fetched."""
    if isinstance(value, (bytes, bytearray)):
        for start, kind in IMAGES.items():
            if value.startswith(start):
                return f"data:image/{kind};base64,{base64.b64encode(value).decode()}"
    if isinstance(value, str) and DATA_IMAGE.fullmatch(value):
        return value
    return None


def split_columns(X: Any, tooltip: Any) -> tuple[Any, dict[str, list[Any]], Tooltip]:
    """Take the columns that `tooltip` names out of a DataFrame: they are shown, not clustered.

    Returns the data that are left, the columns taken, and the tooltip if it names none.
    """
    wanted = [tooltip] if isinstance(tooltip, str) else tooltip
    if not hasattr(X, "columns") or wanted is None or callable(wanted):
        return X, {}, _not_a_name(tooltip)
    wanted = _listed(wanted)
    if len(wanted) == len(X) and not set(map(str, wanted)) <= set(map(str, X.columns)):
        return X, {}, wanted
    missing = [name for name in wanted if name not in X.columns]
    if missing:
        known = ", ".join(repr(str(name)) for name in X.columns)
        raise InputError(
            f"tooltip names the column {missing[0]!r}, which X does not have; it has {known}"
        )
    columns = {str(name): list(X[name]) for name in wanted}
    return X.drop(columns=wanted), columns, None


def _not_a_name(tooltip: Tooltip) -> Tooltip:
    if isinstance(tooltip, str):
        raise InputError(
            f"tooltip={tooltip!r} names a column, but X has no column names; pass a DataFrame, "
            "a list with one text a row, or a function of the row number"
        )
    return tooltip


def _checked(tooltip: Tooltip, n_samples: int) -> Tooltip:
    if tooltip is None or callable(tooltip):
        return tooltip
    values = _listed(tooltip)
    if len(values) != n_samples:
        raise InputError(
            f"tooltip has {len(values)} values for {n_samples} rows; give one value a row, a "
            "function of the row number, or names of columns of X"
        )
    return values


def _listed(tooltip: Any) -> list[Any]:
    try:
        return list(tooltip)
    except TypeError:
        raise InputError(
            f"tooltip={tooltip!r} must be a function of the row number, one value a row, or names "
            "of columns of X"
        ) from None
