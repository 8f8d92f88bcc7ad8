"""Constraints against a brute-force boolean closure, under any sequence of operations."""

import numpy as np
import pytest
from brute_closure import Closure, check_witness
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from jupyter_sscluster import ConflictError, Constraints
from jupyter_sscluster._validation import InputError

KINDS = ("must", "cannot")


class Ledger:
    """What was said, in plain dictionaries."""

    def __init__(self, n):
        self.n = n
        self.hard = {"must": {}, "cannot": {}}
        self.soft = {"must": {}, "cannot": {}}
        self.refused = 0

    def links(self):
        return [(i, j, kind) for kind in KINDS for i, j in self.hard[kind]]

    def closure(self, extra=()):
        lists = {kind: list(self.hard[kind]) for kind in KINDS}
        for i, j, kind in extra:
            lists[kind].append((i, j))
        return Closure(self.n, lists["must"], lists["cannot"])

    def say(self, pair, kind, weight, soft):
        if pair in self.hard[kind]:
            self.hard[kind][pair] = max(weight, self.hard[kind][pair])
        elif soft:
            self.soft[kind][pair] = max(weight, self.soft[kind].get(pair, 0))
        else:
            self.hard[kind][pair] = max(weight, self.soft[kind].pop(pair, 0))

    def forget(self, pair):
        tables = [*self.hard.values(), *self.soft.values()]
        return [table.pop(pair) for table in tables if pair in table]


def tables(value):
    return {
        "must": (value.must, value.must_weights),
        "cannot": (value.cannot, value.cannot_weights),
        "soft_must": (value.soft_must, value.soft_must_weights),
        "soft_cannot": (value.soft_cannot, value.soft_cannot_weights),
    }


def check_says(value, ledger):
    """The tables hold what the ledger holds, in the same order."""
    for kind in KINDS:
        for name, said in ((kind, ledger.hard[kind]), (f"soft_{kind}", ledger.soft[kind])):
            pairs, weights = tables(value)[name]
            assert list(map(tuple, pairs.tolist())) == list(said)
            assert weights.tolist() == list(said.values())
    assert len(value) == sum(len(t) for t in [*ledger.hard.values(), *ledger.soft.values()])


def check_follows(value, closure):
    """Every pair's relation, the components and their graph are the brute-force ones."""
    everything = np.argwhere(np.ones((closure.n, closure.n)))
    assert np.array_equal(value.relations(everything), closure.codes().ravel())
    ids = closure.components()
    assert np.array_equal(value.component_ids, ids)
    assert value.n_components == ids.max() + 1
    assert np.array_equal(value.component_sizes, np.bincount(ids))
    assert list(map(tuple, value.component_edges.tolist())) == closure.component_edges()


def perform(value, ledger, pair, kind, weight, soft):
    """Say one thing to both; a refusal must be right, and change nothing."""
    i, j = pair
    allowed = soft or ledger.closure([(*sorted(pair), kind)]).feasible
    if not allowed:
        with pytest.raises(ConflictError) as caught:
            value.add(i, j, kind, weight)
        refused = (*sorted(pair), kind)
        assert caught.value.pair == refused
        check_witness(ledger.n, refused, caught.value.witness, ledger.links())
        ledger.refused += 1
        return value
    ledger.say(tuple(sorted(pair)), kind, weight, soft)
    return value.add(i, j, kind, weight, soft=soft)


def take_back(value, ledger, pair):
    if ledger.forget(tuple(sorted(pair))):
        return value.remove(*pair)
    with pytest.raises(InputError, match="nothing was stated"):
        value.remove(*pair)
    return value


WEIGHTS = st.sampled_from([0.25, 1.0, 3.0])


class Machine(RuleBasedStateMachine):
    @initialize(n=st.integers(2, 12))
    def begin(self, n):
        self.ledger = Ledger(n)
        self.value = Constraints(n)
        self.past = []

    def pair(self, data):
        i = data.draw(st.integers(0, self.ledger.n - 1))
        j = data.draw(st.integers(0, self.ledger.n - 2))
        return i, j + (j >= i)

    @rule(data=st.data(), kind=st.sampled_from(KINDS), weight=WEIGHTS, soft=st.booleans())
    def add(self, data, kind, weight, soft):
        self.keep()
        self.value = perform(self.value, self.ledger, self.pair(data), kind, weight, soft)

    @rule(data=st.data(), kind=st.sampled_from(KINDS), weight=WEIGHTS, size=st.integers(0, 5))
    def add_many(self, data, kind, weight, size):
        self.keep()
        pairs = [self.pair(data) for _ in range(size)]
        new = [(*sorted(pair), kind) for pair in pairs]
        good = [at for at in range(size + 1) if self.ledger.closure(new[:at]).feasible]
        if len(good) == size + 1:
            self.value = self.value.add_pairs(pairs, kind, weight)
            for pair in pairs:
                self.ledger.say(tuple(sorted(pair)), kind, weight, soft=False)
            return
        with pytest.raises(ConflictError) as caught:
            self.value.add_pairs(pairs, kind, weight)
        assert caught.value.pair == new[good[-1]]
        before = [*self.ledger.links(), *new[: good[-1]]]
        check_witness(self.ledger.n, new[good[-1]], caught.value.witness, before)

    @rule(data=st.data())
    def remove(self, data):
        self.keep()
        self.value = take_back(self.value, self.ledger, self.pair(data))

    @rule(data=st.data(), kind=st.sampled_from(KINDS))
    def ask_for_a_witness(self, data, kind):
        i, j = self.pair(data)
        witness = self.value.witness(i, j, kind)
        assert (witness is None) == self.ledger.closure([(i, j, kind)]).feasible
        if witness is not None:
            check_witness(self.ledger.n, (i, j, kind), witness, self.ledger.links())

    def keep(self):
        data = {name: (p.copy(), w.copy()) for name, (p, w) in tables(self.value).items()}
        self.past.append((self.value, data, self.value.component_ids.copy()))

    @invariant()
    def agrees(self):
        if hasattr(self, "value"):
            check_says(self.value, self.ledger)
            check_follows(self.value, self.ledger.closure())

    def teardown(self):
        for value, before, ids in getattr(self, "past", []):
            for name, (pairs, weights) in tables(value).items():
                assert np.array_equal(pairs, before[name][0])
                assert np.array_equal(weights, before[name][1])
            assert np.array_equal(value.component_ids, ids)


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)


@pytest.mark.thorough
def test_ten_thousand_random_operations_agree_with_brute_force():
    rng = np.random.default_rng(20)
    refused = 0
    for _ in range(250):
        n = int(rng.integers(2, 13))
        value, ledger = Constraints(n), Ledger(n)
        for _ in range(40):
            pair = tuple(int(p) for p in rng.choice(n, 2, replace=False))
            if rng.random() < 0.15:
                value = take_back(value, ledger, pair)
            else:
                kind = KINDS[int(rng.random() < 0.6)]
                weight = float(rng.integers(1, 9)) / 4
                value = perform(value, ledger, pair, kind, weight, bool(rng.random() < 0.1))
            check_follows(value, ledger.closure())
        check_says(value, ledger)
        refused += ledger.refused
    assert refused > 500
