"""Processes killed while rows are added, left out and put back: nothing acknowledged is lost."""

import pytest
from journaled import killed

PROGRAM = """
from jupyter_sscluster.journal.row_state import LATER
X = blobs(400)

def opened(path, n):
    return Session(X[:n], "kmeans", "random", n_clusters=2, path=path)

def work(path, seed):
    rng, n, session = np.random.default_rng(seed), 12, opened(path, 12)
    while True:
        out_of_force = sorted(session.rows.excluded)
        what = rng.integers(7)
        again = [row for row in out_of_force if session.rows.excluded[row] == LATER]
        if what == 0 and n < 390:
            session.rows.extend(X[n : n + 3])
            n += 3
        elif what == 1 and out_of_force:
            session.rows.include(out_of_force[:1])
        elif what == 2 and len(session.rows.tray):
            session.rows.tray.accept(session.rows.tray.rows[:1])
        elif what == 3 and session.undo() is not None:
            pass
        elif what == 4 and again:  # rows of an undone addition, which have their numbers again
            assert session.rows.extend(X[again]).tolist() == again
        elif what == 5 and len(session.rows.tray) and session.n_clusters < 5:
            session.rows.tray.new_cluster(session.rows.tray.rows[:1])
        elif len(session.rows) > 6:
            session.rows.exclude([int(rng.integers(n))], "why")
        yield [session.history.step, sorted(session.rows.excluded), n]

def opened_as_it_is(path, data):
    lines = map(json.loads, data.split(b"\\n")[:-1])
    opened(path, sum(entry["data"]["shape"][0] for entry in lines if "data" in entry)).close()

def found(path, told):
    session = opened(path, told[2])
    now = [session.history.step, sorted(session.rows.excluded), told[2]]
    session.close()
    return now
"""


@pytest.mark.parametrize("n", [6, pytest.param(150, marks=pytest.mark.thorough)])
def test_no_acknowledged_step_is_lost_by_kill_9(tmp_path, n):
    lost, n_told = killed(PROGRAM, tmp_path, n)
    assert lost == 0
    assert n_told >= n
