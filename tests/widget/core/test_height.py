"""How high the widget is, in the constructor and later."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.widget.core.traits import check_height

IRIS = load_iris().data


def test_every_view_is_told_the_height_and_each_change_of_it(explore):
    explorer = explore(IRIS, height=700).explorer
    told = []
    explorer.layer.observe(lambda change: told.append(change.new), "height")
    assert (explorer.height, explorer.layer.height) == (700, 700)
    explorer.height = "fill"
    explorer.height = np.int64(480)
    explorer.height = None
    assert told == ["fill", 480, None]


def test_without_a_height_the_page_decides(explore):
    explorer = explore(IRIS).explorer
    assert explorer.height is None
    assert explorer.layer.height is None


@pytest.mark.parametrize("height", [0, 319, -1, 400.0, True, "full", "400px", [400]])
def test_what_is_no_height_is_refused_and_changes_nothing(explore, height):
    explorer = explore(IRIS, height=600).explorer
    with pytest.raises(ValueError, match=r"must be a whole number of pixels, 320 or more"):
        explorer.height = height
    assert (explorer.height, explorer.layer.height) == (600, 600)


def test_a_refused_height_leaves_no_journal(tmp_path):
    path = tmp_path / "answers.jsonl"
    with pytest.raises(ValueError, match=r"height='tall'"):
        ClusterExplorer(IRIS, path=path, height="tall")
    assert not path.exists()


def test_the_least_height_is_allowed():
    assert check_height(320) == 320
