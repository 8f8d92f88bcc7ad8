"""Pairs that annotators answer differently: the list, and the message that settles one."""

from typing import Any

from jupyter_sscluster.session import Answer
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles, kind_of, point
from jupyter_sscluster.widget.core.view import View

MOST = 50
"""Pairs that are listed at most."""

UNNAMED = "Someone without a name"
SAID = {"must": "same cluster", "cannot": "different clusters"}


def state(view: View) -> dict[str, Any]:
    """Each pair with all that was said of it."""
    return {
        "disagreements": [
            {
                "i": int(each.i),
                "j": int(each.j),
                "title": wording.question(view.name(each.i), view.name(each.j)),
                "said": " ".join(_said(view, answer) for answer in (*each.must, *each.cannot)),
                "answer": min(answer.number for answer in (*each.must, *each.cannot)),
            }
            for each in view.session.annotators.disagreements[:MOST]
        ]
    }


def _said(view: View, answer: Answer) -> str:
    who = wording.shortened(answer.annotator) or UNNAMED
    number = view.action_of(answer.number)
    return f"{who} said: {SAID[answer.kind]} (answer {number})."


@handles("settle")
def settle(context: Context, message: Message) -> None:
    """What some said of a pair stands."""
    i, j = point(context, message, "i"), point(context, message, "j")
    context.session.annotators.settle(i, j, kind_of(message, ("must", "cannot")))
    context.interaction.clear()
