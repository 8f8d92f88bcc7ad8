"""Belief clustering: what it makes of right, wrong and missing answers, on data of any kind."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from work import fits_made

from jupyter_sscluster.cluster import BeliefClustering, KMeans, beliefclustering as module
from jupyter_sscluster.cluster._base import belief_fit
from jupyter_sscluster.cluster._parts.belief import alternation, fit_inputs
from jupyter_sscluster.cluster._parts.belief.anchors import anchors
from jupyter_sscluster.cluster._parts.belief.feature_models import weights_by_answers
from jupyter_sscluster.cluster._parts.graph import laplacian_solver
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs


def told(y, rows, wrong=(), soft=False):
    """Each of `rows` is compared with the first of each class; pairs in `wrong` are flipped."""
    first = [rows[np.flatnonzero(y[rows] == c)[0]] for c in np.unique(y[rows])]
    known = Constraints(len(y))
    for i in rows:
        for j in first:
            if i != j and {int(i), int(j)} not in [set(map(int, pair)) for pair in wrong]:
                kind = "must" if y[i] == y[j] else "cannot"
                known = known.add(int(i), int(j), kind, soft=soft)
    for i, j in wrong:
        kind = "cannot" if y[i] == y[j] else "must"
        known = known.add(int(i), int(j), kind, soft=True)
    return known


def moons(n=300, noise=0.06):
    return make_moons(n, noise=noise, random_state=0)


def test_answers_are_carried_along_clusters_that_are_no_ellipses():
    X, y = moons()
    rows = np.random.default_rng(0).choice(300, 14, replace=False)
    model = BeliefClustering(2, random_state=0).fit(X, constraints=told(y, rows))
    assert adjusted_rand_score(y, model.labels_) > 0.95
    weights = model.candidate_weights_
    assert weights["graph"] + weights["metric_graph"] > 0.5 > 0.4 > weights["linear"]
    new, truth = make_moons(200, noise=0.06, random_state=1)
    assert adjusted_rand_score(truth, model.predict(new)) > 0.95
    assert adjusted_rand_score(y, KMeans(2, random_state=0).fit(X).labels_) < 0.5


def test_on_ellipses_the_mixture_is_what_the_answers_speak_for():
    rng = np.random.default_rng(1)
    y = np.arange(240) % 2
    # Two long parallel clusters that touch: a graph of ten neighbours leaks from one to the other.
    X = rng.normal(size=(240, 2)) * [6.0, 0.7] + np.array([[0.0, 0.0], [0.0, 2.6]])[y]
    rows = rng.choice(240, 24, replace=False)
    model = BeliefClustering(2, random_state=0).fit(X, constraints=told(y, rows))
    assert model.candidate_weights_["mixture"] == max(model.candidate_weights_.values())
    assert adjusted_rand_score(y, model.labels_) > 0.8


@pytest.mark.parametrize("soft", [True, False])
def test_wrong_answers_are_found_and_do_little_harm(soft):
    X, y = moons()
    rng = np.random.default_rng(2)
    rows = rng.choice(300, 24, replace=False)
    first = [rows[np.flatnonzero(y[rows] == c)[0]] for c in (0, 1)]
    others = [i for i in rows if i not in first][:3]
    wrong = [(int(i), int(first[0])) for i in others]
    model = BeliefClustering(2, random_state=0).fit(X, constraints=told(y, rows, wrong, soft))
    assert adjusted_rand_score(y, model.labels_) > 0.95
    suspicions = model.suspicious()
    suspected = {frozenset(p) for p in suspicions.pairs[suspicions.suspected].tolist()}
    assert suspected == {frozenset(pair) for pair in wrong}
    assert 0.03 < model.error_rate_ < 0.15
    assert suspicions.error_rate == model.error_rate_


def test_statements_of_weight_100_are_believed():
    X, y = make_blobs(90, 2, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    rows = np.concatenate([np.flatnonzero(y == c)[:5] for c in range(3)])
    known = told(y, rows)
    stray, home = np.flatnonzero(y == 1)[7], int(rows[0])
    once = BeliefClustering(3, random_state=0).fit(X, constraints=known)
    assert once.labels_[stray] != once.labels_[home]
    heavy = known.add(int(stray), home, "must", weight=100.0)
    enforced = BeliefClustering(3, random_state=0).fit(X, constraints=heavy)
    assert enforced.labels_[stray] == enforced.labels_[home]
    assert not enforced.suspicious().suspected.any()


CASES = {
    "one must": ([(0, 1)], []),
    "one cannot": ([], [(0, 1)]),
    "musts only": ([(0, 1), (2, 3), (1, 4)], []),
    "one pair twice": ([(0, 1)], [(0, 1)]),
    "triangle": ([(0, 1), (1, 2)], [(0, 2)]),
    "five apart": ([], [(i, j) for i in range(5) for j in range(i)]),
    "all rows": ([(i, i + 3) for i in range(57)], []),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("n_clusters", [1, 2, 3, 7])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_any_answers_give_a_clustering(case, n_clusters):
    X, _ = make_blobs(60, 3, centers=3, random_state=0)
    must, cannot = CASES[case]
    model = BeliefClustering(n_clusters, random_state=0).fit(X, ml=must, cl=cannot)
    possible = Constraints(60, must, cannot, conflicts="soft").n_components
    assert len(set(model.labels_.tolist())) == min(n_clusters, possible)
    assert np.isfinite(model.posterior_).all()
    assert np.isfinite(model.objective_)
    np.testing.assert_allclose(model.posterior_.sum(axis=1), 1.0)
    assert 0.005 <= model.error_rate_ <= 0.35


@pytest.mark.parametrize("n_clusters", [2, 3])
def test_all_answers_wrong_still_end(n_clusters):
    X, y = make_blobs(60, 3, centers=3, random_state=0)
    right = Constraints.from_labels(y, 40)
    model = BeliefClustering(n_clusters, random_state=0).fit(X, ml=right.cannot, cl=right.must)
    assert 0.03 < model.error_rate_ <= 0.35
    assert len(set(model.labels_.tolist())) == n_clusters


def test_without_answers_it_is_a_mixture_from_k_means():
    X, _ = make_blobs(90, 2, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    model = BeliefClustering(3, random_state=0).fit(X)
    plain = KMeans(3, random_state=0).fit(X).labels_
    np.testing.assert_array_equal(model.labels_, plain)
    assert list(model.candidate_weights_) == ["mixture", "isotropic"]
    assert (model.objective_, model.error_rate_, len(model.anchors_)) == (0.0, 0.05, 0)


SHAPES = {
    "apart": np.vstack([np.random.default_rng(s).normal(size=(20, 2)) + 1e4 * s for s in range(3)]),
    "duplicates": np.repeat(np.random.default_rng(0).normal(size=(3, 2)), 20, axis=0),
    "wide": np.random.default_rng(1).normal(size=(60, 384))
    + 3.0 * np.eye(3, 384)[np.arange(60) % 3],
    "constant": np.ones((60, 3)),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_data_of_any_kind(name):
    X = SHAPES[name]
    y = np.arange(60) % 3 if name in ("wide", "constant") else np.arange(60) // 20
    model = BeliefClustering(3, random_state=0).fit(X, constraints=told(y, np.arange(0, 60, 2)))
    assert np.isfinite(model.posterior_).all()
    assert len(set(model.labels_.tolist())) == 3
    np.testing.assert_array_equal(model.labels_[::2] == model.labels_[0], y[::2] == y[0])
    assert np.isfinite(model.predict_proba(X + 0.5)).all()


def test_as_many_clusters_as_rows_and_more_neighbours_than_rows():
    X = np.random.default_rng(0).normal(size=(6, 2))
    for k in (1, 6):
        model = BeliefClustering(k, n_neighbors=50, random_state=0).fit(X, cl=[(0, 1)])
        assert len(set(model.labels_.tolist())) == k
        assert np.isfinite(model.predict_proba(X + 1.0)).all()


def test_a_too_large_clique_of_cannot_links_is_reported():
    X, _ = make_blobs(40, 2, centers=3, random_state=0)
    apart = [(i, j) for i in range(4) for j in range(i)]
    with pytest.warns(ConvergenceWarning, match="too few to keep all cannot-links"):
        BeliefClustering(3, random_state=0).fit(X, cl=apart)


def test_rows_of_the_fit_are_known_again_and_others_have_their_neighbours():
    X, y = moons(120)
    rows = np.random.default_rng(0).choice(120, 14, replace=False)
    model = BeliefClustering(2, random_state=0).fit(X, constraints=told(y, rows))
    np.testing.assert_allclose(model.predict_proba(X), model.posterior_, atol=1e-12)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    beside = model.predict_proba(X[rows] + 1e-7)
    # What was said of a row itself does not count for one beside it.
    assert np.abs(beside - model.posterior_[rows]).max() > 0.01
    np.testing.assert_allclose(beside.sum(axis=1), 1.0)


@pytest.mark.parametrize("soft", [True, False])
def test_many_rows_give_what_few_do(monkeypatch, soft):
    X, y = moons(400)
    rows = np.random.default_rng(0).choice(400, 30, replace=False)
    known = told(y, rows, soft=soft)
    exact = BeliefClustering(2, random_state=0).fit(X, constraints=known)
    monkeypatch.setattr(alternation, "DIRECT", 100)
    monkeypatch.setattr(laplacian_solver.GraphSolver.__init__, "__defaults__", (100,))
    other = X + 1e-9  # the graph of X is remembered with its factors
    large = BeliefClustering(2, random_state=0).fit(other, constraints=known)
    np.testing.assert_array_equal(large.labels_, exact.labels_)
    np.testing.assert_allclose(large.posterior_, exact.posterior_, atol=0.05)


def test_of_many_constrained_rows_the_most_constrained_are_propagated(monkeypatch):
    X, y = moons(300)
    known = told(y, np.arange(0, 300, 2))
    monkeypatch.setattr(fit_inputs, "SPEAKERS", 40)
    model = BeliefClustering(2, random_state=0).fit(X, constraints=known)
    assert adjusted_rand_score(y, model.labels_) > 0.98


def test_anchors_are_apart_and_each_is_the_most_constrained_row():
    X = np.arange(9.0)[:, None]
    known = Constraints(9, must=[(0, 1), (1, 2), (3, 4), (6, 7)], cannot=[(2, 3), (5, 0), (5, 4)])
    found = anchors(known, X, 5)
    assert [rows.tolist() for rows in found.members] == [[0, 1, 2], [3, 4], [5]]
    # Rows 0, 1 and 2 stand in two statements each; 1 is nearest to their mean. 3 and 4 are as near.
    assert found.rows.tolist() == [1, 3, 5]
    assert len(anchors(known, X, 2).rows) == 2
    assert len(anchors(Constraints(9), X, 5).rows) == 0


def test_soft_statements_make_anchors_as_far_as_they_agree():
    X = np.arange(6.0)[:, None]
    soft = Constraints(6).add_pairs([(0, 1), (1, 2), (0, 5)], "must", soft=True)
    soft = soft.add_pairs([(2, 5)], "cannot", soft=True)
    found = anchors(soft, X, 3)
    # The longest must-link is the last, and would join what is apart.
    assert sorted(rows.tolist() for rows in found.members) == [[0, 1, 2], [5]]
    hard = Constraints(6, must=[(0, 1), (1, 2), (0, 5)]).add(2, 5, "cannot", soft=True)
    assert [rows.tolist() for rows in anchors(hard, X, 3).members] == [[0, 1, 2, 5]]
    doubted = anchors(hard, X, 3, trusting=False)
    assert sorted(rows.tolist() for rows in doubted.members) == [[0, 1, 2], [5]]


def test_candidates_are_weighed_by_their_fit():
    class Said:
        def __init__(self, posterior):
            self.posterior = np.array(posterior)

    sure, unsure = Said([[0.9, 0.1], [0.2, 0.8]]), Said([[0.5, 0.5], [0.5, 0.5]])
    Y = np.array([[1.0, 0.0], [0.0, 1.0]])
    # LL: log(.95 · .9 + .025) + log(.95 · .8 + .025), and 2 log .5.
    gain = np.log(0.88) + np.log(0.785) - 2 * np.log(0.5)
    share = 1 / (1 + np.exp(-0.3 * gain))
    found = weights_by_answers([sure, unsure], np.array([0, 1]), Y)
    np.testing.assert_allclose(found, [0.02 + 0.96 * share, 0.02 + 0.96 * (1 - share)])


def test_iris_with_an_answer_in_ten_wrong():
    X, y = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.choice(np.flatnonzero(y == c), 9, replace=False) for c in range(3)])
    first = rows[::9]
    pairs = [(int(i), int(j)) for i in rows for j in first if i != j]
    wrong = [pairs[p] for p in rng.choice(len(pairs), len(pairs) // 10, replace=False)]
    model = BeliefClustering(3, random_state=0).fit(X, constraints=told(y, rows, wrong, soft=True))
    assert adjusted_rand_score(y, model.labels_) > 0.85


def irises():
    """The irises, and answers about them of which two are wrong."""
    X, y = load_iris(return_X_y=True)
    rows = np.random.default_rng(0).choice(150, 14, replace=False)
    return X, told(y, rows, wrong=[(0, 1), (2, 5)])


def backwards(known):
    """The same statements in the opposite order."""
    hard = Constraints(known.n_samples, known.must[::-1], known.cannot[::-1])
    soft = Constraints(known.n_samples)
    for i, j in known.soft_cannot[::-1].tolist():
        soft = soft.add(j, i, "cannot", soft=True)
    return hard | soft


def test_the_order_of_the_statements_changes_nothing():
    X, known = irises()
    one = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    other = BeliefClustering(3, random_state=1).fit(X, constraints=backwards(known))
    assert np.array_equal(one.posterior_, other.posterior_)
    assert np.array_equal(one.labels_, other.labels_)
    wrong = [
        {(tuple(p), k): w for p, k, w in zip(s.pairs.tolist(), s.kinds, s.wrong, strict=True)}
        for s in (one.suspicious(), other.suspicious())
    ]
    assert wrong[0] == wrong[1]
    for model, stated in ((one, known), (other, backwards(known))):
        assert np.array_equal(model.suspicious().pairs, stated_pairs(stated).pairs)
    assert len({*wrong[0].values()}) > 5


def test_the_same_fit_is_made_once_and_belongs_to_each_estimator(monkeypatch):
    monkeypatch.setattr(belief_fit, "UNTOLD", -100.0)  # a start with anchors is kept
    X, known = irises()
    made = fits_made(monkeypatch)
    one = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    other = BeliefClustering(3, random_state=1).fit(X.copy(), constraints=backwards(known))
    assert len(made) == 1
    before = [each.copy() for each in (other.posterior_, other.labels_, other.cluster_centers_)]
    one.posterior_[:], one.labels_[:], one.cluster_centers_[:] = 0.0, 0, 0.0
    one.objective_history_[:], one.anchors_[:], one.suspicious().wrong[:] = 0.0, 0, 0.0
    third = BeliefClustering(3, random_state=1).fit(X, constraints=known)
    for model in (other, third):
        found = model.posterior_, model.labels_, model.cluster_centers_
        assert all(map(np.array_equal, before, found))
        assert model.objective_history_.all() and model.anchors_.any()
        assert model.suspicious().wrong.all()
    assert len(made) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda X, known: (X, known, {"n_init": 9}),
        lambda X, known: (X, known, {"random_state": 2}),
        lambda X, known: (X, known, {"keep_stated": False}),
        lambda X, known: (X + 1e-9, known, {}),
        lambda X, known: (X, known.add(7, 9, "cannot", soft=True), {}),
        lambda X, known: (X, known.with_by_hand(known.must[:1]), {}),
    ],
)
def test_another_fit_is_made(monkeypatch, change):
    X, known = irises()
    made = fits_made(monkeypatch)
    BeliefClustering(3, random_state=1).fit(X, constraints=known)
    X, known, params = change(X, known)
    BeliefClustering(3, **{"random_state": 1, **params}).fit(X, constraints=known)
    assert len(made) == 2


@pytest.mark.parametrize("more", [{"random_state": None}, {"labels_init": np.arange(150) % 3}, {}])
def test_what_another_time_is_another_fit_is_not_remembered(monkeypatch, more):
    X, known = irises()
    made, told = fits_made(monkeypatch), {"trace": list[object]().append} if not more else {}
    for _ in range(2):
        BeliefClustering(3, **{"random_state": 1, **more}).fit(X, constraints=known, **told)
    assert len(made) == 2


@pytest.mark.parametrize("too_many", [0, 1])
def test_large_fits_are_not_remembered(monkeypatch, too_many):
    X, known = irises()
    made = fits_made(monkeypatch)
    size = X.size + (2 + module._TABLES) * 3 * len(X)
    monkeypatch.setattr(module, "REMEMBERED", size - too_many)
    for _ in range(2):
        BeliefClustering(3, random_state=1).fit(X, constraints=known)
    assert len(made) == 1 + too_many
