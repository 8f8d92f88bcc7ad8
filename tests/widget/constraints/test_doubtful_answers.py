"""Violated and suspected answers, why they are, what can be done; answers that are soft."""

import asyncio
import itertools
import re
import threading
from types import SimpleNamespace

import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.active import ExpectedChanges
from jupyter_sscluster.session import Suspicion
from jupyter_sscluster.session.review.review import Review
from jupyter_sscluster.session.review.suspicions import AnswerSuspicions
from jupyter_sscluster.widget.core.background_diagnostics import DiagnosticsWorker, moment_of
from jupyter_sscluster.widget.core.interaction import Findings, InteractionState
from jupyter_sscluster.widget.core.threads import OwnerThread
from jupyter_sscluster.widget.features.history import state as progress
from jupyter_sscluster.widget.features.settings.state import SOFTLY

GROUPS = [(0, 1), (1, 2), (50, 51), (51, 52)]
APART = [(0, 50), (1, 51)]
WHY = "Contradicted by answer 1."


def answered(page, *, softly=True):
    """Two groups, apart from each other, and a soft answer that joins them."""
    session = page.explorer.session
    session.answer_many(GROUPS, "must", soft=softly)
    session.answer_many(APART, "cannot", soft=softly)
    session.answer(2, 52, "must", soft=True)
    return last_row(page)


def last_row(page):
    return page.found()["links"][-1]


def test_a_violated_answer_says_why_and_can_be_enforced(page):
    row = answered(page)
    assert (row["violated"], row["suspected"], row["why"]) == (True, True, WHY)
    assert row["enforceable"]
    assert page.state["status"].endswith(
        "7 constraints, 1 violated · answer 3: contradicted by answer 1"
    )
    page.send("enforce", answer=7)
    row = last_row(page)
    assert (row["i"], row["j"], row["kind"]) == (2, 52, "must")
    assert (row["violated"], row["suspected"], row["soft"]) == (False, False, False)
    assert not row["enforceable"]
    assert page.explorer.session.answers[-1].weight == 100
    page.send("undo")
    assert last_row(page)["why"] == WHY


def test_rows_that_are_kept_and_likely_right_say_nothing(page):
    answered(page)
    others = page.state["links"][:-1]
    assert {(row["why"], row["enforceable"], row["suspected"]) for row in others} == {
        ("", False, False)
    }


def test_an_answer_that_may_be_wrong_is_shown_although_it_is_kept(explore):
    page = explore(clusterer="adaptivepckmeans")
    answered(page)
    page.send("enforce", answer=7)
    rows = {row["answer"]: row for row in page.found()["links"]}
    doubted = [number for number, row in rows.items() if row["suspected"] and not row["violated"]]
    assert doubted
    for number in doubted:
        assert rows[number]["why"].startswith("Contradicted by answers ")
        assert rows[number]["enforceable"]


def test_points_that_no_clustering_of_so_many_clusters_keeps_apart(page):
    rows = [0, 50, 100, 149]
    page.explorer.session.answer_many(list(itertools.combinations(rows, 2)), "cannot")
    (violated,) = [row for row in page.found()["links"] if row["violated"]]
    assert violated["why"] == "Impossible: 4 points all apart from each other, 3 clusters."
    assert violated["enforceable"]


def test_the_status_names_the_newest_of_several_violated_answers(explore):
    page = explore(clusterer="adaptivepckmeans")
    answered(page)
    page.explorer.session.answer(0, 52, "must", soft=True)
    status = page.found()["status"]
    assert "8 constraints, 2 violated · latest answer 4: " in status


def test_why_an_answer_is_violated_comes_after_the_keys_of_the_next_question(page):
    answered(page)
    page.send("suggest")
    asked = page.settled()["question"]
    page.send("answer", kind="cannot", **{key: asked[key] for key in ("number", "i", "j")})
    page.settled()
    status = page.found()["status"]
    assert re.search(r"Press M, C or S\. (Answer|Latest answer) \d: contradicted by", status), (
        status
    )


