"""What a person waits for in the browser, from the hand to the screen.

    python benchmarks/page/latency.py
    python benchmarks/page/latency.py --sizes 150,2000 --repeats 10
    python benchmarks/page/latency.py --sizes 2000:50,20000:10
    python benchmarks/page/latency.py --sizes 2000 --beside
    python benchmarks/page/latency.py --sizes 5000 --rows 1000000 --repeats 10

JupyterLab in Chromium, as in tests/browser; blobs in ten features, five classes, PCK-means and
200 true pairs, then answers by hand: a click, C or M, a click, each `--pause` seconds after the one
before was seen. An answer counts from the second click to the frame after the one that shows the
new clustering, so it holds the way to the kernel, the fit, the way back and the painting. The first
display counts from the start of a cell in which the widget is made, all imports done. Hover and
zoom: an event a frame, without a pause. What counts is that each is seen in the frame that follows
it: the milliseconds at work for it, in the listeners and in that frame until it is handed over,
must be fewer than a frame has, and "late" are the frames that came after their time or showed
nothing new. A lasso counts from its release to its menu, which says how many links it would add.
The heap is the page's after a collection, less that of the page before the widget. With `--beside`
jupyter-scatter, where it is installed, shows as many points in the same browser and gets new labels
for its colours by a cell: the time to the second frame, as above. With `--rows` the points shown
are a sample of so many rows, and fits run on all of them; "click → link drawn" is the time to the
frame that shows the answer, which waits for no fit. What does not come in time is said, and left
out.
"""

import argparse
import contextlib
import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import numpy as np
from latency_scripts import (
    BESIDE,
    COLOURED,
    DATA,
    FIRST,
    FOUND_BESIDE,
    FRAMES,
    HOVERED,
    KNOWN,
    RECOLOURED,
    SHOW_BESIDE,
    START,
    TRUTH,
    WATCH,
    ZOOMED,
)
from playwright.sync_api import TimeoutError as Waited, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
sys.path.append(str(Path(__file__).parents[1]))

from browser.conftest import ARGUMENTS
from browser.page import Page
from browser.server import serve
from label_economy_tables import say, table

LONGEST = 120
"""Seconds that a fit of many rows may take."""

TURNS = 60
"""Hovers and turns of the wheel, a frame each."""

SOON = 20
"""Seconds after which an answer that is not seen counts as lost."""

LOOK = 100
"""Milliseconds between two looks whether an answer was seen: one in each frame would cost the page
some of the frames that are measured."""

LOST = 3
"""Of so many lost ones in turn the rest are not tried."""

SIZES = "150,600,2000,5000,10000,20000,100000"
FRAME = dict.fromkeys((150, 600, 2000, 5000, 10_000, 20_000), 1000 / 60)
TARGETS = {
    "answer": {2000: 100, 10_000: 250, 100_000: 1000},
    "first": {2000: 1500},
    "colour": {2000: 50, 10_000: 80, 100_000: 200},
    "hover": FRAME,
    "zoom": FRAME,
}
"""Milliseconds, by size: the 95th percentile is not to be above."""

MEASURES = {
    "first": "first display",
    "link": "click → link drawn",
    "answer": "click → clusters repainted",
    "colour": "column → points coloured",
    "hover": "hover, work in its frame",
    "hover late": "hover, frames late",
    "zoom": "zoom, work in its frame",
    "zoom late": "zoom, frames late",
    "lasso": "lasso → menu",
    "beside": "jupyter-scatter, cell → recoloured",
}


