"""Learning curves as a picture, without a plotting library."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.experiments.analysis import MeanCurve, Record, curves

WIDTH, HEIGHT, LEFT, TOP = 420, 260, 48, 28
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
"""Okabe and Ito's colours, which the colour-blind can tell apart."""
DASHES = ("", "6 3", "2 3")


class Picture(str):
    """Text of an SVG file, which a notebook shows."""

    def _repr_html_(self) -> str:
        return str(self)


def draw(records: Iterable[Record], score: str = "ari") -> Picture:
    """Mean scores with bands of one standard error, one panel a data set.

    Parameters
    ----------
    records : records of `label_economy`, or a DataFrame of them
    score : str, default "ari"

    Returns
    -------
    str
        SVG; as the last value of a notebook's cell it is shown. All names appear as text.

    Raises
    ------
    InputError
        If there is nothing to draw.
    """
    found = curves(records, score)
    if not found:
        raise InputError(f"no record has a {score!r}; there is nothing to draw")
    panels = list(dict.fromkeys(key[0] for key in found))
    series = list(dict.fromkeys(key[1:] for key in found))
    parts = [_panel(x, name, score, found, series) for x, name in enumerate(panels)]
    width, height = (WIDTH + LEFT) * len(panels) + 20, TOP + HEIGHT + 40 + 18 * len(series)
    legend = [_legend(number, " × ".join(map(str, name))) for number, name in enumerate(series)]
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'font-family="sans-serif" font-size="12">{"".join(parts + legend)}</svg>'
    )


def _panel(
    column: int, name: Any, score: str, found: dict[Any, MeanCurve], series: list[Any]
) -> str:
    mine = {key[1:]: curve for key, curve in found.items() if key[0] == name}
    most = max(float(curve.questions[-1]) for curve in mine.values()) or 1.0
    low = min(0.0, *(float((curve.mean - curve.error).min()) for curve in mine.values()))

    def place(question: float, value: float) -> str:
        y = TOP + HEIGHT * (1 - (value - low) / (1 - low))
        return f"{LEFT + WIDTH * question / most:.1f},{y:.1f}"

    text = [f'<g transform="translate({column * (WIDTH + LEFT)},0)">']
    text.append(f'<text x="{LEFT}" y="{TOP - 10}">{escape(f"{name}: {score}")}</text>')
    for value in (low, (low + 1) / 2, 1.0):
        x, y = place(0, value).split(",")
        text.append(f'<path d="M{x},{y}h{WIDTH}" stroke="#ddd"/>')
        text.append(f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{value:.2f}</text>')
    text.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 18}">0</text>')
    text.append(
        f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 18}" text-anchor="end">'
        f"{most:.0f} questions</text>"
    )
    for number, key in enumerate(series):
        if key in mine:
            text.append(_line(mine[key], place, number))
    return "".join([*text, "</g>"])


def _line(curve: MeanCurve, place: Any, number: int) -> str:
    up = [place(*p) for p in zip(curve.questions, curve.mean + curve.error, strict=True)]
    down = [place(*p) for p in zip(curve.questions, curve.mean - curve.error, strict=True)]
    middle = [place(*p) for p in zip(curve.questions, curve.mean, strict=True)]
    colour = COLOURS[number % len(COLOURS)]
    band = f'<polygon points="{" ".join(up + down[::-1])}" fill="{colour}" opacity="0.15"/>'
    return band + f'<polyline points="{" ".join(middle)}" fill="none" {_stroke(number)}/>'


def _stroke(number: int) -> str:
    dash = DASHES[number // len(COLOURS) % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"{dashes}'


def _legend(number: int, name: str) -> str:
    y = TOP + HEIGHT + 40 + 18 * number
    return (
        f'<path d="M{LEFT},{y}h30" {_stroke(number)}/>'
        f'<text x="{LEFT + 38}" y="{y + 4}">{escape(name)}</text>'
    )
