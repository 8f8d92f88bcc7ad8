"""The search in names and texts: what the page is told, and when."""

import asyncio
import time

import numpy as np
import pandas as pd
import pytest


def frame(rows=150):
    found = pd.DataFrame(np.random.default_rng(0).normal(size=(rows, 2)), columns=["a", "b"])
    found.index = [f"row {10 * row}" for row in range(rows)]
    return found


def searched(page, text, start=0):
    page.send("find", text=text, start=start)
    return page.sent[-1]


def test_names_are_found_listed_in_parts_and_counted(explore):
    page = explore(frame(), n_clusters=2)
    reply = searched(page, "ROW 1")
    assert reply["hits"][0] == {
        "index": 1,
        "name": "row 10",
        "cluster": int(page.labels[1]),
        "pieces": [""],
    }
    assert (len(reply["hits"]), reply["total"], reply["rows"]) == (20, 61, 61)
    assert (reply["head"], reply["rest"]) == ("61 names", "")
    assert reply["ringed"][:2] == [1, 10]
    assert reply["more"].startswith("and 41 more")
    assert not page.state["has_texts"]
    second = searched(page, "ROW 1", 20)
    assert [hit["index"] for hit in second["hits"]] == reply["ringed"][20:40]
    assert searched(page, "ROW 1", 60)["more"] == ""


@pytest.mark.parametrize("content", [{"text": 3, "start": 0}, {"text": "a", "start": -1}])
def test_what_the_page_cannot_mean_is_refused(explore, content):
    page = explore(frame(), n_clusters=2)
    page.send("find", **content)
    assert "must be" in page.state["error"]
    assert page.sent == []


def test_names_of_five_thousand_characters_are_shortened(explore):
    X = frame(50)
    X.index = [f"{i} {'x' * 5000}" for i in range(50)]
    page = explore(X, n_clusters=2)
    assert page.explorer.layer.names == []
    assert [len(hit["name"]) for hit in searched(page, "7 ")["hits"]] == [200] * 5


WORDS = ["dead battery", "kept until <b>now</b>", "A BATTERY, charged", "", "5 charges", "x"]


def test_words_of_columns_are_found_and_marked(explore):
    table = pd.DataFrame({"a": np.arange(6.0), "b": np.ones(6), "said": WORDS, "id": [*range(6)]})
    table["id"] += 700
    page = explore(table, clusterer="kmeans", n_clusters=2, tooltip=["said", "id"])

    def found(text):
        return [(hit["index"], hit["pieces"]) for hit in searched(page, text)["hits"]]

    assert found("battery") == [(0, ["dead ", "battery", ""]), (2, ["A ", "BATTERY", ", charged"])]
    assert found("<b>") == [(1, ["kept until <", "b", ">now</", "b", ">"])]
    assert found("703") == [(3, ["", "703", ""])]
    assert [row for row, _ in found("5")] == [5, 4], "the row of that number first"
    assert page.state["has_texts"]


def test_texts_and_their_clusters_are_counted_and_may_be_selected(explore):
    texts = [{"review": f"the {'lamp' if row % 2 else 'battery'} of {row}"} for row in range(150)]
    page = explore(frame(), n_clusters=2, tooltip=texts)
    reply = searched(page, "Lamp")
    assert (reply["head"], reply["rest"]) == ("75 texts", " in 2 clusters · 0 names")
    assert reply["ringed"] == [*range(1, 150, 2)]
    page.send("select_found")
    assert page.explorer.selection == tuple(range(1, 150, 2))


def test_what_is_found_may_be_shown_alone_until_the_filter_is_taken_away(explore):
    page = explore(frame(), n_clusters=2, tooltip=["a lamp", "a battery"] * 75)
    page.send("filter", verb="search")
    assert "no points are found; search for something first" in page.state["error"]
    searched(page, " Lamp ")
    page.send("filter", verb="search")
    (chip,) = page.state["filters"]["chips"]
    assert (chip["key"], chip["what"], chip["value"]) == ("search", "Search", "“Lamp”")
    assert page.state["filters"]["left"] == 75
    searched(page, "battery")
    assert page.state["filters"]["chips"] == [chip], "a later search leaves it as it is"
    page.send("filter", verb="drop", key="search")
    assert page.state["filters"]["chips"] == []


def test_a_cluster_is_found_by_its_name(explore):
    page = explore(frame(), n_clusters=2)
    page.explorer.session.clusters.rename(1, "Köln")
    reply = searched(page, "koln")
    (hit,) = reply["hits"]
    size = int((page.labels == 1).sum())
    assert (hit["index"], hit["cluster"], hit["name"]) == (None, 1, "Köln")
    assert hit["pieces"] == [f"Cluster of {size} points"]
    assert (reply["head"], reply["rows"], reply["total"]) == ("1 name", 0, 1)


def test_where_nothing_is_found_it_says_what_may_have_been_meant(explore):
    page = explore(frame(), n_clusters=2, tooltip=["three potholes", "a lamp"] * 75)
    reply = searched(page, "pothoels")
    assert (reply["head"], reply["instead"]) == ("Nothing found for “pothoels”.", "potholes")
    assert searched(page, "zebra")["instead"] == ""


def test_more_than_the_rings_are_all_counted(explore):
    page = explore(frame(1200), clusterer="kmeans", n_clusters=2, tooltip=["a lamp"] * 1200)
    reply = searched(page, "lamp")
    assert (reply["rows"], len(reply["ringed"])) == (1200, 500)
    assert reply["rest"] == " in 2 clusters · 0 names · rings on the first 500"


def test_what_is_found_before_all_texts_are_read_is_told_with_how_many_are_left(
    explore, monkeypatch
):
    monkeypatch.setattr("jupyter_sscluster.widget.features.search.worker.OFTEN", 0.0)
    texts = ["a lamp" if row % 400 == 0 else f"text {row}" for row in range(2400)]
    page = explore(frame(2400), clusterer="kmeans", n_clusters=2, tooltip=texts)
    searched(page, "lamp")
    told = [(reply["total"], reply["unread"]) for reply in page.sent]
    assert told == [(3, 1400), (5, 400), (6, 0), (6, 0)][: len(told)]
    assert told[-1] == (6, 0)
    assert "1,400 points left to search" in page.sent[0]["rest"]


def test_it_works_beside_the_kernels_thread_and_the_last_text_wins(bundle):
    """A kernel's loop is free while texts are read, and hears only of what was typed last."""
    from fake_page import Page

    from jupyter_sscluster import ClusterExplorer

    async def use():
        texts = [f"the lamp of {row} and some more words about it" for row in range(3000)]
        explorer = ClusterExplorer(
            np.random.default_rng(0).normal(size=(3000, 2)), "kmeans", n_clusters=2, tooltip=texts
        )
        page = Page(explorer)
        try:
            begun = time.perf_counter()
            page.send("find", text="of", start=0)
            page.send("find", text="lamp", start=0)
            sent = time.perf_counter() - begun
            for _ in range(1000):
                await asyncio.sleep(0.005)
                if page.sent and not page.sent[-1]["unread"]:
                    break
            assert {reply["text"] for reply in page.sent} == {"lamp"}
            assert page.sent[-1]["total"] == 3000
            assert len(explorer._context.interaction.found[1]) == 3000
            return sent, page.faults
        finally:
            explorer.close()

    sent, faults = asyncio.run(use())
    assert faults == []
    assert sent < 0.5
