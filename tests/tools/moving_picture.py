"""Makes the pictures of the README and the site: `python tests/tools/moving_picture.py [FOLDER]`.

A real widget in JupyterLab: two points are linked, the clusters follow, a question is answered.
Each frame is a screenshot of the page at rest, so that a slow machine makes the same picture.
"""

import io
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import nbformat
from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS, _chromium, _notebook  # noqa: E402
from tests.browser.page import IRIS, Page  # noqa: E402
from tests.browser.server import serve  # noqa: E402

LINKED = (77, 93)
"""Two versicolors in different clusters: linking them moves ten points."""
SIZE = {"width": 1500, "height": 1000}
WIDTH = 1000
OVERLAY = """() => {
  const pointer = document.createElement("div");
  pointer.id = "pointer";
  pointer.innerHTML = '<svg width="22" height="22" viewBox="0 0 22 22"><path d="M3 2v15l4-3 3 6' +
    ' 3-1.5-3-6h5z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>';
  const key = document.createElement("div");
  key.id = "key";
  for (const each of [pointer, key]) {
    each.style.cssText = "position:fixed;z-index:99999;pointer-events:none;left:0;top:0";
    document.body.append(each);
  }
  key.style.cssText += ";display:none;padding:8px 18px;border-radius:8px;background:#222;" +
    "color:#fff;font:600 26px sans-serif";
}"""
MOVE = """([x, y]) => {
  document.getElementById("pointer").style.transform = `translate(${x - 3}px, ${y - 2}px)`;
}"""
SHOW_KEY = """([key, x, y]) => {
  const shown = document.getElementById("key");
  shown.textContent = key;
  shown.style.display = key ? "block" : "none";
  shown.style.transform = `translate(${x}px, ${y}px)`;
}"""


class Film:
    """Frames of a page, each with its duration in milliseconds."""

    def __init__(self, page: Page) -> None:
        self.page, self.frames, self.durations = page, list[Image.Image](), list[int]()
        self.at = (700.0, 330.0)
        self.box = page.root().bounding_box()
        page.tab.evaluate(OVERLAY)
        page.tab.evaluate(MOVE, list(self.at))

    def hold(self, milliseconds: int) -> None:
        """A frame of what the page shows now."""
        picture = Image.open(io.BytesIO(self.page.tab.screenshot(clip=self.box))).convert("RGB")
        height = round(picture.height * WIDTH / picture.width)
        self.frames.append(picture.resize((WIDTH, height), Image.Resampling.LANCZOS))
        self.durations.append(milliseconds)

    def move(self, x: float, y: float, n_frames: int = 6) -> None:
        """The pointer glides to a place."""
        (x0, y0), self.at = self.at, (x, y)
        for n in range(1, n_frames + 1):
            share = 1 - (1 - n / n_frames) ** 2
            place = [x0 + (x - x0) * share, y0 + (y - y0) * share]
            self.page.tab.mouse.move(*place)
            self.page.tab.evaluate(MOVE, place)
            self.hold(70)

    def click(self, index: int) -> None:
        self.move(*self.page.place(index))
        self.page.tab.mouse.click(*self.at)
        self.page.tab.wait_for_timeout(300)
        self.hold(500)

    def press(self, key: str) -> None:
        """A key, shown large while it is pressed."""
        place = [self.box["x"] + 90, self.box["y"] + self.box["height"] - 130]
        self.page.tab.evaluate(SHOW_KEY, [key.upper(), *place])
        self.hold(500)
        self.page.press(key)

    def settled(self, milliseconds: int) -> None:
        """What came of it: at first with the key, then without."""
        self.page.settle()
        self.page.tab.wait_for_timeout(150)
        self.hold(150)
        self.page.tab.wait_for_timeout(450)
        self.page.tab.evaluate(SHOW_KEY, ["", 0, 0])
        self.hold(milliseconds)

    def save(self, path: Path) -> None:
        first, *rest = self.frames
        first.save(
            path, save_all=True, append_images=rest, duration=self.durations, loop=0,
            quality=82, method=4, minimize_size=True,
        )  # fmt: skip


def play(page: Page) -> Film:
    """The scenes."""
    truth = [k for k in range(3) for _ in range(50)]
    film = Film(page)
    film.hold(900)
    film.click(LINKED[0])
    film.press("m")
    film.settled(300)
    film.click(LINKED[1])
    page.wait_for(lambda state: state["must"])
    film.settled(1800)
    film.press("n")
    page.wait_for(lambda state: state["question"])
    film.settled(1600)
    for n_answers in (2, 3):
        i, j = page.wait_for(lambda state: state["question"])["question"]
        film.press("m" if truth[i] == truth[j] else "c")
        page.wait_for(lambda state, n=n_answers: state["answers"] == n)
        film.settled(1500)
    return film


def still(page: Page, path: Path) -> None:
    """A question of the same session, with its effects."""
    page.click_point(LINKED[0])
    page.press("m")
    page.click_point(LINKED[1])
    page.wait_for(lambda state: state["must"])
    page.press("n")
    page.wait_for(lambda state: state["question"])
    page.settle()
    page.tab.mouse.move(2, 2)
    page.tab.wait_for_timeout(2500)
    page.root().screenshot(path=path)


def main(folder: Path) -> None:
    """Start JupyterLab, play the scenes, write the pictures."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        running = serve("lab", Path(place))
        server = next(running)
        browser = playwright.chromium.launch(executable_path=_chromium(), args=ARGUMENTS)
        for name, dark in (("moving", False), ("question-light", False), ("question-dark", True)):
            nbformat.write(_notebook([IRIS.format(more="")]), server.root / f"{name}.ipynb")
            tab = browser.new_context(viewport=SIZE).new_page()
            page = Page(tab, server, f"{name}.ipynb", SimpleNamespace(foreign=[], errors=[]))
            page.open(dark=dark)
            page.run_all()
            page.wait_until_drawn()
            if name == "moving":
                film = play(page)
                film.save(folder / "moving.webp")
                print(f"{len(film.frames)} frames, {sum(film.durations) / 1000:.1f} s")
            else:
                still(page, folder / f"{name}.png")
            tab.context.close()
        browser.close()
        running.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
