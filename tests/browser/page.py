"""What a person does on the page, and what the kernel and the page then hold."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

IRIS = """
from sklearn.datasets import load_iris
from jupyter_sscluster import ClusterExplorer
iris = load_iris(as_frame=True)
explorer = ClusterExplorer(iris.data, n_clusters=3, {more})
explorer
"""

NO_HINTS = "try { localStorage.setItem('ssc-hints', '123') } catch {}"
"""A person who has seen the hints for newcomers, which would lie over what other tests look at."""

RUN_ALL = """async () => {
  const app = window.jupyterapp, widget = app.shell.currentWidget;
  await widget.context.ready;
  await widget.sessionContext.ready;
  await widget.sessionContext.session.kernel.info;
  await app.commands.execute('notebook:run-all-cells');
}"""

KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"

REPLACE_CELLS = """async sources => {
  const app = window.jupyterapp, widget = app.shell.currentWidget;
  await app.commands.execute('notebook:clear-all-cell-outputs');
  const model = widget.content.model.sharedModel;
  model.deleteCellRange(0, model.cells.length);
  model.insertCells(0, sources.map(source => ({cell_type: 'code', source, metadata: {}})));
}"""

CLOSE_ALL = """from jupyter_sscluster import ClusterExplorer as _Explorer
for _open in [_thing for _thing in list(globals().values()) if isinstance(_thing, _Explorer)]:
    _open.close()"""

EXECUTE = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code, store_history: false});
  let text = '', failure = null;
  future.onIOPub = message => {
    if (message.header.msg_type === 'stream') text += message.content.text;
    if (message.header.msg_type === 'error')
      failure = message.content.ename + ': ' + message.content.evalue;
  };
  await future.done;
  if (failure) throw new Error(failure);
  return text;
}"""

