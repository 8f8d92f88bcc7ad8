"""Known pairs in scikit-learn's cross-validations, against loops written by hand."""

import inspect
import warnings

import numpy as np
import pytest
import sklearn
from joblib import parallel_config
from sklearn.base import BaseEstimator, ClusterMixin, clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    cross_val_predict,
    cross_validate,
    permutation_test_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from table import CLUSTERERS

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import ConstrainedCompleteLink, PCKMeans

X, Y = load_iris(return_X_y=True)
KNOWN = Constraints.from_labels(Y, 100)
FOLDS = KFold(3, shuffle=True, random_state=0)
MODEL = PCKMeans(n_clusters=3, n_init=2, random_state=0)


def per_row(model, X, y=None):
    """Minus the mean squared distance to the nearest centre."""
    return -float(((X - model.cluster_centers_[model.predict(X)]) ** 2).sum(axis=1).mean())


def by_hand(model, known=KNOWN, folds=FOLDS):
    found = []
    for train, test in folds.split(X):
        fitted = clone(model).fit(X[train], constraints=known[train])
        found.append(per_row(fitted, X[test]))
    return found


@pytest.mark.parametrize("routed", [False, True])
@pytest.mark.parametrize(
    ("parameter", "values"), [("constraint_weight", [0.1, 2.0, "auto"]), ("n_clusters", [2, 3, 4])]
)
def test_a_grid_search_scores_as_a_loop_by_hand(parameter, values, routed):
    with sklearn.config_context(enable_metadata_routing=routed):
        search = GridSearchCV(MODEL, {parameter: values}, scoring=per_row, cv=FOLDS)
        search.fit(X, constraints=KNOWN)
    for at, value in enumerate(values):
        expected = by_hand(clone(MODEL).set_params(**{parameter: value}))
        found = [search.cv_results_[f"split{fold}_test_score"][at] for fold in range(3)]
        assert found == expected
    assert search.best_estimator_.constraints_ == KNOWN


def test_pipelines_and_cross_validate_hand_on_what_is_known():
    pipeline = make_pipeline(StandardScaler(), MODEL)
    score = lambda model, X, y=None: float(len(model[-1].constraints_.must))  # noqa: E731
    expected = [len(KNOWN[train].must) for train, _ in FOLDS.split(X)]
    found = cross_validate(
        pipeline, X, cv=FOLDS, scoring=score, params={"pckmeans__constraints": KNOWN}
    )
    assert found["test_score"].tolist() == expected
    with sklearn.config_context(enable_metadata_routing=True):
        found = cross_validate(pipeline, X, cv=FOLDS, scoring=score, params={"constraints": KNOWN})
    assert found["test_score"].tolist() == expected


PAIRS = KNOWN.must.tolist()
AS_MANY_AS_ROWS = (PAIRS * 10)[: len(X)]


@pytest.mark.parametrize("pairs", [PAIRS, np.array(PAIRS), AS_MANY_AS_ROWS])
@pytest.mark.parametrize("argument", ["ml", "cl"])
def test_pairs_of_all_rows_are_refused_in_a_fold(argument, pairs):
    model = PCKMeans(n_clusters=3, n_init=1)
    search = GridSearchCV(model, {"n_clusters": [2]}, scoring=per_row, error_score="raise")
    with pytest.raises(InputError, match=rf"{argument}=.*pass constraints=Constraints\(150"):
        search.fit(X, **{argument: pairs})


def test_they_are_refused_wherever_scikit_learn_takes_rows():
    pipeline = make_pipeline(StandardScaler(), MODEL)
    search = GridSearchCV(pipeline, {"pckmeans__n_clusters": [2, 3]}, scoring=per_row, n_jobs=2)
    # scikit-learn's own error, where all fits failed, quotes the first of them.
    with parallel_config("threading"), pytest.raises(ValueError, match="pass constraints="):
        search.fit(X, pckmeans__ml=PAIRS)
    with pytest.raises(InputError, match="pass constraints="):
        cross_val_predict(MODEL, X, cv=FOLDS, params={"ml": PAIRS})
    with pytest.raises(InputError, match="pass constraints="):
        permutation_test_score(MODEL, X, Y, cv=FOLDS, params={"ml": PAIRS}, scoring=per_row)
    with sklearn.config_context(enable_metadata_routing=True):
        search = GridSearchCV(MODEL, {"n_clusters": [2, 3]}, scoring=per_row)
        with pytest.raises(ValueError, match="not explicitly set as requested"):
            search.fit(X, ml=PAIRS)


class OwnPairs(ClusterMixin, BaseEstimator):
    """Makes pairs for the rows that it is given."""

    def fit(self, X, y=None):
        self.model_ = clone(MODEL).fit(X, ml=[(0, 1)], cl=[(0, len(X) - 1)])
        return self

    def score(self, X, y=None):
        return per_row(self.model_, X)


def test_pairs_of_the_rows_at_hand_are_not():
    assert np.isfinite(cross_validate(OwnPairs(), X, cv=FOLDS)["test_score"]).all()
    whole = [(np.arange(len(X)), np.arange(len(X)))]
    search = GridSearchCV(MODEL, {"n_clusters": [3]}, scoring=per_row, cv=whole)
    search.fit(X, ml=PAIRS)
    assert search.cv_results_["split0_test_score"][0] == per_row(clone(MODEL).fit(X, ml=PAIRS), X)
    assert make_pipeline(StandardScaler(), MODEL).fit(X, pckmeans__ml=PAIRS)[-1].n_clusters == 3


def test_folds_without_a_pair_with_one_class_or_with_too_few_rows():
    ordered = KFold(3)
    known = Constraints(len(X), must=[(0, 1), (50, 51)], cannot=[(1, 50)])
    assert [len(known[train]) for train, _ in ordered.split(X)] == [1, 1, 3]
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        found = cross_validate(MODEL, X, cv=ordered, scoring=per_row, params={"constraints": known})
    assert found["test_score"].tolist() == by_hand(MODEL, known, ordered)
    with pytest.raises(
        InputError, match="n_clusters=8 is more than the number of rows, n_samples=6"
    ):
        cross_validate(
            clone(MODEL).set_params(n_clusters=8),
            X[:9],
            cv=ordered,
            scoring=per_row,
            params={"constraints": known[:9]},
            error_score="raise",
        )


@pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)
def test_every_clusterer_takes_constraints_in_a_fold(row):
    pairs = Constraints.from_partial_labels([*Y[:3], *Y[60:63], *Y[120:123], *[-1] * 21])
    data = np.concatenate([X[:3], X[60:63], X[120:123], X[3:10], X[63:70], X[123:130]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = cross_validate(
            row.make(n_clusters=3, n_init=1),
            data,
            cv=KFold(3, shuffle=True, random_state=1),
            scoring=lambda model, X, y=None: float(model.constraints_.n_samples),
            params={"constraints": pairs},
            error_score="raise",
        )
    assert found["test_score"].tolist() == [20.0, 20.0, 20.0]


@pytest.mark.parametrize(("short", "name"), [("ml", "must"), ("cl", "cannot")])
def test_pairs_have_one_of_two_names_and_no_place(short, name):
    assert {short, name} <= {*inspect.signature(PCKMeans.fit).parameters}
    with pytest.raises(InputError, match=f"{name}= and {short}= mean the same"):
        MODEL.fit(X, **{name: PAIRS, short: PAIRS})
    for model in (MODEL, ConstrainedCompleteLink(3)):
        with pytest.raises(TypeError, match=rf"{type(model).__name__}.fit.* by name: must="):
            model.fit(X, None, PAIRS, [1])
