"""Sentences about questions of several points."""

from collections.abc import Sequence

from jupyter_sscluster.active.question_types.placement_and_sorting import SORT_FROM
from jupyter_sscluster.session import Session
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.questions.question_times import QuestionTime, fastest
from jupyter_sscluster.widget.core import text as wording

TITLES = {"pair": "Pair", "list": "List", "place": "Place", "sort": "Sort"}
ABOUT = {
    "pair": "Do these two belong together?",
    "list": "Ten pairs, answered in any order",
    "place": "Where does this point belong?",
    "sort": "Sort into piles",
}
MANY = f"; best with {SORT_FROM} or more clusters"
LOOKING = {
    "pair": "Looking for the pair whose answer is likely to help most.",
    "list": "Looking for ten pairs whose answers are likely to help most.",
    "place": "Looking for the point whose cluster is most useful to know.",
    "sort": "Looking for the points that are most useful to sort.",
}
NONE = "None of these"
NEW_CLUSTER = f"{NONE}: a new cluster"


def about(kind: str, times: Sequence[QuestionTime]) -> str:
    """What a type asks, and once some answers were timed how long it takes and what it tells.

    >>> times = [QuestionTime("pair", 2.0, 9, 1.0), QuestionTime("place", 2.8, 0, 1.6)]
    >>> about("pair", times)
    'Do these two belong together? 2.0 s each'
    >>> about("place", times)
    'Where does this point belong? 2.8 s each (estimated), worth 1.6 pairs; most per second'
    >>> about("pair", times[:1])
    'Do these two belong together? 2.0 s each'
    >>> about("sort", [*times, QuestionTime("sort", 6.0, 5, None)])
    'Sort into piles: 6.0 s each; best with 6 or more clusters'
    """
    time = next((each for each in times if each.type == kind), None)
    if time is None or not any(each.is_timed for each in times):
        return ABOUT[kind] + (MANY if kind == "sort" else "")
    mark = " " if ABOUT[kind].endswith("?") else ": "
    parts = [f"{time.seconds:.1f} s each" + " (estimated)" * (not time.is_timed)]
    if kind != "pair" and time.n_pairs is not None:
        parts.append(f"worth {time.n_pairs:.1f} pairs")
    is_fastest = len(times) > 1 and fastest(times) == kind
    many = MANY if kind == "sort" and time.n_pairs is None else ""
    most = "; most per second" if is_fastest else many
    return f"{ABOUT[kind]}{mark}{', '.join(parts)}{most}"


def not_offered(session: Session) -> str:
    """Why a question type is not available."""
    offered = wording.listed([f"“{TITLES[kind]}”" for kind in session.questions.types])
    return f"{title_of(session.strategy)} asks only questions of the form {offered}"


def where_belongs(name: str) -> str:
    """The title of a placement."""
    return f"Where does point {wording.shortened(name)} belong?"


def place_status(number: int, name: str, n_cards: int) -> str:
    """The status line while a placement is open."""
    keys = ", ".join(str(key) for key in [*range(1, n_cards + 1), 0])
    return f"Question {number}: {_uncapitalised(where_belongs(name))} Press {keys} or S."


def sort_these(names: Sequence[str]) -> str:
    """The title of a sorting."""
    if len(names) == 1:
        return f"Sort point {wording.shortened(names[0])}"
    return f"Sort these {wording.in_words(len(names))}"


def sort_status(number: int, names: Sequence[str]) -> str:
    """The status line while a sorting is open."""
    what = _uncapitalised(sort_these(names))
    return f"Question {number}: {what}. Press each one's pile, then Enter, or S."


def effect(must: Sequence[tuple[str, str]], cannot: Sequence[tuple[str, str]], k: int) -> str:
    """What one answer states, and the number of clusters that it leads to if that is another."""
    parts = [wording.link(a, b, "must") for a, b in must]
    if cannot:
        others = wording.listed([wording.shortened(b) for _, b in cannot])
        noun = "cannot-link" if len(cannot) == 1 else "cannot-links"
        parts.append(f"{noun} {wording.shortened(cannot[0][0])} – {others}")
    if k:
        parts.append(f"K becomes {k}")
    return wording.sentence("; ".join(parts)) + "." if parts else "Nothing new."


def values(name: str, told: Sequence[tuple[str, str]]) -> str:
    """Values of a point by feature, for who cannot see them drawn."""
    listed = ", ".join(f"{feature} {value}" for feature, value in told)
    return f"Point {name}: {listed}" if told else f"Point {name}"


def compared(feature: str, names: Sequence[str], texts: Sequence[str]) -> str:
    """One feature of a point and of its representatives."""
    first, *others = [f"point {name} {text}" for name, text in zip(names, texts, strict=True)]
    return f"{feature}: {first}; {', '.join(others)}" if others else f"{feature}: {first}"


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]
