"""What the page shows about a point: its name, its features, and what the person adds."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._data_frames import is_missing
from jupyter_sscluster._number_text import number_text
from jupyter_sscluster.widget.core.row_content.columns import Tooltip, check_tooltip
from jupyter_sscluster.widget.core.row_content.images import (
    LARGEST,
    image_address,
    image_size,
    too_large,
)
from jupyter_sscluster.widget.core.row_content.lazy import Lazy, Returned
from jupyter_sscluster.widget.core.row_content.shown_values import value_text
from jupyter_sscluster.widget.core.threads import OwnerThread

SHOWN = 12
LONG = 60
"""Characters from which on a text is read as one, and not as a value beside others."""

MOST = 20_000
"""Characters of a text that are shown."""

LOOKED = 8
"""Points that are looked at to know whether points have images."""

MOST_KEYS = 50
"""Keys of mappings that are columns."""

KEPT = 64
"""Points whose content is not worked out anew whenever it is shown."""

PATIENCE = 0.03
"""Seconds that what is shown waits for a quick function, so that all of it comes at once."""


class Added(NamedTuple):
    """What the person adds about one point: text to read, rows of values, and an image."""

    text: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    address: str | None = None
    problem: str = ""
    pending: bool = False

    @property
    def rich(self) -> bool:
        """Whether there is something to decide by, so that features are left out."""
        return bool(self.text or self.address)

    def state(self) -> dict[str, Any]:
        """As it travels; the image is sent once and kept by the page."""
        return {
            "image": self.address is not None,
            "text": self.text,
            "rows": [list(row) for row in self.rows],
            "problem": self.problem,
            "pending": self.pending,
        }


class Tooltips:
    """Texts about points; everything is text, except images that travel within the value.

    `X` has the numbers to show, NaN where one is missing; `columns` are shown and not clustered.
    `tooltip` is a function of a row number or has one value a row: text, image bytes (PNG, JPEG,
    GIF, WebP), an object that draws itself as PNG, an image as a ``data:`` address, or a mapping of
    names to such values. `arrived` is called, in the owner's thread, with every row whose content
    came too late for those who asked.
    """

    def __init__(
        self,
        X: NDArray[np.float64],
        features: Sequence[str] | None = None,
        columns: Mapping[str, Sequence[Any]] | None = None,
        tooltip: Tooltip = None,
        names: Sequence[str] | None = None,
        *,
        owner_thread: OwnerThread | None = None,
        arrived: Callable[[int], None] = lambda point: None,
    ) -> None:
        self.features = list(features or (f"Feature {j}" for j in range(X.shape[1])))
        self._lazy = (
            Lazy(tooltip, owner_thread or OwnerThread(), arrived, self._heard)
            if callable(tooltip)
            else None
        )
        self._told = dict[int, list[str]]()
        self._rich = False
        self._pictures: bool | None = None
        self._known: OrderedDict[int, Added] = OrderedDict()
        self._texts = set[str]()
        self.hold(X, columns, tooltip, names)

    def hold(
        self,
        X: NDArray[np.float64],
        columns: Mapping[str, Sequence[Any]] | None,
        tooltip: Tooltip,
        names: Sequence[str] | None,
    ) -> None:
        """Tell of these rows: those that were there before, and perhaps more."""
        self._known.clear()
        tooltip = check_tooltip(tooltip, len(X))
        self.values, self.names = X, names
        self._columns = dict(columns or {})
        self._each = None if callable(tooltip) else tooltip
        self._n = len(X)
        self._texts |= {name for name, values in self._columns.items() if _has_texts(values)}
        if self._each is not None and _has_texts(self._each):
            self._texts.add("")

    @property
    def table(self) -> list[tuple[str, Sequence[Any]]]:
        """Columns of text that are known for every row, with their names."""
        found = [(name, values) for name, values in self._columns.items() if name in self._texts]
        return [*found, *([("", self._each)] if self._each and "" in self._texts else [])]

    @property
    def texts(self) -> list[str] | None:
        """What each row says, as far as no function has to be called for it; None for nothing."""
        found = [
            values
            for name, values in self._columns.items()
            if name in self._texts or _are_sentences(values)
        ]
        if self._each is not None:
            said = [" ".join(_said(_named(value))) for value in self._each]
            found += [said] if "" in self._texts or _are_sentences(said) else []
        rows = zip(*found, strict=True)
        return ["\n".join(_said(enumerate(row))) for row in rows] if found else None

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """Columns of short values, such as the names of categories."""
        return {name: each for name, each in self._columns.items() if name not in self._texts}

    @property
    def listed(self) -> dict[str, list[Any]]:
        """Columns of short values of a `tooltip` that is a list, those of mappings by their keys.

        Of so many keys that they can hardly be columns the first; none of texts and images.
        """
        found = dict[str, list[Any]]()
        for row, each in enumerate(self._each or ()):
            for name, value in _named(each):
                if name not in found and len(found) < MOST_KEYS:
                    found[name] = [None] * self._n
                if name in found:
                    found[name][row] = value
        return {name: values for name, values in found.items() if not _has_texts(values)}

    @property
    def has_contents(self) -> bool:
        """Whether there is more than a name and features to tell about a point."""
        return bool(self._columns) or self._each is not None or self._lazy is not None

    @property
    def pictures(self) -> bool:
        """Whether points have images, as far as that is known."""
        if self._pictures is None and self._lazy is None:
            self._pictures = any(self.added(point).address for point in range(min(LOOKED, self._n)))
        return bool(self._pictures)

    def name(self, point: int) -> str:
        """A row's name, or its number."""
        return str(point) if self.names is None else str(self.names[point])

    def describe(self, point: int, cluster: str) -> dict[str, Any]:
        """Title, features, and what the person adds, for the tooltip of one point.

        Features are left out where there is an image or a text, and where one is to be expected.
        """
        added = self.added(point)
        bare = added.rich or (added.pending and self._rich)
        return {
            "title": f"Point {self.name(point)} · {cluster}",
            "features": [] if bare else self._features(point),
            **added.state(),
        }

    def pair(self, i: int, j: int, patience: float = PATIENCE) -> tuple[Added, Added]:
        """What the person adds about two points that are to be compared."""
        self.want([i, j])
        self.added(i, patience)
        second = self.added(j, patience)
        return self.added(i, patience=0.0), second  # once more: the second says what is a text

    def want(self, points: Sequence[int]) -> None:
        """Have the content of these points worked out before it is needed."""
        if self._lazy is not None:
            self._lazy.want(points)

    def added(self, point: int, patience: float = PATIENCE) -> Added:
        """What the person adds about one point, as far as it is known."""
        if point in self._known:
            return self._known[point]
        texts, added = len(self._texts), self._read(point, patience)
        if texts != len(self._texts):
            self._known.clear()
        if not added.pending:
            self._known[point] = added
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return added

    def _read(self, point: int, patience: float) -> Added:
        values = [(name, column[point]) for name, column in self._columns.items()]
        if self._each is not None:
            values += _named(self._each[point])
        if self._lazy is None:
            return self._sorted(values)
        outcome = self._lazy.get(point, patience)
        if outcome is None:
            return self._sorted(values)._replace(pending=True)
        if outcome.error is not None:
            return self._sorted(values)._replace(problem=_failure(outcome.error))
        return self._sorted([*values, *_named(outcome.value)])

    def searched(self, point: int) -> list[str]:
        """The texts and numbers about one point that are known without asking for them."""
        values = [column[point] for column in self._columns.values()]
        if self._each is not None:
            values += [value for _, value in _named(self._each[point])]
        return [*_plain(values), *self._told.get(point, ())]

    def unread(self, points: Sequence[int]) -> list[int]:
        """Those of some points that the person's function has not been called for."""
        return [] if self._lazy is None else [each for each in points if each not in self._told]

    def read(self, points: Sequence[int], report: Callable[[], None]) -> None:
        """Call the person's function for these points, so that `searched` knows them."""
        if self._lazy is not None:
            self._lazy.read(points, report)

    def close(self) -> None:
        """Call the person's function no more."""
        if self._lazy is not None:
            self._lazy.close()

    # ------------------------------------------------------------------ inside

    def _heard(self, point: int, outcome: Returned) -> None:
        try:
            self._told[point] = _plain([value for _, value in _named(outcome.value)])
        except Exception:  # a mapping of somebody's own; it says so where the point is shown
            self._told[point] = []

    def _sorted(self, values: Sequence[tuple[str, Any]]) -> Added:
        """Values by what they are: the first image, texts to be read, and the rest in rows."""
        address, problem = None, ""
        texts, rows = list[str](), list[tuple[str, str]]()
        for name, value in values:
            picture, failure = _picture(value)
            problem = problem or failure
            address = address or picture
            if picture is not None or failure:
                continue
            if isinstance(value, str) and self._is_text(name, value):
                texts.append(_cut(value))
            elif name or not is_missing(value):
                rows.append((name, _cut(value_text(value))))
        added = Added("\n\n".join(texts), tuple(rows), address, problem)
        self._rich = self._rich or added.rich
        if address is not None:
            self._pictures = True
        return added

    def _is_text(self, name: str, value: str) -> bool:
        if len(value) > LONG:
            self._texts.add(name)
        return name in self._texts and bool(value)

    def _features(self, point: int) -> list[list[str]]:
        texts = [number_text(value) for value in self.values[point, :SHOWN]]
        rows = [[name, text] for name, text in zip(self.features, texts, strict=False)]
        left_out = len(self.features) - len(rows)
        return [*rows, ["", f"… and {left_out} more"]] if left_out else rows


