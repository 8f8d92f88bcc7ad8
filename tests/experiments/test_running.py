"""Protocols into records: what is told, what is scored, what is kept."""

import os
import signal
import subprocess
import sys
import time
from itertools import groupby

import joblib
import numpy as np
import pytest
from shared import shared_dir
from sklearn.base import BaseEstimator, clone
from sklearn.metrics import adjusted_rand_score
from small_protocol import DATA, PAIRS, X, Y, timeless

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import ASC, NPU, ExploreConsolidate, Oracle, Snapshot
from jupyter_sscluster.cluster import PCKMeans, SeededKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.datasets import MissingData
from jupyter_sscluster.experiments import PROTOCOLS, Method, run
from jupyter_sscluster.experiments.finished_runs import finished
from jupyter_sscluster.experiments.protocol_design import estimator
from jupyter_sscluster.experiments.run_protocol import cells_of, scaled
from jupyter_sscluster.experiments.scoring import of_pairs
from jupyter_sscluster.experiments.supervision import told


class Failing(BaseEstimator):
    """A clusterer that cannot."""

    def __init__(self, n_clusters=2, random_state=None):
        self.n_clusters = n_clusters
        self.random_state = random_state

    def fit(self, X, y=None, constraints=None):
        raise ValueError("no two rows are alike")

    def fit_predict(self, X, y=None):
        return self.fit(X).labels_


def shown(protocol, method=0, repeat=0, fold=0):
    """What one run is told, and its test rows."""
    cells = cells_of(protocol, DATA)
    wanted = (protocol.methods[method].name, repeat, fold)
    [cell] = [c for c in cells if (c.method.name, c.repeat, c.fold) == wanted]
    train, test = cell._split()
    levels = told(protocol, cell.method, cell._clusterer, cell.X, cell.y, train, cell.seed)
    return [*levels], train, test, cell


def test_every_fold_tests_other_rows_and_nothing_is_told_about_them():
    tested = []
    for fold in range(3):
        levels, train, test, _ = shown(PAIRS, fold=fold)
        tested += test.tolist()
        assert not set(train) & set(test)
        assert all(set(level.rows) <= set(train) for level in levels)
        assert [level.n_told for level in levels] == [0, 10, 30]
        pairs = [
            {*map(tuple, np.vstack([k.must, k.cannot]).tolist())}
            for *_, k in [(level.constraints,) for level in levels]
        ]
        assert pairs[0] < pairs[1] < pairs[2]
    assert sorted(tested) == list(range(60))


def test_methods_share_folds_pairs_and_seeds():
    first, second = (shown(PAIRS, method=m, repeat=1, fold=2) for m in (0, 1))
    assert (first[2] == second[2]).all()
    for a, b in zip(first[0], second[0], strict=True):
        assert (a.constraints.must == b.constraints.must).all()
    assert first[3].seed == second[3].seed
    assert first[3].seed != shown(PAIRS, repeat=0, fold=2)[3].seed


def test_a_record_is_the_score_of_a_fit_to_what_was_told():
    records = run(PAIRS, data=DATA, progress=False)
    assert len(records) == 2 * 3 * 2 * 3
    levels, _, test, cell = shown(PAIRS, method=1, repeat=1, fold=1)
    for level in levels:
        [record] = [
            r
            for r in records
            if (r["method"], r["repeat"], r["fold"], r["level"]) == ("PCK", 1, 1, level.level)
        ]
        own = PCKMeans(3, n_init=2, random_state=cell.seed)
        labels = own.fit(scaled(X, "standardise"), constraints=level.constraints).labels_
        assert record["ari_holdout"] == pytest.approx(adjusted_rand_score(Y[test], labels[test]))
        assert record["ari"] == pytest.approx(adjusted_rand_score(Y, labels))
        assert record["n_clusters"] == 3


def test_what_was_propagated_is_that_of_the_last_round():
    of = PAIRS.with_(methods=(Method("GPK", "gpkmeans", {"keep": "last", "n_init": 1}),))
    levels, _, _, cell = shown(of, method=0, repeat=0, fold=0)
    last = []
    for level, record in zip(levels, cell.run(), strict=True):
        model = cell._clusterer.fit(cell.X, constraints=level.constraints)
        assert record["n_inferred"] == model.n_inferred_[-1]
        assert record["n_propagated"] == model.n_propagated_[-1]
        assert record["inferred_ratio"] == record["n_inferred"] / max(level.n_told, 1)
        last.append((record["n_inferred"], max(model.n_inferred_)))
    assert any(0 < kept < most for kept, most in last)


