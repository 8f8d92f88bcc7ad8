"""What a lasso has caught, and what linking it would add."""

from typing import Any

from jupyter_sscluster._number_text import number_text
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.row_content.shown_values import value_text
from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """The lasso with a preview of its links, and the selected points as a table."""
    return {"lasso": _lasso(view), **_table(view)}


def urgent(view: View) -> str:
    """The status line after a lasso."""
    selected, first = len(view.interaction.selection), len(view.interaction.group)
    if not first:
        links = len(view.spanning_links)
        return would_add(selected, "All must-link", links) if selected else ""
    if not selected:
        grouped = wording.count(first, "point")
        return f"{grouped} in the first group. Now draw a lasso around the second group."
    if isinstance(view.apart_links, str):
        return wording.sentence(view.apart_links)
    return would_add(selected, f"Cannot-link with the first {first}", len(view.apart_links))


def _lasso(view: View) -> dict[str, Any] | None:
    interaction = view.interaction
    if not interaction.selection and not interaction.group:
        return None
    links = [] if interaction.group else view.spanning_links
    return {
        "indices": list(interaction.selection),
        "count": len(interaction.selection),
        "preview_must": [[i, j] for i, j, _ in links],
        "must_links": len(links),
        "cannot_links": _apart(view),
        "group": list(interaction.group) or None,
    }


def _apart(view: View) -> int | None:
    if not (view.interaction.group and view.interaction.selection) or isinstance(
        view.apart_links, str
    ):
        return None
    return len(view.apart_links)


LISTED = 100
FEATURES = 2
TEXT_LENGTH = 240
NAME_LENGTH = 200


def _table(view: View) -> dict[str, Any]:
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


def would_add(points: int, action: str, links: int) -> str:
    """The status line after a lasso."""
    added = f"add {wording.count(links, 'link')}" if links else "add nothing new"
    return f"{wording.count(points, 'point')} selected. {action} would {added}."
