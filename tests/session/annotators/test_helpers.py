"""A function answers beside a person: weights, gates, the sample, undo, journals, bad functions."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from session_parts import blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import CallableOracle
from jupyter_sscluster.active.noisy_answers.answers_by_point import Answers
from jupyter_sscluster.cluster.fit.posterior_after_answers import believed
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Weigh
from jupyter_sscluster.journal.sources import weighed
from jupyter_sscluster.session.annotators import helping
from jupyter_sscluster.session.annotators.routing import drawn_pair
from jupyter_sscluster.session.intervals import share_right

X = blobs(60)
TRUTH = np.arange(60) % 3
NAME = "same topic?"


def session_of(**options):
    return Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann", **options)


def rule(a, b):
    return bool(TRUTH[a] == TRUTH[b])


def answered(session, n, *, wait=True):
    for question in session.ask(n):
        same = TRUTH[question.i] == TRUTH[question.j]
        question.answer("must" if same else "cannot")
        if wait:
            assert session.helpers.wait(30)


@pytest.fixture
def session():
    made = session_of()
    yield made
    made.close()


def own(session):
    return [answer for answer in session.answers if answer.annotator == NAME]


def test_the_function_is_asked_the_same_first_and_then_about_rows_in_doubt(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 5)
    people = [a.pair for a in session.answers if a.annotator == "Ann"]
    assert [answer.pair for answer in own(session)] == people
    assert "1 more question" in helper.why_not
    assert not helper.counts
    answered(session, 3)
    assert {answer.source for answer in own(session)} == {f"helper by {NAME}"}
    assert len(own(session)) > 8
    assert all(answer.soft for answer in own(session))
    assert helper.n_asked == len(own(session))
    assert session.helpers.spent == {"Ann": 8.0, NAME: pytest.approx(0.05 * helper.n_asked)}


def test_only_the_persons_answers_count_as_asked(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 14)
    state = session._engine.state
    assert helper.n_asked > 14
    _set(session, counts=True, gain=9.0)
    snapshot = session._engine.now.snapshot()
    assert len(snapshot.believed) > len(snapshot.constraints)
    people = [a for a in session.answers if a.annotator == "Ann"]
    assert len(snapshot.constraints) == len({a.pair for a in people})
    alone = state.rows.told(state.constraints, people)
    sure = np.linspace(0.5, 1.0, 60)
    times = Answers(snapshot).times_asked(sure)
    assert times.sum() >= len(people)
    assert set(snapshot.constraints.touched.tolist()) == set(alone.touched.tolist())


def _set(session, **changes):
    source = replace(session.helpers[NAME].source, **changes)
    session._engine.apply(lambda now: Weigh(source, "set"))


def test_told_answers_are_soft_answers_of_their_weight(session):
    session.helpers.add(rule, name=NAME)
    answered(session, 10)
    _set(session, weights=((0.0, 1.5, 1.5),), counts=True)
    heard = weighed(session.answers, session._engine.state.sources)
    posterior = np.full((60, 3), 1 / 3)
    other = session_of()
    other.answer_many([(a.i, a.j, a.kind) for a in heard if a.annotator == "Ann"], soft=False)
    helped = [(a.i, a.j, a.kind) for a in heard if a.annotator == NAME]
    assert len(helped) > 5
    other.answer_many(helped, weight=1.5, soft=True)
    mine = believed(posterior, session.constraints, 0.05).posterior
    theirs = believed(posterior, other.constraints, 0.05).posterior
    np.testing.assert_allclose(mine, theirs, atol=1e-9)


def test_a_function_that_does_not_count_changes_nothing():
    coin = np.random.default_rng(3)
    with_it, alone = session_of(), session_of()
    with_it.helpers.add(lambda a, b: bool(coin.random() < 0.5), name=NAME)
    for session in (with_it, alone):
        answered(session, 16)
    assert not with_it.helpers[NAME].counts
    assert with_it.labels.tobytes() == alone.labels.tobytes()
    assert with_it.constraints == alone.constraints
    pairs = [[a.pair for a in s.answers if a.annotator == "Ann"] for s in (with_it, alone)]
    assert pairs[0] == pairs[1]


def test_one_that_always_says_the_same_tells_nothing_apart(session):
    helper = session.helpers.add(lambda a, b: True, name=NAME)
    answered(session, 12)
    assert not helper.counts
    assert "nothing but the same" in helper.why_not
    assert helper.n_asked == 12


def test_an_undo_takes_back_what_followed_from_the_answer(session):
    session.helpers.add(rule, name=NAME)
    answered(session, 9)
    before = session.answers
    answered(session, 1)
    assert len(session.answers) > len(before)
    assert session.undo().startswith("answer")
    assert session.answers == before
    session.helpers.wait(10)
    assert session.answers == before
    session.redo()
    assert len(session.answers) > len(before)


def test_all_answers_of_a_function_are_taken_back_in_one_step(session):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 9)
    before = session.answers
    helper.leave()
    assert own(session) == []
    assert not helper.asks
    session.undo()
    assert session.answers == before
    assert helper.asks


def test_a_stopped_function_is_not_asked_until_it_is_resumed(session):
    helper = session.helpers.add(rule, name=NAME)
    helper.stop()
    answered(session, 3)
    assert helper.n_asked == 0
    helper.resume()
    session.helpers.wait(10)
    assert helper.n_asked == 3


def test_no_more_is_asked_than_allowed(session):
    helper = session.helpers.add(rule, name=NAME, most=17)
    answered(session, 12)
    assert helper.n_asked == len(own(session)) == 17


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (lambda a, b: 1 / 0, "ZeroDivisionError"),
        (lambda a, b: "perhaps", "perhaps"),
        (lambda a, b: ("must", 1.5), "1.5"),
        (lambda a, b: ("must", -0.1), "-0.1"),
        (lambda a, b: 0.7, "0.7"),
    ],
)
def test_a_function_that_fails_is_stopped_and_the_person_goes_on(session, said, why):
    helper = session.helpers.add(said, name=NAME)
    answered(session, 4)
    assert why in helper.failure
    assert not helper.asks
    assert [answer.annotator for answer in session.answers] == ["Ann"] * 4


def test_one_that_knows_little_is_stopped(session):
    helper = session.helpers.add(lambda a, b: None, name=NAME)
    answered(session, 21)
    assert "did not know half" in helper.failure
    assert helper.n_asked == 20
    assert session._engine.state.unknown == ()


def test_a_function_that_hangs_delays_nobody(session):
    go = threading.Event()

    def hangs(a, b):
        go.wait(60)
        return True

    session.helpers.add(hangs, name=NAME)
    answered(session, 1, wait=False)
    slowest = 0.0
    for question in session.ask(6):
        begun = time.perf_counter()
        question.answer("must" if TRUTH[question.i] == TRUTH[question.j] else "cannot")
        slowest = max(slowest, time.perf_counter() - begun)
    assert not session.helpers.wait(0.01)
    assert slowest < 2.0
    go.set()
    assert session.helpers.wait(30)


def test_a_journal_gives_weights_and_clusters_again_without_the_function(tmp_path):
    path = tmp_path / "a.session"
    session = session_of(path=path)
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 12)
    source, labels, answers = helper.source, session.labels, session.answers
    assert source.weights
    session.close()
    again = Session.load(path, X)
    assert again.helpers[NAME].source == source
    assert again.answers == answers
    np.testing.assert_array_equal(again.labels, labels)
    assert not again.helpers[NAME].asks
    assert again.helpers[NAME].n_asked == helper.n_asked
    taken_up = session_of(path=path)
    added = taken_up.helpers.add(rule, name=NAME)
    taken_up.helpers.wait(30)
    assert added.source.gain == source.gain
    taken_up.close()


def test_names_and_costs_are_checked(session):
    with pytest.raises(InputError, match="who answers now"):
        session.helpers.add(rule, name="Ann")
    with pytest.raises(InputError, match="cost"):
        session.helpers.add(rule, name=NAME, cost=-1)
    with pytest.raises(InputError, match="none has been added"):
        session.helpers["else"]
    assert session.history.can_undo is False


@pytest.mark.parametrize("n", [1, 5])
def test_few_rows_and_one_cluster_do_not_disturb(n):
    session = Session(np.arange(5.0)[:, None], "adaptivepckmeans", n_clusters=min(n, 2))
    session.helpers.add(lambda a, b: True, name=NAME)
    for question in session.ask(4):
        question.answer("cannot" if abs(question.i - question.j) > 2 else "must")
        assert session.helpers.wait(20)
    linked = {row for a in session.answers if a.kind == "must" and not a.soft for row in a.pair}
    for row in [*{*range(5)} - linked][:1]:
        session.noise.add([row])
    assert session.helpers.wait(20)
    assert session.helpers[NAME].failure == ""


def test_the_interval_shown_covers_the_share_of_wrong_answers():
    session = Session(np.arange(200.0)[:, None], "kmeans", n_clusters=2, annotator="Ann")
    session.helpers.add(rule_of_rows, name=NAME).stop()
    pairs = [(2 * k, 2 * k + 1) for k in range(90)]
    state = session._engine.state
    said = tuple(
        Answer(n, *pair, "must", source=f"helper by {NAME}") for n, pair in enumerate(pairs, 1)
    )
    source = replace(state.sources[0], counts=True)
    covered = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        wrong = {pair for pair in pairs if rng.random() < rng.choice([0.05, 0.15, 0.4])}
        settings = replace(state.settings, random_state=seed)
        now = replace(state, answers=said, sources=(source,), settings=settings)
        for number in range(200, 208):
            pair = drawn_pair(now, source)
            told = Answer(number, *pair, "cannot" if pair in wrong else "must")
            now = replace(now, answers=(*now.answers, told))
        n_wrong = sum(answer.kind == "cannot" for answer in now.answers)
        found = share_right(8 - n_wrong, 8, 90)
        covered.append(found.low <= 1 - len(wrong) / 90 <= found.high)
    assert np.mean(covered) >= 0.93


def rule_of_rows(a, b):
    return True


def test_a_random_sample_shows_how_often_it_errs(session):
    helper = session.helpers.add(rule, name=NAME)
    assert helper.error_rate is None
    answered(session, 8)
    _set(session, weights=((0.0, 1.0, 1.0),), counts=True, gain=20.0)
    answered(session, 12)
    assert helper.n_audited >= 2
    assert helper.error_rate.value == helper.error_rate.low == 0.0 < helper.error_rate.high < 0.9
    drawn = helper.source.audited
    assert len(drawn) == helper.n_audited
    people = [a.pair for a in session.answers if a.annotator == "Ann"]
    assert set(drawn) <= set(people)


@pytest.mark.parametrize(
    ("counts", "drawn", "tells"),
    [(True, False, False), (False, False, True), (True, True, True)],
    ids=["it led to the question", "people alone led to it", "drawn at random"],
)
def test_pairs_that_it_led_to_do_not_tell_its_error_rate(session, counts, drawn, tells):
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 9)
    gain = 20.0 if counts else -20.0
    _set(session, weights=((0.0, 1.0, 1.0),), counts=counts, gain=gain)
    before = helper.error_rate_common.value
    decided = {answer.pair for answer in session.answers if answer.annotator == "Ann"}
    first = next(answer for answer in own(session) if answer.pair not in decided)
    if drawn:
        helper.asker.drawn[first.pair] = None
    session.answer(*first.pair, "cannot" if first.kind == "must" else "must", soft=True)
    session.helpers.wait(10)
    assert helper.source.doubted == (() if tells else (first.pair,))
    assert (helper.error_rate_common.value > before) == tells


def test_the_clustering_without_it_is_that_of_the_persons_answers(session):
    helper = session.helpers.add(rule, name=NAME)
    assert len(session.helpers.without(NAME).moved_points) == 0
    answered(session, 9)
    _set(session, weights=((0.0, 1.0, 1.0),), counts=True)
    assert helper.counts
    without = session.helpers.without(NAME)
    assert without.labels.shape == (60,)
    moved = np.flatnonzero(without.labels != session.labels)
    np.testing.assert_array_equal(moved, without.moved_points)


def test_an_answer_that_changes_later_was_given_once(session):
    times = []

    def fickle(a, b):
        times.append((a, b))
        return len(times) % 2 == 0

    session.helpers.add(fickle, name=NAME)
    answered(session, 8)
    assert len(times) == len(set(times))


def test_a_run_of_an_oracle_is_not_ended_by_a_function(session):
    session.helpers.add(rule, name=NAME)
    run = session.run_oracle(CallableOracle(rule, n_samples=60, name="all"), 5)
    assert run.n_asked == 5
    session.helpers.wait(10)
    assert own(session) == []


def test_what_fails_inside_a_round_stops_the_function_with_a_sentence(session, monkeypatch):
    monkeypatch.setattr(helping, "foretold", lambda *given: 1 / 0)
    helper = session.helpers.add(rule, name=NAME)
    answered(session, 2)
    assert "ZeroDivisionError" in helper.failure
    assert not helper.asks


def test_a_question_stays_open_while_a_function_answers(session):
    slow = threading.Event()

    def waits(a, b):
        slow.wait(20)
        return rule(a, b)

    session.helpers.add(waits, name=NAME)
    answered(session, 2, wait=False)
    (query,) = session.propose()
    slow.set()
    assert session.helpers.wait(20)
    assert len(own(session)) == 2
    assert session.question == query


def test_a_kernel_killed_at_any_line_loses_no_answer_that_was_written(tmp_path):
    path, cut = tmp_path / "a.session", tmp_path / "cut.session"
    session = session_of(path=path)
    session.helpers.add(rule, name=NAME)
    answered(session, 8)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    changes = [b'"do":"change"' in text for text in lines]
    known = 0
    for n in range(1, len(lines) + 1, 4):
        cut.write_bytes(b"".join(lines[:n]) + lines[min(n, len(lines) - 1)][:9])
        again = Session.load(cut, X)
        assert len(again.answers) >= max(known, sum(changes[:n]))
        known = len(again.answers)
