"""Messages about problem: preparation, message, what to look at, and what it is then."""

from itertools import combinations
from typing import Any

CLIQUE = [*combinations((57, 64, 106, 118), 2)]


def too_few(page) -> None:
    """Four points all apart from each other, three clusters, and a clusterer that keeps all."""
    page.explorer.session.set_clusterer("copkmeans")
    page.settled()
    page.explorer.session.answer_many(CLIQUE[:-1], "cannot")
    page.settled()
    page.explorer.session.answer(*CLIQUE[-1], "cannot")
    page.settled()


def doubted(page) -> dict[str, Any]:
    """A soft answer that joins what others keep apart."""
    session = page.explorer.session
    session.answer_many([(0, 1), (1, 2), (50, 51), (51, 52)], "must", soft=True)
    session.answer_many([(0, 50), (1, 51)], "cannot", soft=True)
    session.answer(2, 52, "must", soft=True)
    return page.wait(lambda state: [each["answer"] for each in state["doubtful"]] == [7])


def disputed(page) -> None:
    """A pair that two people see differently."""
    session = page.explorer.session
    session.annotators.current = "Ann"
    session.answer(0, 3, "must")
    session.annotators.current = "Bob"
    session.answer(0, 3, "cannot", soft=True)
    (shown,) = page.settled()["disagreements"]
    assert shown == {
        "i": 0,
        "j": 3,
        "title": "Do 0 and 3 belong together?",
        "said": "Ann said: same cluster (answer 1). Bob said: different clusters (answer 2).",
        "answer": 1,
    }


def helped(page) -> None:
    """A function answers beside the person."""
    page.explorer.session.helpers.add(lambda a, b: True, name="rule")
    page.settled()


def known(page) -> None:
    """A view has asked before, so that the doubts of this moment are known."""
    page.send("unsure")
    page.wait(lambda state: state["progress"]["enough"]["unsure"])


CALM: dict[str, tuple[Any, dict[str, Any], Any, Any]] = {
    "an answer that is right": (
        doubted,
        {"type": "confirm", "answer": 7},
        lambda page: [each["answer"] for each in page.state["doubtful"]],
        [],
    ),
    "an answer whose contrary is right": (
        doubted,
        {"type": "change_answer", "answer": 7},
        lambda page: [page.settled()["links"][-1][key] for key in ("i", "j", "kind")],
        [2, 52, "cannot"],
    ),
    "points that are in no cluster": (
        lambda page: None,
        {"type": "no_cluster", "indices": [5, 3]},
        lambda page: [row["index"] for row in (page.settled()["no_cluster"] or {}).get("said", [])],
        [3, 5],
    ),
    "what stands where two disagree": (
        disputed,
        {"type": "settle", "i": 3, "j": 0, "kind": "cannot"},
        lambda page: [page.settled()["disagreements"], page.state["links"][-1]["who"]],
        [[], "Bob"],
    ),
    "who answers": (
        helped,
        {"type": "who_answers", "value": "people"},
        lambda page: page.settled()["who_answers"]["current"],
        "people",
    ),
    "a function that is to be asked no more": (
        helped,
        {"type": "source", "name": "rule", "act": "stop"},
        lambda page: [each["turn"] for each in page.settled()["who_answers"]["cards"]],
        ["resume"],
    ),
    "how unsure": (
        known,
        {"type": "unsure"},
        lambda page: [(len(reply["levels"]), reply["why_not"]) for reply in page.sent],
        [(0, "Too few answers to estimate. Expect larger changes.")],
    ),
    "a way out": (
        too_few,
        {"type": "remedy", "remedy": "n_clusters:4"},
        lambda page: [page.settled()[key] for key in ("problem", "error")],
        [None, None],
    ),
}


def sorted_cards(page) -> None:
    """A check whose cards are all different, with no row placed yet."""
    page.explorer.session.check(40).sort()


def steps(page) -> list[tuple[str, str, int]]:
    """The messages of the check."""
    told = [reply for reply in page.sent if reply["type"] == "check"]
    return [(each["stage"], each["title"].partition(" point ")[0], each["done"]) for each in told]


CHECKS: dict[str, tuple[Any, Any, Any, Any]] = {
    "the check of the result": (
        lambda page: None,
        {"type": "check"},
        steps,
        [("intro", "How right is this clustering?", 0)],
    ),
    "a check begins": (
        lambda page: None,
        {"type": "begin_check", "more": 20},
        steps,
        [("cards", "Which of these are the same?", 0)],
    ),
    "cards of another question": (
        sorted_cards,
        {"type": "sort_cards", "key": "other", "piles": [[0, 50]]},
        steps,
        [("row", "Where does", 0)],
    ),
    "a card that is shown no more": (
        sorted_cards,
        {"type": "exchange_card", "key": "other", "row": 3},
        steps,
        [("row", "Where does", 0)],
    ),
    "a row that was placed before": (
        sorted_cards,
        {"type": "place_checked", "key": "other", "choice": None},
        steps,
        [("row", "Where does", 0)],
    ),
    "checks that are none": (
        lambda page: None,
        {"type": "tell_checks"},
        lambda page: page.state["error"],
        "there is no check to tell; place some rows first",
    ),
}
ROWS: dict[str, tuple[Any, Any, Any, Any]] = {
    "new rows where there are none": (
        lambda page: None,
        {"type": "accept_rows"},
        lambda page: "No new row lies clearly" in page.settled()["status"],
        True,
    ),
    "a row that is not new": (
        lambda page: None,
        {"type": "place_row", "index": 3, "cluster": 0},
        lambda page: page.settled()["error"],
        "index=3 is no new row any more; it was looked at before",
    ),
    "a row of a cluster to come that is not new": (
        lambda page: None,
        {"type": "new_cluster", "index": 3},
        lambda page: page.settled()["error"],
        "index=3 is no new row any more; it was looked at before",
    ),
    "a fit that was not previewed": (
        lambda page: None,
        {"type": "fit_rows", "fresh": False},
        lambda page: page.settled()["error"],
        "the session has changed since; wait until the fit is previewed again",
    ),
    "rows left out": (
        lambda page: None,
        {"type": "leave_out", "indices": [3, 8], "reason": "broken"},
        lambda page: dict(page.explorer.session.rows.excluded),
        {3: "broken", 8: "broken"},
    ),
    "rows put back": (
        lambda page: page.explorer.session.rows.exclude([3]),
        {"type": "put_back", "indices": [3]},
        lambda page: page.settled()["left_out"],
        None,
    ),
}
CALM |= CHECKS | ROWS
