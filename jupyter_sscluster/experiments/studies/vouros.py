"""Vouros and Vasilaki (2020): sparse clustering with pairs, in 10 folds."""

from dataclasses import replace

from jupyter_sscluster.experiments.protocol_design import Method, Params, Protocol

SOURCE = (
    "Vouros, A. and Vasilaki, E. (2020). A semi-supervised sparse k-means algorithm, section 3 "
    "and appendix"
)
DIFFERS = (
    "The synthetic sets are drawn anew after their design. Of the ten samples of either triple of "
    "digits one is taken, but for `vouros-digits`. Shares of pairs and values of s are fewer. s is "
    "tuned in each fold, by its test rows, where the study takes one for a set; s of the set is "
    "that, and the honest s goes by training rows alone. Bars of weights are means over s, as in "
    "the study, but at the tuned s in the records of the synthetic sets in `vouros` and of all in "
    "`vouros-kinds`. PCSK-means and PCK-means weigh a violated pair automatically and PCSK-means "
    "takes what violated cannot-links cost in a feature as 0 where it is less, where the study has "
    "weights of 1 and no such bound: scores differ by .015 at most. ROBIN and Maximin begin at the "
    "mean of the data, where their papers begin at the origin. MPCK-means goes about it as the "
    "reference implementation does; k-means and sparse k-means start from k-means++ where the "
    "others start from pairs. The pairs are a share of those in the training fold at hand."
)
MADE = ("brodinova 5+5", "brodinova 3+7")
MAZE = ("maze SC", "maze CR")
KNOWN_NOISE = (*MADE, *MAZE)
REAL = ("iris", "ionosphere", "digits 048 1", "digits 389 1", *MAZE)
"""The six sets that the study's tests are about."""
SETS = (*REAL, *MADE)
CONTAMINATED = ("digits 048 1 + noise", "digits 389 1 + noise")
STARTS = {
    "Seeding": "weighted_neighbourhoods",
    "DKM++": "dkm",
    "ROBIN": "robin",
    "Maximin": "maximin",
}
BY_FIGURE = ("Seeding", "DKM++")
"""The starts of the study's figure 1; the others are in its appendix."""
MODERATE = (1.1, 1.5, 2.0, 2.5)
"""Near √p nothing is made 0: there small weights remain whatever the features."""
SPARSITIES = (1.1, 1.5, 2.0, 2.5, 3.0, None)
"""Values of s that are tried, at most √p: fewer than the study's steps of 0.2, and the default."""
MPCK: Params = {
    "metric": "diagonal",
    "shrinkage": 0.0,
    "diameter": "box",
    "algorithm": "reference",
    "constraint_weight": 1.0,
    "max_iter": 25,
    "n_init": 1,
}
ONCE: Params = {"n_init": 1}


def _methods(
    start: str, init: str, sparsities: tuple[float | None, ...] = SPARSITIES
) -> tuple[Method, ...]:
    plain: Params = {
        **ONCE,
        "init": "kmeans_plusplus" if init == "weighted_neighbourhoods" else init,
    }
    given: Params = {**ONCE, "init": init}
    grid = ("sparsity", sparsities)
    return (
        Method(f"k-means, {start}", "kmeans", plain),
        Method(f"sparse, {start}", "sparsekmeans", plain, grid=grid),
        Method(f"PCK, {start}", "pckmeans", {**given, "penalty": "distance"}),
        Method(f"MPCK, {start}", "mpckmeans", {**MPCK, "init": init}),
        Method(f"PCSK, {start}", "pcskmeans", given, grid=grid),
    )


COMMON = Protocol(
    "vouros",
    title="Pairs of both kinds, a share of all",
    sets=SETS,
    methods=tuple(each for start, init in STARTS.items() for each in _methods(start, init)),
    told="share",
    levels=(1, 4, 7, 10),
    folds=10,
    repeats=25,
    preprocess="raw",
    scores=("f", "ari"),
    source=SOURCE,
    printed="figures 1, 3 and 4, both kinds of pairs",
    differs=DIFFERS,
)

BY_INNER_FOLDS = COMMON.with_(
    name="vouros-inner",
    title="s chosen by inner folds of the training rows",
    sets=REAL,
    methods=tuple(
        each
        for each in COMMON.methods
        if each.clusterer == "pcskmeans" and each.name.endswith(BY_FIGURE)
    ),
    inner=3,
    printed="",
)

OF_ONE_KIND = COMMON.with_(
    name="vouros-kinds",
    title="Must-links alone, cannot-links alone, and both",
    methods=tuple(
        each
        for start, init in STARTS.items()
        if start != "Seeding"
        for each in _methods(start, init)
    ),
    levels=(2, 6, 10),
    kinds=("both", "must", "cannot"),
    printed="figures 1, 3 and 4, must-links or cannot-links",
)

FEATURES = COMMON.with_(
    name="vouros-weights",
    title="What features weigh that are known to tell nothing",
    sets=(*KNOWN_NOISE, *CONTAMINATED),
    methods=tuple(
        each
        for each in _methods("DKM++", "dkm", MODERATE)
        if each.clusterer not in ("kmeans", "pckmeans")
    ),
    levels=(1, 5, 10),
    printed="figures 2 and 7",
    drawn=("weights",),
)

SAMPLES = {
    digits: tuple(f"digits {digits} {sample}" for sample in range(1, 11))
    for digits in ("048", "389")
}
TEN_SAMPLES = COMMON.with_(
    name="vouros-digits",
    title="All ten samples of either triple of digits",
    sets=tuple(name for names in SAMPLES.values() for name in names),
    methods=tuple(
        each
        for each in COMMON.methods
        if each.clusterer != "sparsekmeans" and each.name.endswith(BY_FIGURE)
    ),
    levels=(4, 10),
    kinds=("both", "must"),
    printed="",
)

ANOTHER = ", another order"
ORDERED = tuple(
    Method(name, clusterer, {**params, "init": STARTS[start]})
    for start in BY_FIGURE
    for name, clusterer, params in (
        (f"PCK, {start}", "pckmeans", {**ONCE, "penalty": "distance"}),
        (f"MPCK, {start}", "mpckmeans", MPCK),
        (f"PCSK, {start}", "pcskmeans", ONCE),
    )
)
ANOTHER_ORDER = COMMON.with_(
    name="vouros-order",
    title="The rows as they are, and in another order",
    sets=tuple(name for name in REAL if name != "ionosphere"),
    methods=(
        *ORDERED,
        *(replace(each, name=each.name + ANOTHER, reordered=True) for each in ORDERED),
    ),
    printed="",
    differs=f"The study states it without figures. Here s is the default. {DIFFERS}",
)

PROTOCOLS = (COMMON, BY_INNER_FOLDS, OF_ONE_KIND, FEATURES, TEN_SAMPLES, ANOTHER_ORDER)
