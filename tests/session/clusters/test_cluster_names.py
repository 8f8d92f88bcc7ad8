"""Names of clusters: what may be one, and that each stays with its points."""

import json
import threading

import pytest
from session_parts import picture

from jupyter_sscluster import Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.cluster import PCKMeans
from jupyter_sscluster.journal.in_force import in_force
from jupyter_sscluster.session import JournalError
from jupyter_sscluster.session.engine.cluster_names import cluster_number

X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0], [23.0], [24.0]]
ROWS = {"near": 0, "middle": 3, "far": 6}


def named(path=None):
    session = Session(X, n_clusters=3, path=path)
    for name, row in ROWS.items():
        session.clusters.rename(session.labels[row], name)
    return session


def names(session):
    """The name of the cluster of each row."""
    return [session.clusters.names[label] for label in session.labels]


EVERY = ["near"] * 3 + ["middle"] * 3 + ["far"] * 5


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "🦄🏳️‍🌈",
        "עברית rtl",
        "a" * 5000,
        "=1+1",
        "  two\n lines\t",
        '"quoted" & \\',
    ],
)
def test_a_name_is_any_text_on_one_line_and_comes_back(path, name):
    session = Session(X, n_clusters=3, path=path)
    session.clusters.rename(1, name)
    line = " ".join(name.split())
    assert session.clusters.names == ("Cluster 1", line, "Cluster 3")
    assert len(session.history.undo_label) < 100
    session.close()
    again = Session(X, n_clusters=3, path=path)
    assert again.clusters.names[1] == line and not again.answers
    assert in_force(path).answers == ()
    assert again.undo() == session.history.undo_label
    assert again.clusters.names == ("Cluster 1", "Cluster 2", "Cluster 3")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "is empty"),
        (" \n ", "is empty"),
        ("\u200b", "'.u200b' is empty; give at least one character that can be seen"),
        ("\u200b \u2060\ufe0f", "is empty"),
        ("\u3164", "is empty"),
        ("a\x00", "U.0000, and a cluster's name has no control characters; leave it out"),
        ("\x00", "U.0000"),
        ("\x7fb", "U.007F"),
        ("a\ud800", "'a.ud800' holds U.D800, and a cluster's name has no halves of surrogate"),
        ("abc \u202e cba", "U.202E, and a cluster's name has no characters that turn the dir"),
        ("\u2066b\u2069", "U.2066"),
        ("a" * 5001, "5001 characters.*5000 at most"),
        ("NEAR", "another cluster already"),
        ("ｎｅａｒ", "another cluster already"),
        (" near ", "another cluster already"),
        ("Cluster 2", "with that number"),
        ("cluster 99", "with that number"),
        (7, "must be a text"),
        (None, "must be a text"),
    ],
)
def test_what_is_no_name_is_refused_with_the_rule(name, words):
    session = named()
    before = picture(session)
    with pytest.raises(InputError, match=words):
        session.clusters.rename("far", name)
    assert picture(session) == before


def test_a_cluster_is_found_by_its_name_and_by_its_number():
    session = named()
    session.clusters.rename("FAR", "far away")
    session.clusters.rename(session.labels[0], "Near")  # capitals of its own name may change
    assert names(session)[0] == "Near" and names(session)[-1] == "far away"
    with pytest.raises(InputError, match="no cluster is called 'far'; there are"):
        session.clusters.rename("far", "x")


def test_the_same_name_again_is_no_step():
    session = named()
    label = session.history.undo_label
    session.clusters.rename("far", " far ")
    assert session.history.undo_label == label


def test_its_own_name_takes_the_given_one_away():
    session = named()
    cluster = session.labels[6]
    session.clusters.rename("far", f"Cluster {cluster + 1}")
    assert session.clusters.names[cluster] == f"Cluster {cluster + 1}"
    session.undo()
    assert names(session) == EVERY


def test_names_take_part_in_undo_and_cost_no_fit():
    session = named()
    fit = session.history.current_fit.fit
    session.clusters.rename("far", "far away")
    assert (
        session.history.current_fit.fit == fit
        and session.history.undo_label == "far is called far away"
    )
    session.undo()
    assert names(session) == EVERY and session.history.current_fit.fit == fit
    session.redo()
    assert names(session)[-1] == "far away"


@pytest.mark.parametrize("pair", [("near", "middle"), ("middle", "far"), ("far", "near")])
def test_a_merged_cluster_keeps_the_name_of_the_larger(pair):
    session = named()
    session.clusters.merge(*pair)
    kept = "far" if "far" in pair else names(session)[0]
    assert kept in pair
    assert names(session) == [kept if name in pair else name for name in EVERY]
    session.undo()
    assert names(session) == EVERY
    session.redo()
    assert kept in names(session) and len(set(names(session))) == 2


def test_of_equals_the_one_with_the_lower_number_stays():
    session = named()
    first = min(session.labels[0], session.labels[3])
    kept = session.clusters.names[first]
    session.clusters.merge("middle", "near")
    assert names(session)[0] == kept