def test_a_clusterer_that_ignores_pairs_can_enforce_none(explore):
    page = explore(clusterer="kmeans")
    page.send("link", i=0, j=100, kind="must")
    row = last_row(page)
    assert row["violated"] and not row["enforceable"]
    assert row["why"] == "" and page.state["doubtful"] == []
    assert page.found()["status"].startswith("No point changed cluster · 1 constraint, 1 violated")


# --------------------------------------------------------------------------- against hard answers


@pytest.fixture
def refused(page):
    """A soft answer was to be enforced, and hard ones forbid it."""
    answered(page, softly=False)
    page.send("enforce", answer=7)
    return page


def test_enforcing_against_hard_answers_opens_the_conflict(refused):
    conflict = refused.state["conflict"]
    assert conflict["text"].endswith("Your answer stays soft until you choose.")
    titles = [choice["title"] for choice in conflict["choices"]]
    assert titles[0] == "Leave it soft"
    assert all(title.startswith("Take back answer ") for title in titles[1:])
    assert refused.state["status"].endswith("so it is not enforced yet.")


def test_it_may_be_left_soft(refused):
    before = refused.explorer.session.answers
    refused.send("resolve", choice="take_back_new")
    assert refused.state["conflict"] is None
    assert refused.explorer.session.answers == before


def test_or_take_the_place_of_what_forbids_it(refused):
    session = refused.explorer.session
    while refused.state["conflict"] is not None:
        choice = refused.state["conflict"]["choices"][1]
        refused.send("resolve", choice=choice["id"])
    assert session.constraints.relation(2, 52) == "must"
    (now,) = [answer for answer in session.answers if answer.pair == (2, 52)]
    assert (now.weight, now.soft) == (100, False)
    refused.send("undo")
    assert session.constraints.relation(2, 52) == "cannot"
    assert session.answers[-1].soft


# --------------------------------------------------------------------------- softly


def test_answers_are_soft_while_the_switch_is_on(page):
    settings = page.state["settings"]
    assert (settings["softly"], settings["softly_help"]) == (False, SOFTLY)
    state = page.send("softly", value=True)
    assert state["settings"]["softly"]
    assert state["status"] == "New answers are soft from now on: the fit may violate them."
    page.send("link", i=0, j=1, kind="must")
    assert last_row(page)["soft"]
    page.send("undo")
    page.send("undo")
    assert not page.settled()["settings"]["softly"]
    page.send("link", i=0, j=1, kind="must")
    assert not last_row(page)["soft"]


def test_the_same_soft_link_is_not_made_twice(page):
    page.send("softly", value=True)
    page.send("link", i=0, j=1, kind="must")
    state = page.send("link", i=1, j=0, kind="must")
    assert state["status"] == "1 – 0 is already a must-link (answer 1)."
    assert len(page.settled()["links"]) == 1


def test_the_price_is_told_only_where_the_clusterer_looks_at_soft_answers(explore):
    page = explore(clusterer="copkmeans")
    assert page.state["settings"]["softly_help"] == "COP-k-means ignores soft answers."


def test_a_switch_that_is_neither_on_nor_off_is_refused(page):
    assert "softly" in page.send("softly", value="yes")["error"]
    assert not page.explorer.session.default_soft


# --------------------------------------------------------------------------- beside the rest


def test_findings_are_worked_out_in_a_thread_of_their_own(bundle, monkeypatch):
    where = []
    plain = Review.suspicions.fget

    def noted(review):
        where.append(threading.current_thread().name)
        return plain(review)

    monkeypatch.setattr(Review, "suspicions", property(noted))

    async def play():
        explorer = ClusterExplorer(load_iris().data, n_clusters=3)
        try:
            page = SimpleNamespace(explorer=explorer, found=lambda: explorer.layer.state)
            answered(page)
            for _ in range(500):
                await asyncio.sleep(0.01)
                if explorer.layer.state["links"][-1]["why"] == WHY:
                    return
            raise AssertionError(explorer.layer.state["links"])
        finally:
            explorer.close()

    asyncio.run(play())
    assert where and all(name.startswith("ssc-find") for name in where)


