"""What an experiment runs: fresh fits to the first answers, and rows held out of all of it."""

import subprocess
import sys

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris, make_blobs
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, NoisyOracle, Oracle, Random
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments import (
    curves,
    label_economy,
    parallel_runs as jobs,
    strategy_runs as economy,
)
from jupyter_sscluster.experiments.question_plan import QuestionRound

X, Y = make_blobs(45, centers=3, cluster_std=4.0, random_state=0)
DATA = {"blobs": (X, Y)}
QUICK = {"seeds": 2, "budget": 12, "step": 5, "progress": False}


def timeless(records):
    return [{k: v for k, v in r.items() if "seconds" not in k} for r in records]


@pytest.mark.parametrize("noise", [0.0, 0.4])
def test_the_scores_are_those_of_a_fresh_fit_to_the_first_answers(noise):
    records = label_economy(DATA, ["random"], noise=noise, **QUICK)
    assert [r["questions"] for r in records] == [0, 5, 10, 12] * 2
    queries = []
    for seed in (0, 1):
        oracle = Oracle(Y, 12)
        oracle = NoisyOracle(oracle, noise, seed) if noise else oracle
        queries.append(Random(random_state=seed).fit(X, oracle).queries_)
    for record in records:
        seed, wanted = record["seed"], record["questions"]
        asked = queries[seed][:wanted]
        known = Constraints(45)
        for q in asked:
            known = known.add(q.i, q.j, q.kind)
        labels = PCKMeans(3, random_state=seed).fit(X, constraints=known).labels_
        rest = sorted(set(range(45)) - {p for q in asked for p in (q.i, q.j)})
        assert record["ari"] == pytest.approx(adjusted_rand_score(Y, labels))
        assert record["nmi"] == pytest.approx(normalized_mutual_info_score(Y, labels))
        assert record["ari_untouched"] == pytest.approx(adjusted_rand_score(Y[rest], labels[rest]))
        assert record["n_untouched"] == len(rest)
        assert record["asked"] == wanted
        assert record["ari_holdout"] is None


def test_answers_that_contradict_each_other_are_scored_as_soft_statements(monkeypatch):
    answers = [(0, 1, "must"), (1, 2, "must"), (0, 2, "cannot"), (3, 4, "cannot")]
    rounds = [QuestionRound([answer]) for answer in answers]
    monkeypatch.setattr(economy.StrategyRun, "_rounds", lambda task, askable: rounds)
    last = label_economy(DATA, ["random"], seeds=1, checkpoints=[4], progress=False)[-1]
    known = Constraints(45, [(0, 1), (1, 2)], [(3, 4)]).add(0, 2, "cannot", soft=True)
    labels = PCKMeans(3, random_state=0).fit(X, constraints=known).labels_
    assert last["ari"] == pytest.approx(adjusted_rand_score(Y, labels))
    assert "failed" not in last


def test_held_out_rows_are_never_asked_about_and_scored_apart(monkeypatch):
    seen = []

    class Spy(Oracle):
        def __init__(self, labels, *args):
            seen.append(len(labels))
            super().__init__(labels, *args)

    monkeypatch.setattr("jupyter_sscluster.experiments.simulated_questioning.Oracle", Spy)
    records = label_economy(DATA, ["random", "npu"], holdout=0.3, **QUICK)
    kept = 45 - sum(round(0.3 * size) for size in np.bincount(Y))
    assert seen == [kept] * 4
    by_seed = {
        seed: {
            r["strategy"]: r["ari_holdout"]
            for r in records
            if r["seed"] == seed and r["questions"] == 0
        }
        for seed in (0, 1)
    }
    for same in by_seed.values():
        assert same["random"] == same["npu"] is not None
    assert all(r["n_untouched"] >= 45 - kept for r in records)


