"""Features that matter.

Four columns of iris among forty of noise. A sparse method leaves the noise out, and pairs help it
to.
"""

import numpy as np
from matplotlib import pyplot as plt
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from jupyter_sscluster import Constraints
from jupyter_sscluster.cluster import PCSKMeans

X, y = load_iris(return_X_y=True)
noise = np.random.default_rng(0).normal(size=(len(X), 40))
wide = StandardScaler().fit_transform(np.hstack([X, noise]))
pairs = Constraints.from_labels(y, 50, random_state=0)
model = PCSKMeans(3, random_state=0).fit(wide, constraints=pairs)
weights = model.feature_weights_
print("the four heaviest columns:", sorted(np.argsort(weights)[-4:].tolist()))

figure, ax = plt.subplots(figsize=(6, 2.2), layout="constrained")
ax.bar(range(len(weights)), weights)
ax.set(xlabel="column", ylabel="weight")
