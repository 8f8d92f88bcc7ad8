"""How far the check is."""

from typing import Any

from jupyter_sscluster.session import Check, engine_of
from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """How many rows are checked, of how many, and the step and fit that the check is about."""
    engine = engine_of(view.session)
    check, now = engine.part(Check), engine.now
    done = len(check.rows)
    total = 0 if now.state.checks is None else max(check.n_rows, done)
    moment = f"{now.step} {0 if now.fit is None else now.fit.fit} {check.n_rows}"
    return {"check": {"done": done, "total": total, "moment": moment}}
