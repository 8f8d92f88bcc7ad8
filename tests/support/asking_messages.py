"""Messages that only ask: preparation, message, what to look at, and what it is then."""

from typing import Any

from cluster_messages import nothing

from jupyter_sscluster.active import Placement, Query, Sorting
from jupyter_sscluster.session.engine.open_questions import opened
from jupyter_sscluster.widget.features.fit_steps.worker import FitStepsWorker
from jupyter_sscluster.widget.features.preview.worker import PreviewWorker


def ask(session, *questions) -> None:
    """These questions are open, as if the strategy had proposed them."""
    engine = session._engine
    engine.ask(opened(questions, engine.state))


def listed(page) -> None:
    """Two pairs that were proposed together."""
    session = page.explorer.session
    with page.explorer.event_loop.acting():
        ask(session, Query((0, 1), 1.0, "first"), Query((1, 2), 0.5, "second"))


def placing(page) -> None:
    """A point to be placed with one of two others."""
    session = page.explorer.session
    with page.explorer.event_loop.acting():
        ask(session, Placement(1, (0, 2), 1.0, "first"))


def sorting(page) -> None:
    """Points to be sorted."""
    session = page.explorer.session
    with page.explorer.event_loop.acting():
        ask(session, Sorting((0, 1, 2), (), 1.0, "first"))


ASKING: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "describe": (
        nothing,
        {"type": "describe", "index": 68, "step": None},
        lambda page: [reply["index"] for reply in page.sent],
        [68],
    ),
    "names": (
        nothing,
        {"type": "names", "indices": [68, 2]},
        lambda page: page.sent,
        [{"type": "names", "names": [[2, "2"], [68, "68"]]}],
    ),
    "images": (
        nothing,
        {"type": "images", "indices": [3]},
        lambda page: page.sent,
        [{"type": "images", "images": [[3, ""]]}],
    ),
    "another pair of a list": (
        listed,
        {"type": "turn", "i": 1, "j": 2},
        lambda page: [page.state["question"][key] for key in ("i", "j")],
        [1, 2],
    ),
    "what a card would move": (
        placing,
        {"type": "preview_placement", "number": 1, "point": 1, "choice": 2},
        lambda page: {task.kind for task in page.explorer._context.of(PreviewWorker)._pointed},
        {2},
    ),
    "what piles would lead to": (
        sorting,
        {"type": "preview_sorting", "number": 1, "piles": [[0, 1], [2]]},
        lambda page: {task.kind for task in page.explorer._context.of(PreviewWorker)._pointed},
        {((0, 1), (2,))},
    ),
    "find": (
        nothing,
        {"type": "find", "text": "149", "start": 0},
        lambda page: [[hit["index"] for hit in reply["hits"]] for reply in page.sent],
        [[149]],
    ),
    "select what was found": (
        lambda page: page.send("find", text="14", start=0),
        {"type": "select_found"},
        lambda page: list(page.explorer.selection),
        [14, *range(140, 150)],
    ),
    "the nearest points": (
        nothing,
        {"type": "nearest", "index": 3, "metric": "raw"},
        lambda page: [[row["index"] for row in reply["rows"]][:2] for reply in page.sent],
        [[47, 29]],
    ),
    "a part of the page": (
        nothing,
        {"type": "part", "name": "interaction"},
        lambda page: page.sent,
        [{"type": "part", "name": "interaction"}],
    ),
    "a moment": (
        lambda page: page.send("link", i=0, j=1, kind="must"),
        {"type": "look", "step": 1, "compared": None},
        lambda page: [(reply["step"], reply["verb"]) for reply in page.sent],
        [(1, "Go to the end")],
    ),
    "a move to a moment": (
        lambda page: page.send("link", i=0, j=1, kind="must"),
        {"type": "go", "step": 0},
        lambda page: page.state["history"]["at"],
        0,
    ),
    "the steps of a fit": (
        nothing,
        {"type": "steps", "fresh": False},
        lambda page: [(reply["type"], reply["making"]) for reply in page.sent],
        [("steps", True), ("steps", False)],
    ),
    "some of its steps": (
        lambda page: page.send("steps", fresh=False),
        {"type": "frames", "fit": "1", "first": 0, "last": 1},
        lambda page: [frame["step"] for reply in page.sent for frame in reply.get("frames", [])],
        [0, 1],
    ),
    "no steps any more": (
        lambda page: page.send("steps", fresh=False),
        {"type": "leave_steps"},
        lambda page: page.explorer._context.of(FitStepsWorker).holds,
        False,
    ),
}
