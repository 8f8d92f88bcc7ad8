"""Sentences about a conflict between answers."""

from collections.abc import Sequence

from jupyter_sscluster.widget.core.text import in_words, listed, pair, shortened

NEW_ANSWER = "Your new answer is not recorded yet."
NEW_ANSWERS = "Your new answers are not recorded yet."
KEEP_BOTH = "Recorded as soft. Resolve the disagreement whenever you like."
NOT_ENFORCED = "Your answer stays soft until you choose."


def conflict_title(a: str, b: str, kind: str) -> str:
    """What a contradicting answer runs against."""
    way = "apart" if kind == "cannot" else "together"
    return f"Points {shortened(a)} and {shortened(b)} cannot be {way}"


def still_contradicted(taken: Sequence[int]) -> str:
    """What was chosen before in the same conflict, and waits for the rest."""
    if not taken:
        return ""
    numbers = listed([str(number) for number in taken])
    which = f"answer{'s' if len(taken) > 1 else ''} {numbers}"
    return f"Taking back {which} alone does not resolve it. "


def conflict_text(
    kind: str, given: int, answered: int, pending: str, others: Sequence[str] = ()
) -> str:
    """Who put the two together or keeps them apart, and that nothing has changed yet."""
    total = given + answered
    what = "earlier answer" if not given else "given constraint" if not answered else "statement"
    by = f" by {listed(others)}" if others else ""
    who = f"{in_words(total)} {what}{'' if total == 1 else 's'}{by}"
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
