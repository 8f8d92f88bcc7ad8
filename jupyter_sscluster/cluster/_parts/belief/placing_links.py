"""What placements and sortings say that no statement records."""

import numpy as np

from jupyter_sscluster._arrays import IntArray, Mask
from jupyter_sscluster.cluster._parts.belief.error_rate import FIRST
from jupyter_sscluster.cluster._parts.belief.fit_inputs import PairStatements
from jupyter_sscluster.cluster._parts.belief.starts import LEAD
from jupyter_sscluster.constraints import Constraints
from jupyter_sscluster.constraints.pair_table import pair_keys

MOST_ADDED = 20.0
"""Most that placements add to the weight of a cannot-link: they may come from other questions."""

LEAST_SHARE = 1 / 3
"""Share of the hard must-links that look like placing links from which on they count as such."""

MODELS_WRONG = 0.01
"""P that models which are sure of a point are wrong.

On twelve made-up sets, models gave the stated class of right placing links less than .02 in one of
400 where all answers were right, and in one of 160 where one in ten was wrong; of wrong ones in
four of seven.
"""


def with_placing_links(
    stated: PairStatements, known: Constraints, n_clusters: int
) -> PairStatements:
    """The statements, with the weights that they have by what placements and sortings say.

    Who places x with a, being shown a row of every class, says that x is not with the others
    either, and that the rows shown are of different classes. That is not recorded, as it follows;
    but if any statement may be wrong, one cluster in place of two would explain all placements at
    the cost of one wrong cannot-link.

    1. The weight of a hard cannot-link grows by min(q - 1, `MOST_ADDED`), q >= 1 being the smaller
       number of hard must-links of its two rows: q - 1, because one of a row's must-links may have
       placed the row itself. Must-links of weight below 1 count as this weight.
    2. A placing link is a hard must-link of which one row is in no other statement, while the other
       row, the representative, is in at least two such links. Its weight is multiplied by
       1 + log r / `LEAD`, r being how many components that of the representative is cannot-linked
       with, at most `n_clusters` - 1. A wrong placing link puts x with one of r other classes, so
       that P(x with a | x is of another class) is e / r, not e. The weight is exact at e = .05, and
       too small where e is larger.
    3. With placing links e is at least `FIRST`, what it is taken to be before any answer: a point
       that was placed once is in no second answer that could contradict the first.
    4. For the same reason models may contradict, in the end, a hard must-link if one of its rows
       is in no other statement, and the other row is: see `Rounds.checked`. They do not contradict
       a link by hand, which a person may have made since models are wrong there.

    Right answers about pairs may look like placing links, too: they are then trusted more, and e is
    at least `FIRST`. 2 to 4 hold only if a third of the hard must-links are placing links, which is
    rare where some of the answers about pairs are wrong.
    """
    n_must, first = len(known.must), len(known.must) + len(known.soft_must)
    links, apart = stated.pairs[:n_must], stated.pairs[first : first + len(known.cannot)]
    counts = np.repeat(stated.counts[:n_must], 2)
    of_row = np.bincount(links.ravel(), counts, len(stated.rows))
    weights = stated.weights.copy()
    weights[first : first + len(apart)] += np.clip(of_row[apart].min(axis=1) - 1.0, 0.0, MOST_ADDED)
    placed, once, representatives = _placing_links(stated, links)
    if not n_must or placed.mean() < LEAST_SHARE:
        return stated._replace(weights=weights)
    n_apart = np.bincount(known.component_edges.ravel(), minlength=known.n_components)
    component = known.component_ids[stated.rows[representatives]]
    n_others = np.clip(n_apart[component], 1, max(n_clusters - 1, 1))
    weights[:n_must] *= np.where(placed, 1.0 + np.log(n_others) / LEAD, 1.0)
    asked = once & ~np.isin(pair_keys(known.must), pair_keys(known.by_hand))
    points = links.sum(axis=1) - representatives
    return stated._replace(
        weights=weights,
        least_error=FIRST,
        placing_links=np.column_stack([np.arange(n_must), points])[asked],
    )


def _placing_links(stated: PairStatements, links: IntArray) -> tuple[Mask, Mask, IntArray]:
    """Which must-links are placing ones, which have one row that is in no other, the other rows."""
    n_said = np.bincount(stated.pairs.ravel(), minlength=len(stated.rows))
    first, second = (n_said[links] == 1).T
    representatives = np.where(first, links[:, 1], links[:, 0])
    one = first != second
    n_placed = np.bincount(representatives[one], minlength=len(stated.rows))
    return one & (n_placed[representatives] > 1), one, representatives
