"""Runs of strategies that place points and have them sorted, in small random worlds."""

from itertools import combinations

import numpy as np
from strategy_runs import World

from jupyter_sscluster.active import Oracle
from jupyter_sscluster.constraints.placement_and_sorting import (
    placement_statements,
    sorting_statements,
)


def proposed(strategy, snapshot, question_type, size=3):
    """The question of a shape."""
    if question_type == "place":
        return strategy.propose_placement(snapshot)
    return strategy.propose_sorting(snapshot, size)


def said(oracle, known, question_type, question):
    """What an oracle's answer states, don't-knows included."""
    if question_type == "place":
        choice = oracle.place(question.point, question.representatives)
        return placement_statements(known, question.point, question.representatives, choice)
    piles = oracle.sort(question.points, question.cards)
    unsure = set(question.points) - {row for pile in piles for row in pile}
    return sorting_statements(known, piles, sorted(unsure))


def check_question(question, snapshot, question_type):
    """Different rows that exist, representatives that are apart once two classes are certain."""
    if question_type == "place":
        rows = [question.point, *question.representatives]
        shown = question.representatives
        assert 1 <= len(shown) <= 6
    else:
        rows, shown = [*question.points, *question.cards], question.cards
        assert question.points
    pairs = list(combinations(shown, 2))
    assert (snapshot.constraints.relations(np.array(pairs).reshape(-1, 2)) == -1).all()
    assert len(set(rows)) == len(rows) >= 2
    assert all(0 <= row < snapshot.n_samples for row in rows)
    assert question.score >= 0
    assert question.reason.endswith(".")


def run(world: World, strategy, question_type, oracle=None, limit=100):
    """Questions until nothing is left, each with what the answer stated."""
    oracle = Oracle(world.y, None) if oracle is None else oracle
    snapshot, asked = world.snapshot([]), []
    while len(asked) < limit:
        question = proposed(strategy, snapshot, question_type)
        if question is None:
            break
        check_question(question, snapshot, question_type)
        statements = said(oracle, snapshot.constraints, question_type, question)
        assert statements, "an answer that says nothing is asked for again"
        for statement in statements:
            snapshot = world.after(snapshot, statement)
        asked.append((question, statements))
    return asked, snapshot
