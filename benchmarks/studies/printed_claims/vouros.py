"""What Vouros and Vasilaki (2020) say: V1 to V6."""

from __future__ import annotations

from jupyter_sscluster.experiments.studies.vouros import FEATURES, MODERATE, SETS, STARTS
from studies.claim import Claim
from studies.contrasts import EVERYWHERE, Contrast, Side

ALL, KINDS, WEIGHTS = "vouros", "vouros-kinds", "vouros-weights"
NOTHING = 0.02
NONE = 0.001
"""Of the largest weight, what counts as no weight."""
SEEN = 0.02
"""Of the height of a figure, what can be seen."""
MADE = ("brodinova 5+5", "brodinova 3+7")


def _each(method: str) -> tuple[str, ...]:
    """A method from all starts."""
    name, _, choice = method.partition(" (")
    return tuple(f"{name}, {start}" + (f" ({choice}" if choice else "") for start in STARTS)


def _best(method: str, sets: tuple[str, ...], label: str) -> tuple[Contrast, ...]:
    return tuple(
        Contrast(f"{label}: {method} > {other}", sets, Side(_each(method)), ">", Side(_each(other)))
        for other in ("k-means", "sparse (tuned)", "PCK", "MPCK")
    )


def _kinds(first: str, relation: str, second: str) -> Contrast:
    methods = ("PCK, DKM++", "MPCK, DKM++", "PCSK, DKM++ (tuned)")
    sides = (Side(methods, kind=first), Side(methods, kind=second))
    label = f"all sets: {first} {relation} {second}"
    margin = NOTHING if relation == "≈" else 0.0
    return Contrast(label, SETS, sides[0], relation, sides[1], margin)


def _weighs(name: str, method: str, relation: str, limit: float = NONE) -> Contrast:
    label = f"{name}: {method}, largest weight of noise {relation} {limit}"
    side = Side(f"{method}, DKM++" + (" (tuned)" if method != "MPCK" else ""), score="noise_weight")
    return Contrast(label, (name,), side, relation, limit)


CLAIMS = (
    Claim(
        "V1",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (tuned)", SETS, "all sets"),
        remark="Mean over sets, starts and shares of pairs; s is the best by F on the test rows, "
        "as in the study.",
    ),
    Claim(
        "V1, honest s",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (honest)", SETS, "all sets"),
        remark="s is chosen by F on the training rows; sparse k-means keeps the best s.",
        why="What keeps the pairs of the training rows need not carry over: on brodinova 5+5 with "
        "7 and 10 shares of pairs F on training rows is 1 for every s, the smallest is taken, and "
        ".64 and .60 are left on test rows, where s = 1.5 has 1. On ionosphere and digits 0-4-8 "
        "PCSK is ahead with an s chosen like this, too.",
    ),
    Claim(
        "V2",
        "Cannot-links alone above must-links alone, both above must-links, cannot-links as both",
        KINDS,
        (
            _kinds("cannot", ">", "must"),
            _kinds("both", ">", "must"),
            _kinds("cannot", "≈", "both"),
        ),
        remark="Mean of PCK, MPCK and PCSK from DKM++; about the same is within .02.",
    ),
    Claim(
        "V3",
        "Must-links alone harm all methods except on digits",
        KINDS,
        tuple(
            Contrast(
                f"{name}: PCK, must-links < k-means",
                (name,),
                Side("PCK, DKM++", kind="must"),
                "<",
                Side("k-means, DKM++", kind="must"),
            )
            for name in SETS
            if not name.startswith("digits")
        ),
        remark="PCK beside k-means, from DKM++.",
        why="On the synthetic sets k-means is right, or as right as PCK becomes, and must-links "
        "change nothing; on iris they help. On ionosphere and the maze (SC) they do harm, by "
        "signed ranks.",
    ),
    Claim(
        "V4, PCSK",
        "PCSK clearly best on ionosphere and digits 0-4-8",
        ALL,
        tuple(
            contrast
            for name in ("ionosphere", "digits 048 1")
            for contrast in _best("PCSK (tuned)", (name,), name)
        ),
        remark="One of the ten samples of the digits.",
    ),
    Claim(
        "V4, MPCK",
        "MPCK with Seeding at least as good as PCSK on iris, digits 3-8-9 and the maze (SC)",
        ALL,
        tuple(
            Contrast(
                f"{name}: MPCK, Seeding >= PCSK, Seeding",
                (name,),
                Side("MPCK, Seeding"),
                ">=",
                Side("PCSK, Seeding (tuned)"),
                NOTHING,
            )
            for name in ("iris", "digits 389 1", "maze SC")
        ),
    ),
    *(
        Claim(
            f"V5, {method}",
            f"{method}: weight 0 for all features that are known to tell nothing, for every s",
            WEIGHTS,
            tuple(_weighs(name, method, "<") for name in FEATURES.sets),
            remark=f"The largest over s of {MODERATE[0]} to {MODERATE[-1]}, as a share of the "
            f"largest weight; below {NONE} counts as none.",
            why="Where s is more than the root of the number of features that matter, 1.7 for "
            "three, it binds no longer, and every feature that explains anything keeps a weight, "
            "if a small one: that is so by definition of the method.",
        )
        for method in ("PCSK", "sparse")
    ),
    *(
        Claim(
            f"V5, {method}, as drawn",
            f"{method}: features that are known to tell nothing have no bar that can be seen",
            WEIGHTS,
            tuple(_weighs(name, method, "<", SEEN) for name in FEATURES.sets),
            remark=f"The same, with {SEEN} of the largest weight as what can be seen in a figure.",
        )
        for method in ("PCSK", "sparse")
    ),
    Claim(
        "V5, MPCK",
        "MPCK gives weight to features that tell nothing",
        WEIGHTS,
        tuple(_weighs(name, "MPCK", ">") for name in FEATURES.sets),
    ),
    Claim(
        "V6",
        "All methods are the same on the synthetic sets",
        ALL,
        tuple(
            Contrast(
                f"{name}: {other} ≈ PCSK (tuned)",
                (name,),
                Side(_each(other), EVERYWHERE),
                "≈",
                Side(_each("PCSK (tuned)")),
                NOTHING,
            )
            for name in MADE
            for other in ("k-means", "sparse (tuned)", "PCK", "MPCK")
        ),
        remark="Within .02 of F. The sets are drawn anew after the published design.",
        why="On the harder set MPCK comes out higher than the others by nearly the .02 that count "
        "as the same; by signed ranks all parts hold.",
    ),
)