def test_the_largest_part_keeps_the_name():
    session = named()
    session.clusters.split("far", 2)
    assert names(session)[6:] == ["Cluster 4"] * 2 + ["far"] * 3


def test_a_new_part_has_no_old_name():
    session = named()
    session.set_n_clusters(2)
    gone = next(name for name in ROWS if name not in session.clusters.names)
    session.clusters.split("far", 2)
    assert session.n_clusters == 3 and gone not in session.clusters.names


def test_names_go_with_their_points_when_k_shrinks_and_grows():
    session = named()
    session.set_n_clusters(2)
    assert names(session)[-5:] == ["far"] * 5  # whichever number it has now
    session.set_n_clusters(3)
    assert names(session) == EVERY
    session.set_clusterer("pckmeans")
    assert names(session) == EVERY


class Held(PCKMeans):
    """Waits with its fit until it may go on."""

    gate = threading.Event()

    def fit(self, X, y=None, **known):
        assert self.gate.wait(30)
        return super().fit(X, y, **known)


@pytest.fixture
def held():
    """Four named clusters, and a fit that waits."""
    Held.gate.set()
    rows = [[x + y] for x in (0.0, 20.0, 60.0, 140.0) for y in (0.0, 1.0, 2.0)]
    session = Session(rows, Held(random_state=0), n_clusters=4, background=True)
    assert session.wait(30)
    for place in range(4):
        session.clusters.rename(session.labels[3 * place], f"N{place}")
    Held.gate.clear()
    yield session
    Held.gate.set()
    session.close()


FOUR = [f"N{place}" for place in range(4) for _ in range(3)]


def fitted(session):
    Held.gate.set()
    assert session.wait(30)
    Held.gate.clear()


@pytest.mark.parametrize("by", ["cancel", "overtaken"])
def test_names_stay_with_their_points_past_a_fit_that_never_ended(held, by):
    held.answer(0, 1, "must")
    if by == "cancel":
        held.cancel()
    held.set_n_clusters(3)
    fitted(held)
    three = names(held)
    held.undo()
    assert names(held) == FOUR  # while its fit is under way
    fitted(held)
    assert names(held) == FOUR
    held.undo()
    assert names(held) == FOUR
    held.redo()
    assert names(held) == FOUR
    held.redo()
    assert names(held) == three


def test_a_name_in_waiting_gives_way():
    session = named()
    session.set_n_clusters(2)
    gone = next(name for name in ROWS if name not in session.clusters.names)
    session.clusters.rename("far", gone)
    session.set_n_clusters(3)
    assert list(session.clusters.names).count(gone) == 1


def test_all_verbs_come_back_from_their_file(path):
    session = named(path)
    session.clusters.split("far", [[6, 7]])
    session.clusters.merge("near", "middle")
    session.clusters.rename("far", "farthest")
    session.undo()
    before, seen = picture(session), names(session)
    session.close()
    again = Session(X, n_clusters=3, path=path)
    assert picture(again) == before and names(again) == seen
    for _ in range(2):
        again.undo()
    assert names(again) == EVERY
    # a fit that was never written starts from the same place
    lines = path.read_text().splitlines()
    last = max(i for i, line in enumerate(lines) if '"do":"change"' in line)
    path.write_text("\n".join(lines[: last + 1]) + "\n")
    again.close()
    assert names(Session(X, n_clusters=3, path=path)) == seen


def test_a_journal_without_names_is_read_as_ever(path):
    session = Session(X, n_clusters=3, path=path)
    session.answer(0, 1, "must")
    session.close()
    assert "naming" not in path.read_text() and "regrouped" not in path.read_text()
    assert Session(X, n_clusters=3, path=path).clusters.names[0] == "Cluster 1"


@pytest.mark.parametrize(
    "damage",
    [
        {"naming": [[[0, ""]], 1]},
        {"naming": [[[99, "x"]], 1]},
        {"naming": [[[0, 5]], 1]},
        {"naming": [[[0, "x"]], -1]},
        {"naming": "x"},
        {"naming": None},
    ],
)
def test_a_damaged_line_of_names_is_refused(path, damage):
    session = Session(X, n_clusters=3, path=path)
    session.clusters.rename(0, "first")
    session.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[-1] |= damage
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(JournalError, match="is damaged"):
        Session(X, n_clusters=3, path=path)


@pytest.mark.parametrize("damage", [[[0], []], [[0], [99]], [[0]], 3])
def test_a_damaged_start_is_refused(path, damage):
    session = Session(X, n_clusters=3, path=path)
    session.clusters.merge(0, 1)
    session.close()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    at = next(i for i, line in enumerate(lines) if line.get("do") == "change")
    lines[at]["regrouped"] = damage
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(JournalError, match=f"line {at + 1} .*is damaged"):
        Session(X, n_clusters=3, path=path)


@pytest.mark.parametrize(("number", "ends"), [(10, "'c9'"), (11, "'c9' and 1 more")])
def test_of_many_names_ten_are_told(number, ends):
    with pytest.raises(InputError, match=rf"'c0', .*{ends}$"):
        cluster_number("far", [f"c{k}" for k in range(number)])
