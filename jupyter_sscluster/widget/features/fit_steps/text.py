"""The sentences about the steps of a fit."""

from jupyter_sscluster._number_text import fixed, number_text
from jupyter_sscluster.cluster.fit.steps import (
    Assigned,
    MemberFound,
    Merged,
    MetricLearned,
    Recentred,
    RoundEnded,
    Seeded,
    Step,
)
from jupyter_sscluster.widget.core.text import count

KINDS = {
    Seeded: "Seed",
    Assigned: "Assign",
    Recentred: "Recentre",
    MetricLearned: "Learn metric",
    Merged: "Merge",
    MemberFound: "Member",
    RoundEnded: "Round",
}

MAKING = "The fit is rerun, step by step."
WARM = (
    "This fit started from the previous clusters and needed few steps. "
    "Choose “New starting points” to see a full run."
)
FRESH = "New starting points: these steps may end with another clustering than the one shown."
OTHER = "The rerun gave another result: this algorithm is random or stops by time."
RENEWED = "The clustering has changed; these are the steps of the new fit."
NOT_LINEAR = "Centres and metric are not drawn: {axes} axes are no linear view of the features."
NO_ELLIPSES = "The metric cannot be drawn: it ignores some directions."
FAILED = "The fit could not be rerun: {why}"


def number(value: float) -> str:
    """Three digits, and a zero at the end of short ones, as they are compared from step to step."""
    size = abs(value)
    if size >= 1000 or 0 < size < 1e-3:
        return number_text(value, 3)
    return fixed(value, 2 if size < 10 else 1)


def objective(value: float | None) -> str:
    """The objective with one decimal, where it is known."""
    return "" if value is None else number(value)


def seeded(step: Seeded, *, warm: bool) -> str:
    """Where it starts."""
    if warm:
        return "The centres of the previous clusters."
    if step.n_starts > 1:
        return f"First centres: the best of {step.n_starts} starts (number {step.start})."
    return "First centres."


def assigned(step: Assigned, n_samples: int, *, first: bool) -> str:
    """What an assignment step does."""
    if first:
        return f"{count(n_samples, 'point')} assigned to clusters."
    moved = f"{count(len(step.rows), 'point')} changed cluster"
    if step.how == "swapped":
        return f"{moved}: whole groups were exchanged, as that costs less."
    if step.how == "kept":
        return f"{moved} to keep all constraints."
    return f"{moved}." if len(step.rows) else "No point changed cluster."


def recentred(step: Recentred) -> str:
    """What new centres are."""
    if step.shift == 0.0:
        return "The centres stay where they are."
    return f"The centres moved by {number(step.shift)} at most."


def learned(before: float, after: float) -> str:
    """About the feature whose weight has changed most."""
    said = f"now weighs {number(after)} (was {number(before)})"
    if after == before:
        return f"{said}: nothing has changed."
    width = "narrower" if after > before else "wider"
    return f"{said}: the clusters have become {width} along it."


def merged(step: Merged, sizes: tuple[int, int], n_clusters: int) -> str:
    """Two clusters are one."""
    small, large = sorted(sizes)
    return (
        f"{count(small, 'point')} and {count(large, 'point')} become one cluster, at height "
        f"{number(step.height)}: {count(n_clusters, 'cluster')} left."
    )


def first_merges(n_merges: int, n_clusters: int) -> str:
    """Where the upper part of a dendrogram begins."""
    if not n_merges:
        return f"Every point is a cluster: {count(n_clusters, 'cluster')}."
    return f"{count(n_merges, 'merge')} so far: {count(n_clusters, 'cluster')} left."


def member(step: MemberFound, total: int) -> str:
    """One clustering of many."""
    return f"Clustering {step.iteration} of {total}; it counts {number(step.weight)} in the vote."


def iteration(step: Step, total: int) -> str:
    """Where it is among the iterations."""
    return f"iteration {step.iteration} of {total}" if step.iteration else "start"


def note(step: int, last: int, *, same: bool) -> tuple[str, str]:
    """What the plot shows."""
    lead = f"Step {step + 1} of {last + 1}:"
    if step < last:
        return lead, "not the final clustering"
    return lead, "the clustering shown" if same else "the end of this fit"


def pulling(n_pulls: int, n_links: int) -> str:
    """How many statements pull."""
    return f"{n_pulls} of {n_links}"


def status(where: str, kind: str, now: str, before: str, pulls: str, text: str) -> str:
    """The line that speaks."""
    short = where.partition(" of ")[0]
    head = f"{short[:1].upper()}{short[1:]}, {kind.lower()}"
    if not now:
        return f"{head}: {text}"
    was = f", was {before}" if before and before != now else ""
    return f"{head}: objective {now}{was}{pulls}"
