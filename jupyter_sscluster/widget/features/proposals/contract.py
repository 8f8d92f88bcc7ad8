"""Merges and splits that the clusterer is unsure of: what the page asks, and one proposal."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Content, Kind, Point


class AskProposal(TypedDict):
    """A view shows the proposals: the one that is next is wanted."""

    type: Literal["proposal"]
    opened: bool
    """Whether a person has just opened them: those that were skipped may come again."""


class DecideProposal(TypedDict):
    """A proposal was accepted, turned down or skipped; one that is not open any more is not."""

    type: Literal["decide_proposal"]
    key: str
    verdict: Literal["accept", "reject", "skip"]


class ProposedFeature(TypedDict):
    """A feature of the two typical rows: its values as text, and as lengths of bars."""

    name: str
    values: tuple[str, str]
    bars: tuple[float, float]


class ProposalCard(TypedDict):
    """The proposal that is next, or why there is none."""

    type: Literal["proposal"]
    key: str
    """Empty where there is none."""
    text: str
    """Why there is none, as a sentence; else the question."""
    kind: Literal["merge", "split"]
    i: Point
    j: Point
    a: str
    b: str
    clusters: tuple[str, str]
    cluster_ids: tuple[int, int]
    features: list[ProposedFeature]
    extra: list[Content]
    """Of both rows."""
    sides: list[list[Point]]
    """The points of both clusters, or of both parts."""
    link: Kind
    """The link that accepting it adds."""
    why: tuple[str, str, str]
    """The second part is what matters most."""
    effects: tuple[str, str, str]
    """Of accepting, of turning down, of skipping."""
    note: tuple[str, str]
    """What accepting it does, on the plot: its lead, and the rest."""
    status: str
    reviewed: int
    total: int


Message = AskProposal | DecideProposal
Reply = ProposalCard
