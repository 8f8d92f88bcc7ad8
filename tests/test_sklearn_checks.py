"""scikit-learn's own checks of an estimator, all of them."""

from sklearn.utils.estimator_checks import parametrize_with_checks
from table import CLUSTERERS, LABELS


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
    return dict.fromkeys(row.failing, LABELS) if row else {}


@parametrize_with_checks(
    [row.make() for row in CLUSTERERS], expected_failed_checks=expected_failures
)
def test_estimator(estimator, check):
    check(estimator)


@parametrize_with_checks([cls(n_clusters=3) for cls in UNLABELLED])
def test_estimator_without_labels(estimator, check):
    check(estimator)
