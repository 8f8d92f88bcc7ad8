"""What the axes show: set in Python or chosen on the page, and the clustering untouched."""

import json
import sys
import types

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.projections.discriminant import discriminant
from jupyter_sscluster.projections.metric_axes import in_metric
from jupyter_sscluster.projections.principal_components import pca
from jupyter_sscluster.projections.tsne import tsne
from jupyter_sscluster.session import engine_of
from jupyter_sscluster.widget.features.axes.projector import KEPT, Projector

X = load_iris().data
FRAME = load_iris(as_frame=True).data
SITES = np.column_stack([np.arange(150.0), np.arange(150.0) % 7])


def places(page):
    """Where the page is told that the points stand."""
    ends = np.array(page.state["axes"]["unit"])
    shares = np.frombuffer(page.explorer.layer.xy, "<f4").reshape(-1, 2).astype(float)
    return shares * (ends[:, 1] - ends[:, 0]) + ends[:, 0]


def stand_at(page, xy):
    size = np.ptp(xy, axis=0).max()
    np.testing.assert_allclose(places(page), xy, atol=1e-5 * size)


def option(page, name):
    return next(each for each in page.state["projections"]["options"] if each["name"] == name)


def untouched(page):
    """What axes must leave alone."""
    session = page.explorer.session
    return (
        session.labels.tolist(),
        engine_of(session).revision,
        session.answers,
        session.history.can_undo,
        len(session.history.fits),
        page.labels.tolist(),
        page.state["links"],
    )


def test_the_first_axes_are_components_and_their_share_is_told(page):
    stand_at(page, pca(X).xy)
    assert page.explorer.projection == "pca"
    assert page.state["axes"]["name"] == "PCA"
    assert page.state["projections"]["name"] == "pca"
    assert option(page, "pca")["about"] == "98 % of variance"


def test_tsne_is_shown_and_nothing_else_changes(page):
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    before = untouched(page)
    page.send("axes", name="tsne")
    stand_at(page, tsne(X).xy)
    assert untouched(page) == before
    assert page.explorer.projection == "tsne"
    assert page.state["status"] == (
        "Axes: t-SNE. Only the view changed: 3 clusters, 1 constraint, all kept"
    )
    assert not page.state["axes"]["ticks"]
    assert option(page, "tsne")["about"].endswith("s")
    page.send("undo")
    page.settled()
    stand_at(page, tsne(X).xy)
    assert page.explorer.session.answers == ()


def test_axes_are_no_step_and_the_journal_has_them_on_lines_of_their_own(explore, tmp_path):
    path = tmp_path / "answers.jsonl"
    page = explore(path=str(path))
    page.found()
    before, steps = path.read_bytes(), len(page.explorer.session.history)
    for name in ("features", "discriminant", "discriminant", "pca"):
        page.send("axes", name=name)
    page.explorer.projection = SITES
    assert len(page.explorer.session.history) == steps
    assert path.read_bytes().startswith(before)
    added = [json.loads(line) for line in path.read_bytes()[len(before) :].splitlines()]
    assert [entry["do"] for entry in added] == ["axes"] * 4
    assert [entry["axes"] for entry in added][1:] == ["discriminant", "pca", "own"]


@pytest.mark.parametrize(
    "chosen", ["discriminant", "tsne", ("sepal width (cm)", "petal width (cm)")]
)
def test_the_same_axes_come_back_with_the_journal_and_a_saved_file(explore, tmp_path, chosen):
    path, copy = tmp_path / "answers.jsonl", tmp_path / "copy.jsonl"
    page = explore(FRAME, n_clusters=3, path=str(path))
    page.explorer.projection = chosen
    page.settled()
    shown = page.explorer._context.of(Projector).shown.projection.xy
    page.explorer.session.save(copy)
    page.explorer.close()
    for file in (path, copy):
        again = explore(FRAME, n_clusters=3, path=str(file))
        assert again.explorer.projection == chosen
        stand_at(again, shown)
        again.explorer.close()
    asked = explore(FRAME, n_clusters=3, path=str(path), projection=(0, 1))
    stand_at(asked, X[:, :2])


def test_axes_that_were_asked_for_from_the_start_give_way_to_those_chosen_since(explore, tmp_path):
    options = {"n_clusters": 3, "path": str(tmp_path / "answers.jsonl"), "projection": SITES}
    page = explore(FRAME, **options)
    page.send("axes", name="pca")
    page.explorer.close()
    again = explore(FRAME, **options)
    assert again.explorer.projection == "pca"
    again.send("axes", name="own")
    stand_at(again, SITES)


