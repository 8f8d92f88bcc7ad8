"""Sentences about automatic answers."""

from collections.abc import Sequence

from jupyter_sscluster import _catalogue
from jupyter_sscluster._number_text import fixed
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session import Curve
from jupyter_sscluster.session.engine.step_names import KIND_TEXTS
from jupyter_sscluster.widget.core import text as wording

NO_TRUE_LABELS = "there are no true labels to answer from; make the explorer with y_true="
NOTHING_LEFT = "No more questions: every pair that matters is answered."
NOT_FITTED = "Paused: the last fit was skipped. Press Play to continue."
OVERTAKEN = "You changed something in between. Play starts a new curve."
TAKES_BACK = "One undo takes them all back."
TAKES_IT_BACK = "Undo takes it back."
BEFORE = "The true labels answer what the strategy asks. One undo takes all answers back."


def strategies() -> dict[str, str]:
    """Those that can ask beside the session's, with their titles."""
    known = _catalogue.strategies().items()
    return {name: getattr(entry, "title", entry.__name__) for name, entry in known}


def failed(error: BaseException) -> str:
    """Why no more is asked."""
    if isinstance(error, InputError):
        return str(error)
    return f"Automatic answers stopped with {type(error).__name__}: {error}."


def now(curve: Curve) -> str:
    """A strategy and its last index: `NPU 0.98`."""
    last = curve.scores[-1]
    return curve.title if last is None else f"{curve.title} {fixed(last, 2)}"


def about(asked: int, curves: Sequence[Curve]) -> str:
    """The picture of the curves in words."""
    questions = wording.count(asked, "question")
    return f"Adjusted Rand index after {questions}: {', '.join(map(now, curves))}"


def status(asked: int, goal: int | None, curves: Sequence[Curve]) -> str:
    """What the live region says while answers are given."""
    whole = "" if goal is None else f" of {goal}"
    answered = f"Question {asked}{whole}, answered from the true labels"
    return f"{answered} · {', '.join(map(now, curves))}"


def question(asked: int, answer: Answer, a: str, b: str) -> tuple[str, str]:
    """The last question and its answer, the part in bold first."""
    return f"Question {asked}", f": {a} – {b}, {KIND_TEXTS[answer.kind]}."


def given(number: int) -> str:
    """How many automatic answers are in force: `18 automatic answers`."""
    return wording.count(number, "automatic answer") if number else ""
