"""GPK-means' variants: what adds to stated pairs, fewer directions, bases that keep every pair."""

import warnings

import numpy as np
import pytest
from double_loop import covariances, inferred
from random_pairs import instance
from repeatable import rounds

from jupyter_sscluster.cluster import PCCC, COPKMeans, GPKMeans, PCKMeans, RCAKMeans
from jupyter_sscluster.cluster._parts.lloyd.points import centred
from jupyter_sscluster.cluster._parts.propagation.gaussians import Gaussians, metric_of
from jupyter_sscluster.cluster._parts.propagation.gpk_outer_loop import compatible, with_hard
from jupyter_sscluster.cluster._parts.propagation.propagate import sources_of
from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.constraints.weighted_pairs import WeightedPairs, stated_tables

COUNT = rounds(50, least=10)


def scaled(X, labels, centres, A):
    """A times what makes the mean squared distance from the centres its rank."""
    apart = X - centres[labels]
    mean = np.einsum("ij,jk,ik->i", apart, A, apart).mean()
    return A * np.linalg.matrix_rank(A) / mean


def propagated_by_hand(X, run, known, g, A, scale, *, reduced):
    """What the clusters of a first run carry over, by the double loop of figure 3.2."""
    labels, centres = run.labels_, run.cluster_centers_
    covariance = covariances(X, labels, centres, [scaled(X, labels, centres, A)], scale)
    sources = sources_of(known)
    found = inferred(X, labels, centres, covariance, sources, g, literal=False, reduced=reduced)
    return found, table(sources)


def table(statements):
    rows = zip(statements.pairs, statements.together, statements.weights, strict=True)
    return {(min(p), max(p), bool(t)): float(w) for p, t, w in rows}


def told(known):
    found = {}
    for each in stated_tables(known):
        found |= {
            (*map(int, pair), each.kind == "must"): float(w)
            for pair, w in zip(each.pairs, each.weights, strict=True)
        }
    return found


@pytest.mark.parametrize("propagation", ["full", "reduced"])
def test_propagation_to_stated_pairs_is_that_of_the_thesis(propagation):
    reached = 0
    for seed in range(COUNT):
        X, known, rng = instance(seed, n=14)
        g, reduced = float(rng.choice([0.05, 0.3])), propagation == "reduced"
        params = {"init": X[:3], "max_iter": 20, "random_state": 0}
        run = PCKMeans(3, **params).fit(X, constraints=known)
        by_hand, own = propagated_by_hand(X, run, known, g, np.eye(2), "euclidean", reduced=reduced)
        wanted = dict(own)
        for key, weight in by_hand.items():
            before = own.get(key, 0.0)
            wanted[key] = max(before, weight) if reduced else before + weight
        model = GPKMeans(
            3,
            base=PCKMeans(),
            propagation=propagation,
            threshold=g,
            to_stated=True,
            max_rounds=1,
            **params,
        ).fit(X, constraints=known)
        assert told(model.propagated_) == pytest.approx(wanted)
        assert model.n_propagated_[-1] == len(wanted) - len(own)
        reached += len(own.keys() & by_hand.keys())
    assert reached > COUNT // 2


def test_the_last_run_is_kept_where_that_is_asked_for():
    differ = 0
    for seed in range(12):
        X, known, _ = instance(seed, n=30)
        params = {"base": PCKMeans(), "threshold": 0.05, "n_init": 1, "random_state": 0}
        best, last = (
            GPKMeans(3, keep=keep, **params).fit(X, constraints=known) for keep in ("best", "last")
        )
        assert last.n_iter_ >= best.n_iter_
        n = best.n_iter_
        np.testing.assert_array_equal(last.objective_history_[:n], best.objective_history_)
        assert best.objective_ == pytest.approx(last.objective_history_[1:].min())
        assert last.objective_ == last.objective_history_[-1]
        differ += last.n_iter_ > n
    assert differ


@pytest.mark.parametrize("scale", ["euclidean", "mahalanobis", "consistent"])
def test_in_fewer_directions_it_is_propagation_of_the_reduced_rows(scale):
    compared = 0
    for seed in range(COUNT):
        X, known, rng = instance(seed, n=14, d=4)
        X[:, 3] *= 20.0
        params = {"init": X[:3], "max_iter": 20, "random_state": 0}
        A = RCAKMeans(n_directions=2)._learned(centred(X), known)
        if A is None:
            continue
        values, vectors = np.linalg.eigh(A)
        Q = vectors[:, values > 1e-9 * values[-1]]
        run = PCKMeans(3, **params).fit(X, constraints=known)
        centres = np.stack([X[run.labels_ == k].mean(axis=0) for k in range(3)])
        reduced = PCKMeans(3, init=centres @ Q, max_iter=1)
        reduced.labels_, reduced.cluster_centers_ = run.labels_, centres @ Q
        g = float(rng.choice([0.05, 0.3]))
        wanted, own = propagated_by_hand(
            X @ Q, reduced, known, g, Q.T @ A @ Q, scale, reduced=False
        )
        model = GPKMeans(
            3, base=PCKMeans(), threshold=g, n_directions=2, scale=scale, max_rounds=1, **params
        ).fit(X, constraints=known)
        found = {key: w for key, w in told(model.propagated_).items() if key not in own}
        fresh = {key: w for key, w in wanted.items() if key not in own}
        assert found == pytest.approx(fresh, rel=1e-6)
        compared += bool(fresh)
    assert compared >= 0.4 * COUNT


