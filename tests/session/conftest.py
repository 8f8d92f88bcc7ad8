"""Every test of sessions leaves no fit behind, and may have a file for a journal."""

import pytest
from session_parts import threads_ended


@pytest.fixture(autouse=True)
def no_fit_outlives_a_test():
    yield from threads_ended()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"
