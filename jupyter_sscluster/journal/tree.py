"""Tree of numbered steps, with the present one.

Steps are numbered from 0 in order of creation. The first step after another continues its branch;
each further one begins a new branch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

NONE = -1
"""In the place of a step where there is none."""


@dataclass(frozen=True, eq=False)
class Tree:
    """Numbered steps, each with its parent, branch, and the child visited last.

    `branches` are numbered from 1 in order of creation; `at` is the present step.
    """

    parents: tuple[int, ...] = (NONE,)
    branches: tuple[int, ...] = (1,)
    taken: tuple[int, ...] = (NONE,)
    at: int = 0

    @property
    def size(self) -> int:
        """The number of steps."""
        return len(self.parents)

    @property
    def before(self) -> int | None:
        """The step before the present one."""
        return _some(self.parents[self.at])

    @property
    def ahead(self) -> int | None:
        """The child of the present step that was visited last."""
        return _some(self.taken[self.at])

    def grown(self) -> Tree:
        """The tree with a new step after the present one, which becomes the present one."""
        goes_on = self.ahead is None
        branch = self.branches[self.at] if goes_on else max(self.branches) + 1
        grown = Tree(
            (*self.parents, self.at), (*self.branches, branch), (*self.taken, NONE), self.at
        )
        return grown.moved(self.size)

    def moved(self, step: int) -> Tree:
        """The tree with another present step, whose path becomes the one visited last."""
        way, taken = self.path(step), list(self.taken)
        for earlier, later in pairwise(way):
            taken[earlier] = later
        return replace(self, taken=tuple(taken), at=step)

    def path(self, step: int) -> tuple[int, ...]:
        """The steps from the first to this one, which are in ascending order."""
        way = [step]
        while (before := self.parents[way[-1]]) != NONE:
            way.append(before)
        return tuple(reversed(way))

    @property
    def end(self) -> int:
        """The last step of the present line: where redo leads to."""
        step = self.at
        while (ahead := self.taken[step]) != NONE:
            step = ahead
        return step

    def line(self, step: int) -> tuple[int, ...]:
        """The steps from the first through this one: to the end of the present line, if it is on
        that, else to the end of its branch.
        """
        present = self.path(self.end)
        if step in present:
            return present
        own = range(step + 1, self.size)
        return (*self.path(step), *(k for k in own if self.branches[k] == self.branches[step]))


def _some(step: int) -> int | None:
    return None if step == NONE else step
