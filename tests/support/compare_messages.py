"""Messages about another clusterer, and about colours.

Preparation, message, what to look at, and what it is then.
"""

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


def coloured(page: Page) -> None:
    page.send("colour", name="Feature 2")


def filtered(page: Page) -> None:
    coloured(page)
    page.send("filter", verb="range", name="Feature 2", low=0, high=50)


def asking_filtered(page: Page) -> None:
    filtered(page)
    page.send("filter", verb="ask")


def some_selected(page: Page) -> None:
    page.send("select", indices=[1, 2])


def chips(page: Page) -> list[Any]:
    return [list(each.values()) for each in page.state["filters"]["chips"]]


def replied(page: Page, kind: str) -> Any:
    return next((each for each in page.sent if each["type"] == kind), None)


AGED = ["column:Feature 2", "Feature 2", "1–3.95"]

COLOUR_MESSAGES: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "a colour": (
        nothing,
        {"type": "colour", "name": "Feature 2"},
        lambda page: (page.state["colour"]["ends"], len(page.explorer.layer.fills)),
        (["1", "6.9"], 150),
    ),
    "the menu of colours": (
        nothing,
        {"type": "colour_options"},
        lambda page: (
            replied(page, "colour_options") and replied(page, "colour_options")["columns"][0]
        ),
        {
            "name": "Feature 0",
            "title": "Feature 0",
            "about": "4.3–7.9",
            "available": True,
        },
    ),
    "the legend": (
        coloured,
        {"type": "colour_legend", "find": ""},
        lambda page: (
            replied(page, "colour_legend") and replied(page, "colour_legend")["scale"]["positions"]
        ),
        100,
    ),
    "a range": (
        coloured,
        {"type": "filter", "verb": "range", "name": "Feature 2", "low": 0, "high": 50},
        chips,
        [AGED],
    ),
    "the selection": (
        some_selected,
        {"type": "filter", "verb": "selection"},
        chips,
        [["selection", "Selected", "2 points"]],
    ),
    "a filter less": (
        filtered,
        {"type": "filter", "verb": "drop", "key": "column:Feature 2"},
        chips,
        [],
    ),
    "no filter": (filtered, {"type": "filter", "verb": "clear"}, chips, []),
    "questions about what is left": (
        filtered,
        {"type": "filter", "verb": "ask"},
        lambda page: page.state["filters"]["asking"],
        True,
    ),
    "questions about all again": (
        asking_filtered,
        {"type": "filter", "verb": "ask_all"},
        lambda page: page.state["filters"]["asking"],
        False,
    ),
}
