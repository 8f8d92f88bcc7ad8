"""Each projection against a statement of its own of where the points stand."""

import numpy as np
import pytest
from scipy.linalg import eigh
from sklearn.datasets import load_digits, load_iris

from jupyter_sscluster.projections.discriminant import FLOOR, discriminant
from jupyter_sscluster.projections.features import project, two_features
from jupyter_sscluster.projections.metric_axes import in_metric
from jupyter_sscluster.projections.principal_components import pca
from jupyter_sscluster.projections.projection import with_share

IRIS, SPECIES = load_iris(return_X_y=True)


def up_to_signs(found, wanted):
    """The columns of two arrays, each as it is or turned round."""
    signs = np.sign(np.sum(found * wanted, axis=0))
    np.testing.assert_allclose(found, wanted * signs, atol=1e-9 * np.abs(wanted).max())


def test_two_features_are_shown_as_they_are():
    X = np.array([[0.0, 1.0], [2.0, 3.0]])
    shown = project(X, ["width", "height"])
    np.testing.assert_array_equal(shown.xy, X)
    assert shown.titles == ("width", "height")
    turned = two_features(X, ["width", "height"], 1, 0)
    np.testing.assert_array_equal(turned.xy, X[:, ::-1])
    assert turned.titles == ("height", "width")


def test_one_feature_is_shown_against_the_row():
    shown = project(np.array([[3.0], [5.0]]), ["mass"])
    assert shown.xy.tolist() == [[3, 0], [5, 1]]
    assert shown.titles == ("mass", "Row")


def test_more_features_become_two_principal_components():
    shown = project(IRIS, ["a", "b", "c", "d"])
    U, singular, _ = np.linalg.svd(IRIS - IRIS.mean(axis=0), full_matrices=False)
    up_to_signs(shown.xy, U[:, :2] * singular[:2])
    shares = 100 * singular**2 / np.sum(singular**2)
    assert shown.titles[0] == f"Component 1 ({shares[0]:.0f} % of variance)"
    assert shown.titles[1] == f"Component 2 ({shares[1]:.0f} % of variance)"
    assert shown.about == f"{shares[:2].sum():.0f} % of variance"
    assert shown.ticks


def test_axes_of_a_metric_are_the_components_of_the_rows_moved_by_it():
    root = np.random.default_rng(1).normal(size=(4, 4))
    moved = (IRIS - IRIS.mean(axis=0)) @ root.T
    U, singular, _ = np.linalg.svd(moved, full_matrices=False)
    up_to_signs(in_metric(IRIS, root.T @ root).xy, U[:, :2] * singular[:2])


def test_weights_of_features_are_a_diagonal_metric():
    weights = np.array([1.0, 0.0, 4.0, 0.25])
    np.testing.assert_allclose(
        in_metric(IRIS, weights).xy, pca(IRIS * np.sqrt(weights)).xy, atol=1e-9
    )
    up_to_signs(in_metric(IRIS, weights).xy, in_metric(IRIS, np.diag(weights)).xy)


@pytest.mark.parametrize(("X", "y"), [(IRIS, SPECIES), load_digits(return_X_y=True)])
def test_discriminants_solve_the_generalised_eigenproblem(X, y):
    X = X.astype(float)
    shown = discriminant(X, y)
    centred, K = X - X.mean(axis=0), y.max() + 1
    means = np.stack([centred[y == k].mean(axis=0) for k in range(K)])
    apart = centred - means[y]
    within = apart.T @ apart / (len(X) - K)
    values, vectors = eigh(within)
    within = (vectors * np.maximum(values, FLOOR * np.mean(centred**2))) @ vectors.T
    between = (means * np.bincount(y)[:, None]).T @ means
    ratios, axes = eigh(between, within)
    up_to_signs(shown.xy, centred @ axes[:, ::-1][:, :2])
    share = 100 * ratios[-1] / ratios.sum()
    assert shown.titles[0] == f"Discriminant 1 ({share:.0f} % between clusters)"


def test_two_clusters_have_one_discriminant_and_the_rest_beside_it():
    y = (SPECIES > 0).astype(int)
    first, rest = discriminant(IRIS, y).xy.T
    centred = IRIS - IRIS.mean(axis=0)
    design = np.column_stack([np.ones(len(first)), first])
    left = centred - design @ np.linalg.lstsq(design, centred, rcond=None)[0]
    assert np.var(rest) == pytest.approx(np.linalg.svd(left)[1][0] ** 2 / len(left))
    assert abs(np.corrcoef(first, rest)[0, 1]) < 1e-9


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (0.004, "<1 %"),
        (0.006, "1 %"),
        (0.994, "99 %"),
        (0.996, ">99 %"),
        (1.0, "100 %"),
    ],
)
def test_a_share_is_0_or_100_only_where_it_is(share, text):
    assert with_share("Component 2", share, "of variance") == f"Component 2 ({text} of variance)"


def test_the_components_are_the_same_every_time():
    X = np.random.default_rng(0).normal(size=(700, 600))
    np.testing.assert_array_equal(pca(X).xy, pca(X).xy)
