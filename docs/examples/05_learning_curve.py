"""A learning curve.

How much two strategies gain from the first thirty questions about iris.
"""

from sklearn.datasets import load_iris

from jupyter_sscluster import learning_curve

X, y = load_iris(return_X_y=True)
curve = learning_curve(
    X, y, clusterer="pckmeans", strategies=["random", "npu"], budget=30, n_seeds=3
)
print(curve)
curve.plot()
