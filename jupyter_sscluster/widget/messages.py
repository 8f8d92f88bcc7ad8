"""What the page may ask for: one handler for each type of message.

A handler takes the explorer and the message, calls the session, and returns nothing. Whatever
goes wrong becomes a sentence in the page; nothing is half done, since the session checks first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.constraints import ConflictError
from jupyter_sscluster.session import apart_links, label_links
from jupyter_sscluster.widget import wording
from jupyter_sscluster.widget.desk import Conflict, Statement
from jupyter_sscluster.widget.panels.settings import parsed

if TYPE_CHECKING:
    from jupyter_sscluster.widget.explorer import ClusterExplorer

Message = Mapping[str, Any]
Handler = Callable[["ClusterExplorer", Message], None]

log = logging.getLogger(__name__)


class MessageError(InputError):
    """The page sent something that this version does not understand."""


def handle(explorer: ClusterExplorer, message: Any) -> bool:
    """Do what a message asks for, or put a sentence about why not on the explorer's desk."""
    try:
        handler = _handler(message)
        if handler not in QUIET and handler is not _dismiss:
            explorer.desk.error = None
            explorer.desk.notice = ""
        handler(explorer, message)
        return True
    except (InputError, ValueError, TypeError, KeyError) as error:
        explorer.desk.error = _sentence(error)
    except Exception as error:
        log.exception("a message of type %r failed", message.get("type"))
        explorer.desk.error = f"That did not work: {_sentence(error)}. Nothing was recorded."
    return False


def _handler(message: Any) -> Handler:
    kind = message.get("type") if isinstance(message, Mapping) else None
    handler = HANDLERS.get(kind) if isinstance(kind, str) else None
    if handler is None:
        raise MessageError(
            f"the page sent the message {kind!r}, which is none of {', '.join(HANDLERS)}; "
            "reload the page and run the cell again"
        )
    return handler


def _sentence(error: Exception) -> str:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return text or type(error).__name__


# --------------------------------------------------------------------------- fields


def _field(message: Message, name: str) -> Any:
    if name not in message:
        raise MessageError(
            f"the page sent a message {message.get('type')!r} without {name!r}; "
            "reload the page and run the cell again"
        )
    return message[name]


def _kind(message: Message, allowed: Sequence[str]) -> str:
    kind = _field(message, "kind")
    if kind not in allowed:
        raise MessageError(f"kind={kind!r} must be one of {', '.join(map(repr, allowed))}")
    return str(kind)


def _point(explorer: ClusterExplorer, value: Any, name: str) -> int:
    return check_count(value, name, 0, explorer.session.n_samples - 1)


def _points(explorer: ClusterExplorer, message: Message) -> tuple[int, ...]:
    indices = _field(message, "indices")
    if not isinstance(indices, list):
        raise MessageError(f"indices={indices!r} must be a list of row numbers")
    return tuple(sorted({_point(explorer, index, "indices") for index in indices}))


# --------------------------------------------------------------------------- answers


def record(
    explorer: ClusterExplorer, statements: Sequence[Statement], source: str = "user"
) -> bool:
    """Record statements in one undo step; if they contradict, put the conflict on the desk."""
    session, desk = explorer.session, explorer.desk
    try:
        if len(statements) == 1:
            session.answer(*statements[0], source=source)
        else:
            session.answer_many(list(statements), source=source)
    except ConflictError as error:
        desk.clear()
        desk.conflict = Conflict(error, tuple(statements), source)
        return False
    desk.clear()
    return True


def _link(explorer: ClusterExplorer, message: Message) -> None:
    _state(explorer, message, ("must", "cannot"))


def _answer(explorer: ClusterExplorer, message: Message) -> None:
    _state(explorer, message, ("must", "cannot", "unknown"))


def _state(explorer: ClusterExplorer, message: Message, kinds: Sequence[str]) -> None:
    kind = _kind(message, kinds)
    i = _point(explorer, _field(message, "i"), "i")
    j = _point(explorer, _field(message, "j"), "j")
    query = explorer.session.question
    asked = query is not None and set(query.pair) == {i, j}
    if record(explorer, [(i, j, kind)]) and asked:
        explorer.conductor.go_on()


def _resolve(explorer: ClusterExplorer, message: Message) -> None:
    session, desk = explorer.session, explorer.desk
    choice, conflict = _field(message, "choice"), desk.conflict
    if conflict is None:
        raise MessageError("there is no conflict to resolve; it was resolved or undone before")
    i, j, kind = conflict.error.pair
    try:
        if choice == "take_back_new":
            desk.clear()
            return
        if choice == "soft" and not conflict.grouped:
            session.answer(i, j, kind, soft=True, source=conflict.source)
        else:
            session.replace(_earlier(explorer, choice, conflict), i, j, kind)
    except ConflictError as error:
        desk.conflict = Conflict(error, conflict.statements, conflict.source)
        return
    desk.clear()


def _earlier(explorer: ClusterExplorer, choice: Any, conflict: Conflict) -> int:
    chain = explorer.session.chain(conflict.error.witness)
    for answer in chain if not conflict.grouped else []:
        if answer is not None and choice == f"take_back:{answer.number}":
            return answer.number
    raise MessageError(
        f"the choice {choice!r} does not belong to this conflict; take one of those shown"
    )


