"""Automatic answers, played: as many as wanted, at a pace, giving way to whatever a person does."""

import asyncio
import threading
import time

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster.cluster import COPKMeans, PCKMeans
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.core.oracle_run import PACES
from jupyter_sscluster.widget.features.oracle_run import text as words

IRIS = load_iris()


@pytest.fixture
def taught(explore):
    """A page with an explorer that knows the classes of iris."""
    return explore(
        IRIS.data, clusterer="pckmeans", strategy="random", n_clusters=3, y_true=IRIS.target
    )


def run_of(page):
    return page.state["oracle_run"]


def test_without_true_labels_there_is_nothing_to_play(page):
    assert run_of(page) is None
    page.send("oracle_play")
    assert "y_true=" in page.state["error"]
    assert page.explorer.session.answers == ()


def test_it_asks_as_many_as_are_wanted_and_one_undo_takes_all_back(taught):
    assert (run_of(taught)["count"], run_of(taught)["after"]) == ("", words.BEFORE)
    taught.send("oracle_goal", value=5)
    taught.send("oracle_beside", value=["npu", "minmax"])
    taught.send("oracle_play")
    shown = run_of(taught)
    last = taught.explorer.session.answers[-1]
    assert (shown["on"], shown["asked"], shown["goal"]) == (False, 5, 5)
    assert shown["pair"] == {"i": last.i, "j": last.j, "a": str(last.i), "b": str(last.j)}
    assert (shown["lead"], shown["after"]) == ("Question 5", words.TAKES_BACK)
    assert shown["told"].startswith(f": {last.i} – {last.j}, ")
    assert shown["count"] == "5 automatic answers"
    assert [link["source"] for link in taught.state["links"]] == ["automatic"] * 5
    assert [curve["title"] for curve in shown["chart"]["curves"]] == ["Random", "NPU", "Min-Max"]
    assert {len(curve["points"]) for curve in shown["chart"]["curves"]} == {6}
    assert shown["about"].startswith("Adjusted Rand index after 5 questions: Random 0.")
    assert taught.state["status"].startswith("Question 5 of 5, answered from the true labels · ")
    assert taught.state["undo_label"] == "5 automatic answers"
    taught.send("undo")
    assert taught.state["status"] == "Undone: 5 automatic answers."
    assert (taught.state["links"], run_of(taught)["count"], run_of(taught)["pair"]) == (
        [],
        "",
        None,
    )
    assert run_of(taught)["after"] == words.OVERTAKEN


def test_playing_on_adds_as_many_again_to_the_same_step(taught):
    taught.send("oracle_goal", value=2)
    assert run_of(taught)["more"] == 0
    taught.send("oracle_play")
    assert run_of(taught)["more"] == 2
    taught.send("oracle_play")
    assert (run_of(taught)["asked"], run_of(taught)["goal"]) == (4, 4)
    taught.send("oracle_goal", value=7)
    taught.send("oracle_play")
    assert (run_of(taught)["asked"], taught.state["undo_label"]) == (7, "7 automatic answers")
    taught.send("oracle_goal", value=7)
    assert "7 questions are not more than the 7" in taught.state["error"]


def test_the_curve_is_the_sessions_own_scores(taught):
    taught.send("oracle_goal", value=6)
    taught.send("oracle_play")
    session = taught.explorer.session
    scores = [step.record.score for step in session.history.steps]
    assert taught.explorer.interaction.oracle_run.run.curves[0].scores == tuple(scores)
    assert run_of(taught)["chart"]["curves"][0]["text"] == f"Random {scores[-1]:.2f}"


def test_the_strategy_in_use_does_not_ask_beside_itself(taught):
    taught.send("oracle_goal", value=1)
    taught.send("oracle_play")
    assert run_of(taught)["beside"] == ["random"]
    assert [curve["title"] for curve in run_of(taught)["chart"]["curves"]] == ["Random"]
    assert run_of(taught)["after"] == words.TAKES_IT_BACK


def test_other_wrong_answers_or_strategies_begin_another_run(taught):
    taught.send("oracle_goal", value=3)
    taught.send("oracle_play")
    taught.send("oracle_wrong", value=100)
    taught.send("oracle_play")
    assert (run_of(taught)["asked"], run_of(taught)["wrong"]) == (3, 100)
    assert taught.state["undo_label"] == "3 automatic answers"
    session = taught.explorer.session
    truths = [(IRIS.target[a.i] == IRIS.target[a.j]) == (a.kind == "must") for a in session.answers]
    assert truths == [True] * 3 + [False] * 3


