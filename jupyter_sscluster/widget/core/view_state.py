"""From a session and the state of the interaction to the one value that the page shows."""

from typing import Any

import numpy as np

from jupyter_sscluster.widget.core import registry
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.row_content.replies import asked_rows
from jupyter_sscluster.widget.core.row_places import state_by_place
from jupyter_sscluster.widget.core.view import FOUND, SAID, View

LINES = 300
"""Links that bqplot holds, the newest: it draws them where our layer is missing, each as a node."""

KEYS = {
    "must": "m",
    "cannot": "c",
    "unknown": "s",
    "next": "n",
    "lasso": "l",
    "find": "/",
    "help": "?",
    "full": "f",
    "side": "b",
}


def view_state(view: View, revision: int) -> dict[str, Any]:
    """The state of the page: plain JSON, a function of what it is given and of nothing else."""
    state = {
        "revision": revision,
        "n": len(view.shown),
        "n_rows": view.session.n_samples,
        "labels_itemsize": label_type(view).itemsize,
        "names": view.shown.names is not None,
        "pictures": view.tips.pictures,
        "keys": dict(KEYS),
    }
    for feature in registry.modules("state"):
        if hasattr(feature, "state"):
            state |= feature.state(view)
    return state


def show(context: Context, revision: int) -> None:
    """Bring every view of a widget up to date."""
    view = context.view()
    context.replies.show_images(asked_rows(context.session))
    state = state_by_place(view.shown, view_state(view, revision))
    with context.layer.hold_sync():
        context.layer.labels = label_bytes(view)
        context.layer.xy = context.plot.xy
        for feature in registry.modules("state"):
            if hasattr(feature, "beside_state"):
                for name, value in feature.beside_state(view).items():
                    setattr(context.layer, name, value)
        context.layer.state = state
    context.plot.show_links(state["links"][-LINES:])
    context.static_output.changed()


def label_bytes(view: View) -> bytes:
    """The labels as little-endian unsigned integers of `state["labels_itemsize"]` bytes.

    Points in no cluster have `SAID` or `FOUND`.
    """
    labels = view.labels_shown
    if view.n_in_none:
        labels = np.where(labels == -1, FOUND, labels)
        rows = np.array([row for row in view.noise if row in view.shown], dtype=np.int64)
        places = view.shown.places(rows.tolist())
        labels[places[labels[places] == FOUND]] = SAID
    return labels.astype(label_type(view)).tobytes()


def label_type(view: View) -> np.dtype[np.unsignedinteger[Any]]:
    """One byte a point for up to 256 clusters, two for more, and where points are in none."""
    few = len(view.cluster_sizes) <= 256 and not view.n_in_none
    return np.dtype(np.uint8 if few else "<u2")
