"""A moment of the past as the page shows it: everything that it would show if that were now."""

from typing import Any

import numpy as np

from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.forms import identifier, menu
from jupyter_sscluster.widget.core.registry import part_of_state
from jupyter_sscluster.widget.core.view import ABSENT, PastView, View
from jupyter_sscluster.widget.core.view_state import label_bytes, label_type
from jupyter_sscluster.widget.features.history import state as progress
from jupyter_sscluster.widget.features.history.text import STILL, MomentText


def reply(now: View, step: int, compared: int | None = None) -> tuple[dict[str, Any], bytes]:
    """A moment as plain values, compared with now or with another one, and its labels."""
    place = MomentText(now, step)
    then = PastView(now, place.moment)
    curves, beside = progress.shown(then, step)
    shows = {
        "clusters": part_of_state("clusters", then),
        "links": [link | {"enforceable": False} for link in part_of_state("links", then)],
        "progress": {**curves, "beside": beside, "outlook": ""},
        "status": wording.sentence(place.place, then.kept_text, STILL),
    }
    told = {
        "type": "moment",
        "step": step,
        "labels_itemsize": label_type(then).itemsize,
        "shows": shows,
        "settings": _settings(then),
        "where": place.where,
        "place": place.place,
        "told": list(place.told),
        "left": place.left,
        "verb": place.verb,
        **_comparison(now, then, compared),
    }
    return told, _labels(then)


def _labels(then: PastView) -> bytes:
    """The labels; rows that were left out or not there yet have one that is not drawn."""
    labels = np.frombuffer(label_bytes(then), label_type(then)).copy()
    rows = [row for row in sorted(then.left_out) if row in then.shown]
    if rows:
        labels[then.shown.places(rows)] = ABSENT
    return labels.tobytes()


def _comparison(now: View, then: PastView, compared: int | None) -> dict[str, Any]:
    """With which moment, and the points that were in another cluster in it."""
    if compared is None:
        differ = np.flatnonzero(now.labels != then.labels)
        return {"compared": None, "differ": now.shown.among(differ).tolist()}
    rows = now.session.history.changed(then.moment.step, compared)
    differ = now.shown.among(rows).tolist()
    return {
        "compared": {"step": compared, "place": MomentText(now, compared).place},
        "differ": differ,
    }


def _settings(then: PastView) -> dict[str, Any]:
    return {
        "clusterer": identifier("clusterers", then.clusterer),
        "clusterers": menu("clusterers", then.clusterer),
        "strategy": identifier("strategies", then.strategy),
        "strategies": menu("strategies", then.strategy),
        "n_clusters": then.moment.n_clusters,
        "uses_constraints": then.uses_constraints,
    }
