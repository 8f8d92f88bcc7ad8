"""The explorer itself: defaults, names, traits, several at once, bad input, closing."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris, make_blobs

from jupyter_sscluster import ClusterExplorer, Constraints
from jupyter_sscluster.widget.core.layer import PARTS
from jupyter_sscluster.widget.features.history.state import heights, scale, turns


def test_data_and_nothing_else_give_a_useful_widget(explore):
    page = explore(load_iris().data)
    state = page.settled()
    assert state["n"] == 150
    assert sum(cluster["size"] for cluster in state["clusters"]) == 150
    assert state["settings"]["clusterer"] == "beliefclustering"
    assert state["settings"]["strategy"] == "robustnpu"
    assert state["settings"]["uses_constraints"] is True
    assert state["links"] == []
    assert state["moved"] == []
    assert state["question"] is None
    assert state["status"].endswith("ms")


def test_the_state_is_plain_json_with_all_keys_of_the_page(page):
    page.send("link", i=0, j=1, kind="must")
    page.send("suggest")
    state = page.settled()
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert set(state) >= {
        "revision", "n", "labels_itemsize", "disconnected_text", "names", "clusters", "links",
        "moved", "question", "exhausted", "conflict", "status", "error", "fit", "saved",
        "can_undo", "can_redo", "undo_label", "redo_label", "settings", "progress", "keys", "lasso",
    }  # fmt: skip


def test_revisions_only_grow(page):
    seen = []
    page.explorer.layer.observe(lambda change: seen.append(change.new["revision"]), "state")
    for j in range(1, 5):
        page.send("link", i=0, j=j, kind="must")
    page.send("undo")
    page.settled()
    assert len(seen) >= 5
    assert seen == sorted(set(seen))


def test_the_form_has_a_field_for_each_parameter(explore):
    page = explore(clusterer="adaptivepckmeans")
    fields = {field["name"]: field for field in page.state["settings"]["params"]}
    assert {"n_clusters", "random_state"}.isdisjoint(fields)
    assert fields["max_iter"]["type"] == "int"
    assert fields["max_iter"]["low"] == 1
    assert fields["max_iter"]["label"] == "Max. iterations"
    most = "Maximum number of iterations of one start. A whole number, 1 or more."
    assert fields["max_iter"]["help"] == most
    assert fields["constraint_weight"]["label"] == "Constraint weight"
    assert fields["init"]["type"] == "choice"
    assert fields["constraint_weight"]["type"] == "text"
    assert fields["constraint_weight"]["value"] == "auto"


def test_progress_tells_score_and_satisfaction(page):
    page.send("link", i=0, j=100, kind="must")
    page.settled()
    page.wait(lambda state: None not in state["progress"]["curve"]["score"])
    progress = page.state["progress"]
    assert progress["score_name"] == "silhouette"
    assert len(progress["curve"]["score"]) == len(progress["curve"]["kept"]) == 2
    assert progress["score_text"] == f"{page.explorer.session.history.branch_fits[-1].score:.2f}"
    assert progress["kept_text"].endswith(" %")
    assert progress["curve"]["at"] == [0, 1]
    assert progress["curve"]["kept"][0] is None  # there were no constraints
    assert all(0 <= h <= 1 for h in (*progress["curve"]["score"], progress["curve"]["kept"][1]))


def test_a_scale_names_its_ends_and_where_it_began():
    assert scale([0.25, None, 0.75], "{:.2f}".format) == {
        "first": "0.25",
        "top": "0.75",
        "bottom": "0.25",
    }
    near = scale([0.99, 1.0], "{:.2f}".format)
    assert (near["top"], near["bottom"]) == ("1.00", "0.90"), "as the heights are drawn"
    assert scale([None], str) == scale([], str) == {"first": "", "top": "", "bottom": ""}


def test_a_change_of_clusterer_is_a_turn():
    assert turns(["A", "A", "B", "B", "A"]) == [
        {"at": 2, "clusterer": "B"},
        {"at": 4, "clusterer": "A"},
    ]
    assert turns([]) == turns(["A"]) == []


def test_heights_are_relative_to_the_best():
    assert heights([]) == []
    assert heights([None, None]) == [None, None]
    assert heights([0.5, 0.5]) == [1.0, 1.0]
    assert heights([0.0, None, 1.0, 0.5]) == [0.0, None, 1.0, 0.5]
    assert heights([0.99, 1.0]) == [0.9, 1.0]


# --------------------------------------------------------------------------- names


def test_names_of_rows_and_columns(explore):
    frame = load_iris(as_frame=True).data
    frame.index = [f"flower {i}" for i in range(150)]
    page = explore(frame, n_clusters=3)
    assert page.state["names"] is True
    page.send("link", i=1, j=2, kind="must")
    assert page.state["links"][0]["a"] == "flower 1"
    page.send("describe", index=4, step=None)
    assert page.sent[-1]["title"].startswith("Point flower 4 · ")
    assert page.sent[-1]["features"][0][0] == "sepal length (cm)"


def test_markup_in_names_stays_text(explore):
    nasty = "<script>alert(1)</script>"
    frame = pd.DataFrame(load_iris().data, columns=[nasty, "b", "c", "d"])
    page = explore(frame, n_clusters=3, names=[f"{nasty}{i}" for i in range(150)])
    page.send("link", i=0, j=100, kind="cannot")
    page.send("suggest")
    state = page.settled()
    assert state["links"][0]["a"] == f"{nasty}0"
    assert nasty in state["question"]["a"]
    assert "<script>" in state["question"]["title"]


def test_tooltip_columns_are_shown_and_not_clustered(explore):
    frame = load_iris(as_frame=True).data.assign(
        species=load_iris().target_names[load_iris().target]
    )
    page = explore(frame, n_clusters=3, tooltip=["species"])
    assert page.explorer.session.X.shape == (150, 4)
    page.send("describe", index=0, step=None)
    assert page.sent[-1]["rows"][0] == ["species", "setosa"]
    page.send("suggest")
    extra = page.settled()["question"]["extra"]
    assert extra[0]["rows"][0][0] == "species"


def test_true_labels_show_the_agreement(explore):
    page = explore(y_true=load_iris().target)
    assert page.state["progress"]["score_name"] != "silhouette"


# --------------------------------------------------------------------------- traits


def test_traits_tell_observers_what_changed(explore):
    page = explore(clusterer="pckmeans")  # which a pair of one cluster does not move
    explorer, seen = page.explorer, []
    for name in ("labels", "constraints", "question"):
        explorer.observe(lambda change: seen.append((change.name, change.old, change.new)), name)
    before = explorer.labels
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    page.send("set", what="n_clusters", value=4)
    page.settled()
    with explorer.event_loop.acting():  # observers are told after the page
        names = [name for name, _, _ in seen]
    assert names.count("constraints") == 1
    assert names.count("labels") == 1
    _, old, new = seen[names.index("labels")]
    np.testing.assert_array_equal(old, before)
    assert new is explorer.labels is explorer.session.labels


def test_the_view_follows_the_session(page):
    page.explorer.session.answer(3, 5, "cannot")
    page.explorer.session.wait(10)
    assert page.pairs("cannot") == [(3, 5)]
    page.explorer.session.undo()
    assert page.pairs("cannot") == []


def test_traits_cannot_be_set_by_hand(page):
    from traitlets import TraitError

    with pytest.raises(TraitError, match=r"explorer\.session"):
        page.explorer.labels = np.zeros(150)


def test_two_explorers_mind_their_own_business(explore):
    one, other = explore(), explore()
    one.send("link", i=0, j=1, kind="must")
    other.send("link", i=2, j=3, kind="cannot")
    one.settled(), other.settled()
    assert one.pairs("must") == [(0, 1)]
    assert one.pairs("cannot") == []
    assert other.pairs("cannot") == [(2, 3)]
    assert other.pairs("must") == []
    assert one.explorer.layer.model_id != other.explorer.layer.model_id


# --------------------------------------------------------------------------- sizes


def test_more_clusters_than_colours(explore):
    page = explore(n_clusters=11)
    assert len(page.state["clusters"]) == 11
    assert page.state["labels_itemsize"] == 1


def test_more_clusters_than_a_byte_can_tell(explore):
    X, _ = make_blobs(600, centers=300, cluster_std=0.01, random_state=0)
    page = explore(X, clusterer="kmeans", n_clusters=300)
    page.wait(lambda state: state["fit"] is None and state["labels_itemsize"] == 2)
    np.testing.assert_array_equal(page.labels, page.explorer.labels)
    assert page.labels.max() > 255


@pytest.mark.parametrize("X", [np.ones((20, 3)), np.c_[np.arange(20.0), np.ones(20)]])
def test_flat_data(explore, X):
    page = explore(X, n_clusters=1)
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["error"] is None
    page.send("suggest")
    page.settled()
    json.dumps(page.state, allow_nan=False)


def test_nothing_left_to_ask(explore):
    page = explore(np.array([[0.0, 0], [0, 1], [9, 9]]), n_clusters=2)
    for _ in range(4):
        page.send("suggest")
        question = page.settled()["question"]
        if question is None:
            break
        kind = "must" if max(question["i"], question["j"]) == 1 else "cannot"
        page.answer(question, kind)
    page.settled()
    assert page.state["exhausted"] is True
    assert page.state["question"] is None


# --------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("X", "options", "words"),
    [
        (np.ones(5), {}, ["1 dimension"]),
        (np.empty((0, 2)), {}, ["(0, 2)"]),
        ([[0.0, np.nan], [1, 1]], {}, ["NaN", "row 0", "column 1"]),
        ([[0.0, np.inf], [1, 1]], {}, ["infinity"]),
        (np.ones((3, 2), dtype=complex), {}, ["omplex"]),
        (pd.DataFrame({"a": [1.0, 2], "name": ["x", "y"]}), {}, ["'name'"]),
        (pd.DataFrame([[1.0, 2], [3, 4]], columns=["a", "a"]), {}, ["two columns", "'a'"]),
        (pd.DataFrame({"a": [1.0, 2]}, index=["r", "r"]), {}, ["'r'", "more than once"]),
        (np.eye(4), {"n_clusters": 0}, ["n_clusters=0"]),
        (np.eye(4), {"n_clusters": 5}, ["n_clusters=5", "4"]),
        (np.eye(4), {"clusterer": "dbscan"}, ["dbscan", "pckmeans"]),
        (np.eye(4), {"strategy": "guess"}, ["guess", "npu"]),
        (np.eye(4), {"names": ["a", "b"]}, ["2 names", "4 rows"]),
        (np.eye(4), {"names": "abcd"}, ["'abcd'", "one name a row"]),
        (np.eye(4), {"names": 7}, ["names=7", "one name a row"]),
        (np.eye(4), {"tooltip": ["a", "b"]}, ["2 values for 4 rows"]),
        (np.eye(4), {"tooltip": 7}, ["tooltip=7", "function of the row number"]),
        (pd.DataFrame({"a": [1.0, 2]}), {"tooltip": "b"}, ["'b'", "'a'"]),
        (np.eye(4), {"path": ""}, ["path=''"]),
        (np.eye(4), {"constraints": [(0, 1)]}, ["Constraints"]),
        (np.eye(4), {"n_clusters": 2.5}, ["n_clusters=2.5"]),
        (np.eye(4), {"random_state": "dice"}, ["random_state='dice'"]),
        (np.eye(4), {"constraints": Constraints(3)}, ["3", "4"]),
        (np.eye(4), {"y_true": [0, 1]}, ["2", "4"]),
    ],
)
def test_bad_input_is_named_and_leaves_nothing_behind(bundle, tmp_path, X, options, words):
    path = tmp_path / "answers.jsonl"
    with pytest.raises(ValueError) as caught:
        ClusterExplorer(X, **{"path": path, **options})
    assert all(word in str(caught.value) for word in words), caught.value
    assert list(tmp_path.glob("answers*")) == []


def test_unknown_keywords_are_refused(bundle):
    with pytest.raises(TypeError, match="'colour'.*constraints, path, names, tooltip"):
        ClusterExplorer(np.eye(4), colour="red")


def test_a_missing_bundle_is_named(bundle, tmp_path):
    (bundle / "layer.css").unlink()
    path = tmp_path / "answers.jsonl"
    with pytest.raises(RuntimeError, match=r"layer\.css is missing.*npm run build"):
        ClusterExplorer(np.eye(4), n_clusters=2, path=path)
    assert not path.exists()


# --------------------------------------------------------------------------- disk


def test_a_journal_brings_everything_back(explore, tmp_path):
    path = tmp_path / "answers.jsonl"
    page = explore(path=path)
    assert "answers are saved" not in page.state["disconnected_text"]
    page.send("link", i=0, j=100, kind="cannot")
    page.send("link", i=0, j=1, kind="must")
    state = page.settled()
    assert state["saved"] == "2 answers saved"
    assert "Your 2 answers are saved" in state["disconnected_text"]
    labels = page.labels.copy()
    page.explorer.close()
    again = explore(path=path)
    assert again.state["status"] == "2 saved answers loaded."
    assert again.pairs("must") == [(0, 1)]
    assert again.pairs("cannot") == [(0, 100)]
    np.testing.assert_array_equal(again.labels, labels)


def test_the_same_cell_run_again_without_closing(explore, tmp_path):
    path = tmp_path / "answers.jsonl"
    explore(path=path).send("link", i=0, j=1, kind="must")
    again = explore(path=path)
    assert again.pairs("must") == [(0, 1)]
    again.send("link", i=2, j=3, kind="must")
    assert again.settled()["error"] is None


def test_without_a_path_the_page_says_so(page):
    assert page.state["saved"] == "not saved"
    page.send("link", i=0, j=1, kind="must")
    assert page.settled()["saved"] == "1 answer, not saved"
    assert page.state["disconnected_text"].endswith("Your answer was not saved.")


def test_other_data_are_refused(explore, tmp_path):
    path = tmp_path / "answers.jsonl"
    explore(path=path).explorer.close()
    before = path.read_bytes()
    with pytest.raises(ValueError, match="data"):
        ClusterExplorer(load_iris().data + 1, n_clusters=3, path=path)
    assert path.read_bytes() == before


def test_closing_stops_the_page_and_says_so(page):
    explorer = page.explorer
    explorer.close()
    explorer.close()
    assert explorer.layer.comm is None
    assert repr(explorer) == "ClusterExplorer, closed"


# --------------------------------------------------------------------------- no front end


def test_printing_tells_what_it_is_and_where_to_see_it(page):
    page.send("link", i=0, j=1, kind="must")
    page.settled()
    text = repr(page.explorer)
    assert text.startswith("ClusterExplorer: 150 points in 3 clusters, 1 constraint, ")
    assert "JupyterLab 4, Notebook 7 or Voila" in text
    bundle = page.explorer._repr_mimebundle_()
    assert bundle["text/plain"] == text
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_script_without_a_kernel_can_use_the_session(tmp_path):
    code = (
        "import numpy as np\n"
        "from pathlib import Path\n"
        "from jupyter_sscluster.widget.core import layer\n"
        f"layer.STATIC = Path({str(tmp_path)!r})\n"
        "from jupyter_sscluster import ClusterExplorer\n"
        "e = ClusterExplorer(np.random.default_rng(0).normal(size=(60, 2)), n_clusters=3)\n"
        "e.session.answer(0, 1, 'must'); e.session.wait()\n"
        "print(e); print(e.labels[0] == e.labels[1], len(e.constraints))\n"
    )
    for name in ("layer.js", "layer.css", *(f"{part}.js" for part in PARTS)):
        (tmp_path / name).write_text("")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    first, second = done.stdout.splitlines()
    assert "anywhere else" in first
    assert second == "True 1"


def test_the_older_widget_of_a_journal_says_at_once_that_a_newer_one_took_over(explore, tmp_path):
    path = tmp_path / "a.jsonl"
    older = explore(path=path, n_clusters=3)
    older.send("link", i=0, j=1, kind="must")
    older.send("suggest")
    assert older.settled()["ended"] == ""
    newer = explore(path=path, n_clusters=3)
    assert older.state["ended"].startswith("The journal ")
    assert "was opened again by a newer session, which has all the answers" in older.state["ended"]
    assert not older.state["asking"]
    assert newer.state["ended"] == ""
    assert newer.pairs("must") == older.pairs("must") == [(0, 1)]
    newer.explorer.session.close()
    assert newer.state["ended"].startswith("This session was closed")
