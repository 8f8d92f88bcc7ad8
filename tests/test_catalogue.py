"""The catalogue: every export by name, forgiving spelling, errors that list what is known."""

from importlib.metadata import EntryPoint

import pytest

from jupyter_sscluster import _catalogue, active, cluster, seeding
from jupyter_sscluster._validation import InputError


def test_it_holds_the_exports_in_menu_order():
    exported = [getattr(cluster, n) for n in cluster.__all__ if hasattr(getattr(cluster, n), "fit")]
    assert list(_catalogue.clusterers().values()) == exported
    assert set(_catalogue.strategies().values()) <= {getattr(active, n) for n in active.__all__}
    assert list(_catalogue.seedings()) == list(seeding.__all__)


@pytest.mark.parametrize("name", ["pckmeans", "PCKMeans", "PCK-means", "pck means", "pck_means"])
def test_spelling_is_forgiven(name):
    assert _catalogue.resolve("clusterers", name) is cluster.PCKMeans


@pytest.mark.parametrize(
    ("kind", "known"),
    [("clusterers", "'pckmeans'"), ("strategies", "'npu'"), ("seedings", "'kmeans_plusplus'")],
)
def test_unknown_names_list_the_known_ones(kind, known):
    with pytest.raises(InputError, match=r"'dbscam' is not known") as caught:
        _catalogue.resolve(kind, "dbscam")
    assert known in str(caught.value)


def test_make_builds_from_names_classes_and_instances():
    made = _catalogue.make("clusterers", "pckmeans", n_clusters=4)
    assert isinstance(made, cluster.PCKMeans)
    assert made.n_clusters == 4
    assert _catalogue.make("clusterers", made) is made
    assert _catalogue.make("clusterers", cluster.KMeans, n_clusters=2).n_clusters == 2
    assert _catalogue.name_of("clusterers", made) == "pckmeans"
    assert _catalogue.name_of("clusterers", object()) is None


@pytest.mark.parametrize("thing", [3, object(), dict])
def test_make_refuses_what_cannot_cluster(thing):
    with pytest.raises(InputError, match="needs the methods fit_predict"):
        _catalogue.make("clusterers", thing)


def test_make_names_an_unknown_parameter_and_the_known_ones():
    with pytest.raises(InputError, match=r"n_cluster.*n_clusters"):
        _catalogue.make("clusterers", "pckmeans", n_cluster=4)


def test_entry_points_of_other_packages_join_the_menu(monkeypatch):
    point = EntryPoint("Mine", "sklearn.cluster:KMeans", "jupyter_sscluster.clusterers")
    monkeypatch.setattr(
        _catalogue, "entry_points", lambda group: [point] if group == point.group else []
    )
    assert list(_catalogue.clusterers())[-1] == "mine"
    assert _catalogue.resolve("clusterers", "mine").__module__.startswith("sklearn")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_package:Thing", "ModuleNotFoundError"),
        ("sklearn.cluster:NoSuchThing", "AttributeError"),
        ("sklearn.cluster:k_means", "a class with fit_predict is needed"),
    ],
)
def test_an_entry_point_that_cannot_be_used_is_left_out_and_named(monkeypatch, value, reason):
    points = [
        EntryPoint("Broken", value, "jupyter_sscluster.clusterers"),
        EntryPoint("Mine", "sklearn.cluster:KMeans", "jupyter_sscluster.clusterers"),
    ]
    monkeypatch.setattr(
        _catalogue, "entry_points", lambda group: [p for p in points if p.group == group]
    )
    with pytest.warns(RuntimeWarning, match=f"clusterer 'Broken' of the package .*{reason}"):
        known = list(_catalogue.clusterers())
    assert known[-1] == "mine"
    assert "broken" not in known
    assert list(_catalogue.seedings()) == list(seeding.__all__)
