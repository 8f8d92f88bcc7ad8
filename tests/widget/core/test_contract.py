"""One contract for both sides: the page's types, and the messages that the kernel understands."""

from __future__ import annotations

import importlib.util
import threading
import time
from pathlib import Path
from typing import Any, get_args, get_type_hints, is_typeddict

import numpy as np
import pytest
from agreement import Message, Reply, State, faults
from asking_messages import ASKING
from calm_messages import CALM
from cluster_messages import CLUSTER_MESSAGES
from compare_messages import COLOUR_MESSAGES, COMPARE
from fake_page import Page
from oracle_run_messages import ORACLE_RUN
from page_sources import read, sent, texts

from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import report
from jupyter_sscluster.widget.core import text as wording
from jupyter_sscluster.widget.core.messages import HANDLERS
from jupyter_sscluster.widget.features.selection.handlers import ACTIONS
from jupyter_sscluster.widget.features.settings.handlers import SETTINGS

ROOT = Path(__file__).resolve().parents[3]


def test_the_types_of_the_page_are_written_from_every_contract(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("contract_writer", ROOT / "js/contract.py")
    writer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(writer)
    monkeypatch.setattr(writer, "TARGETS", tmp_path)
    (tmp_path / "gone.ts").touch()
    writer.write()
    features = (path.parent.name for path in writer.WIDGET.glob("features/*/contract.py"))
    assert {path.stem for path in tmp_path.iterdir()} == {"index", "core", "whole", *features}
    assert "gone" not in (tmp_path / "index.ts").read_text("utf-8")
    assert not (tmp_path / "gone.ts").exists()
    assert "export interface Axes {" in (tmp_path / "axes.ts").read_text("utf-8")


# --------------------------------------------------------------------------- messages


def names(field: str) -> set[str]:
    """What the contract allows in a field of a message."""
    hints = map(get_type_hints, get_args(Message))
    return {name for hint in hints if field in hint for name in get_args(hint[field])}


def test_there_is_a_handler_for_exactly_what_the_page_may_send():
    assert set(HANDLERS) == names("type")
    assert set(SETTINGS) == names("what")
    assert set(ACTIONS) == names("action")


@pytest.mark.parametrize("field", ["type", "what", "action"])
def test_the_page_sends_exactly_what_the_contract_has(field):
    assert sent(field, texts()) == names(field)


def inside(hint: Any) -> set[type]:
    """A part of the state and all that it holds."""
    found = {hint} if is_typeddict(hint) else set()
    held = get_type_hints(hint).values() if found else get_args(hint)
    return found.union(*(inside(part) for part in held))


UNREAD = {"Param.low", "Param.high"}
"""Sent, although no panel shows them. No key may join them."""


def test_the_page_reads_every_key_that_the_kernel_sends():
    keys = read(texts())
    parts = inside(State) | inside(Reply)
    assert {"Choice", "Curves", "Keys", "Param", "State"} < {part.__name__ for part in parts}
    assert UNREAD == {
        f"{part.__name__}.{key}"
        for part in parts
        for key in get_type_hints(part)
        if key not in keys
    }


def test_a_word_in_the_text_is_neither_sent_nor_read():
    page = (
        'const ping = "ping"; interface A { a: number; \n}; h("p", { type: "button", b });',
        'send({ type: "link", ...made }); const { c, d: e = 0 } = s; const x = ({ f }: S) => s.g;',
        'const what = k === "no" ? "one" : "two"; view.send({ type: "set", what, name: s.g });',
        "el.l = 1; el.m(); this.n; if (s.o === 2) el.l = s.p.q;",
        'switch (k) { case "undo": case "redo": return view.send({ type: k }); }',
    )
    assert sent("type", page) == {"link", "set", "undo", "redo"}
    assert sent("what", page) == {"one", "two"}
    assert read(page) >= {"c", "d", "f", "g", "o", "p", "q"}
    assert not read(page) & {"a", "b", "e", "l", "m", "n", "ping", "type"}


def asked(page: Page) -> dict[str, Any]:
    page.send("suggest")
    return page.settled()["question"]


def contradicted(page: Page) -> None:
    for i, j, kind in [(0, 1, "must"), (0, 1, "cannot")]:
        page.send("link", i=i, j=j, kind=kind)
    assert page.state["conflict"] is not None


def linked(page: Page) -> None:
    page.send("link", i=0, j=1, kind="must")
    page.settled()


def asked_for(page: Page, shape: str) -> Any:
    page.send("question_type", question_type=shape)
    asked(page)
    return page.state["placement" if shape == "place" else "sorting"]


def undone(page: Page) -> None:
    linked(page)
    page.send("undo")


def selected(page: Page, *more: int) -> None:
    page.send("select", indices=[0, 1, *more])


def first_group(page: Page) -> None:
    selected(page)
    page.send("group", action="cannot_first")


def refused(page: Page) -> None:
    page.send("link", i=0, j=0, kind="must")


def nothing(page: Page) -> None:
    """Some messages need no preparation."""


def links(page: Page) -> list[tuple[int, int, str]]:
    return [(link["i"], link["j"], link["kind"]) for link in page.settled()["links"]]


def settled(key: str) -> Any:
    return lambda page: page.settled()[key]


def setting(name: str) -> Any:
    return lambda page: page.settled()["settings"][name]


def parameter(kind: str, name: str) -> Any:
    return lambda page: {p["name"]: p["value"] for p in page.settled()["settings"][kind]}[name]


def axes(page: Page) -> list[str]:
    return [page.state["axes"]["name"], *page.state["axes"]["titles"]]


MESSAGES: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "axes": (
        nothing,
        {"type": "axes", "name": "features"},
        axes,
        ["Two features", "Feature 0", "Feature 1"],
    ),
    "columns": (
        nothing,
        {"type": "axes", "name": "features", "columns": [3, 1]},
        axes,
        ["Two features", "Feature 3", "Feature 1"],
    ),
    "a link": (nothing, {"type": "link", "i": 0, "j": 1, "kind": "must"}, links, [(0, 1, "must")]),
    "suggest": (
        nothing,
        {"type": "suggest"},
        lambda page: page.settled()["question"] is not None,
        True,
    ),
    "dismiss_question": (asked, {"type": "dismiss_question"}, settled("question"), None),
    "undo": (linked, {"type": "undo"}, links, []),
    "redo": (undone, {"type": "redo"}, links, [(0, 1, "must")]),
    "remove": (linked, {"type": "remove", "answer": 1}, links, []),
    "remove action": (linked, {"type": "remove_action", "number": 1}, links, []),
    "enforce": (
        linked,
        {"type": "enforce", "answer": 1},
        lambda page: page.settled() and page.explorer.session.answers[0].weight,
        100,
    ),
    "softly": (nothing, {"type": "softly", "value": True}, setting("softly"), True),
    "dismiss_error": (refused, {"type": "dismiss_error"}, settled("error"), None),
    "resolve": (
        contradicted,
        {"type": "resolve", "choice": "take_back:1"},
        links,
        [(0, 1, "cannot")],
    ),
    "refit": (
        nothing,
        {"type": "refit"},
        lambda page: "from scratch" in page.settled()["status"],
        True,
    ),
    "select": (
        nothing,
        {"type": "select", "indices": [4, 2]},
        lambda page: page.state["lasso"] and page.state["lasso"]["indices"],
        [2, 4],
    ),
    "all must-link": (selected, {"type": "group", "action": "must"}, links, [(0, 1, "must")]),
    "a first group": (
        selected,
        {"type": "group", "action": "cannot_first"},
        lambda page: page.state["lasso"]["group"],
        [0, 1],
    ),
    "let go": (
        selected,
        {"type": "group", "action": "cancel"},
        lambda page: page.state["lasso"],
        None,
    ),
    "two groups apart": (
        first_group,
        {"type": "group", "action": "cannot", "indices": [100]},
        lambda page: [kind for _, _, kind in links(page)],
        ["cannot", "cannot"],
    ),
    "label": (
        selected,
        {"type": "group", "action": "label", "cluster": 2},
        lambda page: {link["source"] for link in page.settled()["links"]},
        {"label:2"},
    ),
    "clusterer": (
        nothing,
        {"type": "set", "what": "clusterer", "value": "copkmeans"},
        setting("clusterer"),
        "copkmeans",
    ),
    "strategy": (
        nothing,
        {"type": "set", "what": "strategy", "value": "random"},
        setting("strategy"),
        "random",
    ),
    "n_clusters": (
        nothing,
        {"type": "set", "what": "n_clusters", "value": 4},
        setting("n_clusters"),
        4,
    ),
    "n_clusters, typed": (
        nothing,
        {"type": "set", "what": "n_clusters", "value": "4"},
        setting("n_clusters"),
        4,
    ),
    "a parameter": (
        nothing,
        {"type": "set", "what": "param", "name": "max_rounds", "value": 7},
        parameter("params", "max_rounds"),
        7,
    ),
    "a strategy's parameter": (
        lambda page: page.send("set", what="strategy", value="npu"),
        {"type": "set", "what": "strategy_param", "name": "n_estimators", "value": 7},
        parameter("strategy_params", "n_estimators"),
        7,
    ),
    "a shape": (
        nothing,
        {"type": "question_type", "question_type": "sort"},
        lambda page: page.state["question_types"]["current"],
        "sort",
    ),
    "export": (
        nothing,
        {"type": "export", "file": "labels", "form": "csv", "to": "a"},
        lambda page: [reply["name"] for reply in page.sent],
        ["clustering-labels.csv"],
    ),
    **ASKING,
    **CALM,
    **CLUSTER_MESSAGES,
    **(ORACLE_RUN | COMPARE | COLOUR_MESSAGES),
}
"""Preparation, message, what to look at, and what is seen there once the message was handled."""


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_of_the_contract_does_what_it_is_for(page, name):
    prepare, message, look, expected = MESSAGES[name]
    prepare(page)
    assert faults(message, Message) == []
    assert look(page) != expected
    page.send(message["type"], **{key: message[key] for key in message if key != "type"})
    assert look(page) == expected