def test_a_base_that_learns_few_directions_propagates_within_them():
    X, known, _ = instance(3, n=40, d=5)
    model = GPKMeans(3, base=RCAKMeans(n_directions=2), threshold=0.1, random_state=0)
    model.fit(X, constraints=known)
    assert np.linalg.matrix_rank(model.metric_) == 2
    assert model.n_propagated_[-1] > 0
    everywhere = GPKMeans(3, base=PCKMeans(), n_directions=2, random_state=0)
    alone = GPKMeans(3, base=PCKMeans(), random_state=0)
    cannot = Constraints(40, cannot=[(0, 1), (3, 9)])
    with_none, without = (m.fit(X, constraints=cannot).propagated_ for m in (everywhere, alone))
    assert with_none == without


def literally(known, propagated):
    """Heaviest first, each stated as long as nothing forbids it and it is not known."""
    rows = zip(propagated.pairs, propagated.together, propagated.weights, strict=True)
    order = sorted(rows, key=lambda row: (-row[2], *sorted(row[0].tolist()), not row[1]))
    kept = []
    for (i, j), together, weight in order:
        if known.relation(i, j) is None:
            known = known.add(i, j, "must" if together else "cannot", weight)
            kept.append((int(i), int(j), bool(together)))
    return known, kept


def consistent(rng, n, classes):
    y = rng.integers(0, classes, n)
    return Constraints.from_labels(y, int(rng.integers(1, 6)), random_state=int(rng.integers(99)))


def test_compatible_pairs_are_those_added_one_by_one():
    for seed in range(COUNT):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(6, 14))
        known = consistent(rng, n, 3)
        m = int(rng.integers(1, 40))
        pairs = np.sort([rng.choice(n, 2, replace=False) for _ in range(m)], axis=1)
        _, once = np.unique(pairs, axis=0, return_index=True)
        pairs = pairs[once]
        propagated = WeightedPairs(
            pairs, rng.integers(1, 4, len(pairs)) / 4.0, rng.random(len(pairs)) < 0.5
        )
        value, kept = literally(known, propagated)
        chosen = compatible(known, propagated)
        assert [
            (*pairs[number].tolist(), bool(propagated.together[number])) for number in chosen
        ] == kept
        assert told(with_hard(known, propagated, chosen)) == told(value)


@pytest.mark.parametrize("base", [COPKMeans(), COPKMeans(algorithm="paper"), PCCC()], ids=repr)
def test_over_a_base_that_keeps_every_pair_what_is_carried_over_is_kept(base):
    carried = 0
    for seed in range(COUNT):
        rng = np.random.default_rng(seed)
        y = np.arange(18) % 3
        X = rng.normal(size=(18, 2)) + 4.0 * np.eye(3)[y][:, :2]
        known = Constraints.from_labels(y, 6, random_state=seed)
        params = {"threshold": 0.1, "scale": "consistent", "max_rounds": 2, "random_state": seed}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = GPKMeans(3, base=base, n_init=2, **params).fit(X, constraints=known)
        assert not any(model.violations_)
        value = model.propagated_
        for kind in ("must", "cannot"):
            same = model.labels_[getattr(value, kind)]
            assert ((same[:, 0] == same[:, 1]) == (kind == "must")).all()
            assert not len(getattr(value, f"soft_{kind}"))
        assert told(known).items() <= told(value).items()
        assert len(value) - len(known) == model.n_propagated_[-1]
        carried += int(model.n_propagated_[-1])
    assert carried > COUNT


def test_where_the_base_cannot_keep_all_it_gets_half_and_contradictions_are_refused():
    X = np.repeat([[0.0, 0.0], [9.0, 0.0]], 4, axis=0) + np.arange(8)[:, None] / 10.0
    known = Constraints(8, must=[(0, 1)], cannot=[(1, 2), (2, 3)])
    model = GPKMeans(2, base=COPKMeans(), threshold=1e-6, scale="consistent", random_state=0)
    model.fit(X, constraints=known)
    assert not any(model.violations_) and model.n_propagated_[-1] < model.n_inferred_[-1]
    with pytest.raises(ConflictError):
        model.fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2)])
    soft = GPKMeans(2, base=PCCC(soft=True), random_state=0)
    assert soft.fit(X, ml=[(0, 1), (1, 2)], cl=[(0, 2)]).propagated_.soft_must.shape[1] == 2


def test_a_singular_metric_measures_the_radius_in_its_own_directions():
    X, _, rng = instance(1, n=20, d=3)
    points, labels = centred(X), rng.integers(0, 2, 20).astype(np.int32)
    centres = np.stack([points.X[labels == k].mean(axis=0) for k in (0, 1)])
    V = rng.normal(size=(3, 2))
    metric = metric_of(V @ V.T, points, labels, centres)
    found = Gaussians(points, labels, centres, metric, scale="euclidean")._scale_factors
    Q, _ = np.linalg.qr(V)
    A = Q.T @ metric.matrices[0] @ Q
    for h in (0, 1):
        flat = (points.X[labels == h] - centres[h]) @ Q
        deviation = np.sqrt(np.linalg.eigvalsh(np.linalg.inv(A)).max())
        radius = np.linalg.norm(flat, axis=1).max()
        assert found[h] == pytest.approx(radius / (3 * deviation), rel=1e-6)
