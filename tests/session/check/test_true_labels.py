"""True labels that a session was given stand beside what a check estimates."""

import numpy as np
from checking import Checker, Given, blobs, truth, with_errors

from jupyter_sscluster import Session


def test_the_true_share_stands_beside_the_interval_and_draws_nothing_from_it():
    X, y = blobs(160, 3)
    rng = np.random.default_rng(0)
    labels = np.where(rng.random(160) < 0.2, rng.integers(0, 3, 160), y)
    names = np.array(["a", "b", "c"])[y]
    lesson = Session(X, Given(labels), "random", n_clusters=3, y_true=names)
    plain = Session(X, Given(labels), "random", n_clusters=3)
    people = [Checker(session.check(), y).all() for session in (lesson, plain)]
    found, other = (person.check.result for person in people)
    share = truth(lesson, people[0]).mean()
    assert found.true_share == share and other.true_share is None
    assert found.in_place == other.in_place
    assert f" By the true labels it is {100 * share:.0f} %. " in people[0].check.text
    assert "true labels" not in people[1].check.text


def test_rows_in_no_cluster_and_put_out_are_counted_as_in_the_figure():
    X, y = blobs(90, 3)
    labels = np.where(y == 2, -1, y)  # nothing of the third class is in a cluster
    labels[np.flatnonzero(y == 0)[:6]] = -1
    session = Session(X, Given(labels), "random", n_clusters=2, y_true=y)
    person = Checker(session.check(90), y).all()
    found = person.check.result
    assert found.true_share == found.in_place.value == 84 / 90
    session.noise.add(np.flatnonzero(y == 0)[:3].tolist())
    assert person.check.result.true_share == 84 / 87


def test_a_class_in_two_clusters_is_in_place_in_both():
    session, y = with_errors(0.0, y_true=blobs()[1])
    halves = np.where((y == 1) & (np.arange(120) % 2 == 0), 3, y)
    session.set_clusterer(Given(halves), n_clusters=4)
    person = Checker(session.check(30), y).all()
    assert person.check.result.true_share == 1.0
