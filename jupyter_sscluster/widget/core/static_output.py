"""The picture of a widget that a saved notebook keeps beside it, brought up to date at rest."""

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import display

from jupyter_sscluster.export.pictures.scene import Fills
from jupyter_sscluster.export.pictures.summary import bundle
from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.text import NO_KERNEL

IDLE = 3.0
"""Seconds without news after which the picture is made anew.

Longer than from one answer to the next: of 2,000 points it is a message of 280 kB, which JupyterLab
draws, and reads once more for its table of contents."""

CHILD = ".jp-OutputArea-child"
WIDGET = ".jp-OutputArea-output:not(.jupyter-widgets):not(.jp-RenderedText)"
LOST = ".ssc-root[data-ssc-restored][data-ssc-lacking]"
STYLE = f"""
{CHILD}:has(.ssc-still):has(+ {CHILD} > {WIDGET}):not(:has(+ {CHILD} {LOST})),
{CHILD}:has(.ssc-still) + {CHILD}:has({LOST}),
{CHILD}:has(.ssc-still) + {CHILD} > .jp-OutputArea-output.jupyter-widgets,
body[data-vscode-theme-kind] .ssc-still{{display:none}}
"""
"""Either the widget or the picture of it, which tells more than a widget whose state was saved, and
whose parts no kernel brings any more. Where a widget cannot be shown, JupyterLab puts the error
into an output of the class `jupyter-widgets`; one that is shown has it further inside."""

EMPTY = {"text/html": "", "text/plain": ""}


class Still:
    """One more output of the cells that show a widget, which only the saved notebook shows.

    A widget's own output cannot be replaced without drawing the widget anew; this one can. It is
    hidden while the widget is alive, and follows the session at rest and at the end of each cell.
    `make` gives the picture in every form that a front end may show, by type.
    """

    def __init__(self, make: Callable[[], dict[str, str]]) -> None:
        self._make = make
        self._shown: list[str] = []
        self._stale = False
        self._timer: asyncio.TimerHandle | None = None
        self._shell: Any = None

    def show(self) -> bool:
        """Add the output to the present cell; False where nothing can be saved, in a terminal."""
        shell: Any = get_ipython()
        if not hasattr(shell, "kernel"):
            return False
        if self._shell is None:
            self._shell = shell
            shell.events.register("post_run_cell", self._at_rest)
        name = uuid.uuid4().hex
        display(EMPTY, raw=True, display_id=name)  # type: ignore[no-untyped-call]
        self._shown.append(name)
        self.changed()
        return True

    def beside(self, text: str) -> dict[str, str]:
        """Static output beside the widget: the picture, unless the picture is its own output."""
        if self.show():
            return {"text/plain": NO_KERNEL}
        return {**self._make(), "text/plain": text}

    def changed(self) -> None:
        """There is something new to see."""
        if not self._shown:
            return
        self._stale = True
        if self._timer is not None:
            self._timer.cancel()
        try:
            self._timer = asyncio.get_running_loop().call_later(IDLE, self._at_rest)
        except RuntimeError:
            self._timer = None

    def close(self) -> None:
        """Keep the last picture, and follow no more."""
        self._at_rest()
        if self._shell is not None:
            self._shell.events.unregister("post_run_cell", self._at_rest)
            self._shell = None
        self._shown = []

    def _at_rest(self, *_: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._stale:
            return
        self._stale = False
        made = self._make()
        for name in self._shown:
            display(made, raw=True, display_id=name, update=True)  # type: ignore[no-untyped-call]


def picture(session: Session, plot: Plot, fills: Fills | None) -> dict[str, str]:
    """The present state for those who cannot show the widget, by type."""
    return bundle(session, plot.projection, fills=fills, style=STYLE)
