"""Oracles that err, abstain or have a budget: alike for a pair, and in the shares asked for."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    AbstainingOracle,
    BudgetedOracle,
    BudgetExhausted,
    ExploreConsolidate,
    NoisyOracle,
    Oracle,
    Random,
    RecordedOracle,
    border_doubt,
)

Y = np.arange(40) % 3
PAIRS = list(itertools.combinations(range(40), 2))


def truth(y=Y):
    return Oracle(y, None)


def replies(oracle, pairs=PAIRS):
    return [oracle.query(i, j) for i, j in pairs]


@pytest.mark.parametrize("rate", [0.0, 0.1, 0.5, 1.0])
def test_noise_turns_its_share_of_answers_round(rate):
    wrong = np.mean(np.array(replies(NoisyOracle(truth(), rate))) != np.array(replies(truth())))
    assert abs(wrong - rate) <= 4 * np.sqrt(rate * (1 - rate) / len(PAIRS))


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_a_pair_gets_the_same_answer_again_later_and_the_other_way_round(seed):
    order = np.random.default_rng(seed).permutation(len(PAIRS))[:60]
    pairs = [PAIRS[p] for p in order]
    for make in (
        lambda: NoisyOracle(truth(), [0.2, 0.6], seed),
        lambda: AbstainingOracle(truth(), 0.4, random_state=seed),
        lambda: NoisyOracle(AbstainingOracle(truth(), 0.4, Y % 7), 0.3, seed),
    ):
        one, other = make(), make()
        first = dict(zip(pairs, replies(one, pairs), strict=True))
        assert replies(one, pairs) == list(first.values())
        backwards = [(j, i) for i, j in pairs[::-1]]
        assert replies(other, backwards) == list(first.values())[::-1]


def test_annotators_share_the_pairs_and_each_errs_at_a_rate_of_his_own():
    oracle = NoisyOracle(truth(), rate=[0.0, 1.0, 0.5])
    wrong = np.array(replies(oracle)) != np.array(replies(truth()))
    who = np.array([oracle.annotator(i, j) for i, j in PAIRS])
    assert np.bincount(who, minlength=3).min() > len(PAIRS) / 4
    assert not wrong[who == 0].any()
    assert wrong[who == 1].all()
    assert 0.4 < wrong[who == 2].mean() < 0.6


def test_other_seeds_err_elsewhere_and_none_as_well():
    answers = [replies(NoisyOracle(truth(), 0.5, seed)) for seed in (0, 1, None, None)]
    assert len({tuple(a) for a in answers}) == 4


@pytest.mark.parametrize("between", [lambda oracle: oracle, lambda o: BudgetedOracle(o, 10_000)])
def test_oracles_with_one_seed_around_each_other_draw_for_themselves(between):
    true = replies(truth())
    twice = replies(NoisyOracle(between(NoisyOracle(truth(), 0.2)), 0.2))
    wrong = np.mean(np.array(twice) != np.array(true))
    assert abs(wrong - 0.32) <= 4 * np.sqrt(0.32 * 0.68 / len(PAIRS))
    noisy = NoisyOracle(between(AbstainingOracle(truth(), 0.4)), [0.0, 1.0])
    who = np.array([noisy.annotator(i, j) for i, j in PAIRS])
    open_ = np.array(replies(noisy)) == "unknown"
    assert all(abs(open_[who == k].mean() - 0.4) < 0.11 for k in (0, 1))
    before = NoisyOracle(truth(), 0.2)
    assert replies(NoisyOracle(between(before.oracle), 0.2)) == replies(before)


def test_noise_leaves_a_dont_know_alone():
    assert NoisyOracle(truth([0, -1]), 1.0).query(0, 1) == "unknown"


def test_noise_never_contradicts_itself_beyond_repair():
    X, y = make_blobs(30, centers=3, random_state=0)
    for strategy in (Random(), ExploreConsolidate(), NPU(n_estimators=5)):
        strategy.set_params(n_clusters=3)
        fitted = strategy.fit(X, NoisyOracle(Oracle(y, 60), 0.3))
        assert fitted.n_queries_ == len(fitted.constraints_) <= 60
        wrong = sum((y[q.i] == y[q.j]) != (q.kind == "must") for q in fitted.queries_)
        assert wrong > 0


@pytest.mark.parametrize("rate", [0.0, 0.2, 0.6, 1.0])
def test_abstention_leaves_its_share_open_and_the_rest_true(rate):
    for doubt in (None, np.random.default_rng(0).random(40)):
        said = replies(AbstainingOracle(truth(), rate, doubt))
        open_ = [answer == "unknown" for answer in said]
        assert abs(np.mean(open_) - rate) < 0.06
        true = replies(truth())
        assert all(a == b for a, b, o in zip(said, true, open_, strict=True) if not o)


def test_doubt_is_about_the_more_doubtful_point():
    doubt = np.r_[np.zeros(38), 1.0, 2.0]
    said = dict(zip(PAIRS, replies(AbstainingOracle(truth(), 0.05, doubt)), strict=True))
    assert all((answer == "unknown") == (39 in pair) for pair, answer in said.items())


def test_border_doubt_by_its_definition():
    X, y = make_blobs(50, centers=3, cluster_std=3.0, random_state=0)
    means = [X[y == k].mean(axis=0) for k in range(3)]
    for x, k, doubt in zip(X, y, border_doubt(X, y.tolist()), strict=True):
        gaps = [np.linalg.norm(x - m) for m in means]
        assert doubt == pytest.approx(gaps[k] / min(g for c, g in enumerate(gaps) if c != k))
    assert border_doubt(X * 1e300, y) == pytest.approx(border_doubt(X, y))


def test_border_doubt_without_classes_or_between_equal_ones():
    X = np.array([[0.0], [2.0], [0.0], [2.0]])
    assert border_doubt(X, [0, 0, 1, -1]).tolist() == [np.inf, 0.5, 0.0, np.inf]
    assert border_doubt(np.zeros((4, 1)), [0, 0, 1, 1]).tolist() == [1.0] * 4
    assert border_doubt(X, [None] * 4).tolist() == [np.inf] * 4
    assert border_doubt(X, [0] * 4).tolist() == [0.0] * 4


def test_abstentions_count_as_questions():
    X, y = make_blobs(30, centers=3, random_state=0)
    fitted = NPU(n_clusters=3, n_estimators=5).fit(X, AbstainingOracle(Oracle(y, 30), 0.5))
    assert fitted.n_queries_ == 30
    assert len(fitted.unknown_) + len(fitted.constraints_) == 30
    assert fitted.unknown_


def test_a_budget_on_any_oracle():
    class Person:
        def query(self, i, j):
            return True

    oracle = BudgetedOracle(Person(), 3)
    assert oracle.remaining == 3
    assert Random(n_clusters=1).fit(np.arange(9.0)[:, None], oracle).n_queries_ == 3
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted, match="all 3 questions"):
        oracle.query(0, 1)


def test_the_smaller_budget_counts_and_refused_questions_do_not():
    oracle = BudgetedOracle(Oracle(Y, 2), 5)
    with pytest.raises(InputError):
        oracle.query(1, 1)
    assert (oracle.queries_cnt, oracle.remaining) == (0, 2)
    replies(oracle, PAIRS[:2])
    with pytest.raises(BudgetExhausted):
        oracle.query(0, 1)
    assert (oracle.queries_cnt, oracle.remaining) == (2, 0)


@pytest.mark.parametrize("cls", [NoisyOracle, AbstainingOracle, BudgetedOracle])
def test_an_imperfect_oracle_wraps_another_and_pickles(cls):
    oracle = pickle.loads(pickle.dumps(cls(Oracle(Y, 7))))
    assert (oracle.n_samples, oracle.remaining, oracle.max_queries_cnt) in {
        (40, 7, 7),
        (40, 7, 20),
    }
    assert not hasattr(cls(Oracle(Y)), "reason")
    with pytest.raises(InputError, match="cannot be asked; pass an object with query"):
        cls(3)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: NoisyOracle(truth(), 1.5), "rate=1.5"),
        (lambda: NoisyOracle(truth(), []), "a list with one for each annotator"),
        (lambda: NoisyOracle(truth(), [0.1, "x"]), "a list with one for each annotator"),
        (lambda: NoisyOracle(truth(), random_state=-1), "random_state=-1"),
        (lambda: AbstainingOracle(truth(), -0.1), "rate=-0.1"),
        (lambda: AbstainingOracle(truth(), doubt=[1.0]), r"shape \(40,\)"),
        (lambda: AbstainingOracle(truth(), doubt=np.full(40, np.nan)), "no NaN"),
        (lambda: AbstainingOracle(truth(), doubt=["much"] * 40), "one number a point"),
        (lambda: BudgetedOracle(truth(), -1), "max_queries_cnt=-1"),
        (lambda: RecordedOracle(3), "record of type int must be Constraints or a path"),
        (lambda: border_doubt(np.zeros((3, 1)), [0]), "1 labels were given for 3 rows"),
    ],
)
def test_nonsense_is_refused(make, said):
    with pytest.raises(InputError, match=said):
        make()
