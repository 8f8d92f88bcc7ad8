"""Sentences of the status line."""

from jupyter_sscluster._number_text import number_text
from jupyter_sscluster.widget.core.text import count, duration, shortened


def fitted(seconds: float, objectives: tuple[float | None, float | None] | None) -> str:
    """How long a fit took; of a fresh one, its objective beside that of the fit before."""
    if objectives is None:
        return f"fitted in {duration(seconds)}"
    now, before = objectives
    compared = ""
    if now is not None and before is not None:
        compared = f", objective {number_text(now)} (was {number_text(before)})"
    return f"refitted from scratch in {duration(seconds)}{compared}"


def clusters(number: int, estimated: int | None) -> str:
    """How many clusters there are, or that nobody has said how many there should be."""
    return count(number, "cluster") if estimated is None else f"K = {estimated}, estimated"


def moved(number: int) -> str:
    """How many points the last fit moved."""
    return f"{count(number, 'point') if number else 'no point'} changed cluster"


def saved(answers: int, on_disk: bool, who: str = "", checks: int = 0) -> str:
    """Who answers and what is safe, at the right end of the status line."""
    by = f"Annotator {shortened(who)} · " if who else ""
    parts = [count(answers, "answer")] * bool(answers or not checks)
    told = ", ".join([*parts, *[count(checks, "check")] * bool(checks)])
    if on_disk:
        return f"{by}{told} saved"
    return f"{by}{told}, not saved" if answers or checks else f"{by}not saved"


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
