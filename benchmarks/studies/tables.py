"""Verdicts on claims as rows of tables."""

from collections.abc import Iterable, Iterator

from studies.claim import Claim, Judgement
from studies.contrasts import Finding

SUMMARY = ("claim", "as printed", "verdict", "parts that hold", "by signed ranks")
PARTS = ("protocol", "claim", "part", "found", "difference, 95 %", "p", "Holm", "signed rank", "d")


def summary(claims: Iterable[Claim], judged: dict[str, Judgement]) -> Iterator[list[str]]:
    """Claims, with the verdict on those that there are records of."""
    for claim in claims:
        found = judged.get(claim.name)
        verdict = _verdict(found) if found else "not run"
        counts = [found.kept, found.by_ranks] if found else ["–", "–"]
        yield [claim.name, claim.printed, verdict, *counts]


def parts(judgement: Judgement) -> Iterator[list[str]]:
    """What was found of each part of a claim."""
    for found in judgement.findings:
        yield [judgement.claim.protocol, judgement.claim.name, *_row(found)]


def remarks(judgement: Judgement) -> str:
    """What is known about a claim beside its figures; empty if nothing."""
    missing = f"Parts that were not run: {judgement.missing}." if judgement.missing else ""
    is_open = judgement.verdict == "undecided" and judgement.claim.why
    why = explained(judgement) if judgement.verdict == "fails" or is_open else ""
    return " ".join(text for text in (judgement.claim.remark, missing, why) if text)


def explained(judgement: Judgement) -> str:
    """Why a claim fails, or is undecided."""
    if judgement.verdict == "undecided":
        return f"{judgement.claim.name} is undecided. {judgement.claim.why}"
    against = [found for found in judgement.findings if found.verdict == "fails"]
    said = "; ".join(
        f"{found.label}: {found.first:.3f} against {found.second:.3f}, {found.interval}"
        for found in against
    )
    why = judgement.claim.why or "The reason is not known."
    return f"{judgement.claim.name} fails in {said}. {why}"


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
        f"{min(max(found.d, -99.0), 99.0):+.2f}",
        found.verdict,
    ]


def _verdict(judgement: Judgement) -> str:
    repeats = [found.repeats for found in judgement.findings]
    low, high = min(repeats), max(repeats)
    count = str(low) if low == high else f"{low} to {high}"
    return f"{judgement.verdict}, {count} repeat{'' if count == '1' else 's'}"