@pytest.mark.parametrize("kind", ["must", "cannot", "unknown"])
def test_an_answer_of_any_kind_is_recorded(page, kind):
    question = asked(page)
    page.answer(question, kind)
    page.settled()
    assert [answer.kind for answer in page.explorer.session.answers] == [kind]


class Endless(PCKMeans):
    """Fits until it is called off, once `on` is set."""

    title = "Endless"
    on = threading.Event()
    begun = threading.Event()

    def fit(self, X, y=None, **known):
        while Endless.on.is_set():
            Endless.begun.set()
            report("step", 0, 1)
            time.sleep(0.002)
        return super().fit(X, y, **known)


def test_cancel_ends_the_fit_that_is_running(explore):
    page = explore(clusterer=Endless())
    before = page.labels.copy()
    Endless.on.set()
    try:
        page.send("link", i=0, j=100, kind="must")
        assert Endless.begun.wait(10)
        assert page.explorer.session.is_fitting
        page.send("cancel")
        assert page.settled()["status"] == wording.CANCELLED
    finally:
        Endless.on.clear()
        Endless.begun.clear()
    assert not page.explorer.session.is_fitting
    np.testing.assert_array_equal(page.labels, before)


def test_a_point_is_placed(page):
    question = asked_for(page, "place")
    choice, point = question["cards"][0]["face"]["i"], question["point"]["i"]
    page.send("place", number=question["number"], point=point, choice=choice)
    assert links(page)[0] == (point, choice, "must")


