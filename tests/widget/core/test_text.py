"""What the page says of constraints."""

import pytest

from jupyter_sscluster.widget.core import text


@pytest.mark.parametrize(
    ("n_counting", "n_violated", "n_idle", "said"),
    [
        (0, 0, 0, "no constraints yet"),
        (1, 0, 0, "1 constraint, all kept"),
        (3, 2, 0, "3 constraints, 2 violated"),
        (3, 2, 1, "3 constraints, 2 violated, 1 answer that does not count"),
        (0, 0, 5, "5 answers that do not count"),
    ],
)
def test_constraints_that_count_are_told_apart(n_counting, n_violated, n_idle, said):
    assert text.kept(n_counting, n_violated, n_idle) == said
