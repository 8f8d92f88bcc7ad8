"""Sentences about a check."""

from collections.abc import Sequence

from jupyter_sscluster._number_text import count
from jupyter_sscluster.session import CheckResult, Estimated
from jupyter_sscluster.session.check.check import N_MORE
from jupyter_sscluster.session.check.sentences import Since, interval_text
from jupyter_sscluster.widget.core.text import listed, shortened

INTRO = "How right is this clustering?"
BEGIN = (
    "Place 40 points that are drawn at random. The result is the share of all points that belong "
    "where they are, with a 95 % interval. Nothing is learned from what you say."
)
CARDS = "Which of these are the same?"
NEW_CARDS = "What do the new clusters stand for?"
SORT = "Each shows a cluster. Choose those that are the same thing, if any are."
ONLY_MEASURES = "Points are drawn at random. These answers only measure; nothing is learned."
AGAIN = "It was not where the clustering has it. Look once more."
NOT_CLUSTERED = "Nothing has been clustered yet. Wait for the first clustering."


def where(name: str) -> str:
    """The title of a check."""
    return f"Where does point {shortened(name)} belong?"


def row_status(done: int, total: int, name: str, again: bool, others: int) -> str:
    """`Check 15 of 40: where does point 88 belong? Press its digit, 0 or S. …`."""
    place = "Second look" if again else f"Check {done + 1:,} of {max(total, done + 1):,}"
    another = ", A for another cluster" if others else ""
    keys = f"Press its digit{another}, 0 or S. Esc pauses; the checks are kept."
    return f"{place}: where does point {shortened(name)} belong? {keys}"


CARDS_STATUS = f"{CARDS} Press the digits of those, then M. Enter: done, all others are different."


def found_status(found: int, listed: int) -> str:
    """How many other clusters a text finds.

    >>> found_status(21, 8), found_status(1, 1), found_status(0, 0)
    ('21 other clusters, the first 8 listed', '1 other cluster', 'No other cluster found')
    """
    if not found:
        return "No other cluster found"
    rest = f", the first {listed} listed" if listed < found else ""
    return f"{count(found, 'other cluster')}{rest}"


def result_status(found: CheckResult) -> str:
    """`40 checks: 94 % of points belong where they are, 85 to 97 %. Ringed: checked points.`."""
    low, high = (f"{100 * end:.0f}" for end in (found.in_place.low, found.in_place.high))
    share = f"{100 * found.in_place.value:.0f} % of points belong where they are"
    checks = count(found.n_checked, "check")
    return f"{checks}: {share}, {low} to {high} %. Ringed: checked points."


def rest(found: CheckResult) -> str:
    """What the share is of."""
    if found.n_settled and not found.n_checked:
        return "of points belong where they are: all follow from your answers."
    return "of points belong where they are."


def interval(found: CheckResult, annotators: Sequence[str]) -> str:
    """`85–97 % with 95 % confidence, 40 checks by Ann`."""
    by = listed(annotators) if annotators else "you"
    return (
        f"{interval_text(found.in_place)} with 95 % confidence, {checks(found.n_checked)} by {by}"
    )


def checks(number: int) -> str:
    """`40 checks`."""
    return count(number, "check")


def bar(found: Estimated, name: str, n_checked: int) -> str:
    """A bar for who cannot see it: `Nines: 75 %, 30 to 95 %, 8 checks`."""
    low, high = (f"{100 * end:.0f}" for end in (found.low, found.high))
    return f"{name}: {100 * found.value:.0f} %, {low} to {high} %, {checks(n_checked)}"


def misplaced(name: str, wrong: int, checked: int) -> str:
    """`Nines: 1 of 4 belongs elsewhere`."""
    return f"{name}: {wrong} of {checked} {'belongs' if wrong == 1 else 'belong'} elsewhere"


def others(few: int, wrong: int) -> str:
    """Of how many clusters there are too few checks for a figure."""
    if not few:
        return ""
    text = f"{count(few, 'cluster')} with fewer than 8 checks: too few to say"
    return f"{text}; none of their checks elsewhere." if not wrong else f"{text}."


def more_of(name: str, n_left: int) -> str:
    """`10 more in Nines`; fewer where no more are left.

    >>> more_of("Nines", 40), more_of("Nines", 3)
    ('10 more in Nines', '3 more in Nines')
    """
    return f"{min(N_MORE, n_left)} more in {name}"


def indices_of(found: CheckResult) -> str:
    """Of which checks the indices are, where further points of single clusters were checked."""
    if not found.n_beyond:
        return ""
    return f"Of the {checks(found.n_checked - found.n_beyond)} drawn among all points."


def beyond(found: CheckResult) -> str:
    """That clusters were checked further than others."""
    if not found.n_beyond:
        return ""
    more = f"{checks(found.n_beyond)} {'is' if found.n_beyond == 1 else 'are'} of single clusters"
    return f"{more}, which are weighed by their size."


def since(found: Since | None, shown: bool = True) -> str:
    """What happened since the last check."""
    if found is None or not found.n_moved or not shown:
        return ""
    ago = f"{count(found.n_answers, 'answer')} ago" if found.n_answers else "before the last change"
    moved = count(found.n_moved, "point")
    return f"Checked {ago}; {moved} changed cluster since. These figures are of this clustering."


def settled(n_settled: int, n_samples: int) -> str:
    """`20 of 150 points are known without a check.`."""
    if not n_settled:
        return ""
    return f"{n_settled:,} of {count(n_samples, 'point')} are known without a check."


def unknown(found: CheckResult) -> str:
    """How many checks could not be told, and what that may mean."""
    if not found.n_unknown:
        return ""
    text = f"{checks(found.n_unknown)} could not be told"
    if found.bounds is None:
        return f"{text} and are left out."
    return f"{text}: {interval_text(found.bounds)} if all were wrong, or all right."


def changed(found: CheckResult) -> str:
    """How often the second look differed."""
    again, others = found.n_changed
    if not again:
        return ""
    return f"At the second look at {count(again, 'point')}, {others or 'none'} of them changed."


def due(number: int) -> str:
    """Rows that came in since."""
    if not number:
        return ""
    return f"{count(number, 'point')} came in since and must be checked first."


def further(then: Estimated) -> str:
    """`to about 90–97 %`."""
    return f"to about {interval_text(then)}"
