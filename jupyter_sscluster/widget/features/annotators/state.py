"""Who answers, what is known of each, and the pairs that people answer differently."""

from typing import Any

from jupyter_sscluster.session import Answer, Estimated, Helper, engine_of
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.messages import Message, handles, kind_of, point
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.annotators import text as words
from jupyter_sscluster.widget.features.annotators.worker import Known, SourcesWorker

MOST = 50
"""Pairs that are listed at most."""

KINDS = {**wording.KINDS, "unknown": "don't know"}
SAID = {"must": "same cluster", "cannot": "different clusters"}


def state(view: View) -> dict[str, Any]:
    """Each pair with all that was said of it, and the sources of which something is to be told."""
    return {
        "who_answers": _who_answers(view),
        "disagreements": [
            {
                "i": int(each.i),
                "j": int(each.j),
                "title": wording.question(view.name(each.i), view.name(each.j)),
                "said": " ".join(_said(view, answer) for answer in (*each.must, *each.cannot)),
                "answer": min(answer.number for answer in (*each.must, *each.cannot)),
            }
            for each in view.session.annotators.disagreements[:MOST]
        ],
    }


def _said(view: View, answer: Answer) -> str:
    who = wording.shortened(answer.annotator) or words.UNNAMED
    number = view.action_of(answer.number)
    return f"{who} said: {SAID[answer.kind]} (answer {number})."


def news(view: View) -> str:
    """What a function has just said that answers by itself."""
    helpers = view.session.helpers
    if helpers.who_answers != "functions" or not view.answers:
        return ""
    last = view.answers[-1]
    if last.annotator not in helpers.names:
        return ""
    pair = wording.pair(view.name(last.i), view.name(last.j))
    left = view.part_of(SourcesWorker).known.left
    return words.news(helpers[last.annotator], pair, KINDS[last.kind], left)


def _who_answers(view: View) -> dict[str, Any] | None:
    """The functions, and the people who are suspected or set aside; None without any."""
    session, found = view.session, view.part_of(SourcesWorker).known
    helpers = list(session.helpers)
    functions = {helper.name for helper in helpers}
    aside = {each.name for each in engine_of(session).state.sources if each.aside}
    people = sorted({*aside, *found.suspected} - functions)
    cards = [_function(helper, found) for helper in helpers]
    cards += [_person(view, name, found, name in aside) for name in people]
    if not cards:
        return None
    who = session.helpers.who_answers
    counting = any(helper.counts for helper in helpers)
    return {
        "current": who,
        "functions": len(helpers),
        "can_ask": any(helper.asker is not None for helper in helpers),
        "about": words.ABOUT[who] if helpers else "",
        "cards": cards,
        "left": words.left(found.left) if counting else [],
        "left_total": words.left_total(found.left) if counting else "",
        "note": words.USUALLY if helpers else "",
    }


def _function(helper: Helper, found: Known) -> dict[str, Any]:
    n, doing, error = len(helper.answers), helper.condition, _error_rate(helper)
    label, spent = words.spent(helper)
    most = helper.most
    suspected = found.suspected.get(helper.name)
    notes = [words.checked(helper), words.known(helper)]
    return {
        "name": helper.name,
        "title": helper.name,
        "kind": words.FUNCTION,
        "answers": wording.count(n, "answer"),
        "condition": words.condition(helper),
        "is_failure": doing == "failed",
        "error": error,
        "cost": {
            "label": label,
            "share": None if not most else round(min(1.0, helper.n_asked / most), 4),
            "text": spent,
            "about": words.spent_about(helper),
        },
        "terms": {"cost": helper.cost, "most": most},
        "notes": [note for note in notes if note],
        "worse": "" if suspected is None else suspected.text,
        "turn": {
            "waiting": "stop",
            "answering": "stop",
            "stopped": "resume",
            "failed": "resume",
            "used up": "ask_more",
        }.get(doing, ""),
        "rest": "count_again" if helper.source.aside else "set_aside" if n else "",
        "take_back": words.take_back(n),
    }


def _person(view: View, name: str, found: Known, aside: bool) -> dict[str, Any]:
    n = sum(answer.annotator == name for answer in view.answers)
    suspected = found.suspected.get(name)
    return {
        "name": name,
        "title": name or words.UNNAMED,
        "kind": words.PERSON,
        "answers": wording.count(n, "answer"),
        "condition": words.ASIDE if aside else "",
        "is_failure": False,
        "error": None,
        "cost": None,
        "terms": None,
        "notes": [],
        "worse": "" if suspected is None or aside else suspected.text,
        "turn": "",
        "rest": "count_again" if aside else "set_aside",
        "take_back": words.take_back(n),
    }


def _error_rate(helper: Helper) -> dict[str, Any] | None:
    """That of the random sample; before there is one, that of the pairs that both answered."""
    found = helper.error_rate
    if found is None:
        return _line(helper.error_rate_common, words.COMMON) if helper.counts else None
    return _line(found)


def _line(found: Estimated, of: str = "") -> dict[str, Any]:
    """An error rate on a line that ends at 50 %, or at 100 % where the interval ends later."""
    end = 0.5 if found.high <= 0.5 else 1.0
    low, value, high = (round(each / end, 4) for each in (found.low, found.value, found.high))
    return {
        **{"begin": low, "at": value, "end": high},
        **{"text": words.rate(found), "about": words.rate_about(found, of)},
    }


@handles("settle")
def settle(context: Context, message: Message) -> None:
    """What some said of a pair stands."""
    i, j = point(context, message, "i"), point(context, message, "j")
    context.session.annotators.settle(i, j, kind_of(message, ("must", "cannot")))
    context.interaction.clear()
