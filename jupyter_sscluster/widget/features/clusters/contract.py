"""The card of a cluster: what is asked about it, and what the kernel replies."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import Cluster, Kind, Point

ListedBy = Literal["size", "doubt", "name"]


class TakeCluster(TypedDict):
    """A view wants to know all about a cluster."""

    type: Literal["cluster"]
    cluster: int


class TellWords(TypedDict):
    """A view is so near that the words of the clusters stand below their names."""

    type: Literal["words"]


class ListClusters(TypedDict):
    """A view shows the list of all clusters."""

    type: Literal["list_clusters"]
    by: ListedBy
    text: str
    """Part of a name; empty for all."""


class PlanMerge(TypedDict):
    """A view wants to know what a merge would do."""

    type: Literal["plan"]
    cluster: int
    other: int


class PlanSplit(TypedDict):
    """A view wants to know what a split would do."""

    type: Literal["plan"]
    cluster: int
    into: int
    """0: as many as suit."""


class Merge(TypedDict):
    """Two clusters are one."""

    type: Literal["merge"]
    cluster: int
    other: int


class Split(TypedDict):
    """A cluster is so many."""

    type: Literal["split"]
    cluster: int
    into: int
    """0: as many as suit."""


class SplitOff(TypedDict):
    """The selected points of a cluster are another."""

    type: Literal["split_off"]
    cluster: int


class Rename(TypedDict):
    """A cluster has another name."""

    type: Literal["rename"]
    cluster: int
    name: str


# ------------------------------------------------------------------ what the kernel replies


class Silhouette(TypedDict):
    """A feature of a cluster and of the rest: medians as text and as places, two distributions."""

    name: str
    values: tuple[str, str]
    places: tuple[float, float]
    heights: tuple[list[float], list[float]]
    about: str


class Share(TypedDict):
    """A column of texts: the most frequent value with its share in the cluster, and in the rest."""

    name: str
    values: tuple[str, str]


class WordShare(TypedDict):
    """A word that sets a cluster apart: its share, and two shares as lengths of a bar."""

    word: str
    share: str
    lengths: tuple[float, float]
    """Of the cluster and of the rest, 1 for the highest of all words."""
    about: str


class Example(TypedDict):
    """A point of a cluster, and the cluster that it could be in, if that is in doubt."""

    i: Point
    name: str
    image: bool
    text: list[str]
    """How its text begins, in pieces: every second one is among the words of the cluster."""
    beside: str
    """A short value that is shown at its side."""
    could_be: int | None


class Partner(TypedDict):
    """Another cluster, and what merging with it takes, or why it cannot be."""

    id: int
    text: str
    possible: bool


class ClusterCard(TypedDict):
    """The card of a cluster."""

    type: Literal["cluster"]
    id: int
    name: str
    about: str
    shown: Literal["texts", "images", "points"]
    """What its points are shown as."""
    named: bool
    suggested: str
    """A name for it, from its words; empty if there is none, or it has one."""
    words: list[WordShare] | None
    """None while they are counted."""
    words_note: str
    described: list[tuple[str, bool]]
    """What the person's function says, and whether that is why it failed; or that it is called."""
    features: list[Silhouette]
    shares: list[Share]
    typical: list[Example]
    doubtful: list[Example]
    captions: tuple[str, str]
    """What the typical and the doubtful images are."""
    n_doubtful: int
    status: str
    partners: list[Partner]
    after: str
    """What a merge means for K, and how it is taken back."""


class ListedCluster(TypedDict):
    """A line of the list of clusters."""

    id: int
    doubt: float
    """The share of its points that are in doubt, and that as text."""
    percent: str
    links: int


class ClusterList(TypedDict):
    """The clusters that have a text in their names, in the order that was asked for."""

    type: Literal["cluster_list"]
    by: ListedBy
    text: str
    rows: list[ListedCluster]
    foot: str
    """How many have names, or that none was found, as a sentence."""


class PlanReply(TypedDict):
    """What a verb would do: a lead and a sentence, the links, the rows of each part of a split."""

    type: Literal["plan"]
    id: int
    other: int | None
    into: int | None
    """What was asked: which other cluster, or how many parts."""
    note: tuple[str, str]
    status: str
    links: list[tuple[Point, Point, Kind]]
    parts: list[list[Point]]


class State(TypedDict):
    """Keys of the state."""

    clusters: list[Cluster]


Message = (
    TakeCluster
    | ListClusters
    | TellWords
    | PlanMerge
    | PlanSplit
    | Merge
    | Split
    | SplitOff
    | Rename
)
Reply = ClusterCard | ClusterList | PlanReply
