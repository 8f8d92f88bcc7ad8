"""A check on the page: one step after the other, each recorded by one message."""

import numpy as np
import pytest
from agreement import faults
from sklearn.datasets import make_blobs

from jupyter_sscluster.widget.features.check.contract import CheckStep, FoundCards

X, Y = make_blobs(90, centers=3, cluster_std=1.8, random_state=4)


@pytest.fixture
def checking(explore):
    page = explore(X, clusterer="kmeans", n_clusters=3)
    page.settled()
    return page


def step(page):
    page.send("check")
    assert faults(page.sent[-1], CheckStep) == []
    return page.sent[-1]


def last(page):
    found = next(each for each in reversed(page.sent) if each["type"] == "check")
    assert faults(found, CheckStep) == []
    return found


def begun(page, more=40):
    page.send("begin_check", more=more)
    shown = last(page)
    assert shown["stage"] == "cards"
    page.send("sort_cards", key=shown["key"], piles=[])
    return last(page)


def place(page, right=True):
    shown = last(page)
    row = shown["point"]["i"]
    fits = [card["i"] for card in shown["cards"] if (Y[card["i"]] == Y[row]) == right]
    page.send("place_checked", key=shown["key"], choice=fits[0] if fits else None)
    return last(page)


def whole(page):
    begun(page)
    while last(page)["stage"] == "row":
        place(page)
    return last(page)


def test_it_begins_with_what_it_is_for(checking):
    first = step(checking)
    assert (first["stage"], first["title"]) == ("intro", "How right is this clustering?")
    assert "Nothing is learned" in first["text"]
    assert checking.state["check"]["total"] == 0


def test_cards_are_sorted_first(checking):
    checking.send("begin_check", more=40)
    shown = last(checking)
    assert shown["title"] == "Which of these are the same?"
    assert len(shown["cards"]) == 3 and shown["known"] == []
    assert {len(card["values"]) for card in shown["cards"]} == {2}
    card = shown["cards"][1]["i"]
    checking.send("exchange_card", key=shown["key"], row=card)
    other = last(checking)
    assert other["cards"][1]["i"] != card and other["cards"][0]["i"] == shown["cards"][0]["i"]
    checking.send("exchange_card", key=shown["key"], row=other["cards"][0]["i"])
    assert last(checking)["cards"] == other["cards"]  # the key was of another question
    pair = [each["i"] for each in other["cards"][:2]]
    checking.send("sort_cards", key=other["key"], piles=[pair])
    row = last(checking)
    assert row["stage"] == "row" and len(row["cards"]) == 2
    assert checking.state["check"]["total"] == 40


def test_a_row_is_placed_without_a_word_of_its_cluster(checking):
    shown = begun(checking)
    row = shown["point"]["i"]
    assert shown["title"] == f"Where does point {row} belong?"
    assert shown["status"].startswith("Check 1 of 40: where does point ")
    assert "Cluster" not in str(shown) and "cluster_id" not in str(shown)
    after = place(checking)
    assert after["done"] == checking.state["check"]["done"] == 1
    assert after["status"].startswith("Check 2 of 40") and after["key"] != shown["key"]
    checking.send("place_checked", key=shown["key"], choice=None)
    assert last(checking)["done"] == 1  # pressed twice
    checking.send("undo")
    assert step(checking)["point"]["i"] == row


def test_nothing_is_fitted_and_no_answer_is_recorded(checking):
    fit = checking.explorer.session.history.current_fit
    whole(checking)
    assert checking.explorer.session.history.current_fit is fit
    assert checking.state["links"] == [] and checking.state["fit"] is None


def test_the_result_has_a_figure_an_interval_and_what_lowers_it(checking):
    shown = whole(checking)
    assert (shown["stage"], shown["done"], shown["total"]) == ("result", 40, 40)
    found = shown["figures"]
    result = checking.explorer.session.check().result
    assert found["share"] == f"{100 * result.in_place.value:.0f} %"
    assert found["interval"].endswith(" % with 95 % confidence, 40 checks by you")
    assert found["bars"][0]["cluster_id"] == -1 and found["bars"][0]["checks"] == "40"
    for bar in found["bars"]:
        assert 0 <= bar["begin"] <= bar["at"] <= bar["end"] <= 1
    assert sorted(found["wrong"]) == result.wrong.tolist()
    assert sum(len(each["rows"]) for each in found["misplaced"]) == len(found["wrong"])
    assert len(found["checked"]) == 40 and len(found["indices"]) == 4
    assert found["further"].startswith("to about ") and found["can_tell"]
    assert found["status"].startswith("40 checks: ")


def test_twenty_more_go_on(checking):
    whole(checking)
    checking.send("begin_check", more=20)
    shown = last(checking)
    assert (shown["stage"], shown["done"], shown["total"]) == ("row", 40, 60)
    assert shown["figures"] is not None


def test_ten_more_of_a_cluster_with_few_checks_go_on(explore):
    page = explore(X, clusterer="kmeans", n_clusters=8)
    page.settled()
    page.send("begin_check", more=40)
    page.send("sort_cards", key=last(page)["key"], piles=[])
    while last(page)["stage"] == "row":
        page.send("place_checked", key=last(page)["key"], choice=last(page)["cards"][0]["i"])
    found = last(page)["figures"]
    assert found["few"] and found["indices_of"] == ""
    first, done = found["few"][0], last(page)["done"]
    n_left = page.explorer.session.check().result.clusters[first["cluster_id"]].n_left
    assert first["more"] == f"{min(10, n_left)} more in Cluster {first['cluster_id'] + 1}"
    page.send("check_more_of", cluster_id=first["cluster_id"])
    shown = last(page)
    assert (shown["stage"], shown["done"]) == ("row", done)
    assert shown["total"] == done + min(10, n_left)
    inside = page.explorer.session.labels == first["cluster_id"]
    for _ in range(min(10, n_left)):
        assert inside[last(page)["point"]["i"]]
        page.send("place_checked", key=last(page)["key"], choice=last(page)["cards"][0]["i"])
    found = last(page)["figures"]
    assert found["indices_of"].startswith("Of the ") and first not in found["few"]
    assert any("of single clusters, which are weighed" in note for note in found["notes"])
    while len(page.explorer.session.check().rows) > done:
        page.send("undo")
    assert step(page)["figures"]["indices_of"] == ""


