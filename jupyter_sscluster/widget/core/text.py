"""Every sentence the widget shows, in one place."""

from __future__ import annotations

from collections.abc import Sequence

from jupyter_sscluster.session.sample.sample import Shown

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CANCELLED = "Cancelled. The last clustering stays."
LOOKING = "Looking for the pair whose answer is likely to help most."
NAME_LENGTH = 24
"""Characters of a point's name in a sentence; tables and tips show it whole."""

KINDS = {"must": "must-link", "cannot": "cannot-link"}
NEW_ANSWER = "Your new answer is not recorded yet."
NEW_ANSWERS = "Your new answers are not recorded yet."
NOT_ENFORCED = "Your answer stays soft until you choose."
KNOWN_ALREADY = "Nothing new: earlier answers already say this."
NOTHING_AMONG = "No more questions about the points that differ."
KNOWN_PAIR = "This strategy only repeats known pairs. Choose another."
NO_KERNEL = "Run this cell to show the widget."
NO_FRONT_END = (
    "To see the widget, show it in JupyterLab 4, Notebook 7 or Voila; "
    "anywhere else, its session attribute does the same work."
)


def count(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def points_shown(shown: Shown) -> str:
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


def stated_already(a: str, b: str, kind: str, number: int, given: bool) -> str:
    """What to say when a link is made that has been made before."""
    where = "given at the start" if given else f"answer {number}"
    return f"{pair(a, b)} is already a {KINDS[kind]} ({where})."


def duration(seconds: float) -> str:
    """Milliseconds below a second, seconds with one decimal above."""
    return f"{seconds * 1000:.0f} ms" if seconds < 0.9995 else f"{seconds:.1f} s"


def fitted(seconds: float, objectives: tuple[float | None, float | None] | None) -> str:
    """How long a fit took; of a fresh one, its objective beside that of the fit before."""
    if objectives is None:
        return f"fitted in {duration(seconds)}"
    now, before = objectives
    compared = "" if now is None or before is None else f", objective {now:.4g} (was {before:.4g})"
    return f"refitted from scratch in {duration(seconds)}{compared}"


def shortened(name: str, most: int = NAME_LENGTH) -> str:
    """A name of at most so many characters: from a longer one, the middle is left out.

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


def moved(number: int) -> str:
    """How many points the last fit moved."""
    return f"{count(number, 'point') if number else 'no point'} changed cluster"


def kept(total: int, violated: int) -> str:
    """How many constraints there are and how many of them the clustering violates."""
    if total == 0:
        return "no constraints yet"
    return f"{count(total, 'constraint')}, {f'{violated} violated' if violated else 'all kept'}"


def violated_because(number: int, total: int, why: str) -> str:
    """Which answer is violated, the newest of several, and why."""
    which = f"answer {number}" if total == 1 else f"latest: answer {number}"
    return f"{which}: {why.rstrip('.')}"


def outlook(moved: float, believed: bool, points: int) -> str:
    """How many of the points the next ten answers would move; more than a few are not counted."""
    many = (
        "at least 10" if not believed else f"about {round(moved)}" if moved >= 1 else "hardly any"
    )
    return f"The next ten answers are expected to move {many} of {points} points."


SOFTLY = (
    "New answers are preferences: the fit may violate them, and nothing is inferred from them. "
    "Useful if some answers may be wrong."
)


def softly_help(ignoring: str | None) -> str:
    """What stating softly is good for, and its price; nothing under a clusterer that ignores it."""
    return SOFTLY if ignoring is None else f"{ignoring} ignores soft answers."


def softly(on: bool) -> str:
    """What the switch has done."""
    if on:
        return "New answers are soft from now on: the fit may violate them."
    return "New answers are hard again. Earlier soft answers stay soft."


def sentence(*parts: str) -> str:
    """Parts of a status line, the first with a capital."""
    text = " · ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def question(a: str, b: str) -> str:
    """The title of the question card."""
    return f"Do {shortened(a)} and {shortened(b)} belong together?"


def question_status(number: int, a: str, b: str, place: int = 0, of: int = 0) -> str:
    """The status line while a question is open, alone or at a place of a list."""
    listed = f", pair {place} of {of}" if place else ""
    return f"Question {number}{listed}: points {shortened(a)} and {shortened(b)}. Press M, C or S."


def restored(answers: int) -> str:
    """What a journal has brought back."""
    if answers == 0:
        return ""
    return f"{count(answers, 'saved answer')} loaded."


def saved(answers: int, on_disk: bool) -> str:
    """What is safe, at the right end of the status line."""
    if on_disk:
        return f"{count(answers, 'answer')} saved"
    return f"{count(answers, 'answer')}, not saved" if answers else "not saved"


def disconnected(answers: int, on_disk: bool) -> str:
    """What the banner says once the kernel has gone."""
    if answers == 0:
        fate = "Run this cell again to start."
    elif on_disk:
        which = "Your answer is saved" if answers == 1 else f"Your {answers} answers are saved"
        fate = f"{which}: run this cell again to go on."
    else:
        which = "Your answer was" if answers == 1 else f"Your {answers} answers were"
        fate = f"{which} not saved."
    return f"The kernel stopped. You see the last clustering. {fate}"


def ended(why: str | None) -> str:
    """What the banner says once the session has ended: a newer one has taken over, for example."""
    return "" if why is None else f"{why[:1].upper()}{why[1:]}."


def selected(points: int, action: str, links: int) -> str:
    """The status line after a lasso."""
    added = f"add {count(links, 'link')}" if links else "add nothing new"
    return f"{count(points, 'point')} selected. {action} would {added}."


def first_group(points: int) -> str:
    """The status line while the second group of a cannot-link is awaited."""
    return f"{count(points, 'point')} in the first group. Now draw a lasso around the second group."


def conflict_title(a: str, b: str, kind: str) -> str:
    """What a contradicting answer runs against."""
    way = "apart" if kind == "cannot" else "together"
    return f"Points {shortened(a)} and {shortened(b)} cannot be {way}"


def gives_way(removed: str, recorded: str, *, further: bool) -> str:
    """What choosing the new answer over an earlier one does."""
    return f"{'Also removes' if further else 'Removes'} {removed}, records {recorded}."


def still_contradicted(taken: Sequence[int]) -> str:
    """What was chosen before in the same conflict, and waits for the rest."""
    if not taken:
        return ""
    numbers = listed([str(number) for number in taken])
    which = f"answer{'s' if len(taken) > 1 else ''} {numbers}"
    return f"Taking back {which} alone does not resolve it. "


def conflict_text(kind: str, given: int, answered: int, pending: str) -> str:
    """Who put the two together or keeps them apart, and that nothing has changed yet."""
    total = given + answered
    what = "earlier answer" if not given else "given constraint" if not answered else "statement"
    who = f"{in_words(total)} {what}{'' if total == 1 else 's'}"
    verb = "put" if kind == "cannot" else "keep"
    deed = f"{verb}{'s' if total == 1 else ''} them {'together' if kind == 'cannot' else 'apart'}"
    return f"{who[:1].upper()}{who[1:]} {deed}. {pending}"


def contradicts(a: str, b: str, numbers: Sequence[int], given: int, what: str) -> str:
    """The status line while a conflict waits for a choice."""
    parts = []
    if numbers:
        plural = "" if len(numbers) == 1 else "s"
        parts.append(f"answer{plural} {listed([str(number) for number in numbers])}")
    if given:
        parts.append(f"{in_words(given)} given constraint{'' if given == 1 else 's'}")
    return f"{pair(a, b)} contradicts {' and '.join(parts)}, so it is not {what} yet."
