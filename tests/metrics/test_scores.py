"""Scores of a labelling by their definitions: agreement, quality, restriction, and bad input."""

from functools import partial
from itertools import combinations
from math import inf, isfinite, isnan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from shared import load
from sklearn import metrics as sklearn_metrics
from sklearn.cluster import KMeans

from jupyter_sscluster import metrics
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.metrics import (
    adjusted_rand,
    calinski_harabasz,
    coherence,
    davies_bouldin,
    dunn,
    informativeness,
    normalized_mutual_info,
    pairwise_precision_recall_f,
    rand,
    silhouette,
    violated_pairs,
    violations,
)

SEEDS = st.integers(0, 2**32 - 1)
SETTINGS = settings(max_examples=120, deadline=None)
CLASSES, CLUSTERS = [0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2]


AGREEMENT = [
    adjusted_rand,
    normalized_mutual_info,
    pairwise_precision_recall_f,
    rand,
]
QUALITY = [calinski_harabasz, davies_bouldin, dunn, silhouette]


def labellings(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 20))
    return rng.integers(0, rng.integers(1, 6), n), rng.integers(0, rng.integers(1, 6), n)


def clustered(seed):
    rng = np.random.default_rng(seed)
    n, d, k = int(rng.integers(4, 30)), int(rng.integers(1, 4)), int(rng.integers(2, 5))
    X = rng.normal(size=(n, d)) if seed % 2 else rng.integers(0, 4, (n, d)).astype(float)
    return X, rng.integers(0, k, n)


def test_the_hand_fixture():
    scores = pairwise_precision_recall_f(CLASSES, CLUSTERS)
    assert scores == pytest.approx((3 / 7, 3 / 7, 0.428571, 0.4), abs=1e-6)
    assert rand(CLASSES, CLUSTERS) == pytest.approx(0.714286, abs=1e-6)
    assert adjusted_rand(CLASSES, CLUSTERS) == pytest.approx(0.238095, abs=1e-6)
    for method in ("arithmetic", "geometric"):
        found = normalized_mutual_info(CLASSES, CLUSTERS, average_method=method)
        assert found == pytest.approx(0.558873, abs=1e-6)


@SETTINGS
@given(seed=SEEDS)
def test_pair_scores_by_listing_every_pair(seed):
    y, labels = labellings(seed)
    pairs = list(combinations(range(len(y)), 2))
    truth = [y[i] == y[j] for i, j in pairs]
    found = [labels[i] == labels[j] for i, j in pairs]
    both = sum(t and f for t, f in zip(truth, found, strict=True))
    agree = sum(t == f for t, f in zip(truth, found, strict=True))
    precision = both / sum(found) if sum(found) else 1.0
    recall = both / sum(truth) if sum(truth) else 1.0
    f = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    scores = pairwise_precision_recall_f(y, labels)
    assert scores[:3] == pytest.approx((precision, recall, f))
    assert rand(y, labels) == pytest.approx(agree / len(pairs) if pairs else 1.0)
    one = pairwise_precision_recall_f(y, np.zeros(len(y)))
    assert scores.baseline == pytest.approx(one.f) == one.baseline


@SETTINGS
@given(seed=SEEDS)
def test_agreement_is_symmetric_and_knows_no_names(seed):
    y, labels = labellings(seed)
    names = np.array(["u", "a", "k", "z", "b", "q"])
    for score in (adjusted_rand, normalized_mutual_info, rand):
        assert score(y, labels) == pytest.approx(score(labels, y))
        assert score(y, names[labels]) == pytest.approx(score(y, labels))
        assert score(y, names[y]) == pytest.approx(1.0)
    there, back = pairwise_precision_recall_f(y, labels), pairwise_precision_recall_f(labels, y)
    assert there[:3] == pytest.approx((back.recall, back.precision, back.f))
    assert pairwise_precision_recall_f(y, names[y]).f == 1.0


