"""Draw a scene as a stand-alone SVG in light colours."""

from collections.abc import Iterator
from html import escape

import numpy as np

from jupyter_sscluster._number_text import number_text
from jupyter_sscluster.export.pictures.fills import key, look_of, square_of
from jupyter_sscluster.export.pictures.palette import (
    NO_SHAPE,
    SHAPES,
    edge_of,
    fill_of,
    shape_of,
)
from jupyter_sscluster.export.pictures.scene import Scene, visible
from jupyter_sscluster.session.colours.scale import OUT, OWN
from jupyter_sscluster.session.engine.cluster_names import NO_CLUSTER

WIDTH, PLOT, ROW = 760, 420, 28
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 8, 55
MOST = 5_000
"""Points that are drawn; of more, one in so many."""

MARKED = 2_000
"""Of more points only small squares are drawn."""

CODES, MANY = 256, 1 << 32
"""More than there are of codes, and of clusters."""

NONE = MANY - 1
"""In place of a cluster, where a point is in none."""

GAP = 6.5
DIGIT = 7.4
INK, MUTED, LINE, BAD = "#212121", "#616161", "#8a8a8a", "#d32f2f"


def svg(scene: Scene) -> str:
    """The picture: legend, axes, points, links."""
    legend, above = _legend(scene)
    height = above + PLOT
    parts = [*_axes(scene), *_points(scene), *_links(scene)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" font-size="11" '
        f'fill="none" role="img"><defs>{_shapes(scene)}</defs>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
        f'{"".join(legend)}<g transform="translate(0 {above})">{"".join(parts)}</g></svg>'
    )


def rows_drawn(n_samples: int) -> np.ndarray:
    """The points of a picture: all, or as many as it can hold, in even steps."""
    if n_samples <= MOST:
        return np.arange(n_samples)
    return np.linspace(0, n_samples - 1, MOST).astype(np.int64)


def _pixels(scene: Scene) -> np.ndarray:
    across = LEFT + scene.places[:, 0] * (WIDTH - LEFT - RIGHT)
    down = TOP + (1 - scene.places[:, 1]) * (PLOT - TOP - BOTTOM)
    return np.round(np.column_stack([across, down]), 1)


def _shapes(scene: Scene) -> str:
    """Each shape once, for the marks to use: a saved notebook holds one for every point."""
    clusters = [cluster for cluster in np.unique(scene.labels).tolist() if cluster != -1]
    used = {f"m{cluster % len(SHAPES)}": shape_of(cluster) for cluster in clusters}
    used |= {"none": NO_SHAPE} if scene.n_in_none else {}
    return "".join(f'<path id="{name}" d="{used[name]}"/>' for name in sorted(used))


def _points(scene: Scene) -> Iterator[str]:
    pixels, drawn = _pixels(scene), rows_drawn(len(scene.labels))
    linked = {row for answer in scene.links for row in (answer.i, answer.j)}
    small = len(scene.labels) > MARKED
    looks = _looks(scene)
    for look in np.unique(looks).tolist():
        cluster, code = look // CODES % MANY, look % CODES
        rows = drawn[looks[drawn] == look].tolist()
        fill, edge = ("none", LINE) if cluster == NONE else (fill_of(cluster), edge_of(cluster))
        shape = "none" if cluster == NONE else f"m{cluster % len(SHAPES)}"
        yield f"<g {look_of(code, fill, edge)}>"
        if small:
            squares = "".join(f"M{x - 1:g} {y - 1:g}h2v2h-2z" for x, y in pixels[rows].tolist())
            grey = f'fill="{LINE}" ' if cluster == NONE and code == OWN else ""
            yield f'<path d="{squares}" stroke="none" {grey}{square_of(code)}/>'
            rows = [row for row in sorted(linked) if looks[row] == look]
        for row in rows:
            x, y = pixels[row]
            linked_edge = ' stroke="#000" stroke-width="1.5"' if row in linked else ""
            yield f'<use href="#{shape}" x="{x:g}" y="{y:g}"{linked_edge}/>'
        yield "</g>"


def _looks(scene: Scene) -> np.ndarray:
    """A number for each point: cluster and code, with what is filtered out first."""
    labels = scene.labels.astype(np.int64) % MANY
    if scene.fills is None:
        return CODES * (MANY + labels) + OWN
    codes = np.minimum(scene.fills.codes.astype(np.int64), OUT)
    return CODES * (MANY * (codes < OUT) + labels) + codes


