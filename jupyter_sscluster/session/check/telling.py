"""Answers made of checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.check.judged import NOT_KNOWN, Judged
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.step_names import counted


def told_answers(timeline: Timeline, judged: Judged) -> tuple[tuple[Answer, ...], str]:
    """The answers that the checks make, each signed as its check, and what the step is called."""
    links, sources = list[tuple[int, int, str]](), list[str]()
    known = judged.constraints
    for row, looks in judged.looks.items():
        if judged.settled[row] or not judged.in_force[row]:
            continue
        for i, j, kind in _links(judged, row):
            if known.relation(i, j) is None:
                known = known.add(i, j, kind)
                links.append((i, j, kind))
                sources.append(looks[-1].source)
    change, answers = operations.answers(timeline, links, None, soft=None, source="check")
    signed = {answer.number: source for answer, source in zip(answers, sources, strict=True)}
    add = () if change is None else change.add
    told = tuple(replace(each, source=signed.get(each.number, each.source)) for each in add)
    n_rows = len(judged.looks)
    checks = "1 check" if n_rows == 1 else f"{n_rows} checks"
    return told, f"{checks} told to the clustering: {counted(told)}"


def _links(judged: Judged, row: int) -> Iterator[tuple[int, int, str]]:
    """What a check says: the card that a row is with, and the one that it is not with."""
    called = judged.class_of(row)
    if called == NOT_KNOWN:
        return
    card = judged.card_of_class[called]
    if card != row:
        yield row, card, "must"
    label = int(judged.labels[row])
    meant = int(judged.stands_for[label]) if label >= 0 else NOT_KNOWN
    if meant not in (NOT_KNOWN, called):  # nobody has said yet what a new cluster stands for
        yield row, judged.card_of_class[meant], "cannot"
