"""The program that users write first, from a table of pairs to labels in a file."""

import numpy as np
import pandas as pd
from sklearn.datasets import make_blobs

import jupyter_sscluster as ssc
from jupyter_sscluster.active import Random
from jupyter_sscluster.cluster import MPCKMeans


class Mine(Random):
    """A strategy of one's own."""


def test_the_first_program(tmp_path):
    X, y = make_blobs(n_samples=60, centers=3, random_state=0)
    table = pd.DataFrame({"i": [0, 1], "j": [2, 3], "kind": ["must", "cannot"]})
    table["kind"] = [
        "must" if y[i] == y[j] else "cannot" for i, j in zip(table.i, table.j, strict=True)
    ]
    table.to_csv(tmp_path / "pairs.csv", index=False)

    pairs = ssc.read_pairs(tmp_path / "pairs.csv", n_samples=len(X))
    model = MPCKMeans(n_clusters=3).fit(X, constraints=pairs)
    assert len(model.labels_) == 60 and len(pairs) == 2
    strategies = ["npu", "random", Mine()]
    curve = ssc.learning_curve(
        X, y, clusterer="mpckmeans", strategies=strategies, budget=2, n_seeds=1
    )
    assert {"npu", "random"} < set(curve.frame.strategy) and curve.plot() is not None

    session = ssc.Session(X, "mpckmeans", "npu", constraints=pairs)
    for query in session.ask(20):
        query.answer(bool(y[query.i] == y[query.j]))
    pd.Series(session.labels).to_csv(tmp_path / "labels.csv")
    kept = pd.read_csv(tmp_path / "labels.csv", index_col=0).iloc[:, 0]
    np.testing.assert_array_equal(kept, session.labels)
    asked = [answer for answer in session.answers if answer.source == "question"]
    assert 0 < len(asked) <= 20
    assert session.constraints.relation(*asked[0].pair) is not None
