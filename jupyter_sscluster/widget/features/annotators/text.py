"""Sentences about functions and people that answer."""

from jupyter_sscluster._number_text import count
from jupyter_sscluster.session import Estimated, Helper, LeftToPeople
from jupyter_sscluster.widget.core.text import shortened

UNNAMED = "Unnamed annotator"
FUNCTION = "your function"
COMMON = " on the pairs that you both answered"
PERSON = "a person"
USUALLY = (
    "If 5 to 15 % of the answers of a function are wrong, the clustering is usually better after "
    "the same number of your answers. Where your answers alone soon suffice, nothing is gained."
)
ABOUT = {
    "people": "Only you answer. The answers of functions stay.",
    "functions": "Functions answer what is in doubt, one batch after the other, until nothing "
    "useful is left or their limit is reached. Your answers come first: they show how often a "
    "function is wrong.",
    "both": "You answer, and functions answer what is in doubt, at a lower cost.",
}
AWAY = "The function is not loaded. Add it again under this name to continue."
ASIDE = "Set aside: its answers stay in the table but do not count."
CONDITIONS = {
    "set aside": ASIDE,
    "away": AWAY,
    "stopped": "Stopped: it is no longer asked.",
    "answering": "Answering now.",
    "waiting": "Asked after each of your answers.",
}
NOTHING_LEFT = "Nothing is left that is useful to ask it. More of your answers may change that."
WORSE = "{} “Who answers” in the More menu sets these answers aside."
IN_FIVE = "1 in 5"


def condition(helper: Helper) -> str:
    """What a function is doing, as a sentence."""
    state = helper.condition
    if state == "failed":
        return helper.failure
    if state == "used up":
        return f"Its limit of {count(helper.most or 0, 'question')} is reached."
    if state == "waiting" and helper.asker is not None and helper.asker.alone:
        return NOTHING_LEFT if helper.asker.nothing_left else "It answers by itself."
    return CONDITIONS[state]


def news(helper: Helper, pair: str, kind: str, left: LeftToPeople) -> str:
    """`same_topic has given 212 answers, the last: 604 – 1017, cannot-link. …`"""
    said = f"{shortened(helper.name)} has given {count(len(helper.answers), 'answer')}"
    rest = left_total(left)
    return f"{said}, the last: {pair}, {kind}." + (
        f" {rest[:1].upper()}{rest[1:]}." if rest else ""
    )


def known(helper: Helper) -> str:
    """Whether its answers count, what that is made of, and else why not."""
    if helper.counts:
        return helper.text.removeprefix(f"{helper.name}: ")
    return "" if helper.source.aside else f"Its answers do not count yet. {helper.why_not}"


def checked(helper: Helper) -> str:
    """`You checked 25 of its answers: 3 were wrong.`"""
    n, wrong = helper.n_audited, helper.n_wrong
    if n < 2:
        return f"You checked one of its answers: it was {'wrong' if wrong else 'right'}." * n
    were = "was" if wrong == 1 else "were"
    return f"You checked {n:,} of its answers: {wrong or 'none'} {were} wrong."


def rate(found: Estimated) -> str:
    """`12 % (4–30 %)`."""
    value, low, high = (f"{100 * each:.0f}" for each in (found.value, found.low, found.high))
    return f"{value} % ({low}–{high} %)"


def rate_about(found: Estimated, of: str = "") -> str:
    """The same for who cannot see it, and of which answers it is."""
    value, low, high = (f"{100 * each:.0f}" for each in (found.value, found.low, found.high))
    return f"Error rate{of}: {value} %, {low} to {high} %"


def spent(helper: Helper) -> tuple[str, str]:
    """`Cost`, `4.2 of 10`, in answers of a person; of a function that costs nothing the questions.

    A limit of answers is one of costs too.
    """
    most, cost = helper.most, helper.cost
    if not cost:
        return "Questions", _of(f"{helper.n_asked:,}", None if most is None else f"{most:,}")
    return "Cost", _of(f"{helper.spent:.3g}", None if most is None else f"{most * cost:.3g}")


def spent_about(helper: Helper) -> str:
    """What was asked and what that costs, as a sentence."""
    most, cost = helper.most, helper.cost
    asked = _of(f"{helper.n_asked:,}", None if most is None else f"{most:,}")
    questions = "question" if most is None and helper.n_asked == 1 else "questions"
    costs = f", each at {cost:.3g} of an answer of yours" if cost else ""
    return f"Asked {asked} {questions}{costs}."


def _of(part: str, whole: str | None) -> str:
    return part if whole is None else f"{part} of {whole}"


def take_back(number: int) -> str:
    """`Take back all 212`; nothing where there are none."""
    return f"Take back all {number:,}" if number > 1 else "Take back its answer" * number


def left(found: LeftToPeople) -> list[tuple[str, str, str]]:
    """What a person is asked because of functions."""
    told = [
        ("Unsure", "below 80 % confidence", found.unsure),
        ("Contradicted", "by other answers", found.contradicted),
    ]
    rows = [(what, detail, f"{number:,}") for what, detail, number in told if number]
    return [*rows, ("To check", "drawn at random", IN_FIVE)]


def left_total(found: LeftToPeople) -> str:
    """`7 answers in doubt`."""
    number = found.unsure + found.contradicted
    return f"{count(number, 'answer')} in doubt" if number else ""
