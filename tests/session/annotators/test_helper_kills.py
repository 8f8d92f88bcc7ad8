"""Processes killed while a person and a function answer and check: nothing told is lost."""

import pytest
from journaled import killed

PROGRAM = """
X, TRUTH, NAME = blobs(60), np.arange(60) % 3, "same topic?"

def rule(a, b):
    time.sleep(0.001)
    return bool(TRUTH[a] == TRUTH[b])

def in_force(session):
    checks = session._engine.state.checks
    looks = [] if checks is None else [[look.row, look.said] for look in checks.looks]
    said = [[a.number, *map(int, a.pair), a.kind, a.annotator] for a in session.answers]
    return [said, looks, session.history.step]

def opened(path):
    return Session(X, "adaptivepckmeans", n_clusters=3, annotator="Ann", path=path)

def work(path, seed):
    rng, session = np.random.default_rng(seed), opened(path)
    session.helpers.add(rule, name=NAME)
    while True:
        what = rng.integers(8)
        check = session.check(30) if what < 3 else None
        asked = check.question if what < 3 else None
        if hasattr(asked, "point"):
            mates = [c for c in asked.representatives if TRUTH[c] == TRUTH[asked.point]]
            check.place(asked.point, mates[0] if mates else None)
        elif asked is not None:
            check.sort()
        elif what == 7 and session.history.can_undo and len(session.answers) > 3:
            session.undo()
        else:
            for question in session.ask(1):
                same = TRUTH[question.i] == TRUTH[question.j]
                question.answer("must" if same else "cannot")
        with session._engine.lock:  # the function goes on in its thread
            told = in_force(session)
            yield told

def opened_as_it_is(path, data):
    opened(path).close()

def found(path, told):
    session = opened(path)
    now = in_force(session)
    session.close()
    return now
"""


@pytest.mark.parametrize("n", [6, pytest.param(150, marks=pytest.mark.thorough)])
def test_no_answer_and_no_check_is_lost_by_kill_9(tmp_path, n):
    lost, n_told = killed(PROGRAM, tmp_path, n, most=1.0)
    assert lost == 0
    assert n_told >= n
