"""What placements and sortings say that no statement records."""

import numpy as np

from jupyter_sscluster._arrays import IntArray, Mask
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.starts import LEAD
from jupyter_sscluster.constraints import Constraints

MOST_SAID = 20.0
"""Most weight of what placements say of two classes: they may come from other questions."""

PLACEMENTS = 1 / 3
"""Share of the must-links from which on those that may be placements are taken to be such."""


def with_placements(stated: PairStatements, known: Constraints, n_clusters: int) -> PairStatements:
    """The statements, and after them what placements and sortings say beside them.

    Who places x with a, being shown a row of every class, says that x is not with the others
    either, and that these and a are of different classes. That is not recorded, as it follows; but
    if any statement may be wrong, one cluster in place of two would explain all placements at the
    cost of one wrong cannot-link. A placement is taken to be a hard must-link of a row x, about
    which nothing else was said, with a row in several of them; the representative of a component
    is its row in most placements. Where pairs are asked about, most must-links are of rows that
    other answers are about, too: below a share of `PLACEMENTS` of the hard must-links nothing more
    is said.

    1. The representatives of two components that are apart get a cannot-link that weighs
       min(m - 1, `MOST_SAID`), m being the fewer placements of the two.
    2. A placement with a representative a weighs log r / `LEAD` more, r < `n_clusters` being how
       many components a's is apart from. Who is wrong places x with one of these r, so that
       P(x with a | x is of class b) is e / r, not e.
    3. e is at least `FIRST`, what it is taken to be before any answer: a point that was placed once
       is in no second answer that could contradict the first.
    """
    ids, links = known.component_ids, stated.pairs[: len(known.must)]
    placed, with_ = _placements(stated, links)
    if not len(links) or placed.mean() < PLACEMENTS:
        return stated
    n_placed = np.bincount(with_[placed], minlength=len(stated.rows))
    representatives = _representatives(stated, known, n_placed)
    apart = representatives[known.component_edges]
    said = np.clip(n_placed[apart].min(axis=1) - 1.0, 0.0, MOST_SAID)
    apart, said = apart[said > 0.0], said[said > 0.0]

    component = ids[stated.rows[with_]]
    n_apart = np.bincount(known.component_edges.ravel(), minlength=known.n_components)[component]
    n_others = np.clip(n_apart, 1, max(n_clusters - 1, 1))
    placed &= with_ == representatives[component]
    weights = stated.weights.copy()
    weights[: len(links)] += np.where(placed, np.log(n_others) / LEAD, 0.0)
    return stated._replace(
        pairs=np.concatenate([stated.pairs, apart]),
        together=np.concatenate([stated.together, np.zeros(len(apart), dtype=bool)]),
        weights=np.concatenate([weights, said]),
        least_error=FIRST,
    )


def _placements(stated: PairStatements, links: IntArray) -> tuple[Mask, IntArray]:
    """Which must-links place a row with one in several of them, and with which."""
    n_said = np.bincount(stated.pairs.ravel(), minlength=len(stated.rows))
    first, second = (n_said[links] == 1).T
    with_ = np.where(first, links[:, 1], links[:, 0])
    one = first != second
    n_placed = np.bincount(with_[one], minlength=len(stated.rows))
    return one & (n_placed[with_] > 1), with_


def _representatives(stated: PairStatements, known: Constraints, n_placed: IntArray) -> IntArray:
    """The place of each component's row in most placements; 0 where it has no statement."""
    order = np.argsort(-n_placed, kind="stable")
    components, first = np.unique(known.component_ids[stated.rows[order]], return_index=True)
    found = np.zeros(known.n_components, dtype=np.int64)
    found[components] = order[first]
    return found
