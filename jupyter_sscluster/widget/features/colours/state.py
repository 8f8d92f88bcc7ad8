"""What colours the points and which keep their colour, as the page is told."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jupyter_sscluster._arrays import Mask
from jupyter_sscluster.export.pictures.scene import Fills
from jupyter_sscluster.session.colours.scale import OUT, OWN, Scale
from jupyter_sscluster.widget.core.view import View, sizes_of
from jupyter_sscluster.widget.features.colours import filters, legend, text as words
from jupyter_sscluster.widget.features.colours.columns import DOUBT
from jupyter_sscluster.widget.features.colours.worker import ColourWorker


def state(view: View) -> dict[str, Any]:
    """The name of it, the ends of a scale, and the filters with what they leave."""
    worker = view.part_of(ColourWorker)
    column = worker.column(worker.shown)
    return {
        "colour": {
            "name": worker.shown,
            "title": worker.title(worker.shown),
            "ends": column.end_texts if isinstance(column, Scale) else None,
            "why_not": worker.why_not,
        },
        "filters": _filters(view, filters.left(view)),
    }


def _filters(view: View, left: Mask | None) -> dict[str, Any]:
    set_, n = view.interaction.filters, len(view.shown)
    number = n if left is None else int(left.sum())
    sizes = None
    if left is not None:
        sizes = sizes_of(view.labels_shown[left], len(view.cluster_sizes))
    return {
        "chips": [
            {"key": key, "what": each.what, "value": each.value} for key, each in set_.items()
        ],
        "left": number,
        "count": words.left(number, n),
        "nothing": "" if number or left is None else words.nothing([*set_.values()]),
        "asking": view.interaction.asks_filtered,
        "sizes": sizes,
    }


def beside_state(view: View) -> dict[str, bytes]:
    """A byte for each point shown; nothing while clusters alone give the colours of all."""
    codes = _codes(view)
    return {"fills": b"" if codes is None else codes.tobytes()}


def fills(view: View) -> Fills | None:
    """The same for pictures outside the page, with what the colours mean."""
    codes, worker, left = _codes(view), view.part_of(ColourWorker), filters.left(view)
    if codes is None:
        return None
    column = worker.column(worker.shown)
    said = (
        "" if column is None else words.changed(words.SAID.get(worker.shown, worker.shown), column)
    )
    if left is not None:
        chips = [*view.interaction.filters.values()]
        said = f"{said} {words.filtered(chips, int(left.sum()), len(left))}".strip()
    ends = column.end_texts if isinstance(column, Scale) else None
    title = "" if column is None else worker.title(worker.shown)
    return Fills(codes, said, title, ends, legend.key(column), worker.shown != DOUBT)


def _codes(view: View) -> NDArray[np.uint8] | None:
    codes, left = view.part_of(ColourWorker).codes(), filters.left(view)
    if codes is None and left is None:
        return None
    found = np.full(len(view.shown), OWN, dtype=np.uint8)
    if codes is not None:
        found[:] = codes
    if left is not None:
        found[~left] += OUT
    return found
