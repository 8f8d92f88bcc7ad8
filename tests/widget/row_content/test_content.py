"""Images and texts of points, from `tooltip=` to the page, and functions that are slow or fail."""

import asyncio
import json
import threading

import pytest

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"
TEXT = "A hand deep and as wide as a bicycle wheel. When it rains it fills up. " * 3


def question(page):
    page.send("suggest")
    return page.settled()["question"]


def test_the_images_of_a_question_come_before_it_and_once(explore):
    page = explore(tooltip=lambda i: PNG + bytes([i]))
    asked = question(page)
    (sent,) = page.sent
    assert [row for row, _ in sent["images"]] == [asked["i"], asked["j"]]
    assert all(address.startswith("data:image/png;base64,") for _, address in sent["images"])
    assert [content["image"] for content in asked["extra"]] == [True, True]
    assert asked["features"] == []
    page.send("dismiss_error")
    assert len(page.sent) == 1
    page.send("images", indices=[asked["i"]])
    assert page.sent[1]["images"] == sent["images"][:1], "a view that opens later asks"


def test_a_text_takes_the_place_of_the_features(explore):
    page = explore(tooltip=[TEXT] * 150)
    asked = question(page)
    assert [content["text"] for content in asked["extra"]] == [TEXT, TEXT]
    assert asked["features"] == []
    page.send("describe", index=3, step=None)
    assert (page.sent[-1]["text"], page.sent[-1]["features"]) == (TEXT, [])


def test_values_stand_beside_the_features(explore):
    asked = question(explore(tooltip=["setosa"] * 150))
    assert [content["rows"] for content in asked["extra"]] == [[["", "setosa"]]] * 2
    assert len(asked["features"]) == 3


def test_thumbnails_are_small_images_alone(explore):
    images = [PNG, PNG + bytes(300_000), None] * 50
    page = explore(tooltip=images)
    page.send("images", indices=[0, 1, 2])
    told = dict(page.sent[0]["images"])
    assert (bool(told[0]), told[1], told[2]) == (True, "", "")
    page.send("images", indices=[1])
    assert page.sent[1]["images"][0][1]


def test_a_tooltip_that_fails_is_no_error_of_the_widget(explore):
    def broken(i):
        raise ValueError(f"nothing about {i}")

    page = explore(tooltip=broken)
    page.send("describe", index=3, step=None)
    assert page.sent[0]["problem"] == "tooltip= failed for this point: ValueError: nothing about 3"
    assert len(page.sent[0]["features"]) == 4
    asked = question(page)
    assert "nothing about" in asked["extra"][0]["problem"]
    assert len(asked["features"]) == 3
    assert page.state["error"] is None


@pytest.mark.parametrize("way", ["hover", "question"])
def test_a_slow_tooltip_blocks_neither_answers_nor_the_event_loop(bundle, way):
    """With a loop, as in a kernel: the function runs beside it, and its content follows."""
    from fake_page import Page
    from sklearn.datasets import load_iris

    from jupyter_sscluster import ClusterExplorer

    go = threading.Event()

    def slow(i):
        assert go.wait(20)
        return PNG

    async def use():
        explorer = ClusterExplorer(load_iris().data, n_clusters=3, tooltip=slow)
        page = Page(explorer)
        try:
            await until(lambda: page.state["fit"] is None)
            if way == "hover":
                page.send("describe", index=3, step=0)
                assert (page.sent[0]["pending"], page.sent[0]["image"]) == (True, False)
            else:
                page.send("suggest")
                await until(lambda: page.state["question"])
                asked = page.state["question"]
                assert [content["pending"] for content in asked["extra"]] == [True, True]
            page.send("link", i=0, j=100, kind="cannot")
            await until(lambda: "1 constraint" in page.state["status"] and not page.state["fit"])
            go.set()
            if way == "hover":
                await until(lambda: any(r["type"] == "describe" and r["image"] for r in page.sent))
                shown = [reply["type"] for reply in page.sent]
                assert shown == ["describe", "images", "describe"]
                assert [page.sent[k]["step"] for k in (0, 2)] == [0, 0]
            else:
                await until(lambda: all(c["image"] for c in page.state["question"]["extra"]))
        finally:
            go.set()
            explorer.close()
        return page.faults

    assert asyncio.run(use()) == []


def test_what_a_function_tells_is_found_and_read_only_while_somebody_looks_for_it(bundle):
    from fake_page import Page
    from sklearn.datasets import load_iris

    from jupyter_sscluster import ClusterExplorer

    called, go = [], threading.Event()

    def told(i):
        called.append(i)
        assert len(called) <= 50 or go.wait(20)
        if i == 120:
            raise ValueError(i)
        return {"photo": PNG, "note": "a Battery, flat"} if i in (7, 140) else f"row {i}"

    async def use():
        explorer = ClusterExplorer(load_iris().data, n_clusters=3, tooltip=told)
        page = Page(explorer)

        def found(text):
            replies = [r for r in page.sent if r["type"] == "found" and r["text"] == text]
            matches = [[(m["index"], "".join(m["pieces"])) for m in r["hits"]] for r in replies]
            return matches, [r["unread"] for r in replies]

        try:
            await until(lambda: page.state["fit"] is None)
            page.send("find", text="battery", start=0)
            await until(lambda: len(called) > 50)
            page.send("find", text="Battery", start=0)
            await until(lambda: found("Battery")[0])
            assert found("Battery")[0][-1] == [(7, "a Battery, flat")]
            assert found("Battery")[1][-1] > 0
            page.send("find", text="", start=0)
            n_called = len(called)
            go.set()
            await asyncio.sleep(0.05)
            assert len(called) <= n_called + 1
            page.send("find", text="battery", start=0)
            await until(lambda: found("battery")[1][-1:] == [0])
            assert [row for row, _ in found("battery")[0][-1]] == [7, 140]
            assert sorted(called) == list(range(150)), "no row is read twice"
        finally:
            go.set()
            explorer.close()
        return page.faults

    assert asyncio.run(use()) == []


async def until(holds):
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


def test_half_a_surrogate_pair_reaches_the_page_as_a_sign_that_can_be_sent(explore):
    names = [f"row {row}\ud800\x00" for row in range(150)]
    page = explore(names=names, tooltip=lambda i: f"of {i}\udfff")
    layer, sent = page.explorer.layer, []
    del layer.send  # the page's own ear, in place of what travels
    layer._send = lambda message, buffers=None: sent.append(message)
    question(page)
    page.send("describe", index=3, step=None)
    page.send("find", text="row 3\ud800", start=0)
    page.send("answer", i=0, j=1, kind="must")
    assert page.explorer.session.names[3] == names[3], "what was given stays as it was"
    assert layer.names[3] == "row 3\ufffd\ufffd"
    kinds = {message["content"]["type"] for message in sent if "content" in message}
    assert kinds >= {"describe", "found"}
    for message in [*sent, layer.names, layer.columns, page.settled()]:
        json.dumps(message, ensure_ascii=False).encode()
