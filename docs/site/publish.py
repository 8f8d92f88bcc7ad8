"""The parts around the pages: descriptions, a card, a map, and a page for wrong links.

Loaded by Sphinx as an extension, and by the program that makes the sources.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import matplotlib as mpl
from drawing import COLOURS, MARKERS
from matplotlib.figure import Figure
from sets import planes

ADDRESS = "https://jupyter-sscluster.github.io/jupyter_sscluster/"
"""Where the workflow `site.yml` puts the site; nothing is there before somebody runs it."""
TITLE = "jupyter_sscluster"
ABOUT = (
    "Active semi-supervised clustering: say which points belong together on a plot in JupyterLab, "
    "answer questions about pairs, and the clusters change with each answer."
)
NOT_FOUND = f"""<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No such page — {TITLE}</title>
<style>
body {{ font: 1.1rem/1.5 system-ui, sans-serif; background: #fff; color: #1b1b1b }}
a {{ color: #0a5ca8 }}
@media (prefers-color-scheme: dark) {{
body {{ background: #121212; color: #ececec }}
a {{ color: #8cc4ff }}
}}
main {{ max-width: 34rem; margin: 15vh auto; padding: 0 1rem }}
</style>
</head>
<body>
<main>
<p>{TITLE}</p>
<h1>No such page</h1>
<p>The address may be mistyped or belong to another version. Try one of these pages:</p>
<ul>
<li><a href="{ADDRESS}index.html">Home</a></li>
<li><a href="{ADDRESS}guide/index.html">Guide</a></li>
<li><a href="{ADDRESS}methods/index.html">Methods</a></li>
<li><a href="{ADDRESS}reference/index.html">API reference</a></li>
<li><a href="{ADDRESS}coming_from/index.html">Coming from another tool</a></li>
<li><a href="{ADDRESS}search.html">Search</a></li>
</ul>
</main>
</body>
</html>
"""


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx calls to load this file as an extension."""
    app.connect("html-page-context", _describe)
    app.connect("build-finished", _map)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write(folder: Path) -> None:
    """Write the page for wrong links and the card, which Sphinx copies as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "404.html").write_text(NOT_FOUND, "utf-8")
    with mpl.rc_context({"svg.hashsalt": TITLE}):
        card().savefig(folder / "card.png", dpi=100, metadata={"Software": None})


def card() -> Figure:
    """The picture that stands beside a link to the site: 1200 × 630 pixels."""
    figure = Figure(figsize=(12, 6.3), facecolor="white")
    figure.text(0.06, 0.72, TITLE, fontsize=44, weight="bold", color="#1b1b1b")
    lines = "Clustering that uses what\nyou know: link points,\nanswer questions."
    figure.text(0.06, 0.36, lines, fontsize=26, color="#3c3c3c", linespacing=1.5)
    axes = figure.add_axes((0.57, 0.08, 0.4, 0.84))
    axes.set_axis_off()
    plane = planes()[0]
    for cluster in range(plane.n_clusters):
        axes.plot(*plane.X[plane.y == cluster].T, MARKERS[cluster], color=COLOURS[cluster], ms=9)
    for kind, dashes in (("must", "-"), ("cannot", ":")):
        for pair in getattr(plane.pairs, kind)[:5].tolist():
            axes.plot(*plane.X[pair].T, dashes, color="#5a5a5a")
    return figure


def _describe(app: Any, name: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Add what search engines and messengers show of a page."""
    about = _first_paragraph(doctree) or ABOUT
    title = re.sub(r"<.*?>", "", str(context.get("title", TITLE))) or TITLE
    tags = {"og:title": title, "og:description": about, "og:type": "website"}
    tags |= {"og:url": f"{ADDRESS}{name}.html", "og:image": f"{ADDRESS}card.png"}
    lines = [f'<meta name="description" content="{escape(about, quote=True)}"/>']
    lines += [
        f'<meta property="{key}" content="{escape(v, quote=True)}"/>' for key, v in tags.items()
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image"/>')
    context["metatags"] = context.get("metatags", "") + "\n".join(lines)


def _first_paragraph(doctree: Any) -> str:
    """The first paragraph of a page, cut where it is long."""
    if doctree is None:
        return ""
    for node in doctree.findall(lambda node: node.tagname == "paragraph"):
        if text := " ".join(str(node.astext()).split()):
            return text if len(text) <= 200 else f"{text[:199].rsplit(' ', 1)[0]}…"
    return ""


def _map(app: Any, error: Exception | None) -> None:
    """Write sitemap.xml and robots.txt."""
    if error is not None or app.builder.name != "html":
        return
    names = sorted(app.env.found_docs)
    rows = "\n".join(f"<url><loc>{escape(f'{ADDRESS}{name}.html')}</loc></url>" for name in names)
    out = Path(app.outdir)
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    (out / "sitemap.xml").write_text(
        f'{head}<urlset xmlns="{space}">\n{rows}\n</urlset>\n', "utf-8"
    )
    (out / "robots.txt").write_text(f"User-agent: *\nSitemap: {ADDRESS}sitemap.xml\n", "utf-8")
