"""The journal: nothing acknowledged is lost, nothing foreign is touched, nothing is guessed."""

import errno
import gc
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from session_parts import Broken, Deaf, blobs, picture, threads_ended

from jupyter_sscluster import ConflictError, Constraints, Session
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import KMeans, PCKMeans
from jupyter_sscluster.seeding import farthest_first
from jupyter_sscluster.session import JournalError
from jupyter_sscluster.session.settings import _plain, _value

X = blobs(30)
HERE = str(Path(__file__).parent)
SUPPORT = str(Path(__file__).parents[1] / "support")


@pytest.fixture(autouse=True)
def no_fit_outlives_a_test():
    yield from threads_ended()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


def make(path=None, **settings):
    return Session(
        X, **{"clusterer": KMeans(3, n_init=1), "strategy": "random", **settings}, path=path
    )


def busy(path):
    """A session in which a bit of everything has happened."""
    session = make(path)
    session.answer(0, 1, "must", weight=0.1)
    session.answer(2, 5, "unknown")
    session.set_n_clusters(4)
    session.answer_many([(3, 4), (6, 7)], "cannot")
    session.set_clusterer("pckmeans", n_init=1)
    session.set_strategy("explore consolidate")
    session.answer(0, 1, "cannot", soft=True)
    session.replace(1, 8, 9, "must")
    session.take_back(4)
    session.refit(fresh=True)
    session.undo()
    session.undo()
    session.redo()
    return session


def steps(session):
    """Pictures of every state that undo and redo lead to, starting with the present one."""
    pictures = [picture(session)]
    while session.undo() is not None:
        pictures.append(picture(session))
    while session.redo() is not None:
        pictures.append(picture(session))
    return pictures


# --------------------------------------------------------------------------- going on


def test_reopening_gives_the_same_session(path):
    session = busy(path)
    before = picture(session)
    session.close()
    again = make(path)
    assert picture(again) == before
    assert again.notes == ()


def test_reopening_fits_nothing_and_restores_every_state(path, monkeypatch):
    expected = steps(busy(path.with_name("other")))
    busy(path).close()
    monkeypatch.setattr(KMeans, "fit", None)
    monkeypatch.setattr(PCKMeans, "fit", None)
    again = make(path)
    for one, other in zip(steps(again), expected, strict=True):
        for key in ("labels", "constraints", "unknown", "settings", "undo", "branch", "record"):
            assert one[key] == other[key]


def test_going_on_after_reopening_is_going_on(path):
    one, other = busy(path), busy(path.with_name("other"))
    one.close()
    one = make(path)
    for session in (one, other):
        session.answer(10, 11, "must")
        session.undo()
        session.undo()
        session.answer(12, 13, "cannot")
    assert one.labels.tobytes() == other.labels.tobytes()
    assert one.undo_label == other.undo_label


def test_names_and_weights_survive_exactly(path):
    names = [f"«{i}» <b>\u2028\udc80" for i in range(30)]
    session = make(path, names=names)
    session.answer(0, 1, "must", weight=1 / 3)
    label = session.undo_label
    session.close()
    again = make(path, names=names)
    assert again.answers[0].weight == 1 / 3
    assert again.undo_label == label
    assert again.constraints == session.constraints


def test_a_fit_that_was_not_written_is_made_again_with_the_same_labels(path):
    session = make(path)
    for i in range(5):
        session.answer(i, i + 10, "must")
    labels, fits = session.labels, len(session.history)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(n for n, text in enumerate(lines) if b'"change"' in text)
    path.write_bytes(b"".join(lines[: last + 1]))
    again = make(path)
    assert again.labels.tobytes() == labels.tobytes()
    assert len(again.history) == fits


def test_an_unfinished_fit_keeps_its_answer(path):
    session = make(path, background=True)
    assert session.wait(20)
    session.set_clusterer(Deaf(60))
    session.answer(0, 1, "must")
    session.close()
    again = make(path, clusterer=Deaf(0))
    assert [answer.pair for answer in again.answers] == [(0, 1)]
    assert len(again.history) == 2


def test_the_file_is_text_and_a_fit_writes_only_what_changed(path):
    big = blobs(3000)
    session = Session(big, KMeans(3, n_init=1), "random", path=path)
    size = path.stat().st_size
    session.answer(0, 3, "must")
    assert path.stat().st_size - size < 1000
    assert [json.loads(line)["do"] for line in path.read_text().splitlines()[1:]] == [
        "fit", "score", "change", "fit", "score",
    ]  # fmt: skip


# --------------------------------------------------------------------------- killed while writing


