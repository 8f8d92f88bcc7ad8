"""Messages about a cluster: preparation, message, what to look at, and what it is then."""

from typing import Any

import numpy as np
from agreement import faults
from fake_page import Page

from jupyter_sscluster.widget.features.clusters.contract import ClusterCard, ClusterList, PlanReply
from jupyter_sscluster.widget.features.noise.contract import NearClusters
from jupyter_sscluster.widget.features.noise.text import CHANGED
from jupyter_sscluster.widget.features.proposals.contract import ProposalCard


def nothing(page: Page) -> None:
    """Some messages need no preparation."""


def selected(page: Page) -> None:
    page.send("select", indices=[0, 1])


def one_of_a_cluster(page: Page) -> None:
    page.send("select", indices=np.flatnonzero(page.explorer.labels == 0)[:2].tolist())


def planned(page: Page) -> list[tuple[Any, ...]]:
    return [
        (reply["id"], reply["other"], reply["into"], bool(reply["links"]), faults(reply, PlanReply))
        for reply in page.sent
    ]


def n_clusters(page: Page) -> int:
    return page.settled()["settings"]["n_clusters"]


CLUSTER_MESSAGES: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "a cluster": (
        nothing,
        {"type": "cluster", "cluster": 1},
        lambda page: [(reply["id"], faults(reply, ClusterCard)) for reply in page.sent],
        [(1, [])],
    ),
    "the list of clusters": (
        nothing,
        {"type": "list_clusters", "by": "doubt", "text": ""},
        lambda page: [(len(reply["rows"]), faults(reply, ClusterList)) for reply in page.sent],
        [(3, [])],
    ),
    "points near clusters": (
        nothing,
        {"type": "near_clusters"},
        lambda page: [(reply["steps"], faults(reply, NearClusters)) for reply in page.sent],
        [([], [])],
    ),
    "points taken in": (
        nothing,
        {"type": "take_in", "moment": "of other clusters", "step": 1},
        lambda page: page.state["error"],
        CHANGED,
    ),
    "the proposals": (
        nothing,
        {"type": "proposal", "opened": True},
        lambda page: [(reply["key"], faults(reply, ProposalCard)) for reply in page.sent],
        [("", [])],
    ),
    "a proposal that is not there": (
        nothing,
        {"type": "decide_proposal", "key": "merge 0 1", "verdict": "accept"},
        lambda page: [reply["key"] for reply in page.sent],
        [""],
    ),
    "a merge to be": (
        nothing,
        {"type": "plan", "cluster": 0, "other": 1},
        planned,
        [(0, 1, None, True, [])],
    ),
    "a split to be": (
        nothing,
        {"type": "plan", "cluster": 0, "into": 3},
        planned,
        [(0, None, 3, True, [])],
    ),
    "merge": (nothing, {"type": "merge", "cluster": 0, "other": 1}, n_clusters, 2),
    "split": (nothing, {"type": "split", "cluster": 0, "into": 2}, n_clusters, 4),
    "split off": (
        one_of_a_cluster,
        {"type": "split_off", "cluster": 0},
        n_clusters,
        4,
    ),
    "rename": (
        nothing,
        {"type": "rename", "cluster": 2, "name": "<b>"},
        lambda page: page.settled()["clusters"][2]["name"],
        "<b>",
    ),
    "a new cluster": (
        selected,
        {"type": "group", "action": "new"},
        n_clusters,
        4,
    ),
}
