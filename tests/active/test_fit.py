"""`fit`: questions within a budget, whatever oracles and clusterers do."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.cluster import SpectralClustering
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import (
    NPU,
    ExploreConsolidate,
    Oracle,
    Random,
    Snapshot,
)
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.cluster.fit.watching import FitCancelled
from jupyter_sscluster.constraints import Constraints

LINE = np.arange(8.0)[:, None]


def test_listing_4_2_of_the_thesis():
    X, y = load_iris(return_X_y=True)
    clusterer = PCKMeans(n_clusters=3)
    oracle = Oracle(labels=y, max_queries_cnt=20)
    active_learner = NPU(clusterer=clusterer, n_clusters=3)
    active_learner.fit(X, oracle=oracle)
    ml, cl = active_learner.pairwise_constraints_
    assert len(ml) + len(cl) == 20
    assert all(y[i] == y[j] for i, j in ml)
    assert all(y[i] != y[j] for i, j in cl)
    assert not hasattr(clusterer, "labels_")


def test_the_last_cannot_links_survive_the_end_of_the_budget():
    X, y = make_blobs(50, centers=5, random_state=3)
    for budget in range(1, 12):
        fitted = ExploreConsolidate(n_clusters=5).fit(X, Oracle(y, budget))
        assert len(fitted.constraints_) == budget


def test_no_budget_means_no_questions_but_a_clustering():
    X, y = make_blobs(30, centers=3, random_state=0)
    fitted = NPU(n_clusters=3).fit(X, Oracle(y, 0))
    assert fitted.pairwise_constraints_ == ([], [])
    assert fitted.n_queries_ == 0
    assert len(np.unique(fitted.labels_)) == 3


def test_more_questions_than_pairs_end_by_themselves():
    fitted = Random(n_clusters=2).fit(LINE[:3], Oracle([0, 0, 1], 100))
    assert fitted.n_queries_ <= 3


def test_dont_knows_about_no_pair_are_refused():
    for unknown, said in (
        ([(2, 2)], r"the pair \(2, 2\) of one row"),
        ([(0, 8)], "the row 8"),
        ([(0, -1)], "the row -1"),
        ([(0, 1, 2)], "must be pairs of row numbers"),
    ):
        with pytest.raises(InputError, match=said):
            Snapshot(LINE, Constraints(8), unknown=unknown)


def test_dont_know_counts_and_is_kept_apart():
    y = np.r_[0, 0, 1, 1, -1, -1, -1, -1]
    oracle = Oracle(y, 12)
    fitted = Random(n_clusters=2).fit(LINE, oracle)
    assert oracle.remaining == 0
    assert len(fitted.unknown_) + len(fitted.constraints_) == 12
    assert len(fitted.unknown_) == sum(q.kind == "unknown" for q in fitted.queries_) > 0


def test_known_constraints_are_kept_and_not_asked():
    X, y = make_blobs(30, centers=3, random_state=0)
    start = Constraints.from_labels(y, 10)
    fitted = NPU(n_clusters=3).fit(X, Oracle(y, 5), constraints=start)
    assert fitted.n_queries_ == 5
    assert len(fitted.constraints_) == 15
    assert (fitted.constraints_.relations(start.must) == 1).all()


def test_an_oracle_may_be_any_object():
    class Person:
        def query(self, i, j):
            return bool(i // 4 == j // 4)

    fitted = ExploreConsolidate(n_clusters=2).fit(LINE, Person())
    assert fitted.constraints_.relation(0, 7) == "cannot"
    assert fitted.constraints_.relation(0, 3) == "must"


@pytest.mark.parametrize("oracle", [None, 3, [0] * 8, Oracle, object()])
def test_what_cannot_be_asked_is_refused(oracle):
    with pytest.raises(InputError, match=r"cannot be asked; pass an object with query") as caught:
        Random().fit(LINE, oracle)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(InputError, match="oracle=None cannot be asked"):
        NPU().fit(LINE)


@pytest.mark.parametrize("n", [7, 9])
def test_an_oracle_about_other_points_is_refused_before_it_is_asked(n):
    oracle = Oracle(np.zeros(n))
    with pytest.raises(InputError, match=f"knows about {n} points and X has 8 rows"):
        Random().fit(LINE, oracle)
    assert oracle.queries_cnt == 0


@pytest.mark.parametrize("strategy", [Random(), ExploreConsolidate(), NPU()])
def test_a_question_about_bare_data_is_refused(strategy):
    with pytest.raises(InputError, match=r"takes a Snapshot .* ndarray; write propose\(Snapshot"):
        strategy.propose(LINE)


def test_an_answer_that_is_none_is_refused():
    class Mute:
        def query(self, i, j):
            return "perhaps"

    with pytest.raises(InputError, match="'perhaps'; query"):
        Random().fit(LINE, Mute())


class Moody(BaseEstimator):
    """Clusters by a threshold, but fails after some answers."""

    def __init__(self, answers=3, error=RuntimeError):
        self.answers = answers
        self.error = error

    def fit(self, X, y=None, *, constraints):
        if len(constraints) >= self.answers:
            raise self.error("no clustering today")
        self.labels_ = (X[:, 0] > 3).astype(int)
        return self


def test_a_clusterer_that_fails_keeps_the_labels_before():
    with pytest.warns(UserWarning, match="no clustering today"):
        fitted = NPU(Moody(), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 6))
    assert fitted.n_queries_ == 6
    assert fitted.labels_.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]


def test_a_clusterer_that_never_works_costs_no_answer():
    with pytest.warns(UserWarning, match="no clustering today"):
        fitted = NPU(Moody(0), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 6))
    assert fitted.labels_ is None
    assert len(fitted.constraints_) == 6


def test_a_cancelled_fit_is_no_failure():
    with pytest.raises(FitCancelled):
        NPU(Moody(2, FitCancelled), n_clusters=2).fit(LINE, Oracle(LINE[:, 0] > 2, 9))


@pytest.mark.parametrize("clusterer", ["pckmeans", PCKMeans, SpectralClustering(), 3])
def test_a_clusterer_that_takes_no_constraints_is_refused(clusterer):
    with pytest.raises(InputError, match=r"such as PCKMeans\(n_clusters=3\)"):
        Random(clusterer).fit(LINE, Oracle(LINE[:, 0]))


def test_strategies_without_need_for_labels_cluster_once():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = Random(Moody(10)).fit(LINE, Oracle(LINE[:, 0] > 2, 9))
    assert fitted.labels_ is not None


def test_fit_takes_a_dataframe_and_names_its_rows():
    frame = pd.DataFrame({"a": [0.0, 1.0, 9.0]}, index=["ann", "bob", "cy"])
    fitted = ExploreConsolidate(n_clusters=2).fit(frame, Oracle([0, 0, 1]))
    assert any("cy" in q.reason or "ann" in q.reason for q in fitted.queries_)
