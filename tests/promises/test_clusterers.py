"""Checks that every clusterer of the table meets."""

import os
import pickle
import subprocess
import sys
from copy import copy
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from table import CLUSTERERS
from true_pairs import data, knowledge

from jupyter_sscluster._catalogue import clusterers
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watching
from jupyter_sscluster.constraints import Constraints

EVERY = pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)


def those(condition):
    """A parametrisation over the rows for which a promise holds."""
    rows = [row for row in CLUSTERERS if condition(row)]
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.name)


STEERED = those(lambda row: row.uses)


def inertia(X, labels, k):
    members = [X[labels == c] for c in range(k)]
    return sum(((m - m.mean(axis=0)) ** 2).sum() for m in members if len(m))


def in_metric(model, X):
    """Rows whose Euclidean distances are those under the metric that the model learned, if any."""
    metric = getattr(model, "metric_", getattr(model, "feature_weights_", None))
    if metric is None:
        return X
    return X * np.sqrt(metric) if metric.ndim == 1 else X @ np.linalg.cholesky(metric)


def assert_same(row, labels, others):
    """Equal labels, or an equal partition where clusters are numbered by their members."""
    if row.starts:
        np.testing.assert_array_equal(labels, others)
    assert adjusted_rand_score(labels, others) == 1.0


def test_every_exported_clusterer_has_a_row():
    assert list(clusterers()) == [row.name for row in CLUSTERERS]


@EVERY
def test_declares_what_menus_and_forms_need(row):
    model = row.make()
    assert isinstance(row.title, str)
    assert row.cls.uses_constraints == row.uses
    assert row.cls.hard == row.hard
    assert set(row.cls.parameter_ranges) == set(model.get_params())
    for name, rule in row.cls.parameter_ranges.items():
        assert rule.check(model.get_params()[name]), name


@those(lambda row: row.base is not None)
@pytest.mark.parametrize("seed", range(5))
def test_no_constraints_is_the_base_method(row, seed):
    X, _, start = data(seed)
    begun = {"init": start} if row.starts else {}
    ours = row.make(n_clusters=3, **begun).fit(X)
    base = row.base(n_clusters=3, **begun).fit(X)
    assert_same(row, ours.labels_, base.labels_)
    if hasattr(base, "objective_"):
        np.testing.assert_allclose(ours.objective_, row.scale * base.objective_)


@EVERY
@pytest.mark.parametrize("seed", range(5))
def test_order_repetition_and_direction_of_pairs_change_nothing(row, seed):
    X, y, start = data(seed)
    known = Constraints.from_labels(np.where(np.arange(60) < 9, y, -1), 36)
    rng = np.random.default_rng(seed)

    def mixed(pairs):
        again = np.concatenate([pairs, pairs[:3]])[rng.permutation(len(pairs) + len(pairs[:3]))]
        return np.where(rng.random((len(again), 1)) < 0.5, again, again[:, ::-1]).tolist()

    model = row.make(n_clusters=3, init=start, random_state=0)
    first = model.fit(X, must=known.must, cannot=known.cannot).labels_
    second = clone(model).fit(X, ml=mixed(known.must), cl=mixed(known.cannot)).labels_
    np.testing.assert_array_equal(first, second)


@those(lambda row: not row.draws)
@pytest.mark.parametrize("seed", range(8))
def test_permuted_rows_give_permuted_labels(row, seed):
    X, y, start = data(seed)
    order = np.random.default_rng(seed).permutation(len(X))
    place = np.argsort(order)
    known = knowledge(row, y, seed)
    if row.classes:
        moved = {"y": known["y"][order]}
    else:
        value = known["constraints"]
        moved = {"constraints": Constraints(len(X), place[value.must], place[value.cannot])}
    model = row.make(n_clusters=3, init=start, random_state=0)
    labels = model.fit(X, **known).labels_
    assert_same(row, clone(model).fit(X[order], **moved).labels_, labels[order])


@those(lambda row: row.starts and not row.draws)
def test_permuted_centres_do_not_change_the_objective(row):
    X, y, start = data(3)
    known = knowledge(row, y, 3)
    model = row.make(n_clusters=3, init=start, random_state=0).fit(X, **known)
    other = row.make(n_clusters=3, init=start[::-1].copy(), random_state=0).fit(X, **known)
    np.testing.assert_allclose(other.objective_, model.objective_)
    assert adjusted_rand_score(other.labels_, model.labels_) == 1.0


