"""Messages about another clusterer: preparation, message, what to look at, and what it is then."""

from typing import Any

from fake_page import Page


def nothing(page: Page) -> None:
    """Some messages need no preparation."""


def opened(page: Page) -> None:
    page.send("compare", verb="open")
    page.settled()


def asking(page: Page) -> None:
    page.send("compare", verb="clusterer", value="kmeans")
    page.send("compare", verb="n_clusters", value=5)
    page.send("compare", verb="ask")
    page.settled()


def compared(page: Page, *names: str) -> Any:
    told = page.settled()["compared"]
    return told and tuple(told[name] for name in names)


COMPARE: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "compare": (
        nothing,
        {"type": "compare", "verb": "open"},
        lambda page: compared(page, "clusterer", "problem", "stale"),
        ("mpckmeans", "", False),
    ),
    "no more comparing": (
        opened,
        {"type": "compare", "verb": "leave"},
        lambda page: compared(page, "clusterer"),
        None,
    ),
    "compare with": (
        opened,
        {"type": "compare", "verb": "clusterer", "value": "kmeans"},
        lambda page: compared(page, "clusterer"),
        ("kmeans",),
    ),
    "compare with so many": (
        opened,
        {"type": "compare", "verb": "n_clusters", "value": 5},
        lambda page: compared(page, "n_clusters"),
        (5,),
    ),
    "compare with a parameter": (
        opened,
        {"type": "compare", "verb": "param", "name": "max_iter", "value": 7},
        lambda page: [
            param["value"] for param in compared(page, "params")[0] if param["name"] == "max_iter"
        ],
        [7],
    ),
    "use the other": (
        opened,
        {"type": "compare", "verb": "use"},
        lambda page: (page.settled()["settings"]["clusterer"], compared(page, "clusterer")),
        ("mpckmeans", None),
    ),
    "ask about all again": (
        asking,
        {"type": "compare", "verb": "ask_all", "looking": True},
        lambda page: compared(page, "asking"),
        (False,),
    ),
}