def test_rows_out_of_place_are_shown_once_more(checking):
    begun(checking)
    while last(checking)["done"] < 40:
        place(checking, right=last(checking)["done"] != 5)
    shown = last(checking)
    assert shown["stage"] == "row" and shown["status"].startswith("Second look: ")
    assert shown["text"].startswith("It was not where") and shown["figures"]["again"] >= 1


def test_after_another_clustering_the_figures_are_of_that(checking):
    before = whole(checking)["figures"]
    moment = checking.state["check"]["moment"]
    checking.explorer.session.answer(0, 1, "cannot")
    checking.explorer.session.set_clusterer("pckmeans")
    checking.settled()
    assert checking.state["check"]["moment"] != moment
    shown = step(checking)
    assert shown["figures"]["checked"] == before["checked"]
    since = checking.explorer.session.check().since
    told = any("changed cluster since" in note for note in shown["figures"]["notes"])
    assert told == (since.n_moved > 0)


def test_of_many_clusters_another_one_is_found_and_cards_are_joined(explore):
    X = np.arange(90.0)[:, None] // 3 * 9 + np.arange(90.0)[:, None] / 99
    page = explore(X, clusterer="kmeans", n_clusters=30)
    page.settled()
    page.send("begin_check", more=40)
    shown = last(page)
    assert (shown["stage"], len(shown["cards"]), shown["others"]) == ("row", 9, 21)
    assert "A for another cluster" in shown["status"]
    page.send("search_cards", key=shown["key"], text="")
    found = page.sent[-1]
    assert faults(found, FoundCards) == [] and len(found["cards"]) == 8
    assert found["status"] == "21 other clusters, the first 8 listed"
    page.send("search_cards", key="another question", text="")
    assert page.sent[-1] is found
    name = found["cards"][2]["cluster"]
    page.send("search_cards", key=shown["key"], text=name.lower())
    card = page.sent[-1]["cards"][0]
    assert card["cluster"] == name and page.sent[-1]["text"] == name.lower()
    pair = [each["i"] for each in shown["cards"][:2]]
    page.send("sort_cards", key=shown["key"], piles=[pair])
    joined = last(page)
    assert joined["point"]["i"] == shown["point"]["i"] and joined["others"] == 20
    page.send("place_checked", key=joined["key"], choice=card["face"]["i"])
    check = page.explorer.session.check()
    assert check.rows == (shown["point"]["i"],) and last(page)["done"] == 1
    while last(page)["done"] < 10:
        page.send("place_checked", key=last(page)["key"], choice=last(page)["cards"][0]["i"])
    assert any("counts as a class of its own" in note for note in last(page)["figures"]["notes"])


def test_checks_are_told_in_one_step(checking):
    whole(checking)
    checking.send("tell_checks")
    checking.settled()
    assert last(checking)["stage"] == "intro"
    assert len(checking.explorer.session.answers) > 30
    checking.send("undo")
    checking.settled()
    assert step(checking)["stage"] == "result"


def test_who_checked_is_named(explore):
    page = explore(X, clusterer="kmeans", n_clusters=3, annotator="Ann")
    assert whole(page)["figures"]["interval"].endswith("40 checks by Ann")


def test_rows_of_a_sample_come_among_those_shown(explore):
    page = explore(X, clusterer="kmeans", n_clusters=3, sample=30)
    page.settled()
    begun(page)
    for _ in range(12):
        page.send("place_checked", key=last(page)["key"], choice="unknown")
    sample = page.explorer.session.sample
    assert page.state["n"] == len(sample) > 30
    assert all(
        row in sample for row in (last(page)["point"]["i"], *page.explorer.session.check().rows)
    )


def test_content_takes_the_place_of_values(explore):
    page = explore(X, clusterer="kmeans", n_clusters=3, tooltip=lambda row: b"GIF89a")
    begun(page)
    page.wait(lambda _: last(page)["point"]["content"]["image"])
    shown = last(page)
    assert shown["point"]["values"] == [] and shown["cards"][0]["values"] == []


def test_noise_and_five_rows_have_a_result(explore):
    page = explore(np.arange(5.0)[:, None], clusterer="kmeans", n_clusters=1)
    page.settled()
    page.send("begin_check", more=40)
    while last(page)["stage"] == "row":
        page.send("place_checked", key=last(page)["key"], choice=last(page)["cards"][0]["i"])
    assert last(page)["figures"]["share"] == "100 %" and last(page)["figures"]["further"] == ""


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("begin_check", {}),
        ("begin_check", {"more": -1}),
        ("begin_check", {"more": "many"}),
        ("sort_cards", {"key": ""}),
        ("check_more_of", {"cluster_id": "Nines"}),
        ("check_more_of", {"cluster_id": 9}),
        ("exchange_card", {"key": "", "row": 900}),
        ("search_cards", {"key": "x", "text": 3}),
        ("place_checked", {"key": "x"}),
        ("tell_checks", {}),
    ],
)
def test_what_the_page_cannot_mean_is_refused(checking, kind, content):
    checking.send(kind, **content)
    assert checking.state["error"]
