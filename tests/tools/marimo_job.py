"""The main job in marimo, by hand: `python tests/tools/marimo_job.py [path of marimo]`.

marimo is not among what the tests install. It may live in an environment of its own, with what this
package depends on; the package itself is taken from this checkout.
"""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

CHECKOUT = Path(__file__).parents[2]
NOTEBOOK = """
import marimo
app = marimo.App()

@app.cell
def _():
    from sklearn.datasets import load_iris
    from jupyter_sscluster import ClusterExplorer
    explorer = ClusterExplorer(load_iris().data, n_clusters=3, path={path!r})
    explorer
    return

if __name__ == "__main__":
    app.run()
"""
FIND = """() => {
  const seen = [document];
  for (const tree of seen)
    for (const each of tree.querySelectorAll('*')) {
      if (each.matches('.ssc-root[data-ssc-drawn]') && each.querySelector('.ssc-find')) return true;
      if (each.shadowRoot) seen.push(each.shadowRoot);
    }
  return false;
}"""
POINTS = "root => root.querySelector('.ssc-canvas').points()"


def main() -> None:
    """Link two points, be asked, answer and undo, and say what came of each."""
    marimo = sys.argv[1] if len(sys.argv) > 1 else shutil.which("marimo") or "marimo"
    folder = Path(tempfile.mkdtemp())
    journal = folder / "answers.jsonl"
    (folder / "book.py").write_text(NOTEBOOK.format(path=str(journal)))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    token = secrets.token_hex(8)
    command = [marimo, "run", "book.py", "--headless", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--token-password", token],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
    )
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        job(f"http://127.0.0.1:{port}/?access_token={token}", journal, folder)
    finally:
        server.terminate()
        server.wait(10)


def wait_for(address: str) -> None:
    """Until somebody answers there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(address, timeout=2)
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"nothing answers at {address}")


def job(address: str, journal: Path, folder: Path) -> None:
    """The job itself."""
    named = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=named, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1400, "height": 1000})
        tab.on("pageerror", lambda error: print("error:", error))
        tab.goto(address)
        try:
            tab.wait_for_function(FIND, timeout=60_000)
        finally:
            tab.screenshot(path=folder / "marimo.png")
            print("picture:", folder / "marimo.png")
        root = tab.locator(".ssc-root")
        dots = root.evaluate(POINTS)
        print("points:", len(dots), "style:", root.evaluate("e => getComputedStyle(e).display"))
        by_x = sorted(dots, key=lambda dot: dot[1])
        for dot, key in ((by_x[0], "c"), (by_x[-1], None)):
            tab.mouse.click(dot[1], dot[2])
            if key:
                tab.keyboard.press(key)
        status = root.get_by_role("status").first
        status.get_by_text("1 constraint").wait_for()
        root.locator(".ssc-figure").focus()
        tab.keyboard.press("n")
        root.get_by_role("region", name="Question").get_by_text("belong together?").first.wait_for()
        tab.keyboard.press("m")
        status.get_by_text("2 constraints").wait_for()
        tab.keyboard.press("Control+z")
        tab.wait_for_timeout(1500)
        tab.screenshot(path=folder / "marimo.png")
        done = [json.loads(line).get("do") for line in journal.read_text("utf-8").splitlines()]
        print("journal:", [each for each in done if each in ("change", "undo")])
        browser.close()


if __name__ == "__main__":
    main()