def test_until_nothing_is_left(explore):
    page = explore(IRIS.data[::25], strategy="random", n_clusters=2, y_true=IRIS.target[::25])
    page.send("oracle_goal", value=None)
    page.send("oracle_play")
    assert (run_of(page)["on"], run_of(page)["goal"]) == (False, None)
    assert run_of(page)["after"] == f"{words.NOTHING_LEFT} {words.TAKES_BACK}"
    asked = run_of(page)["asked"]
    page.send("oracle_play")
    assert (run_of(page)["asked"], run_of(page)["on"]) == (asked, False)


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("speed", "9", "speed='9'"),
        ("goal", 0, "number of questions"),
        ("goal", "x", "number of questions"),
        ("wrong", 101, "share of wrong answers"),
        ("beside", ["nobody"], "strategies of the menu"),
        ("beside", "npu", "strategies of the menu"),
        ("beside", ["npu", "random", "minmax", "asc"], "at most 3"),
    ],
)
def test_what_cannot_be_chosen_is_refused(taught, what, value, said):
    before = run_of(taught)
    taught.send(f"oracle_{what}", value=value)
    assert said in taught.state["error"]
    assert run_of(taught) == before


def test_a_fit_that_fails_halts_it(explore):
    rows = slice(None, None, 12)
    cop = COPKMeans(3, random_state=0)
    page = explore(IRIS.data[rows], clusterer=cop, strategy="random", y_true=IRIS.target[rows])
    page.send("oracle_wrong", value=50)
    page.send("oracle_play")
    assert run_of(page)["after"] == f"{words.NOT_FITTED} {words.TAKES_BACK}"
    assert engine_of(page.explorer.session).fits.error
    asked = run_of(page)["asked"]
    assert 1 < asked < 40
    page.send("oracle_play")
    assert run_of(page)["asked"] > asked


