"""Checks are held out: nothing that learns, asks or suspects reads them."""

import ast
from pathlib import Path

import numpy as np
import pytest
from checking import Checker
from sklearn.datasets import make_blobs

import jupyter_sscluster
from jupyter_sscluster import Session

PACKAGE = Path(jupyter_sscluster.__file__).parent
MAY_READ = ("session/check/", "session/session.py", "session/__init__.py", "widget/", "export/")
KEEPS = ("journal/", "session/engine/sample/sample.py", "session/check/", "widget/", "export/")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def readers(module):
    named = f"jupyter_sscluster.{module}"
    return {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(name == named or name.startswith(f"{named}.") for name in imported(path))
    }


def test_no_clusterer_strategy_or_other_feature_imports_what_checks_say():
    assert len(readers("session.check")) > 5
    assert [path for path in readers("session.check") if not path.startswith(MAY_READ)] == []
    assert [path for path in readers("journal.checks") if not path.startswith(KEEPS)] == []


def seen(session):
    """All that a session has learned and would ask."""
    session.wait(60)
    queries = session.propose(5)
    constraints = session.constraints
    return (
        session.labels.tobytes(),
        [(each.pair, each.score, each.reason) for each in queries],
        [table.tobytes() for table in (constraints.must, constraints.cannot)],
        len(constraints),
        session.answers and [(a.number, a.i, a.j, a.kind) for a in session.answers],
        session.stopping.expected_changes,
        [(each.answer.number, each.why) for each in session.review.doubtful],
        session.n_clusters,
    )


@pytest.mark.parametrize("strategy", [None, "npu"])
def test_a_session_with_forty_checks_learns_and_asks_as_one_without(strategy):
    X, y = make_blobs(150, centers=3, cluster_std=2.5, random_state=3)
    both = [Session(X, strategy=strategy, n_clusters=3) for _ in range(2)]
    checked, plain = both
    person = Checker(checked.check(), y)
    rng = np.random.default_rng(0)
    for step in range(12):
        person.all(most=4)
        pair = [int(row) for row in rng.choice(150, 2, replace=False)]
        kind = "must" if (y[pair[0]] == y[pair[1]]) != (step == 5) else "cannot"
        for session in both:
            session.answer(*pair, kind, soft=True)
        if step in (3, 11):
            assert seen(checked) == seen(plain)
    assert len(person.check.rows) >= 40 and checked.history.current_fit.n_answers == 12
    assert len(checked.history.fits) == len(plain.history.fits)
    assert checked.history.current_fit.objective == plain.history.current_fit.objective
