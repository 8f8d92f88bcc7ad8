"""Steps of a fit as the page is told of them."""

import numpy as np
import pytest
from fake_page import Page
from sklearn.datasets import load_iris
from table import CLUSTERERS
from true_pairs import data

from jupyter_sscluster import ClusterExplorer, cluster
from jupyter_sscluster.active import ASC
from jupyter_sscluster.cluster.fit.steps import MetricLearned
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.widget.features.fit_steps.dendrogram import laid_out
from jupyter_sscluster.widget.features.fit_steps.linear_axes import linear_view, mean_distance

ANSWERS = [
    (0, 1, "must"),
    (0, 60, "cannot"),
    (52, 77, "must"),
    (70, 133, "must"),
    (106, 84, "cannot"),
]


def iris(clusterer, **params):
    rows = load_iris(as_frame=True).data
    return Page(ClusterExplorer(rows, clusterer, n_clusters=3, **params))


def told(page, fresh=False):
    """The overview and all steps, with the labels of each."""
    page.sent.clear()
    page.send("steps", fresh=fresh)
    head = page.sent[-1]
    if not head["fit"]:
        return head, [], []
    count = len(head["kinds"])
    page.send("frames", fit=head["fit"], first=0, last=count - 1)
    reply = page.sent[-1]
    kind = np.uint8 if reply["itemsize"] == 1 else "<u2"
    labels = np.frombuffer(page.buffers[0], dtype=kind).reshape(count, -1)
    assert page.faults == []
    return head, reply["frames"], labels


@pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)
def test_the_last_step_of_every_clusterer_has_the_labels_on_the_page(row):
    X, y, _ = data(0)
    known = Constraints.from_labels(y, 10, random_state=0)
    given = {} if row.classes else {"constraints": known}
    page = Page(ClusterExplorer(X, row.make(n_clusters=3), n_clusters=3, **given))
    page.settled()
    head, frames, labels = told(page)
    np.testing.assert_array_equal(labels[head["last"]], page.labels)
    assert frames[head["last"]]["note"][1] == "the clustering shown"
    assert [frame["step"] for frame in frames] == list(range(len(head["kinds"])))
    assert frames[0]["note"][1] == "not the final clustering" or head["last"] == 0
    page.explorer.close()


def test_bars_centres_and_pulls_are_those_of_the_trace():
    page = iris(cluster.MPCKMeans(metric="diagonal", shrinkage=0, random_state=0))
    for i, j, kind in ANSWERS:
        page.send("link", i=i, j=j, kind=kind)
        page.settled()
    head, frames, _ = told(page, fresh=True)
    explorer, trace = page.explorer, Trace()
    model = cluster.MPCKMeans(3, metric="diagonal", shrinkage=0, random_state=0)
    model.fit(explorer.session.X, constraints=explorer.constraints, trace=trace)
    assert head["kinds"][:4] == ["Seed", "Assign", "Recentre", "Learn metric"]
    assert len(trace) == len(frames)
    names = list(explorer.session.feature_names)
    seen = 0
    for step, frame in zip(trace, frames, strict=True):
        if isinstance(step, MetricLearned):
            seen += 1
            longest = max(step.before.max(), step.after.max())
            for bar in frame["bars"]:
                j = names.index(bar["name"])
                assert bar["now"] == pytest.approx(step.after[j] / longest, abs=1e-4)
                assert bar["before"] == pytest.approx(step.before[j] / longest, abs=1e-4)
            most = int(np.abs(np.log(step.after / step.before)).argmax())
            assert frame["lead"] == names[most]
        assert [bar["name"] for bar in frame["bars"]] == names, "each in its place at all steps"
        violated = len(frame["pulls"])
        assert violated == len(step.violated)
        assert frame["pulling"] == f"{violated} of {len(ANSWERS)}"
    assert seen > 2
    page.explorer.close()