def _links(scene: Scene) -> Iterator[str]:
    pixels = _pixels(scene)
    for answer in scene.links:
        p, q = pixels[answer.i], pixels[answer.j]
        length = float(np.hypot(*(q - p)))
        short = (q - p) * (GAP / length) if length > 2 * GAP + 1 else np.zeros(2)
        (x1, y1), (x2, y2) = p + short, q - short
        bad = answer.number in scene.violated
        dash = "" if answer.kind == "must" else f' stroke-dasharray="{"9 6" if bad else "6 4"}"'
        pale = ' opacity=".6"' if answer.soft else ""
        look = f'stroke="{BAD if bad else INK}" stroke-width="{3 if bad else 1.5}"'
        yield f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" {look}{dash}{pale}/>'


def _axes(scene: Scene) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, PLOT - BOTTOM
    yield f'<path d="M{LEFT}.5 {TOP}V{bottom}.5H{right}" stroke="{LINE}"/>'
    texts = []
    marks = ""
    for way in (0, 1) if scene.projection.ticks else ():
        low, high = scene.limits[way]
        for value, text in ticks(low, high):
            share = (value - low) / (high - low)
            if way == 0:
                x = LEFT + share * (right - LEFT)
                marks += f"M{x:.1f} {bottom}v5"
                texts.append(_text(x, bottom + 16, text, MUTED, "middle"))
            else:
                y = bottom - share * (bottom - TOP)
                marks += f"M{LEFT} {y:.1f}h-5"
                texts.append(_text(LEFT - 9, y + 4, text, MUTED, "end"))
    yield f'<path d="{marks}" stroke="{LINE}"/>' if marks else ""
    yield from texts
    across, up = (visible(title) for title in scene.projection.titles)
    yield _text((LEFT + right) / 2, bottom + 40, across, INK, "middle", 12)
    turned = f"translate(15 {(TOP + bottom) / 2:g}) rotate(-90)"
    yield f'<g transform="{turned}">{_text(0, 0, up, INK, "middle", 12)}</g>'


def _legend(scene: Scene) -> tuple[list[str], int]:
    parts, x, y = [], 16.0, ROW // 2 + 4
    entries = [*zip(scene.cluster_names, scene.sizes, strict=True)]
    entries += [(NO_CLUSTER, scene.n_in_none)] if scene.n_in_none else []
    for cluster, (name, size) in enumerate(entries):
        is_none = cluster == len(scene.cluster_names)
        called = visible(name, 40)
        room = 18 + DIGIT * (len(called) + len(str(size)) + 1) + 16
        if x > 16 and x + room > WIDTH:
            x, y = 16.0, y + ROW
        fill, edge = ("none", LINE) if is_none else (fill_of(cluster), edge_of(cluster))
        look = f'fill="{fill}" stroke="{edge}" stroke-width="1.25"'
        shape, place = NO_SHAPE if is_none else shape_of(cluster), f"translate({x + 6:g} {y})"
        parts.append(f'<path d="{shape}" transform="{place} scale(1.15)" {look}/>')
        parts.append(
            f'<text x="{x + 18:.1f}" y="{y + 4.5}" font-size="13" fill="{INK}">{escape(called)}'
            f'<tspan dx="6" fill="{MUTED}">{size}</tspan></text>'
        )
        x += room
    if scene.fills is not None:
        more, end = key(scene.fills, WIDTH, y + ROW, ROW)
        parts, y = [*parts, *more], int(end) - ROW
    return parts, y + ROW // 2 + 4


def _text(x: float, y: float, text: str, colour: str, anchor: str, size: int = 11) -> str:
    look = f'fill="{colour}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(text)}</text>'


ABOUT = 7


def ticks(low: float, high: float, about: int = ABOUT) -> list[tuple[float, str]]:
    """Multiples of 1, 2 or 5 times a power of ten between two bounds, and how they are written.

    >>> [text for _, text in ticks(-1.2, 1.2)]
    ['−1', '−0.5', '0', '0.5', '1']
    """
    if not high > low:
        return []
    raw = (high - low) / about
    power = 10.0 ** np.floor(np.log10(raw))
    step = power * min((1, 2, 5, 10), key=lambda factor: abs(np.log(raw / power / factor)))
    places = np.arange(np.ceil(low / step), np.floor(high / step) + 1)
    values = [float(f"{place * step:.12g}") for place in places]
    return [(value, number_text(value, 6)) for value in values]
