"""Explore-Consolidate: find one point of every class, then place random points."""

from __future__ import annotations

from typing import Any, ClassVar

from jupyter_sscluster._validation import Int, Rule
from jupyter_sscluster.active.neighbourhoods.farthest_first import FarthestFirstExploration
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.neighbourhoods.resolve_questions import PlacingStrategy
from jupyter_sscluster.active.snapshot import Snapshot


class ExploreConsolidate(PlacingStrategy):
    """Finds every cluster by farthest points first, then asks about random points.

    Explore takes the point farthest from all points placed so far, argmax_x min_y ‖x − y‖, and asks
    whether it belongs to each neighbourhood, the nearest first; if to none, it starts a new one.
    Once `n_clusters` neighbourhoods are found, Consolidate does the same with points drawn at
    random.

    Prefer it to Random always, and to Min-Max where there are outliers, which it leaves alone once
    every class is found. It needs no clustering. O(n d) a question and O(n) memory. `scores` are
    those of Min-Max: how unlike all placed points a point is.

    Parameters
    ----------
    clusterer, n_clusters, random_state, infer_last
        As in `NPU`; the clusterer is used by `fit` alone, for `labels_`.
    patience : int, default 5
        Without a number of classes, exploring ends when this many points a neighbourhood have been
        placed that started no new one.
    member : "nearest" or "random", default "nearest"
        Which member of a neighbourhood is asked about: the one most like the point, which a person
        can tell best, or any, as in the study.

    References
    ----------
    Basu, S., Banerjee, A. and Mooney, R. (2004). Active semi-supervision for pairwise constrained
    clustering. SIAM International Conference on Data Mining, doi:10.1137/1.9781611972740.31.
    Neighbourhoods by their nearest member, as Švehla (2018), section 3.1.1, not by the centre; he
    then asks about a random member of it.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> snapshot = Snapshot([[0.0], [1.0], [5.0]], Constraints(3, must=[(0, 1)]), n_clusters=2)
    >>> ExploreConsolidate().propose(snapshot)[0].pair
    (2, 1)
    """

    title = "Explore-Consolidate"
    menu_group = "One cluster after another"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **PlacingStrategy.parameter_ranges,
        "patience": Int(1),
    }

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        infer_last: bool = True,
        patience: int = 5,
        member: str = "nearest",
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state, infer_last, member)
        self.patience = patience

    def _plan(self, snapshot: Snapshot, ground: Neighbourhoods) -> FarthestFirstExploration:
        return FarthestFirstExploration(ground, self._rng(snapshot), self._explores(ground))

    def _explores(self, ground: Neighbourhoods) -> bool:
        found = len(ground.ids)
        if ground.n_clusters is not None:
            return found < ground.n_clusters
        placed_without_news = sum(len(members) - 1 for members in ground.members)
        return placed_without_news < self.patience * found
