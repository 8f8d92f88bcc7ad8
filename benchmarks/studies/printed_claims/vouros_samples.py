"""What Vouros and Vasilaki (2020) say, on all samples of the digits, and of the order of points."""

from __future__ import annotations

from jupyter_sscluster.experiments.studies.vouros import (
    ANOTHER,
    ANOTHER_ORDER,
    BY_FIGURE,
    ORDERED,
    SAMPLES,
    TEN_SAMPLES,
)
from studies.claim import Claim
from studies.contrasts import Contrast, Side
from studies.printed_claims.vouros import CONSTRAINED, DKM, NOTHING, each_start


def _on_ten(digits: str, label: str, first: Side, relation: str, second: Side) -> Contrast:
    """Two sides on the mean of the ten samples of a triple of digits."""
    margin = NOTHING if relation == ">=" else 0.0
    label = f"ten samples of {digits}: {label}"
    return Contrast(label, SAMPLES[digits], first, relation, second, margin)


CLAIMS = (
    Claim(
        "V3, digits, ten samples",
        "On the digits must-links alone do no harm",
        TEN_SAMPLES.name,
        tuple(
            _on_ten(
                digits,
                f"{method}, must-links alone >= both kinds",
                Side(each_start(method, DKM), kind="must"),
                ">=",
                Side(each_start(method, DKM)),
            )
            for digits in SAMPLES
            for method in CONSTRAINED
        ),
        remark="Mean over all ten samples, from DKM++; less by at most .02 counts as no harm.",
    ),
    Claim(
        "V4, PCSK, ten samples",
        "PCSK clearly best on digits 0-4-8",
        TEN_SAMPLES.name,
        tuple(
            _on_ten(
                "048",
                f"PCSK (tuned) > {other}",
                Side(each_start("PCSK (tuned)", BY_FIGURE)),
                ">",
                Side(each_start(other, BY_FIGURE)),
            )
            for other in ("k-means", "PCK", "MPCK")
        ),
        remark="Mean over all ten samples, from Seeding and DKM++; without sparse k-means.",
    ),
    Claim(
        "V4, MPCK, ten samples",
        "MPCK with Seeding at least as good as PCSK on digits 3-8-9",
        TEN_SAMPLES.name,
        (
            _on_ten(
                "389",
                "MPCK, Seeding >= PCSK, Seeding",
                Side("MPCK, Seeding"),
                ">=",
                Side("PCSK, Seeding (tuned)"),
            ),
        ),
        remark="Mean over all ten samples; less by at most .02 counts as as good.",
    ),
    Claim(
        "V4, order of points",
        "The order of the points does not matter",
        ANOTHER_ORDER.name,
        tuple(
            Contrast(
                f"{name}: {each.name}{ANOTHER} ≈ as they are",
                (name,),
                Side(each.name + ANOTHER),
                "≈",
                Side(each.name),
                NOTHING,
            )
            for name in ANOTHER_ORDER.sets
            for each in ORDERED
        ),
        remark="The same pairs and seeds, the rows in another order; the same is within .02 of F.",
    ),
)
