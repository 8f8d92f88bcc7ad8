"""A widget as its features see it: what all of them use, and what each of them has at work."""

from collections.abc import Callable
from typing import Any, TypeVar

from jupyter_sscluster.export.pictures.scene import Fills
from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core import registry
from jupyter_sscluster.widget.core.event_loop import EventLoop, FeatureWorker
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.interaction import InteractionState
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.row_content.replies import Replies
from jupyter_sscluster.widget.core.row_content.tooltips import Tooltips
from jupyter_sscluster.widget.core.static_output import Still
from jupyter_sscluster.widget.core.threads import OwnerThread
from jupyter_sscluster.widget.core.view import View

Part = TypeVar("Part")


class Context:
    """The parts of one widget, closed in the reverse of the order in which they were made.

    `given` are the data as they were given, `contents` these with the tooltip and the colours.
    `made_by` has the columns that were taken out of them and the transformer that they went
    through; `describe` is the person's function of a cluster.
    `announce` is called with the name, the old and the new value of a trait that has changed.
    """

    session: Session
    interaction: InteractionState
    plot: Plot
    tips: Tooltips
    replies: Replies
    static_output: Still
    event_loop: EventLoop
    made_by: tuple[tuple[Any, ...], Any]
    contents: Any
    first_axes: Any
    first_colours: tuple[Any, str]
    fills: Callable[[], Fills | None]
    describe: Callable[[Any], Any] | None = None

    def __init__(self, given: Any, announce: Callable[[str, Any, Any], None]) -> None:
        self.given, self.announce = given, announce
        self.owner_thread = OwnerThread()
        self._parts: list[Any] = []
        self.is_open = True
        self.layer = self.keep(Layer())

    def keep(self, part: Part) -> Part:
        """A part that is closed with the widget."""
        self._parts.append(part)
        return part

    def of(self, kind: type[Part]) -> Part:
        """The part of this class: what a feature has at work."""
        return next(part for part in reversed(self._parts) if isinstance(part, kind))

    def start(self, show: Callable[[], None], first: FeatureWorker) -> None:
        """Begin to follow the session, `first` before all; each feature begins its own work."""
        self.event_loop = self.keep(
            EventLoop(self.session, self.interaction, show, self.owner_thread)
        )
        self.event_loop.workers.append(self.keep(first))
        for feature in registry.modules("worker"):
            self.event_loop.workers.append(self.keep(feature.start(self)))
        self.event_loop.show()
        for worker in self.workers:
            worker.begin()

    def view(self) -> View:
        """The session's present values, as the panels see them."""
        return View(self.session, self.interaction, self.tips, self.plot, self.of)

    def arrived(self, point: int) -> None:
        """What is known of a point has come after it was asked for."""
        if "event_loop" in self.__dict__:
            for worker in self.workers:
                worker.arrived(point)
            if self.replies.arrived(point):
                self.event_loop.show()

    @property
    def workers(self) -> list[FeatureWorker]:
        """What the features have at work."""
        return self.event_loop.workers

    def close(self) -> None:
        """Close all parts, of which the last picture asks some."""
        was_open, self.is_open = self.is_open, False
        for part in reversed(self._parts if was_open else []):
            part.close()
