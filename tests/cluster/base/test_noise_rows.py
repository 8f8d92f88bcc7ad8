"""Every clusterer leaves noise out of its fit and gives it the label -1."""

import numpy as np
import pytest
from table import CLUSTERERS

from jupyter_sscluster import Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import (
    BeliefClustering,
    ConsensusClustering,
    ConstrainedAgglomerative,
    COPKMeans,
    GPKMeans,
    KMeans,
    NeighbourGraphAgglomerative,
    PCKMeans,
)
from jupyter_sscluster.cluster._base import belief_fit
from jupyter_sscluster.cluster.errors import Infeasible
from jupyter_sscluster.cluster.fit.trace import Trace
from jupyter_sscluster.metrics import violations

NOISE = [3, 11, 20]
OTHERS = np.delete(np.arange(23), NOISE)
EVERY = pytest.mark.parametrize("row", CLUSTERERS, ids=lambda row: row.name)


def rows():
    """Two blobs of ten rows, and three rows far away."""
    X = np.random.default_rng(4).normal(scale=0.4, size=(23, 3))
    X += np.repeat([[0.0], [4.0]], [12, 11], axis=0)
    X[NOISE] = [[90.0, -70.0, 5.0], [80.0, 2.0, 60.0], [-70.0, 9.0, 1.0]]
    return X


def links(noise=NOISE):
    """Links of which one names noise: it is kept whatever the clusters."""
    known = Constraints(23, must=[(0, 1), (13, 14)], cannot=[(11, 15), (0, 13)], noise=noise)
    return known.add(2, 16, "cannot", soft=True)


def dense(posterior):
    """Of a sparse array a plain one."""
    return posterior.toarray() if hasattr(posterior, "toarray") else posterior


@EVERY
def test_noise_is_left_out_as_if_it_were_not_there(row):
    X, known = rows(), links()
    made = {"n_clusters": 2, "random_state": 0}
    model = row.make(**made).fit(X, constraints=known)
    without = row.make(**made).fit(X[OTHERS], constraints=known[OTHERS])
    assert model.labels_.shape == (23,) and model.labels_.dtype == without.labels_.dtype
    np.testing.assert_array_equal(model.labels_[OTHERS], without.labels_)
    np.testing.assert_array_equal(model.labels_[NOISE], -1)
    np.testing.assert_array_equal(model.cluster_centers_, without.cluster_centers_)
    np.testing.assert_array_equal(model.predict(X), without.predict(X))
    assert model.objective_ == without.objective_
    assert model.constraints_ == known
    assert model.violations_ == violations(model.labels_, known) == (0, 0, 0, 0, 0.0)
    if hasattr(without, "posterior_"):
        found, alone = dense(model.posterior_), dense(without.posterior_)
        np.testing.assert_array_equal(found[OTHERS], alone)
        np.testing.assert_array_equal(found[NOISE], 0.0)
    if hasattr(without, "suspicious"):
        wrong = model.suspicious()
        assert len(wrong) == len(known)
        assert not wrong.suspected.any()


@EVERY
def test_steps_are_told_of_all_rows(row):
    X, known, trace = rows(), links(), Trace()
    model = row.make(n_clusters=2, random_state=0).fit(X, constraints=known, trace=trace)
    labels = trace.labels(len(trace) - 1)
    if labels is not None:
        np.testing.assert_array_equal(labels, model.labels_)


def test_steps_name_the_violated_statements_among_all():
    known = Constraints(23, cannot=[(11, 15), (0, 1)], noise=NOISE)
    trace = Trace()
    PCKMeans(2, constraint_weight=1e-9, random_state=0).fit(rows(), constraints=known, trace=trace)
    assert trace[len(trace) - 1].violated.tolist() == [1]


def test_labels_to_go_on_from_have_all_rows(monkeypatch):
    monkeypatch.setattr(belief_fit, "UNTOLD", -100.0)  # a start with anchors is kept
    X, known = rows(), links()
    model = BeliefClustering(2, random_state=0).fit(X, constraints=known)
    begun = np.where(model.labels_ < 0, 0, model.labels_)
    again = BeliefClustering(2, labels_init=begun, random_state=0).fit(X, constraints=known)
    np.testing.assert_array_equal(again.labels_, model.labels_)
    assert len(model.anchors_) and set(model.anchors_) <= {*OTHERS}
    np.testing.assert_array_equal(model.predict(X[OTHERS]), model.labels_[OTHERS])