@pytest.mark.parametrize(
    ("row", "change"),
    [
        pytest.param(row, change, id=f"{row.name}-{change}")
        for row in CLUSTERERS
        for change in ["translation", "rotation"]
        if change == "translation" or row.rotates
    ],
)
def test_translation_and_rotation_change_nothing(row, change):
    X, y, start = data(1)
    turn, _ = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))

    def moved(Z):
        return Z + 1000.0 if change == "translation" else Z @ turn

    known = knowledge(row, y, 1)
    model = row.make(n_clusters=3, init=start, random_state=0).fit(X, **known)
    other = row.make(n_clusters=3, init=moved(start), random_state=0).fit(moved(X), **known)
    np.testing.assert_array_equal(other.labels_, model.labels_)
    np.testing.assert_allclose(other.objective_, model.objective_)


@STEERED
def test_all_true_constraints_on_separate_blobs_recover_the_classes(row):
    X, y = make_blobs(90, 2, centers=[[0, 0], [9, 0], [0, 9]], cluster_std=1.0, random_state=0)
    known = Constraints.from_partial_labels(y)
    labels = row.make(n_clusters=3, random_state=0).fit(X, constraints=known).labels_
    assert adjusted_rand_score(y, labels) == 1.0


@EVERY
@pytest.mark.parametrize("seed", range(10))
def test_hard_methods_keep_a_consistent_set_and_all_count_what_they_break(row, seed):
    X, y, _ = data(seed, spread=6.0)
    model = row.make(n_clusters=3, random_state=seed).fit(X, **knowledge(row, y, seed, 60))
    closed = model.constraints_.closure()
    # Rows in no cluster are not together.
    labels = np.where(model.labels_ < 0, -1 - np.arange(len(X)), model.labels_)
    split, joined = (np.diff(labels[pairs]).ravel() for pairs in (closed.must, closed.cannot))
    violated = [np.count_nonzero(split), np.count_nonzero(joined == 0)]
    assert [model.violations_.closure_must, model.violations_.closure_cannot] == violated
    if row.hard or row.kept:
        assert violated == [0, 0]


@EVERY
@pytest.mark.parametrize("seed", range(10))
def test_the_objective_never_rises_and_ends_at_its_definition(row, seed):
    X, y, start = data(seed, n=200, spread=4.0)
    for init in (start, "kmeans_plusplus") if row.starts else (None,):
        model = row.make(n_clusters=3, init=init, random_state=seed)
        model.fit(X, **knowledge(row, y, seed, 80))
        history = model.objective_history_
        assert history[-1] == model.objective_
        if row.monotone:
            assert (np.diff(history) <= 1e-9 * abs(history[0])).all()
        assert not row.starts or len(history) <= model.max_iter
        assert row.short or model.converged_
        if row.scale == 1.0 and row.inertia and not row.metric:
            ours = inertia(in_metric(model, X), model.labels_, len(model.cluster_centers_))
            np.testing.assert_allclose(model.objective_, ours)


@EVERY
def test_centres_are_the_means_of_their_clusters(row):
    X, y, _ = data(2)
    before = {"keep_stated": False} if row.kept else {}
    model = row.make(n_clusters=3, random_state=0, **before).fit(X, **knowledge(row, y, 2))
    n_found = len(model.cluster_centers_)
    assert row.short or n_found == 3
    means = [X[model.labels_ == c].mean(axis=0) for c in range(n_found)]
    np.testing.assert_allclose(model.cluster_centers_, means)
    assert model.labels_.dtype == np.int32


@those(lambda row: row.by_row or row.gaussian)
def test_predicts_the_nearest_centre(row):
    X, y, _ = data(4)
    model = row.make(n_clusters=3, random_state=0).fit(X, **knowledge(row, y, 4))
    new = np.random.default_rng(0).normal(size=(500, 3)) * 8
    targets, clusters = (X, model.labels_) if row.by_row else (model.cluster_centers_, np.arange(9))
    apart = in_metric(model, new)[:, None, :] - in_metric(model, targets)
    np.testing.assert_array_equal(
        model.predict(new), clusters[(apart**2).sum(axis=2).argmin(axis=1)]
    )
    alone = row.make(n_clusters=3, random_state=0).fit(X)
    np.testing.assert_array_equal(alone.predict(X), alone.labels_)


