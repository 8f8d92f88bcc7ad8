"""Learning curves: what is asked, what is scored, and on which rows; kept, compared, drawn."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris, make_blobs
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, NoisyOracle, Oracle, Random
from jupyter_sscluster.cluster import COPKMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.experiments import (
    area_under_curve,
    compare,
    curves,
    draw,
    economy,
    label_economy,
    questions_needed,
)
from jupyter_sscluster.experiments.analysis import compared

X, Y = make_blobs(45, centers=3, cluster_std=4.0, random_state=0)
DATA = {"blobs": (X, Y)}
QUICK = {"seeds": 2, "budget": 12, "step": 5, "progress": False}


def timeless(records):
    return [{k: v for k, v in r.items() if "seconds" not in k} for r in records]


# ------------------------------------------------------------------ protocol


@pytest.mark.parametrize("noise", [0.0, 0.4])
def test_the_scores_are_those_of_a_fresh_fit_to_the_first_answers(noise):
    records = label_economy(DATA, ["random"], noise=noise, **QUICK)
    assert [r["questions"] for r in records] == [0, 5, 10, 12] * 2
    for record in records:
        seed, wanted = record["seed"], record["questions"]
        oracle = Oracle(Y, 12)
        oracle = NoisyOracle(oracle, noise, seed) if noise else oracle
        asked = Random(random_state=seed).fit(X, oracle).queries_[:wanted]
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


def test_held_out_rows_are_never_asked_about_and_scored_apart(monkeypatch):
    seen = []

    class Spy(Oracle):
        def __init__(self, labels, *args):
            seen.append(len(labels))
            super().__init__(labels, *args)

    monkeypatch.setattr("jupyter_sscluster.experiments.task.Oracle", Spy)
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
    split, scores = economy.Task._split, economy.Task._scores

    def splitting(task):
        held.append(split(task)[1])
        return split(task)

    def scoring(task, answers, rows):
        given.append(list(answers))
        return scores(task, answers, rows)

    monkeypatch.setattr(economy.Task, "_split", splitting)
    monkeypatch.setattr(economy.Task, "_scores", scoring)
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
    monkeypatch.setattr(economy, "PORTION", 1)
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
    monkeypatch.setattr(economy, "_run", None)
    sentence = rf"{wanted}=True needs {module[:4]}.*\[experiments\].* pass {wanted}=False"
    with pytest.raises(InputError, match=sentence):
        label_economy(DATA, ["random"], **{**QUICK, wanted: True})


def test_a_frame_where_one_is_wanted():
    frame = label_economy(DATA, ["random"], as_frame=True, **QUICK)
    assert isinstance(frame, pd.DataFrame)
    assert timeless(frame.to_dict("records"))[0]["data"] == "blobs"
    assert curves(frame).keys() == {("blobs", "random", "pckmeans")}


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
        ({"data": (X, Y)}, "data of type tuple must be a mapping of names"),
        ({"data": {}}, "at least one"),
        ({"data": {"a": X}}, r"data\['a'\] is no pair"),
        ({"data": {"a": (X, Y[:-1])}}, "every row needs a class"),
        ({"data": {"a": (X, [None, *Y[1:]])}}, "every row needs a class"),
    ],
)
def test_nonsense_is_refused_before_anything_runs(options, said, monkeypatch):
    monkeypatch.setattr(economy, "_run", None)
    with pytest.raises(InputError, match=said):
        label_economy(**{"data": DATA, "progress": False, **options})


# ------------------------------------------------------------------ kept runs


def test_finished_runs_are_kept_a_line_each_and_not_done_again(tmp_path, monkeypatch):
    path = tmp_path / "runs.jsonl"
    first = label_economy(DATA, ["random"], path=path, **QUICK)
    assert len(path.read_text().splitlines()) == 2
    more = label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    assert len(path.read_text().splitlines()) == 4
    assert [r for r in more if r["strategy"] == "random"] == first
    monkeypatch.setattr(economy.Task, "run", None)
    assert label_economy(DATA, ["random", "minmax"], path=path, **QUICK) == more
    with pytest.raises(TypeError):
        label_economy({"blobs": (X + 1e-9, Y)}, ["random"], path=path, **QUICK)
    with pytest.raises(TypeError):
        label_economy(DATA, {"random": Random()}, {"pckmeans": COPKMeans()}, path=path, **QUICK)


def test_an_interrupted_experiment_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "runs.jsonl"
    whole = label_economy(DATA, ["random", "minmax"], **QUICK)
    run, calls = economy.Task.run, []

    def dying(task):
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(task)
        return run(task)

    monkeypatch.setattr(economy.Task, "run", dying)
    with pytest.raises(KeyboardInterrupt):
        label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    with open(path, "ab") as file:
        file.write(b'{"run": "cut o')
    monkeypatch.setattr(economy.Task, "run", run)
    again = label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    assert timeless(again) == timeless(whole)
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    assert all(json.loads(line)["records"] for line in lines)


@settings(max_examples=40, deadline=None)
@given(tail=st.binary(max_size=40), long=st.booleans())
def test_whatever_a_killed_process_left_is_dropped(tmp_path_factory, tail, long):
    path = tmp_path_factory.mktemp("runs") / "r.jsonl"
    economy.keep(path, "a", [{"ari": 1.0}])
    with open(path, "ab") as file:
        file.write(tail.replace(b"\n", b"") * (5000 if long else 1))
    assert set(economy.finished(path)) == {"a"}
    economy.keep(path, "b", [])
    assert economy.finished(path) == {"a": [{"ari": 1.0}], "b": []}


def test_a_file_of_another_kind_is_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("hello\nyou\n")
    with pytest.raises(InputError, match=r"line 1 of .* is no finished run"):
        label_economy(DATA, ["random"], path=path, **QUICK)
    assert path.read_text() == "hello\nyou\n"
    with pytest.raises(InputError, match="cannot be written"):
        label_economy(DATA, ["random"], path=tmp_path / "no" / "such", **QUICK)
    with pytest.raises(InputError, match="cannot be read"):
        label_economy(DATA, ["random"], path=tmp_path, **QUICK)


# ------------------------------------------------------------------ progress


def test_one_line_on_standard_error_says_what_is_done_and_how_long_the_rest_takes(capsys):
    label_economy(DATA, ["random"], **{**QUICK, "progress": True})
    said = capsys.readouterr()
    *before, last = said.err.rstrip("\n").split("\r")
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert re.search(r" 0/2 \[\d\d:\d\d<\?, \?run/s\]", "".join(before))
    assert re.search(r" 2/2 \[\d\d:\d\d<\d\d:\d\d, .*(run/s|s/run)\]", last)


def test_nothing_is_said_without_progress_or_where_nothing_is_left_to_run(capsys, tmp_path):
    options = {**QUICK, "path": tmp_path / "r.jsonl"}
    label_economy(DATA, ["random"], **options)
    label_economy(DATA, ["random"], **{**options, "progress": True})
    said = capsys.readouterr()
    assert said.err == said.out == ""


# ------------------------------------------------------------------ analysis


def run(strategy, seed, scores, **fields):
    common = {"data": "d", "clusterer": "c", "noise": 0.0, "holdout": 0.0, "start": 0}
    return [
        {**common, "strategy": strategy, "seed": seed, "questions": q, "ari": v, **fields}
        for q, v in scores.items()
    ]


RUNS = [
    *run("a", 0, {0: 0.0, 10: 1.0, 20: 1.0}),
    *run("a", 1, {20: 0.8, 10: 0.4, 0: 0.2}),
    *run("b", 0, {0: 0.0, 10: 0.5, 20: 0.9}),
    *run("b", 1, {0: 0.2, 10: 0.4, 20: 0.8}),
    *run("b", 2, {0: 0.2, 10: None, 20: float("nan")}),
]


def test_curves_are_means_with_standard_errors():
    curve = curves(RUNS)[("d", "a", "c")]
    assert curve.questions.tolist() == [0, 10, 20]
    assert curve.mean == pytest.approx([0.1, 0.7, 0.9])
    assert curve.error == pytest.approx([0.1, 0.3, 0.1])
    assert curve.n == 2
    assert set(curves(RUNS, by=["strategy"])) == {("a",), ("b",)}
    with pytest.raises(InputError, match="score='f' is in no record"):
        curves(RUNS, "f")


def test_area_and_questions_needed_by_hand():
    areas = {(r["strategy"], r["seed"]): r["area"] for r in area_under_curve(RUNS)}
    assert areas[("a", 0)] == pytest.approx(0.75)
    assert areas[("a", 1)] == pytest.approx((0.3 + 0.6) / 2)
    assert areas[("b", 2)] == 0.2
    needed = {
        (r["strategy"], r["seed"], r["level"]): r["needed"]
        for r in questions_needed(RUNS, [0.5, 0.8, 0.95])
    }
    assert [needed[("a", 0, level)] for level in (0.5, 0.8, 0.95)] == [10, 10, 10]
    assert [needed[("a", 1, level)] for level in (0.5, 0.8, 0.95)] == [20, 20, None]


def test_comparisons_pair_what_is_otherwise_the_same():
    found = compare(RUNS, "a", "b", at=10)
    assert (found.n, found.wins, found.ties, found.losses) == (2, 1, 1, 0)
    assert found.difference == pytest.approx(0.25)
    back = compare(RUNS, "b", "a", at=10)
    assert back.difference == -found.difference and (back.low, back.high) == (-found.high, 0.0)
    assert compare(RUNS, "a", "b").difference == pytest.approx((0.75 - 0.475) / 2)
    noisy = [*RUNS, *run("a", 3, {10: 1.0}, noise=0.1), *run("b", 3, {10: 0.0}, noise=0.2)]
    assert compare(noisy, "a", "b", at=10).n == 2
    with pytest.raises(InputError, match="no record has a 'ari' after 7 questions"):
        compare(RUNS, "a", "b", at=7)
    with pytest.raises(InputError, match="no run of 'a' has a partner of 'x'; strategy is one of"):
        compare(RUNS, "a", "x")


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31 - 1))
def test_the_interval_is_that_of_the_mean(seed):
    gaps = np.random.default_rng(seed).normal(0.3, 1.0, 60)
    found = compared(gaps)
    half = 1.96 * gaps.std() / np.sqrt(60)
    assert found.low == pytest.approx(gaps.mean() - half, abs=0.25 * half)
    assert found.high == pytest.approx(gaps.mean() + half, abs=0.25 * half)
    assert found.wins + found.losses == found.n == 60
    assert (compared(-gaps).wins, compared(-gaps).sign) == (found.losses, found.sign)


def test_tests_of_nothing_and_of_something_clear():
    assert compared(np.zeros(5))[1:] == (0.0, 0.0, 0.0, 0, 5, 0, 1.0, 1.0)
    clear = compared(np.full(20, 0.1) + np.arange(20) / 1000)
    assert clear.wilcoxon < 1e-5 and clear.sign < 1e-5
    assert clear.low > 0.1
    assert "better 20, equal 0, worse 0 of 20" in str(clear)


# ------------------------------------------------------------------ drawing


def test_a_picture_is_svg_with_a_line_and_a_name_for_every_curve():
    records = [*RUNS, *run("<b>", 0, {0: -0.2, 20: 1.0}, data="x & y")]
    picture = draw(records)
    root = ET.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    assert len(list(root.iter(f"{space}polyline"))) == 3
    assert len(list(root.iter(f"{space}g"))) == 2
    texts = [element.text for element in root.iter(f"{space}text")]
    assert {"a × c", "b × c", "<b> × c", "x & y: ari", "d: ari"} <= set(texts)
    assert picture._repr_html_() == picture
    for line in root.iter(f"{space}polyline"):
        points = np.array([p.split(",") for p in line.get("points").split()], dtype=float)
        assert (np.diff(points[:, 0]) > 0).all()
        assert (points[:, 1] >= 0).all()
    with pytest.raises(InputError, match="nothing to draw"):
        draw([])


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
