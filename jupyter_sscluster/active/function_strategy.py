"""A plain function of a snapshot, used as a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from jupyter_sscluster._validation import Anything, Rule
from jupyter_sscluster.active.snapshot import Query, Snapshot
from jupyter_sscluster.active.strategy import Strategy


class FunctionStrategy(Strategy):
    """A strategy whose questions a function returns.

    You need not call it: pass the function where a strategy is expected.

    Parameters
    ----------
    function : callable
        Takes a `Snapshot` and returns pairs of rows or `Query` objects, best first.
    clusterer, n_clusters, random_state
        As in `Strategy`.

    >>> from jupyter_sscluster.constraints import Constraints
    >>> ends = FunctionStrategy(lambda snapshot: [(0, snapshot.n_samples - 1)])
    >>> ends.propose(Snapshot([[0.0], [1.0], [5.0]], Constraints(3)))[0].pair
    (0, 2)
    """

    for_subclasses = True
    uses_labels = True
    parameter_ranges: ClassVar[dict[str, Rule]] = {
        "function": Anything(),
        **Strategy.parameter_ranges,
    }

    def __init__(
        self,
        function: Callable[[Snapshot], Iterable[Query | Sequence[int]]],
        clusterer: Any = None,
        n_clusters: int | None = None,
        random_state: int | None = 0,
    ) -> None:
        super().__init__(clusterer, n_clusters, random_state)
        self.function = function

    @property
    def title(self) -> str:  # type: ignore[override]
        """The name of the function."""
        name = getattr(self.function, "__name__", type(self.function).__name__)
        return "Function" if name == "<lambda>" else name

    def questions(self, snapshot: Snapshot) -> Iterable[Query | Sequence[int]]:
        """What the function returns."""
        return self.function(snapshot)