TWO_FRAMES = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(done)))"""

# Nothing has moved, and the focus has stayed where it is, for a while: the notebook places its
# cells and takes the focus after it has run them.
AT_REST = """() => new Promise(done => {
  let before = null, focused = null, since = performance.now();
  const begun = since;
  const look = () => {
    const boxes = [...document.querySelectorAll('.ssc-root')].map(e => e.getBoundingClientRect());
    const now = JSON.stringify(boxes), time = performance.now();
    if (now !== before || document.activeElement !== focused) since = time;
    [before, focused] = [now, document.activeElement];
    if (time - since > 150 || time - begun > 5000) done();
    else requestAnimationFrame(look);
  };
  look();
})"""

# Fades and slides have ended.
FADED = """async () => {
  const ends = each => each.effect?.getComputedTiming().endTime !== Infinity;
  const roots = [document, document.querySelector('#host')?.shadowRoot];
  const found = roots.flatMap(root => root?.getAnimations() ?? []);
  await Promise.all(found.filter(ends).map(each => each.finished.catch(() => 0)));
}"""

# Whether the page was told all that the kernel has to tell.
ALL_TOLD = """from jupyter_sscluster import ClusterExplorer as _Explorer
print(all(_thing.event_loop.at_rest for _thing in list(globals().values())
          if isinstance(_thing, _Explorer)))"""

# bqplot's nodes where they show the points; a canvas tells where it has painted them.
DOTS = """root => (root.querySelector('.ssc-canvas')?.points?.() ??
  [...root.querySelectorAll('path.dot[data-index]')]
    .map(dot => [dot, dot.getBoundingClientRect()])
    .filter(([, box]) => box.width)
    .map(([dot, box]) => [Number(dot.dataset.index), box.x + box.width / 2,
                          box.y + box.height / 2, Number(dot.dataset.cluster)])
).sort((a, b) => a[0] - b[0])"""

LINES = """root => [...root.querySelectorAll('.ssc-link .ssc-line')]
  .map(line => getComputedStyle(line).strokeDasharray)"""

# Drawn, and at rest: bqplot's nodes are shown, or there are none to wait for; and whole: what is
# loaded ahead has come, unless the notebook says that it keeps it back.
DRAWN = """n => [...document.querySelectorAll('.ssc-root[data-ssc-drawn]')].filter(root =>
  (root.querySelector('.ssc-find') || document.querySelector('.parts-held-back')) && (
    root.matches('[data-ssc-nodes]') ||
    root.querySelector('.ssc-canvas')?.points && !root.querySelector('.ssc-figure path.dot')
  )).length >= n"""

# The question is read once: it may change between two looks, as it is made in another thread.
KERNEL_STATE = """import json as _json
_s = explorer.session
_s.wait(20)
_q = _s.question
print(_json.dumps(dict(
    must=_s.constraints.must.tolist(), cannot=_s.constraints.cannot.tolist(),
    soft_cannot=_s.constraints.soft_cannot.tolist(), soft_must=_s.constraints.soft_must.tolist(),
    unknown=[list(map(int, p)) for p in _s._engine.state.unknown],
    labels=[int(v) for v in _s.labels],
    answers=len(_s.answers), clusterer=type(_s.clusterer).__name__, n_clusters=int(_s.n_clusters),
    strategy=type(_s.strategy).__name__,
    question=[int(v) for v in getattr(_q, "pair", ())] or None)))"""


class Page:
    """A notebook page under test."""

    def __init__(self, tab, server, notebook: str, log) -> None:
        self.tab, self.server, self.notebook, self.log = tab, server, notebook, log

    # ------------------------------------------------------------------ the notebook

    def open(self, *, dark: bool = False) -> None:
        self.tab.goto(self.server.address(self.notebook), timeout=90_000)
        self.tab.wait_for_function(
            "() => window.jupyterapp?.shell?.currentWidget?.sessionContext", timeout=90_000
        )
        self.tab.wait_for_selector("[data-jp-theme-light]", state="attached")
        self.paint(dark=dark)

    def paint(self, *, dark: bool) -> None:
        """Give the page, and the front end, the light or the dark theme; what moves may move."""
        scheme = "dark" if dark else "light"
        self.tab.emulate_media(color_scheme=scheme, reduced_motion="no-preference")
        # The server remembers the theme that another page was given.
        if self.is_dark() != dark:
            theme = "JupyterLab Dark" if dark else "JupyterLab Light"
            self.tab.evaluate(
                "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})",
                theme,
            )
            light = str(not dark).lower()
            self.tab.wait_for_selector(f"[data-jp-theme-light='{light}']", state="attached")

    def is_dark(self) -> bool:
        return self.tab.evaluate("() => document.body.dataset.jpThemeLight") == "false"

    def rest(self) -> None:
        """Wait until nothing moves or fades any more."""
        self.tab.evaluate(AT_REST)
        self.tab.evaluate(FADED)

    def run_all(self) -> None:
        # Run All clicked while the kernel starts is silently lost: wait for the kernel first.
        self.tab.evaluate(RUN_ALL)

    def replace_cells(self, sources: list[str]) -> None:
        """Close the widgets of the cells that are there, and put others in their place."""
        self.python(CLOSE_ALL)
        self.press("Escape")
        self.tab.evaluate(REPLACE_CELLS, sources)
        self.tab.locator(".ssc-root").first.wait_for(state="detached")

    def wait_until_drawn(self, views: int = 1) -> None:
        self.tab.wait_for_function(DRAWN, arg=views, timeout=60_000)
        self.tab.evaluate(AT_REST)

    def python(self, code: str) -> str:
        return self.tab.evaluate(EXECUTE, code)

    def kernel(self) -> dict[str, Any]:
        """What the kernel holds once its fits have ended."""
        return json.loads(self.python(KERNEL_STATE))

    def wait_for(self, holds: Callable[[dict[str, Any]], bool], timeout: float = 40) -> dict:
        """Wait until the kernel's state fulfils a condition, and return that state."""
        end = time.monotonic() + timeout
        while True:
            state = self.kernel()
            if holds(state):
                return state
            assert time.monotonic() < end, f"still {state}"
            self.tab.wait_for_timeout(50)

    def shown_question(self) -> list[int]:
        """The pair that is asked about, as soon as the page shows it."""
        i, j = self.wait_for(lambda s: s["question"])["question"]
        card = self.root().get_by_role("region", name="Question")
        card.get_by_text(f"Do {i} and {j} belong together?").wait_for()
        return [i, j]

    def shut_down_kernel(self) -> None:
        self.tab.evaluate(
            "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.shutdown()"
        )

    @contextmanager
    def instead(self, owner: str, name: str, function: str) -> Iterator[None]:
        """Another function in the place of one of the browser's own, for a while."""
        self.tab.evaluate(
            f"() => {{ window.own = {owner}.{name}; {owner}.{name} = {function}; }}",
        )
        yield  # where the test fails, the page is not used again
        self.tab.evaluate(f"() => {{ {owner}.{name} = window.own; }}")

    def cell_types(self) -> list[str]:
        return self.tab.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.widgets.map(c => c.model.type)"
        )

    # ------------------------------------------------------------------ the widget

    def widen_to(self, wanted: int, height: int = 900) -> None:
        """Give the first view this width, whatever the window's margins are."""
        for _ in range(3):  # a narrow host lays out its own parts anew
            missing = round(wanted - self.root().bounding_box()["width"])
            width = self.tab.viewport_size["width"] + missing
            self.tab.set_viewport_size({"width": width, "height": height})
            self.settle()
        assert abs(self.root().bounding_box()["width"] - wanted) <= 1

    def root(self, view: int = 0):
        return self.tab.locator(".ssc-root").nth(view)

    def dots(self, view: int = 0) -> list[tuple[int, float, float, int]]:
        """(index, x, y, cluster) of every dot in view, by index."""
        return [tuple(dot) for dot in self.root(view).evaluate(DOTS)]

    def place(self, index: int, view: int = 0) -> tuple[float, float]:
        """Where a point is on the screen; it must be in view."""
        return next((x, y) for i, x, y, _ in self.dots(view) if i == index)

    def colours(self, view: int = 0) -> list[int]:
        return [dot[3] for dot in self.dots(view)]

    def wait_for_lines(self, count: int) -> list[str]:
        """The dashes of the lines between points, once there are that many."""
        found = self.tab.wait_for_function(
            f"""n => {{
              const found = ({LINES})(document.querySelector('.ssc-root'));
              return found.length === n && found;
            }}""",
            arg=count,
        )
        return found.json_value()

    def click_point(self, index: int, view: int = 0) -> None:
        self.root(view).locator(".ssc-figure").scroll_into_view_if_needed()
        self.tab.mouse.click(*self.place(index, view))

    def apart(self, count: int, view: int = 0) -> list[int]:
        """Indices of points that no other dot hides, so that a click cannot miss."""
        dots, chosen = self.dots(view), []
        for index, x, y, _ in dots:
            near = [d for d in dots if abs(d[1] - x) < 12 and abs(d[2] - y) < 12]
            if len(near) == 1:
                chosen.append(index)
        assert len(chosen) >= count, "too few points stand apart"
        return chosen[:: max(1, len(chosen) // count)][:count]

    def press(self, keys: str) -> None:
        self.tab.keyboard.press(keys)

    def button(self, name: str, view: int = 0):
        return self.root(view).get_by_role("button", name=name, exact=True)

    def status(self, view: int = 0) -> str:
        return self.root(view).get_by_role("status").first.inner_text()

    def wait_for_status(self, part: str, view: int = 0, timeout: float = 40_000) -> str:
        self.root(view).get_by_role("status").filter(has_text=part).first.wait_for(timeout=timeout)
        return self.status(view)

    def settle(self) -> None:
        """Wait until the page has drawn what it was told.

        What the kernel has told has arrived before it answers a request; two frames later it is on
        the screen. What takes it longer than two seconds to find is not waited for.
        """
        end = time.monotonic() + 2
        while self.python(ALL_TOLD).strip() == "False" and time.monotonic() < end:
            self.tab.wait_for_timeout(25)
        self.tab.evaluate(TWO_FRAMES)

    def wait_for_colours(self, labels: list[int], view: int = 0) -> None:
        """Wait until the dots of a view have the colours of these labels."""
        self.tab.wait_for_function(
            f"""([view, labels]) => {{
              const root = document.querySelectorAll('.ssc-root')[view];
              return JSON.stringify(({DOTS})(root).map(dot => dot[3])) === JSON.stringify(labels);
            }}""",
            arg=[view, labels],
        )

    def dismiss_conflict(self, view: int = 0) -> bool:
        """Take the harmless choice if a contradiction was stopped; whether one was."""
        self.settle()
        dialog = self.root(view).get_by_role("alertdialog")
        if not dialog.count():
            return False
        self.tab.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        return True

    def lasso(self, indices: list[int], view: int = 0, margin: float = 9) -> None:
        """Drag a rectangle around the given points."""
        chosen = set(indices)
        dots = [dot for dot in self.dots(view) if dot[0] in chosen]
        xs, ys = [dot[1] for dot in dots], [dot[2] for dot in dots]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        corners = [
            (left - margin, top - margin),
            (right + margin, top - margin),
            (right + margin, bottom + margin),
            (left - margin, bottom + margin),
            (left - margin, top - margin + 1),
        ]
        self.tab.mouse.move(*corners[0])
        self.tab.mouse.down()
        for corner in corners[1:]:
            self.tab.mouse.move(*corner, steps=6)
        self.tab.mouse.up()
