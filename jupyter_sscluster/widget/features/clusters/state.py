"""The clusters above the plot: name, colour and size."""

from __future__ import annotations

from typing import Any

from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """The clusters in the order of their colours."""
    return {
        "clusters": [
            {"id": cluster, "name": name, "size": size}
            for cluster, (name, size) in enumerate(
                zip(view.cluster_names, view.cluster_sizes, strict=True)
            )
        ]
    }
