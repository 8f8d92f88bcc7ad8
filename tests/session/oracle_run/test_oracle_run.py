"""Answers from true labels: one undo step, a curve that a loop by hand gives too, copies apart."""

import json
import threading

import numpy as np
import pytest
from session_parts import Broken, blobs, picture
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, NoisyOracle, Oracle, Random, RobustNPU, Snapshot
from jupyter_sscluster.active.oracle_loop import cluster, stated
from jupyter_sscluster.cluster import AdaptivePCKMeans, COPKMeans, PCKMeans
from jupyter_sscluster.session import engine_of

IRIS = load_iris()
X, Y = blobs(), np.arange(60) % 3


def make(**settings):
    given = {"clusterer": PCKMeans(3, n_init=2), "strategy": "random", "y_true": Y}
    return Session(X, **{**given, **settings})


def by_hand(X, y, strategy, clusterer, oracle, n_questions, known=None):
    """Agreement after each question, by the parts that `fit` of a strategy is made of."""
    known = Constraints(len(X)) if known is None else known
    unknown, labels, scores = [], None, []

    def snapshot():
        return Snapshot(X, known, labels, clusterer, tuple(unknown), clusterer.n_clusters)

    labels = cluster(snapshot())
    scores.append(adjusted_rand_score(y, labels))
    for _ in range(n_questions):
        pair = strategy.propose(snapshot())[0].pair
        kind = oracle.query(*pair)
        if kind == "unknown":
            unknown.append(pair)
        else:
            known = stated(known, pair, kind)
            labels = cluster(snapshot(), last=labels)
        scores.append(adjusted_rand_score(y, labels))
    return scores


@pytest.mark.parametrize("wrong", [0.0, 0.3])
@pytest.mark.parametrize("strategy", [NPU, Random, RobustNPU])
def test_the_curve_is_that_of_a_loop_by_hand(strategy, wrong):
    clusterer = AdaptivePCKMeans(3, random_state=0)
    session = Session(IRIS.data, clusterer, strategy(random_state=0), y_true=IRIS.target)
    run = session.run_oracle(n_questions=8, wrong=wrong)
    oracle = NoisyOracle(Oracle(IRIS.target, None), wrong)
    expected = by_hand(IRIS.data, IRIS.target, strategy(random_state=0), clusterer, oracle, 8)
    np.testing.assert_allclose(run.curves[0].scores, expected, atol=1e-12)
    assert len(set(expected)) > 2


def test_all_answers_are_one_step_and_come_back_together():
    session = make()
    session.answer(0, 3, "must")
    before = picture(session)
    run = session.run_oracle(n_questions=4)
    run.ask(3)
    after = picture(session)
    assert [answer.source for answer in session.answers] == ["user", *["automatic"] * 7]
    assert session.history.undo_label == "7 automatic answers"
    assert session.undo() == "7 automatic answers"
    again = picture(session)
    for moment in (before, again):
        for name in ("numbers", "undo", "history"):
            del moment[name]
    assert again == before
    assert (session.history.undo_label, session.history.redo_label) == (
        "answer 1: 0 – 3, must-link",
        "7 automatic answers",
    )
    assert session.redo() == "7 automatic answers"
    assert picture(session)["labels"] == after["labels"]
    assert session.answers == run.answers[:0] + session.answers[:1] + run.answers


def test_every_question_keeps_its_fit_and_its_moment():
    session = make()
    run = session.run_oracle(n_questions=6)
    assert [step.cause.partition(":")[0] for step in session.history.steps] == [
        "start",
        *(f"answer {k}" for k in range(1, 7)),
    ]
    assert tuple(step.record.score for step in session.history.steps) == run.curves[0].scores
    assert [engine_of(session).timeline.action_of(answer.number) for answer in run.answers] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_a_journal_brings_the_one_step_back(path):
    session = make(path=path)
    run = session.run_oracle(n_questions=5, wrong=0.2)
    session.answer(0, 3, "must", soft=True)
    shown = picture(session)
    session.close()
    again = make(path=path)
    assert picture(again) == shown
    again.undo()
    assert (again.undo(), again.answers) == ("5 automatic answers", ())
    assert again.redo() == "5 automatic answers"
    assert again.answers == run.answers
    again.close()


def test_a_run_goes_on_in_a_step_of_its_own_after_a_reload_in_its_middle(path):
    session = make(path=path)
    session.run_oracle(n_questions=3)
    lines = path.read_bytes().splitlines(keepends=True)
    session.close()
    last = max(k for k, line in enumerate(lines) if json.loads(line).get("joins"))
    path.write_bytes(b"".join(lines[: last + 1]) + lines[last][:20])
    again = make(path=path)
    assert (len(again.answers), again.history.undo_label) == (3, "3 automatic answers")
    again.run_oracle(n_questions=2)
    assert (again.undo(), again.undo(), again.history.can_undo) == (
        "2 automatic answers",
        "3 automatic answers",
        False,
    )
    again.close()


