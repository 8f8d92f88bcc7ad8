"""Settings as the page shows them: what is chosen, and what else may be."""

from typing import Any

from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.engine.settings import (
    heeds_soft,
    takes_n_clusters,
    title_of,
)
from jupyter_sscluster.widget.core.forms import form, identifier, menu
from jupyter_sscluster.widget.core.view import View

SOFTLY = (
    "New answers are preferences: the fit may violate them, and nothing is inferred from them. "
    "Useful if some answers may be wrong."
)


def state(view: View) -> dict[str, Any]:
    """The chosen clusterer, strategy and number of clusters, and what else may be chosen."""
    low, high = view.n_clusters_range
    ignored = f"{title_of(view.clusterer)} ignores soft answers."
    return {
        "settings": {
            "clusterer": identifier("clusterers", view.clusterer),
            "clusterers": menu("clusterers", view.clusterer),
            "uses_constraints": view.uses_constraints,
            "strategy": identifier("strategies", view.strategy),
            "strategies": menu("strategies", view.strategy),
            "n_clusters": int(view.session.n_clusters),
            "takes_n_clusters": takes_n_clusters(view.clusterer),
            "n_clusters_is_estimated": engine_of(view.session).n_clusters_is_estimated,
            "n_clusters_low": low,
            "n_clusters_high": high,
            "softly": view.session.default_soft,
            "softly_help": SOFTLY if heeds_soft(view.clusterer) else ignored,
            "params": form(view.clusterer),
            "strategy_params": form(view.strategy),
        }
    }


SOFT_ON = "New answers are soft from now on: the fit may violate them."
SOFT_OFF = "New answers are hard again. Earlier soft answers stay soft."
