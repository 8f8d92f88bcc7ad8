"""The half of the widget that runs in the browser, as the kernel sees it."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import traitlets
from anywidget import AnyWidget
from comm import DummyComm

from jupyter_sscluster.export.pictures.scene import shown_signs
from jupyter_sscluster.session.engine.sample.sample import Sample
from jupyter_sscluster.widget.core.contract import PartName
from jupyter_sscluster.widget.core.row_places import reply_by_place

FEW = 2000
SHORT = 200_000
"""Most names, and characters of all of them, that travel ahead."""

PARTS: tuple[str, ...] = get_args(PartName)
"""Parts of the page's code besides the core."""

UNASKED = 2.0
"""Seconds after which parts go out by themselves: a kernel at work on other cells hears no page."""

STATIC = Path(__file__).parent.parent / "static"


class Layer(AnyWidget):
    """Takes pointer and keys over the plot, and draws every panel around it.

    `state`, `labels` and `xy` are replaced within one `hold_sync`, so that a view never sees one
    without the others.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    """The JavaScript of the bundle's core, which asks for the other parts when they are wanted."""

    _css = traitlets.Unicode().tag(sync=True)
    """The bundle's style sheet."""

    state = traitlets.Dict().tag(sync=True)
    """Everything a view shows apart from the labels, as one JSON value with a `revision`."""

    labels = traitlets.Bytes().tag(sync=True)
    """The cluster of every point, one unsigned integer of `state["labels_itemsize"]` bytes each."""

    xy = traitlets.Bytes().tag(sync=True)
    """Where every point stands, two little-endian `float32` each: 0 and 1 are the ends of the axes
    in `state["axes"]["unit"]`."""

    fills = traitlets.Bytes().tag(sync=True)
    """What every point is filled with, one byte each: `features/colours/state.py`; or nothing."""

    compared = traitlets.Bytes().tag(sync=True)
    """The cluster of every point by another clusterer, two bytes each, while one is compared."""

    differing = traitlets.Bytes().tag(sync=True)
    """The rows that it places differently, four bytes each."""

    height = traitlets.Any(None, allow_none=True).tag(sync=True)
    """Pixels, "fill" for the room around a view, or None for what suits the contents."""
    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """What every row is called, where all names together are small; else the page asks."""

    columns = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Names of the columns that may be axes."""

    def __init__(self) -> None:
        self._unasked: threading.Timer | None = None
        self.rows: Callable[[], Sample] | None = None
        """The rows that are shown, once there is a session."""
        # all at once: files of another version may take their place while the kernel lives
        self._codes = {name: bundled(f"{name}.js") for name in PARTS}
        super().__init__(_esm=bundled("layer.js"), _css=bundled("layer.css"))

    def shown(self) -> None:
        """A page is given the widget, and will ask for the parts unless the kernel is busy."""
        if not isinstance(self.comm, DummyComm):
            self._forget()
            self._unasked = threading.Timer(UNASKED, self._send_all)
            self._unasked.daemon = True
            with suppress(RuntimeError):  # no threads: a kernel at work could not send them either
                self._unasked.start()

    def close(self) -> None:
        """Send nothing more."""
        self._forget()
        super().close()

    def _send_all(self) -> None:
        for name in PARTS:
            self.send_part(name)

    def _forget(self) -> None:
        if self._unasked is not None:
            self._unasked.cancel()
            self._unasked = None

    def send_part(self, name: str) -> None:
        """Send a part of the page's code to every view."""
        self._forget()
        self.send({"type": "part", "name": name}, [self._codes[name].encode()])

    def send(self, content: Any, buffers: Any = None) -> None:
        """Send a message to every view."""
        if self.rows is not None:
            content = reply_by_place(self.rows(), content)
        super().send(sendable(content), buffers)

    @traitlets.validate("state", "names", "columns")
    def _as_sendable(self, proposal: Any) -> Any:
        return sendable(proposal["value"])

    def tell_names(self, names: Sequence[str] | None) -> None:
        """Send all names ahead, if that is little."""
        if names is not None and len(names) <= FEW and sum(map(len, names)) <= SHORT:
            self.names = list(names)


def bundled(name: str) -> str:
    """The text of a file of the built bundle."""
    path = STATIC / name
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RuntimeError(
            f"the widget's page part {path} is missing, so the widget cannot be shown; "
            "reinstall jupyter_sscluster, or run `npm ci && npm run build` in js/ of a checkout"
        ) from None


def sendable(value: Any) -> Any:
    r"""The value, with U+FFFD for half a surrogate pair, which cannot be encoded in a message.

    >>> sendable({"names": ["a\ud800", "b"], "n": 2})
    {'names': ['a\ufffd', 'b'], 'n': 2}
    """
    if isinstance(value, str):
        return value if value.isprintable() else shown_signs(value)
    if isinstance(value, dict):
        return {key: sendable(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [sendable(each) for each in value]
    return value