def test_a_torn_last_line_is_left_out_at_every_byte(path):
    session = make(path)
    session.answer(0, 1, "must")
    before, start = picture(session), path.stat().st_size
    session.answer(2, 3, "unknown")
    after = picture(session)
    session.close()
    whole = path.read_bytes()
    for length in range(start, len(whole) + 1):
        path.write_bytes(whole[:length])
        again = make(path)
        assert picture(again) == (after if length == len(whole) else before)
        assert len(again.notes) == (start < length < len(whole))
        assert path.read_bytes() == whole[:length]
        again.close()


def test_a_torn_line_is_cut_off_by_the_next_answer(path):
    session = make(path)
    session.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do":"change","add":[[1,0,' + b"1" * 5000)
    session = make(path)
    assert "cut off" in session.notes[0]
    session.answer(5, 6, "must")
    before = picture(session)
    session.close()
    assert path.read_bytes().startswith(whole + b'{"do":"change","add":[[1,5,6')
    assert path.read_bytes().endswith(b"}\n")
    again = make(path)
    assert picture(again) == before
    assert again.notes == ()


@pytest.mark.parametrize("length", [0, 1, 20, 40, 200])
def test_a_torn_header_is_a_new_journal(path, length):
    make(path).close()
    path.write_bytes(path.read_bytes()[:length])
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    assert len(make(path).answers) == 1


CHILD = """
import sys
import numpy as np
sys.path.insert(0, {tests!r})
from session_parts import blobs
from jupyter_sscluster import Session
from jupyter_sscluster.cluster import KMeans
session = Session(blobs(30), KMeans(3, n_init=1), "random", path={path!r}, background={background})
print("ready", flush=True)
rng = np.random.default_rng({seed})
while True:
    i, j = rng.choice(30, 2, replace=False).tolist()
    if rng.random() < 0.2 and session.can_undo:
        session.undo()
        print("undo", flush=True)
    else:
        print(session.answer(i, j, "unknown" if rng.random() < 0.5 else "must").number, flush=True)
"""


@pytest.mark.parametrize("background", [False, True])
def test_nothing_acknowledged_is_lost_by_kill_9(path, background):
    acknowledged, seed = [], 0
    for seed, delay in enumerate((3, 40)):
        code = CHILD.format(tests=SUPPORT, path=str(path), background=background, seed=seed)
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        acknowledged += [child.stdout.readline().strip() for _ in range(delay)]
        child.kill()
        acknowledged += child.stdout.read().split()
        child.wait()
    session = make(path)
    replayed = []
    for line in path.read_bytes().splitlines()[1:]:
        entry = json.loads(line) if line.endswith(b"}") else {}
        if entry.get("do") in ("change", "undo"):
            replayed.append(str(entry["add"][0][0]) if entry["do"] == "change" else "undo")
    assert is_subsequence(acknowledged, replayed)
    assert len(replayed) - len(acknowledged) <= 3
    in_force = []
    for step in replayed:
        in_force = in_force[:-1] if step == "undo" else [*in_force, int(step)]
    assert [answer.number for answer in session.answers] == in_force


def is_subsequence(short, long):
    rest = iter(long)
    return all(step in rest for step in short)


# --------------------------------------------------------------------------- nothing half done


def test_a_conflict_leaves_the_journal_as_it_is(path):
    session = make(path)
    session.answer_many([(0, 1), (1, 2)], "must")
    before = path.read_bytes()
    with pytest.raises(ConflictError):
        session.answer(0, 2, "cannot")
    with pytest.raises(InputError):
        session.set_n_clusters(0)
    session.answer_many([], "must")
    assert path.read_bytes() == before


@pytest.mark.parametrize("broken", ["fsync", "write"])
def test_a_full_disk_records_nothing(path, monkeypatch, broken):
    session = make(path)
    session.answer(0, 1, "must")
    before, data = picture(session), path.read_bytes()

    def fail(*arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, fail)
        with pytest.raises(JournalError, match="No space left.*nothing was recorded"):
            session.answer(2, 3, "must")
        assert picture(session) == before
    assert path.read_bytes() == data
    session.answer(4, 5, "must")
    session.close()
    assert [answer.pair for answer in make(path).answers] == [(0, 1), (4, 5)]


def test_labels_that_could_not_be_written_are_still_shown(path, monkeypatch):
    session = make(path)
    real = os.write
    calls = []

    def second_fails(*arguments):
        calls.append(1)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", second_fails)
        session.answer(2, 3, "must")
    assert len(session.history) == 2
    assert "No space left" in session.notes[0]
    session.set_n_clusters(4)
    before = session.labels.tobytes()
    session.close()
    assert make(path, n_clusters=3).labels.tobytes() == before


