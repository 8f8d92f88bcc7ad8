"""What a traced fit tells, of every clusterer of the table and against sums written out."""

import numpy as np
import pytest
from sklearn.base import clone
from table import CLUSTERERS
from true_pairs import data, knowledge

from jupyter_sscluster import cluster, seeding
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._parts.lloyd.lloyd import described
from jupyter_sscluster.cluster.fit.steps import (
    Assigned,
    MemberFound,
    Merged,
    MetricLearned,
    Recentred,
    RoundEnded,
    Seeded,
)
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.weighted_pairs import stated_pairs

EVERY = pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)


def traced(row, seed, **params):
    X, y, _ = data(seed)
    known = knowledge(row, y, seed)
    model, trace = row.make(n_clusters=3, random_state=seed, **params), Trace()
    model.fit(X, trace=trace, **known)
    plain = clone(model).fit(X, **known)
    return X, model, trace, plain


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_the_last_step_is_the_fit_and_tracing_changes_nothing(row, seed):
    X, model, trace, plain = traced(row, seed)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert model.objective_ == plain.objective_
    last = list(trace)[-1]
    if isinstance(last, Merged):
        assert len(trace) == len(X) - model.n_clusters_
        merges = np.array([(*step.nodes, step.height, step.size) for step in trace])
        np.testing.assert_array_equal(merges, model.dendrogram_[: len(trace)])
        return
    np.testing.assert_array_equal(trace.labels(len(trace) - 1), model.labels_)
    centres = trace.centres(len(trace) - 1)
    np.testing.assert_allclose(centres, model.cluster_centers_, rtol=1e-9, atol=1e-9)
    if trace.metric(len(trace) - 1) is not None:
        np.testing.assert_array_equal(
            trace.metric(len(trace) - 1).after,
            getattr(model, "metric_", getattr(model, "feature_weights_", None)),
        )


@EVERY
def test_centres_are_the_means_of_the_labels_before(row):
    X, _, trace, _ = traced(row, 1)
    for place, step in enumerate(trace):
        if not isinstance(step, Recentred):
            continue
        labels = trace.labels(place)
        for k, centre in enumerate(step.centres):
            if (labels == k).any():
                np.testing.assert_allclose(centre, X[labels == k].mean(axis=0), atol=1e-9)
        before = trace.centres(place - 1)
        if before is not None:
            shift = np.sqrt(((step.centres - before) ** 2).sum(axis=1)).max()
            assert step.shift == pytest.approx(shift)


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_objectives_end_as_the_history_of_the_fit(row, seed):
    _, model, trace, _ = traced(row, seed)
    if isinstance(next(iter(trace)), Merged):
        assert all(step.objective is None for step in trace)
        return
    ends: dict[object, float] = {}
    for step in trace:
        kind = RoundEnded if any(isinstance(s, RoundEnded) for s in trace) else object
        if step.objective is not None and isinstance(step, kind):
            ends[id(step) if kind is RoundEnded else step.iteration] = step.objective
    history = model.objective_history_
    np.testing.assert_allclose([*ends.values()][-len(history) :], history, rtol=1e-12)


@EVERY
def test_iterations_count_up_and_only_changed_rows_are_told(row):
    X, _, trace, _ = traced(row, 2)
    iterations = [step.iteration for step in trace]
    assert iterations == sorted(iterations)
    before = None
    for place, step in enumerate(trace):
        if not isinstance(step, Assigned):
            continue
        if before is None:
            assert len(step.rows) == len(X)
        else:
            assert (before[step.rows] != step.clusters).all()
        before = trace.labels(place)


@EVERY
def test_a_statement_pulls_only_where_the_labels_violate_it(row):
    _, model, trace, _ = traced(row, 0)
    stated = stated_pairs(model.constraints_)
    for place, step in enumerate(trace):
        labels = trace.labels(place)
        if labels is None:
            assert not len(step.violated)
            continue
        np.testing.assert_array_equal(step.violated, np.flatnonzero(stated.violated(labels)))
        assert step.pull.shape == step.violated.shape
        assert np.isfinite(step.pull).all()


