"""Questions that are chosen several at a time, and rows that are fitted in another order."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from small_protocol import DATA, PAIRS, Y

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import NPU, Oracle, Random, Snapshot
from jupyter_sscluster.active.oracle_loop import cluster
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.merge_constraints import about_all
from jupyter_sscluster.experiments import Method
from jupyter_sscluster.experiments.run_protocol import cells_of
from jupyter_sscluster.experiments.supervision import told


def shown(protocol):
    """What the first run is told, its training rows and the run."""
    cell = cells_of(protocol, DATA)[0]
    train, _ = cell._split()
    levels = told(protocol, cell.method, cell._clusterer, cell.X, cell.y, train, cell.seed)
    return [*levels], train, cell


@pytest.mark.parametrize("strategy", ["random", "npu"])
def test_a_batch_is_chosen_before_any_of_it_is_answered(strategy):
    method = Method("m", "pckmeans", {"n_init": 1}, strategy=strategy, batch=4)
    protocol = PAIRS.with_(told="questions", levels=(4, 8, 10), methods=(method,))
    levels, train, cell = shown(protocol)
    clusterer = PCKMeans(3, n_init=1, random_state=cell.seed)
    given = {"clusterer": clusterer, "n_clusters": 3, "random_state": cell.seed}
    asking = {"random": Random, "npu": NPU}[strategy]()
    asking.set_params(**{name: given[name] for name in asking.get_params() if name in given})
    known, labels, answers = Constraints(len(train)), None, Oracle(Y[train])
    for level, size in zip(levels, (4, 4, 2), strict=True):
        if asking.uses_labels:
            labels = restarted(clusterer, cell.X[train], known, labels)
        snapshot = Snapshot(cell.X[train], known, labels, clusterer, n_clusters=3)
        for query in asking.propose(snapshot, size):
            known = known.add(*query.pair, answers.query(*query.pair))
        assert level.constraints == about_all(known, len(Y), train, None)
        assert level.n_told == len(known)
    alone = protocol.with_(methods=(replace(method, batch=1),))
    assert shown(alone)[-1].key != cell.key
    assert shown(alone)[0][-1].constraints != levels[-1].constraints


def restarted(clusterer, X, known, last):
    """Labels of a fit that goes on from the last ones, as a strategy's loop does."""
    return cluster(Snapshot(X, known, None, clusterer, n_clusters=3), last=last)


def test_a_batch_is_a_number():
    with pytest.raises(InputError, match="the batch of method 'm'=0 must be"):
        PAIRS.with_(methods=(Method("m", "pckmeans", batch=0),))


@pytest.mark.parametrize("told_", ["pairs", "labels"])
def test_rows_in_another_order_keep_what_is_told_about_them(told_):
    class Last(BaseEstimator):
        """The last row is a cluster, and every row that is told to be like it."""

        def __init__(self, n_clusters=2, random_state=None):
            self.n_clusters = n_clusters
            self.random_state = random_state

        def fit_predict(self, X, y=None):
            return self.fit(X, y).labels_

        def fit(self, X, y=None, constraints=None):
            seen.append(X)
            same = np.zeros(len(X), dtype=bool)
            if constraints is not None:
                component = constraints.component_ids
                same = component == component[-1]
                apart = np.unique(constraints.soft_cannot)
                same[apart] = True
            if y is not None:
                same = (y == y[-1]) & (y >= 0)
            same[-1] = True
            self.labels_ = same.astype(int)
            return self

    seen = []
    noise = 0.4 * (told_ == "pairs")
    method = Method("m", Last(), reordered=True)
    levels = (0, 400) if told_ == "pairs" else (0.0, 0.9)
    protocol = PAIRS.with_(told=told_, levels=levels, methods=(method,), noise=noise)
    told_at, _, cell = shown(protocol)
    for level in told_at:
        fitted = cell._fitted(cell._clusterer, level)
        order = [int(np.flatnonzero((row == cell.X).all(axis=1))[0]) for row in seen[-1]]
        assert sorted(order) == list(range(60)) and order != list(range(60))
        last = order[-1]
        if level.labels is not None:
            wanted = (level.labels == level.labels[last]) & (level.labels >= 0)
        else:
            component = level.constraints.component_ids
            wanted = component == component[last]
            wanted[np.unique(level.constraints.soft_cannot)] = True
        wanted[last] = True
        assert fitted.labels_.tolist() == wanted.astype(int).tolist()
    assert level.labels is not None or len(level.constraints.soft_cannot)
    plain = protocol.with_(methods=(replace(method, reordered=False),))
    assert shown(plain)[-1].key != cell.key
    shown(plain)[-1]._fitted(cell._clusterer, told_at[0])
    assert (seen[-1] == cell.X).all()
