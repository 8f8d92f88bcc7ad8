"""How far the check is."""

from typing import Any

from jupyter_sscluster.session import Check, engine_of
from jupyter_sscluster.widget.core.view import View


def state(view: View) -> dict[str, Any]:
    """How many rows are checked, of how many, and a text that changes with what the check says."""
    engine = engine_of(view.session)
    check, checks = engine.part(Check), engine.state.checks
    done = len(check.rows)
    parts = (
        done,
        check.n_rows,
        0 if checks is None else len(checks.looks) + 1000 * len(checks.cards),
        0 if view.record is None else view.record.fit,
        len(view.answers),
        len(view.noise),
        *view.cluster_names,
    )
    total = 0 if checks is None else max(check.n_rows, done)
    return {"check": {"done": done, "total": total, "moment": " ".join(map(str, parts))}}