def joined(merges, n_samples):
    """A number for each row, equal where merges, in their order, have joined rows."""
    inside = {row: [row] for row in range(n_samples)}
    for node, (a, b) in enumerate(merges, n_samples):
        inside[node] = inside.pop(a) + inside.pop(b)
    found = np.empty(n_samples, dtype=int)
    for number, rows in enumerate(inside.values()):
        found[rows] = number
    return found


@EVERY
@pytest.mark.parametrize("seed", range(3))
def test_merges_join_what_are_clusters_in_the_end(row, seed):
    X, model, trace, _ = traced(row, seed)
    merges = [step.nodes for step in trace if isinstance(step, Merged)]
    if not merges:
        assert row.name not in ("ConstrainedAgglomerative", "ConstrainedCompleteLink")
        return
    clusters = joined(merges, len(X))
    assert len(set(clusters)) == model.n_clusters_
    assert len(set(zip(clusters, model.labels_, strict=True))) == model.n_clusters_
    assert trace.labels(len(trace) - 1) is None


@EVERY
def test_no_array_of_a_step_can_be_written_to(row):
    _, model, trace, _ = traced(row, 0)
    for step in trace:
        for name, value in vars(step).items():
            assert not (isinstance(value, np.ndarray) and value.flags.writeable), name
    assert model.labels_.flags.writeable


@EVERY
def test_another_fit_takes_the_place_of_the_one_before(row):
    _, model, trace, _ = traced(row, 0)
    Y, y, _ = data(1)
    Y, y = Y[:-7], y[:-7]
    known = knowledge(row, y, 1)
    other = Trace()
    clone(model).fit(Y, trace=other, **known)
    with pytest.raises(InputError):
        clone(model).fit(Y * np.nan, trace=trace)
    assert len(trace), "a fit that fails leaves it as it was"
    clone(model).fit(Y, trace=trace, **known)
    assert len(trace) == len(other)
    one, two = (each.labels(len(each) - 1) for each in (trace, other))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("place", [1.5, "x", None, True, -1, 10**6])
def test_there_is_no_such_step(place):
    trace = Trace()
    with pytest.raises(InputError, match="no fit has reported its steps yet"):
        trace.labels(place)
    cluster.KMeans(2).fit([[0.0], [1.0], [5.0]], trace=trace)
    for ask in (trace.labels, trace.centres, trace.metric, trace.__getitem__):
        with pytest.raises(InputError, match=f"this fit has {len(trace)} steps"):
            ask(place)


def inertia(X, labels, centres):
    return ((X - centres[labels]) ** 2).sum()


@pytest.mark.parametrize("seed", range(5))
def test_pck_objectives_are_distances_and_pulls(seed):
    X, _, _ = data(seed, spread=4.0)
    rng = np.random.default_rng(seed)
    # Pairs that share no row, so that nothing follows from them.
    pairs = rng.permutation(len(X))[:40].reshape(-1, 2)
    known = Constraints(len(X), pairs[:10], pairs[10:])
    model, trace = cluster.PCKMeans(3, constraint_weight=5.0, random_state=seed), Trace()
    model.fit(X, constraints=known, trace=trace)
    checked = 0
    for place, step in enumerate(trace):
        if step.objective is None:
            continue
        labels, centres = trace.labels(place), trace.centres(place)
        expected = 0.5 * inertia(X, labels, centres) + step.pull.sum()
        assert step.objective == pytest.approx(expected, rel=1e-9)
        assert (step.pull == 5.0).all()
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("per_cluster", [False, True])
@pytest.mark.parametrize("metric", ["full", "diagonal"])
def test_mpck_objectives_are_distances_log_determinants_and_pulls(metric, per_cluster):
    X, _, _ = data(3, spread=4.0)
    pairs = np.random.default_rng(3).permutation(len(X))[:40].reshape(-1, 2)
    known = Constraints(len(X), pairs[:10], pairs[10:])
    params = {"metric": metric, "per_cluster_metric": per_cluster, "shrinkage": 0}
    model, trace = cluster.MPCKMeans(3, random_state=0, **params), Trace()
    model.fit(X, constraints=known, trace=trace)
    seen = set()
    for place, step in enumerate(trace):
        if step.objective is None:
            continue
        labels, centres = trace.labels(place), trace.centres(place)
        A = now(trace, place)
        A = A if per_cluster else np.repeat(A[None], 3, axis=0)
        total = step.pull.sum()
        for k in range(3):
            own = X[labels == k] - centres[k]
            full = np.diag(A[k]) if metric == "diagonal" else A[k]
            total += np.einsum("ij,jk,ik->", own, full, own)
            total -= len(own) * np.linalg.slogdet(full)[1]
        assert step.objective == pytest.approx(total, rel=1e-7)
        seen.add(type(step))
    assert seen == {Assigned, Recentred, MetricLearned}


