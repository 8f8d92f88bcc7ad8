"""Every refusal is a sentence that names the value, the rule and the way out."""

import numpy as np
import pytest

from jupyter_sscluster import ConflictError, Constraints
from jupyter_sscluster._validation import InputError
from jupyter_sscluster.constraints import as_constraints

FIXTURE = Constraints(5, must=[(0, 1), (1, 2), (3, 4)], cannot=[(2, 3)])


BAD_PAIRS = [
    ([(3, 9)], r"\(3, 9\): 9 is no row of 5 samples; .* use indices from 0 to 4"),
    ([(0, 1), (-1, 2)], r"\(-1, 2\): -1 is no row"),
    ([(0, 10**30)], "is no row of 5 samples"),
    (np.array([[2**64 - 1, 0]], dtype=np.uint64), "18446744073709551615 is no row"),
    ([(2, 2)], r"\(2, 2\) links point 2 to itself; .* leave this pair out"),
    ([(0, 1), (3, 3), (2, 2)], r"\(3, 3\) links point 3 to itself"),
    ([(0, 1.0)], r"\(0, 1.0\): the index 1.0 is a float; .* pass an int"),
    (np.array([[0.0, 1.0]]), "the index 0.0 is a float"),
    (np.array([["0", "1"]]), "the index '0' is a str"),
    ([("0", "1")], r"\('0', '1'\): the index '0' is a str"),
    ([(0, True)], "the index True is a bool"),
    (np.array([[True, False]]), "the index True is a bool"),
    ([(0, None)], "the index None is a NoneType"),
    ([(0, 1, 2)], r"\(0, 1, 2\) is no pair of two indices"),
    ([0, 1], "must-link 0 is no pair|cannot-link 0 is no pair"),
    (["01"], "'01' is no pair"),
    ([[0, 1], [2]], r"\[2\] is no pair"),
    (np.array([0, 1]), r"have shape \(2,\); .* write \[\[10, 20\]\]"),
    (np.zeros((2, 3), dtype=int), r"have shape \(2, 3\)"),
    ("01", "'01' are no list of pairs"),
    (7, "7 are no list of pairs"),
]


@pytest.mark.parametrize("kind", ["must", "cannot"])
@pytest.mark.parametrize(("pairs", "sentence"), BAD_PAIRS)
def test_bad_pairs_are_refused_by_name(kind, pairs, sentence):
    with pytest.raises(InputError, match=rf"{kind}-link.*({sentence})|{sentence}"):
        Constraints(5, **{kind: pairs})
    with pytest.raises(InputError, match=sentence):
        FIXTURE.add_pairs(pairs, kind)
    assert len(FIXTURE) == 4


@pytest.mark.parametrize(
    ("weight", "sentence"),
    [
        (0, "weight 0.0 must be a finite number above 0"),
        (-1.5, "weight -1.5 must be"),
        (float("nan"), "weight nan must be"),
        (float("inf"), "weight inf must be"),
        (1e308, r"weight 1e\+308 must be .* at most 1e\+12; .* COPKMeans"),
        (1.1e12, "at most"),
        ("2", "weights '2' must be numbers"),
        (True, "weights True must be numbers"),
        (1j, "must be numbers"),
        ([1.0, 2.0], "2 weights were given for 1 "),
        ([[1.0]], "must be numbers"),
    ],
)
def test_bad_weights_are_refused(weight, sentence):
    with pytest.raises(InputError, match=sentence):
        FIXTURE.add(0, 3, "cannot", weight)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: FIXTURE.add(0, 1, "maybe"), "kind='maybe' is not a kind of constraint; use"),
        (lambda: FIXTURE.add(0, 1, ["must"]), "is not a kind of constraint"),
        (lambda: FIXTURE.add(0, 0, "must"), r"must-link \(0, 0\) links point 0 to itself"),
        (lambda: FIXTURE.add(0, 0, "cannot"), r"cannot-link \(0, 0\) links point 0 to itself"),
        (lambda: FIXTURE.add(0, 5, "must"), "5 is no row of 5 samples"),
        (lambda: FIXTURE.relation(0, 5), r"pair \(0, 5\): 5 is no row"),
        (lambda: FIXTURE.relation(0.5, 1), "the index 0.5 is a float"),
        (lambda: FIXTURE.witness(1, 1, "must"), r"must-link \(1, 1\) links point 1 to itself"),
        (lambda: FIXTURE.remove(0, 4), "pair .0, 4.; that they are cannot-linked is entailed"),
        (lambda: Constraints(5).remove(0, 4), "nothing was stated about the pair .0, 4.; only"),
        (lambda: FIXTURE.remove(3, 3), r"pair \(3, 3\) links point 3 to itself"),
        (lambda: FIXTURE.relations([0, 1]), "pair 0 is no pair of two"),
        (lambda: Constraints(0), "n_samples=0 must be an integer from 1"),
        (lambda: Constraints(2.0), "n_samples=2.0 must be"),
        (lambda: Constraints(10**12), "n_samples=1000000000000 must be"),
        (lambda: Constraints(2, names=["a"]), "1 names were given for 2 rows"),
        (lambda: Constraints(2, names=["a", "a"]), "the row name 'a' is given more than once"),
        (lambda: Constraints(2, names="ab"), "names='ab' is one text"),
        (lambda: Constraints(2, conflicts="hide"), "conflicts='hide' must be"),
        (lambda: Constraints(2, [(0, 1)], must_weights=[]), "0 weights were given for 1"),
        (lambda: Constraints(20_000, [(0, i) for i in range(1, 20_000)]).closure(), "199990000"),
    ],
)
def test_every_other_refusal(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"constraints": Constraints(4)}, "about 4 rows, and the number of rows of X is 5"),
        (
            {"constraints": [(0, 1)]},
            r"constraints=\[\(0, 1\)\] is a list.*pass lists of pairs as must",
        ),
        ({"y": [0, 1]}, "y holds 2 labels for 5 rows"),
        ({"must": [(0, 5)]}, "must-link .0, 5.: 5 is no row of 5 samples"),
        ({"cannot": [(0, 0)]}, "links point 0 to itself"),
        ({"must": [], "conflicts": "drop"}, "conflicts='drop' must be"),
    ],
)
def test_as_constraints_refuses(given, sentence):
    with pytest.raises(InputError, match=sentence):
        as_constraints(5, **given)


def test_same_pair_must_and_cannot():
    with pytest.raises(
        ConflictError, match=r"cannot-link \(1, 2\) contradicts the must-link 1 – 2;"
    ):
        Constraints(3, must=[(1, 2)], cannot=[(2, 1)])
    with pytest.raises(ConflictError) as caught:
        Constraints(3, cannot=[(1, 2)]).add(2, 1, "must")
    assert caught.value.witness == [(1, 2, "cannot")]
