"""One feature, one folder, one word; counted by benchmarks/structure.py."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

import structure  # noqa: E402

PAGE, WIDGET = ROOT / "js/src/features", ROOT / "jupyter_sscluster/widget/features"


def names(folder):
    return {path.name for path in folder.iterdir() if path.is_dir() and path.name[0] != "_"}


def test_a_feature_has_one_name_in_kernel_and_page():
    assert names(WIDGET) == names(PAGE) == set(structure.FEATURES)


@pytest.mark.parametrize(
    "layer", ["jupyter_sscluster/session", "jupyter_sscluster/widget", "js/src"]
)
def test_no_feature_imports_another(layer):
    if not (ROOT / ".git").exists():
        pytest.skip("the tracked files are not known outside a git clone")
    found = structure.arrows(structure.Tree(ROOT), layer)
    assert found
    between = {pair: lines for pair, lines in found.items() if all(map(structure.is_feature, pair))}
    assert between == {}
