"""Links as they are added: what is joined, and what is kept apart from what."""

from __future__ import annotations

import numpy as np

from jupyter_sscluster._arrays import Index, Integers


class Links:
    """Sets of joined items, and for each set those that it is kept apart from.

    >>> links = Links(np.array([[0, 1]]), np.array([[1, 2]]))
    >>> links.take(2, 3, True), links.take(0, 3, True), links.apart(0, 3)
    (True, False, True)
    """

    def __init__(self, must: Integers, cannot: Integers) -> None:
        self._up: dict[int, int] = {}
        self._apart: dict[int, set[int]] = {}
        for together, pairs in ((True, must), (False, cannot)):
            for i, j in pairs.tolist():
                self.take(i, j, together)

    def __len__(self) -> int:
        return len(self._up)

    @property
    def items(self) -> Index:
        """All that occur in a link."""
        return np.fromiter(self._up, dtype=np.intp, count=len(self))

    def take(self, i: int, j: int, together: bool) -> bool:
        """Add a link; False, and nothing changed, where it contradicts those before."""
        a, b = self.root(i), self.root(j)
        if (together and b in self._apart.get(a, ())) or (not together and a == b):
            return False
        if not together:
            self._apart.setdefault(a, set()).add(b)
            self._apart.setdefault(b, set()).add(a)
        elif a != b:
            self._join(a, b)
        return True

    def apart(self, i: int, j: int) -> bool:
        """Whether links keep two items apart."""
        return self.root(j) in self._apart.get(self.root(i), ())

    def sets(self, n: int) -> Index:
        """For each of n items an item of its set, the same for all of it."""
        found = np.arange(n)
        for item in [*self._up]:
            found[item] = self.root(item)
        return found

    def kept_apart(self) -> Index:
        """Pairs (m, 2) of such items whose sets are kept apart, in both orders."""
        pairs = [(a, b) for a, others in self._apart.items() for b in others]
        return np.array(pairs, dtype=np.intp).reshape(-1, 2)

    def _join(self, a: int, b: int) -> None:
        if len(self._apart.get(a, ())) < len(self._apart.get(b, ())):
            a, b = b, a
        self._up[b] = a
        for other in self._apart.pop(b, ()):
            self._apart[other].discard(b)
            self._apart[other].add(a)
            self._apart.setdefault(a, set()).add(other)

    def root(self, i: int) -> int:
        """The item that stands for the set of this one."""
        path = []
        while (above := self._up.setdefault(i, i)) != i:
            path.append(i)
            i = above
        for passed in path:
            self._up[passed] = i
        return i
