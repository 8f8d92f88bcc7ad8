"""The clusters of a session: their names and rows, and merging, splitting and grouping."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Change, Operation, Rename
from jupyter_sscluster.journal.cluster_steps import Naming, renamed
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.clusters.grouping import gathered
from jupyter_sscluster.session.clusters.merging import merged
from jupyter_sscluster.session.clusters.plans import ClusterPlan, Partner, Situation
from jupyter_sscluster.session.clusters.profile import Cluster, ClusterProfile, cluster_profile
from jupyter_sscluster.session.clusters.promises import change_of, kept
from jupyter_sscluster.session.clusters.splitting import group_lists, split
from jupyter_sscluster.session.clusters.words import ClusterWords, TextCounts, Word
from jupyter_sscluster.session.engine.cluster_names import (
    all_names,
    checked_name,
    clipped,
    cluster_number,
    free_name,
)
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.fits import NOT_CLUSTERED
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.sample.sample import answers_by_place
from jupyter_sscluster.session.engine.step_names import clusters_text, counted

Which = int | str
"""A cluster by its number in `session.labels`, or by its name."""

WAIT = "The clusters are being renewed; wait until the clustering has ended."


class Clusters:
    """The clusters shown, by number or name; `session.clusters`.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2)
    >>> session.clusters.rename(session.labels[3], "far")
    >>> len(session.clusters), session.clusters["far"].rows.tolist()
    (2, [2, 3])
    >>> sorted(cluster.name for cluster in session.clusters)
    ['Cluster 2', 'far']
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Cluster]:
        now = self._engine.now
        names = self._names(now)
        return (self._cluster(now, number, names) for number in range(len(names)))

    def __getitem__(self, which: Which) -> Cluster:
        now = self._engine.now
        names = self._names(now)
        return self._cluster(now, cluster_number(which, names), names)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{each.name}: {each.size}" for each in self)
        return f"Clusters({sizes})"

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each cluster, by its number in `session.labels`: "Cluster 1" is number 0.

        Names stay with the cluster through refits, undo and files, as its colour does.
        """
        return self._names(self._engine.now)

    def _names(self, now: Present) -> tuple[str, ...]:
        given = self._engine.ledger.names_at(now.state, now.fit)
        most = now.n_clusters
        if now.fit is not None:
            most = max(most, int(now.fit.labels.max()) + 1)
        return all_names(given, most)

    def _cluster(self, now: Present, number: int, names: tuple[str, ...]) -> Cluster:
        rows = np.flatnonzero(now.labels == number)
        return Cluster(number, names[number], rows, partial(self.describe, number))

    def rename(self, a: Which, name: str) -> None:
        """Give a cluster a name, in one undo step; its own, such as "Cluster 2", takes it away.

        Parameters
        ----------
        a : int or str
            The cluster's number in `labels`, or its name.
        name : str
            Up to 5000 characters, on one line, that no other cluster is called; capitals and
            spaces make no difference.

        Raises
        ------
        InputError
            If there is no such cluster, or the name breaks a rule.
        """

        def plan(now: Timeline) -> Operation | None:
            names, given = self.names, self._engine.ledger.cluster_names
            cluster = cluster_number(a, names)
            wanted = checked_name(name, cluster, names)
            if wanted == given.get(cluster):
                return None
            before, after = (clipped(each) for each in (names[cluster], wanted or ""))
            said = f"{before} is called {after}" if after else f"{before} has no name any more"
            return Rename(said, self._named(renamed(given, cluster, wanted)))

        self._engine.apply(plan)

    def describe(self, which: Which, values: np.ndarray | None = None) -> ClusterProfile:
        """What one cluster is about, see `Cluster.describe`."""
        found = self.described(which, values)
        words, names = self._named_words(found.cluster)
        name = free_name(names, found.cluster, self.names)
        return replace(found, words=words, suggested_name=name)

    def described(self, which: Which, values: np.ndarray | None = None) -> ClusterProfile:
        """The same without its words, which have to be counted first."""
        with self._engine.lock:
            now, situation = self._engine.now, self._situation_now()
        number = cluster_number(which, situation.names)
        found = cluster_profile(situation, now.sample, now.labels, number, values)
        return replace(found, feature_names=self._engine.data.features if values is None else None)

    @property
    def words_are_counted(self) -> bool:
        """Whether the words of the texts are known, or there are none to count."""
        return self._engine.data.texts is None or self._engine.part(TextCounts).are_known

    def words(self, which: Which) -> tuple[Word, ...]:
        """The words that set the texts of one cluster apart, seven at most."""
        return self._named_words(cluster_number(which, self.names))[0]

    @per_moment
    def _named_words(self, now: Present, cluster: int) -> tuple[tuple[Word, ...], tuple[str, ...]]:
        """These words, and names made of them."""
        if self._engine.data.texts is None or now.fit is None:
            return (), ()
        return self._word_sums().about(cluster)

    @per_moment
    def _word_sums(self, now: Present) -> ClusterWords:
        return self._engine.part(TextCounts).of(now.labels)

    # ------------------------------------------------------------------ joining two

    def merge(self, a: Which, b: Which) -> tuple[Answer, ...]:
        """Join two clusters: a must-link between them, and one cluster fewer; one undo step.

        The fit goes on from the present clusters, with the two as one. Where it would part them,
        the rows that went elsewhere are linked too. All links of `plan_merge` are recorded as hard
        ones of weight 100, as by `review.enforce`, so that the clusterer does not take the one
        between two far groups for a mistake; they give way where the cluster is split later. The
        larger cluster keeps number and name.

        Parameters
        ----------
        a, b : int or str
            Clusters, by number in `labels` or by name.

        Returns
        -------
        tuple of Answer
            The must-links.

        Raises
        ------
        InputError
            If there is no such cluster, cannot-links keep the two apart (with the numbers of these
            answers), the clusterer takes no notice of pairs or parts the two all the same, or the
            last change is not clustered yet. Nothing is changed.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [20.0], [21.0]], n_clusters=3)
        >>> [(a.i, a.j) for a in session.clusters.merge(session.labels[0], session.labels[2])]
        [(0, 2)]
        >>> session.n_clusters, len(set(session.labels[:4]))
        (2, 1)
        >>> session.undo()[-31:], session.n_clusters
        ('merged: 1 must-link, 2 clusters', 3)
        """
        return self._carry_out(lambda: self.plan_merge(a, b), "merge")

    def plan_merge(self, a: Which, b: Which) -> ClusterPlan:
        """What `merge` would record and lead to, or why it cannot."""
        now = self._situation()
        one, other = (cluster_number(each, now.names) for each in (a, b))
        return self._planned(now, ("merge", one, other), lambda: merged(now, one, other))

    def merge_partners(self, a: Which) -> tuple[Partner, ...]:
        """The other clusters that have points, with what merging would take.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0]], n_clusters=2)
        >>> [(other.size, other.apart) for other in session.clusters.merge_partners(0)]
        [(4, ())]
        >>> _ = session.answer(1, 3, "cannot")
        >>> [other.apart for other in session.clusters.merge_partners(0)]
        [(1,)]
        """
        now = self._situation()
        cluster = cluster_number(a, now.names)
        others = [each for each in np.unique(now.labels).tolist() if each not in (cluster, -1)]
        sizes = np.bincount(now.fit.labels[now.fit.labels >= 0]).tolist()
        return tuple(
            Partner(
                each,
                sizes[cluster] + sizes[each],
                now.stated("cannot", now.rows(cluster, each)),
            )
            for each in others
        )

    # ------------------------------------------------------------------ splitting one

    def split(
        self, a: Which, groups_or_n: int | Iterable[Iterable[int]] | None = None
    ) -> tuple[Answer, ...]:
        """Split a cluster in one undo step: links, and as many clusters more as parts.

        A number of parts says how many there are, not which row is in which: k-means finds parts
        that keep the known pairs, cannot-links between their medoids (the rows nearest to the
        means) keep the parts apart, the fit starts from them, and rows between two may still go
        either way; `plan_split` tells how. Groups of rows say more: must-links span each, and so
        many rows of the rest are linked that all parts hold. Must-links of earlier merges and
        splits that join the parts are taken back in the same step.

        Parameters
        ----------
        a : int or str
            The cluster, by number in `labels` or by name. Its largest part keeps both.
        groups_or_n : int, iterable of iterables of int, or None
            The number of parts, 2 to 4; or the rows of each part, where the rest of the cluster is
            another part. None clusters only this one again: 2 to 4 parts, as many as the silhouette
            of its rows alone prefers.

        Returns
        -------
        tuple of Answer
            The links; hard ones of weight 100, as those of `merge`.

        Raises
        ------
        InputError
            If there is no such cluster, rows are not in it, must-links hold it together (with the
            numbers of these answers), or the clusterer takes no notice of pairs or keeps no such
            parts. Nothing is changed.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [20.0], [21.0]], n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.clusters.split(session.labels[0], 2)]
        [(0, 2, 'cannot')]
        >>> session.n_clusters, [len(set(session.labels[i : i + 2])) for i in (0, 2, 4)]
        (3, [1, 1, 1])
        """
        return self._carry_out(lambda: self.plan_split(a, groups_or_n), "split")

    def plan_split(
        self, a: Which, groups_or_n: int | Iterable[Iterable[int]] | None = None
    ) -> ClusterPlan:
        """What `split` would record and lead to, or why it cannot."""
        now = self._situation()
        cluster = cluster_number(a, now.names)
        seed = self._engine.state.settings.random_state
        into = groups_or_n
        if isinstance(into, Iterable) and not isinstance(into, str):
            into = group_lists(into)
            into = [self._shown_places(group).tolist() for group in into]
        return self._planned(
            now, ("split", cluster, repr(into)), lambda: split(now, cluster, into, seed)
        )

    # ------------------------------------------------------------------ a new one

    def group(self, rows: Iterable[int]) -> tuple[Answer, ...]:
        """Make some points a cluster of their own: links, and a cluster more; one undo step.

        Must-links span the points, and a cannot-link parts them from the medoid of what is left of
        each cluster that they come from; hard ones of weight 100, as those of `merge`. A cluster
        that is taken up as a whole is none any more, and does not count. Must-links of earlier
        merges and splits between the points and others are taken back in the same step.

        Raises
        ------
        InputError
            If cannot-links keep some of the points apart (with the numbers of these answers), they
            are all of a cluster already, or the clusterer takes no notice of pairs or does not keep
            them together.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [5.0], [6.0], [20.0], [21.0]], n_clusters=2)
        >>> [(a.i, a.j, a.kind) for a in session.clusters.group([2, 3])]
        [(2, 3, 'must'), (0, 2, 'cannot')]
        >>> session.n_clusters, session.undo()
        (3, 'Cluster 2 split into 2: 1 must-link and 1 cannot-link, 3 clusters')
        """
        wanted = [*rows]
        return self._carry_out(lambda: self.plan_group(wanted), "split")

    def plan_group(self, rows: Iterable[int]) -> ClusterPlan:
        """What `group` would record and lead to, or why it cannot."""
        wanted = {check_count(row, "row", 0, self._engine.n_samples - 1) for row in rows}
        now = self._situation()
        places = np.sort(self._shown_places(wanted))
        return self._planned(now, ("group", *places.tolist()), lambda: gathered(now, places))

    def _shown_places(self, rows: Iterable[int]) -> np.ndarray:
        last = self._engine.n_samples - 1
        return self._engine.sample.places([check_count(row, "row", 0, last) for row in rows])

    # ------------------------------------------------------------------ in common

    def _situation(self) -> Situation:
        with self._engine.lock:
            return self._situation_now()

    @per_moment
    def _situation_now(self, now: Present) -> Situation:
        if now.fit is None:
            raise InputError("nothing has been clustered yet; wait for the first fit")
        return Situation(
            now.sample.X,
            now.constraints_by_place,
            answers_by_place(now.sample, now.state.awake),
            now.sample.of(now.labels),
            self._names(now),
            now.n_clusters,
            now.sample,
            now.fit,
            self._engine.timeline,
        )

    def _planned(
        self, now: Situation, what: Hashable, make: Callable[[], ClusterPlan]
    ) -> ClusterPlan:
        """The plan with what it leads to, if the clusters shown are current.

        Outdated clusters may be merged already: merging them again would reduce K twice.
        """
        engine = self._engine
        if not engine.ledger.fitted:
            return ClusterPlan(reason=WAIT if engine.fits.is_running else NOT_CLUSTERED)
        return now.planned(what, lambda: kept(engine, now, make()))

    def _carry_out(self, planned: Callable[[], ClusterPlan], source: str) -> tuple[Answer, ...]:
        """Record a plan in one step; its fit is made before, without the lock."""
        engine, known = self._engine, planned()

        def plan(now: Timeline) -> tuple[Operation, tuple[Answer, ...]]:
            wanted, names = planned(), self.names
            if not wanted.possible:
                raise InputError(wanted.reason)
            change, answers = change_of(now, wanted, source, engine.annotator)
            clusters = wanted.regrouped.clusters if wanted.regrouped else ()
            given = engine.ledger.cluster_names
            left = {k: given[k] for k in given if k < len(names) and k not in clusters[1:]}
            cause = _cause(change, wanted, [clipped(names[each]) for each in clusters])
            return replace(change, cause=cause, naming=self._named(left)), answers

        return engine.change(plan, known.fit)

    def _named(self, names: dict[int, str]) -> Naming:
        shown = self._engine.ledger.shown
        return Naming(tuple(sorted(names.items())), 0 if shown is None else shown.fit)


def _cause(change: Change, plan: ClusterPlan, names: list[str]) -> str:
    split = f"split into {len(plan.parts)}" if names else "new cluster"
    verb = "merged" if len(names) > 1 else split
    gone = len(change.remove)
    back = f", {gone} must-link{'s' * (gone > 1)} taken back" if gone else ""
    return (
        f"{' and '.join(names)} {verb}: {counted(change.add)}{back}, "
        f"{clusters_text(plan.n_clusters)}"
    ).strip()
