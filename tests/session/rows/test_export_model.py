"""Clusters in a file: they place rows as the session would, and ten lines read them."""

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster.fit.placing import placed
from jupyter_sscluster.export import read_model

IRIS = load_iris(as_frame=True)
X = IRIS.data
NEW = np.random.default_rng(0).normal(X.mean(), 2 * X.std(), size=(200, 4))


def expected(session, rows):
    """What `rows.extend` would say of these rows, as they are clustered."""
    whole = np.concatenate([session.X, rows])
    n = len(session.X)
    labels = np.concatenate([session.labels, np.full(len(rows), -1)])
    return placed(whole, labels, np.arange(n, n + len(rows)))


@pytest.mark.parametrize(
    "make", [lambda: None, StandardScaler, lambda: make_pipeline(StandardScaler(), PCA(2))]
)
@pytest.mark.parametrize("named", [True, False])
def test_a_file_places_rows_as_the_session(tmp_path, make, named):
    data = X if named else X.to_numpy()
    session = Session(data, "kmeans", n_clusters=3, preprocess=make())
    session.noise.add([5])
    session.clusters.rename(1, "middle")
    session.export_model(tmp_path / "model.json")
    model = read_model(tmp_path / "model.json")
    new = pd.DataFrame(NEW, columns=X.columns) if named else NEW
    through = session.preprocess.transform(new) if make() is not None else NEW
    wanted = expected(session, np.asarray(through))
    np.testing.assert_allclose(model.predict_proba(new), wanted.posterior, atol=1e-9)
    assert model.predict(new).tolist() == wanted.labels.tolist()
    assert model.names[1] == "middle" and model.clusters.tolist() == [0, 1, 2]
    assert model.columns == (tuple(X.columns) if named else None)
    if named:
        turned = model.predict(new[new.columns[::-1]].assign(more=1.0))
        assert turned.tolist() == wanted.labels.tolist()


def test_missing_values_are_filled_in_as_standardise_does(tmp_path):
    data = X.to_numpy().copy()
    data[::7, 2] = np.nan
    session = Session(data, "kmeans", n_clusters=3, preprocess="standardise")
    session.export_model(tmp_path / "model.json")
    found = read_model(tmp_path / "model.json").predict_proba(data)
    wanted = placed(session.X, session.labels, np.arange(150))
    np.testing.assert_allclose(found, wanted.posterior, atol=1e-9)


def test_ten_lines_read_it(tmp_path):
    session = Session(X, "kmeans", n_clusters=3)
    session.export_model(tmp_path / "model.json")
    m = json.loads((tmp_path / "model.json").read_text("utf-8"))
    matrix, shift, fill = (np.array(m[key], float) for key in ("matrix", "shift", "fill"))
    rows = np.where(np.isnan(NEW), fill, NEW)
    found = np.array(m["clusters"])[(rows @ matrix.T + shift).argmax(axis=1)]
    assert found.tolist() == read_model(tmp_path / "model.json").predict(NEW).tolist()
    assert (tmp_path / "model.json").stat().st_size < 3000


def test_what_cannot_be_written_or_read_is_refused(tmp_path):
    path = tmp_path / "model.json"
    session = Session(X, "kmeans", n_clusters=3, preprocess=QuantileTransformer(n_quantiles=50))
    with pytest.raises(InputError, match="QuantileTransformer is no linear map"):
        session.export_model(path)
    assert not path.exists()
    session = Session(X, "kmeans", n_clusters=3)
    session.export_model(path)
    model, whole = read_model(path), json.loads(path.read_text("utf-8"))
    with pytest.raises(InputError, match="X has no column 'petal width"):
        model.predict(X.iloc[:, :3])
    with pytest.raises(InputError, match="rows of 4 columns are needed"):
        model.predict(NEW[:, :3])
    for change in (
        {"model": "other"},
        {"version": 2},
        {"matrix": [[1.0]]},
        {"names": ["a"]},
        {"columns": ["a"]},
        {"clusters": "?"},
        {"fill": None},
    ):
        path.write_text(json.dumps({**whole, **change}), "utf-8")
        with pytest.raises(InputError, match="is no file of session|has version 2"):
            read_model(path)
    path.write_text("[", "utf-8")
    with pytest.raises(InputError, match="is no file of session.export_model"):
        read_model(path)


def test_a_value_that_is_missing_is_filled_in_as_preprocess_does_or_refused(tmp_path):
    X = load_iris(as_frame=True).data
    gaps = X.mask(np.random.default_rng(0).random(X.shape) < 0.05)
    session = Session(gaps[:100], n_clusters=3, preprocess="standardise")
    session.fit()
    session.rows.extend(gaps[100:])
    session.export_model(tmp_path / "model.json")
    model = read_model(tmp_path / "model.json")
    np.testing.assert_allclose(model.fill, gaps[:100].mean())
    session = Session(X, n_clusters=3)
    session.fit()
    session.export_model(tmp_path / "model.json")
    model = read_model(tmp_path / "model.json")
    assert np.isnan(model.fill).all()
    with pytest.raises(InputError, match=r"X\[\d\] has no finite value in column 'sepal"):
        model.predict(gaps.fillna(dict.fromkeys(X.columns[1:], 1.0))[:10].replace(5.1, np.nan))


def test_of_fewer_rows_than_the_journal_knows_a_model_is_written(tmp_path):
    X = load_iris().data
    options = {"n_clusters": 3, "path": tmp_path / "a.jsonl", "preprocess": StandardScaler()}
    Session(X, **options).close()
    session = Session(X[30:], **options)
    session.fit()
    session.export_model(tmp_path / "model.json")
    found = read_model(tmp_path / "model.json").predict(X[30:])
    assert (found == session.labels[30:]).mean() > 0.9
