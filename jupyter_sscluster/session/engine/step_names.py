"""The session's short sentences: what an undo step is called, what a fit was caused by."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session.engine.settings import title_of

LISTED = 3
"""Numbers that are listed one by one, even where they follow each other."""

NAMED = 3
"""Numbers of answers that a sentence names one by one, where it need not name all."""

KIND_TEXTS = {"must": "must-link", "cannot": "cannot-link", "unknown": "don't know"}


def point_name(i: int, names: Sequence[str] | None) -> str:
    """What a person calls a row."""
    return str(i) if names is None else names[i]


def pair_text(answer: Answer, names: Sequence[str] | None) -> str:
    """A pair as it is shown: ``131 – 144``."""
    return f"{point_name(answer.i, names)} – {point_name(answer.j, names)}"


def answer_text(answer: Answer, names: Sequence[str] | None) -> str:
    """One answer in words: ``answer 6: 131 – 144, must-link``."""
    soft = ", soft" if answer.soft else ""
    return f"answer {answer.number}: {pair_text(answer, names)}, {KIND_TEXTS[answer.kind]}{soft}"


def change_text(
    add: Sequence[Answer],
    remove: Sequence[Answer],
    names: Sequence[str] | None,
    turned: Sequence[Answer] = (),
) -> str:
    """Answers recorded, taken back and turned into soft ones in one step, in words."""
    gone = _numbers_text([answer.number for answer in remove])
    if not add:
        what = pair_text(remove[0], names) if len(remove) == 1 else counted(remove)
        return f"{gone} taken back: {what}"
    text = answer_text(add[0], names) if len(add) == 1 else _many_text(add)
    if turned:
        text = f"{text}, {_numbers_text([answer.number for answer in turned])} now soft"
    return f"{text}, instead of {gone}" if gone else text


def _numbers_text(numbers: Sequence[int]) -> str:
    """``answer 1``, ``answers 1 and 3``, ``answers 1, 3 and 4``."""
    if len(numbers) > LISTED and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"answers {numbers[0]}–{numbers[-1]}"
    if len(numbers) < 2:
        return "".join(f"answer {number}" for number in numbers)
    *first, last = map(str, numbers)
    return f"answers {', '.join(first)} and {last}"


def numbers_text(numbers: Sequence[int]) -> str:
    """``answer 1``, ``answers 1 and 4``, ``answers 1, 4, 5 and 6 more``."""
    if len(numbers) == 1:
        return f"answer {numbers[0]}"
    first, left = [str(number) for number in numbers[:NAMED]], len(numbers) - NAMED
    last = f"{left} more" if left > 0 else first.pop()
    return f"answers {', '.join(first)} and {last}"


def _many_text(answers: Sequence[Answer]) -> str:
    return f"answers {answers[0].number}–{answers[-1].number}: {counted(answers)}"


def counted(answers: Sequence[Answer]) -> str:
    """How many of which kind: ``3 must-links and 1 cannot-link``."""
    counts = Counter(KIND_TEXTS[answer.kind] for answer in answers)
    told = " and ".join(_count_text(count, kind) for kind, count in counts.items())
    return told or "no links"


def _count_text(count: int, kind: str) -> str:
    if kind == KIND_TEXTS["unknown"]:
        return f"{count} × {kind}"
    return f"{count:,} {kind}{'s' if count > 1 else ''}"


def clusters_text(number: int) -> str:
    """``3 clusters``."""
    return "1 cluster" if number == 1 else f"{number} clusters"


def counted_points(number: int) -> str:
    """``1 point``, ``3 points``."""
    return "1 point" if number == 1 else f"{number:,} points"


def noise_text(add: Sequence[int], remove: Sequence[int], names: Sequence[str] | None) -> str:
    """Points that were put out of all clusters, and back, in words.

    >>> noise_text([3, 5], [], None), noise_text([], [3], ["a", "b", "c", "d"])
    ('No cluster: 2 points', 'Put back: point d')
    """

    def called(rows: Sequence[int]) -> str:
        return counted_points(len(rows)) if rows[1:] else f"point {point_name(rows[0], names)}"

    told = (("No cluster", add), ("Put back", remove))
    return ", ".join(f"{what}: {called(rows)}" for what, rows in told if rows)


def value_text(value: Any) -> str:
    """A parameter's value in a few words; an array, a function or an estimator is only named."""
    if hasattr(value, "get_params"):
        return title_of(value)
    if isinstance(value, (list, tuple)) and len(value) <= 4 and not any(map(np.ndim, value)):
        return ", ".join(map(value_text, value))
    if np.ndim(value):
        return f"array, {' × '.join(map(str, np.shape(value)))}"
    return str(getattr(value, "__name__", value))


_LIST = r"(\d+(?:–\d+)?(?:(?:, | and )\d+)*)"
_NAMED = re.compile(rf"\banswers? {_LIST}")


def renumbered(text: str, action_of: Callable[[int], int]) -> str:
    """The sentence with every answer called by its action, each once.

    >>> renumbered("answers 3–9: 7 must-links, instead of answer 12", {3: 3, 9: 3, 12: 5}.get)
    'answer 3: 7 must-links, instead of answer 5'
    >>> renumbered("Contradicted by answers 1, 4 and 6.", {1: 1, 4: 3, 6: 3}.get)
    'Contradicted by answers 1 and 3.'
    """

    def actions(numbers: str) -> list[str]:
        found = (action_of(int(number)) for number in re.findall(r"\d+", numbers))
        return [str(action) for action in dict.fromkeys(found)]

    def named(found: re.Match[str]) -> str:
        *first, last = actions(found[1])
        return f"answers {', '.join(first)} and {last}" if first else f"answer {last}"

    return _NAMED.sub(named, text)
