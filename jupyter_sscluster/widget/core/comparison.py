"""A second clusterer beside the one in use: which, and the clustering that it gave."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jupyter_sscluster import _catalogue
from jupyter_sscluster.session import Comparison, Session, engine_of
from jupyter_sscluster.session.comparison.comparison import ComparisonProblem, comparison_problem

FAVOURITES = ("mpckmeans", "adaptivepckmeans")


@dataclass(frozen=True, eq=False)
class Wish:
    """A clusterer as a menu calls it, and parameters; without K that of the session."""

    clusterer: str
    params: Mapping[str, Any] = field(default_factory=dict)
    n_clusters: int | None = None

    def problem(self, session: Session) -> ComparisonProblem:
        """What is to be fitted now; one's own clusterer is known as long as it is in use."""
        params = dict(self.params)
        if self.n_clusters is not None:
            params["n_clusters"] = self.n_clusters
        own = self.clusterer == type(session.clusterer).__name__
        clusterer = None if own else self.clusterer
        return comparison_problem(engine_of(session), clusterer, params)


def first_wish(session: Session) -> Wish:
    """What is compared with until something is chosen: another clusterer than the one in use."""
    used = _catalogue.name_of("clusterers", session.clusterer)
    return Wish(next(name for name in FAVOURITES if name != used))


@dataclass(frozen=True, eq=False)
class ComparisonState:
    """One comparison at one moment.

    `found` is the last clustering of the wish, against what is shown now. It is `stale` where it
    was fitted to other constraints, or with other parameters. `running` and `progress` are of the
    fit that will take its place, `problem` is why there is none. `estimator` is what the wish
    means, once that could be made. `asking` keeps questions among the points that differ.
    """

    wish: Wish
    found: Comparison | None = None
    stale: bool = False
    running: bool = False
    progress: tuple[str, int, int] | None = None
    problem: str = ""
    estimator: Any = None
    title: str = ""
    n_clusters: int | None = None
    asking: bool = False

    @property
    def rows_asked_about(self) -> list[int] | None:
        """The rows that questions are kept among; None where they may be about all.

        Those that differed last: an answer is not held up by the fit of the other clusterer.
        """
        if not self.asking or self.found is None:
            return None
        rows: list[int] = self.found.changed.tolist()
        return rows
