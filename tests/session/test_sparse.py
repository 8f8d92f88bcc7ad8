"""A session of a sparse matrix works on its principal components, and says how many."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.session.engine.preprocessing import COMPONENTS, prepared


def topics(n=240, d=300, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    shares = np.full((3, d), 0.02)
    for k in range(3):
        shares[k, 20 * k : 20 * k + 20] = 0.4
    return sparse.csr_array((rng.random((n, d)) < shares[y]).astype(float)), y


def test_the_components_are_those_of_the_dense_matrix():
    X, _ = topics()
    made = prepared(X)
    full = PCA(COMPONENTS, svd_solver="full").fit(X.toarray())
    np.testing.assert_allclose(abs(made.values), abs(full.transform(X.toarray())), atol=1e-8)
    share = 100 * full.explained_variance_ratio_.sum()
    assert "of its 300 columns the first 100 principal components" in made.notes[0]
    assert f"which keep {share:.0f} % of the variance" in made.notes[0]
    assert made.columns[:2] == ["PC1", "PC2"]


def test_a_session_finds_the_topics_and_goes_on_from_its_journal(tmp_path):
    X, y = topics()
    session = Session(X, n_clusters=3, y_true=y, path=tmp_path / "a.jsonl")
    assert session.history.current_fit.score > 0.95 and len(session.notes) == 1
    session.answer(0, 1, "must")
    session.close()
    again = Session(X.tocsc(), n_clusters=3, y_true=y, path=tmp_path / "a.jsonl")
    assert len(again.answers) == 1 and again.propose() is not None


def test_a_transformer_of_ones_own_takes_the_sparse_matrix():
    X, _ = topics()
    session = Session(X, n_clusters=3, preprocess=TruncatedSVD(7, random_state=0))
    assert session.X.shape == (240, 7) and session.notes == ()


@pytest.mark.parametrize("shape", [(240, COMPONENTS), (COMPONENTS, 300), (COMPONENTS + 1, 300)])
def test_few_columns_or_rows_are_clustered_as_they_are(shape):
    X, _ = topics()
    X = X[: shape[0], : shape[1]]
    made = prepared(X)
    np.testing.assert_array_equal(made.values, X.toarray())
    assert made.notes == () and made.preprocess is None


def test_zeros_alone_are_refused():
    with pytest.raises(InputError, match="all rows of X are 0"):
        Session(sparse.csr_array((200, 200)))


def test_a_widget_shows_it():
    X, _ = topics()
    explorer = ClusterExplorer(X, n_clusters=3)
    assert explorer.session.notes[0].startswith("X is sparse")
    explorer.selection = [3, 5]
    assert explorer.selected.shape == (2, 300)
    explorer.close()


@pytest.mark.parametrize("d", [50, 300])
def test_standardised_sparse_rows_are_scaled_and_not_centred(d):
    X, _ = topics()
    X = X[:, :d]
    made = prepared(X, "standardise")
    scaled = StandardScaler(with_mean=False).fit_transform(X)
    expected = prepared(scaled)
    np.testing.assert_allclose(made.values, expected.values, atol=1e-9)
    assert made.notes == expected.notes and made.preprocess.steps[0][0] == "pipeline"
