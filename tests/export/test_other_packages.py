"""Labels and constraints in the forms of other packages, tried with these where they are there."""

import json
import sys
from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.conflict import ConflictError
from jupyter_sscluster.export import (
    PAIR_CONFIG,
    CobrasQuerier,
    known_labels,
    label_studio_config,
    label_studio_pairs,
    label_studio_tasks,
    pair_lists,
    read_constraints_parquet,
    read_label_studio,
    read_label_studio_pairs,
    read_labels_parquet,
    write_constraints_parquet,
    write_labels_parquet,
)

IRIS = load_iris()
ROWS = np.arange(0, 150, 3)
X, Y = IRIS.data[ROWS], IRIS.target[ROWS]
NAMES = [f'flower <{row}> & "é"' for row in ROWS]


@pytest.fixture
def session():
    made = Session(X, "pckmeans", n_clusters=3, names=NAMES)
    made.answer_many([(0, 1), (20, 21)], "must")
    made.answer(0, 20, "cannot")
    made.answer(20, 40, "cannot", weight=2.0, soft=True)
    made.answer(3, 4, "unknown")
    made.noise.add([7])
    made.clusters.rename(1, 'a "b" <c> & d')
    return made


# --------------------------------------------------------------------------- pairs and labels


def test_lists_of_pairs_say_what_the_constraints_say(session):
    lists = pair_lists(session.constraints)
    assert lists.ml == [(0, 1), (20, 21)]
    assert lists.cl == [(0, 20), (20, 40)]
    assert pair_lists(session.constraints, soft=False).cl == [(0, 20)]
    assert {type(number) for pair in lists.ml + lists.cl for number in pair} == {int}
    again = Constraints(50, must=lists.ml, cannot=lists.cl)
    assert again.relation(1, 21) == "cannot" and len(again) == 4
    with pytest.raises(InputError, match=r"session\.constraints"):
        pair_lists(session)


def test_active_semi_supervised_clustering_fits_with_them(session):
    package = pytest.importorskip(
        "active_semi_clustering.semi_supervised.pairwise_constraints",
        reason="pip install active-semi-supervised-clustering",
    )
    known = Constraints.from_labels(Y, 30, random_state=0)
    lists = pair_lists(known)
    np.random.seed(0)  # noqa: NPY002 - that package draws from the global state
    labels = package.COPKMeans(n_clusters=3).fit(X, ml=lists.ml, cl=lists.cl).labels_
    assert all(labels[i] == labels[j] for i, j in known.must)
    assert all(labels[i] != labels[j] for i, j in known.cannot)


def test_a_querier_answers_from_the_constraints_before_it_asks():
    known = Constraints(6, must=[(0, 1), (1, 2)], cannot=[(2, 3)])
    querier = CobrasQuerier(known)
    assert [querier.query_points(0, 2), querier.query_points(3, 1)] == [True, False]
    with pytest.raises(InputError, match=r"pair \(0, 5\)"):
        querier.query_points(0, np.int64(5))
    asked = []
    querier.ask = lambda i, j: bool(asked.append((i, j))) or j == 5
    assert querier.query_points(0, 5) and querier.query_points(2, 5)
    assert asked == [(0, 5)]
    assert querier.constraints.relation(3, 5) == "cannot"
    assert len(known) == 3


def test_cobras_clusters_with_a_querier_and_its_pairs_come_back(monkeypatch):
    monkeypatch.setattr(np, "int", int, raising=False)  # that package calls it so
    cobras = pytest.importorskip("cobras_ts.cobras_kmeans", reason="pip install cobras-ts")
    asked = []

    def ask(i, j):
        asked.append((i, j))
        return bool(Y[i] == Y[j])

    given = Constraints.from_labels(Y, 10, random_state=1)
    querier = CobrasQuerier(given, ask)
    found, _, _, ml, cl = cobras.COBRAS_kmeans(X, querier, 25).cluster()
    assert len(found.construct_cluster_labeling()) == len(X)
    assert len(asked) + len(given) >= len(querier.constraints) > len(given)
    queried = Constraints(50, must=ml, cannot=cl)
    assert all(querier.constraints.relation(i, j) == "must" for i, j in queried.must)
    assert all(querier.constraints.relation(i, j) == "cannot" for i, j in queried.cannot)
    again = CobrasQuerier(querier.constraints)
    assert all(again.query_points(i, j) for i, j in ml)


def test_known_labels_are_those_of_rows_that_answers_name(session):
    labels = known_labels(session)
    named = {0, 1, 20, 21, 40}
    assert {*np.flatnonzero(~np.isnan(labels)).tolist()} == named
    assert all(labels[row] == session.labels[row] for row in named)
    assert np.flatnonzero(known_labels(session, -1.0) >= 0).tolist() == sorted(named)
    back = Constraints.from_partial_labels(labels)
    for i, j in combinations(sorted(named), 2):
        same = session.labels[i] == session.labels[j]
        assert back.relation(i, j) == ("must" if same else "cannot")


def test_scikit_activeml_takes_them(session):
    activeml = pytest.importorskip("skactiveml", reason="pip install scikit-activeml")
    from skactiveml.classifier import ParzenWindowClassifier
    from skactiveml.pool import UncertaintySampling

    labels = known_labels(session)
    assert np.isnan(activeml.utils.MISSING_LABEL)
    assert activeml.utils.is_unlabeled(labels).sum() == 45
    model = ParzenWindowClassifier(classes=[0, 1, 2], random_state=0).fit(X, labels)
    asked = UncertaintySampling(random_state=0).query(X, labels, model, batch_size=3)
    assert not {*asked.tolist()} & {0, 1, 20, 21, 40}


