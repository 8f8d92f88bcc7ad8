"""Eaton (2005): propagated constraints, on data as they are, in 5 folds."""

from jupyter_sscluster.cluster import MPCKMeans
from jupyter_sscluster.experiments.protocol_design import Method, Params, Protocol

SOURCE = (
    "Eaton, E. (2005). Clustering with propagated constraints. Master's thesis, University of "
    "Maryland Baltimore County, chapter 4"
)
SETS = ("crabs", "pen digits 10%", "iris", "letters", "protein")
DIFFERS = (
    "The samples of the digits and letters are others of the same size. MPCK-means with one metric "
    "goes about it as the reference implementation does, on one start of its own; with a metric "
    "each it is ours, without a prior. PCK-means is the study's MPCK-means without a metric: its "
    "penalties are distances, and D is that of the box around the rows and the origin. Propagation "
    "ends when the objective converges or the labels repeat, as printed, but also after three "
    "rounds that satisfy the stated pairs no better, or ten in all. Repeats: see above; the study "
    "has 50."
)
LEVELS = (10, 25, 50, 100, 200, 400)
SINGLE: Params = {
    "metric": "diagonal",
    "per_cluster_metric": False,
    "shrinkage": 0.0,
    "diameter": "box",
    "algorithm": "reference",
    "constraint_weight": 1.0,
    "max_iter": 25,
    "init": "weighted_neighbourhoods",
    "n_init": 1,
}
MULTIPLE: Params = {
    **SINGLE,
    "per_cluster_metric": True,
    "diameter": "exact",
    "algorithm": "fast",
}
PCK: Params = {
    "penalty": "distance",
    "algorithm": "reference",
    **{name: SINGLE[name] for name in ("constraint_weight", "max_iter", "init", "n_init")},
}
"""On data as they are a constant penalty of 1 would weigh nothing: .002 of a squared distance."""


def _methods(base: Params) -> tuple[Method, ...]:
    found = [Method("PCK", "pckmeans", PCK), Method("MPCK", "mpckmeans", base)]
    for propagation in ("full", "reduced"):
        for low, high, of_protein in (("g = .5", 0.5, 0.01), ("g = .7", 0.7, 0.05)):
            params: Params = {
                "base": MPCKMeans(**base),
                "propagation": propagation,
                "to_stated": True,
                "scale": "mahalanobis",
                "keep": "last",
                "threshold": high,
                "max_iter": base["max_iter"],
                "init": base["init"],
                "n_init": 1,
            }
            name = f"GPK {propagation}, {low}"
            found.append(Method(name, "gpkmeans", params, {"protein": {"threshold": of_protein}}))
    return tuple(found)


def _protocol(name: str, title: str, base: Params, printed: str) -> Protocol:
    return Protocol(
        name,
        title=title,
        sets=SETS,
        methods=_methods(base),
        levels=LEVELS,
        repeats=50,
        preprocess="raw",
        scores=("ari", "f"),
        source=SOURCE,
        printed=printed,
        differs=DIFFERS,
        drawn=("f_holdout", "n_inferred", "seconds"),
        against="MPCK",
    )


PROTOCOLS = (
    _protocol(
        "eaton-single",
        "Propagation under one metric",
        SINGLE,
        "figures 4.1 to 4.7, single metric",
    ),
    _protocol(
        "eaton-multiple",
        "Propagation under a metric for each cluster",
        MULTIPLE,
        "figures 4.1 to 4.7, multiple metrics",
    ),
)