class Bench:
    """A page on which sizes are measured one after the other."""

    def __init__(self, browser: Any, server: Any, args: Any, repeats: int) -> None:
        self.args, self.repeats = args, repeats
        context = browser.new_context(viewport={"width": 1400, "height": 1000})
        path = server.root / "latency.ipynb"
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(nbformat.v4.new_notebook(metadata={"kernelspec": kernel}), path)
        self.page = Page(context.new_page(), server, path.name, SimpleNamespace())
        self.tab = self.page.tab
        self.devtools = context.new_cdp_session(self.tab)

    def open(self, n: int) -> None:
        """A new page and kernel with the data in it, and the widget's libraries loaded."""
        self.page.open()
        self.tab.evaluate(START)
        self.page.python(DATA.format(n=self.args.rows or n))
        self.empty_heap = self.heap()

    def at_size(self, n: int) -> dict[str, list[float]]:
        """Milliseconds of everything at one size, and the heap in MB."""
        self.open(n)
        found: dict[str, list[float]] = {"first": []}
        for _ in range(3):
            with contextlib.suppress(Exception):
                self.page.python("explorer.close()")
            found["first"].append(self.tab.evaluate(FIRST, f", sample={n}" * bool(self.args.rows)))
        self.page.python(f"explorer.session.wait({LONGEST})")
        self.page.settle()
        self.tab.wait_for_selector(".ssc-find", state="attached")  # what is loaded ahead has come
        self.tab.evaluate(WATCH)
        dots = self.page.dots()
        found["hover"], late, _ = self.frames(HOVERED, dots)
        found["hover late"] = [late, TURNS]
        found["lasso"] = [self.lasso(dots) for _ in range(3)]
        found["answer"], found["link"] = [], []
        for repainted, drawn in self.answers(dots):
            found["answer"].append(repainted)
            found["link"].append(drawn)
        if self.args.colours:
            found["colour"] = [
                self.tab.evaluate(COLOURED, 1 + k % 2) for k in range(self.args.colours)
            ]
        found["zoom"], late, unseen = self.frames(ZOOMED, dots)
        found["zoom late"] = [late + unseen, TURNS]
        found["heap"] = [self.heap() - self.empty_heap]
        self.page.shut_down_kernel()
        return found

    def beside(self, n: int) -> list[float]:
        """Milliseconds in which jupyter-scatter shows other colours; none where it is missing."""
        self.open(n)
        if self.page.python(FOUND_BESIDE).strip() != "True":
            say("jupyter-scatter is not installed where the kernel looks: pip install it, or name")
            say("its folder in PYTHONPATH. Nothing is measured beside.")
            return []
        self.page.python(BESIDE)
        if not self.tab.evaluate(SHOW_BESIDE):
            say("jupyter-scatter has drawn nothing within 20 s: nothing is measured beside.")
            return []
        code = "scatter.color(by=np.roll(y, {}))"
        spent = [self.tab.evaluate(RECOLOURED, code.format(k + 1)) for k in range(self.repeats)]
        self.page.shut_down_kernel()
        return spent

    def frames(self, script: str, dots: list[Any]) -> tuple[list[float], int, int]:
        """Milliseconds that events over the plot cost, frames late, frames with nothing new."""
        rows = np.random.default_rng(2).choice(len(dots), TURNS)
        places = [[dots[row][1], dots[row][2]] for row in rows]
        found = self.tab.evaluate(f"places => ({FRAMES})(places, {script})", places)
        spent, late, shown = zip(*found, strict=True)
        return list(spent), sum(map(bool, late)), len(shown) - sum(shown)

    def answers(self, dots: list[Any]) -> Iterator[tuple[float, float]]:
        """Links between random points that stand apart, each true: clusters seen, and the link."""
        truth, known = (json.loads(self.page.python(code)) for code in (TRUTH, KNOWN))
        pairs, so_far, lost = pairs_of(standing_apart(dots), known), len(known), 0
        for one, other in islice(pairs, self.repeats):
            kind = "m" if truth[one[0]] == truth[other[0]] else "c"
            seen = self.answer(one, other, kind, so_far + 1)
            lost = 0 if seen else lost + 1
            if seen:
                so_far += 1
                yield seen
            elif lost == LOST:
                say(f"{LOST} answers in turn were lost: the others are left out.")
                return
            else:
                self.page.python(f"explorer.session.wait({LONGEST})")
                self.page.dismiss_conflict()
                so_far = len(json.loads(self.page.python(KNOWN)))
            self.tab.wait_for_timeout(1000 * self.args.pause)

    def answer(self, one: Any, other: Any, kind: str, awaited: int) -> tuple[float, float] | None:
        """One answer: until its clusters and its link are seen; None if they are not."""
        self.page.press("Escape")
        self.tab.mouse.click(*one[1:3])
        self.page.press(kind)
        self.tab.evaluate(
            "awaited => Object.assign(window.watched, {shown: null, drawn: null, awaited})", awaited
        )
        self.tab.mouse.click(*other[1:3])
        try:
            return self.tab.wait_for_function(
                "() => { const {shown, drawn, clicked} = window.watched;"
                "return shown && drawn && [shown - clicked, drawn - clicked]; }",
                timeout=1000 * (LONGEST if self.args.rows else SOON),
                polling=LOOK,
            ).json_value()
        except Waited:
            asked = f"the answer {kind} on points {one[0]} and {other[0]}"
            say(
                f"{asked} was waited for in vain: {awaited} constraints should be told, "
                f"and the status line says {self.page.status()!r}"
            )
            return None

    def lasso(self, dots: list[Any]) -> float:
        """From the release of the pointer to the menu; a tenth of the plot's height and width."""
        xs, ys = (np.array([dot[k] for dot in dots]) for k in (1, 2))
        left, right = np.quantile(xs, [0.3, 0.6])
        top, bottom = np.quantile(ys, [0.3, 0.6])
        self.mode("Lasso")
        self.tab.mouse.move(left, top)
        self.tab.mouse.down()
        for corner in ((right, top), (right, bottom), (left, bottom), (left, top + 1)):
            self.tab.mouse.move(*corner, steps=6)
        self.tab.evaluate("() => { window.watched.menu = null; }")
        self.tab.mouse.up()
        try:
            spent = self.tab.wait_for_function(
                "() => window.watched.menu && window.watched.menu - window.watched.released"
            ).json_value()
        except Waited:
            spent = np.nan
            say(f"a lasso's menu was waited for in vain; the status line: {self.page.status()!r}")
        self.page.press("Escape")
        self.page.press("Escape")
        self.mode("Select")
        self.page.settle()
        return spent

    def mode(self, name: str) -> None:
        self.page.root().get_by_role("radio", name=name).check(force=True)

    def heap(self) -> float:
        """What the page holds in MB."""
        self.devtools.send("HeapProfiler.enable")
        self.devtools.send("HeapProfiler.collectGarbage")
        used = self.tab.evaluate("() => performance.memory?.usedJSHeapSize ?? 0")
        return used / 1e6


