"""What Eaton (2005) says: E1 to E8."""

from __future__ import annotations

import math

from studies.claim import Claim
from studies.contrasts import EVERYWHERE, Contrast, Side

SINGLE, MULTIPLE = "eaton-single", "eaton-multiple"
FEW, MANY = (10.0, 50.0), (200.0, 400.0)
NOTHING = 0.03
GPK, REDUCED = "GPK full, g = .5", "GPK reduced, g = .5"
HIGHER = "GPK full, g = .7"
SETS = ("crabs", "pen digits 10%", "iris", "letters", "protein")
WIDE = ("pen digits 10%", "letters", "protein")
SIZES = {"crabs": 200, "pen digits 10%": 317, "iris": 150, "letters": 227, "protein": 116}
ROUNDS = (
    "The mean gain is smaller than the spread from fold to fold, and 50 repeats on the same rows "
    "would narrow the interval by little."
)
IRIS = (
    "With ten pairs MPCK has .795 already, and each of them is carried over to 126 others with "
    "g = .5 and to 33 with g = .7, so that some wrong ones are among them. The study keeps the "
    "last round, as is done here; in 100 runs with g = .7 the round that was best for the stated "
    "pairs was .004, .005 and .018 above MPCK with 10, 25 and 50 pairs, the last one -.004, -.007 "
    "and +.002. What settles it is whether the study's MPCK, whose scores are printed as a figure "
    "only, begins as high."
)
PROTEIN = (
    "The means go the way that is printed: +.009 with 25 pairs, +.018 with 50 and +.042 with 200, "
    "but -.005 with ten. Both thresholds carry over the same pairs, .3 for each told, most of them "
    "to rows that equal its own, and so have the same scores. " + ROUNDS
)
PCK_BELOW = (
    "PCK has the lower mean on all five sets, and by signed ranks it is below MPCK on most. On "
    "crabs both find nothing, with adjusted Rand indices of about 0, so that there is no "
    "difference to find. " + ROUNDS
)
WHY = {
    "E1, iris": IRIS,
    "E1, iris, the higher g": IRIS,
    "E1, protein": PROTEIN,
    "E1, protein, the higher g": PROTEIN,
    "E1, iris, a metric each": "GPK is above MPCK by .036 with ten pairs and by .049 with 25, and "
    "below it by .036 with 50. " + ROUNDS,
    "E2": "The drop is there: full propagation falls from .808 with 50 pairs to .776 with 200 and "
    ".712 with 400, where MPCK rises to .874. Its size differs so much from fold to fold that the "
    "interval reaches beyond 0; by signed ranks it is shown. Reduced propagation does not remove "
    "it (.740 and .720), although it carries over a third of the constraints, 17 for each told "
    "with 400 pairs. The base is ours, since there is no reference implementation for a metric "
    "each; its runs with the same weights in another program would settle it.",
    "E3": "With a metric each GPK is above MPCK, though both have adjusted Rand indices of about "
    "0 up to 100 pairs and .07 with 400. With one metric it is above by .009 with 200 and 400 "
    "pairs, which is slight, as printed, and within the spread of the folds.",
    "E4, one metric": "On the digits GPK is above MPCK by .06, on letters below it by .04. No "
    "constraint is carried over on the digits, and .2 for each told on letters. What differs is "
    "that GPK runs MPCK again from its own centres and metric, until its objective stays: on 36 "
    "fits to the digits the first run had .536, the second .556 and the last .592. The thesis "
    "wonders why GPK gains on the digits where nothing is carried over; this is the reason here.",
    "E5, one metric": PCK_BELOW,
    "E5, a metric each": PCK_BELOW,
    "E6": "On crabs 6 constraints are carried over for each told, where several hundred are "
    "printed; the other four sets are as printed. By the radius of table 2.1 the reach depends on "
    "the unit of the data: 6 are carried over where crabs are measured in millimetres, as here, "
    "and 2,100 where they are in centimetres (three folds, 10 to 100 pairs). Euclid's radius has "
    "no unit, but gives 100 on letters, where fewer than 3 are printed. The unit of the study's "
    "table would settle it.",
    "E6, metrics": "On crabs a metric each carries over 709 constraints where one metric carries "
    "over 785. The means are as printed, and by signed ranks fewer. " + ROUNDS,
}


def _gap(
    name: str,
    first: str,
    relation: str,
    second: str,
    levels: tuple[float, float] = EVERYWHERE,
    when: str = "",
) -> Contrast:
    label = f"{name}: {first} {relation} {second}{when}"
    margin = NOTHING if relation in (">=", "≈") else 0.0
    return Contrast(label, (name,), Side(first, levels), relation, Side(second, levels), margin)


def _count(name: str, method: str, relation: str, limit: float, score: str) -> Contrast:
    what = "constraints for each told" if score == "inferred_ratio" else "constraints"
    label = f"{name}: {method}, propagated {what} {relation} {limit:g}"
    return Contrast(label, (name,), Side(method, score=score), relation, limit)