def test_each_answer_is_on_disk_before_it_is_acted_on(path):
    session = make(path=path)
    found = []

    def look(event):
        if event.kind == "answers":
            entries = map(json.loads, path.read_text().splitlines())
            found.append(sum(entry.get("do") == "change" for entry in entries))

    session.subscribe(look)
    session.run_oracle(n_questions=4)
    assert found == [1, 2, 3, 4]
    session.close()


def test_a_journal_that_joins_what_was_no_answer_is_refused(path):
    session = make(path=path)
    session.run_oracle(n_questions=1)
    session.close()
    lines = path.read_text().splitlines()
    changed = [json.loads(line) for line in lines]
    for entry in changed:
        if entry.get("do") == "change":
            entry["joins"] = True
    path.write_text("".join(json.dumps(entry) + "\n" for entry in changed))
    with pytest.raises(InputError, match="which was no answer"):
        make(path=path)


def test_strategies_beside_it_start_from_the_same_and_change_nothing():
    start = make()
    start.answer_many([(0, 3), (1, 4), (2, 5)], "must")
    start.set_n_clusters(4)
    start.default_soft = True
    alone = start.run_oracle(n_questions=6, wrong=0.2)
    shown = picture(start)
    start.undo()
    run = start.run_oracle(n_questions=6, wrong=0.2, beside=["random", "npu"])
    assert [curve.title for curve in run.curves] == ["Random", "Random", "NPU"]
    assert run.curves[0] == run.curves[1] == alone.curves[0]
    assert run.curves[2].scores[0] == run.curves[0].scores[0]
    assert run.curves[2] != run.curves[0]
    for name in ("constraints", "labels", "unknown"):
        assert picture(start)[name] == shown[name]


def test_a_copy_warm_starts_from_the_labels_shown():
    session = make(strategy="npu")
    session.run_oracle(n_questions=5)
    run = session.run_oracle(n_questions=5, beside=[NPU()])
    assert run.curves[1] == run.curves[0]


def test_wrong_answers_are_a_share_that_depends_on_the_seed_alone():
    def wrong_of(random_state):
        session = make()
        run = session.run_oracle(n_questions=24, wrong=0.25, random_state=random_state)
        return [(a.kind == "must") != (Y[a.i] == Y[a.j]) for a in run.answers]

    first = wrong_of(3)
    assert first == wrong_of(3) != wrong_of(4)
    assert 2 <= sum(first) <= 11
    assert not any(answer.soft for answer in make().run_oracle(n_questions=10).answers)


def test_contradicting_answers_are_recorded_softly():
    session = Session(X[:18], PCKMeans(3), RobustNPU(random_state=0), y_true=Y[:18])
    run = session.run_oracle(n_questions=40, wrong=0.3)
    assert run.n_asked == 40
    assert session.constraints.soft_cannot.size or session.constraints.soft_must.size
    assert session.undo() == "40 automatic answers"
    assert not len(session.constraints)


def test_it_ends_when_all_is_asked():
    session = Session(X[:6], PCKMeans(3), "random", y_true=Y[:6])
    run = session.run_oracle(beside=["npu"])
    assert run.ended == "Nothing is left to ask."
    assert len(run.curves[0].scores) == run.n_asked + 1 <= 16
    assert (run.ask(3), run.ask()) == (0, 0)


def test_points_without_a_label_are_not_told():
    labels = Y.astype(float)
    labels[::2] = -1
    session = make(y_true=labels)
    run = session.run_oracle(n_questions=20)
    told = {(labels[a.i] < 0 or labels[a.j] < 0, a.kind == "unknown") for a in run.answers}
    assert told == {(True, True), (False, False)}


def test_one_class_is_must_linked_throughout():
    session = make(y_true=["a"] * 60)
    run = session.run_oracle(n_questions=5)
    assert {answer.kind for answer in run.answers} == {"must"}
    assert run.curves[0].scores == (0.0,) * 6


@pytest.mark.parametrize(
    "act",
    [
        lambda session: session.answer(0, 3, "must"),
        lambda session: session.set_n_clusters(4),
        lambda session: session.undo(),
        lambda session: session.set_strategy("npu"),
    ],
)
def test_whatever_else_is_done_ends_a_run(act):
    session = make()
    run = session.run_oracle(n_questions=3)
    act(session)
    shown = picture(session)
    assert run.ask(2) == 0
    assert run.ended.startswith("Something else was done")
    assert picture(session) == shown
    assert len(run.curves[0].scores) == 4
    again = session.run_oracle(n_questions=2)
    assert (again.n_asked, session.undo()) == (2, "2 automatic answers")


