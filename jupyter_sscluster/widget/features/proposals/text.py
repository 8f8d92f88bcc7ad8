"""Sentences about merges and splits that are proposed."""

from collections import Counter
from collections.abc import Iterable, Sequence

from jupyter_sscluster._number_text import count
from jupyter_sscluster.session.proposals.proposals import Proposal, Verdict
from jupyter_sscluster.widget.core.text import percent, shortened

NONE = "No merge and no split is proposed: the clusterer is sure of all clusters."
ORDER: tuple[Verdict, ...] = ("merged", "kept apart", "split", "kept whole", "skipped")
TITLES = {"merge": "Are these two the same group?", "split": "Is this one group or two?"}


def done(verdicts: Iterable[Verdict]) -> str:
    """`All 64 reviewed: 41 merged, 20 kept apart, 3 skipped.`."""
    numbers = Counter(verdicts)
    parts = ", ".join(f"{numbers[each]:,} {each}" for each in ORDER if numbers[each])
    return f"All {numbers.total():,} reviewed: {parts}."


def why(proposal: Proposal) -> tuple[str, str, str]:
    """What the rows are, how likely the sides are one, and the distance behind that."""
    rows = {"merge": "A typical row of each. ", "split": "A typical row of each part. "}
    far = f": distance {proposal.height:.3g}, threshold {proposal.threshold:.3g}."
    return rows[proposal.kind], f"{percent(proposal.p_same)} likely the same", far


def effects(proposal: Proposal, after: int, left: int) -> tuple[str, str, str]:
    """`33 points, 147 clusters`, `1 cannot-link`, `51 left`."""
    a, b = len(proposal.rows), len(proposal.other_rows)
    clusters = count(after, "cluster")
    if proposal.kind == "merge":
        return f"{count(a + b, 'point')}, {clusters}", "1 cannot-link", f"{left:,} left"
    return f"{a:,} and {count(b, 'point')}, {clusters}", "1 must-link", f"{left:,} left"


def note(proposal: Proposal, after: int) -> tuple[str, str]:
    """`If merged:`, `1 must-link, 147 clusters`."""
    if proposal.kind == "merge":
        return "If merged:", f"1 must-link, {count(after, 'cluster')}"
    return "If split:", f"1 cannot-link, {count(after, 'cluster')}"


def n_clusters_after(proposal: Proposal, n_clusters: int, clustered: Sequence[bool]) -> int:
    """How many clusters there are if it is accepted; points in no cluster are none of them."""
    if proposal.kind == "split":
        return n_clusters + 1
    return n_clusters - 1 if all(clustered) else n_clusters


def status(proposal: Proposal, names: tuple[str, str], place: int, total: int) -> str:
    """`Proposal 13 of 64: merge Anna and A. Novak? Press Space, X or →. …`."""
    a, b = map(shortened, names)
    what = f"merge {a} and {b}" if proposal.kind == "merge" else f"split {a}"
    keys = "Press Space, X or →. Ctrl+Z takes the last one back."
    return f"Proposal {place:,} of {total:,}: {what}? {keys}"