def test_pair_scores_of_a_million_rows_are_exact():
    y = np.repeat([0, 1], 500_000)
    labels = np.zeros(1_000_000, dtype=int)
    half, every = 500_000 * 499_999, 1_000_000 * 999_999
    scores = pairwise_precision_recall_f(y, labels)
    assert (scores.precision, scores.recall) == (half / (every // 2), 1.0)
    assert rand(y, labels) == half / (every // 2)


def test_chance_scores_nothing_and_the_baseline_much():
    rng = np.random.default_rng(0)
    y = (rng.random(2000) < 0.65).astype(int)
    found = [adjusted_rand(y, rng.integers(0, 2, 2000)) for _ in range(20)]
    assert abs(np.mean(found)) < 0.005
    assert pairwise_precision_recall_f(y, y).baseline > 0.7


@pytest.mark.parametrize(
    ("name", "baseline"),
    [("heart_statlog", 0.67), ("ionosphere", 0.70), ("breast_wisconsin", 0.71), ("yeast", 0.36)],
)
def test_baselines_of_the_studies(name, baseline):
    _, y = load(name)
    assert pairwise_precision_recall_f(y, y).baseline == pytest.approx(baseline, abs=0.006)


def test_mutual_information_where_entropies_vanish():
    assert normalized_mutual_info([0, 0, 0], [5, 5, 5]) == 1.0
    assert normalized_mutual_info([0, 0, 1], [5, 5, 5]) == 0.0
    y, labels = np.array([0] * 8 + [1] * 2), np.arange(10)
    arithmetic, geometric = (
        normalized_mutual_info(y, labels, average_method=method)
        for method in ("arithmetic", "geometric")
    )
    assert arithmetic < geometric
    with pytest.raises(InputError, match="average_method='mean'"):
        normalized_mutual_info(y, labels, average_method="mean")


DUNNS = ["points", "centroids", "centroids over diameters"]


def brute_dunn(X, labels, variant):
    groups = [X[labels == k] for k in np.unique(labels)]
    if variant == "centroids":
        centres = [g.mean(axis=0) for g in groups]
        gap = min(np.linalg.norm(a - b) for a, b in combinations(centres, 2))
        size = max(
            2 * np.mean([np.linalg.norm(x - c) for x in g])
            for g, c in zip(groups, centres, strict=True)
        )
    else:
        gap = min(np.linalg.norm(x - z) for a, b in combinations(groups, 2) for x in a for z in b)
        size = max(np.linalg.norm(x - z) for g in groups for x in g for z in g)
    if variant == "centroids over diameters":
        centres = [g.mean(axis=0) for g in groups]
        gap = min(np.linalg.norm(a - b) for a, b in combinations(centres, 2))
    return 0.0 if gap < 1e-12 else (gap / size if size > 1e-12 else inf)


@SETTINGS
@given(seed=SEEDS, variant=st.sampled_from(DUNNS))
def test_dunn_by_all_pairs(seed, variant):
    X, labels = clustered(seed)
    if len(np.unique(labels)) == 1:
        assert isnan(dunn(X, labels, variant=variant))
    else:
        expected = brute_dunn(X, labels, variant)
        assert dunn(X, labels, variant=variant) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("variant", DUNNS)
def test_dunn_at_its_ends(variant):
    assert dunn([[0.0], [1.0], [5.0]], [0, 1, 2], variant=variant) == inf
    assert dunn([[1.0], [1.0], [5.0]], [0, 1, 2], variant=variant) == 0.0
    assert dunn([[0.0], [2.0], [0.0], [2.0]], [0, 0, 1, 1], variant=variant) == 0.0
    with pytest.raises(InputError, match="variant='means' must be one of 'points', 'centroids'"):
        dunn([[0.0], [1.0]], [0, 1], variant="means")


def test_dunn_of_many_rows_is_quick():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 5, 50_000)
    X = rng.normal(size=(50_000, 4)) + 100 * rng.normal(size=(5, 4))[y]
    part = rng.choice(50_000, 400, replace=False)
    assert 0 < dunn(X, y) <= brute_dunn(X[part], y[part], "points")


@SETTINGS
@given(seed=SEEDS)
def test_scores_of_scikit_learn_keep_their_definition(seed):
    X, labels = clustered(seed)
    k, n = len(np.unique(labels)), len(labels)
    groups = [X[labels == c] for c in np.unique(labels)]
    centres = np.array([g.mean(axis=0) for g in groups])
    within = sum(((g - c) ** 2).sum() for g, c in zip(groups, centres, strict=True))
    between = sum(
        len(g) * ((c - X.mean(axis=0)) ** 2).sum() for g, c in zip(groups, centres, strict=True)
    )
    if not 1 < k < n:
        assert isnan(calinski_harabasz(X, labels))
        assert isnan(davies_bouldin(X, labels))
        return
    if within > 1e-9:
        expected = (between / (k - 1)) / (within / (n - k))
        assert calinski_harabasz(X, labels) == pytest.approx(expected, abs=1e-9)
    spans = [np.linalg.norm(g - c, axis=1).mean() for g, c in zip(groups, centres, strict=True)]
    apart = np.array([np.linalg.norm(centres - c, axis=1) for c in centres])
    if apart[~np.eye(k, dtype=bool)].min() > 1e-9:
        worst = [
            max((spans[a] + spans[b]) / apart[a, b] for b in range(k) if b != a) for a in range(k)
        ]
        assert davies_bouldin(X, labels) == pytest.approx(np.mean(worst))


@pytest.mark.parametrize("score", QUALITY)
@pytest.mark.parametrize("change", [lambda X: X + 1e6, lambda X: 1e-9 * X, lambda X: 1e9 * X])
def test_quality_depends_on_neither_place_nor_unit(score, change):
    X, y = load("iris")
    assert score(change(X), y) == pytest.approx(score(X, y), rel=1e-5)


@pytest.mark.parametrize("score", [*QUALITY, partial(dunn, variant="centroids")])
@pytest.mark.parametrize("unit", [1e-300, 1e-170, 1e170, 1e300])
def test_quality_of_very_small_and_very_large_values(score, unit):
    X, y = load("iris")
    with np.errstate(all="raise"):
        assert score(unit * X, y) == pytest.approx(score(X, y), rel=1e-5)
        one = np.column_stack([X[:, 0], unit * X[:, 1]])
        assert isfinite(score(one, y))


@pytest.mark.parametrize("score", [*AGREEMENT, *QUALITY], ids=lambda score: score.__name__)
@pytest.mark.parametrize("form", ["mask", "numbers", "shuffled", "list"])
def test_scores_of_some_rows_are_those_of_these_rows_alone(score, form):
    X, y = load("iris")
    labels = KMeans(3, n_init=1, random_state=0).fit_predict(X)
    mask = np.random.default_rng(0).random(150) < 0.4
    numbers = np.flatnonzero(mask)
    rows = {
        "mask": mask,
        "numbers": numbers,
        "shuffled": np.random.default_rng(1).permutation(numbers),
        "list": numbers.tolist(),
    }[form]
    first = y if score in AGREEMENT else X
    assert score(first, labels, rows=rows) == score(first[mask], labels[mask])
    assert score(first, labels, rows=np.arange(150)) == score(first, labels)


@SETTINGS
@given(seed=SEEDS)
def test_violations_of_some_rows_count_pairs_within_them(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 14))
    pairs = np.array([rng.choice(n, 2, replace=False) for _ in range(10)])
    known = Constraints(n, pairs[:5], pairs[5:], conflicts="soft", must_weights=0.5)
    labels, mask = rng.integers(0, 3, n), rng.random(n) < 0.6
    mask[0] = True
    found = violations(labels, known, rows=mask)

    def violated(pairs, together):
        return [
            mask[i] and mask[j] and (labels[i] == labels[j]) != together for i, j in pairs.tolist()
        ]

    closed = known.closure()
    counts = [sum(violated(known.must, True)), sum(violated(known.cannot, False))]
    assert [found.must, found.cannot] == counts
    assert found.closure_must == sum(violated(closed.must, True))
    assert found.closure_cannot == sum(violated(closed.cannot, False))
    soft = sum(violated(known.soft_cannot, False))
    assert found.weight == pytest.approx(0.5 * counts[0] + counts[1] + soft)


BAD = [
    (lambda: rand([0, 1], [0, 1, 2]), "y_true has 2 labels and labels has 3"),
    (lambda: rand([], []), "shape"),
    (lambda: adjusted_rand([[0, 1]], [[0, 1]]), "shape"),
    (lambda: rand([0, 1], [0, 1], rows=[2]), "row 2; rows are numbered 0 to 1"),
    (lambda: rand([0, 1], [0, 1], rows=[-1]), "row -1"),
    (lambda: rand([0, 1], [0, 1], rows=[1, 1]), "row 1 twice"),
    (lambda: rand([0, 1], [0, 1], rows=[]), "no row"),
    (lambda: rand([0, 1], [0, 1], rows=[False, False]), "no row"),
    (lambda: rand([0, 1], [0, 1], rows=[True]), "mask of shape"),
    (lambda: rand([0, 1], [0, 1], rows=[0.5]), "row numbers"),
    (lambda: dunn([[0.0], [1.0]], [0]), "one is needed for each of the 2 rows"),
    (lambda: dunn([[0.0], [np.nan]], [0, 1]), "NaN"),
    (
        lambda: informativeness([0, 1], Constraints(3)),
        "about 3 rows, and the number of labels is 2",
    ),
    (lambda: informativeness([[0, 1]], Constraints(2)), r"shape \(1, 2\)"),
    (lambda: coherence([[0.0]], Constraints(3)), "about 3 rows, and the number of rows of X is 1"),
    (lambda: adjusted_rand([None, 1], [1, 1]), "y_true holds None in row 0, which is no label; l"),
    (lambda: rand([1, 1], [0.0, np.nan]), "labels holds nan in row 1, .* or name those"),
    (lambda: rand(["a", np.nan], [0, 1]), "y_true holds nan in row 1"),
    (lambda: rand([[0], [1]], [[0], [1, 2]]), "shape|no flat list"),
    (lambda: rand([0, 1], [[0], [1, 2]]), "labels are no flat list"),
    (lambda: rand(np.array([{}, 1]), [0, 1]), "y_true holds {} in row 0, a dict, which"),
    (lambda: pairwise_precision_recall_f([None, 1], [1, 1]), "y_true holds None in row 0"),
    (lambda: normalized_mutual_info([1, 1], [None, 1]), "labels holds None in row 0"),
    (lambda: silhouette([[0.0], [1.0]], [0.0, np.nan]), "labels holds nan in row 1"),
    (lambda: violations([0, None, 1], Constraints(3)), "labels holds None in row 1"),
    (lambda: violations(Constraints(3), [0, 1, 1]), "Constraints value; the labels come first"),
    (lambda: violations([0, 1, 1], [(0, 1)]), "is a list, no Constraints value"),
    (lambda: violated_pairs([0, np.nan, 1], Constraints(3)), "labels holds nan in row 1"),
    (lambda: violated_pairs(Constraints(3), [0, 1, 1]), "Constraints value; the labels come first"),
    (lambda: informativeness(Constraints(3), [0, 1, 1]), "Constraints value; the labels come f"),
    (lambda: informativeness([0, 1, None], Constraints(3)), "labels holds None in row 2"),
    (
        lambda: coherence([[0.0]], [(0, 1)]),
        r"is a list, no Constraints value; build Constraints\(1, ",
    ),
]


@pytest.mark.parametrize(("call", "said"), BAD)
def test_bad_input_is_named(call, said):
    with pytest.raises(InputError, match=said):
        call()


def test_rows_that_are_not_scored_need_no_labels():
    y, labels, rows = [0, 0, None, 1, np.nan], [0.0, 1.0, np.nan, 1.0, 0.0], [0, 1, 3]
    for score in AGREEMENT:
        assert score(y, labels, rows=rows) == score([0, 0, 1], [0, 1, 1])
    X = np.array([[0.0], [1.0], [2.0], [5.0], [9.0]])
    for score in QUALITY:
        assert score(X, labels, rows=rows) == score(X[rows], [0, 1, 1])
    known = Constraints(5, must=[(0, 1), (1, 2)], cannot=[(1, 3), (0, 4)])
    assert violations(labels, known, rows=rows)[:4] == (1, 1, 1, 1)
    assert informativeness(labels, known, rows=rows) == 1.0


def test_labels_of_several_types_are_as_good_as_numbers():
    mixed, numbers = [1, "1", ("x",), 1.0, True, "1"], [0, 1, 2, 0, 0, 1]
    for values in (mixed[:2] + mixed[3:], np.array([*mixed, 0], dtype=object)[:-1]):
        expected = numbers if len(values) == 6 else numbers[:2] + numbers[3:]
        assert adjusted_rand(values, expected) == 1.0
    known = Constraints(5, must=[(0, 2), (1, 4)], cannot=[(0, 1)])
    assert violations(mixed[:2] + mixed[3:], known) == violations([0, 1, 0, 0, 1], known)


def test_every_score_can_be_restricted_and_none_is_left_untested():
    elsewhere = {metrics.kept_share, metrics.silhouettes}
    tested = {*AGREEMENT, *QUALITY, *elsewhere, violations, informativeness, coherence}
    functions = {getattr(metrics, name) for name in metrics.__all__ if name[0].islower()}
    assert functions - tested == {metrics.violated_pairs}
    assert all("rows" in score.__kwdefaults__ for score in tested)


def test_names_are_scikit_learns_scores():
    X, y = load("wine")
    labels = KMeans(3, n_init=1, random_state=0).fit_predict(X)
    theirs = sklearn_metrics
    assert rand(y, labels) == pytest.approx(theirs.rand_score(y, labels))
    assert adjusted_rand(y, labels) == theirs.adjusted_rand_score(y, labels)
    found = normalized_mutual_info(y, labels)
    assert found == theirs.normalized_mutual_info_score(y, labels)
    expected = theirs.calinski_harabasz_score(X, labels)
    assert calinski_harabasz(X, labels) == pytest.approx(expected)
    assert davies_bouldin(X, labels) == pytest.approx(theirs.davies_bouldin_score(X, labels))
