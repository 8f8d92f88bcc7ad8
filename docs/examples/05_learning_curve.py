"""A learning curve.

What a question is worth under two strategies, over the first thirty questions about iris.
"""

from matplotlib import pyplot as plt
from sklearn.datasets import load_iris

from jupyter_sscluster.experiments import curves, label_economy

iris = load_iris()
runs = label_economy(
    {"iris": (iris.data, iris.target)}, ["random", "npu"], seeds=3, budget=30, progress=False
)
figure, ax = plt.subplots(figsize=(5, 3), layout="constrained")
for (_, strategy, _), curve in curves(runs).items():
    (line,) = ax.plot(curve.questions, curve.mean, marker="o", markersize=3, label=strategy)
    low, high = curve.mean - curve.error, curve.mean + curve.error
    ax.fill_between(curve.questions, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
ax.set(xlabel="questions", ylabel="adjusted Rand index")
ax.legend()
