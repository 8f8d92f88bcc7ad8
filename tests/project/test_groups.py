"""Tests that share what takes long to make stay in one process."""

import pytest
from groups import group

BROWSER = "tests/browser/test_main_job.py::test_twenty_answers"
NOTEBOOKS = "tests/project/test_notebooks.py::test_notebook_runs"


@pytest.mark.parametrize(
    ("test", "wanted"),
    [
        (f"{BROWSER}[classic]", "classic"),
        (f"{BROWSER}[lab]", f"{BROWSER}[lab]"),
        ("tests/browser/hosts/test_voila.py::test_a_name", "voila"),
        (f"{NOTEBOOKS}[05_experiments]", "05_experiments"),
        ("tests/widget/test_x.py::test_x[classic]", "tests/widget/test_x.py::test_x[classic]"),
    ],
)
def test_a_group_is_a_front_end_a_notebook_or_one_test(test, wanted):
    assert group(test) == wanted