def test_the_outlook_is_told_in_words(page):
    assert page.found()["progress"]["outlook"] == (
        "Too few answers to estimate. Expect larger changes."
    )
    page.explorer.session.answer_many([(0, 1), (50, 51), (100, 101)], "must")
    page.explorer.session.answer_many([(0, 50), (50, 100), (0, 100)], "cannot")
    told = page.found()["progress"]["outlook"]
    assert re.fullmatch(
        r"The next ten answers are expected to move "
        r"(at least 10|about \d|hardly any) of 150 points\.",
        told,
    )
    page.send("set", what="strategy", value="random")
    assert "Random cannot estimate the changes" in page.found()["progress"]["outlook"]


@pytest.mark.parametrize(
    ("moved", "many"),
    [(0.4, "hardly any"), (1.6, "about 2"), (4.0, "about 4"), (4.1, "at least 10")],
)
def test_an_outlook_counts_a_few_points_and_no_more(page, moved, many):
    page.explorer.interaction.findings = Findings(outlook=ExpectedChanges(moved, ""))
    told = progress.state(page.explorer.view())["progress"]["outlook"]
    assert told == f"The next ten answers are expected to move {many} of 150 points."


class Still:
    """A session in which something else can be going on."""

    def __init__(self):
        self.is_fitting = False
        self.history = SimpleNamespace(current_fit=SimpleNamespace(fit=1))
        self._engine = SimpleNamespace(revision=0, journal=SimpleNamespace(closed=""))
        self.asked, self.meanwhile, self.why = 0, lambda: None, "So."
        self.problem, self.review = None, self
        self.stopping = SimpleNamespace(expected_changes=ExpectedChanges(None, "Nobody knows."))
        self.questions = SimpleNamespace(times=())
        self.annotators = SimpleNamespace(current="")

    @property
    def suspicions(self):
        self.asked += 1
        self.meanwhile()
        return AnswerSuspicions((Suspicion(1, 0.7, True, why=self.why),))


@pytest.fixture
def still():
    session, interaction, shown = Still(), InteractionState(), []
    finder = DiagnosticsWorker(session, interaction, OwnerThread(), lambda: shown.append(1))
    yield SimpleNamespace(session=session, interaction=interaction, shown=shown, finder=finder)
    finder.close()


def test_nothing_is_looked_for_while_a_person_waits_for_something_else(still):
    still.interaction.asking = True
    still.finder.look()
    still.interaction.asking, still.session.is_fitting = False, True
    still.finder.look()
    still.session.is_fitting, still.session._engine.journal.closed = (
        False,
        "A newer session took over.",
    )
    still.finder.look()
    still.session._engine.journal.closed, still.session.history.current_fit = "", None
    still.finder.look()
    assert (still.session.asked, still.shown) == (0, [])


def test_a_moment_is_looked_at_once_and_shown_where_it_looks_other(still):
    still.finder.look()
    still.finder.look()
    assert (still.session.asked, still.shown) == (1, [1, 1])
    assert still.interaction.findings.suspicions[1].why == "So."
    assert still.interaction.findings.outlook is still.session.stopping.expected_changes
    still.session._engine.revision, still.session.why = 1, ""
    still.finder.look()
    assert (still.session.asked, len(still.shown)) == (2, 3), "a doubt that has gone is shown, too"
    still.session._engine.revision = 2
    still.finder.look()
    assert (still.session.asked, len(still.shown)) == (3, 3)


def test_what_was_found_about_a_moment_that_has_passed_is_not_shown(still):
    def overtaken():
        still.session._engine.revision, still.session.meanwhile = 1, lambda: None

    still.session.meanwhile = overtaken
    still.finder.look()
    assert (still.session.asked, len(still.shown)) == (2, 2)
    findings = still.interaction.findings
    assert findings.moment == findings.expected_at == moment_of(still.session) == (1, 1)


def test_what_cannot_be_worked_out_is_left_out(still, caplog):
    def fail():
        raise ZeroDivisionError

    still.interaction.findings = Findings((0, 0), {1: Suspicion(1, 0.9, True)})
    still.session.meanwhile = fail
    still.finder.look()
    now = moment_of(still.session)
    assert still.interaction.findings == Findings(
        now, {}, now, still.session.stopping.expected_changes
    )
    assert "could not be worked out" in caplog.text
    still.finder.look()
    assert still.session.asked == 1
