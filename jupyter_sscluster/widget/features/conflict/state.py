"""An answer that contradicts earlier ones: the chain of answers against it, and the choices."""

from typing import Any

from jupyter_sscluster.session import Answer, engine_of
from jupyter_sscluster.session.engine.settings import heeds_soft, title_of
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.interaction import Conflict
from jupyter_sscluster.widget.core.view import GIVEN, View
from jupyter_sscluster.widget.features.conflict import text as words

Step = dict[str, Any]


def state(view: View) -> dict[str, Any]:
    """The conflict that waits for a choice, or None."""
    conflict = view.interaction.conflict
    return {"conflict": None if conflict is None else _dialog(view, conflict)}


def urgent(view: View) -> str:
    """The status line while a conflict waits for a choice."""
    pending = view.interaction.conflict
    if pending is None:
        return ""
    i, j, _ = pending.error.pair
    steps = chain(view, pending)
    numbers = sorted({step["number"] for step in steps if not step["given"]})
    given = sum(step["given"] for step in steps)
    what = "recorded" if pending.enforced is None else "enforced"
    return words.contradicts(view.name(i), view.name(j), numbers, given, what)


def chain(view: View, conflict: Conflict) -> list[Step]:
    """The statements that forbid the new one, each with the answer that made it."""
    return [
        _step(view, i, j, kind) | _origin(view, engine_of(view.session).now.statement(i, j, kind))
        for i, j, kind in conflict.error.witness
    ]


def _origin(view: View, answer: Answer | None) -> Step:
    if answer is None:
        return {"answer": None, "number": None, "who": "", "given": True}
    number, who = view.action_of(answer.number), answer.annotator
    who = "" if who == view.session.annotators.current else wording.shortened(who)
    given = answer.source in GIVEN
    return {"answer": answer.number, "number": number, "who": who, "given": given}


def _dialog(view: View, conflict: Conflict) -> dict[str, Any]:
    i, j, kind = conflict.error.pair
    steps = chain(view, conflict)
    new = _step(view, i, j, kind)
    given = sum(step["given"] for step in steps)
    others = list(dict.fromkeys(step["who"] for step in steps if step["who"]))
    return {
        "title": words.conflict_title(new["a"], new["b"], kind),
        "text": words.still_contradicted(conflict.taken)
        + words.conflict_text(kind, given, len(steps) - given, _pending(conflict), others),
        "chain": steps,
        "new": new,
        "choices": _choices(view, conflict, steps, new),
    }


def _pending(conflict: Conflict) -> str:
    if conflict.enforced is not None:
        return words.NOT_ENFORCED
    return words.NEW_ANSWERS if conflict.grouped else words.NEW_ANSWER


def _step(view: View, i: int, j: int, kind: str) -> Step:
    return {"i": int(i), "j": int(j), "a": view.name(i), "b": view.name(j), "kind": kind}


def _choices(view: View, conflict: Conflict, steps: list[Step], new: Step) -> list[Step]:
    if conflict.grouped:
        return [_choice("take_back_new", "Take back the new answers", "Nothing changes.")]
    earlier = [_take_back(step, new, conflict) for step in steps if step["answer"] is not None]
    if conflict.enforced is not None:
        return [_choice("take_back_new", "Leave it soft", "Nothing changes."), *earlier]
    first = _choice("take_back_new", "Take back the new answer", "Nothing changes.")
    directly = len(steps) == 1 and steps[0]["who"]
    return [
        first,
        *earlier,
        _choice("soft", "Keep both", words.KEEP_BOTH) if directly else _soften(view),
    ]


def _take_back(step: Step, new: Step, conflict: Conflict) -> Step:
    number, further = step["answer"], bool(conflict.taken)
    what = "a given constraint" if step["given"] else f"answer {step['number']}"
    title = f"{'Also take' if further else 'Take'} back {what}"
    text = f"{'Also removes' if further else 'Removes'} {_link(step)}, records {_link(new)}."
    return _choice(f"take_back:{number}", title, text) | {"answer": number}


def _link(step: Step) -> str:
    return wording.link(step["a"], step["b"], step["kind"])


def _soften(view: View) -> Step:
    ignored = f"{title_of(view.clusterer)} ignores it"
    fate = "it may be violated" if heeds_soft(view.clusterer) else ignored
    return _choice("soft", "Keep as soft", f"Recorded, but {fate}.")


def _choice(identifier: str, title: str, text: str) -> Step:
    return {"id": identifier, "title": title, "text": text}
