"""Messages about automatic answers: preparation, message, what to look at, and what it is then."""

from typing import Any

from fake_page import Page


def nothing(page: Page) -> None:
    """These messages need no preparation."""


def chosen(name: str) -> Any:
    return lambda page: getattr(page.explorer.interaction.oracle_run, name)


ORACLE_RUN: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "a speed": (nothing, {"type": "oracle_speed", "value": "max"}, chosen("speed"), "max"),
    "a number of questions": (nothing, {"type": "oracle_goal", "value": 7}, chosen("goal"), 7),
    "as many as there are": (nothing, {"type": "oracle_goal", "value": None}, chosen("goal"), None),
    "wrong answers": (nothing, {"type": "oracle_wrong", "value": 20}, chosen("wrong"), 0.2),
    "strategies beside": (
        nothing,
        {"type": "oracle_beside", "value": ["npu", "minmax"]},
        chosen("beside"),
        ("npu", "minmax"),
    ),
}
