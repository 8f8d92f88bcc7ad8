"""The selected points as a table: name, cluster, and a text or the first features."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.row_content.tooltips import number_text
from jupyter_sscluster.widget.features.row_content.values import value_text

LISTED = 100
FEATURES = 2
TEXT_LENGTH = 120
NAME_LENGTH = 200


def state(view: View) -> dict[str, Any]:
    """The first of the selected points, in the order of the rows; None if none is selected."""
    selection = view.interaction.selection
    if not selection:
        return {"selected": None}
    return {
        "selected": {
            "columns": _columns(view),
            "rows": [_row(view, point) for point in selection[:LISTED]],
            "more": max(0, len(selection) - LISTED),
        }
    }


def _columns(view: View) -> list[str]:
    texts = [name for name, _ in view.tips.table]
    return texts[:1] or view.tips.features[:FEATURES]


def _row(view: View, point: int) -> dict[str, Any]:
    return {
        "index": point,
        "name": wording.shortened(view.name(point), NAME_LENGTH),
        "cluster": view.cluster_of(point),
        "cells": _cells(view, point),
    }


def _cells(view: View, point: int) -> list[str]:
    for _, values in view.tips.table:
        text = value_text(values[point])
        return [text if len(text) <= TEXT_LENGTH else f"{text[: TEXT_LENGTH - 1]}…"]
    return [number_text(value) for value in view.tips.values[point, :FEATURES]]
