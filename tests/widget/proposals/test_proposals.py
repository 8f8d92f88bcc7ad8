"""Proposals on the page: one after the other, each decided by one message, the fit behind."""

import numpy as np
import pytest
from agreement import faults
from session_parts import ProposingPCKMeans

from jupyter_sscluster.widget.features.proposals.contract import ProposalCard

X = np.array([[0.0], [0.2], [1.0], [1.2], [5.0], [5.3], [9.0], [9.2]])


@pytest.fixture
def proposing(explore):
    return explore(X, clusterer=ProposingPCKMeans(4))


def shown(page, opened=True):
    page.send("proposal", opened=opened)
    assert faults(page.sent[-1], ProposalCard) == []
    return page.sent[-1]


def decide(page, verdict, key=None):
    page.send("decide_proposal", key=page.sent[-1]["key"] if key is None else key, verdict=verdict)
    page.settled()
    assert faults(page.sent[-1], ProposalCard) == []
    return page.sent[-1]


def test_a_merge_says_what_it_is_about(proposing):
    card = shown(proposing)
    assert (card["kind"], card["link"], card["text"]) == (
        "merge",
        "must",
        "Are these two the same group?",
    )
    assert sorted([card["i"], card["j"]]) == [1, 2]
    assert [sorted(side) for side in card["sides"]] in ([[0, 1], [2, 3]], [[2, 3], [0, 1]])
    assert "".join(card["why"]) == (
        "A typical row of each. 56 % likely the same: distance 1, threshold 1."
    )
    assert card["effects"] == ["4 points, 3 clusters", "1 cannot-link", "6 left"]
    assert card["note"] == ["If merged:", "1 must-link, 3 clusters"]
    assert (card["reviewed"], card["total"]) == (0, 7)
    assert card["status"].startswith("Proposal 1 of 7: merge Cluster ")
    assert card["features"][0]["values"] == [f"{X[card[end], 0]:.1f}" for end in "ij"]


def test_each_answer_is_one_undo_step_and_the_next_comes_with_it(proposing):
    first = shown(proposing)
    second = decide(proposing, "reject")
    assert second["key"] not in ("", first["key"])
    assert (second["reviewed"], second["total"]) == (1, 7)
    (link,) = proposing.settled()["links"]
    assert ({link["i"], link["j"]}, link["kind"]) == ({first["i"], first["j"]}, "cannot")
    proposing.send("undo")
    proposing.settled()
    again = shown(proposing, opened=False)
    assert again["key"] == first["key"] and again["reviewed"] == 0


def test_a_proposal_that_is_not_open_any_more_is_not_decided(proposing):
    first = shown(proposing)
    decide(proposing, "reject")
    decide(proposing, "reject", key=first["key"])
    assert len(proposing.settled()["links"]) == 1


def test_one_whose_row_was_put_out_of_all_clusters_gives_way_to_the_next(proposing):
    first = shown(proposing)
    proposing.explorer.session.noise.add([first["i"]])
    proposing.settled()
    card = shown(proposing, opened=False)
    assert card["key"] not in ("", first["key"])
    assert first["i"] not in (card["i"], card["j"])


def test_all_reviewed_ends_with_the_sum(proposing):
    shown(proposing)
    decide(proposing, "skip")
    for _ in range(20):
        if not proposing.sent[-1]["key"]:
            break
        is_split = proposing.sent[-1]["kind"] == "split"
        last = proposing.sent[-1]["total"] - proposing.sent[-1]["reviewed"] == 1
        decide(proposing, "skip" if last else "accept" if is_split else "reject")
    assert proposing.sent[-1]["key"] == ""
    text = proposing.sent[-1]["text"]
    assert text.startswith("All ") and "kept apart" in text and text.endswith("1 skipped.")
    assert shown(proposing)["key"] != ""  # opened again: the skipped one comes back


class Fickle(ProposingPCKMeans):
    """Each fit proposes something else."""

    n_fits = 0

    def proposals(self, most):
        """Another part of the list for each fit."""
        type(self).n_fits += 1
        found = super().proposals(most)
        return found[self.n_fits % len(found) :]


def test_a_key_counts_though_a_fit_has_changed_the_list_meanwhile(explore):
    page = explore(X, clusterer=Fickle(4))
    card = shown(page)
    for k in range(3):
        before = len(page.settled()["links"])
        card = decide(page, "reject", key=card["key"])
        assert len(page.settled()["links"]) == before + 1
        assert card["reviewed"] == k + 1


def test_a_key_counts_though_a_fit_has_joined_the_rows_meanwhile(proposing):
    card = shown(proposing)
    session = proposing.explorer.session
    session.set_n_clusters(1)
    proposing.settled()
    decide(proposing, "reject", key=card["key"])
    last = session.answers[-1]
    assert (last.i, last.j, last.kind) == (card["i"], card["j"], "cannot")


def test_the_one_shown_stays_through_a_fit(proposing):
    card = shown(proposing)
    proposing.explorer.session.answer(4, 5, "must")
    proposing.settled()
    assert shown(proposing, opened=False)["key"] == card["key"]


def test_a_contradiction_opens_the_dialogue(proposing):
    card = shown(proposing)
    session = proposing.explorer.session
    session.answer(card["i"], 4, "must")
    session.answer(card["j"], 4, "cannot")
    proposing.settled()
    n_sent = len(proposing.sent)
    proposing.send("decide_proposal", key=card["key"], verdict="accept")
    assert proposing.state["conflict"] is not None
    assert len(proposing.sent) == n_sent
    proposing.send("resolve", choice="soft")
    proposing.settled()
    assert len(proposing.state["links"]) == 3


def test_a_clusterer_that_proposes_nothing_says_so(page):
    card = shown(page)
    assert (card["key"], card["total"]) == ("", 0)
    assert card["text"].endswith("proposes no merges and no splits.")


@pytest.mark.parametrize("content", [{"key": "x"}, {"key": "x", "verdict": "maybe"}])
def test_what_the_page_cannot_mean_is_refused(page, content):
    page.send("decide_proposal", **content)
    assert page.state["error"]
