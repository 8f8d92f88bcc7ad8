"""What is chosen, what else may be, and changes of it."""

from typing import Literal, TypedDict

from jupyter_sscluster.widget.core.contract import MenuEntry, Param, ParamValue


class Settings(TypedDict):
    """What is chosen, and what else may be."""

    clusterer: str
    clusterers: list[MenuEntry]
    """In the order of the menu, entries of one group after each other."""
    uses_constraints: bool
    strategy: str
    strategies: list[MenuEntry]
    n_clusters: int
    takes_n_clusters: bool
    n_clusters_is_estimated: bool
    n_clusters_low: int
    n_clusters_high: int
    softly: bool
    """Answers are recorded as soft statements."""
    softly_help: str
    params: list[Param]
    strategy_params: list[Param]


class SetChoice(TypedDict):
    """Another clusterer or strategy."""

    type: Literal["set"]
    what: Literal["clusterer", "strategy"]
    value: str


class SetCount(TypedDict):
    """Another number of clusters, or what was typed as one."""

    type: Literal["set"]
    what: Literal["n_clusters"]
    value: float | str


class SetParam(TypedDict):
    """Another value of one parameter."""

    type: Literal["set"]
    what: Literal["param", "strategy_param"]
    name: str
    value: ParamValue


class StateSoftly(TypedDict):
    """Whether answers are recorded as soft statements from now on."""

    type: Literal["softly"]
    value: bool


class Refit(TypedDict):
    """The clusterer is fitted from new starting points."""

    type: Literal["refit"]


class State(TypedDict):
    """Keys of the state."""

    settings: Settings


Message = SetChoice | SetCount | SetParam | StateSoftly | Refit