def test_another_thread_stops_it_at_once():
    session = make(background=True)
    run = session.run_oracle(n_questions=0)
    seen, enough = [], threading.Event()

    def look(event):
        if event.kind == "answers":
            seen.append(event)
            if len(seen) == 3:
                enough.set()

    session.subscribe(look)
    worker = threading.Thread(target=run.ask)
    worker.start()
    assert enough.wait(20)
    run.stop()
    stopped = len(session.answers)
    worker.join(20)
    assert 3 <= stopped == len(session.answers) == run.n_asked < 500
    assert not run.step()
    assert run.ask(1) == 1
    session.close()


def test_a_clusterer_that_fails_leaves_the_last_labels_and_goes_on():
    cop = COPKMeans(3, random_state=0)
    session = Session(X[:15], cop, "random", y_true=Y[:15])
    run = session.run_oracle(n_questions=20, wrong=0.5, beside=["npu"])
    assert run.n_asked == 20
    assert engine_of(session).fits.error is not None
    failed = [not step.own for step in session.history.steps]
    assert any(failed)
    assert run.curves[0].scores[-1] == session.history.current_fit.score
    broken = make(clusterer=Broken(3))
    assert broken.run_oracle(n_questions=3, beside=["npu"]).n_asked == 3


def test_a_strategy_that_asks_what_it_knows_ends_the_run():
    class Stuck(Random):
        title = "Stuck"

        def _propose(self, snapshot, n_pairs):
            return [super()._propose(Snapshot(snapshot.X, Constraints(60)), 1)[0]]

    run = make(strategy=Stuck(random_state=0)).run_oracle()
    assert (run.n_asked, run.ended) == (
        1,
        "The strategy asked about a pair that was answered before.",
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n_questions": -1}, "n_questions"),
        ({"n_questions": True}, "n_questions"),
        ({"wrong": 1.5}, "wrong=1.5 must be"),
        ({"beside": "nobody"}, "nobody"),
        ({"n_questions": 1, "beside": 5}, "beside=5 must be names, classes or instances"),
        ({"n_questions": 1, "beside": NPU}, "pass a list of them"),
        ({"random_state": -1}, "random_state"),
    ],
)
def test_what_breaks_a_rule_is_refused_and_nothing_asked(given, said):
    session = make()
    with pytest.raises(InputError, match=said):
        session.run_oracle(**given)
    assert session.answers == ()


def test_without_true_labels_nothing_answers():
    session = make(y_true=None)
    assert session._engine.data.truth is None
    with pytest.raises(InputError, match="pass y_true= where the session is made"):
        session.run_oracle(n_questions=1)


def test_true_labels_reach_nothing_but_the_oracle_and_the_score():
    class Watchful(PCKMeans):
        seen = []

        def fit(self, X, y=None, **known):
            self.seen.append(y)
            return super().fit(X, y, **known)

    other = np.random.default_rng(0).permutation(Y)
    taught, untaught = (make(clusterer=Watchful(3), y_true=labels) for labels in (Y, other))
    taught.run_oracle(n_questions=10)
    for answer in taught.answers:
        untaught.answer(answer.i, answer.j, answer.kind)
    np.testing.assert_array_equal(taught.labels, untaught.labels)
    assert taught.propose()[0] == untaught.propose()[0]
    assert set(Watchful.seen) == {None}


class Halted(PCKMeans):
    """Interrupted by the person in one of its fits."""

    at = 10**6

    def fit(self, X, y=None, **known):
        if len(known["constraints"]) == Halted.at:
            Halted.at = 10**6
            raise KeyboardInterrupt
        return super().fit(X, y, **known)


@pytest.mark.parametrize("at", [1, 4])
def test_an_interrupted_run_has_what_was_recorded_and_goes_on(at):
    session = make(clusterer=Halted(3))
    run = session.run_oracle(n_questions=0, beside=["random"])
    Halted.at = at
    with pytest.raises(KeyboardInterrupt):
        run.ask(8)
    assert run.n_asked == at
    assert run.answers == session.answers
    assert (run.ended, run.fitted) == ("", False)
    assert run.curves[0].scores[-1] == run.curves[0].scores[-2]
    assert (run.ask(3), session.history.undo_label) == (3, f"{at + 3} automatic answers")
    assert run.answers == session.answers
    assert [len(curve.scores) for curve in run.curves] == [at + 4] * 2


def test_what_cannot_be_recorded_is_no_part_of_a_run(path, monkeypatch):
    session = make(path=path)
    run = session.run_oracle(n_questions=2)

    def full(entry, **how):
        raise OSError("no room")

    with monkeypatch.context() as broken:
        broken.setattr(session._engine.journal, "append", full)
        with pytest.raises(OSError, match="no room"):
            run.ask(2)
    assert (run.n_asked, run.answers, run.ended) == (2, session.answers, "")
    assert run.ask(2) == 2
    session.close()


def test_strategies_beside_it_keep_no_fits_that_nobody_looks_at():
    session = make()
    run = session.run_oracle(n_questions=8, beside=["random", "npu"])
    assert len(session.history.fits) == 9
    assert [len(each._engine.ledger.records) for each in run._beside] == [1, 1]
