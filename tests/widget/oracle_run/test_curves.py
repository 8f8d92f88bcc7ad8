"""Where curves run: known values at known places, scales that hold them all, long ones thinned."""

import numpy as np
import pytest

from jupyter_sscluster.session import Curve
from jupyter_sscluster.widget.features.oracle_run.curves import MOST_POINTS, drawn


def of(*scores, goal=10):
    return drawn([Curve("NPU", scores)], goal)


def values(shown):
    """The scores and their questions, read from the picture by its own scales."""
    (low, low_text), (high, high_text) = shown["levels"][-1], shown["levels"][0]
    (left, first), (right, last) = shown["steps"][0], shown["steps"][-1]
    per_height = (float(high_text) - float(low_text)) / (high - low)
    per_width = (int(last) - int(first)) / (right - left)
    return [
        (int(first) + (x - left) * per_width, float(low_text) + (y - low) * per_height)
        for x, y in shown["curves"][0]["points"]
    ]


@pytest.mark.parametrize(
    "scores", [(0.73, 0.8, 1.0), (0.0, 0.5), (-0.13, 0.2, 0.99), (0.999,), (0.05, 0.15)]
)
@pytest.mark.parametrize("goal", [1, 7, 10, 40, 1000, None])
def test_scales_say_what_the_points_are(scores, goal):
    shown = of(*scores, goal=goal)
    read = np.array(values(shown))
    np.testing.assert_allclose(read[:, 0], range(len(scores)), atol=2e-4 * max(goal or 10, 3))
    np.testing.assert_allclose(read[:, 1], scores, atol=1e-3)
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in shown["curves"][0]["points"])
    assert 2 <= len(shown["levels"]) <= 6 and 2 <= len(shown["steps"]) <= 6
    assert all(0 <= place <= 1 for place, _ in (*shown["levels"], *shown["steps"]))


def test_the_scale_is_that_of_the_mock_where_the_values_are():
    shown = of(0.73, 0.98, goal=40)
    assert [text for _, text in shown["levels"]] == ["1.0", "0.9", "0.8", "0.7", "0.6"]
    assert [text for _, text in shown["steps"]] == ["0", "10", "20", "30", "40"]
    assert shown["curves"][0]["text"] == "NPU 0.98"


def test_unknown_values_are_left_out_and_before_the_first_there_is_no_curve():
    assert [x for x, _ in of(0.5, None, 0.7)["curves"][0]["points"]] == [0, 0.2]
    assert drawn((), 40)["curves"] == []
    assert of(None)["curves"][0] == {"title": "NPU", "text": "NPU", "points": []}


def test_long_curves_are_thinned_and_keep_their_ends():
    scores = tuple(np.linspace(0.5, 1.0, 1234))
    points = of(*scores, goal=1233)["curves"][0]["points"]
    assert MOST_POINTS / 2 < len(points) <= MOST_POINTS + 1
    assert (points[0][0], points[-1]) == (0, (1, 1))


def test_without_a_number_wanted_the_end_is_the_next_round_number():
    assert [of(*[0.9] * (n + 1), goal=None)["steps"][-1][1] for n in (0, 9, 10, 20, 199)] == [
        "10",
        "10",
        "20",
        "50",
        "200",
    ]