@pytest.mark.parametrize("start", [0, 15])
def test_what_is_held_out_is_in_no_pair_and_changes_no_question(monkeypatch, start):
    held, given = [], []
    split, scores = economy.StrategyRun._split, economy.StrategyRun._scores

    def splitting(task):
        held.append(split(task)[1])
        return split(task)

    def scoring(task, answers, rows):
        given.append(list(answers))
        return scores(task, answers, rows)

    monkeypatch.setattr(economy.StrategyRun, "_split", splitting)
    monkeypatch.setattr(economy.StrategyRun, "_scores", scoring)
    options = {**QUICK, "seeds": 1, "budget": 10, "holdout": 0.4, "start": start}
    label_economy(DATA, ["minmax", "npu", "random"], **options)
    first = given.copy()
    for answers in first:
        assert not {p for i, j, _ in answers for p in (i, j)} & set(held[0].tolist())
        assert all((Y[i] == Y[j]) == (kind == "must") for i, j, kind in answers)
    assert max(map(len, first)) == start + 10
    moved = X.copy()
    moved[held[0], 0] = 1e3
    given.clear()
    label_economy({"blobs": (moved, Y)}, ["minmax", "npu", "random"], **options)
    assert given == first


def test_pairs_known_before_are_the_same_for_all_and_not_asked_about():
    records = label_economy(DATA, ["random", "minmax"], start=20, **QUICK)
    for seed in (0, 1):
        known = Constraints.from_labels(Y, 20, random_state=seed)
        labels = PCKMeans(3, random_state=seed).fit(X, constraints=known).labels_
        first = [r for r in records if r["seed"] == seed and r["questions"] == 0]
        assert len(first) == 2
        assert [r["ari"] for r in first] == [pytest.approx(adjusted_rand_score(Y, labels))] * 2
        assert {r["n_untouched"] for r in first} == {45 - len(known.touched)}
    asked = Random(random_state=1).fit(X, Oracle(Y, 5), constraints=known)
    labels = PCKMeans(3, random_state=1).fit(X, constraints=asked.constraints_).labels_
    last = [r for r in records if (r["seed"], r["strategy"], r["questions"]) == (1, "random", 5)]
    assert last[0]["ari"] == pytest.approx(adjusted_rand_score(Y, labels))


def test_with_an_asker_all_clusterers_are_scored_on_the_same_answers():
    options = {**QUICK, "strategies": {"npu": NPU(n_estimators=5)}, "seeds": 1}
    own = label_economy(DATA, clusterers=["pckmeans"], **options)
    both = label_economy(DATA, clusterers=["rcakmeans", "pckmeans"], asker="pckmeans", **options)
    assert timeless(both)[4:] == timeless(own)
    assert [r["n_untouched"] for r in both[:4]] == [r["n_untouched"] for r in own]
    assert [r["ari"] for r in both[:4]] != [r["ari"] for r in own]


def test_every_combination_has_its_runs_in_order_and_names_of_mappings_are_kept():
    records = label_economy(
        {"one": (X, Y), "two": (X[::-1], Y[::-1].astype(str))},
        {"dice": Random(), "forest": NPU(n_estimators=3)},
        {"soft": "pckmeans", "plain": "kmeans"},
        seeds=[4, 7],
        checkpoints=[3, 0, 3],
        progress=False,
    )
    keys = [(r["data"], r["seed"], r["strategy"], r["clusterer"], r["questions"]) for r in records]
    assert keys == [
        (d, s, a, c, q)
        for d in ("one", "two")
        for s in (4, 7)
        for a in ("dice", "forest")
        for c in ("soft", "plain")
        for q in (0, 3)
    ]


def test_questions_may_run_out_and_a_fit_may_fail():
    records = label_economy(
        {"few": (X[:4], [0, 0, 1, 1])}, ["random"], ["pckmeans"], seeds=1, budget=10, progress=False
    )
    assert [r["questions"] for r in records] == [0, 5, 10]
    assert 3 <= records[-1]["asked"] <= 6
    assert records[-1]["ari"] is not None
    assert records[-1]["ari_untouched"] is None

    class Failing(BaseEstimator):
        def __init__(self, n_clusters=2):
            self.n_clusters = n_clusters

        def fit_predict(self, X):
            raise AssertionError

        def fit(self, X, y=None, *, constraints=None):
            if len(constraints) > 3:
                raise RuntimeError("no more")
            self.labels_ = np.zeros(len(X), dtype=int)
            return self

    records = label_economy(DATA, ["random"], {"moody": Failing()}, **QUICK)
    assert [r["ari"] for r in records] == [0.0, None, None, None] * 2
    assert records[1]["failed"] == "RuntimeError: no more"
    assert curves(records)[("blobs", "random", "moody")].questions.tolist() == [0]


