"""One row per public algorithm, saying what it promises; every check runs against every row."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from metric_kmeans import MetricKMeans
from repeatable import PROFILE
from sklearn.cluster import AgglomerativeClustering

from jupyter_sscluster import active, cluster, seeding

CLASSES = [
    "check_dont_overwrite_parameters",
    "check_fit2d_1feature",
    "check_fit2d_predict1d",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
]
COMPONENTS = [
    *CLASSES,
    "check_dtype_object",
    "check_estimators_dtypes",
    "check_estimators_nan_inf",
    "check_estimators_pickle",
    "check_fit_check_is_fitted",
    "check_fit_idempotent",
    "check_n_features_in",
    "check_pipeline_consistency",
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
]


@dataclass(frozen=True)
class Row:
    """An exported class or function, and parameters that make it quick on small data."""

    cls: Any
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.cls.__name__.lower()

    @property
    def title(self) -> str:
        return self.cls.title

    def make(self, **params: Any) -> Any:
        return self.cls(**{**self.params, **params})


@dataclass(frozen=True)
class ClustererRow(Row):
    """What a clusterer promises.

    uses : constraints change its result; hard : it never violates a consistent set;
    kept : nor does it, but its centres and objective are those of the clusters before that;
    classes : pairs must settle classes, so that the checks give it partial labels;
    monotone : its objective never rises; scale : times the inertia in its objective;
    base : what it equals without constraints, from the same start;
    metric : it learns a metric, under which it predicts, and its objective is no inertia;
    inertia : its objective is `scale` times the inertia plus penalties;
    starts : it starts from centres, given as `init`; rotates : a rotation of X changes nothing;
    draws : it draws rows even from given centres, so that an order of rows is a draw of its own;
    short : it may end with another number of clusters, and says so;
    by_row : it predicts the cluster of the nearest training row;
    gaussian : its posterior, where it has one, is that of Gaussians about its centres;
    counts : it takes n_clusters; else it finds their number, its posterior is sparse, and the label
    of rows in no cluster is -1, which two such rows do not share;
    failing : checks of scikit-learn that it cannot pass because of what y means.
    """

    uses: bool = True
    hard: bool = False
    kept: bool = False
    classes: bool = False
    monotone: bool = True
    scale: float = 1.0
    base: Callable[..., Any] | None = cluster.KMeans
    metric: bool = False
    inertia: bool = True
    starts: bool = True
    rotates: bool = True
    draws: bool = False
    short: bool = False
    by_row: bool = False
    gaussian: bool = True
    counts: bool = True
    failing: Sequence[str] = ()

    def make(self, **params: Any) -> Any:
        """The clusterer; those that count, draw or start from nothing are spared the parameters."""
        known = self.cls.parameter_ranges
        spared = {"n_clusters", "init", "n_init", "random_state"} - set(known)
        return super().make(**{name: v for name, v in params.items() if name not in spared})


@dataclass(frozen=True)
class SeedingRow(Row):
    """What a seeding promises.

    rows : its centres are rows; fixed : it draws nothing where there are must-links;
    anywhere : without constraints its centres lie where no row may be.
    """

    rows: bool = True
    anywhere: bool = False
    fixed: bool = False

    def make(self, **params: Any) -> Any:
        return self.cls


MOST = 3 if os.environ.get(PROFILE) == "quick" else 40
"""How many random runs a strategy makes in one test, but for those of `SSCLUSTER_PROFILE=fuzz`."""


@dataclass(frozen=True)
class StrategyRow(Row):
    """What a strategy promises.

    draws : another seed may ask another first question; asks_again : it may ask what follows from
    other answers, but nothing that was answered; one_in : where a question takes long, one in so
    many random runs is made; all of them by `make fuzz`, and with SSCLUSTER_PROFILE=fuzz.
    """

    draws: bool = True
    asks_again: bool = False
    one_in: int = 1

    def left_out(self, seed: int) -> bool:
        """Whether the run of this seed is left out; that of 0 never is."""
        return bool(seed % self.one_in) and os.environ.get(PROFILE) != "fuzz"

    def seeds(self, number: int) -> list[int]:
        """Of the first seeds, those whose run is made: not more than `MOST`, evenly apart."""
        every = -(-number // MOST) if os.environ.get(PROFILE) != "fuzz" else 1
        return [seed for seed in range(0, number, every) if not self.left_out(seed)]


CLUSTERERS = [
    ClustererRow(cluster.KMeans, uses=False),
    ClustererRow(cluster.SeededKMeans, classes=True, failing=CLASSES),
    ClustererRow(cluster.ConstrainedKMeans, classes=True, hard=True, failing=CLASSES),
    ClustererRow(cluster.COPKMeans, {"n_clusters": 3}, hard=True, failing=COMPONENTS),
    ClustererRow(cluster.SCOPKMeans, monotone=False),
    ClustererRow(cluster.PCKMeans, scale=0.5),
    ClustererRow(cluster.MKMeans),
    ClustererRow(cluster.RCAKMeans),
    ClustererRow(cluster.MPCKMeans, monotone=False, base=MetricKMeans, metric=True),
    ClustererRow(
        cluster.GPKMeans,
        monotone=False,
        base=partial(cluster.MPCKMeans, metric="diagonal", shrinkage=0),
        metric=True,
        inertia=False,
        rotates=False,
    ),
    ClustererRow(cluster.SparseKMeans, uses=False, base=None, inertia=False, rotates=False),
    ClustererRow(
        cluster.PCSKMeans, monotone=False, base=cluster.SparseKMeans, inertia=False, rotates=False
    ),
    ClustererRow(
        cluster.ConstrainedCompleteLink,
        {"n_clusters": 3},
        base=partial(AgglomerativeClustering, linkage="complete"),
        starts=False,
        short=True,
        by_row=True,
    ),
    ClustererRow(
        cluster.ConstrainedAgglomerative,
        {"n_clusters": 3},
        hard=True,
        base=AgglomerativeClustering,
        starts=False,
        short=True,
        by_row=True,
    ),
    ClustererRow(
        cluster.BoostedEnsemble,
        {"n_estimators": 20, "random_state": 0},
        base=partial(cluster.KMeans, random_state=0),
        monotone=False,
        starts=False,
        draws=True,
        by_row=True,
    ),
    ClustererRow(
        cluster.ConsensusClustering,
        {"n_estimators": 5, "random_state": 0},
        base=None,
        monotone=False,
        starts=False,
        draws=True,
        by_row=True,
    ),
    ClustererRow(cluster.ITMLKMeans),
    ClustererRow(cluster.PCCC, {"n_clusters": 3}, hard=True, failing=COMPONENTS),
    ClustererRow(cluster.AdaptivePCKMeans, scale=0.5, metric=True, kept=True),
    ClustererRow(
        cluster.BeliefClustering,
        {"random_state": 0},
        base=None,
        monotone=False,
        inertia=False,
        starts=False,
        rotates=False,
        draws=True,
        gaussian=False,
    ),
    ClustererRow(
        cluster.NeighbourGraphAgglomerative,
        hard=True,
        base=None,
        starts=False,
        short=True,
        gaussian=False,
        counts=False,
    ),
]

SEEDINGS = [
    SeedingRow(seeding.random),
    SeedingRow(seeding.kmeans_plusplus),
    SeedingRow(seeding.farthest_first),
    SeedingRow(seeding.neighbourhoods, rows=False, fixed=True),
    SeedingRow(seeding.dkm, fixed=True),
    SeedingRow(seeding.robin, fixed=True),
    SeedingRow(seeding.weighted_neighbourhoods, rows=False, anywhere=True),
    SeedingRow(seeding.maximin, fixed=True),
    SeedingRow(seeding.uniform_box, rows=False, anywhere=True),
    SeedingRow(seeding.perturbed_mean, rows=False, anywhere=True),
    SeedingRow(seeding.largest_neighbourhoods, rows=False, anywhere=True),
]

STRATEGIES = [
    StrategyRow(active.Random),
    StrategyRow(active.ExploreConsolidate),
    StrategyRow(active.MinMax),
    StrategyRow(active.NPU, {"n_estimators": 10}),
    StrategyRow(active.ASC, {"n_neighbors": 3}, draws=False),
    StrategyRow(active.COBRAS, {"first_super_instances": 2}),
    StrategyRow(active.MMDBatch, {"batch_size": 3, "n_components": 64}),
    StrategyRow(active.EnsembleUncertainty, {"n_estimators": 6}),
    StrategyRow(active.RobustNPU, draws=False, asks_again=True, one_in=10),
    StrategyRow(active.MergeOrSplit, draws=False, asks_again=True),
]
