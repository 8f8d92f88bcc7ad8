"""Rows in no cluster in exported files, pictures and programs."""

import re

import numpy as np
import pandas as pd
import pytest

from jupyter_sscluster import Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.export import (
    constraints_csv,
    constraints_json,
    labels_csv,
    python_code,
    read_answers,
    read_labels,
    replay_page,
    with_labels,
)
from jupyter_sscluster.export.pictures.palette import NO_SHAPE
from jupyter_sscluster.export.pictures.scene import scene
from jupyter_sscluster.export.pictures.svg import svg


@pytest.fixture
def session():
    """Two groups of three rows, and one row in none, with names."""
    X = np.array([[0.0], [0.2], [0.4], [9.0], [8.0], [8.2], [8.4]])
    made = Session(X, "pckmeans", n_clusters=2, names=list("abcdefg"))
    made.answer("a", "b", "must")
    made.noise.add(["d"])
    return made


@pytest.mark.parametrize(
    ("write", "ending"), [(constraints_csv, "csv"), (constraints_json, "json")]
)
def test_constraints_keep_noise_beside_the_answers(session, tmp_path, write, ending):
    path = tmp_path / f"known.{ending}"
    path.write_text(write(session))
    read = getattr(Constraints, f"from_{ending}")(path, names=session.names)
    assert read == session.constraints
    assert read_answers(path) == session.answers


def test_labels_of_rows_in_none(session, tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text(labels_csv(session, session.clusters.names))
    found = read_labels(path)
    assert found.labels.tolist() == session.labels.tolist()
    assert found.cluster_names[3] == "No cluster"
    path.write_text(path.read_text().replace("-1,", "-2,"))
    with pytest.raises(InputError, match="line 5: cluster -2, and clusters count from 0, -1 being"):
        read_labels(path)


def test_labels_beside_the_data(session):
    frame = with_labels(
        pd.DataFrame(session.X, columns=["x"]), session.labels, names=session.clusters.names
    )
    assert frame["cluster"].tolist() == session.labels.tolist()
    assert frame["cluster_name"][3] == "No cluster"
    assert set(frame["cluster_name"]) == {"Cluster 1", "Cluster 2", "No cluster"}


@pytest.mark.parametrize("swapped", [False, True])
def test_a_program_gives_the_same_labels(session, swapped):
    if swapped:
        session.set_params(random_state=3)
    code = python_code(session)
    assert "noise=[3]" in code
    known = {"X": session.X}
    exec(code, known)
    assert known["labels"].tolist() == session.labels.tolist()


def test_numbers_of_another_order_leave_noise_alone():
    X = np.array([[8.0], [8.2], [99.0], [0.0], [0.2]])
    session = Session(X, "kmeans", n_clusters=2)
    session.noise.add([2])
    for seed in range(4):
        session.set_params(random_state=seed)
        known = {"X": X}
        exec(python_code(session), known)
        assert known["labels"].tolist() == session.labels.tolist(), seed


def test_a_picture_shows_it_hollow(session):
    picture = svg(scene(session))
    assert picture.count('href="#none"') == 1
    assert picture.count(f'id="none" d="{NO_SHAPE}"') == 1
    assert re.search(r"No cluster<tspan[^>]*>1</tspan>", picture)
    session.noise.remove(["d"])
    assert 'none" d=' not in svg(scene(session))


def test_many_points_are_squares_and_none_is_grey():
    X = np.random.default_rng(0).normal(size=(2100, 2))
    session = Session(X, "kmeans", n_clusters=2)
    session.noise.add([5, 8])
    assert 'stroke="none" fill="#8a8a8a"' in svg(scene(session))


def test_a_replay_has_the_steps(session):
    page = replay_page(session)
    assert "No cluster: point d" in page
