"""Hard or soft.

One wrong pair among thirty right ones. A hard method obeys it; a soft one weighs it against the
others and the distances.
"""

from sklearn.datasets import load_iris

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import COPKMeans, PCKMeans
from jupyter_sscluster.metrics import adjusted_rand

X, y = load_iris(return_X_y=True)
pairs = Constraints.from_labels(y, 30, random_state=1).add(0, 149, "must")
for method in (COPKMeans, PCKMeans):
    model = method(3, random_state=0).fit(X, constraints=pairs)
    score = adjusted_rand(y, model.labels_)
    kept = model.labels_[0] == model.labels_[149]
    print(f"{method.__name__}: the wrong pair kept {kept}, agreement {score:.2f}")