# --------------------------------------------------------------------------- refused


def refused(path, words, **settings):
    data = path.read_bytes() if path.is_file() else None
    with pytest.raises(JournalError, match=words) as caught:
        make(path, **settings)
    if data is not None:
        assert path.read_bytes() == data
    assert str(path.name) in str(caught.value) or str(path.parent) in str(caught.value)


def test_a_zero_with_a_sign_is_the_same_zero(path):
    zeros = X.copy()
    zeros[3] = 0.0
    Session(zeros, n_clusters=2, path=path).close()
    zeros[3] = -0.0
    Session(zeros, n_clusters=2, path=path).close()


def test_other_data_are_refused(path):
    make(path).close()
    data = path.read_bytes()
    for other, words in [(X[:-1], r"30 × 2.*29 × 2"), (X + 1e-12, "other data of the same shape")]:
        with pytest.raises(JournalError, match=words):
            Session(other, KMeans(3), path=path)
    assert path.read_bytes() == data


def test_a_refused_opening_leaves_the_open_session_alone(path):
    session = make(path)
    with pytest.raises(JournalError):
        Session(X + 1, KMeans(3), path=path)
    with pytest.raises(InputError):
        make(path, n_clusters=0)
    assert session.answer(0, 1, "must").number == 1


@pytest.mark.parametrize(
    "text",
    [b"a,b\n1,2\n", b"hello", b"\x89PNG\r\n\x1a\n", b"[1]\n", b'{"journal": "other"}\n', b"\xff\n"],
)
def test_a_foreign_file_is_left_as_it_is(path, text):
    path.write_bytes(text)
    refused(path, "is not a session journal")


def test_another_version_is_refused(path):
    make(path).close()
    path.write_bytes(path.read_bytes().replace(b'"version":1', b'"version":2', 1))
    refused(path, "version 2.*reads version 1")


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"nonsense",
        b"",
        b"[]",
        b'{"do":"dance"}',
        b'{"do":"redo"}',
        b'{"do":"change","add":[[9,0,0,"must",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[[9,0,99,"unknown",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[[9,0,5,"perhaps",1.0,false,0,"user"]],"remove":[],"cause":""}',
        b'{"do":"change","add":[],"remove":[77],"cause":""}',
        b'{"do":"set","cause":"","n_clusters":-3,"random_state":null}',
        b'{"do":"set","cause":"","n_clusters":null,"random_state":null,"clusterer":{"name":"x","params":{}}}',
        b'{"do":"fit","fit":1,"base":7,"rows":"","labels":""}',
        b'{"do":"fit","fit":1,"base":null,"rows":"!!","labels":""}',
        b'{"do":"score","fit":99,"score":1}',
        b'{"do":"given","given":3}',
    ],
)
def test_a_damaged_line_is_named(path, line):
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    lines = path.read_bytes().split(b"\n")
    lines.insert(3, line)
    path.write_bytes(b"\n".join(lines))
    refused(path, "line 4 of the journal .* is damaged")


def test_a_damaged_header_is_named(path):
    make(path).close()
    head, rest = path.read_bytes().split(b"\n", 1)
    entry = json.loads(head)
    for key in ("data", "settings", "answers", "given"):
        less = {name: value for name, value in entry.items() if name != key}
        path.write_bytes(json.dumps(less).encode() + b"\n" + rest)
        refused(path, "line 1 of the journal .* is damaged")


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_byte_is_refused_or_understood(tmp_path_factory, data):
    folder = tmp_path_factory.getbasetemp() / "bytes"
    if not folder.exists():
        folder.mkdir()
        busy(folder / "whole").close()
    whole = bytearray((folder / "whole").read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    path = folder / "changed"
    path.write_bytes(whole)
    try:
        session = make(path)
    except InputError:
        assert path.read_bytes() == whole
    else:
        assert len(session.labels) == 30
        session.close()


def test_places_where_no_journal_can_be(path, tmp_path):
    refused(tmp_path, "is a folder")
    refused(tmp_path / "no" / "such", "folder .* does not exist")
    with pytest.raises(InputError, match="path=''"):
        make("")


def test_a_file_that_may_not_be_written(path, monkeypatch):
    make(path).close()
    real = os.open

    def read_only(path, flags, *mode):
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *mode)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        refused(path, "Permission denied")
        refused(path.with_name("new"), "Permission denied")
    assert not path.with_name("new").exists()


