"""What the card of a cluster says: words, a name, and what a person's function makes of it."""

import asyncio
import itertools
import sys
import threading

import numpy as np
import pytest

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster._validation import InputError

X = np.repeat([[0.0, 0.0], [9.0, 9.0]], 9, axis=0) + np.arange(36.0).reshape(18, 2) / 100
SAID = [f"old tree {k} fell down" for k in range(9)] + [f"the bus {k} is late" for k in range(9)]


def told(page, row=0):
    page.send("cluster", cluster=int(page.labels[row]))
    return [each for each in page.sent if each["type"] == "cluster"][-1]


def test_the_card_tells_words_and_a_name_which_is_taken_in_one_step(explore):
    page = explore(X, n_clusters=2, tooltip=SAID)
    card = told(page)
    assert {each["word"] for each in card["words"]} == {"old", "tree", "fell", "down"}
    assert card["words"][0]["share"] == "100 %" and card["words"][0]["lengths"] == [1.0, 0.0]
    about = card["words"][0]["about"]
    assert about.endswith(": in 100 % of these texts, in 0 % of the others")
    assert card["about"] == "9 of 18 texts · no links"
    name = card["suggested"]
    assert not card["named"] and name in {"Old tree", "Fell down"}
    assert card["status"].endswith(f"A names it “{name}”, F2 lets you type a name.")
    assert card["typical"][0]["text"][1::2] == ["old", "tree", "fell", "down"]
    before = page.explorer.session.clusters.names
    page.send("rename", cluster=card["id"], name=name)
    after = told(page)
    assert (after["name"], after["named"], after["suggested"]) == (name, True, "")
    page.send("undo")
    assert page.explorer.session.clusters.names == before


def test_words_stand_below_the_names_once_a_view_is_near(explore):
    page = explore(X, n_clusters=2, tooltip=SAID)

    def below():
        return [each.get("about") for each in page.settled()["clusters"]]

    assert below() == [None, None]
    page.send("words")
    trees = int(page.labels[0])
    assert set(below()[trees].split(", ")) < {"old", "tree", "fell", "down"}
    assert set(below()[1 - trees].split(", ")) < {"the", "bus", "is", "late"}
    page.explorer.session.clusters.merge(0, 1)
    page.explorer.session.wait(60)
    assert below() == [""]


def test_without_texts_there_are_no_words_and_no_note(explore):
    card = told(explore(X, n_clusters=2))
    assert (card["words"], card["words_note"], card["shown"]) == ([], "", "points")
    assert card["described"] == [] and len(card["features"]) == 2


def test_empty_texts_are_told_as_such(explore):
    texts = [text if k % 3 else "" for k, text in enumerate(SAID)]
    card = told(explore(X, n_clusters=2, tooltip=texts))
    empty = [each for each in card["typical"] + card["doubtful"] if each["i"] % 3 == 0]
    assert empty and all(each["text"] == [] for each in empty)


def test_a_function_says_what_it_makes_of_the_texts_once(explore):
    heard = []

    def describe(texts):
        heard.append(texts)
        return "<b>trees</b>"

    page = explore(X, n_clusters=2, tooltip=SAID, describe=describe)
    assert told(page)["described"] == [["<b>trees</b>", False]]
    assert told(page)["described"] == [["<b>trees</b>", False]]
    assert heard == [SAID[:9]]
    told(page, 17)
    assert heard == [SAID[:9], SAID[9:]]


def test_without_texts_a_function_gets_rows_and_may_return_words(explore):
    page = explore(X, n_clusters=2, describe=lambda rows: ["mean", f"{rows.mean():.2f}"])
    assert told(page)["described"] == [[f"mean, {X[:9].mean():.2f}", False]]


def test_of_words_without_end_the_first_are_shown(explore):
    page = explore(X, n_clusters=2, describe=lambda rows: itertools.repeat("oak"))
    ((text, failed),) = told(page)["described"]
    assert text.startswith("oak, oak") and text.endswith("…") and len(text) <= 500 and not failed


@pytest.mark.parametrize(
    ("describe", "why"),
    [
        (lambda texts: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda texts: sys.exit("no key"), "SystemExit: no key"),
        (lambda texts: 5, "InputTypeError: it returned int, and a sentence or a list of words"),
    ],
)
def test_a_function_that_fails_says_why_beside_the_words(explore, describe, why):
    card = told(explore(X, n_clusters=2, tooltip=SAID, describe=describe))
    ((text, failed),) = card["described"]
    assert failed and text.startswith(f"describe= failed for this cluster: {why}")
    assert card["words"]


def test_what_is_no_function_is_refused():
    with pytest.raises(InputError, match="describe='x' must be a function"):
        ClusterExplorer(X, describe="x")


def test_a_slow_function_keeps_nobody_waiting(explore):
    async def scene():
        gate = threading.Event()

        def describe(texts):
            gate.wait(20)
            return "late"

        page = explore(X, n_clusters=2, tooltip=SAID, describe=describe)

        def cards():
            return [each for each in page.sent if each["type"] == "cluster"]

        async def until(holds):
            for _ in range(2000):
                if holds():
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("it did not come")

        session = page.explorer.session
        await until(lambda: page.explorer.event_loop.at_rest and not session.is_fitting)
        page.send("cluster", cluster=int(page.labels[0]))
        await until(lambda: cards() and cards()[-1]["words"])
        assert cards()[0]["words"] is None and cards()[0]["words_note"].endswith("…")
        assert cards()[-1]["described"] == [["describe= is being called …", False]]
        gate.set()
        await until(lambda: cards()[-1]["described"] == [["late", False]])
        page.explorer.close()

    asyncio.run(scene())


def test_a_card_asks_again_where_its_points_were_asked_about_before_an_answer(explore):
    async def scene():
        begun, gate = threading.Event(), threading.Event()

        def describe(texts):
            begun.set()
            gate.wait(20)
            return texts[0]

        page = explore(X, n_clusters=2, tooltip=SAID, describe=describe)
        a, b = (int(page.labels[row]) for row in (0, 17))

        def card():
            return [each for each in page.sent if each["type"] == "cluster"][-1]

        async def until(holds):
            for _ in range(1000):
                if holds():
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("it did not come")

        async def take(cluster):
            before = len(page.sent)
            page.send("cluster", cluster=cluster)
            sent = lambda: [each for each in page.sent[before:] if each["type"] == "cluster"]  # noqa: E731
            await until(lambda: sent() and sent()[-1]["id"] == cluster and sent()[-1]["words"])

        session = page.explorer.session
        at_rest = lambda: page.explorer.event_loop.at_rest and not session.is_fitting  # noqa: E731
        await until(at_rest)
        await take(a)
        await until(begun.is_set)
        await take(b)
        session.answer(0, 1, "must")
        await until(at_rest)
        for cluster in (b, a, b):
            await take(cluster)
        gate.set()
        await until(lambda: card()["id"] == b and card()["described"] == [[SAID[9], False]])
        page.explorer.close()

    asyncio.run(scene())
