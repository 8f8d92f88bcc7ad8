"""What the page has to load before it shows anything is small, and so is each part that follows."""

import shutil
import subprocess
from pathlib import Path

import pytest

import hatch_build
from jupyter_sscluster.widget.core.layer import PARTS

ROOT = Path(__file__).parents[2]
CORE = 90_000
"""Most bytes of the core: the plot, the question, the tables, the toolbar."""

PART = 100_000
"""Most bytes of any part that is loaded on demand."""


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    if shutil.which("node") is None or not (ROOT / "js/node_modules/esbuild").is_dir():
        pytest.skip("Node and esbuild are needed to build the bundle")
    folder = tmp_path_factory.mktemp("bundle")
    command = ["node", "build.mjs", str(folder)]
    done = subprocess.run(command, cwd=ROOT / "js", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


def test_the_build_makes_what_a_wheel_holds_and_the_kernel_sends(built):
    assert sorted(path.name for path in built.iterdir()) == sorted(hatch_build.BUNDLE)
    assert {f"{part}.js" for part in PARTS} < set(hatch_build.BUNDLE)


def test_the_core_and_its_parts_are_small(built, record_property):
    sizes = {path.stem: path.stat().st_size for path in built.glob("*.js")}
    record_property("measured", f"minified, in bytes: {sizes}")
    assert sizes["layer"] < CORE
    for part in PARTS:
        assert 1_000 < sizes[part] < PART


def test_a_part_has_no_second_copy_of_the_core(built):
    """Its own text stands in it, and what the core has comes from there."""
    core, part = ((built / f"{name}.js").read_text("utf-8") for name in ("layer", "interaction"))
    assert part.startswith("export default($core,$give)=>{")
    assert "$core[" in part
    assert "$core(" not in part
    mark = "createElementNS"  # stands in ui/dom.ts alone
    assert core.count(mark) == 1
    assert mark not in part
