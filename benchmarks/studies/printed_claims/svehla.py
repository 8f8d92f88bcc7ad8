"""What Švehla (2018) says: S1 to S14."""

from __future__ import annotations

from collections.abc import Mapping

from jupyter_sscluster.experiments.protocol_design import Params
from jupyter_sscluster.experiments.studies.svehla import (
    BEFORE,
    MPCK_WEIGHTS,
    PCK_WEIGHTS,
    SETS,
    WEIGHTS,
)
from studies.claim import Claim
from studies.contrasts import EVERYWHERE, Contrast, Side

LABELS, PAIRS, ACTIVE = "svehla-labels", "svehla-pairs", "svehla-active"
NUMBER = "svehla-number"
TUNED, COMBINED = "svehla-weights", "svehla-combined"
WRONG_LABELS, WRONG_PAIRS = "svehla-wrong-labels", "svehla-wrong-pairs"
MOST = "The thesis names no sets; four of six are taken as most."
CLASSES = {"wdbc": 2, "digits389": 3, "glass": 6, "ionosphere": 2, "iris": 3, "wine": 3}
MANY, TOLD = (0.5, 1.0), (100.0, 1000.0)
NOTHING = 0.01
"""Of the adjusted Rand index, a difference that counts as none."""
SUPERVISED = ("COP", "PCK", "MK", "MPCK")
ASKING = ("Explore-Consolidate", "Min-Max", "NPU")


def _above(
    name: str,
    first: str,
    second: str,
    levels: tuple[float, float],
    relation: str = ">",
    score: str = "",
) -> Contrast:
    margin = NOTHING if relation in (">=", "≈") else 0.0
    label = f"{name}: {first} {relation} {second}"
    sides = [Side(method, levels, score) for method in (first, second)]
    return Contrast(label, (name,), sides[0], relation, sides[1], margin)


def _gain(name: str, method: str, low: float, high: float, relation: str = ">") -> Contrast:
    sides = (Side(method, (high, high)), Side(method, (low, low)))
    label = f"{name}: {method}, at {high:g} {relation} at {low:g}"
    return Contrast(label, (name,), sides[0], relation, sides[1])


def _against_random(strategy: str, score: str = "") -> tuple[Contrast, ...]:
    return tuple(
        Contrast(
            f"{name}: {strategy} > Random",
            (name,),
            Side(strategy, score=score),
            ">",
            Side("Random", score=score),
        )
        for name in SETS
    )


def _over(
    sets: tuple[str, ...], firsts: tuple[str, ...], seconds: tuple[str, ...], relation: str
) -> tuple[Contrast, ...]:
    return tuple(
        _above(name, first, second, TOLD, relation)
        for name in sets
        for first in firsts
        for second in seconds
    )


def _best_weight(method: str, weights: Mapping[str, Params]) -> tuple[Contrast, ...]:
    """The weight of table 5.2 beside each other one, by the final score."""
    return tuple(
        _above(name, f"{method} ({printed})", f"{method} ({other})", (1000.0, 1000.0), ">=")
        for name in SETS
        for printed in [weights[name]["constraint_weight"]]
        for other in WEIGHTS
        if other != printed
    )


def _as_many_as_classes(level: float) -> tuple[Contrast, ...]:
    """On each set less than half a cluster too many or too few on average."""
    return tuple(
        Contrast(
            f"{name}: neighbourhoods of {level:g} pairs ≈ {k}",
            (name,),
            Side("Random pairs", (level, level), "n_neighbourhoods"),
            "≈",
            float(k),
            0.5,
        )
        for name, k in CLASSES.items()
    )


DIVERSE = ("NPU, batches of diverse points", "NPU, batches of the best points")
THEN = "Explore-Consolidate, then NPU"
PROPOSED = "The thesis proposes it without an experiment; four of six sets are taken as enough."
ALL_ROWS = "The same on all rows, constrained ones included: an easier measure."

