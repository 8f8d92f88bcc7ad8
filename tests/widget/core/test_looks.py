"""The looks of hundreds of clusters in a session: they stay through fits, names and undo."""

import numpy as np
import pytest


def worn(page):
    """The look of each row, by its cluster."""
    state = page.settled()
    looks = {each["id"]: each.get("look", each["id"]) for each in state["clusters"]}
    return np.array([looks[label] for label in page.labels])


@pytest.fixture
def many(explore):
    rng = np.random.default_rng(1)
    centres = np.stack(np.meshgrid(np.arange(8.0), np.arange(5.0)), axis=-1).reshape(-1, 2) * 10
    X = np.repeat(centres, 4, axis=0) + rng.normal(scale=0.2, size=(160, 2))
    return explore(X, clusterer="pckmeans", n_clusters=40)


def by_rows(looks, labels):
    """The look of each cluster, by its rows."""
    return {tuple(np.flatnonzero(labels == k)): looks[labels == k][0] for k in set(labels.tolist())}


def test_a_merge_leaves_the_looks_of_all_other_clusters_though_they_have_new_numbers(many):
    session = many.explorer.session
    before, labels = worn(many), session.labels
    assert len(set(before.tolist())) == 40
    pair = sorted({*range(38)} - {int(labels[0])})[7], int(labels[0])
    session.clusters.merge(*pair)
    after, now = worn(many), session.labels
    old, new = by_rows(before, labels), by_rows(after, now)
    same = old.keys() & new.keys()
    assert len(same) >= 35
    assert all(old[rows] == new[rows] for rows in same)
    assert any(labels[rows[0]] != now[rows[0]] for rows in same)  # as the last number is none now
    session.undo()
    assert (worn(many) == before).all()
    session.redo()
    assert (worn(many) == after).all()


def test_names_change_no_look(many):
    before = worn(many)
    many.explorer.session.clusters.rename(3, "Anna")
    assert (worn(many) == before).all()


def test_fifty_clusters_more_leave_the_looks_of_those_that_stay(explore):
    X = np.random.default_rng(0).normal(size=(300, 2))
    page = explore(X, clusterer="kmeans", n_clusters=30)
    before, labels = worn(page), page.explorer.session.labels
    page.explorer.session.set_n_clusters(80)
    after, now = worn(page), page.explorer.session.labels
    assert len(set(after.tolist())) == 80
    kept = 0
    for cluster in range(30):
        inside = np.bincount(now[labels == cluster], minlength=80)
        of = inside.argmax()
        if np.bincount(labels[now == of]).argmax() == cluster:
            kept += int((after[now == of] == before[labels == cluster][0]).all())
    assert kept >= 28


def test_up_to_25_clusters_have_their_numbers(explore):
    page = explore(np.random.default_rng(0).normal(size=(100, 2)), clusterer="kmeans", n_clusters=9)
    page.explorer.session.set_n_clusters(7)
    assert all("look" not in each for each in page.settled()["clusters"])
