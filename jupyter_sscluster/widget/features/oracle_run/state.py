"""Answers from the true labels: what is wanted, how far it is, and the curves of agreement."""

from typing import Any

from jupyter_sscluster.session import OracleRun, engine_of
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.oracle_run import text as words
from jupyter_sscluster.widget.features.oracle_run.curves import drawn


def state(view: View) -> dict[str, Any]:
    """All of it; None where there are no true labels."""
    if engine_of(view.session).data.truth is None:
        return {"oracle_run": None}
    chosen, run = view.interaction.oracle_run, view.interaction.oracle_run.run
    curves = () if run is None else run.curves
    lead, told, after = _sentence(view)
    return {
        "oracle_run": {
            "on": chosen.on,
            "speed": chosen.speed,
            "asked": chosen.asked,
            "goal": chosen.goal,
            "more": chosen.portion if chosen.is_done and not chosen.on else 0,
            "wrong": round(100 * chosen.wrong),
            "beside": list(chosen.beside),
            "chart": drawn(curves, chosen.goal),
            "about": words.about(chosen.asked, curves) if curves else "",
            "lead": lead,
            "told": told,
            "after": after,
            "pair": _pair(view),
            "count": words.given(sum(answer.source == AUTOMATIC for answer in view.answers)),
        }
    }


def news(view: View) -> str:
    """The status line while answers are given, and after the last one."""
    chosen, run = view.interaction.oracle_run, _current(view)
    if run is None or not run.n_asked:
        return ""
    told = words.status(chosen.asked, chosen.goal, run.curves)
    return f"{told} · {chosen.halted}" if chosen.halted and not chosen.on else told


def _current(view: View) -> OracleRun | None:
    """The run whose answers are the last thing that happened."""
    run = view.interaction.oracle_run.run
    return None if run is None or run.overtaken else run


def _sentence(view: View) -> tuple[str, str, str]:
    """The last question in bold, its answer, and what else is to be known."""
    chosen, run = view.interaction.oracle_run, _current(view)
    if run is None or not run.answers:
        return "", "", chosen.halted or words.BEFORE
    last = run.answers[-1]
    lead, told = words.question(chosen.asked, last, view.name(last.i), view.name(last.j))
    back = words.TAKES_BACK if chosen.asked > 1 else words.TAKES_IT_BACK
    return lead, told, f"{chosen.halted} {back}".strip()


def _pair(view: View) -> dict[str, Any] | None:
    """The two points that were asked about last."""
    run = _current(view)
    if run is None or not run.answers:
        return None
    last = run.answers[-1]
    return {"i": last.i, "j": last.j, "a": view.name(last.i), "b": view.name(last.j)}
