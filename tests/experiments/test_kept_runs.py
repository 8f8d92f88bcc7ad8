"""Runs of an experiment that are kept in a file, and how many are done."""

import json
import re

import pytest
from hypothesis import given, settings, strategies as st
from sklearn.datasets import make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import COPKMeans
from jupyter_sscluster.experiments import (
    finished_runs as store,
    label_economy,
    strategy_runs as economy,
)

X, Y = make_blobs(45, centers=3, cluster_std=4.0, random_state=0)
DATA = {"blobs": (X, Y)}
QUICK = {"seeds": 2, "budget": 12, "step": 5, "progress": False}


def timeless(records):
    return [{k: v for k, v in r.items() if "seconds" not in k} for r in records]


def test_finished_runs_are_kept_a_line_each_and_not_done_again(tmp_path, monkeypatch):
    path = tmp_path / "runs.jsonl"
    first = label_economy(DATA, ["random"], path=path, **QUICK)
    assert len(path.read_text().splitlines()) == 2
    more = label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    assert len(path.read_text().splitlines()) == 4
    assert [r for r in more if r["strategy"] == "random"] == first
    monkeypatch.setattr(economy.StrategyRun, "run", None)
    assert label_economy(DATA, ["random", "minmax"], path=path, **QUICK) == more
    with pytest.raises(TypeError):
        label_economy({"blobs": (X + 1e-9, Y)}, ["random"], path=path, **QUICK)
    with pytest.raises(TypeError):
        label_economy(DATA, {"random": Random()}, {"pckmeans": COPKMeans()}, path=path, **QUICK)


def test_an_interrupted_experiment_goes_on(tmp_path, monkeypatch):
    path = tmp_path / "runs.jsonl"
    whole = label_economy(DATA, ["random", "minmax"], **QUICK)
    run, calls = economy.StrategyRun.run, []

    def dying(task):
        if len(calls) == 2:
            raise KeyboardInterrupt
        calls.append(task)
        return run(task)

    monkeypatch.setattr(economy.StrategyRun, "run", dying)
    with pytest.raises(KeyboardInterrupt):
        label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    with open(path, "ab") as file:
        file.write(b'{"run": "cut o')
    monkeypatch.setattr(economy.StrategyRun, "run", run)
    again = label_economy(DATA, ["random", "minmax"], path=path, **QUICK)
    assert timeless(again) == timeless(whole)
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    assert all(json.loads(line)["records"] for line in lines)


@settings(max_examples=40, deadline=None)
@given(tail=st.binary(max_size=40), long=st.booleans())
def test_whatever_a_killed_process_left_is_dropped(tmp_path_factory, tail, long):
    path = tmp_path_factory.mktemp("runs") / "r.jsonl"
    store.keep(path, "a", [{"ari": 1.0}])
    with open(path, "ab") as file:
        file.write(tail.replace(b"\n", b"") * (5000 if long else 1))
    assert set(store.finished(path)) == {"a"}
    store.keep(path, "b", [])
    assert store.finished(path) == {"a": [{"ari": 1.0}], "b": []}


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


def test_a_packed_file_is_read_and_not_written(tmp_path):
    path, line = tmp_path / "runs.jsonl.xz", b'{"run": "a", "records": []}\n'
    path.write_bytes(packed := store.compress(line))
    assert store.finished(path) == {"a": []}
    for fails in (
        lambda: store.keep(path, "b", []),
        lambda: label_economy(DATA, ["random"], path=path, **QUICK),
    ):
        with pytest.raises(InputError, match=r"packed.*give a path that does not end with \.xz"):
            fails()
    assert path.read_bytes() == packed
    for other in (line, packed[:-9]):
        path.write_bytes(other)
        with pytest.raises(InputError, match="cannot be read"):
            store.finished(path)


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


def run(strategy, seed, scores, **fields):
    common = {"data": "d", "clusterer": "c", "noise": 0.0, "holdout": 0.0, "start": 0}
    return [
        {**common, "strategy": strategy, "seed": seed, "questions": q, "ari": v, **fields}
        for q, v in scores.items()
    ]
