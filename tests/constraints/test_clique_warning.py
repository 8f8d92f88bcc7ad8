"""More points apart from each other than clusters: soft methods go on, and say so."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.exceptions import ConvergenceWarning
from work import lines_run

from jupyter_sscluster import Session
from jupyter_sscluster.cluster import COPKMeans, Infeasible, KMeans, PCKMeans
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.clique_warning import clique_larger_than
from jupyter_sscluster.session import engine_of

X = np.random.default_rng(0).normal(size=(20, 2))
APART = list(itertools.combinations([1, 4, 7, 9], 2))


def test_a_soft_method_warns_a_hard_one_refuses_and_the_baseline_keeps_quiet():
    sentence = r"n_clusters=3 is too few .* rows 1, 4, 7 and 9 are all .* n_clusters >= 4"
    with pytest.warns(ConvergenceWarning, match=f"PCKMeans: {sentence}"):
        model = PCKMeans(3, random_state=0).fit(X, cl=APART)
    assert model.violations_.cannot >= 1
    with pytest.raises(Infeasible):
        COPKMeans(3, random_state=0).fit(X, cl=APART)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        PCKMeans(4, random_state=0).fit(X, cl=APART)
        KMeans(3, random_state=0).fit(X, cl=APART)


def test_a_group_counts_as_one_point_named_by_its_first_member():
    known = Constraints(20, must=[(0, 9), (2, 1)], cannot=APART, names=list("abcdefghijklmnopqrst"))
    assert clique_larger_than(known, 3).tolist() == [0, 1, 4, 7]
    with pytest.warns(ConvergenceWarning, match="rows a, b, e and h are"):
        PCKMeans(2, random_state=0).fit(X, constraints=known)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 5))
def test_what_is_found_is_a_clique_and_small_cliques_are_found(seed, k):
    rng = np.random.default_rng(seed)
    pairs = [p for p in itertools.combinations(range(9), 2) if rng.random() < rng.random()]
    known = Constraints(9, cannot=pairs)
    clique = clique_larger_than(known, k).tolist()
    stated = set(map(tuple, known.cannot.tolist()))
    assert all(pair in stated for pair in itertools.combinations(clique, 2))
    assert not clique or len(clique) > k
    if known.n_clusters_bounds()[1] <= k:
        assert not clique
    if k == 1:
        assert bool(clique) == bool(pairs)


def test_a_session_notes_it_until_there_is_room():
    session = Session(X, clusterer=PCKMeans(3, n_init=1), strategy="random")
    with pytest.warns(ConvergenceWarning):
        session.answer_many(APART, "cannot")
    assert engine_of(session).fits.error is None
    (note,) = session.notes
    assert "n_clusters=3 is too few" in note
    session.set_n_clusters(4)
    assert session.notes == ()
    session.undo()
    assert session.notes == (note,)
    with pytest.warns(ConvergenceWarning):
        session.fit(fresh=True)
    session.set_clusterer("kmeans")
    assert session.notes == ()


def test_looking_costs_next_to_nothing_however_many_pairs_there_are():
    rng = np.random.default_rng(0)
    left, right = rng.integers(0, 2000, (2, 50_000))
    known = Constraints(100_000, cannot=np.stack([left, right], axis=1)[left != right])
    assert len(known.component_edges) > 40_000
    assert lines_run(lambda: clique_larger_than(known, 10)) < 20_000
