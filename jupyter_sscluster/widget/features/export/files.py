"""What leaves the widget: files for the page's downloads, and what Python takes from it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.out_of_core.open_blocks import is_dask
from jupyter_sscluster.export import (
    constraints_csv,
    constraints_json,
    labels_csv,
    python_code,
    replay_page,
    with_labels,
    write_replay_page,
)
from jupyter_sscluster.export.pictures.summary import bundle
from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.figure import Plot
from jupyter_sscluster.widget.core.layer import Layer
from jupyter_sscluster.widget.core.static_output import STYLE, Still
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.axes.projector import Projector
from jupyter_sscluster.widget.features.axes.saved import in_code
from jupyter_sscluster.widget.features.clusters import state as legend
from jupyter_sscluster.widget.features.export.state import stem

NO_FRAME = (
    "labels_frame() gives all rows in memory, and X is a collection of Dask; take explorer.labels, "
    "by row, or export them as a file"
)

Maker = tuple[str, Callable[["Exporting"], str | bytes]]


class Exporting:
    """The part of an explorer that gives things away."""

    session: Session
    layer: Layer
    view: Callable[[], View]
    _given: Any
    _made_by: tuple[tuple[Any, ...], Any]
    _parts: tuple[Any, ...]
    _plot: Plot
    projector: Projector
    _still: Still

    def labels_frame(self, column: str = "cluster") -> Any:
        """The data as they were given, with the cluster of every row as one more column.

        Parameters
        ----------
        column : str
            What the new column is called.

        Returns
        -------
        data frame or dict
            A frame of the kind that was given; of an array a dict of columns.

        Raises
        ------
        InputError
            If the data have such a column already.
        """
        if is_dask(self._given):
            raise InputError(NO_FRAME)
        return with_labels(self._given, self.session.labels, column)

    def replay_page(self, path: str | PathLike[str]) -> None:
        """Write a page that replays all steps of the session on the present axes.

        One HTML file, which opens from disk in any browser and asks no other machine for anything.

        Parameters
        ----------
        path : str or Path
        """
        write_replay_page(self.session, path, self._plot.projection, self._title())

    def send_file(self, what: str, form: str, to: str) -> None:
        """Send a file to the view that asked for it."""
        if (what, form) not in FILES:
            raise InputError(
                f"the page asked for {what} as {form}, which is none of "
                f"{', '.join(' '.join(one) for one in FILES)}; reload the page"
            )
        mime, make = FILES[what, form]
        made = make(self)
        data = made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
        name = f"{stem(self.session.path)}-{what}.{form}"
        content = {"type": "file", "file": what, "to": to, "name": name, "mime": mime}
        self.layer.send(content, [data])

    def picture(self) -> dict[str, str]:
        """The present moment for those who cannot show the widget, by type."""
        return bundle(self.session, self._plot.projection, style=STYLE)

    def beside(self, text: str) -> dict[str, str]:
        """What goes with the widget's own output: the picture, unless that is an output itself.

        What an output holds stays as it was when it was made, and the picture is to be of the
        present.
        """
        if not self._parts:
            return {"text/plain": text}
        if self._still.show():
            return {"text/plain": wording.NO_KERNEL}
        return {**self.picture(), "text/plain": text}

    def _page(self) -> str:
        return replay_page(self.session, self._plot.projection, self._title())

    def _title(self) -> str:
        return f"Replay of {stem(self.session.path)}"

    def _code(self) -> str:
        dropped, preprocess = self._made_by
        axes = in_code(self.projector.shown.wish, self._given, self.projector.columns.names)
        data = {"preprocess": preprocess, "data": self._given, "projection": axes}
        return python_code(self.session, dropped=dropped, **data)

    def _cluster_names(self) -> list[str]:
        return [cluster["name"] for cluster in legend.state(self.view())["clusters"]]


def _session_file(session: Session) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        session.save(path)
        return path.read_bytes()


FILES: dict[tuple[str, str], Maker] = {
    ("constraints", "csv"): ("text/csv", lambda one: constraints_csv(one.session)),
    ("constraints", "json"): ("application/json", lambda one: constraints_json(one.session)),
    ("labels", "csv"): ("text/csv", lambda one: labels_csv(one.session, one._cluster_names())),
    ("session", "jsonl"): ("application/x-ndjson", lambda one: _session_file(one.session)),
    ("replay", "html"): ("text/html", lambda one: one._page()),
    ("code", "py"): ("text/x-python", lambda one: one._code()),
}