# --------------------------------------------------------------------------- Label Studio


def test_labels_come_back_from_label_studio(session, tmp_path):
    path = tmp_path / "tasks.json"
    session.rows.exclude([11])
    path.write_text(label_studio_tasks(session), "utf-8")
    tasks = json.loads(path.read_text("utf-8"))
    assert [task["data"]["row"] for task in tasks] == [row for row in range(50) if row != 11]
    assert tasks[0]["data"]["text"] == NAMES[0]
    found = read_label_studio(path, 50, session.clusters.names)
    assert found.labels.tolist() == session.labels.tolist()
    assert found.cluster_names[7] == "No cluster"
    assert read_label_studio(path, 50).labels.max() == 2


def test_what_a_person_says_there_counts_before_the_prediction(session, tmp_path):
    path = tmp_path / "tasks.json"
    tasks = json.loads(label_studio_tasks(session))
    name = session.clusters.names[2]

    def said(value, **more):
        about = {"from_name": "cluster", "to_name": "text", "type": "choices"}
        return {"result": [about | {"value": {"choices": [value]}}], **more}

    tasks[0]["annotations"] = [said(name), said("No cluster", was_cancelled=True)]
    tasks[1]["annotations"] = [said(name), said("No cluster")]
    path.write_text(json.dumps(tasks), "utf-8")
    found = read_label_studio(path, cluster_names=session.clusters.names)
    assert found.labels[:2].tolist() == [2, -1]
    with pytest.raises(InputError, match="do not name"):
        read_label_studio(path, cluster_names=["x"])
    with pytest.raises(InputError, match="49, and there are 5"):
        read_label_studio(path, 5)
    path.write_text('[{"data": {}}]', "utf-8")
    with pytest.raises(InputError, match="export the project"):
        read_label_studio(path)


def test_pairs_come_back_from_label_studio(session, tmp_path):
    path = tmp_path / "pairs.json"
    path.write_text(label_studio_pairs(session, [(5, 6)]), "utf-8")
    tasks = json.loads(path.read_text("utf-8"))
    assert [task["data"]["pair"] for task in tasks if "annotations" not in task] == [[5, 6]]
    found = read_label_studio_pairs(path, 50)
    assert pair_lists(found) == pair_lists(session.constraints)
    tasks[-1]["annotations"] = [json.loads(json.dumps(tasks[0]["annotations"][0]))]
    path.write_text(json.dumps(tasks), "utf-8")
    assert read_label_studio_pairs(path, 50).relation(5, 6) == "must"
    tasks[-1]["data"]["pair"] = [0, 20]
    path.write_text(json.dumps(tasks), "utf-8")
    with pytest.raises(ConflictError):
        read_label_studio_pairs(path, 50)


def test_label_studio_takes_interface_and_tasks(session):
    objects = pytest.importorskip(
        "label_studio_sdk.label_interface", reason="pip install label-studio-sdk"
    )
    interface = objects.LabelInterface(label_studio_config(session))
    choices = interface.get_control("cluster").labels
    assert list(choices) == [*session.clusters.names, "No cluster"]
    for task in json.loads(label_studio_tasks(session)):
        assert interface.validate_prediction(task["predictions"][0])
        assert interface.validate_task({"data": task["data"]})
    task["predictions"][0]["result"][0]["value"]["choices"] = ["another"]
    assert not interface.validate_prediction(task["predictions"][0])
    pairs = objects.LabelInterface(PAIR_CONFIG)
    for task in json.loads(label_studio_pairs(session, [(5, 6)])):
        assert pairs.validate_task({"data": task["data"]})
        assert all(map(pairs.validate_annotation, task.get("annotations", ())))


# --------------------------------------------------------------------------- Parquet


def test_labels_come_back_from_parquet(session, tmp_path):
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    path = tmp_path / "labels.parquet"
    session.rows.exclude([11], "broken")
    write_labels_parquet(session, path, session.clusters.names)
    found = read_labels_parquet(path)
    assert found.labels.tolist() == session.labels.tolist()
    assert found.names == tuple(NAMES)
    assert found.cluster_names[11] == "Left out" and found.cluster_names[7] == "No cluster"
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(path)
    assert frame.columns == ["row", "name", "cluster", "cluster_name", "left_out"]
    assert frame["left_out"][11] == "broken" and frame["left_out"].null_count() == 49


def test_constraints_come_back_from_parquet(session, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    path = tmp_path / "constraints.parquet"
    write_constraints_parquet(session, path)
    found = read_constraints_parquet(path)
    assert found == session.constraints
    assert found.names == tuple(NAMES)
    turned = read_constraints_parquet(path, names=NAMES[::-1])
    assert turned.relation(49, 48) == "must"
    assert pandas.read_parquet(path)["kind"].tolist().count("cannot") == 2
    with pytest.raises(InputError, match="no file of labels"):
        read_labels_parquet(path)
    write_labels_parquet(session, path)
    with pytest.raises(InputError, match="no constraints file"):
        read_constraints_parquet(path)


def test_without_pyarrow_the_error_says_what_to_do(session, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="pip install pyarrow"):
        write_labels_parquet(session, tmp_path / "labels.parquet")
    assert not (tmp_path / "labels.parquet").exists()


def test_a_file_that_is_no_parquet_is_refused(tmp_path):
    pytest.importorskip("pyarrow", reason="pip install pyarrow")
    path = tmp_path / "labels.parquet"
    with pytest.raises(InputError, match="there is no file"):
        read_labels_parquet(path)
    path.write_text("row,cluster")
    with pytest.raises(InputError, match="is no Parquet file"):
        read_labels_parquet(path)
