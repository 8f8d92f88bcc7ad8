"""The problem that prevents a clustering, and its remedies: the section "Not fitted"."""

import re
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session import Problem
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.session.feasibility.problem import listed
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.core.parameter_text import on_screen
from jupyter_sscluster.widget.core.text import in_words
from jupyter_sscluster.widget.core.view import View

RECORDED = re.compile(r"Answer (\d+) is recorded")


def state(view: View) -> dict[str, Any]:
    """The problem of the session, or None."""
    found = view.session.problem
    if found is None or (found.fitted and notice(view, found) in view.interaction.dismissed):
        return {"problem": None}
    several = len(found.answers) > 1
    shown = {
        "fitted": found.fitted,
        "key": f"{found.title} {found.answers} {found.said}",
        "about": _about(view, found),
        "title": found.title,
        "text": _text(view, found),
        "said": "" if found.kind == "too few" else on_screen(found.said, view.clusterer),
        "note": ["Last clustering:", _last(view)],
        "field": "n_clusters" if found.kind == "too few" else "",
        "points": [{"i": row, "name": view.name(row)} for row in found.rows],
        "answers": list(found.answers),
        "one_of": f"one of {in_words(len(found.answers))}" if several else "in the way",
        "cannot_all": f"{len(found.answers)} answers contradict each other"
        if several
        else "1 answer cannot be kept",
        "remedies": [
            {
                "id": remedy.action,
                "text": view.renumbered(remedy.text),
                "detail": view.renumbered(remedy.detail),
            }
            for remedy in found.remedies
        ],
    }
    return {"problem": shown}


def unfitted(view: View) -> str | None:
    """What the live region says as long as there is no clustering of the present answers."""
    found = view.session.problem
    if found is None or found.fitted:
        return None
    if found.kind == "too few":
        apart = listed(found.rows, view.session.names)
        what = found.title.replace(f"{len(found.rows)} points", apart)
    else:
        title = title_of(view.clusterer)
        stopped = "stopped with an error" in found.text
        what = f"{title} stopped with an error" if stopped else found.title
    return f"Not fitted: {what}. The last clustering stays."


def warning(view: View) -> str | None:
    """What there is to know although there is a clustering."""
    found = view.session.problem
    return notice(view, found) if found is not None and found.fitted else None


def notice(view: View, found: Problem) -> str:
    """The sentence over the plot where there is a clustering all the same."""
    return f"{found.title}: {_text(view, found)}"


def _text(view: View, found: Problem) -> str:
    text = RECORDED.sub(
        lambda said: f"Answer {view.action_of(int(said[1]))} is recorded", found.text
    )
    return on_screen(text, view.clusterer) if found.kind == "failed" else text


def _about(view: View, found: Problem) -> str:
    recorded = RECORDED.search(found.text)
    if recorded is not None:
        return f"answer {view.action_of(int(recorded[1]))}"
    last = found.answers and view.answers and view.answers[-1].number == found.answers[-1]
    return f"answer {view.action_of(found.answers[-1])}" if last else ""


def _last(view: View) -> str:
    record = view.record
    if record is None:
        return "none yet"
    if record.clusterer != title_of(view.clusterer):
        return f"by {record.clusterer}"
    before = view.answers[: record.n_answers]
    if not before:
        return "before any answer"
    return f"after answer {view.action_of(before[-1].number)}"


@handles("remedy")
def take(context: Context, message: Message) -> None:
    """Apply a remedy. Who chose a clusterer that violates links has read that it does."""
    session, action = context.session, str(field(message, "remedy"))
    problem = session.problem
    remedies = () if problem is None else problem.remedies
    remedy = next((each for each in remedies if each.action == action), None)
    if remedy is None:
        raise InputError(f"{action!r} is no remedy any more; choose one of those shown")
    remedy.apply()
    context.interaction.clear()
    found = session.problem
    if action.startswith("clusterer:") and found is not None:
        context.interaction.dismissed.add(notice(context.view(), found))