def test_what_else_is_about_rows_has_their_numbers():
    X, known = rows(), links()
    members = ConsensusClustering(2, n_estimators=5, random_state=0).fit(X, constraints=known)
    assert members.label_matrix_.shape == (5, 23)
    assert (members.label_matrix_[:, NOISE] == -1).all()
    propagated = GPKMeans(2, random_state=0).fit(X, constraints=known).propagated_
    assert propagated.n_samples == 23
    assert propagated.relation(13, 14) == "must" and not {*NOISE} & {*propagated.touched}


def test_a_dendrogram_is_of_the_rows_that_are_clustered():
    X, known = rows(), links()
    model = ConstrainedAgglomerative(2).fit(X, constraints=known)
    assert len(model.linkage_matrix()) == 19
    np.testing.assert_array_equal(model.labels_at(2), model.labels_)


def test_partial_labels_and_weights_of_noise_are_left_out():
    X, y = rows(), np.full(23, -1)
    y[[0, 1, 13]] = [7, 7, 9]
    weights = np.ones(23)
    weights[[*NOISE, 0]] = 5.0
    model = PCKMeans(2, random_state=0).fit(X, y, constraints=links(), sample_weight=weights)
    without = PCKMeans(2, random_state=0).fit(
        X[OTHERS], y[OTHERS], constraints=links()[OTHERS], sample_weight=weights[OTHERS]
    )
    np.testing.assert_array_equal(model.labels_[OTHERS], without.labels_)
    np.testing.assert_array_equal(model.cluster_centers_, without.cluster_centers_)
    y[3] = 7
    with pytest.raises(InputError, match="row 3 cannot be in no cluster and belong together with"):
        PCKMeans(2).fit(X, y, constraints=links())


def test_too_few_rows_are_left():
    with pytest.raises(InputError, match="all 3 rows were said to be in no cluster"):
        KMeans(1).fit(rows()[:3], constraints=Constraints(3, noise=[0, 1, 2]))
    with pytest.raises(InputError, match="n_clusters=2 is more than the number of rows"):
        KMeans(2).fit(rows()[:3], constraints=Constraints(3, noise=[0, 1]))
    one = KMeans(1).fit(rows()[:3], constraints=Constraints(3, noise=[0, 2]))
    assert one.labels_.tolist() == [-1, 0, -1]


def test_the_witness_of_what_cannot_be_names_all_rows():
    clique = [(0, 13), (0, 21), (13, 21)]
    known = Constraints(23, cannot=clique, noise=NOISE)
    with pytest.raises(Infeasible) as caught:
        COPKMeans(2, random_state=0).fit(rows(), constraints=known)
    assert sorted(caught.value.witness) == [0, 13, 21]


def test_noise_in_blocks_is_refused():
    pytest.importorskip("dask")
    import dask.array

    blocks = dask.array.from_array(rows(), chunks=(10, 3))
    with pytest.raises(InputError, match="3 rows were said to be noise, and rows that are read in"):
        PCKMeans(2).fit(blocks, constraints=links())


def test_groups_of_any_number_are_told_of_all_rows():
    known = links().add(4, 17, "must", 0.5, soft=True)
    model = NeighbourGraphAgglomerative().fit(rows(), constraints=known)
    assert (model.groups_[NOISE] == -1).all() and (model.groups_[OTHERS] >= 0).all()
    assert model.unkept_.tolist() == [[4, 17]]


def test_proposals_name_all_rows():
    model = NeighbourGraphAgglomerative().fit(rows(), constraints=links())
    alone = NeighbourGraphAgglomerative().fit(rows()[OTHERS], constraints=links()[OTHERS])
    proposals = model.proposals()
    assert proposals
    for one, other in zip(proposals, alone.proposals(), strict=True):
        assert one.rows.tolist() == OTHERS[other.rows].tolist()
        assert one.other_rows.tolist() == OTHERS[other.other_rows].tolist()
        assert one.nearest == tuple(OTHERS[list(other.nearest)])
        assert [*one.typical] == [tuple(OTHERS[list(pair)]) for pair in other.typical]


def test_errors_call_rows_by_their_numbers_among_all():
    told = Constraints(20, cannot=[(10, 11), (11, 12), (10, 12)], noise=[0, 1, 2, 3])
    X = np.random.default_rng(0).normal(size=(20, 2))
    with pytest.raises(Infeasible, match="rows 10, 11 and 12 are all cannot-linked"):
        COPKMeans(2).fit(X, constraints=told)
