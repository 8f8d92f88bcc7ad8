"""Plans with the clustering that they lead to: what is previewed is what happens."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jupyter_sscluster._arrays import Integers
from jupyter_sscluster.cluster.fit.watching import FitCancelled, watcher
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.changes import Change
from jupyter_sscluster.journal.constraints_from_answers import told
from jupyter_sscluster.journal.timeline import Timeline
from jupyter_sscluster.session.clusters.plans import (
    ClusterPlan,
    Promise,
    Situation,
    at_most,
    by_row,
)
from jupyter_sscluster.session.engine import operations
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.fit.fitting import failure_text, unheard
from jupyter_sscluster.session.engine.fit.precomputed_fits import Ahead, numbered, problem_of
from jupyter_sscluster.session.engine.group_links import LARGEST_TREE, Statement, spanning_links
from jupyter_sscluster.session.engine.operations import ENFORCED
from jupyter_sscluster.session.engine.settings import (
    check_n_clusters,
    check_start,
    ready_clusterer,
    title_of,
)
from jupyter_sscluster.session.engine.stable_labels import renumbered

ROUNDS = 4
"""Fits after which all rows of the parts are linked, not only those that went elsewhere."""

MANY = 0.25
"""Share of a part's rows elsewhere from which all of them are linked at once."""


def change_of(
    timeline: Timeline, plan: ClusterPlan, source: str, annotator: str
) -> tuple[Change, tuple[Answer, ...]]:
    """The change that a plan about rows makes, and the answers that state its links."""
    change, answers = operations.answers(
        timeline,
        plan.links,
        None,
        weight=ENFORCED,
        soft=False,
        source=source,
        remove=plan.taken_back,
        annotator=annotator,
    )
    change = change or Change((), (), "")
    return replace(change, n_clusters=plan.n_clusters, regrouped=plan.regrouped), answers


def kept(engine: Engine, now: Situation, plan: ClusterPlan) -> ClusterPlan:
    """The plan, about rows, with its clustering and the must-links that its promise needs.

    The very fit that the change will need is made. Where rows of a part end up elsewhere, these are
    linked to the part, and it is made once more. A promise that cannot be kept is a refusal.
    """
    promise = plan.promise
    clusterer = ready_clusterer(now.timeline.state.settings)
    title = title_of(clusterer)
    if promise is None or not plan.possible:
        return by_row(plan, now.sample)
    if not getattr(clusterer, "uses_constraints", True):
        return ClusterPlan(
            reason=f"{title} takes no notice of pairs, so that nothing would hold; use another "
            "clusterer, such as Adaptive PCK-means."
        )
    wanted, linked = plan, [np.empty(0, dtype=np.intp) for _ in promise.parts]
    for fits in range(ROUNDS + 2):
        try:
            labels, fit = _fitted(engine, now, by_row(wanted, now.sample))
        except FitCancelled:
            raise
        except Exception as error:
            return ClusterPlan(reason=_sentence(failure_text(clusterer, error)[0]))
        shown = now.sample.of(labels)
        if promise.is_kept(shown, now.labels, linked):
            return _with_outcome(now, wanted, promise, labels, fit)
        linked = [
            part if fits >= ROUNDS or len(away) > MANY * len(part) else np.union1d(held, away)
            for part, held, away in zip(promise.parts, linked, promise.strays(shown), strict=True)
        ]
        wanted = replace(plan, links=(*plan.links, *_holding(now, plan, promise, linked)))
    n_away = sum(map(len, promise.strays(shown)))
    many = "1 point" if n_away == 1 else f"{n_away:,} points"
    return ClusterPlan(
        reason=f"{title} would not keep {promise.what}: {many} would be elsewhere. Link some of "
        "the points first, or use another clusterer."
    )


def _fitted(engine: Engine, now: Situation, plan: ClusterPlan) -> tuple[Integers, Ahead]:
    """The labels that a plan about rows leads to, and their fit; InputError if it may not be."""
    change, _ = change_of(now.timeline, plan, "merge", "")
    state = change.apply(now.timeline).state
    check_n_clusters(plan.n_clusters, ready_clusterer(state.settings), state.constraints)
    check_start(state.settings.clusterer, plan.n_clusters, engine.n_features)
    problem = problem_of(engine.X, state, now.fit)
    solution = engine.fits.solve_aside(problem, watcher() or unheard)
    labels = numbered(engine.X, solution, state, now.fit)
    return labels, Ahead(problem, state.settings, solution)


def _holding(
    now: Situation, plan: ClusterPlan, promise: Promise, linked: Sequence[np.ndarray]
) -> list[Statement]:
    """Must-links between the rows of each part that have to be held, and its centre.

    What is known with less weight is stated anew: rows went elsewhere in spite of it.
    """
    after = now.without(plan.taken_back)
    trusted = [each for each in after.answers if not each.soft and each.weight >= ENFORCED]
    known = plan.added_to(told(Constraints(len(now.X)), trusted))
    links = list[Statement]()
    for rows, centre in zip(linked, promise.centres, strict=True):
        if len(rows):
            held = np.union1d(at_most(now.X, rows, LARGEST_TREE - 1), centre)
            links += spanning_links(known, held, now.X)
    return links


def _with_outcome(
    now: Situation, plan: ClusterPlan, promise: Promise, labels: Integers, fit: Ahead
) -> ClusterPlan:
    """The plan about rows, with the clusters that came of it."""
    shown, before = now.sample.of(labels), now.fit.labels.copy()
    homes = dict.fromkeys(shown[[*promise.centres, *promise.apart]].tolist())
    touched = np.unique(now.labels[np.concatenate(promise.parts)])
    for old, new in renumbered(labels, now.fit.labels):
        before[now.fit.labels == old] = new
    inside = np.isin(now.fit.labels, touched)
    moved = np.where(inside, ~np.isin(labels, [*homes]), labels != before)
    labels.setflags(write=False)
    parts = tuple(tuple(np.flatnonzero(shown == home).tolist()) for home in homes)
    outcome = replace(plan, parts=parts, labels=labels, moved=int(moved.sum()), fit=fit)
    return by_row(outcome, now.sample)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
