"""Sentences of the core, and words that several features use."""

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._number_text import count as count
from jupyter_sscluster.session.engine.sample.sample import Sample

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CANCELLED = "Cancelled. The last clustering stays."
SEARCH_CANCELLED = "Cancelled. No question is asked."
NAME_LENGTH = 24
"""Characters of a point's name in a sentence; tables and tips show it whole."""

KINDS = {"must": "must-link", "cannot": "cannot-link"}
ASKING = {"pair": "asking about pairs", "place": "placing one point", "sort": "sorting points"}
NOTHING_AMONG = "No more questions about the points that differ."
NOTHING_LEFT = "No more questions about the points that the filters leave."
KNOWN_PAIR = "This strategy only repeats known pairs. Choose another."
NO_KERNEL = "Run this cell to show the widget."
NO_FRONT_END = (
    "To see the widget, show it in JupyterLab 4, Notebook 7 or Voila; "
    "anywhere else, its session attribute does the same work."
)


def points_shown(shown: Sample) -> str:
    """How many of the points are shown; nothing where all are."""
    return "" if shown.all else f"{len(shown):,} of {shown.n_samples:,} points shown"


def in_words(number: int) -> str:
    """A small number as a word, a larger one in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def listed(items: Sequence[str]) -> str:
    """`3`, `3 and 5`, `3, 5 and 6`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def pair(a: str, b: str) -> str:
    """Two points as one name."""
    return f"{shortened(a)} – {shortened(b)}"


def link(a: str, b: str, kind: str) -> str:
    """A statement by its kind and its points: `must-link 5 – 10`."""
    return f"{KINDS[kind]} {pair(a, b)}"


def duration(seconds: float) -> str:
    """Milliseconds below a second, seconds with one decimal above."""
    return f"{seconds * 1000:.0f} ms" if seconds < 0.9995 else f"{seconds:.1f} s"


def shortened(name: str, most: int = NAME_LENGTH) -> str:
    """A name of at most `most` characters: from a longer one, the middle is left out.

    >>> shortened("Cabernet Sauvignon, Napa Valley 1976")
    'Cabernet Sau…Valley 1976'
    """
    if len(name) <= most:
        return name
    end = (most - 1) // 2
    return f"{name[: most - 1 - end].rstrip()}…{name[-end:].lstrip()}"


def percent(fraction: float) -> str:
    """A fraction as a whole percentage that says 100 or 0 only where it is."""
    value = round(100 * fraction)
    if 0 < fraction < 1:
        value = min(max(value, 1), 99)
    return f"{value} %"


def fit_progress(title: str, progress: tuple[str, int, int] | None) -> dict[str, Any]:
    """`Fitting MPCK-means, start 4 of 10`, and the fraction that is done."""
    if progress is None or not progress[2]:
        return {"text": f"Fitting {title}", "fraction": 0.0}
    step, done, total = progress
    return {
        "text": f"Fitting {title}, {step} {done} of {total}",
        "fraction": round(done / total, 3),
    }


def kept(total: int, violated: int, idle: int) -> str:
    """How many constraints count, how many of them the clusters violate, and how many do not."""
    if total == idle == 0:
        return "no constraints yet"
    which = f"{violated} violated" if violated else "all kept"
    told = f"{count(total, 'constraint')}, {which}" if total else ""
    left = f"{count(idle, 'answer')} that do{'es' * (idle == 1)} not count" if idle else ""
    return ", ".join(filter(None, [told, left]))


def violated_because(number: int, total: int, why: str) -> str:
    """Which answer is violated, the newest of several, and why."""
    which = f"answer {number}" if total == 1 else f"latest answer {number}"
    return f"{which}: {why.rstrip('.')}"


def sentence(*parts: str) -> str:
    """Parts of a status line, the first with a capital."""
    text = " · ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def question(a: str, b: str) -> str:
    """The title of the question card."""
    return f"Do {shortened(a)} and {shortened(b)} belong together?"


def restored(answers: int) -> str:
    """What a journal has brought back."""
    if answers == 0:
        return ""
    return f"{count(answers, 'saved answer')} loaded."


def turned(kind: str, before: str, gain: float, *, timed: bool) -> str:
    """Why questions are of this type now, and not of that before.

    >>> turned("sort", "pair", 1.68, timed=True)
    'Sorting points is expected to tell 1.7 times as much per second as asking about pairs.'
    """
    now, then = ASKING[kind], ASKING[before]
    rest = "" if timed else " How long you take is measured from now on."
    return sentence(
        f"{now} is expected to tell {gain:.1f} times as much per second as {then}.{rest}"
    )
