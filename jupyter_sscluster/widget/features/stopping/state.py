"""Whether to stop: what each answer has moved, and what is uncertain."""

from typing import Any

from jupyter_sscluster.session import engine_of
from jupyter_sscluster.session.stopping.stopping import is_fair
from jupyter_sscluster.widget.core.background_diagnostics import moment_of
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.interaction import Findings
from jupyter_sscluster.widget.core.messages import Message, reads
from jupyter_sscluster.widget.core.text import count
from jupyter_sscluster.widget.core.view import View

SHOWN = 60
"""Answers whose bars are shown, the last ones."""

LEAST_TOP = 5
"""Points that the tallest bar stands for at least."""


def beside_progress(view: View) -> dict[str, Any]:
    """The bars, the box of the next ten, and whether it is enough by now."""
    found, engine = view.interaction.findings.outlook, engine_of(view.session)
    with engine.lock:
        moves = engine.ledger.points_moved
    expected = None if found is None else found.moved
    shown = moves[-SHOWN:]
    top = max([moved for _, moved in shown] + [expected or 0.0, LEAST_TOP])
    each = [moved for _, moved in moves]
    last = each[-10:]
    shown_beside = {
        "reached": found is not None and is_fair(engine, found),
        "last": f"The last ten moved {sum(last)}." if len(last) == 10 else "",
        "bars": [
            {"answer": number, "moved": moved, "height": round(moved / top, 3)}
            for number, moved in shown
        ],
        "expected": None if expected is None else round(expected / top, 3),
        "unsure": key(view.interaction.findings),
    }
    return {"enough": shown_beside}


def key(findings: Findings) -> str:
    """The moment whose doubts are known."""
    return "" if findings.unsure is None else "/".join(map(str, findings.unsure_at))


def unsure(view: View) -> dict[str, Any]:
    """The doubts that are known, for a view that asked."""
    findings, n = view.interaction.findings, len(view.shown)
    found = findings.unsure
    levels = None if found is None else found.levels
    text = "" if found is None else found.text
    some = 0 if found is None else found.n_unsure
    verb = "is" if some == 1 else "are"
    return {
        "type": "unsure",
        "unsure": key(findings),
        "levels": "" if levels is None else "".join(map(str, view.shown.of(levels).tolist())),
        "count": "" if levels is None else count(some, "point"),
        "status": text or f"{some} of {count(n, 'point')} {verb} uncertain.",
        "why_not": text,
    }


@reads("unsure")
def ask_unsure(context: Context, message: Message) -> None:
    """Tell it, if it is known of this moment; else it is worked out from now on, and shown then."""
    interaction = context.interaction
    if interaction.findings.unsure_at == moment_of(context.session):
        context.layer.send(unsure(context.view()))
    elif not interaction.shading:
        interaction.shading = True
        context.event_loop.show()