@EVERY
def test_same_seed_same_labels_and_inputs_untouched(row):
    X, y, _ = data(5)
    known = knowledge(row, y, 5)
    before = X.copy()
    first = row.make(n_clusters=3, random_state=7).fit(X, **known)
    second = row.make(n_clusters=3, random_state=7).fit(X, **known)
    np.testing.assert_array_equal(first.labels_, second.labels_)
    np.testing.assert_array_equal(first.cluster_centers_, second.cluster_centers_)
    np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(first.fit_predict(X, **known), second.labels_)


@EVERY
@pytest.mark.parametrize("state", [None, np.random.RandomState(0), np.random.default_rng(0)])
def test_takes_every_kind_of_random_state(row, state):
    X, _, _ = data(6)
    assert row.make(n_clusters=3, random_state=state).fit(X).converged_


@EVERY
def test_pickles_clones_and_reprs(row):
    X, y, start = data(6)
    model = row.make(n_clusters=3, init=start).fit(X, **knowledge(row, y, 6))
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.labels_, model.labels_)
    assert again.constraints_ == model.constraints_
    assert not hasattr(clone(model), "labels_")
    assert row.cls.__name__ in repr(row.make())


@EVERY
def test_a_data_frame_keeps_its_names(row):
    X, _, _ = data(7)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    model = row.make(n_clusters=3, random_state=0).fit(frame)
    assert model.feature_names_in_.tolist() == ["a", "b", "c"]
    np.testing.assert_array_equal(model.predict(frame), model.labels_)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"a": "z"}))


BAD = [
    ({"X": [[1.0, np.nan], [0.0, 1.0]]}, "NaN in row 0, column 1", "drop these rows"),
    ({"X": [[1.0, 2.0], [np.inf, 1.0]]}, "infinity in row 1", "drop these rows"),
    ({"X": np.ones(4)}, "1 dimension", "reshape"),
    ({"X": np.ones((0, 2))}, "(0, 2)", "pass at least"),
    ({"X": np.ones((4, 2)) * 1j}, "Complex", ".real"),
    ({"X": [[1e200, 0.0], [-1e200, 0.0], [0.0, 1.0]]}, "1e+200", "divide"),
    ({"X": pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]})}, "'b'", "make_column_transformer"),
    ({"ml": [(0, 99)]}, "99", ""),
    ({"cl": [(3, 3)]}, "3", ""),
    ({"ml": [(0, 1.5)]}, "1.5", ""),
    ({"ml": [("a", "b")]}, "a", ""),
    ({"constraints": Constraints(5)}, "about 5 rows", "pass the data"),
    ({"constraints": [(0, 1)]}, "list", "Constraints"),
    ({"y": [0, 1]}, "2 labels", "-1"),
    ({"n_clusters": 0}, "n_clusters=0", ">= 1"),
    ({"n_clusters": 61}, "n_clusters=61", "choose n_clusters <= 60"),
    ({"n_clusters": 2.5}, "n_clusters=2.5", "integer"),
    ({"max_iter": 0}, "max_iter=0", ">= 1"),
    ({"n_init": 0}, "n_init=0", ">= 1"),
    ({"tol": -1.0}, "tol=-1.0", ">= 0"),
    ({"random_state": "x"}, "random_state='x'", "whole number"),
    ({"init": "magic"}, "'magic'", "'kmeans_plusplus'"),
    ({"init": np.ones((2, 3))}, "(2, 3)", "(3, 3)"),
    ({"init": np.full((3, 3), np.nan)}, "init holds NaN", "finite"),
]
ON_PARAMETERS = {"n_clusters", "max_iter", "n_init", "tol", "random_state", "init"}


@cache
def fitted(cls):
    row = next(row for row in CLUSTERERS if row.cls is cls)
    return row.make(n_clusters=3, random_state=0).fit(data(8)[0])


