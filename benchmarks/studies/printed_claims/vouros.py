"""What Vouros and Vasilaki (2020) say: V1 to V6."""

from __future__ import annotations

from jupyter_sscluster.experiments.studies.vouros import (
    BY_FIGURE,
    FEATURES,
    MADE,
    MODERATE,
    REAL,
    STARTS,
)
from studies.claim import Claim
from studies.contrasts import EVERYWHERE, Contrast, Side
from studies.study_tests import StudyTest

ALL, KINDS, WEIGHTS, INNER = "vouros", "vouros-kinds", "vouros-weights", "vouros-inner"
NOTHING = 0.02
NONE = 0.001
"""Of the largest weight, what counts as no weight."""
SEEN = 0.02
"""Of the height of a figure, what can be seen."""
OTHERS = ("k-means", "sparse (tuned)", "PCK", "MPCK")
CONSTRAINED = ("PCK", "MPCK", "PCSK (tuned)")
DKM = ("DKM++",)
OF_KINDS = tuple(start for start in STARTS if start != "Seeding")
OF_THE_SET = ("k-means", "sparse (of the set)", "PCK", "MPCK")
FEWER = " From the last two there are two repeats."
LIKES_SEEDING = ("iris", "digits 389 1", "maze SC")
HARMED = tuple(name for name in REAL if not name.startswith("digits"))


def _from(method: str, start: str) -> str:
    """The name of a method from a start."""
    name, _, choice = method.partition(" (")
    return f"{name}, {start}" + (f" ({choice}" if choice else "")


def each_start(method: str, starts: tuple[str, ...] = (*STARTS,)) -> tuple[str, ...]:
    """A method from all starts."""
    return tuple(_from(method, start) for start in starts)


def _best(
    method: str,
    sets: tuple[str, ...],
    label: str,
    protocol: str = "",
    others: tuple[str, ...] = OTHERS,
) -> tuple[Contrast, ...]:
    starts = BY_FIGURE if protocol == INNER else (*STARTS,)
    return tuple(
        Contrast(
            f"{label}: {method} > {other}",
            sets,
            Side(each_start(method, starts), protocol=protocol),
            ">",
            Side(each_start(other, starts)),
        )
        for other in others
    )


def _cells(method: str, other: str, protocol: str, kinds: bool) -> tuple[Contrast, ...]:
    """The study's cells: set × start × kind, all starts but Seeding with each kind alone, too."""
    starts = BY_FIGURE if protocol == INNER else STARTS
    places = [(protocol, start, "both") for start in starts]
    if kinds:
        places += [(KINDS, start, kind) for start in OF_KINDS for kind in ("must", "cannot")]
    return tuple(
        Contrast(
            f"{name}, {start}, {kind}",
            (name,),
            Side(_from(method, start), kind=kind, protocol=of),
            ">",
            Side(_from(other, start), kind=kind, protocol=KINDS if of == KINDS else ALL),
        )
        for name in REAL
        for of, start, kind in places
    )


def _ranks(
    method: str, protocol: str = ALL, kinds: bool = False, others: tuple[str, ...] = OTHERS
) -> tuple[StudyTest, ...]:
    """Wilcoxon's test of a method beside each other one, over the study's cells."""
    return tuple(
        StudyTest(f"{method} > {other}", "ranks", ">", _cells(method, other, protocol, kinds))
        for other in others
    )


def _kinds(first: str, relation: str, second: str) -> Contrast:
    methods = each_start("PCK", DKM) + each_start("MPCK", DKM) + each_start("PCSK (tuned)", DKM)
    sides = (Side(methods, kind=first), Side(methods, kind=second))
    label = f"six sets: {first} {relation} {second}"
    margin = NOTHING if relation == "≈" else 0.0
    return Contrast(label, REAL, sides[0], relation, sides[1], margin)


def _kinds_by_ranks(
    first: str, relation: str, second: str, sets: tuple[str, ...] = REAL
) -> StudyTest:
    cells = tuple(
        Contrast(
            f"{name}, {method}, {start}",
            (name,),
            Side(_from(method, start), kind=first, protocol=KINDS),
            ">",
            Side(_from(method, start), kind=second, protocol=KINDS),
        )
        for name in sets
        for method in CONSTRAINED
        for start in OF_KINDS
    )
    return StudyTest(f"{first} {relation} {second}", "ranks", relation, cells)


def _harm(sets: tuple[str, ...], relation: str) -> tuple[Contrast, ...]:
    """Must-links alone beside both kinds, for each method."""
    return tuple(
        Contrast(
            f"{name}: {method}, must-links alone {relation} both kinds",
            (name,),
            Side(each_start(method, DKM), kind="must"),
            relation,
            Side(each_start(method, DKM), kind="both"),
            NOTHING if relation == ">=" else 0.0,
        )
        for name in sets
        for method in CONSTRAINED
    )


def _start_matters(name: str, method: str, relation: str) -> Contrast:
    return Contrast(
        f"{name}: {method}, Seeding {relation} DKM++",
        (name,),
        Side(_from(method, "Seeding")),
        relation,
        Side(_from(method, "DKM++")),
        0.0 if relation == ">" else NOTHING,
    )


def _same_weight(name: str) -> Contrast:
    sides = [Side("PCSK, DKM++ (tuned)", (level, level), score="noise_weight") for level in (10, 1)]
    label = f"{name}: largest weight of noise, 10 % of the pairs ≈ 1 %"
    return Contrast(label, (name,), sides[0], "≈", sides[1], SEEN)