def test_a_learned_metric_is_shown_again_once_it_is_learned_again(explore, tmp_path):
    options = {"clusterer": "mpckmeans", "n_clusters": 3, "path": str(tmp_path / "answers.jsonl")}
    page = explore(FRAME, **options)
    page.explorer.session.answer(50, 100, "cannot")
    page.settled()
    page.send("axes", name="metric")
    page.explorer.close()
    again = explore(FRAME, **options)
    assert again.explorer.projection == "pca"
    assert "The axes were Learned metric: after the next fit." in again.state["status"]
    again.explorer.session.answer(51, 101, "cannot")
    again.settled()
    assert again.explorer.projection == "metric"


def test_all_ways_of_setting_it_from_python(explore):
    page = explore(FRAME, n_clusters=3)
    explorer = page.explorer
    explorer.projection = ("petal length (cm)", "sepal width (cm)")
    stand_at(page, X[:, [2, 1]])
    assert explorer.projection == ("petal length (cm)", "sepal width (cm)")
    assert page.state["axes"]["titles"] == ["petal length (cm)", "sepal width (cm)"]
    assert page.state["projections"]["columns"] == [2, 1]
    explorer.projection = "discriminant"
    stand_at(page, discriminant(X, explorer.labels).xy)
    explorer.projection = SITES
    stand_at(page, SITES)
    assert explorer.projection is SITES
    table = pd.DataFrame(SITES, columns=["east", "north"])
    explorer.projection = table
    assert page.state["axes"]["titles"] == ["east", "north"]
    assert option(page, "own")["about"] == "“east”, “north”"
    explorer.projection = lambda rows: rows[:, :2] * 2
    stand_at(page, X[:, :2] * 2)


def test_an_array_changed_in_place_is_shown_as_it_is_when_it_is_set(page):
    xy = SITES.copy()
    page.explorer.projection = xy
    xy[:, 1] += 3 * xy[:, 0]
    page.send("axes", name="pca")
    page.send("axes", name="own")
    stand_at(page, SITES)
    page.explorer.projection = xy
    stand_at(page, xy)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("tsn", "'tsn' must be one of 'pca', 'tsne', 'umap', 'metric', 'discriminant'"),
        (SITES[:-1], r"shape \(149, 2\)"),
        (("sepal", "petal"), "names the column 'sepal', which X does not have"),
        ("umap", "UMAP: needs umap-learn; pip install umap-learn"),
        (
            np.where(SITES > 70, 1.7e308, -1.7e308),
            r"projection holds a value of size 1\.7e\+308, .* divide projection by a constant",
        ),
    ],
)
def test_what_is_refused_leaves_the_axes(page, value, said, monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    with pytest.raises(InputError, match=said):
        page.explorer.projection = value
    stand_at(page, pca(X).xy)
    assert page.explorer.projection == "pca"
    with pytest.raises(InputError, match=said):
        ClusterExplorer(X, n_clusters=3, projection=value)


def test_axes_that_cannot_be_drawn_are_not_told_as_shown(page, monkeypatch):
    def fails(projection):
        raise MemoryError("no room")

    monkeypatch.setattr(page.explorer._context.plot, "place", fails)
    with pytest.raises(MemoryError):
        page.explorer.projection = (0, 1)
    assert page.explorer.projection == "pca"
    assert page.state["projections"]["name"] == "pca"
    assert page.explorer._context.of(Projector).shown.projection.name == "pca"


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ((3, 0), X[:, [3, 0]]),
        (SITES, SITES),
        (lambda rows: rows[:, 1:3], X[:, 1:3]),
        ("tsne", None),
    ],
)
def test_the_constructor_takes_it_too(explore, value, wanted):
    page = explore(projection=value)
    stand_at(page, tsne(X).xy if wanted is None else wanted)


def test_observers_hear_of_every_change(page):
    heard = []
    page.explorer.observe(lambda change: heard.append((change.old, change.new)), "projection")
    page.explorer.projection = "discriminant"
    page.send("axes", name="discriminant")
    page.send("axes", name="features", columns=[2, 3])
    assert heard == [("pca", "discriminant"), ("discriminant", ("Feature 2", "Feature 3"))]


def test_axes_are_made_once_and_kept(page, monkeypatch):
    made = []

    def count(rows):
        made.append(len(rows))
        return rows[:, :2]

    page.explorer.projection = count
    page.send("axes", name="pca")
    page.send("axes", name="own")
    assert made == [150]
    stand_at(page, X[:, :2])


def test_coordinates_set_again_and_again_are_not_all_kept(page):
    for turn in range(3 * KEPT):
        page.explorer.projection = np.full((page.explorer.session.n_samples, 2), float(turn))
    assert len(page.explorer._context.of(Projector)._made) <= KEPT + 1


