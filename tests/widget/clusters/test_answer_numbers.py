"""Answers that stand against a verb are called by the numbers that the page shows."""

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster.session import ClusterPlan, engine_of
from jupyter_sscluster.widget.core.recording import reason
from jupyter_sscluster.widget.features.clusters import text as words


@pytest.mark.parametrize("verb", ["merge", "gather"])
def test_what_stands_against_a_verb_is_called_by_its_action(page, verb):
    session = page.explorer.session
    a, b = (np.flatnonzero(session.labels == cluster)[:3].tolist() for cluster in (0, 1))
    session.answer_many([(a[0], a[1]), (a[1], a[2])], "must")
    session.answer_many([(a[0], b[0]), (a[1], b[1])], "cannot")
    session.wait(60)
    page.settled()
    pair = {"cluster": int(session.labels[a[0]]), "other": int(session.labels[b[0]])}
    if verb == "merge":
        error = page.send("merge", **pair)["error"]
    else:
        page.explorer.selection = [*a, *b]
        error = page.send("group", action="new")["error"]
    assert "kept apart by answer 2; take it back" in error
    assert words.apart((3, 4), engine_of(session).timeline.action_of) == "kept apart by answer 2"


def test_a_reason_keeps_what_is_no_number_of_an_answer():
    plan = ClusterPlan(
        reason="Kept apart by answers 3, 4, 5 and 6 more; x", answers=(*range(3, 12),)
    )
    assert reason(plan, lambda number: number // 4) == "Kept apart by answers 0, 1 and 2; x"
    assert reason(ClusterPlan(reason="No answers 3"), lambda number: 0) == "No answers 3"


def test_the_card_of_a_cluster_tells_shares_of_texts(explore):
    channel = ["web"] * 7 + ["<b>shop</b>"] * 3 + ["<b>shop</b>"] * 9 + [None]
    frame = pd.DataFrame({"a": [0.0] * 10 + [9.0] * 10, "channel": channel})
    frame["a"] += np.arange(20) / 100
    frame["customer"] = [f"c{row}" for row in range(20)]
    frame["code"] = np.arange(20) % 2
    page = explore(frame, n_clusters=2, tooltip=["channel", "customer", "code"])
    page.send("cluster", cluster=int(page.labels[0]))
    told = {share["name"]: share["values"] for share in page.sent[-1]["shares"]}
    assert told["channel"] == ["web 70 %", "0 %"]
    assert not told.keys() & {"code", "customer"}
    page.send("cluster", cluster=int(page.labels[19]))
    told = {share["name"]: share["values"] for share in page.sent[-1]["shares"]}
    assert told["channel"] == ["<b>shop</b> 100 %", "30 %"]


def test_the_card_of_a_cluster_tells_texts_and_images_of_its_examples(explore):
    frame = pd.DataFrame({"a": [0.0] * 10 + [9.0] * 10})
    frame["a"] += np.arange(20) / 100
    texts = [
        f"<b>letter</b> {row}: " + "we have waited for the parcel since May " * 9
        for row in range(20)
    ]
    page = explore(frame.assign(text=texts), n_clusters=2, tooltip=["text"])
    page.send("cluster", cluster=int(page.labels[0]))
    card = page.sent[-1]
    assert (card["shown"], len(card["typical"]), len(card["doubtful"])) == ("texts", 5, 5)
    for each in [*card["typical"], *card["doubtful"]]:
        text = "".join(each["text"])
        assert text.startswith(f"<b>letter</b> {each['i']}: we have")
        assert len(text) <= 161 and text.endswith("…")
        assert each["image"] is False
    assert (card["words"], card["suggested"]) == ([], "")
    assert card["words_note"] == "No word is more frequent here than elsewhere."
    png = b"\x89PNG\r\n\x1a\n" + bytes(40)
    page = explore(frame, n_clusters=2, tooltip=lambda row: png)
    page.send("cluster", cluster=int(page.labels[0]))
    assert [(each["image"], each["text"]) for each in page.sent[-1]["typical"]] == [(True, [])] * 5
    assert page.sent[-1]["shown"] == "images" and page.sent[-1]["words"] == []


def test_a_preview_tells_what_gives_way_and_what_else_moves():
    plan = ClusterPlan(
        links=((0, 3, "cannot"),),
        n_clusters=4,
        parts=((3, 4, 5), (0, 1)),
        taken_back=(3, 4, 5),
        moved=7,
    )
    told = words.if_split(plan, lambda number: number // 4 + 1)
    assert told == (
        "If split:",
        "parts of 3 and 2, K becomes 4, 1 cannot-link, answers 1 and 2 give way, "
        "7 other points would move",
    )
    alone = ClusterPlan(links=((0, 1, "must"),), n_clusters=1, parts=((0, 1),), taken_back=(2,))
    assert words.if_merged(alone, lambda number: 9)[1] == (
        "2 points, K becomes 1, 1 must-link, answer 9 gives way"
    )
