"""A run of the tests draws nothing that the run before it did not draw."""

import ast
import random
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from repeatable import draw_again, settings_of

TESTS = Path(__file__).parents[1]
FROM_NUMBERS_OF_ITS_OWN = {"default_rng", "RandomState", "SeedSequence", "PCG64", "seed"}
MADE_UP_DATA = {"make_blobs", "make_circles", "make_classification", "make_moons"}
OF_THE_MOMENT = ("secrets.", "uuid.", "datetime.")
MAY_DRAW = {
    "marimo_job.py",  # a token for a server that only this run may talk to
    "server.py",  # the same
    "test_repeatable.py",  # has them as its subject
}


class Counter(RuleBasedStateMachine):
    @rule(step=st.integers())
    def count(self, step):
        assert step == step + 0


def drawn_new(settings):
    return not settings.derandomize or settings.database is not None


@pytest.mark.skipif(settings.default.derandomize is False, reason="new examples are wanted")
def test_every_property_test_and_state_machine_of_this_run_draws_what_it_drew_before(request):
    found = {item.nodeid: settings_of(item) for item in request.session.items}
    found = {name: said for name, said in found.items() if said}
    assert [name for name, said in found.items() if drawn_new(said)] == []


def test_one_that_would_draw_new_examples_is_noticed():
    @settings(derandomize=False)
    @given(number=st.integers())
    def fresh(number):
        raise AssertionError

    class Fresh(Counter):
        pass

    case = Fresh.TestCase
    case.settings = settings(derandomize=False)
    assert drawn_new(settings_of(SimpleNamespace(obj=fresh)))
    assert drawn_new(settings_of(SimpleNamespace(obj=case.runTest, cls=case)))
    assert settings_of(SimpleNamespace(obj=drawn_new)) is None


def numbers_without_a_seed():
    return [
        np.random.default_rng().random(),
        np.random.SeedSequence().entropy,
        np.random.random(),  # noqa: NPY002
        random.random(),
    ]


def test_what_is_made_without_a_seed_is_the_same_in_every_run_and_differs_within_one():
    first = numbers_without_a_seed()
    again = numbers_without_a_seed()
    draw_again()
    assert numbers_without_a_seed() == first
    assert all(a != b for a, b in zip(first, again, strict=True))


def unseeded(source):
    """The calls in a program that make random numbers from nothing, or ask what time it is."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            last = name.rsplit(".", 1)[-1]
            bare = last in FROM_NUMBERS_OF_ITS_OWN
            named = {keyword.arg for keyword in node.keywords}
            blind = last in MADE_UP_DATA and not named & {"random_state", None}
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            nothing = all(isinstance(v, ast.Constant) and v.value is None for v in given)
            if (bare and nothing) or blind or name.startswith(OF_THE_MOMENT):
                yield f"{node.lineno}: {ast.unparse(node)}"


def test_calls_without_a_seed_are_found():
    drawn = ["np.random.default_rng()", "default_rng(None)", "uuid.uuid4()", "make_blobs(9)"]
    assert [line.split(": ")[1] for line in unseeded("\n".join(drawn))] == drawn
    assert not list(unseeded("np.random.default_rng(0)\nrng.seed(3)\nx.default_rng(seed)\n"))


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(TESTS.rglob("*.py")) if p.name not in MAY_DRAW],
    ids=lambda path: path.relative_to(TESTS).as_posix(),
)
def test_no_test_makes_random_numbers_from_nothing(path):
    assert list(unseeded(path.read_text(encoding="utf-8"))) == []