def test_before_the_first_assignment_the_page_is_told_no_clusters():
    page = iris(cluster.COPKMeans(random_state=0))
    page.settled()
    _, frames, labels = told(page)
    assert (frames[0]["kind"], frames[0]["sizes"]) == ("Seed", [])
    assert not labels[0].any(), "the result of the fit must not be known before it"
    assert frames[1]["sizes"] == np.bincount(labels[1]).tolist()
    before = page.labels.copy()
    i, j = (int(np.flatnonzero(before == k)[0]) for k in (0, 1))
    page.send("link", i=i, j=j, kind="must")
    page.settled()
    head, frames, labels = told(page)
    assert head["warm"] and (before != page.labels).any()
    np.testing.assert_array_equal(labels[0], before)
    assert frames[0]["sizes"] == np.bincount(before).tolist()
    page.explorer.close()


def test_a_centre_on_the_plane_is_the_mean_of_its_points_there():
    page = iris("KMeans")
    page.settled()
    head, frames, labels = told(page)
    xy = np.frombuffer(page.explorer.layer.xy, "<f4").reshape(-1, 2)
    checked = 0
    for frame, now in zip(frames, labels, strict=True):
        if frame["kind"] != "Recentre":
            continue
        for k, place in enumerate(head["centre_paths"][frame["centres"]]):
            np.testing.assert_allclose(place, xy[now == k].mean(axis=0), atol=1e-4)
            checked += 1
    assert checked >= 3
    assert all(frame["ellipses"] == [] for frame in frames)
    page.explorer.close()


@pytest.mark.parametrize("full", [False, True])
def test_an_ellipse_is_the_shadow_of_all_rows_within_the_distance(full):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 4))
    P = rng.normal(size=(4, 2))
    root = rng.normal(size=(4, 4))
    A = root @ root.T + np.eye(4) if full else rng.uniform(0.5, 3.0, 4)
    view, centre = linear_view(X, X @ P + 1.0), rng.normal(size=4)
    outline = view.shadow(centre, np.linalg.inv(A) if full else 1.0 / A, 1.7)
    # Rows at exactly that distance, in all directions: the farthest of them along each direction
    # of the plane is where the outline is.
    directions = rng.normal(size=(200_000, 4))
    metric = A if full else np.diag(A)
    lengths = np.sqrt(np.einsum("ij,jk,ik->i", directions, metric, directions))
    shell = (centre + 1.7 * directions / lengths[:, None]) @ P + 1.0
    for angle in np.linspace(0, 2 * np.pi, 16):
        along = np.array([np.cos(angle), np.sin(angle)])
        reach = (shell @ along).max() - (centre @ P + 1.0) @ along
        drawn = (outline @ along).max() - (centre @ P + 1.0) @ along
        assert drawn == pytest.approx(reach, rel=0.01)


def test_the_mean_distance_is_the_mean_of_distances():
    apart = np.array([[3.0, 0.0], [0.0, 4.0]])
    assert mean_distance(apart, np.array([4.0, 1.0])) == 5.0
    assert mean_distance(apart, np.diag([4.0, 1.0])) == 5.0


def test_axes_that_are_no_linear_view_leave_centres_out_and_say_so():
    X = np.random.default_rng(0).normal(size=(50, 3))
    page = Page(ClusterExplorer(X, "KMeans", n_clusters=2, projection=np.sin(3 * X[:, :2])))
    page.settled()
    head, frames, _ = told(page)
    assert head["centre_paths"] == []
    assert "no linear view of the features" in head["axes_note"]
    assert {frame["centres"] for frame in frames} == {-1}
    page.explorer.close()