@pytest.mark.parametrize(
    ("row", "bad", "value", "way_out"),
    [
        pytest.param(row, *case, id=f"{row.name}-{number}")
        for row in CLUSTERERS
        for number, case in enumerate(BAD)
        if ON_PARAMETERS.isdisjoint(set(case[0]) - set(row.cls.parameter_ranges))
    ],
)
def test_bad_input_is_named_and_leaves_a_fitted_model_as_it_was(row, bad, value, way_out):
    model = copy(fitted(row.cls))
    params = {name: v for name, v in bad.items() if name in model.get_params()}
    given = {"X": data(8)[0], **{name: bad[name] for name in bad if name not in params}}
    model.set_params(**params)
    before = {name: v for name, v in vars(model).items() if name.endswith("_")}
    with pytest.raises(InputError) as caught:
        model.fit(given.pop("X"), **given)
    assert value in str(caught.value)
    assert way_out in str(caught.value)
    after = {name: v for name, v in vars(model).items() if name.endswith("_")}
    assert all(after[name] is before[name] for name in {*before, *after})


@EVERY
def test_degenerate_data_give_labels_without_warnings(row, recwarn):
    constant = np.random.default_rng(0).normal(size=(20, 3))
    constant[:, 1] = 7.0
    huge = constant * [1.0, 1.0, 1e12]
    duplicates = np.repeat(constant[:4], 5, axis=0)
    cases = [([[1.0, 2.0]], 1), (np.ones((6, 2)), 3), (constant, 3), (huge, 3), (constant, 20)]
    cases += [(duplicates, 4), (duplicates, 6), (constant[:3], 3), (constant, 1)]
    for X, k in cases:
        n_warnings = len(recwarn)
        model = row.make(n_clusters=k, random_state=0).fit(X)
        k = k if row.counts else model.n_clusters_
        assert sorted({*model.labels_.tolist()} - {-1}) == list(range(k))
        assert not row.counts or (model.labels_ >= 0).all()
        assert np.isfinite(model.cluster_centers_).all()
        assert np.isfinite(model.objective_)
        n_different = len(np.unique(X, axis=0))
        warned = [str(w.message) for w in recwarn.list[n_warnings:]]
        assert len(warned) == (k > n_different)
        assert all(f"n_clusters <= {n_different}" in text for text in warned)


@EVERY
def test_a_watcher_hears_every_start_and_may_cancel(row):
    X, _, start = data(9)
    heard = []
    with watching(lambda *step: heard.append(step)):
        row.make(n_clusters=3, init="random", n_init=3, random_state=0).fit(X)
        first = len(heard)
        row.make(n_clusters=3, init=start).fit(X)
    if row.starts and not row.draws:
        assert set(heard[:first]) == {("start", s, 3) for s in (1, 2, 3)}
        assert heard[first:][0] == ("iteration", 1, 300)
    assert all(isinstance(step, str) and 1 <= done <= total for step, done, total in heard)
    assert heard
    model = row.make(n_clusters=3, random_state=0)

    def stop(step, done, total):
        raise FitCancelled

    with pytest.raises(FitCancelled), watching(stop):
        model.fit(X)
    assert not hasattr(model, "labels_")


@those(lambda row: row.starts)
def test_seedings_by_name_by_function_and_as_centres(row):
    X, _, start = data(10)
    for init in ("random", "kmeans_plusplus", "farthest_first", "neighbourhoods"):
        assert row.make(n_clusters=3, init=init, random_state=0).fit(X).converged_
    given = row.make(n_clusters=3, init=start).fit(X)
    called = row.make(n_clusters=3, init=lambda X, k, *, constraints, random_state: start).fit(X)
    np.testing.assert_array_equal(called.labels_, given.labels_)


PROBE = """
import sys
from table import CLUSTERERS
from true_pairs import data, knowledge
for row in CLUSTERERS:
    X, y, _ = data(0, n=3000, d=40, spread=9.0)
    model = row.make(n_clusters=3, random_state=0, n_init=2).fit(X, **knowledge(row, y, 0, 60))
    print(row.name, model.objective_.hex(), hash(model.labels_.tobytes()))
"""


def test_the_number_of_threads_changes_nothing():
    tests = Path(__file__).parents[1]
    folders = [tests, tests / "support", tests / "reference", tests.parent]
    out = []
    for threads in ("1", "2"):
        env = os.environ | {
            "OPENBLAS_NUM_THREADS": threads,
            "OMP_NUM_THREADS": threads,
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join(map(str, folders)),
        }
        run = subprocess.run(
            [sys.executable, "-c", PROBE], env=env, capture_output=True, text=True, check=True
        )
        out.append(run.stdout)
    assert out[0] == out[1]
    assert len(out[0].splitlines()) == len(CLUSTERERS)