def _noise_above(name: str) -> Contrast:
    sides = [Side("MPCK, DKM++", score=score) for score in ("mean_of_noise", "mean_of_features")]
    label = f"{name}: MPCK, mean weight of noise > of features"
    return Contrast(label, (name,), sides[0], ">", sides[1])


def _weighs(name: str, method: str, relation: str, limit: float = NONE) -> Contrast:
    label = f"{name}: {method}, largest weight of noise {relation} {limit}"
    side = Side(f"{method}, DKM++" + (" (tuned)" if method != "MPCK" else ""), score="noise_weight")
    return Contrast(label, (name,), side, relation, limit)


CLAIMS = (
    Claim(
        "V1",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (tuned)", REAL, "six sets"),
        tests=_ranks("PCSK (tuned)", kinds=True),
        remark="Mean over the six sets that the study tests, starts and shares of pairs; s is the "
        "best by F on the test rows of each fold, of six values, and of five, without the "
        "default, in the second repeat.",
    ),
    Claim(
        "V1, s of the set",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (of the set)", REAL, "six sets", others=OF_THE_SET),
        tests=_ranks("PCSK (of the set)", others=OF_THE_SET),
        remark="One s for each set and start, the best by the mean F on test rows, as in the "
        "study.",
    ),
    Claim(
        "V1, honest s",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (honest)", REAL, "six sets", INNER),
        tests=_ranks("PCSK (honest)", INNER),
        remark="s is chosen by F on three inner folds of the training rows, from Seeding and "
        "DKM++; sparse k-means keeps the best s on test rows.",
    ),
    Claim(
        "V1, honest s, all pairs",
        "PCSK above k-means, sparse k-means, PCK and MPCK on average",
        ALL,
        _best("PCSK (honest)", REAL, "six sets"),
        tests=_ranks("PCSK (honest)"),
        remark="s is chosen by F on all training rows, told about or not, and ties go to the "
        "default s.",
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
        tests=(
            _kinds_by_ranks("cannot", ">", "must"),
            _kinds_by_ranks("both", ">", "must"),
            _kinds_by_ranks("cannot", "≈", "both"),
        ),
        remark="Mean of PCK, MPCK and PCSK from DKM++ on the study's six sets; about the same is "
        f"within .02. The study's test is over DKM++, ROBIN and Maximin.{FEWER}",
    ),
    Claim(
        "V3",
        "Must-links alone harm all methods except on digits",
        KINDS,
        _harm(HARMED, "<"),
        tests=(_kinds_by_ranks("must", "<", "both", HARMED),),
        remark="Each of PCK, MPCK and PCSK from DKM++ beside itself with as many pairs of both "
        f"kinds; the study's test is over DKM++, ROBIN and Maximin.{FEWER}",
    ),
    Claim(
        "V3, digits",
        "On the digits must-links alone do no harm",
        KINDS,
        _harm(("digits 048 1", "digits 389 1"), ">="),
        remark="The same on the two sets that the study excepts; less by at most .02 counts as no "
        "harm.",
    ),
    Claim(
        "V3, PCSK",
        "PCSK copes with must-links alone better than PCK and MPCK",
        KINDS,
        tuple(
            Contrast(
                f"six sets: PCSK (tuned) > {other}, must-links alone",
                REAL,
                Side(each_start("PCSK (tuned)", DKM), kind="must"),
                ">",
                Side(each_start(other, DKM), kind="must"),
            )
            for other in ("PCK", "MPCK")
        ),
    ),
    Claim(
        "V4, starts",
        "The start matters to MPCK only: Seeding helps it on iris, digits 3-8-9 and the maze (SC)",
        ALL,
        tuple(
            _start_matters(name, method, ">" if method == "MPCK" else "≈")
            for name in LIKES_SEEDING
            for method in CONSTRAINED
        ),
        remark="Seeding beside DKM++; the same is within .02.",
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
        "V4, PCSK, honest s",
        "PCSK clearly best on ionosphere and digits 0-4-8",
        ALL,
        tuple(
            contrast
            for name in ("ionosphere", "digits 048 1")
            for contrast in _best("PCSK (honest)", (name,), name, INNER)
        ),
        remark="s is chosen by inner folds, from Seeding and DKM++.",
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
            for name in LIKES_SEEDING
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
        "V5, number of pairs",
        "PCSK: what noise weighs does not depend on the number of pairs",
        WEIGHTS,
        tuple(_same_weight(name) for name in FEATURES.sets),
        remark=f"The largest over s of {MODERATE[0]} to {MODERATE[-1]}; the same is within {SEEN}.",
    ),
    Claim(
        "V5, MPCK, digits",
        "MPCK gives noise more weight than the features of the contaminated digits",
        WEIGHTS,
        tuple(_noise_above(name) for name in FEATURES.sets if name.endswith("noise")),
    ),
    Claim(
        "V6",
        "All methods are the same on the synthetic sets",
        ALL,
        tuple(
            Contrast(
                f"{name}: {other} ≈ PCSK (tuned)",
                (name,),
                Side(each_start(other), EVERYWHERE),
                "≈",
                Side(each_start("PCSK (tuned)")),
                NOTHING,
            )
            for name in MADE
            for other in ("k-means", "sparse (tuned)", "PCK", "MPCK")
        ),
        remark="Within .02 of F. The sets are drawn anew after the published design.",
    ),
)