def test_bad_arguments_leave_no_file(path):
    for bad in ({"n_clusters": 0}, {"clusterer": "none"}, {"clusterer": Broken(always=True)}):
        with pytest.raises((InputError, RuntimeError)):
            make(path, **bad)
        assert not path.exists()


# --------------------------------------------------------------------------- one writer


def test_the_newer_session_of_a_process_takes_over(path):
    older = make(path, background=True)
    older.answer(0, 1, "must")
    newer = make(path)
    assert [answer.pair for answer in newer.answers] == [(0, 1)]
    with pytest.raises(JournalError, match="newer session"):
        older.answer(2, 3, "must")
    with pytest.raises(JournalError, match="newer session"):
        older.undo()
    assert len(older.answers) == 1
    newer.answer(4, 5, "must")
    newer.close()
    with pytest.raises(JournalError, match="was closed"):
        newer.answer(6, 7, "must")
    assert [answer.pair for answer in make(path).answers] == [(0, 1), (4, 5)]


def test_running_the_cell_again_and_again(path):
    for n in range(4):
        session = make(path, background=True)
        assert len(session.answers) == n
        session.answer(2 * n, 2 * n + 1, "must")


def test_a_session_forgotten_lets_go_of_the_file(path):
    make(path).answer(0, 1, "must")
    gc.collect()
    code = f"""
    import sys
    sys.path[:0] = [{HERE!r}, {SUPPORT!r}]
    from test_journal import make
    make({str(path)!r}).answer(2, 3, "must")
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
    assert len(make(path).answers) == 2


def test_another_process_that_writes_it_is_not_disturbed(path):
    code = f"""
    import sys
    sys.path[:0] = [{HERE!r}, {SUPPORT!r}]
    from test_journal import make
    session = make({str(path)!r})
    print("ready", flush=True)
    sys.stdin.read()
    session.answer(0, 1, "must")
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout.readline() == "ready\n"
    refused(path, "in use by another running kernel")
    assert Session.load(path, X).answers == ()
    child.communicate()
    assert child.returncode == 0
    assert len(make(path).answers) == 1


@pytest.mark.parametrize(
    "value", [0.5, 1e-300, np.inf, -np.inf, np.float64(2.5), (1, 0.5), [np.inf]]
)
def test_numbers_are_written_as_they_are_and_infinite_ones_by_name(value):
    text = json.dumps(_plain(value), allow_nan=False)
    assert _value(json.loads(text)) == value
    assert _plain(0.5) == 0.5


# --------------------------------------------------------------------------- an edited cell


def test_arguments_as_before_let_the_last_settings_win(path):
    session = make(path, n_clusters=3)
    session.set_n_clusters(5)
    session.set_strategy("npu")
    session.close()
    again = make(path, n_clusters=3)
    assert again.n_clusters == 5
    assert type(again.strategy).__name__ == "NPU"
    assert again.revision == 2


def test_edited_arguments_are_a_change(path):
    session = make(path, n_clusters=3)
    session.set_n_clusters(5)
    session.answer(0, 1, "must")
    session.close()
    edited = make(path, n_clusters=4, strategy=Random(random_state=8), random_state=1)
    assert (edited.n_clusters, edited.strategy.random_state) == (4, 8)
    assert edited.clusterer.random_state == 1
    assert edited.undo_label == "strategy Random, 4 clusters, random_state = 1"
    edited.set_n_clusters(2)
    edited.close()
    again = make(path, n_clusters=4, strategy=Random(random_state=8), random_state=1)
    assert again.n_clusters == 2
    again.undo()
    again.undo()
    assert again.n_clusters == 5


def test_constraints_left_out_of_the_arguments_are_taken_back(path):
    make(path, constraints=Constraints(30, must=[(0, 1), (2, 3)])).close()
    edited = make(path, constraints=Constraints(30, must=[(0, 1)]))
    assert edited.constraints == Constraints(30, must=[(0, 1)])
    edited.undo()
    assert edited.constraints == Constraints(30, must=[(0, 1), (2, 3)])


def test_constraints_that_were_answered_before_are_no_change(path):
    session = make(path)
    session.answer(0, 1, "must")
    session.close()
    edited = make(path, constraints=Constraints(30, must=[(0, 1)]))
    assert (edited.revision, len(edited.answers)) == (1, 1)


