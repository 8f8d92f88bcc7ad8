"""The state of a session in words and as a table, as plain text and HTML."""

import base64
from html import escape

from jupyter_sscluster._number_text import count
from jupyter_sscluster.export.pictures.scene import Fills, Scene, scene, shown_signs, visible
from jupyter_sscluster.export.pictures.svg import svg
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.projections.projection import Projection
from jupyter_sscluster.session import Check, Session, engine_of
from jupyter_sscluster.session.engine.settings import title_of

ROWS = 200
"""Constraints in the table; of more, the newest."""

LINES = 20
KINDS = {"must": "must-link", "cannot": "cannot-link"}
HEADS = ("Answer", "Pair", "Kind", "State")

STYLE = """
.ssc-still{font:13px/1.5 system-ui,sans-serif}
.ssc-still img{max-width:100%;height:auto;background:#fff}
.ssc-still table{margin:8px 0;border-collapse:collapse}
.ssc-still :is(th,td){padding:2px 16px 2px 0;text-align:left}
"""


def bundle(
    session: Session,
    projection: Projection | None = None,
    *,
    fills: Fills | None = None,
    style: str = "",
) -> dict[str, str]:
    """HTML, SVG and plain text of the current moment by MIME type; `style` is further CSS."""
    shown = scene(session, projection, fills)
    picture = svg(shown)
    return {
        "text/html": _html(session, shown, picture, style),
        "image/svg+xml": picture,
        "text/plain": _plain(session, shown),
    }


def summary(session: Session) -> str:
    """What there is, in a few sentences and a line for each of the newest constraints.

    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], "pckmeans", n_clusters=2)
    >>> _ = session.answer(0, 3, "cannot")
    >>> print(summary(session))
    4 points in 2 clusters by PCK-means: Cluster 1 2, Cluster 2 2. 1 constraint, all kept.
    answer 1: 0 – 3, cannot-link, kept
    """
    return _plain(session, scene(session))


def _plain(session: Session, shown: Scene) -> str:
    answers = [*reversed(shown.answers)]
    lines = [
        f"answer {engine_of(session).timeline.action_of(answer.number)}: "
        f"{', '.join(_cells(session, shown, answer)[1:])}"
        for answer in answers[:LINES]
    ]
    more = [f"and {len(answers) - LINES} more"] if len(answers) > LINES else []
    return "\n".join([_sentences(session, shown), *lines, *more])


def _sentences(session: Session, shown: Scene) -> str:
    sizes = ", ".join(
        f"{visible(name)} {size}"
        for name, size in zip(shown.cluster_names, shown.sizes, strict=True)
    )
    rows = session.sample
    some = "" if rows.all else f" {len(rows):,} of {rows.n_samples:,} points shown."
    points, clusters = count(session.n_samples, "point"), count(len(shown.sizes), "cluster")
    links, against = shown.n_counting, len(shown.violated)
    kept = f"{against} violated" if against else "all kept"
    links_text = f"{count(links, 'constraint')}, {kept}." if links else "No constraints yet."
    colours = "" if shown.fills is None else f" {shown_signs(shown.fills.said)}"
    checked = engine_of(session).part(Check).summary
    checked = f" {visible(checked[:1].upper() + checked[1:], 300)}." if checked else ""
    made = f"{points} in {clusters} by {title_of(session.clusterer)}: {sizes}."
    return f"{made} {links_text}{some}{checked}{colours}"


def _html(session: Session, shown: Scene, picture: str, style: str) -> str:
    text = escape(_sentences(session, shown))
    data = base64.b64encode(picture.encode("utf-8")).decode("ascii")
    answers = [*reversed(shown.answers)]
    rows = "".join(_row(_cells(session, shown, answer), "td") for answer in answers[:ROWS])
    table = f"<table><thead>{_row(HEADS, 'th')}</thead><tbody>{rows}</tbody></table>"
    more = f"<p>and {len(answers) - ROWS} more</p>" if len(answers) > ROWS else ""
    return (
        f'<div class="ssc-still"><style>{STYLE}{style}</style><p>{text}</p>'
        f'<img alt="{text}" src="data:image/svg+xml;base64,{data}">'
        f"{table if answers else ''}{more}</div>"
    )


def _row(cells: tuple[str, ...], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _cells(session: Session, shown: Scene, answer: Answer) -> tuple[str, ...]:
    pair = " – ".join(
        visible(engine_of(session).display_name(row), 40) for row in (answer.i, answer.j)
    )
    kind = KINDS[answer.kind] + (", soft" if answer.soft else "")
    return (
        str(engine_of(session).timeline.action_of(answer.number)),
        pair,
        kind,
        "violated" if answer.number in shown.violated else "kept",
    )
