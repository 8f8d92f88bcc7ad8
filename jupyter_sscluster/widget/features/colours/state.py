"""What colours the points, as the page is told."""

from typing import Any

import numpy as np

from jupyter_sscluster.session.colours.scale import Scale
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.colours.worker import ColourWorker


def state(view: View) -> dict[str, Any]:
    """The name of it, and the ends of a scale."""
    worker = view.part_of(ColourWorker)
    column = worker.column(worker.shown)
    return {
        "colour": {
            "name": worker.shown,
            "title": worker.title(worker.shown),
            "ends": column.end_texts if isinstance(column, Scale) else None,
            "why_not": worker.why_not,
        }
    }


def beside_state(view: View) -> dict[str, bytes]:
    """A byte for each point shown, its code; nothing while clusters alone give the colours."""
    codes = view.part_of(ColourWorker).codes()
    return {"fills": b"" if codes is None else codes.astype(np.uint8).tobytes()}
