"""The list of all clusters: what the page is told about hundreds of them."""

import numpy as np
import pytest

from jupyter_sscluster.session.clusters.examples import examples


def listed(page, by="size", text=""):
    page.send("list_clusters", by=by, text=text)
    return page.sent[-1]


@pytest.fixture
def many(explore):
    rng = np.random.default_rng(0)
    centres = rng.uniform(0, 40, size=(60, 2))
    sizes = 3 + np.arange(60) % 7
    X = np.repeat(centres, sizes, axis=0) + rng.normal(scale=0.3, size=(sizes.sum(), 2))
    page = explore(X, clusterer="kmeans", n_clusters=60)
    page.explorer.session.clusters.rename(4, "Žofie")
    page.settled()
    return page


def test_each_line_says_what_the_card_says(many):
    session = many.explorer.session
    session.answer(0, 1, "must")
    session.answer(0, len(session.labels) - 1, "cannot")
    many.settled()
    reply = listed(many)
    sizes = np.bincount(session.labels, minlength=60)
    order = [row["id"] for row in reply["rows"]]
    assert order == sorted(range(60), key=lambda k: (-sizes[k], k))
    for row in reply["rows"]:
        profile = session.clusters.describe(row["id"])
        doubtful = examples(session.X, session.labels, row["id"]).n_doubtful
        assert row["links"] == profile.links
        assert row["doubt"] == round(doubtful / sizes[row["id"]], 4)
        assert row["percent"].endswith(" %")
    assert {row["links"] for row in reply["rows"]} >= {0, 1}
    assert reply["foot"] == "1 named, 59 not yet"


def test_it_is_sorted_and_searched(many):
    doubts = [row["doubt"] for row in listed(many, "doubt")["rows"]]
    assert doubts == sorted(doubts, reverse=True) and doubts[0] > 0
    by_name = [row["id"] for row in listed(many, "name")["rows"]]
    assert by_name == [*(k for k in range(60) if k != 4), 4]
    assert [row["id"] for row in listed(many, text="zofie")["rows"]] == [4]
    reply = listed(many, text="<b>nobody")
    assert (reply["rows"], reply["foot"]) == ([], "No name has “<b>nobody” in it.")


def test_what_was_counted_is_counted_anew_after_an_answer(many):
    before = {row["id"]: row["links"] for row in listed(many)["rows"]}
    many.explorer.session.answer(0, 1, "must")
    many.settled()
    after = {row["id"]: row["links"] for row in listed(many)["rows"]}
    cluster = many.explorer.session.labels[0]
    assert after[cluster] == before[cluster] + 1


def test_rows_of_a_sample_are_counted(explore):
    X = np.concatenate([np.arange(0.0, 9.0), np.arange(20.0, 29.0)])[:, None]
    page = explore(X, clusterer="kmeans", n_clusters=2, sample=[0, 5, 9, 17])
    page.explorer.session.answer(0, 9, "cannot")
    page.settled()
    assert [row["links"] for row in listed(page)["rows"]] == [1, 1]


@pytest.mark.parametrize("content", [{"by": "colour", "text": ""}, {"by": "size", "text": 3}])
def test_what_the_page_cannot_mean_is_refused(page, content):
    page.send("list_clusters", **content)
    assert page.state["error"]
    assert page.sent == []