def test_neighbourhoods_are_counted_at_every_level_also_for_a_method_without_constraints():
    for method in (0, 1):
        levels, _, _, cell = shown(PAIRS, method=method)
        counted = [record["n_neighbourhoods"] for record in cell.run()]
        assert counted == [len(level.constraints.neighbourhoods()) for level in levels]
        assert counted[0] == 0 < counted[1]
    assert not getattr(cells_of(PAIRS, DATA)[0]._clusterer, "uses_constraints", True)


def test_labels_are_told_by_class_and_to_those_that_take_labels():
    protocol = PAIRS.with_(
        told="labels", levels=(0.0, 0.5, 1.0), methods=(Method("Seeded", "seededkmeans"),)
    )
    levels, train, test, cell = shown(protocol)
    assert [level.n_told for level in levels][::2] == [0, 40]
    counts = np.bincount(cell.y[levels[1].rows])
    assert np.abs(counts - np.bincount(cell.y[train]) / 2).max() <= 0.5
    assert (levels[2].labels[train] == cell.y[train]).all()
    assert (levels[2].labels[test] == -1).all()
    record = cell.run()[1]
    fitted = SeededKMeans(3, random_state=cell.seed).fit(cell.X, levels[1].labels)
    assert record["ari_holdout"] == adjusted_rand_score(Y[test], fitted.labels_[test])
    assert "failed" not in record


def test_some_labels_and_pairs_are_wrong_the_same_ones_for_all_and_at_every_level():
    seeded = (Method("Seeded", "seededkmeans"),)
    labels = PAIRS.with_(told="labels", levels=(0.5, 1.0), methods=seeded, noise=0.4)
    levels, *_, cell = shown(labels)
    wrong = [level.labels[level.rows] != cell.y[level.rows] for level in levels]
    assert 0.2 < wrong[1].mean() < 0.6 and levels[1].labels.max() == 2
    kept = np.isin(levels[1].rows, levels[0].rows)
    assert wrong[1][kept].tolist() == wrong[0].tolist()

    noisy = PAIRS.with_(levels=(15, 30), noise=0.4)
    told, right = shown(noisy)[0], shown(noisy.with_(noise=0.0))[0]
    for level, true in zip(told, right, strict=True):
        assert level.rows.tolist() == true.rows.tolist() and level.n_told == true.n_told
        softly = len(level.constraints.soft_must) + len(level.constraints.soft_cannot)
        hard = len(level.constraints.must) + len(level.constraints.cannot)
        assert softly + hard == level.n_told
    assert [s.constraints for s in shown(noisy, method=1)[0]] == [s.constraints for s in told]
    musts = [{*map(tuple, each.constraints.must.tolist())} for each in (*told, right[1])]
    assert musts[0] <= musts[1] and musts[1] - musts[2] and musts[2] - musts[1]


@pytest.mark.parametrize("said", ["must", "cannot"])
def test_the_share_of_soft_pairs_that_is_wrong_is_counted(said):
    y = np.array([0, 0, 1, 1])
    known = Constraints(4).add_pairs([(0, 1), (0, 2), (1, 3)], said, 0.5, soft=True)
    expected = {"must": 2 / 3, "cannot": 1 / 3}[said]
    assert of_pairs(known, y) == {
        "n_neighbourhoods": 0,
        "n_soft": 3,
        "soft_wrong_ratio": pytest.approx(expected),
    }
    assert of_pairs(Constraints(4), y) == {"n_neighbourhoods": 0} and of_pairs(None, y) == {}


