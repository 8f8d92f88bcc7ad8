"""What follows from a few pairs.

Must-links chain, and cannot-links carry over to whatever is chained to their ends. Nothing of
that is written out.
"""

import numpy as np
from matplotlib import pyplot as plt

from jupyter_sscluster import Constraints

known = Constraints(8, must=[(0, 1), (1, 2), (4, 5)], cannot=[(2, 4)])
for pair in [(0, 2), (0, 5), (0, 7)]:
    print(pair, known.relation(*pair))
print(f"{len(known)} pairs stated, {len(known.closure())} follow")
print("at least", known.n_clusters_bounds()[0], "clusters are needed")

figure, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
angle = np.linspace(0, np.pi)
for kind, height, style in (("must", 0.5, "-"), ("cannot", -0.5, ":")):
    for i, j in getattr(known.closure(), kind).tolist():
        arc = (i + j + (j - i) * np.cos(angle)) / 2, height * (j - i) * np.sin(angle)
        ax.plot(*arc, style, color="#3584c8" if kind == "must" else "#d9731a")
ax.plot(range(8), [0] * 8, "o", color="#7f7f7f")
ax.set(xlabel="row; above: must-links, below: cannot-links", yticks=[])
