"""scikit-learn's own checks of an estimator, all of them.

Some hand labels to `fit` that a clusterer reads as known, so that no clustering with the check's
number of clusters exists; every such check passes once `y` is left out. They are listed one by
one, and one of them that begins to pass fails here.
"""

from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import has_fit_parameter
from table import CLUSTERERS

from jupyter_sscluster.cluster import PCCC, ConstrainedKMeans, COPKMeans, SeededKMeans

CLASSES = (
    "y names classes, each of which gets a cluster of its own, and this check passes 2 or 3 "
    "classes with n_clusters=1 or 2: InputError"
)
COMPONENTS = (
    "y becomes must-links and cannot-links, none of which may break, and this check labels "
    "every row with more or fewer classes than n_clusters, or as many as there are rows: "
    "no labelling without an empty cluster keeps them all, Infeasible"
)
WEIGHTS = dict.fromkeys(
    (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    ),
    "of other rows other first centres are drawn, and pairs of y are as many more as rows are; "
    "tests/cluster/base/test_weighed_rows.py starts from the same ones",
)
SPARSE = dict.fromkeys(
    ("check_estimator_sparse_array", "check_estimator_sparse_matrix"),
    "it asks whatever has predict_proba for the tags of a classifier; "
    "tests/cluster/base/test_sparse_rows.py does what it does",
)
WHY = {
    SeededKMeans: CLASSES,
    ConstrainedKMeans: CLASSES,
    COPKMeans: COMPONENTS,
    PCCC: COMPONENTS,
}


def without_labels(cls):
    """A subclass that leaves out y, which means something else here than in scikit-learn."""

    def fit(self, X, y=None, **known):
        return cls.fit(self, X, **known)

    return type(f"{cls.__name__}WithoutLabels", (cls,), {"fit": fit, "__module__": __name__})


UNLABELLED = [without_labels(row.cls) for row in CLUSTERERS if row.failing]
globals().update({cls.__name__: cls for cls in UNLABELLED})  # pickles look there


def expected_failures(estimator):
    rows = {row.cls: row for row in CLUSTERERS}
    row = rows.get(type(estimator))
    drawn = has_fit_parameter(estimator, "sample_weight") and not (row and row.classes)
    weighed = WEIGHTS if drawn else {}
    sparse = SPARSE if row and estimator.reads_sparse else {}
    return {**weighed, **sparse, **(dict.fromkeys(row.failing, WHY.get(row.cls)) if row else {})}


@parametrize_with_checks(
    [row.make(n_init=1) for row in CLUSTERERS],
    expected_failed_checks=expected_failures,
    xfail_strict=True,
)
def test_estimator(estimator, check):
    check(estimator)


@parametrize_with_checks(
    [cls(n_clusters=3) for cls in UNLABELLED],
    expected_failed_checks=lambda estimator: SPARSE if estimator.reads_sparse else {},
    xfail_strict=True,
)
def test_estimator_without_labels(estimator, check):
    check(estimator)


def test_only_classes_with_a_reason_have_checks_that_fail():
    assert {row.cls for row in CLUSTERERS if row.failing} == set(WHY)
