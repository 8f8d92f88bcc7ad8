"""Settings of a session: steps like answers, and what the caller keeps is never touched."""

import numpy as np
import pandas as pd
import pytest
from session_parts import blobs

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster.active import NPU, ExploreConsolidate, Random
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.session import engine_of

X = blobs()


def make(**settings):
    return Session(X, **{"clusterer": PCKMeans(3, n_init=2), "strategy": "random", **settings})


def test_settings_are_steps():
    session = make()
    first = session.labels
    session.set_clusterer("kmeans")
    assert isinstance(session.clusterer, KMeans)
    assert session.history.undo_label == "clusterer k-means (no constraints)"
    session.set_n_clusters(4)
    session.set_params(max_iter=7, n_clusters=5)
    assert session.history.undo_label == "max_iter = 7, 5 clusters"
    assert (session.clusterer.max_iter, session.clusterer.n_clusters) == (7, 5)
    session.set_strategy("explore consolidate", random_state=1)
    assert isinstance(session.strategy, ExploreConsolidate)
    for _ in range(4):
        session.undo()
    assert isinstance(session.clusterer, PCKMeans)
    assert isinstance(session.strategy, Random)
    assert session.labels is first


def test_settings_that_change_nothing_are_no_step():
    session = make()
    session.set_n_clusters(3)
    session.set_params(n_init=2)
    session.set_strategy("random")
    session.set_clusterer(PCKMeans(3, n_init=2))
    assert engine_of(session).revision == 0


def test_a_strategy_needs_no_new_fit():
    session = make()
    session.set_strategy(NPU(random_state=4))
    assert len(session.history.fits) == 1
    assert session.strategy.random_state == 4


def test_an_instance_brings_its_k_and_a_name_keeps_it():
    session = make()
    session.set_clusterer("kmeans")
    assert session.n_clusters == 3
    session.set_clusterer(KMeans(5))
    assert session.n_clusters == 5


def test_estimators_of_the_caller_are_never_touched():
    clusterer, strategy = PCKMeans(3, n_init=1), Random(random_state=None)
    session = Session(X, clusterer, strategy)
    session.set_params(n_init=3)
    session.clusterer.set_params(n_init=9)
    assert clusterer.n_init == 1
    assert clusterer.random_state is None
    assert not hasattr(clusterer, "labels_")
    assert session.clusterer.n_init == 3
    assert strategy.random_state is None
    assert session.strategy.random_state == 0


def test_k_is_chosen_when_nobody_says():
    assert Session(X, "kmeans").n_clusters == 3
    assert Session(X).n_clusters == 3
    assert Session(np.ones((5, 2)), "kmeans").n_clusters == 1
    assert Session([[1.0, 2.0]], "kmeans").n_clusters == 1
    four = Constraints(60, cannot=[(i, j) for i in range(4) for j in range(i)])
    assert Session(X, "kmeans", constraints=four).n_clusters >= 4


def test_a_frame_gives_names():
    rows = [f"row {i}" for i in range(60)]
    session = Session(pd.DataFrame(X, columns=["a", "b"], index=rows), PCKMeans(3, n_init=1))
    assert session.feature_names == ("a", "b")
    assert session.names[3] == engine_of(session).display_name(3) == "row 3"
    session.answer(3, 4, "must")
    assert session.history.undo_label == "answer 1: row 3 – row 4, must-link"
    assert session.constraints.names == session.names
    with pytest.raises(ConflictError, match="row 3"):
        session.answer(4, 3, "cannot")


def test_the_data_are_a_copy():
    mine = X.copy()
    session = Session(mine, "kmeans", n_clusters=2)
    mine[:] = 0
    np.testing.assert_array_equal(session.X, X)
    with pytest.raises(ValueError, match="read-only"):
        session.X[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        session.labels[0] = 1