CLAIMS = (
    Claim(
        "S1",
        "Seeded and Constrained beat k-means++ with enough labels on all six sets",
        LABELS,
        tuple(_above(n, m, "k-means", MANY) for n in SETS for m in ("Seeded", "Constrained")),
        remark="Mean over shares of .5 and more.",
    ),
    Claim(
        "S1, without labels",
        "k-means++ wins on iris and wine without labels or with few",
        LABELS,
        tuple(_above(n, "k-means", "Seeded", (0.0, 0.0)) for n in ("iris", "wine")),
        remark="No labels: k-means++ with ten starts, Seeded with one start of random rows.",
    ),
    Claim(
        "S1, random start",
        "A random start works better than k-means++ on glass and digits",
        LABELS,
        tuple(_above(n, "Seeded", "k-means", (0.0, 0.0)) for n in ("glass", "digits389")),
        remark="No labels: Seeded with one start of random rows, k-means++ with ten starts.",
    ),
    Claim(
        "S2",
        "Constrained is at least as good as Seeded with many labels, everywhere",
        LABELS,
        tuple(_above(name, "Constrained", "Seeded", MANY, ">=") for name in SETS),
        remark="Mean over shares of .5 and more; less by at most .01 counts as as good.",
    ),
    Claim(
        "S2, rising",
        "Constrained keeps rising where Seeded has reached its plateau",
        LABELS,
        tuple(_gain(name, "Constrained", 0.5, 1.0) for name in SETS),
        remark="On test rows, which are never labelled.",
    ),
    Claim(
        "S3",
        "Digits, iris, wine: a steep gain up to a fifth of the labels; the others gain steadily",
        LABELS,
        (
            *(_gain(name, "Constrained", 0.0, 0.2) for name in ("digits389", "iris", "wine")),
            *(_gain(name, "Constrained", 0.2, 1.0) for name in ("wdbc", "glass", "ionosphere")),
        ),
    ),
    Claim(
        "S4",
        "Breast: MPCK best by a margin, ahead without pairs; all beat k-means++",
        PAIRS,
        (
            *_over(("wdbc",), ("MPCK",), ("COP", "PCK", "MK"), ">"),
            _above("wdbc", "MPCK", "k-means", (0.0, 0.0)),
            *_over(("wdbc",), SUPERVISED, ("k-means",), ">"),
        ),
        remark="Mean over 100 to 1000 pairs, and without any.",
    ),
    Claim(
        "S5",
        "Digits: all far above k-means++, MPCK slightly the best",
        PAIRS,
        (
            *_over(("digits389",), SUPERVISED, ("k-means",), ">"),
            *_over(("digits389",), ("MPCK",), ("COP", "PCK", "MK"), ">="),
        ),
    ),
    *(
        Claim(
            f"S6, {name}",
            f"{name.capitalize()}: those that learn a metric (MK, MPCK) above the others",
            PAIRS,
            _over((name,), ("MK", "MPCK"), ("COP", "PCK"), ">"),
        )
        for name in ("iris", "glass")
    ),
    Claim(
        "S6, glass, PCK",
        "Glass: PCK below COP up to about 300 pairs, above it later",
        PAIRS,
        (
            _above("glass", "PCK", "COP", (100.0, 300.0), "<"),
            _above("glass", "PCK", "COP", (600.0, 1000.0)),
        ),
    ),
    Claim(
        "S6, glass, without pairs",
        "Glass: all constrained methods above k-means++ without any pair",
        PAIRS,
        tuple(_above("glass", m, "k-means", (0.0, 0.0)) for m in SUPERVISED),
    ),
    Claim(
        "S7",
        "Ionosphere: COP dips with few pairs, MK below k-means++",
        PAIRS,
        (
            _gain("ionosphere", "COP", 0.0, 100.0, "<"),
            _above("ionosphere", "MK", "k-means", TOLD, "<"),
        ),
    ),
    Claim(
        "S7, in the end",
        "Ionosphere: the methods that enforce pairs end above k-means++",
        PAIRS,
        tuple(_above("ionosphere", m, "k-means", (1000.0, 1000.0)) for m in ("COP", "PCK", "MPCK")),
        remark="With 1000 pairs, the most there are.",
    ),
    Claim(
        "S8",
        "Wine: MK and MPCK below PCK and COP",
        PAIRS,
        _over(("wine",), ("MK", "MPCK"), ("PCK", "COP"), "<"),
    ),
    *(
        Claim(
            f"S9, {strategy}",
            f"{strategy} above Random nearly everywhere",
            ACTIVE,
            _against_random(strategy),
            need=4,
            remark="Mean of the curve over 0 to 100 questions, on test rows, never asked about.",
        )
        for strategy in ASKING
    ),
    Claim(
        "S9, exceptions",
        "Ionosphere: Min-Max and NPU below Explore-Consolidate; wine: NPU below both others",
        ACTIVE,
        (
            *(_above("ionosphere", m, ASKING[0], (0, 100), "<") for m in ASKING[1:]),
            *(_above("wine", "NPU", m, (0, 100), "<") for m in ASKING[:2]),
        ),
    ),
    Claim(
        "S9, order",
        "Min-Max at least as good as Explore-Consolidate on most sets",
        ACTIVE,
        tuple(_above(name, "Min-Max", ASKING[0], (0, 100), ">=") for name in SETS),
        need=4,
    ),
    Claim(
        "S9, NPU and others",
        "NPU as good as or better than Explore-Consolidate and Min-Max on most sets",
        ACTIVE,
        tuple(_above(name, "NPU", m, (0, 100), ">=") for name in SETS for m in ASKING[:2]),
        need=8,
        remark="Of twelve parts eight are most.",
    ),
    Claim(
        "S9, dip",
        "Digits: Explore-Consolidate and Min-Max dip at small numbers of questions",
        ACTIVE,
        tuple(_gain("digits389", strategy, 0, 10, "<") for strategy in ASKING[:2]),
    ),
    *(
        Claim(
            f"S9, {strategy}, all rows",
            f"{strategy} above Random nearly everywhere",
            ACTIVE,
            _against_random(strategy, "ari"),
            need=4,
            remark=ALL_ROWS,
        )
        for strategy in ASKING
    ),
    Claim(
        "S10",
        "The number of neighbourhoods converges to the number of clusters with more pairs",
        NUMBER,
        _as_many_as_classes(5000.0),
        remark=(
            "With 5000 random pairs of the training rows; the mean is less than half a cluster "
            "from the number of classes. The thesis assumes it (chapter 6)."
        ),
    ),
    Claim(
        "S10, 1000 pairs",
        "The same with as many pairs as the thesis draws",
        NUMBER,
        _as_many_as_classes(1000.0),
    ),
    *(
        Claim(
            name + ending,
            printed,
            protocol,
            tuple(_above(each, first, second, EVERYWHERE, score=score) for each in SETS),
            need=4,
            remark=f"{told}, a fifth of them wrong. {MOST}{rows}",
        )
        for name, protocol, first, second, told, printed in (
            (
                "S11",
                WRONG_LABELS,
                "Seeded",
                "Constrained",
                "Half of the labels",
                "Seeded is more suitable than Constrained where labels are wrong",
            ),
            (
                "S12",
                WRONG_PAIRS,
                "PCK",
                "COP",
                "100 pairs",
                "PCK copes with wrong pairs, and COP, which enforces them, does not",
            ),
        )
        for ending, score, rows in (
            ("", "", ""),
            (", all rows", "ari", " The same on all rows, those that were told about included."),
        )
    ),
    Claim(
        "S12, a clustering",
        "PCK always returns a clustering, COP does not",
        WRONG_PAIRS,
        (
            Contrast(
                "all sets: share of fits that end, COP, as printed < 1",
                SETS,
                Side("COP, as printed", score="ended"),
                "<",
                1.0,
            ),
            *(
                Contrast(
                    f"{name}: share of fits that end, PCK, as printed >= 1",
                    (name,),
                    Side("PCK, as printed", score="ended"),
                    ">=",
                    1.0,
                    0.001,
                )
                for name in SETS
            ),
        ),
    ),
    *(
        Claim(
            f"S13, {method}",
            f"{method}: the weights of table 5.2 are the best by the final score",
            TUNED,
            _best_weight(method, weights),
            remark="With 1000 pairs, on test rows, each printed weight beside the four others that "
            "are tried; less by at most .01 counts as as good.",
        )
        for method, weights in (("PCK", PCK_WEIGHTS), ("MPCK", MPCK_WEIGHTS))
    ),
    *(
        Claim(
            f"S14, {second}",
            f"Explore-Consolidate first, then NPU on its answers: as good as {second} alone",
            COMBINED,
            tuple(_above(name, THEN, second, (BEFORE + 10.0, 100.0), ">=") for name in SETS),
            need=4,
            remark=f"Mean over 60 to 100 questions, the first {BEFORE} of which are "
            f"Explore-Consolidate's; less by at most .01 counts as as good. {PROPOSED}",
        )
        for second in ("NPU", "Explore-Consolidate")
    ),
    Claim(
        "S14, batches",
        "Batches of NPU do better with diverse points than with the best ones",
        COMBINED,
        tuple(_above(name, *DIVERSE, EVERYWHERE) for name in SETS),
        need=4,
        remark=f"Ten pairs are asked before any is answered. {PROPOSED}",
    ),
)
