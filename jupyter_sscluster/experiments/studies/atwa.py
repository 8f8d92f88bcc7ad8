"""Atwa and Emam (2019): batches by maximum mean discrepancy, beside four other strategies."""

from typing import Any

from jupyter_sscluster.experiments.protocol_design import Method, Params, Protocol

SOURCE = (
    "Atwa, W. and Emam, M. (2019). Improving semi-supervised clustering algorithms with active "
    "query selection, section 4"
)
DIFFERS = (
    "The study states no scaling, no variant of MPCK-means, no linkage, no kernel and no threshold "
    "of ASC: features are standardised, the metric is diagonal and single, the linkage is the "
    "average with look-ahead, so that K clusters are found, the kernel is Gaussian with the median "
    "distance, and the threshold is 3 of 6 neighbours. MPCK-means is ours: points move in order "
    "of what they gain, and groups of must-links move as one. Strategies that place points infer "
    "the last of K neighbourhoods without a question, and NPU clusters again after ten answers, "
    "or where one contradicts the clusters. Sets of more than 1000 rows are sampled."
)
SETS = (
    "protein",
    "heart",
    "ionosphere",
    "breast",
    "yeast",
    "segment",
    "pen digits",
    "magic",
)
LEVELS = (25, 50, 100, 150)
ROWS = 1000
"""Of larger sets so many rows are taken."""
PUBLISHED: dict[str, tuple[str, Params]] = {
    "MMD": ("mmdbatch", {"method": "relaxed", "batch_size": 10}),
    "NPU": ("npu", {}),
    "ASC": ("asc", {}),
    "Min-Max": ("minmax", {}),
    "Random": ("random", {"entailed": True}),
}
MPCK: Params = {
    "metric": "diagonal",
    "shrinkage": 0.0,
    "constraint_weight": 1.0,
    "init": "weighted_neighbourhoods",
    "n_init": 1,
}
INFERRED: Params = {"propagate": True}
"""What answers say along strong paths goes to the clusterer too, softly, with half the weight."""
HIERARCHY: Params = {"linkage": "average", "dead_end": "lookahead"}


def _methods(clusterer: str, params: Params) -> tuple[Method, ...]:
    return tuple(
        Method(name, clusterer, params, strategy=strategy, asking=asking)
        for name, (strategy, asking) in PUBLISHED.items()
    )


def _protocol(name: str, title: str, methods: tuple[Method, ...], **changes: Any) -> Protocol:
    given: dict[str, Any] = {
        "sets": SETS,
        "levels": LEVELS,
        "repeats": 50,
        "rows": ROWS,
        **changes,
    }
    return Protocol(
        name,
        title=title,
        methods=methods,
        told="questions",
        folds=0,
        scores=("f", "nmi", "ari"),
        source=SOURCE,
        differs=DIFFERS,
        **given,
    )


def _growing(n_rows: int) -> Protocol:
    """The time with so many rows, of those that the study calls fast and slow."""
    clusterer: Params = {"n_init": 1}
    asked = {name: PUBLISHED[name] for name in ("MMD", "ASC")}
    asked[AFTER_EACH] = ("npu", {"refit_every": 1})
    return _protocol(
        f"atwa-rows-{n_rows}",
        f"Time to choose 150 questions on {n_rows} rows of magic",
        tuple(
            Method(name, "pckmeans", clusterer, strategy=strategy, asking=asking)
            for name, (strategy, asking) in asked.items()
        ),
        sets=("magic",),
        levels=(150,),
        rows=n_rows,
    )


def _ours(name: str, strategy: str) -> Method:
    return Method(name, "adaptivepckmeans", strategy=strategy)


GREEDY = "MMD, greedy"
AFTER_EACH = "NPU, clustering after each answer"
OURS = (_ours(GREEDY, "mmdbatch"), _ours("NPU", "npu"), _ours("Random", "random"))
SIZES = (1, 5, 10, 25, 50)
FEW_ROWS, MANY_ROWS = 4000, 16000
"""Both are more than the 2000 rows up to which MMDBatch computes all similarities."""
THRESHOLDS = (2, 3, 4)
"""θ, of 6 neighbours: as ASC's authors advise, about the half of them."""

PROTOCOLS = (
    _protocol(
        "atwa-mpck",
        "Questions, diagonal MPCK-means",
        (
            *_methods("mpckmeans", MPCK),
            Method("ASC, propagated", "mpckmeans", MPCK, strategy="asc", asking=INFERRED),
        ),
        printed="figure 2, table 1",
        drawn=("nmi",),
    ),
    _protocol(
        "atwa-hierarchy",
        "Questions, constrained hierarchy",
        _methods("constrainedagglomerative", HIERARCHY),
        printed="figure 3, table 2",
        drawn=("nmi",),
    ),
    _protocol("atwa-ours", "Questions, our defaults: AdaptivePCKMeans, greedy batches", OURS),
    _protocol(
        "atwa-batch",
        "Batches of several sizes",
        tuple(
            Method(
                f"b = {size}",
                "mpckmeans",
                MPCK,
                strategy="mmdbatch",
                asking={"method": "relaxed", "batch_size": size},
            )
            for size in SIZES
        ),
        printed="figures 5 and 6",
        sets=("protein", "heart", "ionosphere", "breast"),
        drawn=("asking_seconds",),
    ),
    _protocol(
        "atwa-time",
        "Time to choose 150 questions on all of magic",
        (
            *_methods("pckmeans", {"n_init": 1}),
            Method(GREEDY, "pckmeans", {"n_init": 1}, strategy="mmdbatch"),
            Method(
                AFTER_EACH, "pckmeans", {"n_init": 1}, strategy="npu", asking={"refit_every": 1}
            ),
        ),
        printed="figure 4",
        sets=("magic",),
        levels=(150,),
        rows=0,
    ),
    _growing(FEW_ROWS),
    _growing(MANY_ROWS),
    _protocol(
        "atwa-asc",
        "What ASC infers under several thresholds, 50 questions",
        tuple(
            Method(
                f"θ = {threshold}{', propagated' * propagate}",
                "mpckmeans",
                MPCK,
                strategy="asc",
                asking={"threshold": threshold, "propagate": propagate},
            )
            for threshold in THRESHOLDS
            for propagate in (False, True)
        ),
        levels=(50,),
    ),
)