def test_shares_of_pairs_are_of_the_kind_that_was_wanted():
    protocol = PAIRS.with_(told="share", levels=(2, 10), kinds=("both", "must", "cannot"))
    levels, train, *_ = shown(protocol)
    total = len(train) * (len(train) - 1) // 2
    found = {
        (s.kind, s.level): (len(s.constraints.must), len(s.constraints.cannot)) for s in levels
    }
    for level in (2, 10):
        wanted = round(level / 100 * total)
        assert found["both", level] == (wanted - wanted // 2, wanted // 2)
        assert found["must", level] == (wanted, 0)
        assert found["cannot", level] == (0, wanted)


def test_questions_are_asked_about_training_rows_alone():
    method = Method("random", "pckmeans", {"n_init": 1}, strategy="random")
    protocol = PAIRS.with_(told="questions", levels=(0, 8), start=5, methods=(method,))
    levels, train, _, cell = shown(protocol)
    assert [level.n_told for level in levels] == [5, 13]
    assert set(levels[1].rows) <= set(train)
    assert all("asking_seconds" in record for record in cell.run())


def test_one_strategy_goes_on_from_the_answers_to_another():
    def shown_with(**first):
        method = Method("both", "pckmeans", {"n_init": 1}, strategy="npu", **first)
        protocol = PAIRS.with_(told="questions", levels=(0, 4, 6, 14), methods=(method,))
        return shown(protocol)

    any_member = ExploreConsolidate(member="random")
    levels, train, _, cell = shown_with(first=(any_member, 6))
    given = {"clusterer": PCKMeans(3, n_init=1, random_state=cell.seed), "n_clusters": 3}
    given |= {"random_state": cell.seed}
    rows = cell.X[train]
    before = clone(any_member).set_params(**given).fit(rows, Oracle(Y[train], 6))
    after = NPU(**given).fit(rows, Oracle(Y[train], 8), constraints=before.constraints_)
    pairs = [tuple(train[[q.i, q.j]]) for q in [*before.queries_, *after.queries_]]
    assert len(pairs) == 14
    for level, count in zip(levels, (0, 4, 6, 14), strict=True):
        told = [*level.constraints.must.tolist(), *level.constraints.cannot.tolist()]
        assert sorted(map(tuple, told)) == sorted(tuple(sorted(p)) for p in pairs[:count])
        assert level.n_told == count
    alone, *_, plain = shown_with()
    assert alone[-1].constraints != levels[-1].constraints
    keys = {plain.key, cell.key, shown_with(first=(any_member, 5))[-1].key}
    assert len(keys) == 3


def test_more_questions_before_than_there_are_leave_none_for_the_second():
    method = Method("r", "pckmeans", {"n_init": 1}, strategy="random", first=("minmax", 50))
    levels, *_ = shown(PAIRS.with_(told="questions", levels=(3, 8), methods=(method,)))
    assert [level.n_told for level in levels] == [3, 8]


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"first": ("minmax", 0), "strategy": "npu"}, "questions of first in 'm'=0 must be"),
        ({"first": ("minmax",), "strategy": "npu"}, "must be a strategy and its number"),
        ({"first": ("minmax", 3)}, "must be a strategy and its number of questions, before"),
    ],
)
def test_what_asks_first_is_a_strategy_and_a_number(params, sentence):
    told_ = "questions" if "strategy" in params else "pairs"
    with pytest.raises(InputError, match=sentence):
        PAIRS.with_(told=told_, methods=(Method("m", "pckmeans", **params),))


def test_what_a_strategy_infers_is_told_softly_and_about_training_rows_alone():
    def at_last(**asking):
        method = Method("asc", "mpckmeans", {"n_init": 1}, strategy="asc", asking=asking)
        protocol = PAIRS.with_(told="questions", levels=(0, 10), methods=(method,))
        levels, train, _, _ = shown(protocol)
        return levels[-1], train

    plain, train = at_last()
    given, _ = at_last(propagate=True)
    assert given.n_told == plain.n_told == 10 and given.rows.tolist() == plain.rows.tolist()
    value, told = given.constraints, plain.constraints
    assert (
        value.must.tolist() == told.must.tolist() and value.cannot.tolist() == told.cannot.tolist()
    )
    among = np.full(len(Y), -1)
    among[train] = np.arange(len(train))
    known = Constraints(len(train), among[told.must], among[told.cannot])
    inferred = ASC(n_clusters=3).propagated(Snapshot(X[train], known, n_clusters=3))
    assert len(inferred.soft_must) > 0 and not len(told.soft_must)
    assert value.soft_must.tolist() == train[inferred.soft_must].tolist()
    assert value.soft_cannot.tolist() == train[inferred.soft_cannot].tolist()
    assert (value.soft_must_weights == 0.5).all()


def test_a_chosen_parameter_is_the_best_on_the_test_rows_or_on_the_others():
    values = (1e-6, 1.0, 30.0)
    grid = Method("PCK", "pckmeans", {"n_init": 1}, grid=("constraint_weight", values))
    protocol = PAIRS.with_(methods=(grid,), levels=(30,))
    each = {
        value: protocol.with_(
            methods=(Method("PCK", "pckmeans", {"n_init": 1, "constraint_weight": value}),)
        )
        for value in values
    }
    found = run(protocol, data=DATA, progress=False)
    alone = {v: run(p, data=DATA, progress=False) for v, p in each.items()}
    assert [r["method"] for r in found] == ["PCK (tuned)", "PCK (honest)"] * 6
    for at, (tuned, honest) in enumerate(zip(found[::2], found[1::2], strict=True)):
        scores = {v: records[at]["ari_holdout"] for v, records in alone.items()}
        assert tuned["ari_holdout"] == max(scores.values())
        assert honest["ari_holdout"] == scores[honest["value"]]