def now(trace, place):
    """The metric after a step: that of the last one learned, or the one before the first."""
    learned = [step for step in trace if isinstance(step, MetricLearned)]
    past = [s for i, s in enumerate(trace) if isinstance(s, MetricLearned) and i <= place]
    return past[-1].after if past else learned[0].before


def test_of_several_starts_the_one_that_was_kept_is_told():
    X, _, _ = data(4, k=5, spread=1.0)
    objectives = []
    for start in range(8):
        stream = np.random.default_rng(7).spawn(8)[start]
        first = seeding.random(X, 5, random_state=stream)
        objectives.append(cluster.KMeans(5, init=first).fit(X).objective_)
    trace = Trace()
    cluster.KMeans(5, init="random", n_init=8, random_state=np.random.default_rng(7)).fit(
        X, trace=trace
    )
    seeds = [step for step in trace if isinstance(step, Seeded)]
    assert [(s.start, s.n_starts) for s in seeds] == [(int(np.argmin(objectives)) + 1, 8)]
    assert len(set(np.round(objectives, 6))) > 1


def test_an_ensemble_tells_its_members():
    X, y, _ = data(0)
    trace = Trace()
    model = cluster.ConsensusClustering(3, n_estimators=5, random_state=0)
    model.fit(X, constraints=Constraints.from_labels(y, 20, random_state=0), trace=trace)
    members = [step for step in trace if isinstance(step, MemberFound)]
    np.testing.assert_array_equal([m.labels for m in members], model.label_matrix_)
    np.testing.assert_array_equal([m.weight for m in members], model.estimator_weights_)


class Quiet(ConstrainedClusterer):
    """One's own, put together from nothing that notes its steps."""

    title, parameter_ranges = "Quiet", {}

    def __init__(self, n_clusters=2):
        self.n_clusters = n_clusters

    def _fit(self, points, known, y):
        return described(points, (points.X[:, 0] > 0).astype(np.int32))


def test_a_clusterer_of_ones_own_may_tell_nothing():
    trace = Trace()
    Quiet().fit(data(0)[0], trace=trace)
    assert len(trace) == 0


def test_a_fit_that_fails_tells_nothing():
    trace = Trace()
    with pytest.raises(cluster.Infeasible):
        cluster.COPKMeans(2).fit(np.eye(3), cl=[(0, 1), (1, 2), (0, 2)], trace=trace)
    assert len(trace) == 0
    with pytest.raises(InputError, match="trace=3 must be None or a function"):
        cluster.KMeans(2).fit(np.eye(3), trace=3)


def test_three_hundred_steps_of_ten_thousand_points_stay_small():
    rng = np.random.default_rng(0)
    trace, labels, nothing = Trace(), rng.integers(31, size=10_000).astype(np.int32), np.empty(0)
    expected = []
    for step in range(300):
        rows = np.arange(10_000) if step == 0 else np.sort(rng.permutation(10_000)[:1000])
        labels[rows] = rng.integers(31, size=len(rows))
        clusters = labels[rows].astype(np.int8)
        trace(Assigned(step, None, nothing, nothing, rows.astype(np.int32), clusters, ""))
        expected.append(labels.copy())
    for place in (0, 1, 63, 64, 65, 200, 299):
        np.testing.assert_array_equal(trace.labels(place), expected[place])
    size = sum(kept.nbytes for kept in trace._kept.values())
    for step in trace:
        size += sum(value.nbytes for value in vars(step).values() if hasattr(value, "nbytes"))
    assert size < 2_000_000
