"""Active classifiers beside strategies: questions by least margin, costs, hold-out, errors."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import adjusted_rand_score
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from jupyter_sscluster._arrays import HashableData
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active.noisy_answers.medoids import medoids
from jupyter_sscluster.experiments import label_economy
from jupyter_sscluster.experiments.active_classifiers import (
    ClassifierRun,
    class_shares,
    classifiers,
)
from jupyter_sscluster.experiments.question_plan import QuestionPlan

X, Y = make_blobs(60, centers=3, cluster_std=1.5, random_state=4)


def run_of(classifier, X=X, y=Y, *, holdout=0.0, noise=0.0, points=(0, 5, 20)):
    setting = (("holdout", holdout), ("noise", noise), ("start", 0))
    plan = QuestionPlan("place", counted=points)
    names = ("blobs", "least margin", "it")
    return ClassifierRun(names, X, y, classifier, classifier, classifier, 0, setting, plan)


def asked(run):
    """Rows in the order in which they were shown, and the rows that stood for their classes."""
    rounds = run._rounds(run._split()[0])
    return [(row, stands_for) for each in rounds for row, stands_for, _ in each.answers]


def test_medoids_first_then_the_point_of_least_margin():
    """By another reading of the margin: the gap of Gaussian naive Bayes, row by row."""
    found = asked(run_of(GaussianNB(), points=(12,)))
    assert [row for row, _ in found[:3]] == medoids(HashableData.of(X), 3, 0, 3)
    for k in range(3, 12):
        rows = [row for row, _ in found[:k]]
        model = GaussianNB().fit(X[rows], Y[rows])
        if len(model.classes_) == 1:
            continue
        gaps = {}
        for row in set(range(len(X))) - set(rows):
            first, second, *_ = sorted(model.predict_proba(X[[row]])[0], reverse=True)
            gaps[row] = first - second
        assert gaps[found[k][0]] == pytest.approx(min(gaps.values()), abs=1e-12)


def test_labels_are_those_that_were_named_and_else_those_of_the_classifier():
    run = run_of(LogisticRegression(), points=(20,))
    told = asked(run)
    labels = run._labels([(row, stands_for, "must") for row, stands_for in told])
    rows = [row for row, _ in told]
    assert adjusted_rand_score(Y[rows], labels[rows]) == 1.0
    model = LogisticRegression(random_state=0).fit(X[rows], Y[rows])
    assert adjusted_rand_score(model.predict(np.delete(X, rows, 0)), np.delete(labels, rows)) == 1.0


@pytest.mark.parametrize("name", classifiers())
def test_each_learns_and_never_sees_the_hold_out(name):
    run = run_of(classifiers()[name], holdout=0.3)
    held = run._split()[1]
    assert not {row for row, _ in asked(run)} & set(held.tolist())
    records = run.run()
    assert [record["asked"] for record in records] == [0, 5, 20]
    assert records[-1]["ari_holdout"] > 0.5 > records[0]["ari_holdout"]
    assert records[-1]["person_seconds"] == pytest.approx(20 * (2 + 0.3 * 3))
    again = run_of(classifiers()[name], holdout=0.3).run()
    assert [record["ari"] for record in again] == [record["ari"] for record in records]


def test_wrong_answers_are_recorded_as_they_were_given():
    told = asked(run_of(GaussianNB(), noise=0.4, points=(40,)))
    wrong = sum(Y[row] != Y[stands_for] for row, stands_for in told)
    assert 5 <= wrong <= 30


def test_one_class_and_no_answer_are_one_cluster():
    assert class_shares(GaussianNB(), X, {4: 4, 7: 4}, 0).tolist() == [[1.0]] * 60
    records = run_of(GaussianNB(), y=np.zeros(60, dtype=int)).run()
    assert [record["ari"] for record in records] == [1.0, 1.0, 1.0]


def test_beside_strategies_at_equal_seconds(tmp_path):
    given = {
        "data": {"blobs": (X, Y)},
        "strategies": ["random"],
        "seeds": 2,
        "classifiers": ["label spreading"],
        "at_seconds": (31, 62),
        "path": tmp_path / "runs.jsonl",
        "progress": False,
    }
    records = label_economy(**given)
    mine = [record for record in records if record["strategy"] == "least margin"]
    assert len(records) == 8
    assert {r["clusterer"] for r in mine} == {"label spreading"}
    assert {r["question_type"] for r in mine} == {"place"}
    assert {r["asked"] for r in mine if r["at_seconds"] == 31} == {int(31 / 2.9)}
    assert {r["asked"] for r in records if r not in mine and r["at_seconds"] == 31} == {12}
    assert label_economy(**given) == records


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"classifiers": ["svm"]}, "none of .*label spreading"),
        ({"classifiers": {"svm": LinearSVC()}}, "LinearSVC has no predict_proba"),
        ({"classifiers": "label spreading", "start": 3}, "know no pairs"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_runs(given, words):
    with pytest.raises(InputError, match=words):
        label_economy({"blobs": (X, Y)}, ["random"], progress=False, **given)
