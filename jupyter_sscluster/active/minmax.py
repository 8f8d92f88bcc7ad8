"""Min-Max: place the point whose likeness to all that is placed is least."""

from __future__ import annotations

from collections.abc import Iterator

from jupyter_sscluster.active.neighbourhoods.farthest_first import FarthestFirstExploration
from jupyter_sscluster.active.neighbourhoods.points_to_place import Neighbourhoods
from jupyter_sscluster.active.neighbourhoods.resolve_questions import PlacingStrategy
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy


class MinMax(PlacingStrategy):
    """Asks about the point that is farthest from all points with known clusters.

    The next point is the one whose greatest similarity to a placed point is smallest,

        argmin_x max_y s(x, y) = argmax_x min_y ‖x − y‖,   s = exp(−‖x − y‖² / 2σ²),

    x outside, y inside the neighbourhoods. Similarity falls with distance, so that σ does not
    matter, and distances are compared: similarities of far points would all round to 0. The point
    is asked about with each neighbourhood, the nearest first. In a batch the points before count as
    placed. Points of a don't-know count as placed, so an outlier does not come back.

    Prefer it where classes are compact and well apart, and few questions can be asked: with little
    more than one a class it has met every class. It needs no clustering. It is drawn to outliers,
    and it never asks about the border between two classes before their far sides: there NPU gets
    more from an answer. O(n d) a question and O(n) memory; of more than 256 placed points, 256
    spread evenly stand for all.

    `scores` gives 1 − max_y s(x, y), with σ the 20th percentile of distances: 0 beside a placed
    point, 1 far from all.

    Parameters
    ----------
    random_state : int or None, default 0
        Seed of the first point, and of the order of duplicates.
    clusterer, n_clusters, infer_last, member
        As in `NPU`; the clusterer is used by `fit` alone, for `labels_`.

    References
    ----------
    Mallapragada, P., Jin, R. and Jain, A. (2008). Active query selection for semi-supervised
    clustering. International Conference on Pattern Recognition, doi:10.1109/ICPR.2008.4761792.
    Švehla (2018), section 3.1.2.

    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> snapshot = Snapshot([[0.0], [1.0], [5.0], [9.0]], Constraints(4, must=[(0, 1)]))
    >>> MinMax().propose(snapshot)[0].pair
    (3, 1)
    >>> MinMax().propose(snapshot)[0].reason
    'Point 3 is the farthest ... (distance 8), so it may be a new cluster; ...'
    >>> MinMax().scores(snapshot).round(2)
    array([0.  , 0.  , 0.39, 0.86])
    """

    title = "Min-Max"
    menu_group = "One cluster after another"

    def _plan(self, snapshot: Snapshot, ground: Neighbourhoods) -> FarthestFirstExploration:
        return FarthestFirstExploration(ground, self._rng(snapshot))


def last_questions(strategy: Strategy, snapshot: Snapshot, n_pairs: int) -> Iterator[Query]:
    """Questions that place single points, once a strategy has no others left."""
    last = MinMax(strategy.clusterer, strategy.n_clusters, strategy.random_state)
    yield from last.propose(snapshot, n_pairs)
