"""A claim as printed, and what records say of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from studies.contrasts import (
    LEVEL,
    Contrast,
    Finding,
    Kept,
    find,
)
from studies.study_tests import Outcome, StudyTest, outcome, together


@dataclass(frozen=True)
class Claim:
    """What a study says, as contrasts of records.

    Attributes
    ----------
    name : str
        Such as "S2".
    printed : str
        As the study has it, in short.
    protocol : str
    contrasts : tuple of Contrast
    need : int
        Of so many contrasts; 0 is all of them.
    remark : str
        How it was made a contrast, and what differs from the study.
    why : str
        Where it fails or stays undecided, what is known of the reason, and what was tried; for
        those that have none here see `studies.paragraphs`.
    tests : tuple of StudyTest
        Those that the study announces, beside ours.
    """

    name: str
    printed: str
    protocol: str
    contrasts: tuple[Contrast, ...]
    need: int = 0
    remark: str = ""
    why: str = ""
    tests: tuple[StudyTest, ...] = ()


class Judgement(NamedTuple):
    """A claim, what was found of each of its parts, and the verdict.

    Attributes
    ----------
    claim : Claim
    findings : list of Finding
        One for each contrast that there are records of: effect, interval, tests.
    missing : int
        Contrasts that there are none of.
    verdict : {"holds", "fails", "undecided"}
        "holds" where enough parts do, "fails" where too many do not for that.
    outcomes : list of Outcome
        What the study's own tests say.
    """

    claim: Claim
    findings: list[Finding]
    missing: int
    verdict: str
    outcomes: list[Outcome]

    @property
    def by_study(self) -> str:
        """The verdict by the study's own tests; empty where it announces none."""
        return together(self.outcomes)

    @property
    def kept(self) -> str:
        """How many parts hold, of how many, and how many were needed."""
        held = sum(found.verdict == "holds" for found in self.findings)
        total = len(self.claim.contrasts)
        need = self.claim.need
        return f"{held} of {total}" + (f", {need} needed" if need and need < total else "")

    @property
    def by_ranks(self) -> str:
        """Of how many parts the signed rank test over repeats says what is printed, at 5 %."""
        seen = sum(found.signed_rank < LEVEL for found in self.findings)
        return f"{seen} of {len(self.claim.contrasts)}"


def judge(claim: Claim, records: Kept) -> Judgement:
    """The verdict on one claim."""
    total = len(claim.contrasts)
    need = claim.need or total
    findings = find(claim.contrasts, records, claim.protocol, need == total)
    held = sum(found.verdict == "holds" for found in findings)
    failed = sum(found.verdict == "fails" for found in findings)
    verdict = "undecided"
    if held >= need:
        verdict = "holds"
    elif failed > total - need:
        verdict = "fails"
    results = [found for test in claim.tests if (found := outcome(test, records, claim.protocol))]
    return Judgement(claim, findings, total - len(findings), verdict, results)