def _named(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return [(str(name), part) for name, part in value.items() if part is not None]
    return [("", value)]


def _plain(values: Sequence[Any]) -> list[str]:
    """The texts and numbers among some values."""
    plain = [value for value in values if isinstance(value, (str, int, float, np.number))]
    return [value_text(value) for value in plain if _picture(value) == (None, "")]


def _picture(value: Any) -> tuple[str | None, str]:
    """The address of an image, or why it cannot be shown; neither, if the value is no image."""
    try:
        address = image_address(value)
    except Exception as error:
        return None, _failure(error)
    if address is None or image_size(address) <= LARGEST:
        return address, ""
    return None, too_large(image_size(address))


def _failure(error: BaseException) -> str:
    return f"tooltip= failed for this point: {type(error).__name__}: {error}"


def _has_texts(values: Sequence[Any]) -> bool:
    return any(isinstance(value, str) and len(value) > LONG for value in values)


def _said(values: Iterable[tuple[Any, Any]]) -> list[str]:
    """The texts among some values, without images."""
    return [each for _, each in values if isinstance(each, str) and not each.startswith("data:")]


def _are_sentences(values: Sequence[Any]) -> bool:
    """Whether half of them are texts of three words or more."""
    texts = Counter(value for value in values if isinstance(value, str) and value)
    long = sum(number for text, number in texts.items() if len(text.split(maxsplit=2)) > 2)
    return 2 * long > texts.total()


def _cut(text: str) -> str:
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"
