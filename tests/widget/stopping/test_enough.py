"""Whether the page says that stopping is fair, by what the last ten answers have moved."""

import numpy as np
import pytest

from jupyter_sscluster import ClusterExplorer
from jupyter_sscluster.active import ExpectedChanges
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.session.engine.fit import fits
from jupyter_sscluster.session.engine.ledger import Ledger
from jupyter_sscluster.widget.core.interaction import Findings


@pytest.fixture
def explorer(bundle, monkeypatch):
    """100 of 600 points are shown; few moves are expected."""
    rows = np.random.default_rng(0).normal(size=(600, 2))
    made = ClusterExplorer(rows, "pckmeans", "random", n_clusters=3, sample=100)
    monkeypatch.setattr(made.interaction, "findings", Findings(outlook=ExpectedChanges(0.5, "")))
    yield made
    made.close()


def is_reached(explorer):
    explorer.publish()
    return explorer.layer.state["progress"]["enough"]["reached"]


@pytest.mark.parametrize(("moved", "enough"), [(11, True), (12, False)])
def test_moves_are_a_share_of_all_rows(explorer, monkeypatch, moved, enough):
    moves = [(number, 0) for number in range(1, 10)] + [(10, moved)]
    monkeypatch.setattr(Ledger, "points_moved", moves)
    assert is_reached(explorer) == enough


def test_it_is_not_fair_while_the_last_answer_is_not_clustered(explorer, monkeypatch):
    monkeypatch.setattr(Ledger, "points_moved", [(number, 0) for number in range(1, 11)])
    assert is_reached(explorer)

    def cancelled(problem, watch):
        raise FitCancelled

    monkeypatch.setattr(fits, "solve", cancelled)
    explorer.session.answer(0, 1, "must")
    assert not is_reached(explorer)