def test_a_dendrogram_is_stepped_through_and_cut():
    page = iris("ConstrainedAgglomerative")
    page.settled()
    head, frames, labels = told(page)
    model = page.explorer.session.fitted_clusterer
    for cut in head["tree"]["cuts"]:
        found = labels[cut["step"]]
        assert len(np.unique(found)) == cut["clusters"] == frames[cut["step"]]["clusters"]
        expected = model.labels_at(cut["clusters"])
        pairs = set(zip(found.tolist(), expected.tolist(), strict=True))
        assert len(pairs) == cut["clusters"]
    heights = [cut["height"] for cut in head["tree"]["cuts"]]
    assert heights == sorted(heights)
    assert len(head["tree"]["merges"]) == len(head["kinds"]) - 1
    assert frames[head["last"] + 1]["note"] == ["Cut at 2 clusters:", "the clustering has 3"]
    page.explorer.close()


def test_a_tree_has_each_leaf_once_and_merges_above_their_parts():
    tree = np.array([[0, 1, 1.0, 2], [2, 3, 2.0, 2], [4, 5, 4.0, 4]])
    found = laid_out(tree, 4, [4, 3, 2, 1])
    assert found["merges"] == [
        (0.125, 0.375, 0.0, 0.0, 0.25),
        (0.625, 0.875, 0.0, 0.0, 0.5),
        (0.25, 0.75, 0.25, 0.5, 1.0),
    ]
    assert [cut["height"] for cut in found["cuts"]] == [0.125, 0.375, 0.75, 1.03]


class Untold(cluster.KMeans):
    """Its fit knows nothing of steps."""

    def fit(self, X, y=None, *, constraints=None):
        return super().fit(X, constraints=constraints)


class Broken(cluster.KMeans):
    """Fits once."""

    fitted = 0

    def fit(self, X, y=None, *, constraints=None, trace=None):
        Broken.fitted += 1
        if Broken.fitted > 1:
            raise ValueError("no <b>more</b>")
        return super().fit(X, constraints=constraints)


@pytest.mark.parametrize(
    ("clusterer", "why"),
    [(Untold(), "tells no steps"), (Broken(), "could not be rerun: no <b>more</b>")],
)
def test_why_there_are_no_steps_is_said(clusterer, why):
    page = iris(clusterer)
    page.settled()
    head, _, _ = told(page)
    assert why in head["text"]
    assert not head["making"]
    assert page.faults == []
    page.explorer.close()


def test_one_cluster_many_clusters_and_many_features():
    for n_clusters, d in ((1, 3), (31, 3), (3, 384)):
        X = np.random.default_rng(0).normal(size=(90, d))
        clusterer = cluster.MPCKMeans(random_state=0, metric="diagonal", n_init=1)
        page = Page(ClusterExplorer(X, clusterer, n_clusters=n_clusters))
        page.settled()
        head, frames, labels = told(page)
        np.testing.assert_array_equal(labels[head["last"]], page.labels)
        assert max(len(frame["bars"]) for frame in frames) == min(d, 10)
        page.explorer.close()


def test_a_new_fit_makes_the_steps_void_and_the_same_fit_is_told_again():
    page = iris("PCKMeans")
    page.settled()
    first, _, _ = told(page)
    again, _, _ = told(page)
    assert first["fit"] == again["fit"]
    page.send("link", i=0, j=1, kind="cannot")
    page.settled()
    other, _, _ = told(page)
    assert other["fit"] != first["fit"]
    page.sent.clear()
    page.send("frames", fit=first["fit"], first=0, last=3)
    assert page.sent == []
    assert other["warm"] and "previous clusters" in other["text"]
    page.send("leave_steps")
    page.explorer.close()


def test_links_that_pull_are_counted_among_those_told_not_among_those_inferred():
    clusterer = cluster.PCKMeans(3, constraint_weight=0.01, random_state=0)
    page = iris(clusterer, strategy=ASC(propagate=True))
    page.explorer.session.answer_many(ANSWERS)
    page.explorer.session.wait()
    assert len(page.explorer.session.trace().constraints) > 5 * len(ANSWERS)
    _, frames, _ = told(page)
    assert {frame["pulling"].partition(" of ")[2] for frame in frames} == {str(len(ANSWERS))}
    assert all(number <= len(ANSWERS) for frame in frames for number, _ in frame["pulls"])
