"""What a lasso has caught, and what linking it would add."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """The selection with a preview of its links, or the first group while a second is awaited."""
    interaction = view.interaction
    if not interaction.selection and not interaction.group:
        return {"lasso": None}
    links = [] if interaction.group else view.spanning_links
    return {
        "lasso": {
            "indices": list(interaction.selection),
            "count": len(interaction.selection),
            "preview_must": [[i, j] for i, j, _ in links],
            "must_links": len(links),
            "cannot_links": _apart(view),
            "group": list(interaction.group) or None,
        }
    }


def _apart(view: View) -> int | None:
    if not (view.interaction.group and view.interaction.selection) or isinstance(
        view.apart_links, str
    ):
        return None
    return len(view.apart_links)
