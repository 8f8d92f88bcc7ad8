"""Where points stand and how links are handed to bqplot."""

import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from jupyter_sscluster.projections.features import project
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.widget.core.figure import LINK_KINDS, Plot


@pytest.mark.parametrize(
    "X", [np.ones((5, 4)), np.ones((1, 3)), np.ones((3, 1)), np.ones((2, 2)), np.eye(3) * 1e150]
)
def test_flat_data_are_shown_without_a_warning(X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plot = Plot(project(X, [f"f{j}" for j in range(X.shape[1])]))
    for scale in plot.points.scales.values():
        assert np.isfinite([scale.min, scale.max]).all()
        assert scale.min < scale.max
    plot.close()


def test_links_go_to_the_mark_of_their_kind_and_points_lie_on_top():
    X = np.arange(12.0).reshape(6, 2)
    plot = Plot(project(X, ["x", "y"]))
    marks = plot.figure.marks
    assert [type(mark).__name__ for mark in marks] == ["Lines"] * 4 + ["Scatter"]
    assert all(mark.x.shape == (0, 2) for mark in marks[:4])
    links = [
        {"i": 0, "j": 1, "kind": "must", "violated": False},
        {"i": 2, "j": 3, "kind": "cannot", "violated": True},
        {"i": 4, "j": 5, "kind": "must", "violated": False},
    ]
    plot.show_links(links)
    by_kind = dict(zip(LINK_KINDS, marks, strict=False))
    assert by_kind["must", False].x.tolist() == [[0, 2], [8, 10]]
    assert by_kind["must", False].y.tolist() == [[1, 3], [9, 11]]
    assert np.atleast_2d(by_kind["cannot", True].x).tolist() == [[4, 6]]
    assert by_kind["cannot", False].x.shape == (0, 2)
    plot.show_links([])
    assert all(mark.x.shape == (0, 2) for mark in marks[:4])
    plot.close()


def test_links_that_stay_are_not_sent_again():
    plot = Plot(project(np.arange(12.0).reshape(6, 2), ["x", "y"]))
    link = {"i": 0, "j": 1, "kind": "must", "violated": False}
    plot.show_links([link])
    sent = []
    for mark in plot.figure.marks:
        mark.send_state = lambda key=None: sent.append(key)
    plot.show_links([dict(link)])
    assert sent == []
    plot.close()


def test_two_threads_may_draw_at_once():
    X = np.arange(100.0).reshape(50, 2)
    plot = Plot(project(X, ["x", "y"]))
    links = [{"i": 0, "j": k, "kind": "must", "violated": False} for k in range(1, 40)]
    started, interval = threading.Event(), sys.getswitchinterval()

    def place():
        started.set()
        for size in range(1, 100):
            plot.place(project(X * size, ["x", "y"]))

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor() as pool:
            placed = pool.submit(place)
            started.wait()
            for n in range(1, 200):
                plot.show_links(links[: n % 39])
            placed.result()
    finally:
        sys.setswitchinterval(interval)
    plot.close()


# --------------------------------------------------------------------------- for the page


def places(plot: Plot) -> np.ndarray:
    """Where the points stand by the bytes that the page is sent."""
    (x0, x1), (y0, y1) = plot.axes(np.zeros(1, dtype=int))["unit"]
    shares = np.frombuffer(plot.xy, "<f4").reshape(-1, 2).astype(float)
    return shares * [x1 - x0, y1 - y0] + [x0, y0]


def test_the_bytes_are_exact_enough_for_a_thousandfold_zoom():
    xy = np.random.default_rng(0).normal(size=(500, 2)) * [1e-5, 1e7] + [3e-5, -1e9]
    plot = Plot(project(xy, ["a", "b"]))
    (x0, x1), (y0, y1) = plot.axes(np.zeros(500))["unit"]
    pixels = 800 * 1000 / np.array([x1 - x0, y1 - y0])
    assert np.abs((places(plot) - xy) * pixels).max() < 0.05
    plot.close()


def test_without_outliers_the_home_is_the_unit_and_with_them_wider():
    xy = np.random.default_rng(0).normal(size=(100, 2))
    near = Plot(project(xy, ["a", "b"])).axes(np.zeros(100))
    assert (near["outliers"], near["home"]) == (0, near["unit"])
    xy[3, 0] = 1e4
    plot = Plot(project(xy, ["a", "b"]))
    far = plot.axes(np.zeros(100))
    assert far["outliers"] == 1
    assert far["home"][0][1] > 1e4 > 10 > far["unit"][0][1]
    np.testing.assert_allclose(places(plot), xy, rtol=1e-6, atol=1e-6)


def test_placed_elsewhere_everything_follows():
    X = np.arange(12.0).reshape(6, 2)
    plot = Plot(project(X, ["x", "y"]))
    plot.show_links([{"i": 0, "j": 1, "kind": "must", "violated": False}])
    before = plot.xy
    plot.place(Projection(-2 * X[:, ::-1], ("p", "q"), "own", ticks=False, note="A note."))
    assert plot.xy != before
    axes = plot.axes(np.zeros(6))
    assert (axes["name"], axes["note"], axes["ticks"]) == ("Own coordinates", "A note.", False)
    assert axes["titles"] == ["p", "q"] == [axis.label for axis in plot.figure.axes]
    np.testing.assert_allclose(places(plot), -2 * X[:, ::-1], atol=1e-5)
    np.testing.assert_array_equal(plot.points.x, -2 * X[:, 1])
    assert np.ravel(
        dict(zip(LINK_KINDS, plot.figure.marks, strict=False))["must", False].x
    ).tolist() == [-2, -6]
    assert plot.points.scales["x"].min < -22 < -2 < plot.points.scales["x"].max
    plot.close()


def test_many_points_are_not_handed_to_bqplot(monkeypatch):
    monkeypatch.setattr(Plot, "SVG_LIMIT", 4)
    monkeypatch.setattr(Plot, "MARKS_LIMIT", 5)
    X = np.arange(12.0).reshape(6, 2)
    plot = Plot(project(X, ["x", "y"]))
    plot.show_links([{"i": 0, "j": 1, "kind": "must", "violated": False}])
    assert plot.painter == "squares"
    assert all(mark.x.size == mark.y.size == 0 for mark in plot.figure.marks)
    labels = np.array([0, 0, 0, 2, 2, 2])
    assert plot.axes(labels)["medians"] == [
        {"cluster": 0, "place": [2.0, 3.0]},
        {"cluster": 2, "place": [8.0, 9.0]},
    ]
    assert Plot(project(X[:5], ["x", "y"])).painter == "marks"
    assert Plot(project(X[:4], ["x", "y"])).painter == "svg"


def test_six_clusters_have_their_names_on_the_plot():
    X = np.arange(24.0).reshape(12, 2)
    plot = Plot(project(X, ["x", "y"]))
    assert plot.painter == "svg"
    assert plot.axes(np.repeat(range(4), 3))["medians"] == []
    named = plot.axes(np.repeat(range(6), 2))["medians"]
    assert named == [{"cluster": k, "place": [4.0 * k + 1, 4.0 * k + 2]} for k in range(6)]
    plot.close()


def test_the_names_of_larger_clusters_come_first_at_the_medians_of_their_points():
    generator = np.random.default_rng(4)
    xy = generator.normal(size=(700, 2))
    labels = generator.integers(0, 40, 700)
    labels[labels == 7] = 8  # one without points, one of twice the size
    plot = Plot(project(xy, ["x", "y"]))
    found = plot.axes(labels)["medians"]
    sizes = np.bincount(labels)
    expected = sorted(np.flatnonzero(sizes).tolist(), key=lambda k: -sizes[k])
    assert [each["cluster"] for each in found] == expected
    assert expected[0] == 8 and 7 not in expected
    shown = np.asarray(plot.projection.xy)
    for each in found:
        middle = np.median(shown[labels == each["cluster"]], axis=0)
        assert each["place"] == pytest.approx(middle.tolist(), abs=1e-12)
    plot.close()