def test_points_are_skipped_or_sorted(page):
    question = asked_for(page, "sort")
    first, second, *_ = (face["i"] for face in question["points"])
    page.send("skip", number=question["number"])
    page.send("undo")
    number = page.settled()["sorting"]["number"]
    page.send("sort", number=number, piles=[[first, second]])
    assert links(page) == [(second, first, "must")]


def test_a_view_that_asks_for_previews_changes_nothing(explore):
    """What it is told is tested with an event loop, in `tests/widget/preview`."""
    page = explore()
    page.send("suggest")
    before = page.settled()
    assert page.send("preview") == before
    assert page.faults == []


def test_automatic_answers_are_played_and_paused(explore):
    page = explore(strategy="random", y_true=np.arange(150) // 50)
    page.send("oracle_goal", value=2)
    page.send("oracle_play")
    assert (page.state["oracle_run"]["asked"], len(links(page))) == (2, 2)
    page.explorer.interaction.oracle_run.on = True  # without a loop it has come to its end by then
    page.send("oracle_pause")
    assert page.state["oracle_run"]["on"] is False


SHOWN_ABOVE = {
    "preview": test_a_view_that_asks_for_previews_changes_nothing,
    **dict.fromkeys(("oracle_play", "oracle_pause"), test_automatic_answers_are_played_and_paused),
    "place": test_a_point_is_placed,
    "sort": test_points_are_skipped_or_sorted,
    "skip": test_points_are_skipped_or_sorted,
    "answer": test_an_answer_of_any_kind_is_recorded,
    "cancel": test_cancel_ends_the_fit_that_is_running,
    **dict.fromkeys(("words", "check_more_of", "search_cards", "source_terms"), "features' tests"),
}


def test_no_message_of_the_contract_is_left_out():
    shown = [message for _, message, _, _ in MESSAGES.values()]
    for field, others in (("what", ()), ("action", ()), ("type", SHOWN_ABOVE)):
        assert names(field) == {each[field] for each in shown if field in each}.union(others)
