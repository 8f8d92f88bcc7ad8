"""What the page is told when it asks: about a point, names, images."""

from collections.abc import Callable, Sequence

from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.open_questions import rows_of
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.row_content.images import THUMBNAIL, image_size
from jupyter_sscluster.widget.core.row_content.tooltips import PATIENCE, Tooltips
from jupyter_sscluster.widget.core.view import PastView, View

NAME_LENGTH = 200
"""Characters of a name in a list of rows."""


class Replies:
    """Answers to messages that only ask; nothing is shown anew for them."""

    def __init__(
        self, layer: Layer, session: Session, tips: Tooltips, view: Callable[[], View]
    ) -> None:
        self._layer, self._session, self._tips, self._view = layer, session, tips, view
        self._sent: set[int] = set()
        self._thumbnails: set[int] = set()
        self._awaited: dict[int, set[int | None]] = {}

    def describe(self, point: int, step: int | None = None) -> None:
        """What there is to tell about one point; of a moment of the past, its cluster then."""
        now = self._view()
        view = now if step is None else PastView(now, self._session.history.at(step))
        content = self._tips.describe(point, view.cluster_called(view.cluster_of(point)))
        if content["pending"]:
            self._awaited.setdefault(point, set()).add(step)
        self.show_images([point])
        told = {"index": point, "name": engine_of(self._session).display_name(point), "step": step}
        self._layer.send({"type": "describe", **told, **content})

    def names(self, points: Sequence[int]) -> None:
        """What rows are called."""
        told = [[point, engine_of(self._session).display_name(point)] for point in points]
        self._layer.send({"type": "names", "names": told})

    def images(self, points: Sequence[int]) -> None:
        """Images of rows, as far as they are known; those that are worked out follow.

        Of many rows only small ones: the page draws them in place of the points.
        """
        most = THUMBNAIL if len(points) > 2 else None
        self._tips.want(points)
        found = list[tuple[int, str]]()
        for point in points:
            added = self._tips.added(point, patience=0.0)
            if added.pending:
                self._thumbnails.add(point)
                continue
            address = added.address or ""
            fits = not address or most is None or image_size(address) <= most
            found.append((point, address if fits else ""))
        self._send_images(found)

    def arrived(self, point: int) -> bool:
        """The content of a point came after it was asked for; whether a question waits for it."""
        if point in self._thumbnails:
            self._thumbnails.discard(point)
            self.images([point])
        for step in self._awaited.pop(point, {None}):
            self.describe(point, step)
        return point in asked_rows(self._session)

    def show_images(self, points: Sequence[int], patience: float = PATIENCE) -> None:
        """Send images that the page has not been sent before; a view that lacks one asks."""
        new = [point for point in points if point not in self._sent]
        found = [(point, self._tips.added(point, patience).address) for point in new]
        there = [(point, address) for point, address in found if address is not None]
        self._sent.update(point for point, _ in there)
        self._send_images(there)

    def _send_images(self, images: Sequence[tuple[int, str]]) -> None:
        if images:
            self._layer.send({"type": "images", "images": [list(image) for image in images]})


def asked_rows(session: Session) -> list[int]:
    """The rows that the open question is about, of any type."""
    question = session.question
    return [] if question is None else rows_of(question)