def test_edited_constraints_are_a_change(path):
    first = Constraints(30, must=[(0, 1), (2, 3)])
    session = make(path, constraints=first)
    session.answer(10, 11, "must")
    session.close()
    edited = make(path, constraints=Constraints(30, must=[(2, 3)], cannot=[(0, 1), (10, 12)]))
    assert edited.constraints == Constraints(30, must=[(2, 3), (10, 11)], cannot=[(0, 1), (10, 12)])
    assert [answer.number for answer in edited.answers] == [2, 3, 4, 5]
    edited.undo()
    assert edited.constraints.relation(0, 1) == "must"
    edited.close()
    data = path.read_bytes()
    with pytest.raises(ConflictError):
        make(path, constraints=Constraints(30, cannot=[(10, 11)]))
    assert path.read_bytes() == data


# --------------------------------------------------------------------------- estimators


def test_an_estimator_of_ones_own_must_be_passed_again(path):
    make(path, clusterer=Deaf(0)).close()
    data = path.read_bytes()
    with pytest.raises(InputError, match=r"session_parts.Deaf .* pass it again as clusterer="):
        Session.load(path, X)
    assert isinstance(Session.load(path, X, clusterer=Deaf(0)).clusterer, Deaf)
    assert path.read_bytes() == data
    assert isinstance(make(path, clusterer=Deaf(0)).clusterer, Deaf)


def test_an_absent_estimator_in_the_past_does_no_harm(path):
    session = make(path)
    session.set_clusterer(Deaf(0))
    deaf = session.labels
    session.set_clusterer("kmeans")
    session.close()
    again = make(path)
    again.undo()
    assert again.labels.tobytes() == deaf.tobytes()
    again.answer(0, 1, "must")
    assert "session_parts.Deaf" in again.error
    again.set_clusterer("kmeans")
    assert again.error is None


@pytest.mark.parametrize(
    "init", ["random", farthest_first, X[:3], X[:3].astype(np.float32)], ids=lambda v: str(type(v))
)
def test_parameters_come_back_as_they_were(path, init):
    make(path, clusterer=KMeans(3, init=init, tol=1e-9)).close()
    again = Session.load(path, X).clusterer
    assert again.tol == 1e-9
    if isinstance(init, np.ndarray):
        np.testing.assert_array_equal(again.init, init)
        assert again.init.dtype == init.dtype
    else:
        assert again.init is init or again.init == init


def my_start(X, n_clusters, *, constraints=None, random_state=None):
    return X[:n_clusters]


def test_a_callable_of_ones_own_must_be_passed_again(path):
    make(path, clusterer=KMeans(3, init=my_start)).close()
    with pytest.raises(InputError, match="pass it again"):
        Session.load(path, X)
    assert make(path, clusterer=KMeans(3, init=my_start)).clusterer.init is my_start


def test_a_nested_estimator_comes_back(path):
    strategy = Random(clusterer=PCKMeans(2, constraint_weight=0.5))
    make(path, strategy=strategy).close()
    assert Session.load(path, X).strategy.clusterer.constraint_weight == 0.5


def test_a_file_can_name_a_class_but_never_load_it(path):
    make(path).close()
    head, rest = path.read_bytes().split(b"\n", 1)
    entry = json.loads(head)
    entry["settings"]["clusterer"] = {"class": "subprocess.Popen", "params": {"args": "true"}}
    path.write_bytes(json.dumps(entry).encode() + b"\n" + rest)
    with pytest.raises(InputError, match="pass it again"):
        Session.load(path, X)


# --------------------------------------------------------------------------- save and load


def test_save_and_load(path, tmp_path):
    for session in (busy(None), busy(path)):
        session.save(tmp_path / "kept.json")
        copy = Session.load(tmp_path / "kept.json", X)
        assert picture(copy) == picture(session)
        assert copy.path is None
        copy.answer(20, 21, "must")
        copy.save(tmp_path / "more.json")
        assert len(Session.load(tmp_path / "more.json", X).answers) == len(session.answers) + 1


def test_a_saved_file_serves_as_journal(path):
    session = make()
    session.answer(0, 1, "must")
    session.save(path)
    again = make(path)
    again.answer(2, 3, "must")
    again.save(path)
    again.close()
    assert len(make(path).answers) == 2


def test_what_cannot_be_saved_or_loaded(tmp_path):
    session = make()
    with pytest.raises(JournalError, match="is a folder"):
        session.save(tmp_path)
    with pytest.raises(JournalError, match="does not exist"):
        session.save(tmp_path / "no" / "where")
    with pytest.raises(JournalError, match="no session in"):
        Session.load(tmp_path / "nothing", X)
    session.save(tmp_path / "kept")
    with pytest.raises(JournalError, match="other data"):
        Session.load(tmp_path / "kept", X[:, :1])
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]
