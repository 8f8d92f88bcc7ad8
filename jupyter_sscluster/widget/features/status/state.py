"""The status line: what the last action did, or what is going on."""

import re
from typing import Any

from jupyter_sscluster.journal.timeline import FRESH_FIT
from jupyter_sscluster.session import FitRecord, engine_of
from jupyter_sscluster.session.engine.cautions import ADVICE
from jupyter_sscluster.session.engine.open_questions import type_of
from jupyter_sscluster.session.engine.settings import title_of
from jupyter_sscluster.widget.core import registry, text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles
from jupyter_sscluster.widget.core.parameter_text import label, on_screen, step
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.status import text as words

ADVISED = re.compile(r"\b(?:choose|use) n_clusters(?:=| >= )(\d+)")
"""How sentences name the number of clusters that they advise."""

MOVED_SHOWN = 20_000
"""Of more points that have moved the page is told none, rather than some of them."""


def state(view: View) -> dict[str, Any]:
    """Status sentence, error, running fit, the points that moved, what is saved and undoable."""
    session, answers, error = view.session, view.answered, first_problem(view)
    checks = engine_of(session).state.checks
    checked, advised = () if checks is None else checks.rows, _advised_clusters(error)
    on_disk, title = session.path is not None, title_of(view.clusterer)
    progress = view.progress or view.interaction.editing
    return {
        "status": text(view),
        "error": None if error is None else on_screen(error, view.clusterer, view.strategy),
        "is_note": error in engine_of(session).advice or advised > 0,
        "advice": ADVICE if error is not None and f"add {ADVICE}" in error else "",
        "advised_clusters": advised,
        "refused": _refused(view),
        "fit": wording.fit_progress(title, progress) if view.fitting or progress else None,
        "moved": _moved(view),
        "saved": words.saved(answers, on_disk, session.annotators.current, len(checked)),
        "first_run": view.interaction.first_run,
        "disconnected_text": words.disconnected(answers, on_disk),
        "ended": words.ended(engine_of(session).journal.closed),
        "can_undo": session.history.can_undo,
        "can_redo": session.history.can_redo,
        "undo_label": _step(view, session.history.undo_label),
        "redo_label": _step(view, session.history.redo_label),
    }


def text(view: View) -> str:
    """What the live region says: the first of these sentences that there is.

    Features give theirs by functions of their `state` modules: `urgent` waits for the person,
    `unfitted` tells why there is no clustering, `asked` is about the open question, `looking` about
    the next one, and `news` about what went on by itself.
    """
    interaction = view.interaction
    said = registry.first("urgent", view) or interaction.notice
    if said or (not view.fitting and (said := registry.first("unfitted", view))):
        return str(said)
    if asked := registry.first("asked", view):
        return f"{_so_far(view)}{_why_turned(view)}{asked}{_why_violated(view)}"
    waits = interaction.asking and not interaction.follows
    return registry.first("looking" if waits else "news", view) or _after_fit(view)


def _step(view: View, label: str | None) -> str | None:
    """What an undo step is called on the page."""
    return step(None if label is None else view.renumbered(label))


def _so_far(view: View) -> str:
    """What happened before the question: the points that the last answer moved, and the links."""
    news = view.news if view.interaction.follows else None
    told = wording.sentence(
        words.moved(news.moved) if news is not None else "",
        view.kept_text if view.links else "",
    )
    return f"{told}. " if told else ""


def _why_turned(view: View) -> str:
    """Why the question is of another type than the one before."""
    turned, question = view.interaction.turned, view.session.question
    if turned is None or question is None or type_of(question) != turned[0]:
        return ""
    timed = any(
        each.type == turned[0] and each.is_timed for each in view.interaction.findings.times
    )
    return f"{wording.turned(*turned, timed=timed)} "


def _why_violated(view: View) -> str:
    """Why the last answer is violated: after the question, whose keys must not be cut."""
    follows = view.interaction.follows and view.news is not None
    why = view.problem_text if follows else ""
    return f" {wording.sentence(why)}." if why else ""


def _after_fit(view: View) -> str:
    record, news = view.record, view.news
    if record is None or view.fitting:
        return wording.sentence(view.kept_text)
    first = _clusters(view) if news is None else words.moved(news.moved)
    fitted = "" if record.placed else words.fitted(record.seconds, _objectives(view, record))
    some = wording.points_shown(view.shown)
    return wording.sentence(first, view.kept_text, view.problem_text or fitted, some)


def _clusters(view: View) -> str:
    engine = engine_of(view.session)
    estimated = engine.state.settings.n_clusters if engine.n_clusters_is_estimated else None
    return words.clusters(len(view.cluster_sizes), estimated)


def _objectives(view: View, record: FitRecord) -> tuple[float | None, float | None] | None:
    """Of a fresh fit that was asked for: its objective, and that of the fit before."""
    branch = view.session.history.branch_fits
    if record.cause != FRESH_FIT or len(branch) < 2:
        return None
    return record.objective, branch[-2].objective


def _moved(view: View) -> list[int]:
    news = view.news
    if news is None or (view.shown.all and news.moved > MOVED_SHOWN):
        return []
    found = view.shown.among(news.moved_points)
    return [] if len(found) > MOVED_SHOWN else found.tolist()


def first_problem(view: View) -> str | None:
    """The first sentence that the person has to read and has not put away."""
    session, interaction, found = view.session, view.interaction, view.session.problem
    if found is None:
        told = [engine_of(session).fits.error, *session.notes]
    else:
        told = [registry.first("warning", view), *engine_of(session).notes]
    for text in (interaction.error, *told):
        if text is not None and text not in interaction.dismissed:
            return text
    return None


def _refused(view: View) -> dict[str, str] | None:
    """What is said at the field itself, which has its name beside it already."""
    found = view.interaction.refused
    if found is None:
        return None
    text = on_screen(found.text, view.clusterer, view.strategy)
    text = text.removeprefix(f"{label(found.name)}: ")
    return {"what": found.what, "name": found.name, "text": f"{text}."}


def _advised_clusters(error: str | None) -> int:
    found = ADVISED.search(error or "")
    return int(found[1]) if found else 0


@handles("dismiss_error", keeps_notice=True)
def dismiss(context: Context, message: Message) -> None:
    """The error was read."""
    interaction, text = context.interaction, first_problem(context.view())
    if text is not None and text != interaction.error:
        interaction.dismissed.add(text)
    interaction.error = None
    interaction.refused = None