CLAIMS = (
    *(
        Claim(
            f"E1, {name}{more}",
            f"{name.capitalize()}, one metric: GPK above MPCK with few pairs, the same with many"
            + more.replace(", ", "; "),
            SINGLE,
            (
                _gap(name, method, ">", "MPCK", FEW, ", 10 to 50 pairs"),
                _gap(name, method, "≈", "MPCK", MANY, ", 200 and 400 pairs"),
            ),
            remark="The same within .03. On protein g is .01 and .05, as in the thesis.",
            why=WHY.get(f"E1, {name}{more}", ""),
        )
        for name in ("iris", "protein")
        for method, more in ((GPK, ""), (HIGHER, ", the higher g"))
    ),
    Claim(
        "E1, iris, a metric each",
        "Iris, a metric each: GPK above MPCK with few pairs",
        MULTIPLE,
        (_gap("iris", GPK, ">", "MPCK", FEW, ", 10 to 50 pairs"),),
        remark="The thesis says so of the adjusted Rand index (section 4.3.2).",
        why=WHY.get("E1, iris, a metric each", ""),
    ),
    Claim(
        "E2",
        "Iris, a metric each, full propagation: a sudden drop as pairs grow; reduced removes it",
        MULTIPLE,
        (
            Contrast(
                f"iris: {GPK}, at 200 and 400 < at 50",
                ("iris",),
                Side(GPK, MANY),
                "<",
                Side(GPK, (50.0, 50.0)),
            ),
            _gap("iris", REDUCED, ">", GPK, MANY, ", 200 and 400 pairs"),
        ),
        why=WHY.get("E2", ""),
    ),
    Claim(
        "E3",
        "Crabs: GPK far above MPCK with a metric each; slightly with one, above 100 pairs",
        MULTIPLE,
        (
            _gap("crabs", GPK, ">", "MPCK"),
            Contrast(
                f"crabs, one metric: {GPK} > MPCK, 200 and 400 pairs",
                ("crabs",),
                Side(GPK, MANY, protocol=SINGLE),
                ">",
                Side("MPCK", MANY, protocol=SINGLE),
            ),
        ),
        why=WHY.get("E3", ""),
    ),
    *(
        Claim(
            f"E4, {what}",
            f"Digits and letters, {what}: no difference of GPK and MPCK, or a tiny one",
            protocol,
            tuple(_gap(name, GPK, "≈", "MPCK") for name in WIDE[:2]),
            remark="Within .03.",
            why=WHY.get(f"E4, {what}", ""),
        )
        for what, protocol in (("one metric", SINGLE), ("a metric each", MULTIPLE))
    ),
    *(
        Claim(
            f"E5, {what}",
            f"PCK worst almost everywhere, {what}",
            protocol,
            tuple(_gap(name, "PCK", "<", "MPCK") for name in SETS),
            need=4,
            why=WHY.get(f"E5, {what}", ""),
        )
        for what, protocol in (("one metric", SINGLE), ("a metric each", MULTIPLE))
    ),
    Claim(
        "E6",
        "Fewer than 3 propagated pairs for each told in many dimensions, hundreds in few",
        SINGLE,
        (
            *(_count(name, GPK, "<", 3, "inferred_ratio") for name in WIDE),
            *(_count(name, GPK, ">", 100, "inferred_ratio") for name in ("iris", "crabs")),
        ),
        remark="Mean over all numbers of pairs, after the last round. A pair counts for each "
        "constraint that is carried over to it.",
        why=WHY.get("E6", ""),
    ),
    Claim(
        "E6, bound",
        "Reduced propagation makes at most N² - N pairs",
        SINGLE,
        tuple(
            _count(name, REDUCED, "<", SIZES[name] * (SIZES[name] - 1), "n_inferred")
            for name in SETS
        ),
    ),
    Claim(
        "E6, metrics",
        "A metric for each cluster propagates fewer",
        MULTIPLE,
        tuple(
            Contrast(
                f"{name}: {GPK}, propagated constraints, a metric each < one metric",
                (name,),
                Side(GPK, score="n_inferred"),
                "<",
                Side(GPK, score="n_inferred", protocol=SINGLE),
            )
            for name in ("iris", "crabs")
        ),
        why=WHY.get("E6, metrics", ""),
    ),
    Claim(
        "E7",
        "Digits, reduced propagation: no pair is propagated on balance",
        SINGLE,
        (_count("pen digits 10%", REDUCED, "<", 1, "n_inferred"),),
        remark="Fewer than one on average. The sample of the digits is another one.",
        why=WHY.get("E7", ""),
    ),
    Claim(
        "E8",
        "Full and reduced propagation take about the same time",
        SINGLE,
        (
            Contrast(
                "iris: log of seconds, full ≈ reduced",
                ("iris",),
                Side(GPK, score="seconds", log=True),
                "≈",
                Side(REDUCED, score="seconds", log=True),
                math.log(1.5),
            ),
        ),
        remark="Within half as much again.",
        why=WHY.get("E8", ""),
    ),
)
