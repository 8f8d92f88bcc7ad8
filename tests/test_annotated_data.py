"""Annotated data are known by their attributes; the real package where it is installed."""

import warnings
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from jupyter_sscluster import ClusterExplorer, Session
from jupyter_sscluster._annotated_data import annotated
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.export import python_code, with_labels

COUNTS = np.random.default_rng(0).poisson(3.0, (60, 5)).astype(float)
COUNTS[:20, 0], COUNTS[20:40, 1] = 40.0, 40.0
KINDS = np.repeat(["B", "T", "NK"], 20)


def cells(kind="real", *, pca=True, X=COUNTS):
    """Sixty cells of three kinds."""
    names = [f"cell {row}" for row in range(60)]
    obs = pd.DataFrame({"kind": pd.Categorical(KINDS), "depth": COUNTS.sum(axis=1)}, index=names)
    found = np.linalg.svd(COUNTS - COUNTS.mean(axis=0), full_matrices=False)
    obsm = {"X_pca": found.U[:, :3] * found.S[:3]} if pca else {}
    if kind == "like it":
        genes = pd.Index([f"gene {k}" for k in range(5)])
        made = SimpleNamespace(X=X, obs=obs, obsm=obsm, obs_names=obs.index, var_names=genes)
        made.copy = lambda: SimpleNamespace(**{**vars(made), "obs": made.obs.copy()})
        return made
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own, by newer versions of pandas
        anndata = pytest.importorskip(
            "anndata", reason="anndata is not there; it takes pandas 3 from Python 3.12 on"
        )
    var = pd.DataFrame(index=[f"gene {k}" for k in range(5)])
    return anndata.AnnData(None if X is None else X.copy(), obs=obs, var=var, obsm=obsm)


BOTH = pytest.mark.parametrize("kind", ["real", "like it"])


@BOTH
def test_principal_components_are_clustered_where_there_are_some(kind):
    given = cells(kind)
    session = Session(given, n_clusters=3, y_true=given.obs["kind"])
    np.testing.assert_array_equal(session.X, given.obsm["X_pca"])
    assert session.feature_names == ("PC1", "PC2", "PC3")
    assert session.names is not None and session.names[7] == "cell 7"
    assert session.notes == (
        'The 3 principal components in X.obsm["X_pca"] are clustered, not X.X.',
    )
    assert session.history.current_fit.score == 1.0
    assert session.answer("cell 3", "cell 30", "cannot").j == 30
    assert 'X = X.obsm["X_pca"]' in python_code(session, data=given)


@BOTH
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_else_the_values_are_clustered_by_the_names_of_variables(kind, form):
    session = Session(cells(kind, pca=False, X=form(COUNTS)), n_clusters=3)
    np.testing.assert_array_equal(session.X, COUNTS)
    assert session.feature_names == tuple(f"gene {k}" for k in range(5))
    assert session.names is not None and session.names[0] == "cell 0"
    assert "as there is no X.obsm" in session.notes[0]


@BOTH
def test_labels_are_written_back_as_categories_in_a_copy(kind):
    given = cells(kind)
    labels = np.arange(60, dtype=np.int32) % 12
    made = with_labels(given, labels, "group", names=[f"G{k}" for k in range(12)])
    assert list(given.obs) == ["kind", "depth"]
    assert list(made.obs) == ["kind", "depth", "group", "group_name"]
    assert list(made.obs["group"].cat.categories) == [str(k) for k in range(12)]
    assert list(made.obs["group_name"].cat.categories) == [f"G{k}" for k in range(12)]
    assert made.obs["group"].astype(int).tolist() == labels.tolist()
    with pytest.raises(InputError, match="X.obs has a column 'kind' already"):
        with_labels(given, labels, "kind")


@BOTH
def test_a_widget_shows_the_columns_of_obs(kind):
    given = cells(kind)
    explorer = ClusterExplorer(given, n_clusters=3)
    told = explorer._context.tips.describe(25, "Cluster 1")
    assert told["title"].startswith("Point cell 25")
    assert told["rows"] == [["kind", "T"], ["depth", f"{COUNTS[25].sum():g}"]]
    assert list(explorer._context.tips.columns) == ["kind", "depth"]
    found = explorer.labels_frame(names=True).obs
    assert found["cluster"].astype(int).tolist() == explorer.labels.tolist()
    assert set(found["cluster_name"]) <= {"Cluster 1", "Cluster 2", "Cluster 3"}
    explorer.close()
    explorer = ClusterExplorer(given, n_clusters=3, tooltip="kind", preprocess="standardise")
    assert list(explorer._context.tips.columns) == ["kind"]
    assert explorer.session.feature_names == ("PC1", "PC2", "PC3")
    explorer.close()
    with pytest.raises(InputError, match="'none', which X.obs does not have; it has 'kind'"):
        ClusterExplorer(given, n_clusters=3, tooltip=["none"])


@BOTH
def test_the_page_tells_what_is_clustered_and_a_card_has_the_columns_of_obs(explore, kind):
    page = explore(cells(kind), n_clusters=3)
    assert page.settled()["error"].startswith("The 3 principal components")
    assert page.state["is_note"]
    page.send("cluster", cluster=0)
    card = page.sent[-1]
    assert len(card["features"]) == 2, "components say little"
    assert [each["name"] for each in card["shares"]] == ["kind"]


def test_selected_rows_and_views_of_the_real_thing():
    given = cells()
    explorer = ClusterExplorer(given[10:50], n_clusters=3)
    assert explorer.session.names[0] == "cell 10"
    explorer.selection = ["cell 12", "cell 30"]
    assert list(explorer.selected.obs_names) == ["cell 12", "cell 30"]
    assert len(explorer.labels_frame().obs["cluster"]) == 40
    explorer.close()


@BOTH
def test_what_cannot_be_read_is_told_with_a_way_out(kind):
    with pytest.raises(InputError, match="neither X.obsm.*nor X.X"):
        Session(cells(kind, pca=False, X=None))
    twice = cells(kind)
    names = pd.Index(["a", *twice.obs_names[:-1]]).where(np.arange(60) != 1, "a")
    if kind == "real":
        twice.obs_names = names
    else:
        twice.obs_names = names
    with pytest.raises(InputError, match="obs_names_make_unique"):
        Session(twice)


def test_values_in_a_file_are_refused_and_components_are_not():
    class InFile:
        shape = (60, 5)

    with pytest.raises(InputError, match="to_memory"):
        Session(cells("like it", pca=False, X=InFile()))
    assert Session(cells("like it", X=InFile()), n_clusters=3).X.shape == (60, 3)


def test_rows_that_are_only_numbered_have_no_names():
    given = cells("like it")
    given.obs_names = pd.Index([str(row) for row in range(60)])
    found = annotated(given)
    assert found is not None and found.names is None
    assert annotated(COUNTS) is None and annotated(given.obs) is None and annotated(None) is None


@BOTH
def test_columns_of_obs_and_components_are_colours(bundle, kind):
    explorer = ClusterExplorer(cells(kind), n_clusters=3, color="kind")
    fills = [np.frombuffer(explorer.layer.fills, dtype=np.uint8).tolist()]
    assert fills == [[8] * 20 + [9] * 20 + [10] * 20]
    explorer.color_by = "PC2"
    explorer.color_by = "depth"
    explorer.close()


@BOTH
def test_a_clusterer_alone_says_what_to_pass(kind):
    with pytest.raises(InputError, match=r"pass X\.obsm\['X_pca'\] or X\.X"):
        PCKMeans(n_clusters=3).fit(cells(kind))