def test_the_metric_is_that_of_the_clusterer(explore):
    page = explore(clusterer="mpckmeans")
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    assert option(page, "metric") == {
        "name": "metric",
        "title": "Learned metric",
        "about": "of MPCK-means",
        "available": True,
    }
    page.send("axes", name="metric")
    metric = page.explorer.session.fitted_clusterer.metric_
    stand_at(page, in_metric(X, metric).xy)
    page.send("link", i=0, j=100, kind="cannot")
    page.send("link", i=50, j=100, kind="cannot")
    page.settled()
    stand_at(page, in_metric(X, metric).xy)
    assert (
        option(page, "metric")["about"] == "from an earlier clustering; select it again to update"
    )
    page.send("axes", name="metric")
    newer = page.explorer.session.fitted_clusterer.metric_
    assert not np.array_equal(newer, metric)
    stand_at(page, in_metric(X, newer).xy)


def test_without_a_metric_the_menu_says_so_and_so_does_python(explore):
    page = explore(clusterer="pckmeans")
    found = option(page, "metric")
    assert (found["about"], found["available"]) == ("PCK-means learns none", False)
    page.send("axes", name="metric")
    assert "Learned metric: PCK-means learns none" in page.state["error"]
    with pytest.raises(InputError, match="choose a clusterer that learns one"):
        page.explorer.projection = "metric"
    stand_at(page, pca(X).xy)


def test_umap_is_offered_where_it_is_installed(explore, monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    assert option(explore(), "umap")["about"] == "needs umap-learn"
    stand_in = types.ModuleType("umap")

    class UMAP:
        def __init__(self, **options):
            pass

        def fit_transform(self, rows):
            return np.column_stack([rows[:, 2], -rows[:, 0]])

    stand_in.UMAP = UMAP
    monkeypatch.setitem(sys.modules, "umap", stand_in)
    page = explore()
    assert option(page, "umap")["available"]
    page.send("axes", name="umap")
    assert page.state["axes"]["titles"][0] == "UMAP 1 (distances are not kept)"
    for shown in (page, explore(projection="umap")):
        found = np.argsort(places(shown)[:, 1], kind="stable")
        assert X[found, 0].tolist() == sorted(X[:, 0].tolist(), reverse=True)
        assert shown.explorer.projection == "umap"


def test_axes_that_hide_the_structure_say_so(explore):
    page = explore(np.random.default_rng(0).normal(size=(200, 30)), n_clusters=2)
    note = page.state["axes"]["note"]
    assert note.startswith("On these axes only ")
    assert "10 nearest neighbours" in note
    page.send("axes", name="features", columns=[0, 1])
    assert page.state["axes"]["note"] != note
    assert explore().state["axes"]["note"] == ""


def test_missing_values_of_a_column_shown_refuse_that_column_alone(explore):
    frame = FRAME.copy()
    frame.loc[[3, 8], "petal width (cm)"] = np.nan
    from sklearn.impute import SimpleImputer

    page = explore(frame, n_clusters=3, preprocess=SimpleImputer())
    page.send("axes", name="features", columns=[0, 3])
    assert "'petal width (cm)' has no value in 2 of 150 rows" in page.state["error"]
    page.send("axes", name="features", columns=[0, 1])
    stand_at(page, X[:, :2])


def test_two_features_begin_with_columns_without_gaps(explore):
    frame = FRAME.copy()
    frame.iloc[[3, 8], [0, 2]] = np.nan
    page = explore(frame, n_clusters=3, preprocess="standardise")
    page.send("axes", name="features")
    assert (page.state["error"], page.state["projections"]["columns"]) == (None, [1, 3])
    stand_at(page, X[:, [1, 3]])
    frame.iloc[5] = np.nan
    page = explore(frame, n_clusters=3, preprocess="standardise")
    page.send("axes", name="features")
    assert page.state["error"] is None
    assert page.state["axes"]["titles"] == [f"{name} (as clustered)" for name in FRAME.columns[:2]]
    stand_at(page, page.explorer.session.X[:, :2])


def test_axes_that_lose_the_neighbours_do_not_claim_to_keep_them(explore):
    page = explore(np.random.default_rng(0).normal(size=(60, 12)), n_clusters=2)
    page.explorer.projection = "tsne"
    page.wait(lambda state: state["axes"]["titles"][0].startswith("t-SNE"))
    assert not any("neighbours" in title for title in page.state["axes"]["titles"])


@pytest.mark.parametrize(
    "message",
    [
        {"name": "tsn"},
        {"name": ["pca"]},
        {},
        {"name": "features", "columns": [0]},
        {"name": "features", "columns": [0, 4]},
        {"name": "own"},
    ],
)
def test_odd_messages_are_told_so_and_change_nothing(page, message):
    page.raw({"type": "axes", **message})
    assert page.state["error"]
    stand_at(page, pca(X).xy)
