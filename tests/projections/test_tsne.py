"""t-SNE and UMAP: the same every time, also where threads are many, and rows where they are few."""

import subprocess
import sys
import types
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections import tsne as module
from jupyter_sscluster.projections.neighbours_kept import neighbours_kept
from jupyter_sscluster.projections.tsne import tsne
from jupyter_sscluster.projections.umap import umap

IRIS = load_iris().data

PROGRAM = """
import hashlib, sys
from sklearn.datasets import load_digits
from jupyter_sscluster.projections.tsne import tsne
print(hashlib.sha256(tsne(load_digits().data[:600]).xy.tobytes()).hexdigest())
"""


def test_tsne_gives_the_same_bytes_twice_and_keeps_neighbours():
    first, second = tsne(IRIS), tsne(IRIS)
    assert first.xy.tobytes() == second.xy.tobytes()
    assert first.xy.shape == (150, 2)
    assert not first.ticks
    assert neighbours_kept(IRIS, first.xy) > 0.7


def test_tsne_is_the_same_on_any_number_of_threads(monkeypatch):
    found = set()
    for threads in ("1", "2", "3"):
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
            monkeypatch.setenv(name, threads)
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found.add(done.stdout)
    assert len(found) == 1


def test_of_many_rows_a_sample_is_placed_and_the_others_beside_it(monkeypatch):
    monkeypatch.setattr(module, "MOST", 60)
    X = np.random.default_rng(0).normal(size=(150, 4))
    shown = tsne(X).xy
    placed = module.fixed_sample(150, 60)
    Z = module.rounded(X - X.mean(axis=0))
    others = np.setdiff1d(np.arange(150), placed)
    assert len(others) == 90
    for row in others:
        distances = np.linalg.norm(Z[placed] - Z[row], axis=1)
        near = np.argsort(distances)[:3]
        weights = 1 / distances[near]
        wanted = weights @ shown[placed[near]] / weights.sum()
        np.testing.assert_allclose(shown[row], wanted, rtol=1e-6)
    assert tsne(X).xy.tobytes() == shown.tobytes()


def test_a_row_like_one_that_is_placed_stands_with_it(monkeypatch):
    monkeypatch.setattr(module, "MOST", 60)
    X = np.random.default_rng(0).normal(size=(120, 4))
    placed = module.fixed_sample(120, 60)
    other = np.setdiff1d(np.arange(120), placed)[0]
    X[other] = X[placed[7]]
    shown = tsne(X).xy
    np.testing.assert_allclose(shown[other], shown[placed[7]])


@pytest.mark.parametrize(
    "X", [np.ones((6, 3)), np.ones((10, 1)), np.eye(4) * 1e150, np.arange(5.0)[:, None]]
)
def test_odd_rows_have_a_place_too(X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isfinite(tsne(X).xy).all()


@pytest.mark.parametrize("projection", [tsne, umap])
def test_three_rows_are_too_few(projection, monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", types.ModuleType("umap"))
    with pytest.raises(InputError, match="needs 4 rows or more, and X has 3"):
        projection(np.eye(3))


def test_umap_asks_umap_learn_with_a_fixed_seed(monkeypatch):
    stand_in, asked = types.ModuleType("umap"), {}

    class UMAP:
        def __init__(self, **options):
            asked.update(options)

        def fit_transform(self, X):
            return X[:, :2]

    stand_in.UMAP = UMAP
    monkeypatch.setitem(sys.modules, "umap", stand_in)
    shown = umap(IRIS[:10])
    assert asked == {"n_components": 2, "n_neighbors": 9, "random_state": 0, "n_jobs": 1}
    assert shown.xy.shape == (10, 2)
    assert not shown.ticks


def test_without_umap_learn_the_way_out_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    with pytest.raises(InputError, match="pip install umap-learn"):
        umap(IRIS)


def test_umap_itself_where_it_is_installed_keeps_neighbours_and_comes_out_the_same():
    pytest.importorskip("umap", reason="pip install umap-learn")
    shown = umap(IRIS)
    assert shown.xy.shape == (150, 2)
    assert neighbours_kept(IRIS, shown.xy) > 0.5
    assert np.array_equal(umap(IRIS).xy, shown.xy)
