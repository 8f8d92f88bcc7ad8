"""The replay page: small, closed to the network, every step as it was, people's texts as data."""

import base64
import hashlib
import json
import re

import numpy as np
import pytest

from jupyter_sscluster import Session
from jupyter_sscluster.export import replay, replay_page, write_replay_page
from jupyter_sscluster.export.pictures.scene import Fills
from jupyter_sscluster.export.replay import replay_data

NASTY = "</script><script>alert(1)</script><!-- \u2028 &amp;\ud800"


@pytest.fixture(scope="module", autouse=True)
def built():
    if not (replay.STATIC / "replay.js").is_file():
        pytest.skip("the page's script is not built")


def made(n=60, answers=8, **options):
    rng = np.random.default_rng(1)
    X = np.vstack([rng.normal(centre, 1, size=(n // 3, 4)) for centre in (0, 4, 8)])
    session = Session(X, "pckmeans", n_clusters=3, **options)
    kinds = ["must", "cannot", "unknown"]
    for place in range(answers):
        i, j = rng.choice(len(X), 2, replace=False).tolist()
        session.answer(i, j, kinds[place % 3], soft=True, source=f"{NASTY}{place}")
    return session


def unpacked(data):
    """Labels of every step, as the page makes them."""
    labels, found = np.zeros(data["n"], dtype=int), []
    kind = f"<u{data['itemsize']}"
    for step in data["steps"]:
        labels = labels.copy()
        if "all" in step:
            labels[:] = np.frombuffer(base64.b64decode(step["all"]), kind)
        if "rows" in step:
            rows = np.frombuffer(base64.b64decode(step["rows"]), "<u4")
            labels[rows] = np.frombuffer(base64.b64decode(step["labels"]), kind)
        found.append(labels)
    return found


def test_every_step_is_as_it_was():
    session = made()
    session.undo()
    session.set_n_clusters(4)
    session.set_clusterer("mpckmeans")
    steps, data = session.history.steps, replay_data(session, None, "t")
    assert len(steps) == len(data["steps"]) == 10
    answers = {}
    for step, told, labels in zip(steps, data["steps"], unpacked(data), strict=True):
        np.testing.assert_array_equal(labels, step.record.labels)
        answers = {n: a for n, a in answers.items() if n not in told["removed"]}
        answers |= {answer["number"]: answer for answer in told["added"]}
        assert list(answers) == [answer.number for answer in step.answers]
        assert told["cause"].startswith(step.cause[:20])
        assert len(told["clusters"]) == max(step.settings.n_clusters, labels.max() + 1)
        assert len(told["violated"]) == step.record.violated
    assert data["steps"][-1]["moved"] == session.history.current_fit.moved


def test_names_are_those_of_the_step_and_answers_are_numbered_by_action():
    session = made(answers=0)
    session.answer_many([(0, 1), (1, 2), (2, 3)], "must")
    session.clusters.rename(0, "first")
    session.answer(4, 5, "must")
    session.clusters.rename(0, "second")
    steps = replay_data(session, None, "t")["steps"]
    assert [step["clusters"][0] for step in steps] == ["Cluster 1", "Cluster 1"] + 2 * ["first"] + [
        "second"
    ]
    assert [[answer["action"] for answer in step["added"]] for step in steps] == [
        [],
        [1, 1, 1],
        [],
        [2],
        [],
    ]
    assert [step["cause"] for step in steps][1:4:2] == [
        "answer 1: 3 must-links",
        "answer 2: 4 – 5, must-link",
    ]


def test_what_undone_answers_left_is_taken_away():
    session = made(answers=3)
    session.remove(1)
    last = replay_data(session, None, "t")["steps"][-1]
    assert last["removed"] == [1]
    assert last["added"] == []


def test_more_than_255_clusters_have_two_bytes():
    X = np.arange(300.0)[:, None]
    session = Session(X, "kmeans", n_clusters=260)
    data = replay_data(session, None, "t")
    assert data["itemsize"] == 2
    np.testing.assert_array_equal(unpacked(data)[-1], session.labels)


def test_the_page_is_closed_and_its_texts_are_data():
    names = [f"{NASTY}{row}" for row in range(60)]
    page = replay_page(made(names=names), title=NASTY)
    assert page.count("<script") == 2 == page.count("</script>")
    assert page.count("<!--") == 0
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1]
    assert policy.startswith("default-src 'none'; ")
    script = re.search(r"<script>(.*?)</script>", page, re.S)[1]
    style = re.search(r"<style>(.*?)</style>", page, re.S)[1]
    for text in (script, style):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    outside = [url for url in re.findall(r"https?://[^\"'` )]+", page) if "w3.org" not in url]
    assert outside == []
    data = json.loads(re.search(r'id="replay-data">(.*?)</script>', page, re.S)[1])
    assert data["names"][7].startswith("</script><script>alert(1)")
    page.encode("utf-8")


def test_a_long_session_of_many_points_is_below_a_megabyte(tmp_path):
    session = made(n=1998, answers=100, names=[f"customer {row}" for row in range(1998)])
    path = tmp_path / "replay.html"
    write_replay_page(session, path)
    assert path.stat().st_size < 1_000_000
    moved = [np.random.default_rng(0).permutation(1998) % 3 for _ in range(101)]
    worst = len(base64.b64encode(np.array(moved, dtype=np.uint8).tobytes()))
    assert path.stat().st_size + worst < 1_000_000


def test_a_missing_script_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(replay, "STATIC", tmp_path)
    with pytest.raises(RuntimeError, match=r"replay\.css is missing"):
        replay_page(made(answers=0))


def test_the_fills_of_the_points_are_in_the_page():
    codes = np.arange(60, dtype=np.uint8) % 16
    kinds = [(8, NASTY), (16, "no value")]
    fills = Fills(codes, NASTY, "age", ["18", "84"], kinds, lasting=False)
    session = made(60, 0)
    told = replay_data(session, None, "t", fills)["fills"]
    assert np.frombuffer(base64.b64decode(told["codes"]), np.uint8).tolist() == codes.tolist()
    assert (told["title"], told["ends"], told["lasting"]) == ("age", ["18", "84"], False)
    assert [code for code, _ in told["kinds"]] == [8, 16]
    assert "alert(1)</script>" not in replay_page(session, fills=fills)
    assert replay_data(session, None, "t")["fills"] is None


def test_rows_are_drawn_while_they_were_there():
    X = np.random.default_rng(1).normal(size=(60, 4))
    session = Session(X[:50], "kmeans", "random", n_clusters=3)
    session.answer(0, 1, "must")
    session.rows.extend(X[50:60])
    session.rows.exclude([3])
    first, *_, added, last = unpacked(replay_data(session, None, ""))
    assert (first[50:] == 65_534).all() and (first[:50] < 3).all()
    assert (added < 3).all()
    assert last[3] == 65_534 and (np.delete(last, 3) < 3).all()
