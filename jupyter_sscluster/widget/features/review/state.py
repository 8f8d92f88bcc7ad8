"""Answers to review: the list, and the messages that confirm or change one."""

from typing import Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, field, handles
from jupyter_sscluster.widget.core.view import View

MOST = 50
"""Answers that are listed at most."""

SAID = {"must": "You said: same cluster.", "cannot": "You said: different clusters."}
THEY_SAID = {"must": "{} said: same cluster.", "cannot": "{} said: different clusters."}


def state(view: View) -> dict[str, Any]:
    """Each with its reason, as far as that has been worked out."""
    doubts = tuple(view.interaction.findings.suspicions.values())
    disputed = {(each.i, each.j) for each in view.session.annotators.disagreements}
    shown = []
    for thought in view.session.review.doubtful_among(doubts)[:MOST]:
        answer = thought.answer
        if answer.pair in disputed:
            continue  # asked about among the disagreements
        who = answer.annotator
        said = SAID if who in ("", view.session.annotators.current) else THEY_SAID
        shown.append(
            {
                "answer": answer.number,
                "title": wording.question(view.name(answer.i), view.name(answer.j)),
                "said": f"{said[answer.kind].format(who)} {view.renumbered(thought.why)}".strip(),
                "kind": answer.kind,
            }
        )
    return {"doubtful": shown}


CONTRADICTS = (
    "The contrary contradicts other answers, so that it stays as it was: look at those first, "
    "or take one of them back."
)


@handles("confirm")
def confirm(context: Context, message: Message) -> None:
    """It is right after all."""
    context.session.review.confirm(check_count(field(message, "answer"), "answer"))


@handles("change_answer")
def change(context: Context, message: Message) -> None:
    """Its contrary is right."""
    try:
        context.session.review.flip(check_count(field(message, "answer"), "answer"))
    except ConflictError as error:
        raise InputError(CONTRADICTS) from error
    context.interaction.clear()
