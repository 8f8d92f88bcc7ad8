"""What Atwa and Emam (2019) say: A1 to A8."""

from __future__ import annotations

import math

from jupyter_sscluster.experiments.studies.atwa import (
    AFTER_EACH,
    FEW_ROWS,
    GREEDY,
    MANY_ROWS,
    SETS,
    THRESHOLDS,
)
from studies.claim import Claim
from studies.contrasts import Contrast, Side
from studies.study_tests import StudyTest

MPCK, HIERARCHY, OURS = "atwa-mpck", "atwa-hierarchy", "atwa-ours"
BATCH, TIME, WRONG = "atwa-batch", "atwa-time", "atwa-asc"
FEWER, MORE = f"atwa-rows-{FEW_ROWS}", f"atwa-rows-{MANY_ROWS}"
TIMES = MANY_ROWS / FEW_ROWS
END, START = (150.0, 150.0), (25.0, 25.0)
CLUSTERERS = {MPCK: "MPCK", HIERARCHY: "hierarchy"}
BATCHED = ("protein", "heart", "ionosphere", "breast")
NOTHING = 0.02


def _gap(
    name: str,
    first: str,
    relation: str,
    second: str,
    levels: tuple[float, float] = END,
    protocol: str = MPCK,
    score: str = "",
) -> Contrast:
    label = f"{name}, {CLUSTERERS.get(protocol, 'ours')}: {first} {relation} {second}"
    sides = [Side(method, levels, score, protocol=protocol) for method in (first, second)]
    margin = NOTHING if relation == ">=" else 0.0
    return Contrast(label, (name,), sides[0], relation, sides[1], margin)


def _signs(first: str, others: tuple[str, ...], score: str = "") -> tuple[StudyTest, ...]:
    """The study's tables by a sign test: in how many rows is a strategy ahead?"""
    cells = tuple(
        _gap(name, first, ">", other, protocol=of, score=score)
        for of in CLUSTERERS
        for name in SETS
        for other in others
    )
    return (StudyTest(f"{first} > {' and '.join(others)}", "signs", ">", cells),)


def _slower(name: str, first: str, second: str) -> Contrast:
    """More seconds, by their logarithm."""
    sides = [Side(method, score="asking_seconds", log=True) for method in (first, second)]
    label = f"{name}: log of seconds, {first} > {second}"
    return Contrast(label, (name,), sides[0], ">", sides[1])


def _growth(name: str, times: float, at_most: bool) -> Contrast:
    """The seconds of many rows are at most so many times those of few, or more, by logarithms."""
    sides = [Side(name, score="asking_seconds", protocol=p, log=True) for p in (FEWER, MORE)]
    few, many = (f"{n} rows" for n in (FEW_ROWS, MANY_ROWS))
    if at_most:
        label = f"magic: log of seconds, {name}, {few} less {many} > -log {times:g}"
        return Contrast(label, ("magic",), sides[0], ">", sides[1], -math.log(times))
    label = f"magic: log of seconds, {name}, {many} less {few} > log {times:g}"
    return Contrast(label, ("magic",), sides[1], ">", sides[0], math.log(times))