def pairs_of(apart: list[Any], known: list[list[int]]) -> Iterator[tuple[Any, Any]]:
    """Pairs of these points at random, each once, of which nothing has been said."""
    said, rng = {frozenset(pair) for pair in known}, np.random.default_rng(1)
    several = list(combinations(apart, 2))
    for place in rng.permutation(len(several)):
        one, other = several[place]
        if frozenset((one[0], other[0])) not in said:
            yield one, other


def standing_apart(dots: list[Any], within: float = 7.0) -> list[Any]:
    """Points, a hundred at most, that no other is within so many pixels of."""
    places = np.array([dot[1:3] for dot in dots])
    rows = np.random.default_rng(0).permutation(len(dots))[:4000]
    near = [np.abs(places - places[row]).max(axis=1) < within for row in rows]
    alone = [dots[row] for row, close in zip(rows, near, strict=True) if close.sum() == 1]
    return alone[:100]


def told(values: list[float], target: float | None = None) -> str:
    """Median and 95th percentile, and whether a target is met."""
    if not values:
        return "–"
    middle, high = np.percentile(values, [50, 95])
    met = (
        ""
        if target is None
        else f" ({'within' if high <= target else 'above'} {round(target, 1):g})"
    )
    digits = 1 if high < 20 else 0
    return f"{middle:.{digits}f}, {high:.{digits}f}{met}"


def cell(key: str, values: list[float], n: int = 0) -> str:
    """What is written of a measure."""
    if key.endswith("late"):
        return " of ".join(f"{value:.0f}" for value in values)
    return told(values, TARGETS.get(key, {}).get(n))


def sized(text: str, repeats: int) -> tuple[int, int]:
    """A number of points, and how many answers: 2000, or 2000:50."""
    n, _, own = text.partition(":")
    return int(n), int(own or repeats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--sizes", default=SIZES, help="numbers of points, 2000 or 2000:50 with as many answers"
    )
    parser.add_argument("--repeats", type=int, default=50, help="answers")
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between answers")
    parser.add_argument("--colours", type=int, default=0, help="changes of the colour")
    parser.add_argument("--rows", type=int, default=0, help="show a sample of so many")
    parser.add_argument("--beside", action="store_true", help="measure jupyter-scatter as well")
    parser.add_argument("--chromium", default=None, help="the browser; by default the system's")
    args = parser.parse_args()
    sizes = dict(sized(text, args.repeats) for text in args.sizes.split(","))
    found: dict[int, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=args.chromium or chromium(), args=[*ARGUMENTS, PRECISE]
        )
        for server in serve("lab", Path(folder)):
            for n, repeats in sizes.items():
                bench = Bench(browser, server, args, repeats)
                found[n] = bench.at_size(n)
                if args.beside:
                    found[n]["beside"] = bench.beside(n)
                bench.tab.context.close()
                say(f"n = {n}: " + "; ".join(f"{k} {cell(k, v)}" for k, v in found[n].items()))
    report(found)


PRECISE = "--enable-precise-memory-info"


def chromium() -> str | None:
    from browser.conftest import _chromium

    return _chromium()


def report(found: dict[int, dict[str, list[float]]]) -> None:
    """A table: median and 95th percentile in milliseconds."""
    rows = [
        [name, *(cell(key, at.get(key, []), n) for n, at in found.items())]
        for key, name in MEASURES.items()
        if any(key in at for at in found.values())
    ]
    rows.append(["heap, MB", *(f"{at['heap'][0]:.0f}" for at in found.values())])
    head = ["median, p95 in ms", *(f"n = {n:,}" for n in found)]
    print("\n".join(table(head, rows)))


if __name__ == "__main__":
    main()
