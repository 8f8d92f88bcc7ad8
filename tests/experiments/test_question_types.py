"""Experiments with questions about several points, counted in questions, actions and seconds."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, NoisyOracle, Oracle
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments import CostModel, compare, label_economy, questions_needed
from jupyter_sscluster.experiments.question_plan import QuestionPlan, QuestionRound

X, Y = make_blobs(60, centers=4, cluster_std=3.0, random_state=1)
DATA = {"blobs": (X, Y)}
QUICK = {"strategies": {"npu": NPU(n_estimators=10)}, "seeds": 1, "progress": False}


def test_costs_are_those_of_the_study():
    cost = CostModel()
    for k in range(1, 16):
        assert cost.seconds("pair", 1, k) == 2.5
        assert cost.seconds("place", 1, k) == pytest.approx(2 + 0.3 * k)
        assert cost.seconds("sort", 4, k) == pytest.approx(1 + 4 * (1.25 + 0.05 * k))
        half = cost.scaled(items=0.5)
        assert half.seconds("pair", 1, k) == 2.5
        assert half.seconds("place", 1, k) == pytest.approx((2 + 0.3 * k) / 2)
        assert half.seconds("sort", 4, k) == pytest.approx(1 + 2 * (1.25 + 0.05 * k))
    assert [cost.actions(question_type, 4) for question_type in ("pair", "place", "sort")] == [
        1,
        1,
        4,
    ]
    for wrong in (
        lambda: CostModel(pair=-1),
        lambda: cost.seconds("heap"),
        lambda: cost.scaled(-2),
    ):
        with pytest.raises(InputError):
            wrong()


def test_a_run_is_scored_where_its_seconds_are_reached():
    rounds = [
        QuestionRound([(0, 1, "must")], 4, 0),
        QuestionRound([(1, 2, "must")], 4, 2),
        QuestionRound([], 2, 3),
    ]
    asking = QuestionPlan("sort", 4, CostModel(), (0, 2, 9), (5.9, 6.0, 12.4, 99.0))
    found = list(asking.points(rounds))
    assert [p["questions"] for p in found] == [0, 2, 9, 0, 1, 2, 3]
    assert [p["asked"] for p in found] == [0, 2, 3, 0, 1, 2, 3]
    assert [p["actions"] for p in found] == [0, 8, 10, 0, 4, 8, 10]
    spent = [0.0, 6.0, 12.4, 16.2]
    assert [p["person_seconds"] for p in found] == pytest.approx([spent[p["asked"]] for p in found])
    assert [p.get("at_seconds") for p in found] == [None] * 3 + [5.9, 6.0, 12.4, 99.0]


@pytest.mark.parametrize("question_type", ["place", "sort"])
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_the_scores_are_those_of_a_fresh_fit_to_what_the_first_answers_state(question_type, noise):
    found = label_economy(
        DATA,
        question_type=question_type,
        noise=noise,
        checkpoints=[0, 3, 7],
        at_seconds=[30.0],
        **QUICK,
    )
    clusterer = PCKMeans(4, random_state=0)
    oracle = NoisyOracle(Oracle(Y, 12), noise, 0)
    strategy = NPU(clusterer, 4, 0, n_estimators=10)
    fitted = strategy.fit(X, oracle, question_type=question_type)
    ends = np.cumsum([0, *(shown.told for shown in fitted.questions_)])
    for record in found:
        asked = record["asked"]
        known = Constraints(60)
        for i, j, kind, _ in fitted.queries_[: ends[asked]]:
            against = known.relation(i, j) not in (None, kind)
            known = known.add(i, j, kind, soft=against)
        labels = PCKMeans(4, random_state=0).fit(X, constraints=known).labels_
        assert record["ari"] == pytest.approx(adjusted_rand_score(Y, labels))
        cost = [
            CostModel().seconds(question_type, len(q.points), len(q.among))
            for q in fitted.questions_[:asked]
        ]
        assert record["person_seconds"] == pytest.approx(sum(cost))
        assert record["question_type"] == question_type
    assert found[-1]["at_seconds"] == 30.0
    assert found[-1]["person_seconds"] <= 30.0 + 1e-9
    more = fitted.questions_[found[-1]["asked"]]
    assert found[-1]["person_seconds"] + CostModel().seconds(question_type, len(more.points)) > 25.0


def test_pairs_cost_two_and_a_half_seconds_and_old_records_say_so_too(tmp_path):
    path = tmp_path / "runs.jsonl"
    fresh = label_economy(DATA, checkpoints=[0, 4], path=path, **QUICK)
    assert [(r["question_type"], r["actions"], r["person_seconds"]) for r in fresh] == [
        ("pair", 0, 0.0),
        ("pair", 4, 10.0),
    ]
    kept = label_economy(DATA, checkpoints=[0, 4], path=path, cost=CostModel(pair=4.0), **QUICK)
    assert [r["person_seconds"] for r in kept] == [0.0, 16.0]
    assert len(path.read_bytes().splitlines()) == 1
    timed = label_economy(DATA, at_seconds=[9.9, 10.0], path=path, **QUICK)
    assert [(r["questions"], r["at_seconds"]) for r in timed] == [(3, 9.9), (4, 10.0)]
    assert timed[1]["ari"] == fresh[1]["ari"]
    assert len(path.read_bytes().splitlines()) == 2


def test_shapes_are_compared_over_runs_that_are_otherwise_the_same():
    records = []
    for question_type in ("pair", "sort"):
        records += label_economy(
            DATA, question_type=question_type, at_seconds=[10, 40], **{**QUICK, "seeds": 2}
        )
    assert compare(records, "sort", "pair", field="question_type").n == 2
    needed = questions_needed(records, [0.0], unit="person_seconds")
    assert {r["question_type"]: r["needed"] for r in needed} == {
        "pair": 10.0,
        "sort": pytest.approx(6.0),
    }
    with pytest.raises(InputError, match="unit='hours' must be one of 'questions'"):
        questions_needed(records, unit="hours")