def _remove(explorer: ClusterExplorer, message: Message) -> None:
    number = check_count(_field(message, "answer"), "answer")
    explorer.session.take_back(number)
    explorer.desk.clear()


def _undo(explorer: ClusterExplorer, message: Message) -> None:
    _walk(explorer, explorer.session.undo(), "Undone")


def _redo(explorer: ClusterExplorer, message: Message) -> None:
    _walk(explorer, explorer.session.redo(), "Done again")


def _walk(explorer: ClusterExplorer, label: str | None, word: str) -> None:
    explorer.desk.clear()
    explorer.desk.notice = "" if label is None else f"{word}: {label}."


# --------------------------------------------------------------------------- lasso


def _select(explorer: ClusterExplorer, message: Message) -> None:
    explorer.desk.selection = _points(explorer, message)


def _group(explorer: ClusterExplorer, message: Message) -> None:
    action = _field(message, "action")
    if action not in GROUP_ACTIONS:
        raise MessageError(
            f"the group action {action!r} is none of {', '.join(map(repr, GROUP_ACTIONS))}"
        )
    GROUP_ACTIONS[action](explorer, message)


def _all_must(explorer: ClusterExplorer, message: Message) -> None:
    _selection(explorer)
    _add(explorer, explorer.view().spanning_links)


def _first_group(explorer: ClusterExplorer, message: Message) -> None:
    explorer.desk.group, explorer.desk.selection = _selection(explorer), ()


def _apart(explorer: ClusterExplorer, message: Message) -> None:
    desk = explorer.desk
    if not desk.group:
        raise MessageError("there is no first group; draw a lasso around it first")
    second = _points(explorer, message)
    _add(explorer, apart_links(explorer.session.constraints, desk.group, second))


def _label(explorer: ClusterExplorer, message: Message) -> None:
    session = explorer.session
    cluster = check_count(_field(message, "cluster"), "cluster", 0, session.n_clusters - 1)
    links = label_links(session, _selection(explorer), cluster)
    _add(explorer, links, source=f"label:{cluster}")


def _drop(explorer: ClusterExplorer, message: Message) -> None:
    explorer.desk.clear()


def _selection(explorer: ClusterExplorer) -> tuple[int, ...]:
    if not explorer.desk.selection:
        raise MessageError("no points are selected; draw a lasso around some first")
    return explorer.desk.selection


def _add(explorer: ClusterExplorer, links: Sequence[Statement], source: str = "lasso") -> None:
    if links:
        record(explorer, links, source)
    else:
        explorer.desk.clear()
        explorer.desk.notice = wording.KNOWN_ALREADY


# --------------------------------------------------------------------------- the rest


def _suggest(explorer: ClusterExplorer, message: Message) -> None:
    n_pairs = check_count(message.get("n_pairs", 1), "n_pairs", 1, 100)
    explorer.desk.clear()
    explorer.conductor.ask(n_pairs)


def _cancel(explorer: ClusterExplorer, message: Message) -> None:
    explorer.session.cancel()


def _set(explorer: ClusterExplorer, message: Message) -> None:
    session, what = explorer.session, _field(message, "what")
    value = _field(message, "value")
    if what == "clusterer":
        session.set_clusterer(value)
    elif what == "strategy":
        session.set_strategy(value)
    elif what == "n_clusters":
        session.set_n_clusters(value)
    elif what == "param":
        name = str(_field(message, "name"))
        session.set_params(**{name: parsed(session.clusterer, name, value)})
    else:
        raise MessageError(f"{what!r} cannot be set; clusterer, strategy, n_clusters, param can")
    explorer.desk.clear()


def _refit(explorer: ClusterExplorer, message: Message) -> None:
    explorer.session.refit(fresh=bool(message.get("fresh", True)))


def _describe(explorer: ClusterExplorer, message: Message) -> None:
    point = _point(explorer, _field(message, "index"), "index")
    explorer.describe(point)


def _dismiss(explorer: ClusterExplorer, message: Message) -> None:
    desk, shown = explorer.desk, explorer.layer.state.get("error")
    if shown is not None and shown != desk.error:
        desk.dismissed.add(shown)
    desk.error = None


def _ping(explorer: ClusterExplorer, message: Message) -> None:
    explorer.layer.send({"type": "pong"})


GROUP_ACTIONS: dict[str, Handler] = {
    "must": _all_must,
    "cannot_first": _first_group,
    "cannot": _apart,
    "label": _label,
    "cancel": _drop,
}

HANDLERS: dict[str, Handler] = {
    "link": _link,
    "answer": _answer,
    "resolve": _resolve,
    "remove": _remove,
    "undo": _undo,
    "redo": _redo,
    "select": _select,
    "group": _group,
    "suggest": _suggest,
    "cancel": _cancel,
    "set": _set,
    "refit": _refit,
    "describe": _describe,
    "dismiss_error": _dismiss,
    "ping": _ping,
}

QUIET = (_describe, _ping)
"""Handlers that change nothing, so that what is shown stays."""


def is_quiet(message: Any) -> bool:
    """Whether a message only asks, so that nothing has to be shown anew."""
    return isinstance(message, Mapping) and HANDLERS.get(str(message.get("type"))) in QUIET
