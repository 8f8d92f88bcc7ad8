"""Verdicts on claims as rows of tables."""

from collections.abc import Iterable, Iterator

from studies.claim import Claim, Judgement
from studies.contrasts import Finding
from studies.paragraphs import REASONS, Reason

SUMMARY = (
    "claim",
    "as printed",
    "verdict",
    "parts that hold",
    "by signed ranks",
    "by the study's test",
)
SHOWN = 2
"""Of the parts that do not hold, those that a paragraph names."""
PARTS = ("protocol", "claim", "part", "found", "difference, 95 %", "p", "Holm", "signed rank", "d")


def summary(claims: Iterable[Claim], judged: dict[str, Judgement]) -> Iterator[list[str]]:
    """Claims that there are records of, with the verdict."""
    for claim in claims:
        if found := judged.get(claim.name):
            counts = [found.kept, found.by_ranks, found.by_study or "–"]
            yield [claim.name, claim.printed, _verdict(found), *counts]


def parts(judgement: Judgement) -> Iterator[list[str]]:
    """What was found of each part of a claim."""
    for found in judgement.findings:
        yield [judgement.claim.protocol, judgement.claim.name, *_row(found)]


def remarks(judgement: Judgement) -> str:
    """How a claim was made contrasts, and what the study's own tests say; empty if nothing."""
    missing = f"Parts that were not run: {judgement.missing}." if judgement.missing else ""
    tests = "; ".join(str(each) for each in judgement.outcomes)
    by_study = f"By the study's test: {judgement.by_study} ({tests})." if tests else ""
    return " ".join(text for text in (judgement.claim.remark, missing, by_study) if text)


def explained(judgement: Judgement) -> str:
    """A paragraph of at most five sentences on a claim that does not hold; empty if it does.

    What was found, why as far as it is known, and what would settle it.
    """
    if judgement.verdict == "holds":
        return ""
    reason = REASONS.get(judgement.claim.name) or Reason(judgement.claim.why, "")
    return " ".join(text for text in (_found(judgement), *reason) if text)


def _found(judgement: Judgement) -> str:
    """What was found, in a sentence: parts that hold, and the first of those that do not."""
    which = "fails" if judgement.verdict == "fails" else "undecided"
    against = [found for found in judgement.findings if found.verdict == which]
    said = [
        f"{found.label} ({found.first:.3f} against {found.second:.3f}"
        + ("" if found.repeats == 1 else f", {found.interval}")
        + ")"
        for found in against[:SHOWN]
    ]
    more = [f"{len(against) - SHOWN} more"] * (len(against) > SHOWN)
    if not against:
        return f"{judgement.kept} hold; the others were not run."
    how = "is contradicted in" if which == "fails" else "is left open by"
    return f"{judgement.kept} hold; {judgement.claim.name} {how} {'; '.join([*said, *more])}."


def _row(found: Finding) -> list[str]:
    shown = [found.label, f"{found.first:.3f} / {found.second:.3f}"]
    if found.repeats == 1:
        return [*shown, "one repeat: no interval", *4 * ["–"], found.verdict]
    return [
        *shown,
        str(found.interval),
        f"{found.p:.2g}",
        f"{found.holm:.2g}",
        f"{found.signed_rank:.2g}",
        _size(found.d),
        found.verdict,
    ]


def _size(d: float) -> str:
    """Cohen's d_z; it is infinite where all differences are the same.

    >>> _size(0.5), _size(-float("inf"))
    ('+0.50', '< -99')
    """
    return f"{d:+.2f}" if abs(d) <= 99 else "> 99" if d > 0 else "< -99"


def _verdict(judgement: Judgement) -> str:
    repeats = [found.repeats for found in judgement.findings]
    low, high = min(repeats), max(repeats)
    count = str(low) if low == high else f"{low} to {high}"
    return f"{judgement.verdict}, {count} repeat{'' if count == '1' else 's'}"
