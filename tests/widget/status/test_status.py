"""What the status line and its neighbours are told after a fit."""

import numpy as np

from jupyter_sscluster.widget.features.status import state as status


def test_all_points_that_a_fit_moved_are_told_or_none(page, monkeypatch):
    before = page.labels.copy()
    page.send("set", what="n_clusters", value=5)
    state = page.found()
    moved = np.flatnonzero(page.labels != before).tolist()
    assert state["moved"] == moved
    assert len(moved) > 10
    monkeypatch.setattr(status, "MOVED_SHOWN", len(moved) - 1)
    page.send("select", indices=[1])
    assert page.found()["moved"] == []
