"""Constraints and open pairs derived from answers, also without some of these."""

from collections.abc import Sequence

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer


def told(constraints: Constraints, answers: Sequence[Answer]) -> Constraints:
    """The constraints after these answers; a don't-know adds nothing to them."""
    for kind, soft in (("must", False), ("cannot", False), ("must", True), ("cannot", True)):
        chosen = [a for a in answers if a.kind == kind and a.soft is soft]
        if chosen:
            pairs, weights = [a.pair for a in chosen], [a.weight for a in chosen]
            constraints = constraints.add_pairs(pairs, kind, weights, soft=soft)
    return constraints


def open_pairs(answers: Sequence[Answer]) -> tuple[tuple[int, int], ...]:
    """Pairs that were answered "don't know" and by nothing else."""
    unknown = dict.fromkeys(answer.pair for answer in answers if answer.kind == "unknown")
    if not unknown:
        return ()
    stated = {answer.pair for answer in answers if answer.kind != "unknown"}
    return tuple(pair for pair in unknown if pair not in stated)


def without(answers: Sequence[Answer], numbers: Sequence[int]) -> tuple[Answer, ...]:
    """The answers less those with the given numbers, each of which must be in force."""
    gone = set(numbers)
    missing = gone - {answer.number for answer in answers}
    if missing:
        raise InputError(
            f"answer {min(missing)} is not in force; take back one of the numbers in "
            "session.answers"
        )
    return tuple(answer for answer in answers if answer.number not in gone)
