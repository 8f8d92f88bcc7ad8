"""The programs that `latency.py` runs in the page and in the kernel."""

DATA = """
from sklearn.datasets import make_blobs
from jupyter_sscluster import ClusterExplorer, Constraints
X, y = make_blobs({n}, 10, centers=5, cluster_std=6.0, random_state=0)
pairs = Constraints.from_labels(y, 200, random_state=0)
small = ClusterExplorer(X[:50], "pckmeans", n_clusters=5)
small.close()
"""

START = """async () => {
  const widget = window.jupyterapp.shell.currentWidget;
  await widget.context.ready;
  await widget.sessionContext.ready;
  await widget.sessionContext.session.kernel.info;
}"""

# Milliseconds from the start of the cell to the frame in which its points have their clusters.
FIRST = """async more => {
  const app = window.jupyterapp, widget = app.shell.currentWidget;
  await app.commands.execute('notebook:clear-all-cell-outputs');
  const model = widget.content.model.sharedModel;
  model.deleteCellRange(0, model.cells.length);
  const call = 'ClusterExplorer(X, "pckmeans", n_clusters=5, constraints=pairs' + more + ')';
  const source = 'explorer = ' + call + '\\nexplorer';
  model.insertCells(0, [{cell_type: 'code', metadata: {}, source}]);
  await new Promise(done => setTimeout(done, 500));
  const begun = performance.now();
  app.commands.execute('notebook:run-all-cells');
  const drawn = () => document.querySelector(
    '.ssc-root[data-ssc-drawn] .ssc-figure, .ssc-root path.dot[data-cluster]');
  while (!drawn()) {
    if (performance.now() > begun + 60000) throw new Error('no point was drawn within 60 s');
    await new Promise(done => requestAnimationFrame(done));
  }
  await new Promise(done => requestAnimationFrame(done));
  return performance.now() - begun;
}"""

# The status line tells of a new clustering in the same step in which its points are painted. What
# it said before comes back for a moment as soon as the second point is picked: only one with as
# many constraints as there are after the answer is the answer's. A frame that was asked for before
# another answer is awaited counts for none.
WATCH = """() => {
  const watched = window.watched =
    {clicked: 0, released: 0, shown: null, drawn: null, menu: null, awaited: 0};
  const told = (before) => Number(new RegExp(before + '([0-9,\u202f]+) constraint').exec(
    root.querySelector('[role=status]').textContent)?.[1].replace(/\\D/g, ''));
  addEventListener('pointerdown', () => { watched.clicked = performance.now(); }, {capture: true});
  addEventListener('pointerup', () => { watched.released = performance.now(); }, {capture: true});
  const root = document.querySelector('.ssc-root');
  const inFrame = name => {
    const {awaited} = watched;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      if (watched.awaited === awaited) watched[name] ??= performance.now();
    }));
  };
  new MutationObserver(() => {
    if (told('changed cluster · ') === watched.awaited) inFrame('shown');
    if (told('') === watched.awaited) inFrame('drawn');
  }).observe(root.querySelector('[role=status]'), {subtree: true, childList: true,
    characterData: true});
  new MutationObserver(() => {
    if (root.querySelector('[role=menu] [role=menuitem]')?.getClientRects().length) inFrame('menu');
  }).observe(root, {subtree: true, childList: true, attributes: true});
}"""

# Milliseconds from the click on a column of the menu to the frame after the one with its colours,
# which come in the same step as the name on the button.
COLOURED = """async column => {
  const root = document.querySelector('.ssc-root');
  const button = root.querySelector('.ssc-colourpick button');
  const listed = '.ssc-colourmenu [aria-label="Columns"] [role^=menuitem]';
  const items = () => root.querySelectorAll(listed);
  const frame = () => new Promise(done => requestAnimationFrame(done));
  button.click();
  const last = performance.now() + 20000;
  while (items().length <= column && performance.now() < last) await frame();
  for (let k = 0; k < 30; k++) await frame();
  const item = items()[column], before = button.textContent, begun = performance.now();
  const painted = new Promise(done => new MutationObserver((_, observer) => {
    if (button.textContent === before) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
  }).observe(button, {subtree: true, childList: true, characterData: true}));
  item.click();
  const spent = await painted;
  await new Promise(done => setTimeout(done, 700));
  return spent;
}"""

