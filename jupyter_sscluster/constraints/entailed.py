"""List the pairs of the transitive closure."""

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints.components import ComponentGraph

PAIR_LIMIT = 20_000_000


def entailed_pairs(graph: ComponentGraph) -> tuple[IntArray, IntArray]:
    """Must- and cannot-links of the closure, each (m, 2), sorted; `InputError` above 20 million."""
    sizes, edges = graph.sizes, graph.edges
    within = int((sizes * (sizes - 1) // 2).sum())
    across = int((sizes[edges[:, 0]] * sizes[edges[:, 1]]).sum())
    if within + across > PAIR_LIMIT:
        raise InputError(
            f"the closure holds {within + across} pairs; at most {PAIR_LIMIT} are written out: ask "
            "relations(pairs) for those you need, or use component_ids and component_edges"
        )
    members = np.argsort(graph.component_ids, kind="stable")
    starts = np.cumsum(sizes) - sizes
    large = np.flatnonzero(sizes >= 2)
    must = every_pair_between(members, starts, sizes, np.stack([large, large], axis=1))
    cannot = every_pair_between(members, starts, sizes, edges)
    return _sorted(must[must[:, 0] < must[:, 1]]), _sorted(np.sort(cannot, axis=1))


def every_pair_between(
    members: IntArray, starts: IntArray, sizes: IntArray, components: IntArray
) -> IntArray:
    """All pairs of members between `components` (e, 2); `members` are grouped from `starts`."""
    a, b = components[:, 0], components[:, 1]
    counts = sizes[a] * sizes[b]
    which = np.repeat(np.arange(len(components)), counts)
    rank = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    row, column = np.divmod(rank, sizes[b][which])
    return np.stack([members[starts[a][which] + row], members[starts[b][which] + column]], axis=1)


def _sorted(pairs: IntArray) -> IntArray:
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
