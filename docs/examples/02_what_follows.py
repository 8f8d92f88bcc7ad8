"""What follows from a few pairs.

Must-links chain, and cannot-links carry over to whatever is chained to their ends. Nothing of
that is written out.
"""

from jupyter_sscluster import Constraints

known = Constraints(8, must=[(0, 1), (1, 2), (4, 5)], cannot=[(2, 4)])
for pair in [(0, 2), (0, 5), (0, 7)]:
    print(pair, known.relation(*pair))
print(f"{len(known)} pairs stated, {len(known.closure())} follow")
print("at least", known.n_clusters_bounds()[0], "clusters are needed")