CLAIMS = (
    Claim(
        "A1",
        "MMD batches at least as good as NPU after 150 questions in most of 16 rows",
        MPCK,
        tuple(_gap(n, "MMD", ">", "NPU", protocol=of) for of in CLUSTERERS for n in SETS),
        need=12,
        tests=_signs("MMD", ("NPU",)),
        remark="F on all rows; 12 of 16 are significantly many by a sign test. Batches of 10 by "
        "the relaxed programme, diagonal MPCK-means, K clusters.",
    ),
    Claim(
        "A1, untouched rows",
        "MMD batches at least as good as NPU after 150 questions in most of 16 rows",
        MPCK,
        tuple(
            _gap(n, "MMD", ">", "NPU", protocol=of, score="f_untouched")
            for of in CLUSTERERS
            for n in SETS
        ),
        need=12,
        tests=_signs("MMD", ("NPU",), "f_untouched"),
        remark="The same on rows that nothing was asked about.",
    ),
    Claim(
        "A1, our best forms",
        "MMD batches at least as good as NPU after 150 questions",
        OURS,
        tuple(_gap(n, "MMD, greedy", ">", "NPU", protocol=OURS) for n in SETS),
        need=6,
        remark="Greedy batches and AdaptivePCKMeans, our defaults.",
    ),
    Claim(
        "A2",
        "NPU above ASC, Min-Max and Random generally",
        MPCK,
        tuple(
            _gap(name, "NPU", ">", other, protocol=of)
            for of in CLUSTERERS
            for name in SETS
            for other in ("ASC", "Min-Max", "Random")
        ),
        need=30,
        tests=_signs("NPU", ("ASC", "Min-Max", "Random")),
        remark="After 150 questions. Ours asks for 30 of 48 rows that are each significant after "
        "Holm; the sign test counts in how many NPU has the higher mean.",
    ),
    Claim(
        "A2, Min-Max",
        "Min-Max obtains better results with MPCK-means only on heart",
        MPCK,
        (
            _gap("heart", "Min-Max", ">", "Random"),
            *(_gap(name, "Random", ">=", "Min-Max") for name in SETS if name != "heart"),
        ),
        remark="Beside Random after 150 questions; less by at most .02 counts as as good.",
    ),
    Claim(
        "A3",
        "ASC best at few questions on segment",
        MPCK,
        tuple(
            _gap("segment", asc, ">", other, START, of)
            for of, asc in ((MPCK, "ASC, propagated"), (HIERARCHY, "ASC"))
            for other in ("MMD", "NPU", "Min-Max", "Random")
        ),
        remark="After 25 questions. With MPCK-means what ASC infers goes to the clusterer, to "
        "which the study owes the lead; in the hierarchy soft pairs mean nothing.",
    ),
    Claim(
        "A4",
        "Random gets worse with more questions on several sets",
        MPCK,
        tuple(
            Contrast(
                f"{name}, {who}: Random, at 150 < at 25",
                (name,),
                Side("Random", END, protocol=of),
                "<",
                Side("Random", START, protocol=of),
            )
            for of, who in CLUSTERERS.items()
            for name in SETS
        ),
        need=3,
    ),
    *(
        Claim(
            name,
            "Choosing 150 questions on magic takes MMD a tenth of the time of NPU and ASC",
            TIME,
            tuple(
                Contrast(
                    f"magic: log of seconds, {other} less {batches} > log 5",
                    ("magic",),
                    Side(other, score="asking_seconds", log=True),
                    ">",
                    Side(batches, score="asking_seconds", log=True),
                    math.log(5),
                )
                for other in (AFTER_EACH, "ASC")
            ),
            remark=f"At least five times as fast. PCK-means from one start; {how}.",
        )
        for name, batches, how in (
            ("A5", "MMD", "batches of 10 by the relaxed programme"),
            ("A5, greedy", GREEDY, "batches of 10 chosen greedily, our default"),
        )
    ),
    Claim(
        "A6",
        "Small batches are as good as single points, large ones worse",
        BATCH,
        (
            Contrast(
                "all sets: b = 5 ≈ b = 1", BATCHED, Side("b = 5"), "≈", Side("b = 1"), NOTHING
            ),
            Contrast("all sets: b = 50 < b = 1", BATCHED, Side("b = 50"), "<", Side("b = 1")),
        ),
        remark="Mean over 25 to 150 questions and four sets; the same is within .02 of F.",
    ),
    Claim(
        "A6, single points",
        "The largest time is taken where one point is chosen at a time",
        BATCH,
        tuple(
            _slower(name, "b = 1", f"b = {size}") for name in BATCHED for size in (5, 10, 25, 50)
        ),
        remark="Seconds of the whole run of 150 questions.",
    ),
    Claim(
        "A6, larger batches",
        "The time grows with the size of the batch otherwise",
        BATCH,
        tuple(
            _slower(name, f"b = {second}", f"b = {first}")
            for name in BATCHED
            for first, second in ((5, 10), (10, 25), (25, 50))
        ),
        remark="The study says both: most time for single points, and more for larger batches.",
    ),
    Claim(
        "A7",
        "Some values of k and θ make ASC infer wrong pairs",
        WRONG,
        tuple(
            Contrast(
                f"all sets: wrong ones of the pairs inferred, θ = {threshold} > .1",
                SETS,
                Side(f"θ = {threshold}, propagated", score="soft_wrong_ratio"),
                ">",
                0.1,
            )
            for threshold in THRESHOLDS
        ),
        need=1,
        remark="k = 6, 50 questions, mean of eight sets; more than a tenth is wrong under one "
        "value at least. ASC draws nothing, so that repeats are the same: p says nothing of other "
        "rows.",
    ),
    Claim(
        "A7, misled",
        "Pairs that ASC infers wrongly may mislead the clusterer",
        WRONG,
        tuple(
            Contrast(
                f"{name}: θ = {threshold}, propagated < not propagated",
                (name,),
                Side(f"θ = {threshold}, propagated"),
                "<",
                Side(f"θ = {threshold}"),
                NOTHING,
            )
            for threshold in THRESHOLDS
            for name in SETS
        ),
        need=1,
        remark="F on all rows after the same 50 questions, with and without what is inferred; "
        "lower by more than .02 under one value at least, on one set.",
    ),
    Claim(
        "A8",
        "The time of MMD batches grows linearly with the number of rows",
        MORE,
        (_growth("MMD", 1.25 * TIMES, at_most=True),),
        remark=f"{TIMES:g} times the rows, {FEW_ROWS} and {MANY_ROWS} of magic, take at most "
        f"{1.25 * TIMES:g} times the time.",
    ),
    Claim(
        "A8, NPU and ASC",
        "The times of NPU and ASC grow dramatically with the number of rows",
        MORE,
        tuple(_growth(name, TIMES, at_most=False) for name in (AFTER_EACH, "ASC")),
        remark=f"{TIMES:g} times the rows take more than {TIMES:g} times the time.",
    ),
)