def test_parallel_runs_give_the_same():
    one = label_economy(DATA, ["random", "minmax"], **QUICK)
    with joblib.parallel_config(backend="threading"):
        two = label_economy(DATA, ["random", "minmax"], n_jobs=2, **QUICK)
    assert timeless(one) == timeless(two)


def test_a_backend_that_holds_results_back_is_given_portions(monkeypatch, tmp_path):
    from joblib._parallel_backends import ThreadingBackend

    class Holding(ThreadingBackend):
        supports_return_generator = False

    joblib.register_parallel_backend("holding", Holding)
    monkeypatch.setattr(jobs, "PORTION", 1)
    path = tmp_path / "runs"
    with joblib.parallel_config(backend="holding", n_jobs=2):
        held = label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    assert timeless(held) == timeless(label_economy(DATA, ["random", "minmax"], **QUICK))
    assert len(path.read_text().splitlines()) == 4


@pytest.mark.parametrize(("module", "wanted"), [("tqdm.auto", "progress"), ("pandas", "as_frame")])
def test_a_package_that_is_not_there_is_named_before_anything_runs(
    monkeypatch, tmp_path, module, wanted
):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(economy, "run_all", None)
    sentence = rf"{wanted}=True needs {module[:4]}.*\[experiments\].* pass {wanted}=False"
    with pytest.raises(InputError, match=sentence):
        label_economy(DATA, ["random"], **{**QUICK, wanted: True})


def test_a_frame_where_one_is_wanted():
    frame = label_economy(DATA, ["random"], as_frame=True, **QUICK)
    assert isinstance(frame, pd.DataFrame)
    assert timeless(frame.to_dict("records"))[0]["data"] == "blobs"
    assert curves(frame).keys() == {("blobs", "random", "pckmeans")}
    assert repr(curves(pl.DataFrame(frame.to_dict("records")))) == repr(curves(frame))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"strategies": ["nobody"]}, "strategy 'nobody' is not known"),
        ({"clusterers": []}, "at least one"),
        ({"seeds": 0}, "seeds=0"),
        ({"seeds": [1, 1]}, "must be different"),
        ({"budget": -1}, "budget=-1"),
        ({"step": 0}, "step=0"),
        ({"checkpoints": []}, "checkpoints are empty"),
        ({"holdout": 1.0}, "holdout=1.0"),
        ({"noise": 2}, "noise=2"),
        ({"start": -1}, "start=-1"),
        ({"asker": "nobody"}, "clusterer 'nobody' is not known"),
        ({"strategies": Random()}, "must be names of the catalogue, or a mapping"),
        ({"question_type": "heap"}, "question_type='heap' must be one of 'pair', 'place', 'sort'"),
        ({"question_type": "sort"}, "strategy 'random' does not offer question_type='sort'"),
        ({"size": 0}, "size=0"),
        ({"at_seconds": [-1.0]}, "at_seconds"),
        ({"data": (X, Y)}, "data of type tuple must be a mapping of names"),
        ({"data": {}}, "at least one"),
        ({"data": {"a": X}}, r"data\['a'\] is no pair"),
        ({"data": {"a": (X, Y[:-1])}}, "every row needs a class"),
        ({"data": {"a": (X, [None, *Y[1:]])}}, "every row needs a class"),
    ],
)
def test_nonsense_is_refused_before_anything_runs(options, said, monkeypatch):
    monkeypatch.setattr(economy, "run_all", None)
    with pytest.raises(InputError, match=said):
        label_economy(**{"data": DATA, "progress": False, **options})


def test_the_room_needs_no_session_and_no_plotting_library():
    program = (
        "import sys, jupyter_sscluster.experiments; "
        "print({'matplotlib', 'bqplot', 'jupyter_sscluster.session'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


def test_on_iris_questions_pay():
    iris = load_iris(return_X_y=True)
    records = label_economy(
        {"iris": iris}, {"npu": NPU(n_estimators=10)}, seeds=2, checkpoints=[0, 60], progress=False
    )
    before, after = curves(records)[("iris", "npu", "pckmeans")].mean
    assert after > before + 0.1
