"""One dendrogram, any number of clusters.

A hierarchy that merges no two clusters with a cannot-link between them, cut at three places and
drawn by SciPy.
"""

from matplotlib import pyplot as plt
from scipy.cluster.hierarchy import dendrogram
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import ConstrainedAgglomerative
from jupyter_sscluster.metrics import adjusted_rand, violations

wine = load_wine()
X = StandardScaler().fit_transform(wine.data)
pairs = Constraints.from_labels(wine.target, 40, random_state=0)
model = ConstrainedAgglomerative(3).fit(X, constraints=pairs)
for k in (6, 4, 3):
    labels = model.labels_at(k)
    violated = violations(labels, pairs)
    agreement = adjusted_rand(wine.target, labels)
    print(
        f"{k} clusters: {violated.must} must-links and {violated.cannot} cannot-links violated, "
        f"agreement {agreement:.2f}"
    )

tree = model.linkage_matrix()
figure, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
dendrogram(tree, ax=ax, truncate_mode="lastp", p=30, color_threshold=tree[-2, 2], leaf_rotation=90)
ax.set(xlabel="row, or (rows)", ylabel="height")