def test_a_strategy_that_fails_halts_it_with_its_words(taught, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("no idea")

    monkeypatch.setattr(Session, "run_oracle", fail)
    taught.send("oracle_play")
    assert taught.state["error"] == "Automatic answers stopped with RuntimeError: no idea."
    assert not run_of(taught)["on"]


# ------------------------------------------------------------------ with a loop, as in a kernel


class Slow(PCKMeans):
    """Takes its time, so that something can happen meanwhile."""

    def fit(self, X, y=None, **known):
        time.sleep(0.05)
        return super().fit(X, y, **known)


def played(scenario, **settings):
    """Run a coroutine with an explorer and a page on it, as a kernel would, and close all."""

    async def run():
        given = {"clusterer": PCKMeans(3, n_init=1), "strategy": "random", "y_true": IRIS.target}
        explorer = ClusterExplorer(IRIS.data, **{**given, **settings})
        try:
            await scenario(explorer)
        finally:
            explorer.close()

    asyncio.run(run())


def tell(explorer, type_, **content):
    data = {"method": "custom", "content": {"type": type_, **content}}
    explorer.layer._handle_msg({"content": {"data": data}, "buffers": []})


async def until(holds, seconds=20.0):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def test_it_plays_in_the_loop_and_pauses_at_once():
    async def scenario(explorer):
        tell(explorer, "oracle_speed", value="max")
        tell(explorer, "oracle_play")
        await until(lambda: explorer.layer.state["oracle_run"]["asked"] >= 3)
        tell(explorer, "oracle_pause")
        answers = len(explorer.session.answers)
        assert explorer.layer.state["oracle_run"]["on"] is False
        await asyncio.sleep(0.4)
        assert len(explorer.session.answers) == answers
        assert explorer.session.undo() == f"{answers} automatic answers"

    played(scenario, clusterer=Slow(3, n_init=1))


def test_the_pace_is_kept():
    async def scenario(explorer):
        times = []
        explorer.session.subscribe(
            lambda event: event.kind == "answers" and times.append(time.monotonic())
        )
        tell(explorer, "oracle_speed", value="4")
        tell(explorer, "oracle_goal", value=4)
        tell(explorer, "oracle_play")
        await until(lambda: not explorer.layer.state["oracle_run"]["on"])
        gaps = np.diff(times)
        assert len(gaps) == 3
        assert (gaps > PACES["4"] * 0.6).all() and gaps.mean() < PACES["4"] * 3

    played(scenario)


@pytest.mark.parametrize(
    ("act", "left"),
    [
        (lambda s: s.undo(), 0),
        (lambda s: s.answer(0, 1, "must", soft=True), None),
        (lambda s: s.set_n_clusters(4), None),
        (lambda s: s.set_clusterer("kmeans"), None),
    ],
)
def test_whatever_a_person_does_pauses_it(act, left):
    async def scenario(explorer):
        session = explorer.session
        tell(explorer, "oracle_speed", value="max")
        tell(explorer, "oracle_play")
        await until(lambda: len(session.answers) >= 2)
        act(session)
        shown, answers = explorer.layer.state["oracle_run"], len(session.answers)
        assert (shown["on"], shown["after"]) == (False, words.OVERTAKEN)
        assert left is None or answers == left
        await asyncio.sleep(0.4)
        assert len(session.answers) == answers
        tell(explorer, "oracle_goal", value=2)
        tell(explorer, "oracle_play")
        await until(lambda: not explorer.layer.state["oracle_run"]["on"])
        assert (explorer.layer.state["oracle_run"]["asked"], len(session.answers)) == (
            2,
            answers + 2,
        )
        assert session.undo() == "2 automatic answers"

    played(scenario, clusterer=Slow(3, n_init=1))


def test_a_new_run_begins_while_the_last_question_of_the_one_before_is_fitted():
    async def scenario(explorer):
        session = explorer.session
        tell(explorer, "oracle_speed", value="max")
        tell(explorer, "oracle_play")
        await until(lambda: len(session.answers) >= 2)
        session.set_n_clusters(4)
        answers = len(session.answers)
        tell(explorer, "oracle_goal", value=2)
        tell(explorer, "oracle_play")
        await until(lambda: not explorer.layer.state["oracle_run"]["on"])
        assert (explorer.layer.state["oracle_run"]["asked"], len(session.answers)) == (
            2,
            answers + 2,
        )

    played(scenario, clusterer=Slow(3, n_init=1))


def test_the_kernels_thread_stays_free_while_a_slow_clusterer_fits():
    async def scenario(explorer):
        tell(explorer, "oracle_play")
        await until(lambda: explorer.session.is_fitting)
        worst = 0.0
        for _ in range(20):
            begun = time.monotonic()
            await asyncio.sleep(0.01)
            worst = max(worst, time.monotonic() - begun)
        assert worst < 0.3
        tell(explorer, "cancel")
        await until(lambda: not explorer.layer.state["oracle_run"]["on"])
        assert words.NOT_FITTED in explorer.layer.state["oracle_run"]["after"]

    class Long(PCKMeans):
        def fit(self, X, y=None, *, constraints=None, **known):
            if constraints is not None and len(constraints):
                over.wait(5.0)
            return super().fit(X, y, constraints=constraints, **known)

    over = threading.Event()
    played(scenario, clusterer=Long(3, n_init=1))
    over.set()


def test_a_question_that_is_open_is_put_away_and_asked_anew_only_on_request():
    async def scenario(explorer):
        session = explorer.session
        tell(explorer, "suggest")
        await until(lambda: session.question is not None)
        tell(explorer, "oracle_speed", value="max")
        tell(explorer, "oracle_play")
        assert explorer.layer.state["question"] is None
        await until(lambda: len(session.answers) >= 3)
        tell(explorer, "suggest")
        assert explorer.layer.state["oracle_run"]["on"] is False
        await until(lambda: explorer.layer.state["question"] is not None)
        answers = len(session.answers)
        await asyncio.sleep(0.3)
        assert len(session.answers) == answers

    played(scenario)


def test_closing_the_widget_ends_it():
    async def scenario(explorer):
        tell(explorer, "oracle_speed", value="max")
        tell(explorer, "oracle_play")
        await until(lambda: len(explorer.session.answers) >= 2)
        explorer.close()
        answers = len(explorer.session.answers)
        await asyncio.sleep(0.2)
        assert len(explorer.session.answers) == answers

    played(scenario)
