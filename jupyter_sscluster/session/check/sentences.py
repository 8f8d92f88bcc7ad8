"""What a check says, in sentences."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jupyter_sscluster._number_text import count
from jupyter_sscluster.session.check.judged import Judged
from jupyter_sscluster.session.check.result import (
    FEWEST,
    FEWEST_OF_CLUSTER,
    CheckedCluster,
    CheckResult,
)
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.intervals import Estimated


@dataclass(frozen=True)
class Since:
    """What happened since the last check.

    Attributes
    ----------
    n_answers : int
        Answers that came since.
    n_moved : int
        Rows whose cluster is another than then.
    when : float or None
        When the last check was made, in seconds from 1970; None if unknown.
    """

    n_answers: int
    n_moved: int
    when: float | None


def since_last_check(engine: Engine) -> Since | None:
    """What happened since the last check; None before the first."""
    timeline, ledger = engine.timeline, engine.ledger
    now = timeline.state
    if now.checks is None or not now.checks.looks:
        return None
    last = timeline.tree.at
    for step in reversed(timeline.tree.path(timeline.tree.at)):
        checks = timeline.states[step].checks
        if checks is None or checks.looks != now.checks.looks:
            break
        last = step
    then, shown = timeline.states[last], ledger.shown_at(last)
    known = {answer.number for answer in then.answers}
    new = {timeline.action_of(a.number) for a in now.answers if a.number not in known}
    moved = 0
    if shown is not None and ledger.shown is not None:
        differ = shown.labels != ledger.shown.labels
        for state in (then, now):  # rows that came or went since changed no cluster
            differ[state.rows.excluded] = False
        moved = int(np.count_nonzero(differ))
    return Since(len(new), moved, then.when)


def interval_text(found: Estimated) -> str:
    """`84–99 %`; one number where the ends are one.

    >>> interval_text(Estimated(0.95, 0.842, 0.991)), interval_text(Estimated(1.0, 1.0, 1.0))
    ('84–99 %', '100 %')
    """
    low, high = (f"{100 * end:.0f}" for end in (found.low, found.high))
    return f"{high} %" if low == high else f"{low}–{high} %"


def summary(found: CheckResult, annotators: Sequence[str], since: Since, n_again: int) -> str:
    """`checked: 95 % of rows belong where they are, 84–99 %, 40 checks by Ann, 2026-11-27`."""
    by = f" by {' and '.join(annotators)}" if annotators else ""
    day = time.strftime(", %Y-%m-%d", time.localtime(since.when)) if since.when else ""
    share = f"{100 * found.in_place.value:.0f} % of rows belong where they are"
    interval, checks = interval_text(found.in_place), count(found.n_checked, "check")
    moved = count(since.n_moved, "row")
    later = f"; {moved} changed cluster since, the same checks" if since.n_moved else ""
    again = f"; {waiting(n_again, 'row').rstrip('.')}" if n_again else ""
    return f"checked: {share}, {interval}, {checks}{by}{day}{later}{again}"


def not_begun(asked: bool) -> str:
    """What is missing before the first sorting."""
    if asked:
        return "Say first what the clusters stand for: see question."
    return "No check was begun; session.check() begins one."


def report(judged: Judged, found: CheckResult | None, since: Since | None) -> str:
    """The result in a few sentences, or what is missing."""
    if judged.unclear:
        return "Say first what some clusters stand for now: see question."
    if found is None:
        n_told = int(np.count_nonzero(judged.told | judged.found_wrong))
        unknown = int(np.count_nonzero(judged.checked & ~judged.told))
        if not n_told and unknown == np.count_nonzero(judged.frame):
            return f"No figure: none of the {count(unknown, 'check')} could be told."
        return f"{n_told} of {FEWEST} checks to a first figure."
    if not found.n_checked and not found.n_unknown:
        return f"All {count(found.n_samples, 'row')} follow from your answers."
    lead = [_lead(found, _elsewhere(found)), by_truth(found)]
    parts = [*lead, unsorted(found), _since(since), _old_rows(judged, found)]
    parts += [
        corrections(found.n_corrected, "row"),
        contradictions(len(found.contradicted), "row"),
        _bounds(found),
        *_clusters(found),
        *_same(found),
        _pairs(found),
        waiting(len(judged.again), "row"),
        _looks(found),
    ]
    return " ".join(part for part in parts if part)


def _elsewhere(found: CheckResult) -> str:
    wrong = len(found.wrong) + found.n_corrected
    return f"{wrong} of them elsewhere" if wrong else "none of them elsewhere"


def _lead(found: CheckResult, elsewhere: str) -> str:
    share = f"{100 * found.in_place.value:.0f} % of the rows are where they belong"
    low, high = (f"{100 * end:.0f} %" for end in (found.in_place.low, found.in_place.high))
    told = [f"95 % interval: {low} to {high}", f"{count(found.n_checked, 'check')}, {elsewhere}"]
    if found.n_beyond:
        told.append(f"{found.n_beyond:,} of them in single clusters, weighed by their size")
    if found.n_settled:
        told.append(
            f"{found.n_settled:,} of {count(found.n_samples, 'row')} are known without a check"
        )
    if found.n_unknown:
        told.append(f"{count(found.n_unknown, 'more check')} could not be told")
    return f"{share} ({'; '.join(told)})."


def by_truth(found: CheckResult) -> str:
    """What it is by true labels; empty where none were given."""
    if found.true_share is None:
        return ""
    return f"By the true labels it is {100 * found.true_share:.0f} %."


def _since(since: Since | None) -> str:
    if since is None or not since.n_moved:
        return ""
    moved = count(since.n_moved, "row")
    ago = f"Checked {count(since.n_answers, 'answer')} ago: " if since.n_answers else ""
    return f"{ago}{moved} changed cluster since; the figures are of this clustering."


def _old_rows(judged: Judged, found: CheckResult) -> str:
    due = int(np.count_nonzero(judged.due))
    if not due:
        return ""
    others = (
        "1 row came in or back since and is"
        if due == 1
        else f"{due:,} rows came in or back since and are"
    )
    return f"The figures are about {found.n_samples:,} rows; {others} to be checked first."


def corrections(number: int, noun: str) -> str:
    """What was corrected since it was checked.

    >>> corrections(1, "point")
    '1 point was corrected since; the others are estimated as they were found.'
    """
    was = "was" if number == 1 else "were"
    estimated = "the others are estimated as they were found"
    return f"{count(number, noun)} {was} corrected since; {estimated}." if number else ""


def contradictions(number: int, noun: str) -> str:
    """Of how many rows answers say otherwise than their checks.

    >>> contradictions(2, "point")
    'Answers put 2 points elsewhere than their checks do; the answers count.'
    """
    if not number:
        return ""
    checks = "its check does" if number == 1 else "their checks do"
    return f"Answers put {count(number, noun)} elsewhere than {checks}; the answers count."


def _bounds(found: CheckResult) -> str:
    if found.bounds is None:
        return ""
    ends = interval_text(found.bounds)
    return f"If those that could not be told were all wrong, or all right: {ends}."


def unsorted(found: CheckResult) -> str:
    """What is taken for granted where there are too many clusters to sort; else empty."""
    if not found.unsorted:
        return ""
    return (
        "Each cluster counts as a class of its own unless you said that some are the same: a class "
        "that is cut in two lowers this."
    )


def _clusters(found: CheckResult) -> list[str]:
    """What is said of each cluster; of those with too few checks only how many, if there are many.

    Of hundreds nearly all have too few.
    """
    if not found.unsorted:
        return [*map(_cluster, found.clusters)]
    few = sum(each.in_place is None for each in found.clusters if each.cluster >= 0)
    told = [_cluster(each) for each in found.clusters if each.n_checked and each.in_place]
    least = f"{count(few, 'cluster')} with fewer than {FEWEST_OF_CLUSTER} checks: too few to say."
    return [*told, least] if few else told


def _cluster(found: CheckedCluster) -> str:
    if not found.n_checked and found.in_place is None:
        return ""
    if found.in_place is None:
        return f"{found.name}: {count(found.n_checked, 'check')}, too few to say."
    if not found.n_checked:
        return f"{found.name}: known without a check, {interval_text(found.in_place)}."
    right = f"{found.n_checked - found.n_corrected - len(found.wrong)} of {found.n_checked}"
    return f"{found.name}: {right}, {interval_text(found.in_place)}."


def _same(found: CheckResult) -> list[str]:
    names = {each.cluster: each.name for each in found.clusters}
    return [same_clusters([names[cluster] for cluster in group]) for group in found.same]


def same_clusters(names: Sequence[str]) -> str:
    """Which clusters may be merged.

    >>> same_clusters(["Cluster 2", "Cluster 5"])
    'Cluster 2 and Cluster 5 stand for the same thing: merge them?'
    """
    return f"{', '.join(names[:-1])} and {names[-1]} stand for the same thing: merge them?"


def waiting(number: int, noun: str) -> str:
    """How many rows wait for a second look.

    >>> waiting(1, "row")
    '1 row waits for a second look.'
    """
    wait = "waits" if number == 1 else "wait"
    return f"{count(number, noun)} {wait} for a second look." if number else ""


def _pairs(found: CheckResult) -> str:
    if found.indices is None:
        return ""
    precision, recall, _, adjusted = map(_index, found.indices)
    rows = ""
    if found.n_beyond:
        rows = f", by the {count(found.n_checked - found.n_beyond, 'check')} among all rows"
    return f"Pairs{rows}: precision {precision}, recall {recall}; adjusted Rand index {adjusted}."


def _index(found: Estimated) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def _looks(found: CheckResult) -> str:
    again, changed = found.n_changed
    if not again:
        return ""
    rows = count(again, "row")
    return f"At the second look at {rows}, {changed or 'none'} of them changed."
