"""What Okabe and Yamada (2012) say: O1 to O3."""

from __future__ import annotations

from jupyter_sscluster.experiments.studies.okabe import CRITERIA
from studies.claim import Claim
from studies.contrasts import Contrast, Side

NOTHING = 0.02
ASKED = (25.0, 100.0)


def _gap(name: str, relation: str) -> Contrast:
    sides = (Side("Active", ASKED), Side("Random", ASKED))
    label = f"{name}: Active {relation} Random"
    return Contrast(
        label, (name,), sides[0], relation, sides[1], 0.0 if relation == ">" else NOTHING
    )


def _beside(name: str, alone: str) -> Contrast:
    sides = (Side("Active", ASKED, protocol="okabe"), Side(alone, ASKED))
    return Contrast(f"{name}: Active > {alone}", (name,), sides[0], ">", sides[1])


MEAN = "Mean over 25 to 100 questions, geometric mutual information on all rows."

CLAIMS = (
    *(
        Claim(
            f"O1, {name}",
            f"Asking beats random pairs on {name}",
            "okabe",
            (_gap(name, ">"),),
            remark=MEAN,
        )
        for name in ("iris", "glass", "pathbased")
    ),
    Claim(
        "O2",
        "Asking is about as good as random pairs on ecoli, wdbc and spiral",
        "okabe",
        tuple(_gap(name, "≈") for name in ("ecoli", "wdbc", "spiral")),
        remark=f"{MEAN} About the same is within .02.",
    ),
    Claim(
        "O2, never worse",
        "Asking is nowhere significantly worse",
        "okabe",
        tuple(
            _gap(name, ">=") for name in ("iris", "glass", "pathbased", "ecoli", "wdbc", "spiral")
        ),
        remark=f"{MEAN} Less by at most .02 counts as no worse.",
    ),
    *(
        Claim(
            f"O3, {criterion}",
            f"Both criteria together are better than the {criterion} alone",
            CRITERIA.name,
            tuple(_beside(name, f"{criterion.capitalize()} alone") for name in CRITERIA.sets),
            need=1,
            remark=f"{MEAN} The study introduces both criteria without an experiment on either; "
            "better on one of four sets is taken as enough.",
        )
        for criterion in ("entropy", "kernel")
    ),
)
