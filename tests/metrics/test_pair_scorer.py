"""Scores by pairs that were left out: each pair counted by hand, and grid searches beside loops."""

import numpy as np
import pytest
import sklearn
from brute_closure import Closure
from random_pairs import instance
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, KFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.constraints import PairKFold
from jupyter_sscluster.metrics import PairScorer, kept_share

X, Y = load_iris(return_X_y=True)
KNOWN = Constraints.from_labels(Y, 100)
MODEL = PCKMeans(n_clusters=3, n_init=2, random_state=0)


def counted(labels, known, rows):
    """The mean share kept of the two kinds, over all pairs of the closure and the soft ones."""
    codes = Closure(len(labels), known.must, known.cannot).codes()
    kept = {1: [], -1: []}
    for i, j in ((i, j) for i in rows for j in rows if i < j):
        if codes[i, j]:
            kept[codes[i, j]].append((labels[i] == labels[j]) == (codes[i, j] > 0))
    for pairs, kind in ((known.soft_must, 1), (known.soft_cannot, -1)):
        for i, j in pairs.tolist():
            if i in rows and j in rows:
                kept[kind].append((labels[i] == labels[j]) == (kind > 0))
    shares = [np.mean(each) for each in kept.values() if each]
    return np.mean(shares) if shares else None


@pytest.mark.parametrize("seed", range(40))
def test_the_share_is_that_of_pairs_counted_one_by_one(seed):
    _, known, rng = instance(seed, n=10)
    labels = rng.integers(0, 3, 10)
    for rows in (None, np.sort(rng.permutation(10)[:6])):
        expected = counted(labels, known, range(10) if rows is None else rows.tolist())
        if expected is None:
            with pytest.raises(InputError, match="no pair to score"):
                kept_share(labels, known, rows=rows)
        else:
            assert kept_share(labels, known, rows=rows) == pytest.approx(expected, abs=1e-12)


def test_one_cluster_and_a_cluster_for_each_row_score_a_half():
    assert kept_share(np.zeros(150), KNOWN) == kept_share(np.arange(150), KNOWN) == 0.5
    assert kept_share(Y, KNOWN) == 1.0


@pytest.mark.parametrize("folds", [KFold(3, shuffle=True, random_state=0), PairKFold(KNOWN, 3)])
@pytest.mark.parametrize(
    ("parameter", "values"), [("constraint_weight", [0.1, 2.0, "auto"]), ("n_clusters", [2, 3, 4])]
)
def test_a_grid_search_by_left_out_pairs_scores_as_a_loop_by_hand(parameter, values, folds):
    with sklearn.config_context(enable_metadata_routing=True):
        search = GridSearchCV(MODEL, {parameter: values}, scoring=PairScorer(), cv=folds)
        search.fit(X, constraints=KNOWN)
        best = search.score(X, constraints=KNOWN)
    for at, value in enumerate(values):
        for fold, (train, test) in enumerate(folds.split(X)):
            model = clone(MODEL).set_params(**{parameter: value})
            labels = model.fit(X[train], constraints=KNOWN[train]).predict(X[test])
            by_hand = counted(labels, KNOWN[test], range(len(test)))
            found = search.cv_results_[f"split{fold}_test_score"][at]
            assert found == pytest.approx(by_hand, abs=1e-12)
    assert best == kept_share(search.predict(X), KNOWN)


def test_it_works_beside_other_scores_and_behind_a_pipeline():
    pipeline = make_pipeline(StandardScaler(), MODEL)
    scores = {"pairs": PairScorer(), "none": lambda model, X, y=None: 0.0}
    with sklearn.config_context(enable_metadata_routing=True):
        found = cross_validate(
            pipeline, X, cv=PairKFold(KNOWN, 3), scoring=scores, params={"constraints": KNOWN}
        )
    assert (found["test_pairs"] > 0.7).all()


def test_without_routing_it_says_what_to_do():
    with pytest.raises(InputError, match="set_config\\(enable_metadata_routing=True\\)"):
        cross_validate(
            MODEL, X, scoring=PairScorer(), params={"constraints": KNOWN}, error_score="raise"
        )


def test_a_fold_without_a_pair_is_no_score():
    lonely = Constraints(150, must=[(0, 1)], cannot=[(0, 149)])
    routed = sklearn.config_context(enable_metadata_routing=True)
    with routed, pytest.raises(InputError, match="no pair to score; choose rows with pairs"):
        cross_validate(
            MODEL,
            X,
            cv=KFold(3),
            scoring=PairScorer(),
            params={"constraints": lonely},
            error_score="raise",
        )


def test_labels_as_y_are_refused_with_the_remedy():
    model = MODEL.fit(X)
    with pytest.raises(InputError, match="does not look at y") as told:
        PairScorer()(model, X, Y)
    assert "constraints=Constraints.from_partial_labels(y)" in str(told.value)
    assert PairScorer()(model, X, Y, constraints=Constraints.from_partial_labels(Y)) > 0.5
