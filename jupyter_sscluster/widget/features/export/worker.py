"""What leaves the widget: files for the page's downloads, and what Python takes from it."""

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
from jupyter_sscluster.session import Session, engine_of
from jupyter_sscluster.session.engine.rows.growing import rows_taken
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import Message, field, reads
from jupyter_sscluster.widget.features.export.state import stem

NO_FRAME = (
    "labels_frame() gives all rows in memory, and X is a collection of Dask; take explorer.labels, "
    "by row, or export them as a file"
)

Maker = tuple[str, Callable[["Exporter"], str | bytes]]


class Exporter(FeatureWorker):
    """Makes the files of one widget, and the picture of its present state."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.session = context.session

    def labels_frame(self, column: str, names: bool) -> Any:
        """The data as they were given, with the clusters of the rows, and with their names."""
        if is_dask(self._context.given):
            raise InputError(NO_FRAME)
        called, given = self.session.clusters.names if names else None, self._context.given
        if engine_of(self.session).data.order is not None:
            given = rows_taken(given, self.session.rows.order)
        return with_labels(given, self.session, column, called)

    def write_replay_page(self, path: str | PathLike[str]) -> None:
        """Write the page that replays all steps of the session on the present axes."""
        plane, fills = self._context.plot.projection, self._context.fills()
        write_replay_page(self.session, path, plane, self._title(), fills=fills)

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
        self._context.layer.send(content, [data])

    def page(self) -> str:
        """The replay page."""
        plane, fills = self._context.plot.projection, self._context.fills()
        return replay_page(self.session, plane, self._title(), fills=fills)

    def _title(self) -> str:
        return f"Replay of {stem(self.session.path)}"

    def code(self) -> str:
        """A script that makes the clustering again."""
        dropped, preprocess = self._context.made_by
        options = {"preprocess": preprocess, "data": self._context.given}
        for worker in self._context.workers:
            options |= worker.code_options()
        return python_code(self.session, dropped=dropped, **options)

    def cluster_names(self) -> list[str]:
        """What the page calls each cluster."""
        return self._context.view().cluster_names


def start(context: Context) -> Exporter:
    """The exports of one widget."""
    return Exporter(context)


def _session_file(session: Session) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        session.save(path)
        return path.read_bytes()


FILES: dict[tuple[str, str], Maker] = {
    ("constraints", "csv"): ("text/csv", lambda one: constraints_csv(one.session)),
    ("constraints", "json"): ("application/json", lambda one: constraints_json(one.session)),
    ("labels", "csv"): ("text/csv", lambda one: labels_csv(one.session, one.cluster_names())),
    ("session", "jsonl"): ("application/x-ndjson", lambda one: _session_file(one.session)),
    ("replay", "html"): ("text/html", lambda one: one.page()),
    ("code", "py"): ("text/x-python", lambda one: one.code()),
}


@reads("export")
def export(context: Context, message: Message) -> None:
    """Send a file to the view that wants it."""
    context.of(Exporter).send_file(*(str(field(message, name)) for name in ("file", "form", "to")))
