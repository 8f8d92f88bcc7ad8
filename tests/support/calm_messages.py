"""Messages about trouble: preparation, message, what to look at, and what it is then."""

from itertools import combinations
from typing import Any

CLIQUE = [*combinations((57, 64, 106, 118), 2)]


def too_few(page) -> None:
    """Four points all apart from each other, three clusters, and a clusterer that keeps all."""
    page.explorer.session.set_clusterer("copkmeans")
    page.settled()
    page.explorer.session.answer_many(CLIQUE[:-1], "cannot")
    page.settled()
    page.explorer.session.answer(*CLIQUE[-1], "cannot")
    page.settled()


def known(page) -> None:
    """A view has asked before, so that the doubts of this moment are known."""
    page.send("unsure")
    page.wait(lambda state: state["progress"]["enough"]["unsure"])


CALM: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "how unsure": (
        known,
        {"type": "unsure"},
        lambda page: [(len(reply["levels"]), reply["why_not"]) for reply in page.sent],
        [(0, "Fewer than two classes have been met: answers may move much.")],
    ),
    "a way out": (
        too_few,
        {"type": "way_out", "way": "n_clusters:4"},
        lambda page: [page.settled()[key] for key in ("trouble", "error")],
        [None, None],
    ),
}
