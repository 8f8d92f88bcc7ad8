"""Answers that contradict earlier ones, to questions about what follows from these."""

from collections.abc import Sequence
from dataclasses import replace

from jupyter_sscluster.constraints import ConflictError, Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.constraints_from_answers import told


def accommodated(
    n_samples: int,
    kept: Sequence[Answer],
    new: Sequence[Answer],
    source: str,
    *,
    grouped: bool = False,
) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
    """Earlier answers that are soft from now on, and the new ones; no hard ones contradict.

    As in the loops of `fit`: a cannot-link between points that must-links join is soft, even where
    the must-link came later, so that the order of answers makes no difference. Earlier cannot-links
    of another `source` are a person's own, and stay hard; then the must-link is soft. So is
    whatever contradicts in an answer about several points, `grouped`: a point that is shown again
    and goes to another class is not to join the two.

    >>> known = [Answer(1, 0, 1, "must", source="question")]
    >>> known += [Answer(2, 1, 2, "cannot", source="question")]
    >>> late = [Answer(3, 0, 2, "must", source="question")]
    >>> turned, new = accommodated(3, known, late, "question")
    >>> [(a.number, a.soft) for a in turned + new]
    [(2, True), (3, False)]
    """
    said, turned = list(kept), set[int]()
    known = told(Constraints(n_samples), kept)
    for answer in new:
        try:
            known = told(known, [answer])
        except ConflictError:
            between = _between(known, answer, said) if answer.kind == "must" else []
            if between and not grouped and all(each.manner == source for each in between):
                soft = {each.number: replace(each, soft=True) for each in between}
                said = [*(soft.get(each.number, each) for each in said), answer]
                known, turned = told(Constraints(n_samples), said), turned | set(soft)
                continue
            answer = replace(answer, soft=True)
            known = told(known, [answer])
        said.append(answer)
    earlier = len(kept)
    return tuple(a for a in said[:earlier] if a.number in turned), tuple(said[earlier:])


def _between(known: Constraints, link: Answer, said: Sequence[Answer]) -> list[Answer]:
    """The hard cannot-links between the components that a must-link joins."""
    ids = known.component_ids
    joined = {ids[link.i], ids[link.j]}
    hard = (each for each in said if each.kind == "cannot" and not each.soft)
    return [each for each in hard if {ids[each.i], ids[each.j]} == joined]
