"""Oracles that err, abstain, hurry, remember or are a person."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import make_blobs

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    AbstainingOracle,
    BudgetedOracle,
    BudgetExhausted,
    ExploreConsolidate,
    HumanOracle,
    NoisyOracle,
    Oracle,
    Random,
    RecordedOracle,
    border_doubt,
)
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints

Y = np.arange(40) % 3
PAIRS = list(itertools.combinations(range(40), 2))


def truth(y=Y):
    return Oracle(y, None)


def replies(oracle, pairs=PAIRS):
    return [oracle.query(i, j) for i, j in pairs]


# ------------------------------------------------------------------ noise


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


# ------------------------------------------------------------------ abstention


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


# ------------------------------------------------------------------ budget


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
def test_what_is_within_shows_through_and_pickles(cls):
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


# ------------------------------------------------------------------ records


def test_a_record_answers_what_was_stated_and_what_follows(tmp_path):
    value = Constraints(6, must=[(0, 1)], cannot=[(1, 2)]).add(3, 4, "must", soft=True)
    value.to_csv(tmp_path / "a.csv")
    value.to_json(tmp_path / "a.JSON")
    for record in (value, tmp_path / "a.csv", str(tmp_path / "a.JSON")):
        oracle = RecordedOracle(record)
        pairs = [(1, 0), (2, 0), (4, 3), (3, 5)]
        assert replies(oracle, pairs) == ["must", "cannot", "must", "unknown"]
        assert (oracle.n_missing, oracle.n_samples) == (1, 6)
        strict = RecordedOracle(record, missing="raise")
        assert replies(strict, pairs[:3]) == ["must", "cannot", "must"]
        with pytest.raises(InputError, match=r"nothing about the pair \(3, 5\)"):
            strict.query(5, 3)


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_journal_is_replayed_to_what_the_session_knows(data, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "answers.jsonl"
    X = np.arange(8.0)[:, None]
    y = [0, 0, 1, 1, 2, 2, 2, 0]
    session = Session(X, clusterer="kmeans", n_clusters=2, path=path, background=False)
    for _ in range(data.draw(st.integers(0, 12))):
        do = data.draw(st.sampled_from(["answer", "answer", "skip", "undo", "redo", "k", "back"]))
        i, j = sorted(data.draw(st.lists(st.integers(0, 7), min_size=2, max_size=2, unique=True)))
        if do == "answer":
            session.answer(i, j, "must" if y[i] == y[j] else "cannot")
        elif do == "skip":
            session.answer(i, j, "unknown")
        elif do in ("undo", "redo"):
            getattr(session, do)()
        elif do == "k":
            session.set_n_clusters(data.draw(st.integers(1, 4)))
        elif session.answers:
            session.take_back(session.answers[0].number)
    oracle = RecordedOracle(path)
    assert oracle.constraints == session.constraints
    assert {(a.pair) for a in session.answers if a.kind == "unknown"} == oracle.unknown
    for i, j in itertools.combinations(range(8), 2):
        assert oracle.query(i, j) == (session.constraints.relation(i, j) or "unknown")
    session.save(path.with_name("copy"))
    assert RecordedOracle(path.with_name("copy")).constraints == session.constraints


def test_a_strategy_fits_on_a_record_again_without_a_miss():
    X, y = make_blobs(40, centers=3, random_state=0)
    live = NPU(n_clusters=3, n_estimators=5).fit(X, Oracle(y, 25))
    oracle = BudgetedOracle(RecordedOracle(live.constraints_, "raise"), 25)
    again = NPU(n_clusters=3, n_estimators=5).fit(X, oracle)
    assert again.queries_ == live.queries_
    assert (again.labels_ == live.labels_).all()


def test_questions_may_end_where_the_record_does():
    X, y = make_blobs(40, centers=3, random_state=0)
    live = ExploreConsolidate(n_clusters=3).fit(X, Oracle(y, 12))
    oracle = RecordedOracle(live.constraints_, missing="end")
    again = ExploreConsolidate(n_clusters=3).fit(X, oracle)
    assert again.queries_ == live.queries_
    assert again.constraints_ == live.constraints_
    assert again.unknown_ == []
    assert (again.labels_ == live.labels_).all()
    with pytest.raises(BudgetExhausted, match="says nothing"):
        RecordedOracle(Constraints(3), missing="end").query(0, 1)


@pytest.mark.parametrize("name", ["answers.json", "answers.csv"])
def test_a_journal_may_have_any_name(tmp_path, name):
    session = Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / name, background=False)
    session.answer(0, 3, "cannot")
    session.answer(1, 2, "unknown")
    oracle = RecordedOracle(tmp_path / name)
    assert oracle.constraints == session.constraints
    assert oracle.unknown == {(1, 2)}
    (tmp_path / name).write_text("[1]\n")
    with pytest.raises(InputError, match="to_(json|csv)"):
        RecordedOracle(tmp_path / name)


def test_a_journal_keeps_dont_know_apart_from_what_is_missing(tmp_path):
    session = Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / "j", background=False)
    session.answer(0, 3, "unknown")
    oracle = RecordedOracle(tmp_path / "j", missing="raise")
    assert oracle.query(3, 0) == "unknown"
    with pytest.raises(InputError, match="says nothing"):
        oracle.query(1, 2)
    with pytest.raises(InputError, match="asks about one point"):
        oracle.query(1, 1)
    with pytest.raises(InputError, match="point=4"):
        oracle.query(1, 4)


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", '{"data": {"shape": []}}\n', "[1]\n\n"])
def test_what_is_no_record_is_refused(tmp_path, text):
    path = tmp_path / "x.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=r"no constraints file .* and no journal of a session"):
        RecordedOracle(path)
    with pytest.raises(InputError, match="cannot be read"):
        RecordedOracle(tmp_path / "absent")
    with pytest.raises(InputError, match="missing='no' must be one of"):
        RecordedOracle(path, missing="no")


def test_an_undo_that_was_never_possible_is_damage(tmp_path):
    Session(np.arange(4.0)[:, None], n_clusters=2, path=tmp_path / "x", background=False)
    with open(tmp_path / "x", "a") as file:
        file.write('{"do":"undo"}\n')
    with pytest.raises(InputError, match=r"line \d+ of the journal .* nothing to undo"):
        RecordedOracle(tmp_path / "x")


def test_answers_are_read_without_the_clusterers_they_were_given_to(tmp_path):
    class Own(KMeans):
        """No journal can hold this class."""

    X = np.arange(6.0)[:, None]
    session = Session(X, Own(2), n_clusters=2, path=tmp_path / "x", background=False)
    session.answer(0, 5, "cannot", weight=3.0)
    session.set_clusterer("pckmeans")
    session.answer(1, 2, "must", soft=True)
    oracle = RecordedOracle(tmp_path / "x")
    assert [oracle.query(5, 0), oracle.query(1, 2), oracle.query(3, 4)] == [
        "cannot",
        "must",
        "unknown",
    ]


# ------------------------------------------------------------------ a person


class Desk:
    """A keyboard with a line of keys, and a screen."""

    def __init__(self, *keys):
        self.keys, self.shown, self.prompts = list(keys), [], 0

    def read(self, prompt):
        self.prompts += 1
        key = self.keys.pop(0)
        if isinstance(key, type):
            raise key
        return key

    def oracle(self, *args, **options):
        return HumanOracle(*args, input=self.read, print=self.shown.append, **options)


def test_a_person_presses_keys_and_is_asked_again_where_they_mean_nothing():
    desk = Desk("m", " C ", "?", "", "skip", "s", "cannot")
    oracle = desk.oracle(n_samples=5)
    assert replies(oracle, [(0, 1), (1, 2), (2, 3), (3, 4)]) == [
        "must",
        "cannot",
        "unknown",
        "cannot",
    ]
    assert oracle.answers == [
        (0, 1, "must"),
        (1, 2, "cannot"),
        (2, 3, "unknown"),
        (3, 4, "cannot"),
    ]
    assert sum("Type m (must" in text for text in desk.shown) == 3
    assert desk.shown[0] == "Question 1: do 0 and 1 belong together?"


@pytest.mark.parametrize("end", ["q", "quit", EOFError, KeyboardInterrupt])
def test_whatever_ends_it_nothing_is_lost(end):
    X, _ = make_blobs(20, centers=2, random_state=0)
    desk = Desk("c", "m", "c", end)
    oracle = desk.oracle(X)
    fitted = NPU(PCKMeans(n_clusters=2, random_state=0), n_estimators=5).fit(X, oracle)
    assert fitted.n_queries_ == 3
    assert [kind for *_, kind in oracle.answers] == ["cannot", "must", "cannot"]
    assert fitted.labels_.shape == (20,)
    assert oracle.remaining == 0
    with pytest.raises(BudgetExhausted, match="no question is left"):
        oracle.query(0, 1)
    assert desk.prompts == 4


def test_names_values_and_the_reason_are_shown():
    frame = pd.DataFrame({"size": [1.0, 2.5, 9.0], "age": [5.0, 5.0, 5.5]}, index=["a", "b", "c"])
    desk = Desk("m", "q")
    NPU(n_clusters=2, n_estimators=5).fit(frame, desk.oracle(frame))
    head, why, *values = desk.shown[0].splitlines()
    assert head.startswith("Question 1: do ") and " and " in head
    assert why.strip().endswith(".")
    assert {line.split(":")[0].strip() for line in values} == {"size", "age"}
    named = Desk("m")
    named.oracle(names=["x", "y"], n_samples=2).query(0, 1)
    assert named.shown == ["Question 1: do x and y belong together?"]


def test_the_reason_reaches_a_person_through_other_oracles():
    desk = Desk("m", "q")
    X = np.arange(6.0)[:, None]
    Random(n_clusters=2).fit(X, BudgetedOracle(desk.oracle(X), 5))
    assert "Drawn at random" in desk.shown[0]


def test_of_many_features_those_that_differ_most_are_shown():
    X = np.zeros((3, 30))
    X[1] = np.arange(30) * 1e300
    X[2, 5:] = X[1, 5:]
    desk = Desk("m")
    desk.oracle(X).query(0, 2)
    lines = desk.shown[0].splitlines()
    assert len(lines) == 1 + 12 + 1
    assert lines[-1].strip() == "… and 18 more"
    assert all(int(line.split()[1].rstrip(":")) >= 5 for line in lines[1:-1])


def test_a_persons_time_may_be_limited():
    oracle = Desk("m", "m").oracle(n_samples=4, max_queries_cnt=1)
    assert oracle.remaining == 1
    oracle.query(0, 1)
    with pytest.raises(BudgetExhausted):
        oracle.query(1, 2)
    for wrong in ({}, {"n_samples": 0}, {"n_samples": 3, "max_queries_cnt": -1}):
        with pytest.raises(InputError):
            HumanOracle(**wrong)
    with pytest.raises(InputError, match="asks about one point"):
        HumanOracle(n_samples=3).query(1, 1)
