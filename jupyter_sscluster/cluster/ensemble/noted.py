"""The steps of an ensemble, for a trace."""

from __future__ import annotations

from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import (
    Note,
    Noted,
    assigned,
    if_traced,
    is_traced,
)
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble


def noted_members(ensemble: Ensemble) -> Noted:
    """One step a member."""
    if not is_traced():
        return ()
    members = zip(ensemble.labels, ensemble.weights, strict=True)
    return tuple(Note("member", labels=labels, weight=float(weight)) for labels, weight in members)


def noted_means(found: Result) -> Noted:
    """Labels, and the means of their clusters; the inertia is known at the latter."""
    if not is_traced():
        return ()
    centres = Note("recentred", found.objective, centres=found.centres)
    return if_traced(assigned(found.labels, None), centres)
