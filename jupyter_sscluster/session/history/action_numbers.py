"""Numbers of answers in sentences of the session, as the page counts: one an action."""

from __future__ import annotations

import re
from collections.abc import Callable

_LIST = r"(\d+(?:–\d+)?(?:(?:, | and )\d+)*)"
_NAMED = re.compile(rf"\banswers? {_LIST}")
_PULLING = re.compile(rf"\b\d+ answers? pulls? the other way: {_LIST}")


def renumbered(text: str, action_of: Callable[[int], int]) -> str:
    """The sentence with every answer called by its action, each once.

    >>> renumbered("answers 3–9: 7 must-links, instead of answer 12", {3: 3, 9: 3, 12: 5}.get)
    'answer 3: 7 must-links, instead of answer 5'
    >>> renumbered("3 answers pull the other way: 1, 4, 6.", {1: 1, 4: 3, 6: 3}.get)
    '2 answers pull the other way: 1, 3.'
    """

    def actions(numbers: str) -> list[str]:
        found = (action_of(int(number)) for number in re.findall(r"\d+", numbers))
        return [str(action) for action in dict.fromkeys(found)]

    def named(found: re.Match[str]) -> str:
        *first, last = actions(found[1])
        return f"answers {', '.join(first)} and {last}" if first else f"answer {last}"

    def pulling(found: re.Match[str]) -> str:
        shown = actions(found[1])
        many = "1 answer pulls" if len(shown) == 1 else f"{len(shown)} answers pull"
        return f"{many} the other way: {', '.join(shown)}"

    return _PULLING.sub(pulling, _NAMED.sub(named, text))
