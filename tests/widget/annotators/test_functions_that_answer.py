"""Functions that are given to the explorer answer beside the person at the page."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from jupyter_sscluster import ClusterExplorer


def test_functions_answer_beside_the_person(explore):
    truth = load_iris().target
    page = explore(helpers={"same topic?": lambda a, b: bool(truth[a] == truth[b])})
    page.send("suggest")
    for _ in range(7):
        question = page.settled()["question"]
        i, j = question["i"], question["j"]
        kind = "must" if truth[i] == truth[j] else "cannot"
        page.send("answer", kind=kind, number=question["number"], i=i, j=j)
        assert page.explorer.session.helpers.wait(60)
    helper = page.explorer.session.helpers["same topic?"]
    assert helper.n_asked > 7
    assert page.settled()["question"] is not None
    assert page.settled()["error"] in (None, "")


@pytest.mark.parametrize("helpers", [{"rule": 3}, [len], "rule"])
def test_helpers_that_are_no_functions_are_refused(helpers):
    with pytest.raises(TypeError, match="helpers="):
        ClusterExplorer(np.eye(6), n_clusters=2, helpers=helpers)
