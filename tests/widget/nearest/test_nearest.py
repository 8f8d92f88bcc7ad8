"""The list of the nearest rows: what the page is told about them."""

import asyncio

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import FunctionTransformer, StandardScaler

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"


def listed(page, index, metric="clustered"):
    page.send("nearest", index=index, metric=metric)
    return page.sent[-1]


def test_ten_rows_with_name_distance_and_text(explore):
    X = np.arange(30.0)[:, None] ** 2
    texts = [f"text of  {row}\n<b>" for row in range(30)]
    page = explore(X, clusterer="kmeans", n_clusters=2, tooltip=texts)
    reply = listed(page, 4)
    assert [row["index"] for row in reply["rows"]] == [3, 5, 2, 1, 0, 6, 7, 8, 9, 10]
    assert [row["distance"] for row in reply["rows"]][:3] == ["7", "9", "12"]
    assert reply["rows"][0]["text"] == "text of 3 <b>"
    assert (reply["name"], reply["no_raw"], reply["problem"]) == ("4", "", "")


def test_images_and_short_values(explore):
    values = [{"photo": PNG, "town": "Brno", "age": 30}] * 6
    page = explore(np.arange(6.0)[:, None], clusterer="kmeans", n_clusters=2, tooltip=values)
    (first, *_) = listed(page, 0)["rows"]
    assert (first["image"], first["text"], first["pending"]) == (True, "Brno · 30", False)


def test_raw_measures_what_was_given(explore):
    frame = pd.DataFrame({"a": [0.0, 1.0, 9.0, 10.0], "b": [0.0, 900.0, 0.0, 800.0]})
    page = explore(frame, clusterer="kmeans", n_clusters=2, preprocess=StandardScaler())
    assert [row["distance"] for row in listed(page, 0, "raw")["rows"]] == ["9", "800", "900"]
    assert [row["index"] for row in listed(page, 0)["rows"]] != [2, 3, 1]


def test_without_numbers_raw_is_off_and_says_why(explore):
    texts = ["a", "bb", "ccc", "dddd"]
    lengths = FunctionTransformer(lambda X: np.array([[len(each)] for each in X], dtype=float))
    page = explore(texts, clusterer="kmeans", n_clusters=2, preprocess=lengths)
    assert "no columns of numbers" in listed(page, 0)["no_raw"]
    reply = listed(page, 0, "raw")
    assert (reply["rows"], bool(reply["problem"])) == ([], True)


@pytest.mark.parametrize(
    "content",
    [{"index": 150, "metric": "raw"}, {"index": 0, "metric": "cosine"}, {"index": 0}],
)
def test_what_the_page_cannot_mean_is_refused(page, content):
    page.send("nearest", **content)
    assert page.state["error"]
    assert page.sent == []


def test_a_link_from_the_list_is_one_undo_step_and_a_contradiction_opens_the_dialogue(page):
    first, second, *_ = [row["index"] for row in listed(page, 0)["rows"]]
    page.send("link", i=0, j=first, kind="must")
    page.send("link", i=first, j=second, kind="must")
    before = page.settled()["links"]
    state = page.send("link", i=0, j=second, kind="cannot")
    assert state["conflict"] is not None
    assert state["links"] == before
    page.send("conflict", choice="take_back_new")
    page.send("undo")
    assert [link["j"] for link in page.settled()["links"]] == [first]


def test_a_text_that_comes_late_is_told_again(bundle):
    import threading

    from fake_page import Page

    from jupyter_sscluster import ClusterExplorer

    go = threading.Event()

    def told(i):
        assert go.wait(20)
        return f"text {i}"

    async def use():
        explorer = ClusterExplorer(np.arange(6.0)[:, None], "kmeans", n_clusters=2, tooltip=told)
        page = Page(explorer)

        async def until(holds):
            for _ in range(1000):
                await asyncio.sleep(0.005)
                if page.sent and holds([r for r in page.sent if r["type"] == "nearest"]):
                    return
            raise AssertionError(page.sent)

        try:
            page.send("nearest", index=0, metric="clustered")
            await until(lambda replies: replies and replies[-1]["rows"][0]["pending"])
            go.set()
            await until(lambda replies: not any(row["pending"] for row in replies[-1]["rows"]))
            last = [reply for reply in page.sent if reply["type"] == "nearest"][-1]
            return last["rows"][0]["text"], page.faults
        finally:
            go.set()
            explorer.close()

    assert asyncio.run(use()) == ("text 1", [])
