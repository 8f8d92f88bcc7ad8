"""Several sources: how far they agree, where they differ, who wins, and how often one is wrong."""

import math
import threading

import numpy as np
import pytest
from scipy.stats import binomtest
from session_parts import blobs
from sklearn.metrics import cohen_kappa_score

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import AskingFailed, CallableOracle
from jupyter_sscluster.session.annotators.agreement import Agreement

X = blobs(30)
TRUTH = np.arange(30) % 3


def by_truth(wrong=(), **options):
    """A function that knows the classes, but for pairs with these rows."""

    def rule(a, b):
        return (TRUTH[a] == TRUTH[b]) != bool({a, b} & set(wrong))

    return CallableOracle(rule, n_samples=30, **options)


@pytest.fixture
def session():
    made = Session(X, "pckmeans", "random", n_clusters=3, annotator="Ann")
    yield made
    made.close()


def pairs_of(count, seed=0):
    rng = np.random.default_rng(seed)
    found = {tuple(sorted(rng.choice(30, 2, replace=False).tolist())) for _ in range(4 * count)}
    return sorted(found)[:count]


def kind(same):
    return "must" if same else "cannot"


@pytest.mark.parametrize("seed", range(8))
def test_kappa_is_scikit_learns_on_the_pairs_both_decided(session, seed):
    rng = np.random.default_rng(seed)
    pairs = pairs_of(40, seed)
    ann, rule = rng.choice(["must", "cannot", "unknown"], (2, len(pairs)), p=[0.4, 0.5, 0.1])
    for pair, what in zip(pairs, ann, strict=True):
        session.answer(*pair, what, soft=True)
    said = dict(zip(pairs, rule, strict=True))
    oracle = CallableOracle(lambda a, b: said[a, b], n_samples=30, name="rule")
    session.annotators.second_opinion(oracle, pairs)
    both = [k for k in range(len(pairs)) if "unknown" not in (ann[k], rule[k])]
    found = session.annotators.agreement("Ann", "rule")
    assert found.n_pairs == len(both)
    assert math.isclose(found.kappa, cohen_kappa_score(ann[both], rule[both]))
    assert math.isclose(found.share, np.mean(ann[both] == rule[both]))
    assert session.annotators.agreement("rule", "Ann").kappa == pytest.approx(found.kappa)
    differ = {pairs[k] for k in both if ann[k] != rule[k]}
    assert {(each.i, each.j) for each in session.annotators.disagreements} == differ


def test_a_name_set_where_it_means_nothing_is_refused(session):
    with pytest.raises(AttributeError, match="annotator"):
        session.annotator = "Bob"


def test_kappa_is_undefined_without_pairs_and_where_all_are_alike(session):
    assert Agreement(0, 0, 0, 0).kappa is Agreement(0, 0, 0, 0).share is None
    assert (Agreement(5, 0, 0, 0).kappa, Agreement(5, 0, 0, 0).share) == (None, 1.0)
    with pytest.raises(Exception, match="nobody has yet"):
        session.annotators.agreement("Ann", "rule")
    session.answer(0, 3, "must")
    with pytest.raises(Exception, match="'Ann'"):
        session.annotators.agreement("Ann", "Ann")


def test_a_second_opinion_is_signed_soft_weighed_and_one_undo_step(session):
    session.answer(0, 3, "must")
    session.answer(0, 1, "cannot")
    session.answer(4, 5, "unknown")
    told = {(0, 3): ("cannot", 0.25), (0, 1): ("cannot", 0.75)}
    oracle = CallableOracle(lambda a, b: told[a, b], n_samples=30, name="model")
    first, second = session.annotators.second_opinion(oracle)
    assert (first.source, first.soft, first.weight) == ("second opinion by model", True, 0.25)
    assert (second.kind, second.weight) == ("cannot", 0.75)
    assert session.constraints.soft_cannot.tolist() == [[0, 3]]
    assert [answer.weight for answer in session.answers if answer.annotator == "model"] == [
        0.25,
        0.75,
    ]
    session.undo()
    assert {answer.annotator for answer in session.answers} == {"Ann"}
    assert oracle.queries_cnt == 2
    session.annotators.second_opinion(oracle)
    assert oracle.queries_cnt == 2


