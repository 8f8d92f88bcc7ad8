"""Draw what fills the points in place of the colours of their clusters, and its key."""

from html import escape

from jupyter_sscluster.export.pictures.palette import VALUES, spot_of
from jupyter_sscluster.export.pictures.scene import Fills, visible
from jupyter_sscluster.session.colours.scale import NO_VALUE, OUT, OWN, STEPS

WIDTH = 1.6
"""Of the edge, which alone has the colour of the cluster."""

PALE, LINE = "#d8d8d8", "#757575"
"""Squares without a value, and the edges of what is filtered out."""

INK, MUTED = "#212121", "#616161"
SIZE, DIGIT, GAP = 10, 7.4, 16


def look_of(code: int, fill: str, edge: str) -> str:
    """The attributes of the marks of a cluster that have one code."""
    if code >= OUT:
        return f'fill="none" stroke="{LINE}" stroke-width="1.25" opacity=".3"'
    if code == OWN:
        return f'fill="{fill}" stroke="{edge}" stroke-width="1.25"'
    return f'fill="{colour_of(code)}" stroke="{edge}" stroke-width="{WIDTH}"'


def colour_of(code: int) -> str:
    """The fill of a code other than `OWN`."""
    return VALUES[code] if code < NO_VALUE else "none"


def square_of(code: int) -> str:
    """The look of the squares of a code, which are too small for an edge."""
    if code == OWN:
        return 'opacity=".6"'
    if code >= OUT:
        return f'fill="{LINE}"'
    return f'fill="{PALE if code == NO_VALUE else spot_of(code)}"'


def key(fills: Fills, across: float, start: float, row: int) -> tuple[list[str], float]:
    """The row of the legend that tells colours, and the height of the whole then."""
    if not fills.title:
        return [], start
    parts, y = list[str](), start
    x = across_of(parts, GAP, y, visible(fills.title, 40), MUTED) + 8
    if fills.ends is not None:
        x = across_of(parts, x, y, fills.ends[0]) + 6
        parts += [_box(x + SIZE * step, y, step, SIZE + 0.1) for step in range(STEPS)]
        x = across_of(parts, x + SIZE * STEPS + 6, y, fills.ends[1]) + GAP
    for code, name in fills.kinds:
        called = visible(name, 40)
        if x > GAP and x + SIZE + 6 + DIGIT * len(called) > across:
            x, y = GAP, y + row
        parts.append(_box(x, y, code))
        x = across_of(parts, x + SIZE + 6, y, called) + GAP
    return parts, y + row


def across_of(parts: list[str], x: float, y: float, text: str, colour: str = INK) -> float:
    """Add a text, and tell where it ends."""
    parts.append(
        f'<text x="{x:.1f}" y="{y + 4.5}" font-size="13" fill="{colour}">{escape(text)}</text>'
    )
    return x + DIGIT * len(text)


def _box(x: float, y: float, code: int, width: float = SIZE) -> str:
    edge = f' stroke="{LINE}"' if code == NO_VALUE else ""
    place = f'x="{x:.1f}" y="{y - SIZE / 2:g}" width="{width:g}" height="{SIZE}"'
    return f'<rect {place} fill="{colour_of(code)}"{edge}/>'
