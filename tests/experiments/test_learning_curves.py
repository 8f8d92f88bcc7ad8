"""Learning curves of strategies on one data set: table, plot, and curves of a session."""

from typing import NamedTuple

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.datasets import make_blobs

import jupyter_sscluster as ssc
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Query, Strategy
from jupyter_sscluster.experiments import draw, label_economy

mpl.use("Agg")
X, Y = make_blobs(40, centers=3, cluster_std=3.0, random_state=0)
QUICK = {"clusterer": "pckmeans", "budget": 10, "n_seeds": 2}


class FirstRows(Strategy):
    """Asks about the first rows."""

    title = "First rows"

    def questions(self, snapshot):
        yield Query((0, 1), 1.0, "The first two.")
        yield from ((0, j) for j in range(snapshot.n_samples))


def last_row(snapshot):
    return [(row, snapshot.n_samples - 1) for row in range(snapshot.n_samples - 1)]


def test_strategies_by_name_class_and_function_are_compared():
    curve = ssc.learning_curve(X, Y, strategies=["npu", FirstRows(), last_row], **QUICK)
    assert set(curve.frame.strategy) == {"npu", "First rows", "last_row"}
    assert curve.frame.questions.max() == 10
    assert repr(curve).startswith("LearningCurve(npu 0.") and "10 questions, 2 seeds" in repr(curve)
    same = label_economy({"data": (X, Y)}, "npu", "pckmeans", 2, budget=10, progress=False)
    ours = [r["ari"] for r in curve.records if r["strategy"] == "npu"]
    assert ours == [r["ari"] for r in same]


def test_the_plot_has_a_line_for_each_strategy():
    curve = ssc.learning_curve(X, Y, strategies=["npu", "random"], **QUICK)
    axes = curve.plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["npu", "random"]
    assert axes.get_ylabel() == "adjusted Rand index"
    assert curve.plot("f", ax=axes) is axes
    assert len(axes.lines) == 4


def test_several_data_sets_get_a_panel_each():
    runs = label_economy(
        {"a": (X, Y), "b": (X, Y)}, "random", ["pckmeans", "kmeans"], 1, budget=5, progress=False
    )
    panels = draw(runs)
    assert [axes.get_title() for axes in panels] == ["a", "b"]
    assert len(panels[0].lines) == 2
    with pytest.raises(InputError, match="2 data sets"):
        draw(runs, ax=panels[0])


def test_curves_of_a_session_are_drawn():
    class SessionCurve(NamedTuple):
        title: str
        scores: tuple

    axes = draw((SessionCurve("NPU", (0.5, None, 0.7)), SessionCurve("Random", (0.5, 0.5, 0.6))))
    assert [line.get_label() for line in axes.lines] == ["NPU", "Random"]
    assert axes.lines[0].get_xdata().tolist() == [0, 2]
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), [0.5, 0.7])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: draw([]), "nothing to draw"),
        (lambda: draw([3]), "records of label_economy"),
        (lambda: ssc.learning_curve(X, Y, strategies=[FirstRows(), FirstRows()]), "two strategies"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