def test_nobody_gives_a_second_opinion_twice(session):
    session.answer_many([(0, 3), (1, 4)], "must")
    rule = by_truth(name="rule")
    assert [a.pair for a in session.annotators.second_opinion(rule)] == [(0, 3), (1, 4)]
    assert session.annotators.second_opinion(rule) == ()
    session.answer(2, 5, "must")
    assert [a.pair for a in session.annotators.second_opinion(rule)] == [(2, 5)]
    found = session.annotators.second_opinion(
        by_truth(name="other"), [(4, 1), (1, 4), (2, 5), (2, 5)]
    )
    assert [(a.i, a.j) for a in found] == [(1, 4), (2, 5)]


@pytest.mark.parametrize("pair", [(0, 1.5), (0, 30), (-1, 2), (4, 4)])
def test_an_opinion_about_rows_that_are_none_is_refused(session, pair):
    rule = by_truth(name="rule")
    with pytest.raises(InputError):
        session.annotators.second_opinion(rule, [(0, 3), pair])
    assert session.answers == ()


def test_a_function_that_fails_leaves_the_session_as_it_was(session):
    session.answer_many([(0, 3), (1, 4), (2, 5)], "must")
    oracle = CallableOracle(lambda a, b: a < 2 or 1 / 0, n_samples=30)
    with pytest.raises(AskingFailed, match="rows 2 and 5 with ZeroDivisionError"):
        session.annotators.second_opinion(oracle)
    assert len(session.answers) == 3


def test_one_wins_by_rule_and_one_undo_brings_all_back(session):
    pairs = pairs_of(20)
    for i, j in pairs:
        session.answer(i, j, kind(TRUTH[i] == TRUTH[j]), soft=True)
    session.annotators.second_opinion(by_truth(wrong=[0, 1, 2], name="rule"), pairs)
    wrong = [pair for pair in pairs if set(pair) & {0, 1, 2}]
    before = session.answers
    assert len(session.annotators.disagreements) == len(wrong) > 1
    assert session.annotators.rank("rule", "Ann") == len(wrong)
    assert session.annotators.disagreements == ()
    left = {a.pair: a.annotator for a in session.answers if a.pair in wrong}
    assert set(left.values()) == {"rule"}
    session.undo()
    assert session.answers == before
    assert session.annotators.rank("Ann") == len(wrong)
    assert not [a for a in session.answers if a.pair in wrong and a.annotator != "Ann"]
    assert session.annotators.rank("Ann") == 0
    with pytest.raises(Exception, match="'Bob' has given no answer"):
        session.annotators.rank("Bob")


def test_a_function_answers_automatically_and_its_answers_are_its_own(session):
    oracle = by_truth(name="rule")
    run = session.run_oracle(n_questions=5, oracle=oracle)
    assert [answer.source for answer in run.answers] == ["automatic by rule"] * 5
    assert all(kind(TRUTH[a.i] == TRUTH[a.j]) == a.kind for a in run.answers)
    assert session.annotators.names == ("rule",)
    assert session.undo() and session.answers == ()


def test_a_confidence_makes_an_automatic_answer_soft_and_weigh_less(session):
    oracle = CallableOracle(lambda a, b: (a % 3 == b % 3, 0.5), n_samples=30)
    (answer,) = session.run_oracle(n_questions=1, oracle=oracle).answers
    assert (answer.soft, answer.weight, answer.annotator) == (True, 0.5, "function")


def test_a_run_ends_where_the_function_may_be_asked_no_more_or_fails(session):
    run = session.run_oracle(n_questions=9, oracle=by_truth(max_queries_cnt=3))
    assert run.n_asked == 3
    assert run.ended.startswith("all 3 questions to rule are used up")
    calls = []

    def fails(a, b):
        calls.append((a, b))
        return TRUTH[a] == TRUTH[b] if len(calls) < 3 else 1 / 0

    with pytest.raises(AskingFailed, match="fails failed on rows"):
        session.run_oracle(n_questions=9, oracle=CallableOracle(fails, n_samples=30))
    assert [a.annotator for a in session.answers[-2:]] == ["fails"] * 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"oracle": None}, "no true labels .* or oracle= here"),
        ({"oracle": by_truth(), "wrong": 0.2}, "put NoisyOracle around"),
        ({"oracle": print}, "cannot be asked"),
        ({"oracle": CallableOracle(print, n_samples=7)}, "7 points and X has 30"),
    ],
)
def test_who_cannot_answer_is_refused(session, options, said):
    with pytest.raises(Exception, match=said):
        session.run_oracle(n_questions=1, **options)
    assert session.answers == ()


