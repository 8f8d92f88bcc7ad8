"""Sentences about a cluster, and about changes of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from jupyter_sscluster._validation import InputTypeError
from jupyter_sscluster.session import ClusterPlan
from jupyter_sscluster.session.engine.step_names import numbers_text
from jupyter_sscluster.widget.core.recording import actions
from jupyter_sscluster.widget.core.text import KINDS, count, listed, percent, shortened

NOTHING_SELECTED = "No points are selected: draw a lasso around a part of the cluster first."
CHANGED_MEANWHILE = (
    "The clusters have changed meanwhile, so nothing was merged or split. Try again."
)
UNDER_WAY = "another merge or split is still under way; wait for it, or cancel it"
PARTS = {2: "two", 3: "three", 4: "four"}


NO_WORD = "No word is more frequent here than elsewhere."
COUNTING = "The words are being counted …"
DESCRIBING = "describe= is being called …"
LONGEST = 500
"""Characters of what a person's function says."""


def about(size: int, of: int, links: int, doubtful: int, shown: str) -> str:
    """`27 of 150 points · 2 links touch it · 3 doubtful`."""
    told = [f"{size:,} of {count(of, shown.removesuffix('s'))}", links_touch(links)]
    return " · ".join([*told, *([f"{doubtful:,} doubtful"] if doubtful else [])])


def links_touch(links: int) -> str:
    """`2 links touch it`."""
    return f"{count(links, 'link')} touch{'es' * (links == 1)} it" if links else "no links"


def named(names: int, of: int) -> str:
    """`30 named, 118 not yet`."""
    return f"{names:,} named, {of - names:,} not yet" if names < of else f"All {of:,} are named."


def no_name(text: str) -> str:
    """No cluster has that in its name."""
    return f"No name has “{shortened(' '.join(text.split()))}” in it."


def captions(typical: int, size: int, doubtful: int) -> list[str]:
    """What the images of a cluster are: typical ones, and doubtful ones."""
    spread = f"{typical} of {size:,}, spread over the cluster"
    return [spread, f"{doubtful}, each with the cluster it could be in"]


def status(name: str, size: int, shown: str, suggested: str) -> str:
    """`Cluster 6: 112 texts. A names it “Tree pruning”, F2 lets you type a name.`."""
    offer = f"A names it “{shortened(suggested)}”, F2" if suggested else "F2"
    return (
        f"{shortened(name)}: {count(size, shown.removesuffix('s'))}. {offer} lets you type a name."
    )


def share_of_word(word: str, inside: float, rest: float) -> str:
    """A word and its shares, for those who do not see the bars."""
    return f"{word}: in {percent(inside)} of these texts, in {percent(rest)} of the others"


def said(value: Any) -> str:
    """What a person's function returned: a sentence, or words."""
    if isinstance(value, str) or value is None:
        text = value or ""
    elif isinstance(value, Iterable) and not isinstance(value, (bytes, Mapping)):
        text = ", ".join(map(str, islice(value, LONGEST)))
    else:
        raise InputTypeError(
            f"it returned {type(value).__name__}, and a sentence or a list of words is shown"
        )
    text = " ".join(text[: 2 * LONGEST].split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def failed(error: BaseException) -> str:
    """Why nothing is said."""
    return f"describe= failed for this cluster: {type(error).__name__}: {error}"[:LONGEST]


def apart(answers: Sequence[int], action_of: Callable[[int], int]) -> str:
    """`kept apart by answers 1 and 4`, by the numbers that the page shows."""
    return f"kept apart by {numbers_text(actions(answers, action_of))}"


def links(plan: ClusterPlan) -> str:
    """`65 must-links`, `3 must-links and 1 cannot-link`, `no links`."""
    kinds = Counter(KINDS[kind] for *_, kind in plan.links)
    return listed([count(number, kind) for kind, number in kinds.items()]) or "no links"


def joins(size: int) -> str:
    """`joins 1,436 points`."""
    return f"joins {size:,} points"


def _outcome(plan: ClusterPlan, action_of: Callable[[int], int]) -> str:
    """What a change takes back and what else moves, K, and the links that it adds."""
    told = [f"K becomes {plan.n_clusters}", links(plan)]
    if plan.taken_back:
        back = numbers_text(actions(plan.taken_back, action_of))
        told.append(f"{back} give{'s' * (' and ' not in back)} way")
    if plan.moved:
        told.append(f"{count(plan.moved, 'other point')} would move")
    return ", ".join(told)


def if_merged(plan: ClusterPlan, action_of: Callable[[int], int]) -> tuple[str, str]:
    """The note on the plot while a merge is previewed: its lead, and what it would do."""
    size = sum(map(len, plan.parts))
    return "If merged:", f"{count(size, 'point')}, {_outcome(plan, action_of)}"


def if_split(plan: ClusterPlan, action_of: Callable[[int], int]) -> tuple[str, str]:
    """The same of a split."""
    sizes = listed([str(len(part)) for part in plan.parts])
    return "If split:", f"parts of {sizes}, {_outcome(plan, action_of)}"


def merging(a: str, b: str, plan: ClusterPlan) -> str:
    """The status line while a merge is previewed."""
    k = plan.n_clusters
    return f"Merging {shortened(a)} with {shortened(b)} would add {links(plan)} and set K to {k}."


def splitting(a: str, plan: ClusterPlan) -> str:
    """The same of a split."""
    parts, k = PARTS.get(len(plan.parts), str(len(plan.parts))), plan.n_clusters
    return f"Splitting {shortened(a)} into {parts} would add {links(plan)} and set K to {k}."
