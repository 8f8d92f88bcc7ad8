"""Constraints and open pairs derived from answers, also without some of these."""

from collections.abc import Sequence

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import pair_keys
from jupyter_sscluster.constraints.weighted_pairs import stated_tables
from jupyter_sscluster.journal.answer import Answer


def told(before: Constraints, answers: Sequence[Answer]) -> Constraints:
    """The constraints after these answers; a don't-know adds nothing to them."""
    constraints = before
    for kind, soft in (("must", False), ("cannot", False), ("must", True), ("cannot", True)):
        chosen = [a for a in answers if a.kind == kind and a.soft is soft]
        if chosen:
            pairs, weights = [a.pair for a in chosen], [a.weight for a in chosen]
            constraints = constraints.add_pairs(pairs, kind, weights, soft=soft)
    return _picked(before, constraints, answers)


def _picked(before: Constraints, after: Constraints, answers: Sequence[Answer]) -> Constraints:
    """The pairs by hand are those of which nothing was said otherwise, neither before nor now."""
    said = [answer for answer in answers if answer.kind != "unknown"]
    if not len(before.by_hand) and not any(answer.is_by_hand for answer in said):
        return after
    by_hand, asked = (
        np.array([each.pair for each in said if each.is_by_hand is hand], np.int64).reshape(-1, 2)
        for hand in (True, False)
    )
    known = np.concatenate([pair_keys(each.pairs) for each in stated_tables(before)])
    new = by_hand[~np.isin(pair_keys(by_hand), known)]
    picked = np.concatenate([before.by_hand, new])
    return after.with_by_hand(picked[~np.isin(pair_keys(picked), pair_keys(asked))])


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
