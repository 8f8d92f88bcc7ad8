"""The sentences about two clusterings side by side."""

from collections.abc import Sequence

from jupyter_sscluster._number_text import fixed, grouped
from jupyter_sscluster.widget.core.text import count, percent

CANCELLED = "Comparison cancelled. Change a setting to try again."
NOT_YET = "The other clustering is still being fitted; wait, or choose another clusterer."
KEPT = "Constraints kept"
SECONDS = "Fitted in"


def agree(n_agree: int, of: int) -> str:
    """`They agree on 133 of 150`."""
    return f"They agree on {grouped(str(n_agree))} of {grouped(str(of))}"


def compared(titles: Sequence[str], agreed: str) -> str:
    """The same as news: `k-means beside MPCK-means: they agree on 133 of 150`."""
    return f"{titles[1]} beside {titles[0]}: {agreed[:1].lower()}{agreed[1:]}"


def differ(number: int) -> str:
    """`17 points differ`."""
    if not number:
        return "No point differs"
    return f"{count(number, 'point')} differ" + ("s" if number == 1 else "")


def same(n_constraints: int) -> str:
    """`with the same 9 constraints`."""
    same = f"with the same {count(n_constraints, 'constraint')}"
    return same if n_constraints else "no constraints"


def score(value: float | None) -> str:
    """A score, or that there is none."""
    return "–" if value is None else fixed(value, 2)


def kept(share: float, n_constraints: int) -> str:
    """`89 %`."""
    return percent(share) if n_constraints else "–"
