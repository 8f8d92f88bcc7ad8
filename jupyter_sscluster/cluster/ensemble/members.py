"""The members of a consensus clustering, their labels, and their steps in a trace."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jupyter_sscluster._arrays import Labels
from jupyter_sscluster._validation import Anything, check_params
from jupyter_sscluster.cluster._base.constrained_clusterer import ConstrainedClusterer
from jupyter_sscluster.cluster._parts.lloyd.lloyd import Result, in_order
from jupyter_sscluster.cluster._parts.lloyd.points import Points
from jupyter_sscluster.cluster._parts.lloyd.trace_recorder import (
    Noted,
    StepRecord,
    assigned,
    if_traced,
    is_traced,
)
from jupyter_sscluster.cluster.ensemble.coassociation import Ensemble
from jupyter_sscluster.cluster.fit.any_clusterer import takes_constraints
from jupyter_sscluster.constraints import Constraints


class Clusterers(Anything):
    """None, an estimator with `fit` and `labels_`, or a list of such estimators."""

    def check(self, value: Any) -> bool:
        """Whether the value is allowed."""
        several = value if isinstance(value, (list, tuple)) else [value]
        usable = all(callable(getattr(each, "fit", None)) for each in several)
        no_class = not any(isinstance(each, type) for each in several)
        return value is None or (len(several) > 0 and usable and no_class)

    def describe(self) -> str:
        """The rule in words."""
        return "None, an estimator such as PCKMeans(), or a list of estimators"


def clustered(member: Any, points: Points, known: Constraints, y: ArrayLike | None) -> Labels:
    """Labels by one estimator, numbered from 0; those at -1 are alone."""
    if isinstance(member, ConstrainedClusterer):
        check_params(member)
        member._check_room(len(points))
        return in_order(member._fit(points, known, y).labels)
    keywords = {"constraints": known} if takes_constraints(member) else {}
    fitted = member.fit(points.raw, **keywords)
    labels = np.asarray(fitted.labels_).astype(np.int64)
    alone = labels < 0
    labels[alone] = labels.max() + 1 + np.arange(alone.sum())
    return in_order(labels)


def noted_members(ensemble: Ensemble) -> Noted:
    """One step a member."""
    if not is_traced():
        return ()
    members = zip(ensemble.labels, ensemble.weights, strict=True)
    return tuple(
        StepRecord("member", labels=labels, weight=float(weight)) for labels, weight in members
    )


def noted_means(found: Result) -> Noted:
    """Labels, and the means of their clusters; the inertia is known at the latter."""
    if not is_traced():
        return ()
    centres = StepRecord("recentred", found.objective, centres=found.centres)
    return if_traced(assigned(found.labels, None), centres)
