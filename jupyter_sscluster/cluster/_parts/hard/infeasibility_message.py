"""The error of infeasible constraints, with a witness: a large clique or an odd cycle."""

import numpy as np

from jupyter_sscluster._arrays import IntArray
from jupyter_sscluster.cluster._parts.hard.k_colouring import NoLabelling
from jupyter_sscluster.cluster.errors import Infeasible, NotFound
from jupyter_sscluster.constraints import Constraints

_SHOWN = 8


def check_counts(known: Constraints, n_clusters: int, n_unheld: int = 0) -> None:
    """Refuse more clusters than components, and one cluster if there are cannot-links."""
    n_groups = known.n_components + n_unheld
    if n_clusters > n_groups:
        raise Infeasible(
            f"n_clusters={n_clusters} is more than {n_groups}, the number of groups that the "
            "must-links leave, so a cluster would stay empty; choose n_clusters <= "
            f"{n_groups} or take back a must-link"
        )
    if n_clusters == 1 and len(known.component_edges):
        pair = known.cannot[0]
        raise Infeasible(
            f"n_clusters=1 puts rows {_listed(pair, known)} together, which are cannot-linked; "
            "choose n_clusters >= 2 or take back the cannot-links",
            pair.tolist(),
        )


def explain(
    failure: NoLabelling, rows: IntArray, known: Constraints, n_clusters: int
) -> Infeasible | NotFound:
    """The error for a failed labelling; `rows` holds one row for each vertex it speaks of."""
    if not failure.proved:
        return NotFound(
            f"no labelling with n_clusters={n_clusters} that keeps all cannot-links was found, "
            "nor a proof that there is none; try a larger n_clusters, take back some "
            "cannot-links, or use PCKMeans, which may break a few"
        )
    if failure.witness is None:
        return Infeasible(
            f"an exhaustive search shows that n_clusters={n_clusters} cannot keep all cannot-links;"
            f" choose n_clusters >= {n_clusters + 1} or take back some of them"
        )
    witness = rows[failure.witness]
    if n_clusters == 2 and len(witness) > 3:
        shape, witness = (
            "form an odd circle of cannot-links, each to the next",
            _canonical_cycle(witness),
        )
    else:
        shape, witness = "are all cannot-linked to each other", np.sort(witness)
    return Infeasible(
        f"n_clusters={n_clusters} is too small: rows {_listed(witness, known)} {shape}; choose "
        f"n_clusters >= {n_clusters + 1} or take back one of these cannot-links",
        witness.tolist(),
    )


def _canonical_cycle(cycle: IntArray) -> IntArray:
    """The cycle from its lowest row on, towards the lower of the two neighbours of that."""
    cycle = np.roll(cycle, -int(cycle.argmin()))
    return cycle if cycle[1] < cycle[-1] else np.roll(cycle[::-1], 1)


def _listed(rows: IntArray, known: Constraints) -> str:
    """Names or numbers of the rows, the middle of a long list left out."""
    shown = [str(row) if known.names is None else known.names[row] for row in np.asarray(rows)]
    if len(shown) > _SHOWN:
        shown = [*shown[: _SHOWN - 2], f"… ({len(shown) - _SHOWN + 1} more)", shown[-1]]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
