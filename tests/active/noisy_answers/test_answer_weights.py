"""Weights and gates of a function, from the pairs that a person has decided too."""

import numpy as np
import pytest
from scipy.stats import beta

from jupyter_sscluster.active.oracles.answer_weights import (
    Common,
    answer_weight,
    may_be_asked,
    may_count,
    weights_of,
)


def common(n_wrong, n):
    said = ["must", "cannot"] * n
    flipped = {"must": "cannot", "cannot": "must"}
    truth = [flipped[s] if k < n_wrong else s for k, s in enumerate(said[:n])]
    return [Common(s, t) for s, t in zip(said, truth, strict=False)]


@pytest.mark.parametrize(("error", "weight"), [(0.05, 1.0), (0.15, 0.589), (0.3, 0.288)])
def test_an_answer_weighs_as_its_error_rate_says(error, weight):
    assert answer_weight(error) == pytest.approx(weight, abs=5e-4)


def test_answers_count_where_an_error_rate_of_a_third_is_unlikely():
    most_wrong = {
        n: max(w for w in range(n) if may_count(common(w, n))) for n in (6, 8, 12, 20, 30)
    }
    assert most_wrong == {6: 0, 8: 1, 12: 2, 20: 4, 30: 7}
    for n, w in most_wrong.items():
        assert beta.ppf(0.9, 1 + w, 3 + n - w) < 1 / 3 <= beta.ppf(0.9, 2 + w, 2 + n - w)
    assert not may_count(common(0, 5))


@pytest.mark.parametrize(("error", "least", "most"), [(0.05, 0.97, 1.0), (0.5, 0.0, 0.01)])
def test_how_often_answers_may_count_after_thirty(error, least, most):
    rng = np.random.default_rng(0)
    kinds = np.array(["must", "cannot"])
    open_ = 0
    for _ in range(400):
        truth, wrong = rng.integers(2, size=30), rng.random(30) < error
        said = kinds[truth ^ wrong]
        found = [Common(str(a), str(b)) for a, b in zip(said, kinds[truth], strict=True)]
        open_ += may_count(found)
    assert least <= open_ / 400 <= most


def test_kinds_and_confidences_have_rates_of_their_own_once_there_are_enough():
    always = [Common("must", "must" if k % 2 else "cannot") for k in range(60)]
    ((_, must, _),) = weights_of(always)
    assert must < 0.05
    sure = [Common("must", "must", 0.9) for k in range(20)]
    unsure = [Common("must", "cannot" if k % 2 else "must", 0.6) for k in range(20)]
    rows = weights_of(sure + unsure)
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert rows[0][1] < 0.3 < 0.9 < rows[-1][1]


def test_a_weight_is_that_of_a_rate_which_is_exceeded_one_time_in_four():
    ((_, must, cannot),) = weights_of(common(2, 12))
    rate = 1.0 / (1.0 + 19.0**must)
    assert must == cannot and beta(3, 13).sf(rate) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("said", "truth", "asked", "counts"),
    [
        (["cannot"] * 8, ["cannot"] * 8, True, False),
        (["cannot"] * 12, ["cannot"] * 11 + ["must"], False, False),
        (["cannot"] * 11 + ["must"], ["cannot"] * 11 + ["must"], True, True),
    ],
    ids=["nobody said another thing", "people did", "both did"],
)
def test_one_that_says_one_thing_is_asked_on_while_people_say_no_other(said, truth, asked, counts):
    found = [Common(*each) for each in zip(said, truth, strict=True)]
    assert may_be_asked(found) == asked
    assert may_count(found) == counts
