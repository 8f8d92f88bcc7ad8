"""How many clusters there must be at least by the answers, and how many may be enough."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from jupyter_sscluster.active.neighbourhoods.certified import certified
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.feasibility import greedy_clique
from jupyter_sscluster.journal.answer import ASKED, Answer
from jupyter_sscluster.session.engine.open_questions import AUTOMATIC

PLACED = 15
"""So many rows that questions put into known classes, one after the other, may mean that there are
no others. With the right K of six made-up sets there were 8 at most before all classes were met; a
class of a few rows in a hundred may be met later, so that K is left to the person."""


def clusters_needed(
    n_clusters: int, before: Constraints, after: Constraints, rows: Sequence[int], named: int = 0
) -> int:
    """K after an answer about some rows: as before, or as many as it has found.

    Components that are all apart from each other need a cluster each. A clique of them raises K
    where the answer has made it larger; one that was too large before is left to the person.
    `named` is the number of clusters that the answer itself tells apart.

    >>> before = Constraints(4, cannot=[(0, 1)])
    >>> clusters_needed(2, before, before.add_pairs([(2, 0), (2, 1)], "cannot"), [2])
    3
    >>> clusters_needed(2, before, before.add(2, 0, "cannot"), [2])
    2
    """
    wanted = max(n_clusters, named)
    found = clique_size(after, rows)
    if found > wanted and found > clique_size(before, rows):
        wanted = found
    return wanted


def clique_size(known: Constraints, rows: Sequence[int]) -> int:
    """The largest number of components, one of a row among them, that are all apart.

    Found greedily, so that there may be a larger one.

    >>> clique_size(Constraints(5, must=[(0, 4)], cannot=[(0, 1), (1, 2), (2, 4)]), [0])
    3
    """
    edges = known.component_edges
    sizes = [0]
    for component in np.unique(known.component_ids[list(rows)]):
        beside = (edges == component).any(axis=1)
        near = np.setdiff1d(edges[beside], component)
        between = np.searchsorted(near, edges[np.isin(edges, near).all(axis=1)])
        sizes.append(1 + len(greedy_clique(len(near), between)))
    return max(sizes)


def apart_from_each_other(known: Constraints, rows: Sequence[int]) -> int:
    """How many of these rows, at the least, are known to be all apart; found greedily.

    >>> known = Constraints(5, must=[(0, 4)], cannot=[(0, 1), (1, 2), (2, 4)])
    >>> apart_from_each_other(known, [1, 4, 3])
    2
    """
    pairs = np.array(list(combinations(rows, 2)), dtype=np.intp).reshape(-1, 2)
    places = np.array(list(combinations(range(len(rows)), 2)), dtype=np.intp).reshape(-1, 2)
    return len(greedy_clique(len(rows), places[known.relations(pairs) < 0]))


def classes_if_no_others(known: Constraints, answers: Iterable[Answer]) -> int | None:
    """The number of classes met if questions have met none for long; None otherwise.

    Classes are components of `known` that are all apart. Since the last one of them was met,
    questions have put `PLACED` further rows into these, or more. Rows that a person chose, as with
    a lasso, are no evidence, nor are soft answers, such as those of functions.

    >>> known = Constraints(40, must=[(0, i) for i in range(2, 20)], cannot=[(0, 1)])
    >>> answers = [Answer(1, 0, 1, "cannot", source=ASKED)]
    >>> answers += [Answer(i, 0, i, "must", source=ASKED) for i in range(2, 20)]
    >>> classes_if_no_others(known, answers), classes_if_no_others(known, answers[:10])
    (2, None)
    """
    links = [each for each in answers if each.kind != "unknown" and not each.soft]
    if sum(each.manner in (ASKED, AUTOMATIC) for each in links) < PLACED:
        return None
    found = {*certified(known).tolist()}
    component = known.component_ids.tolist()
    named = {row: each for each in reversed(links) for row in each.pair if component[row] in found}
    met = dict[int, int]()
    for row, first in named.items():
        met[component[row]] = min(first.number, met.get(component[row], first.number))
    last = max(met.values(), default=0)
    later = [each for each in named.values() if each.number > last]
    n_placed = sum(each.manner in (ASKED, AUTOMATIC) for each in later)
    return len(met) if len(met) > 1 and n_placed >= PLACED else None