def test_an_audit_counts_what_the_person_contradicts(session, tmp_path):
    session.annotators.second_opinion(by_truth(wrong=[0, 1, 2, 3], name="rule"), pairs_of(60))
    audit = session.annotators.audit("rule", 25, random_state=3)
    assert len(audit) == len(audit.unchecked) == 25
    assert (audit.error_rate, audit.interval()) == (None, None)
    first, *others = audit.unchecked
    audit.check(*first, "unknown")
    for i, j in others:
        audit.check(j, i, kind(TRUTH[i] == TRUTH[j]))
    wrong = [pair for pair in others if set(pair) & {0, 1, 2, 3}]
    assert (audit.n_checked, audit.n_wrong) == (24, len(wrong))
    assert {(each.i, each.j) for each in session.annotators.disagreements} == set(wrong)
    for confidence in (0.95, 0.5):
        expected = binomtest(len(wrong), 24).proportion_ci(confidence, method="wilson")
        assert audit.interval(confidence) == pytest.approx(tuple(expected))
    z, n, p = 1.959963984540054, 24, len(wrong) / 24
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    closed = [(middle + side * half) / (1 + z * z / n) for side in (-1, 1)]
    assert audit.interval() == pytest.approx(closed)
    assert f"{len(wrong)} of 24 checked answers wrong" in audit.text
    assert session.annotators.audit("rule", 25, random_state=3).unchecked == (first,), "it goes on"
    session.undo()
    assert audit.n_checked == 23


def test_a_sample_is_as_wrong_as_the_whole_on_average(session):
    pairs = pairs_of(60)
    session.annotators.second_opinion(by_truth(wrong=[0, 1, 2, 3], name="rule"), pairs)
    share = np.mean([bool(set(pair) & {0, 1, 2, 3}) for pair in pairs])
    drawn = [
        np.mean(
            [
                bool(set(p) & {0, 1, 2, 3})
                for p in session.annotators.audit("rule", 15, random_state=k).unchecked
            ]
        )
        for k in range(200)
    ]
    assert abs(np.mean(drawn) - share) < 4 * np.std(drawn) / math.sqrt(200)
    assert len(session.annotators.audit("rule", 999)) == 60


def test_what_cannot_be_audited_is_refused(session):
    with pytest.raises(Exception, match="has decided no pair"):
        session.annotators.audit("rule")
    session.answer(0, 3, "must")
    audit = session.annotators.audit("Ann")
    with pytest.raises(Exception, match="cannot audit its own answers"):
        audit.check(0, 3, "must")
    session.annotators.current = "Bob"
    with pytest.raises(Exception, match="is no pair of this audit"):
        audit.check(0, 4, "must")
    audit.check(0, 3, "cannot")
    assert audit.error_rate == 1.0
    with pytest.raises(Exception, match="confidence=1"):
        audit.interval(1)


def test_a_run_that_is_stopped_while_the_function_thinks_records_no_more(session):
    asked, may_answer = threading.Event(), threading.Event()

    def slow(a, b):
        asked.set()
        assert may_answer.wait(20)
        return TRUTH[a] == TRUTH[b]

    oracle = CallableOracle(slow, n_samples=30)
    run = session.run_oracle(n_questions=0, oracle=oracle)
    thread = threading.Thread(target=run.ask, args=(5,))
    thread.start()
    assert asked.wait(20)
    session.annotators.current = "Bob"
    session.answer(0, 3, "must")  # nobody has to wait for the function
    run.stop()
    may_answer.set()
    thread.join(20)
    assert [answer.annotator for answer in session.answers] == ["Bob"]
    assert oracle.queries_cnt == 1, "what it answered is kept for the next run"
