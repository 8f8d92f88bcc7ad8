"""Must-link components that grow, and the cannot-links between them, one statement at a time."""

from collections.abc import Iterable, Sequence


def root_of(parent: list[int], item: int) -> int:
    """The item at the top above an item of a union-find; the way there is made shorter."""
    while parent[item] != item:
        parent[item] = item = parent[parent[item]]
    return item


class GrowingComponents:
    """A union-find of components, and which of its roots are apart.

    `component_of` has the number of each row's component, from 0; `edges` are components apart.
    """

    def __init__(self, component_of: Sequence[int], edges: Iterable[tuple[int, int]] = ()) -> None:
        self._component_of = component_of
        self._parent = list(range(max(component_of, default=-1) + 1))
        self._apart = [set[int]() for _ in self._parent]
        for a, b in edges:
            self._set_apart(a, b)

    def relation(self, i: int, j: int) -> bool | None:
        """Whether two rows are together (True) or apart (False); None where that is open."""
        a, b = self._root(i), self._root(j)
        if a == b:
            return True
        return False if b in self._apart[a] else None

    def state(self, i: int, j: int, *, together: bool) -> bool:
        """State a relation; False, and nothing changes, if it is entailed or contradictory."""
        a, b = self._root(i), self._root(j)
        if a == b or b in self._apart[a]:
            return False
        if not together:
            self._set_apart(a, b)
            return True
        if len(self._apart[a]) < len(self._apart[b]):
            a, b = b, a
        self._parent[b] = a
        for other in self._apart[b]:
            self._apart[other].discard(b)
            self._set_apart(other, a)
        self._apart[b] = set()
        return True

    def _set_apart(self, a: int, b: int) -> None:
        self._apart[a].add(b)
        self._apart[b].add(a)

    def _root(self, row: int) -> int:
        return root_of(self._parent, self._component_of[row])
