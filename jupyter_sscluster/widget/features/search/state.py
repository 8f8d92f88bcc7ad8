"""What is found, as the page shows it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.session.engine.cluster_names import own_name
from jupyter_sscluster.session.engine.text_index import folded
from jupyter_sscluster.session.search.text_search import marked
from jupyter_sscluster.widget.core.row_content.replies import NAME_LENGTH
from jupyter_sscluster.widget.core.text import shortened
from jupyter_sscluster.widget.core.view import View, sizes_of
from jupyter_sscluster.widget.features.search import text as words

LISTED = 20
RINGED = 500


class Outcome(NamedTuple):
    """What a text has found: rows by their names, the best first, and by their texts."""

    text: str
    named: list[int]
    told: IntArray
    instead: str
    unread: int

    @property
    def rows(self) -> list[int]:
        """All rows, those found by their names first."""
        return list(dict.fromkeys([*self.named, *self.told.tolist()]))


def state(view: View) -> dict[str, Any]:
    """What of the data can be searched."""
    return {"has_texts": view.tips.has_contents}


def found(view: View, outcome: Outcome, start: int) -> dict[str, Any]:
    """What was found, `start` hits passed over."""
    rows = outcome.rows
    clusters = _clusters(view, outcome.text) if outcome.text.strip() else []
    total = len(clusters) + len(rows)
    listed = [*clusters, *rows][start : start + LISTED]
    left = rows[max(0, start + LISTED - len(clusters)) :]
    hits = [
        _cluster(view, each) if start + place < len(clusters) else _row(view, each, outcome.text)
        for place, each in enumerate(listed)
    ]
    head, rest = words.counted(
        len(outcome.told),
        len(np.setdiff1d(view.labels[outcome.told], [-1])),
        len(clusters) + len(outcome.named),
        len(rows) > RINGED and RINGED,
        texts=view.tips.has_contents,
    )
    if not total:
        head, rest = words.NONE_YET if outcome.unread else words.nothing(outcome.text), ""
    return {
        "type": "found",
        "text": outcome.text,
        "start": start,
        "hits": hits,
        "total": total,
        "ringed": rows[:RINGED],
        "rows": len(rows),
        "head": head,
        "rest": rest + words.unread(outcome.unread),
        "more": _more(view, left, {hit["cluster"] for hit in hits}),
        "instead": outcome.instead,
        "unread": outcome.unread,
    }


def _clusters(view: View, text: str) -> list[int]:
    """The clusters that have this in their names; a number alone is no part of "Cluster 3"."""
    wanted = folded(" ".join(text.split()))
    names = view.cluster_names
    return [
        cluster
        for cluster, name in enumerate(names)
        if wanted in folded(name) and not (wanted.isdecimal() and name == own_name(cluster))
    ]


def _cluster(view: View, cluster: int) -> dict[str, Any]:
    said = words.cluster(view.cluster_sizes[cluster])
    return {
        "index": None,
        "cluster": cluster,
        "name": view.cluster_names[cluster],
        "pieces": [said],
    }


def _row(view: View, row: int, text: str) -> dict[str, Any]:
    return {
        "index": row,
        "cluster": view.cluster_of(row),
        "name": shortened(view.name(row), NAME_LENGTH),
        "pieces": marked(view.tips.searched(row), text),
    }


def _more(view: View, rows: Sequence[int], listed: set[int]) -> str:
    """How many more there are, and how many of them in the cluster, not listed, that has most."""
    if not rows:
        return ""
    sizes = np.array(sizes_of(view.labels[rows], len(view.cluster_sizes)))
    sizes[[each for each in listed if each < len(sizes)]] = 0
    most = int(sizes.argmax())
    return words.more(len(rows), int(sizes[most]), view.cluster_names[most])
