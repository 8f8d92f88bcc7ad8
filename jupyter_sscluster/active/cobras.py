"""COBRAS: super-instances, split where they are large and merged by answers."""

from __future__ import annotations

from itertools import chain
from typing import Any, ClassVar

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import Int, Rule
from jupyter_sscluster.active.minmax import last_questions
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy
from jupyter_sscluster.active.superinstances.joined_clusters import partition
from jupyter_sscluster.active.superinstances.questions import SuperInstanceRounds
from jupyter_sscluster.active.superinstances.splitting import whole


class COBRAS(Strategy):
    """Asks about groups of near points, one point for each, until no two may belong together.

    A *super-instance* is a set of rows that are taken to belong together; its medoid, the row
    nearest to their mean, stands for it in every question. To begin with, k-means makes
    `first_super_instances` of them. Then, in turn:

    * merging: of the medoids whose relation is not known, the nearest two are asked about, until
      all are known to be together or apart;
    * splitting: the super-instance S of most rows is cut by k-means into min(2^max(d, 1), |S|)
      parts, where d counts the "no" to: do the medoids of the two halves belong together? After a
      "no", one half, drawn at random, is halved in turn; a "yes" ends it.

    A "don't know" counts as a "no" in splitting; in merging, the next nearest medoids of the two
    clusters are asked about once more. Super-instances of rows that are all known to belong
    together are left alone. At the very end single points are asked about, as in Min-Max. Soft
    answers count as hard ones do.

    Prefer it where a class is several clusters or a shape that no centre describes, and where
    K is unknown, from 25 questions on. `partition` gives the clusters of its super-instances.
    After 100 questions their adjusted Rand index is .94 on pathbased, .71 on spiral, .77 on ecoli,
    .39 on glass and .94 on five classes of four clusters each. NPU with AdaptivePCKMeans, which is
    told K, has .56, .03, .58, .23 and .29. Where K is known, its questions with BeliefClustering
    have .95 on pathbased and on spiral; those of NPU .72 and .79.

    NPU is better where every class is one ellipse (heart .48 and .74, wdbc .74 and .95) or there
    are many (20 clusters .55 and .93). Avoid COBRAS where answers may be wrong, as each counts for
    a group: with one wrong in ten, .74 falls to .44 on average over thirteen sets. COBRAS needs no
    clustering, so questions do not wait for a fit.

    The published method begins with one super-instance. With ten, the index of `partition` is .06
    higher after 25 questions on average over thirteen sets, and the same after 100. The splits
    depend on the data and the seed alone and are worked out once, on 10 000 rows at most. What was
    asked is not remembered: the rounds are gone through again for each question, in O(a (a + k²))
    for a answers about k components, 60 ms after 100 of them.

    Parameters
    ----------
    clusterer : estimator, default None
        Fits `labels_` at the end of `fit`, and does nothing else; None is AdaptivePCKMeans.
    n_clusters : int, default None
        Number of clusters of `labels_` if `clusterer` is None (2 if this is None, too), and of
        classes for the last questions, about single points. `partition_` needs no number.
    random_state : int or None, default 0
        Seed of k-means and of the halves.
    first_super_instances : int, default 10
        How many to begin with; 1 is the published method.

    Attributes
    ----------
    partition_ : array of int, shape (n_samples,)
        After `fit`: what `partition` gives at its end.

    References
    ----------
    Van Craenendonck, T., Dumančić, S., Van Wolputte, E. and Blockeel, H. (2018). COBRAS:
    Interactive clustering with pairwise queries. In: Advances in Intelligent Data Analysis XVII,
    LNCS 11191, 353–366, doi:10.1007/978-3-030-01768-2_29.

    >>> import numpy as np
    >>> from jupyter_sscluster.active import Snapshot
    >>> from jupyter_sscluster.constraints import Constraints
    >>> X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0]])
    >>> query = COBRAS(first_super_instances=3).propose(Snapshot(X, Constraints(9)))[0]
    >>> query.pair, query.reason
    ((1, 4), 'Points 1 and 4 stand for groups of 3 points and 3 points, the nearest ...')
    """

    title = "COBRAS"
    menu_group = "Borders and groups"
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        **Strategy.parameter_ranges,
        "first_super_instances": Int(1),
    }

    partition_: IntArray

    def __init__(
        self,
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
        first_super_instances: int = 10,
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.first_super_instances = first_super_instances

    def _conclude(self, told: Snapshot) -> None:
        self.partition_ = self.partition(told)

    def partition(self, snapshot: Snapshot) -> IntArray:
        """The clusters that the super-instances make, as many as the answers found.

        Every neighbourhood that is known to be apart from all others is a cluster. A row goes with
        its super-instance: into the cluster of the medoid, or, where that is in none, of the
        nearest medoid that is in one. A row that an answer placed stays there.

        Parameters
        ----------
        snapshot : Snapshot
            What is known; the answers need not be to questions of this strategy.

        Returns
        -------
        array of int, shape (n_samples,), from 0
            All 0 where nothing is known.

        Raises
        ------
        InputError
            As for `propose`.

        >>> from jupyter_sscluster.active import Snapshot
        >>> from jupyter_sscluster.constraints import Constraints
        >>> X = [[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [20.0], [21.0], [22.0]]
        >>> known = Constraints(9, must=[(1, 7)], cannot=[(1, 4)])
        >>> COBRAS(first_super_instances=3).partition(Snapshot(X, known)).tolist()
        [0, 0, 0, 1, 1, 1, 0, 0, 0]
        """
        self._check(snapshot, "partition")
        return partition(self._rounds(snapshot))

    def _rounds(self, snapshot: Snapshot) -> SuperInstanceRounds:
        return SuperInstanceRounds(
            snapshot, whole(snapshot.X, self.random_state), self.first_super_instances
        )

    def _propose(self, snapshot: Snapshot, n_pairs: int) -> list[Query]:
        queries = chain(self._rounds(snapshot).questions(), last_questions(self, snapshot, n_pairs))
        return self._undecided(queries, snapshot.constraints, n_pairs)
