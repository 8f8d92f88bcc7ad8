"""Messages about colours: preparation, message, what to look at, and what it is then."""

from typing import Any

from fake_page import Page


def nothing(page: Page) -> None:
    """No preparation."""


def coloured(page: Page) -> None:
    page.send("colour", name="Feature 2")


def replied(page: Page, kind: str) -> Any:
    return next((each for each in page.sent if each["type"] == kind), None)


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
}