# One event a frame, as from a wheel that is turned without a pause: each comes once the frame
# before has been handed over. Of each: milliseconds at work for it, in its listeners and from the
# start of its frame until that has been handed over; frames that came late; whether the axes show
# another part of the plot than in the frame before.
FRAMES = """async (places, event) => {
  const handedOver = () => new Promise(done => requestAnimationFrame(time => {
    const begun = performance.now(), {port1, port2} = new MessageChannel();
    port1.onmessage = () => done([time, performance.now() - begun]);
    port2.postMessage(null);
  }));
  const seen = () => document.querySelector('.ssc-root .ssc-ticks').innerHTML;
  const found = [];
  let [last] = await handedOver(), before = seen();
  for (const place of places) {
    const begun = performance.now();
    event(...place);
    const heard = performance.now() - begun;
    const [time, painted] = await handedOver();
    const now = seen();
    found.push([heard + painted, Math.round((time - last) / (1000 / 60)) - 1, now !== before]);
    [last, before] = [time, now];
  }
  return found;
}"""

HOVERED = """(x, y) => document.elementFromPoint(x, y).dispatchEvent(
  new PointerEvent('pointermove', {clientX: x, clientY: y, bubbles: true, pointerId: 1}))"""

ZOOMED = """(x, y) => document.elementFromPoint(x, y).dispatchEvent(new WheelEvent('wheel', {
  clientX: x, clientY: y, deltaY: [55, -60][window.turns = 1 - (window.turns ?? 0)],
  ctrlKey: true, bubbles: true, cancelable: true}))"""

# By place: the true classes of the points shown, and the pairs of which something is known.
TRUTH = "import json; print(json.dumps(explorer.session.sample.of(y).tolist()))"
KNOWN = """
import json
some = explorer.session.sample
print(json.dumps([[some.place(a.i), some.place(a.j)] for a in explorer.session.answers]))
"""

FOUND_BESIDE = """
import importlib.util
print(importlib.util.find_spec("jscatter") is not None)
"""

BESIDE = """
import jscatter
import numpy as np
scatter = jscatter.Scatter(x=X[:, 0], y=X[:, 1], color_by=y)
"""

# A cell that shows it, and the time of its last drawing, which is by WebGL; whether there is one.
SHOW_BESIDE = """async () => {
  const watched = window.watched = {drawn: 0};
  for (const kind of [WebGLRenderingContext, WebGL2RenderingContext])
    for (const name of ['drawArrays', 'drawElements']) {
      const own = kind.prototype[name];
      kind.prototype[name] = function (...given) {
        watched.drawn = performance.now();
        return own.apply(this, given);
      };
    }
  const app = window.jupyterapp, model = app.shell.currentWidget.content.model.sharedModel;
  model.deleteCellRange(0, model.cells.length);
  model.insertCells(0, [{cell_type: 'code', metadata: {}, source: 'scatter.show()'}]);
  await new Promise(done => setTimeout(done, 500));
  app.commands.execute('notebook:run-all-cells');
  const last = performance.now() + 20000;
  while (!watched.drawn && performance.now() < last)
    await new Promise(done => requestAnimationFrame(done));
  await new Promise(done => setTimeout(done, 1500));
  return watched.drawn > 0;
}"""

# From the request to the second frame after its first drawing, as an answer is counted.
RECOLOURED = """async code => {
  const {watched} = window, frame = () => new Promise(done => requestAnimationFrame(done));
  const {kernel} = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const begun = performance.now();
  kernel.requestExecute({code, silent: true});
  while (watched.drawn < begun && performance.now() < begun + 10000) await frame();
  await frame();
  const spent = performance.now() - begun;
  await new Promise(done => setTimeout(done, 400));
  return spent;
}"""
