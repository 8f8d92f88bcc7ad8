"""What a strategy infers reaches the clusterer where that is set, and nothing else."""

import numpy as np
import pytest
from sklearn.datasets import make_moons

from jupyter_sscluster import Session
from jupyter_sscluster.active import ASC, Snapshot
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.export import python_code
from jupyter_sscluster.session import engine_of

X, Y = make_moons(80, noise=0.05, random_state=0)
PAIRS = [(i, j, "must" if Y[i] == Y[j] else "cannot") for i, j in [(0, 30), (3, 41), (7, 60)]]


def answered(**params):
    clusterer = PCKMeans(2, constraint_weight=1.0)
    session = Session(X, clusterer, ASC(**params), random_state=0)
    session.answer_many(PAIRS)
    return session


def by_hand(told, weight):
    """PCK-means told the same and, pair by pair, all that `propagated` gives."""
    inferred = ASC().propagated(Snapshot(X, told), weight)
    given = told
    for kind in ("must", "cannot"):
        for i, j in getattr(inferred, f"soft_{kind}").tolist():
            given = given.add(i, j, kind, weight, soft=True)
    assert len(given) > len(told) + 50
    return PCKMeans(2, constraint_weight=1.0, random_state=0).fit(X, constraints=given)


def test_the_clusterer_is_told_just_what_is_inferred_and_the_session_is_not():
    session = answered()
    plain, steps = session.labels, engine_of(session).revision
    session.set_strategy(propagate=True, propagated_weight=0.4)
    assert session.history.undo_label == "propagate = True, propagated_weight = 0.4"
    assert engine_of(session).revision == steps + 1
    expected = by_hand(session.constraints, 0.4)
    assert session.history.current_fit.objective == pytest.approx(expected.objective_)
    labels = session.labels
    alike = labels == expected.labels_
    assert alike.all() or not alike.any()
    assert not np.array_equal(labels, plain)
    assert len(session.constraints) == len(PAIRS) == len(session.answers)
    assert not len(session.constraints.soft_must) + len(session.constraints.soft_cannot)
    assert session.history.current_fit.violated == sum(
        (labels[i] == labels[j]) != (kind == "must") for i, j, kind in PAIRS
    )
    session.undo()
    assert session.labels is plain
    session.redo()
    assert session.labels is labels


def test_every_way_to_switch_it_clusters_anew_and_a_strategy_that_infers_nothing_does_not():
    session = answered()
    session.fit(fresh=True)
    plain = session.labels
    session.set_strategy("asc", propagate=True)
    told = session.labels
    assert not np.array_equal(told, plain)
    session.set_strategy(propagated_weight=0.01)
    fits = len(session.history.fits)
    session.set_strategy("npu")
    assert len(session.history.fits) == fits + 1
    np.testing.assert_array_equal(session.labels, plain)
    session.set_strategy("minmax")
    assert len(session.history.fits) == fits + 1


def test_what_is_read_again_foreseen_traced_and_written_as_code_knows_it_too(tmp_path):
    session = answered(propagate=True)
    assert session.trace().same
    query = session.propose()[0]
    outcome = session.preview("cannot")
    session.answer(*query.pair, "cannot", source="question")
    np.testing.assert_array_equal(session.labels, outcome.labels)
    session.fit(fresh=True)
    assert session.trace().same
    session.save(tmp_path / "session.jsonl")
    again = Session.load(tmp_path / "session.jsonl", X)
    assert (again.strategy.propagate, again.strategy.propagated_weight) == (True, 0.5)
    np.testing.assert_array_equal(again.labels, session.labels)
    assert again.history.current_fit.fit == session.history.current_fit.fit
    again.fit(fresh=True)
    np.testing.assert_array_equal(again.labels, session.labels)
    names = {"X": X}
    exec(python_code(session), names)
    assert len(np.unique(np.stack([names["labels"], session.labels]), axis=1).T) == 2