def test_what_fails_is_a_result():
    protocol = PAIRS.with_(methods=(Method("cannot", Failing()), PAIRS.methods[1]), repeats=1)
    records = run(protocol, data=DATA, progress=False)
    failed = [r for r in records if "failed" in r]
    assert len(failed) == 9
    assert {r["failed"] for r in failed} == {"ValueError: no two rows are alike"}
    assert {r["ari_holdout"] for r in failed} == {None}
    assert len(records) == 18


SCRIPT = """
import sys, time
from small_protocol import DATA, PAIRS
from jupyter_sscluster.experiments import run
from jupyter_sscluster.experiments import protocol_fold as cell
measure = cell.ProtocolRun.run
def slowly(self):
    time.sleep(0.15)
    return measure(self)
cell.ProtocolRun.run = slowly
run(PAIRS, data=DATA, path=sys.argv[1], progress=False)
"""


def test_a_killed_run_that_goes_on_equals_one_that_was_not(tmp_path):
    path = tmp_path / "runs.jsonl"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(path)], env=environment)
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    kept = finished(path)
    assert 3 <= len(kept) < 12
    again = run(PAIRS, data=DATA, path=path, progress=False)
    assert timeless(again) == timeless(run(PAIRS, data=DATA, progress=False))
    lines = path.read_text().splitlines()
    assert len(lines) == len(finished(path)) == 12
    assert all(finished(path)[key] == records for key, records in kept.items())


def test_more_repeats_run_the_missing_ones_alone(tmp_path):
    path = tmp_path / "runs.jsonl"
    first = run(PAIRS, repeats=1, data=DATA, path=path, progress=False)
    both = run(PAIRS, data=DATA, path=path, progress=False)
    assert both[: len(first)] == first
    assert len(path.read_text().splitlines()) == 12


def test_two_at_a_time_find_the_same():
    with joblib.parallel_config(backend="threading", n_jobs=2):
        many = run(PAIRS, data=DATA, progress=False)
    assert timeless(many) == timeless(run(PAIRS, data=DATA, progress=False))


def test_a_set_that_is_not_there_says_how_to_get_it(monkeypatch):
    monkeypatch.delenv("SSCLUSTER_SHARED", raising=False)
    protocol = PAIRS.with_(sets=("iris", "glass"), levels=(0,), repeats=1)
    with pytest.raises(MissingData, match=r"put glass\.csv \(214 rows.*number 41\) with openml"):
        run(protocol, progress=False)
    found = run(protocol, skip_missing=True, progress=False)
    assert {r["data"] for r in found} == {"iris"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"told": "rumours"}, "told='rumours' must be one of"),
        ({"levels": ()}, "at least one"),
        ({"folds": 1}, "folds=1 leaves no rows"),
        ({"methods": (PAIRS.methods[0],) * 2}, "different"),
        ({"told": "questions"}, "needs a strategy"),
        ({"methods": (Method("a", "pckmeans", {"n_clusterz": 2}),)}, "no parameter 'n_clusterz'"),
        ({"tolled": 1}, "field='tolled'"),
        ({"scores": ("accuracy",)}, "'accuracy'"),
        ({"noise": 1.5}, "noise=1.5 must be a number from 0 to 1"),
        ({"noise": 0.1, "told": "share"}, "and told='share'; give one of these"),
    ],
)
def test_a_protocol_that_contradicts_itself_is_refused_before_anything_runs(changes, said):
    with pytest.raises(InputError, match=said):
        PAIRS.with_(**changes)


def test_the_protocols_of_the_studies_can_be_made():
    for protocol in PROTOCOLS.values():
        quick = protocol.with_(repeats=1)
        cells = cells_of(quick, folder=shared_dir() / "data")
        assert len(cells) == quick.n_runs
        assert len({cell.key for cell in cells}) == len(cells)
        for name, _ in groupby(cells, key=lambda cell: cell.data):
            for method in protocol.methods:
                estimator(method, name, n_clusters=2)
