"""Shows a check step by step, and records what a person says."""

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster._number_text import side_by_side
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.session import Check, CheckResult, engine_of
from jupyter_sscluster.session.engine.cluster_names import clipped
from jupyter_sscluster.session.feature_contrast import feature_contrasts
from jupyter_sscluster.widget.core.context import Context
from jupyter_sscluster.widget.core.event_loop import FeatureWorker
from jupyter_sscluster.widget.core.messages import (
    Message,
    MessageError,
    field,
    handles,
    point,
    reads,
    row_lists,
)
from jupyter_sscluster.widget.core.view import View
from jupyter_sscluster.widget.features.check import text as words
from jupyter_sscluster.widget.features.check.figures import figures

PROFILE = 5
"""Features that tell rows apart where they have no content."""

MORE = 20
"""Checks that are added at once."""

MOST_MORE = 1000

LISTED = 8
"""Cards that are listed of those that a text finds."""


@reads("check")
def ask(context: Context, message: Message) -> None:
    """A view shows the check, or something has changed."""
    context.of(Checker).show()


@handles("begin_check")
def begin(context: Context, message: Message) -> None:
    """A check begins, or more rows are checked."""
    more = field(message, "more")
    if type(more) is not int or not 0 <= more <= MOST_MORE:
        raise MessageError(f"more={more!r} must be a whole number from 0 to {MOST_MORE}")
    context.of(Checker).check_rows(more)


@handles("check_more_of")
def more_of(context: Context, message: Message) -> None:
    """Further rows of one cluster are checked."""
    context.of(Checker).check_more_of(field(message, "cluster_id"))


@reads("search_cards")
def search_cards(context: Context, message: Message) -> None:
    """The name of another cluster was typed."""
    text = field(message, "text")
    if not isinstance(text, str):
        raise MessageError(f"text={text!r} must be a text")
    context.of(Checker).search(field(message, "key"), text)


@handles("sort_cards")
def sort_cards(context: Context, message: Message) -> None:
    """The cards were sorted."""
    context.of(Checker).sort(field(message, "key"), row_lists(message, "piles"))


@handles("exchange_card")
def exchange(context: Context, message: Message) -> None:
    """Another card is wanted."""
    context.of(Checker).exchange(field(message, "key"), point(context, message, "row"))


@handles("place_checked")
def place(context: Context, message: Message) -> None:
    """A row was placed."""
    context.of(Checker).place(field(message, "key"), field(message, "choice"))


@handles("tell_checks")
def tell(context: Context, message: Message) -> None:
    """The checks become answers."""
    context.of(Checker).tell()


class Checker(FeatureWorker):
    """Tells the step that is next; messages about a step that is not shown any more are dropped."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._shown: set[int] = set()
        self._searched: tuple[str, str] | None = None

    @property
    def _check(self) -> Check:
        return engine_of(self._context.session).part(Check)

    def show(self) -> None:
        """Tell the present step; a row that is drawn becomes one of those shown."""
        n_shown = len(self._context.session.sample)
        asked = self._check.question
        if len(self._context.session.sample) > n_shown:
            self._context.event_loop.show()
        step = self._step()
        self._searched = None
        self._shown = set(_rows(asked))
        self._context.replies.show_images([*self._shown])
        self._context.layer.send(step)

    def search(self, key: Any, text: str) -> None:
        """Tell which cards that are not shown a text finds."""
        asked = self._check.question
        if not isinstance(asked, Placement) or key != self._key(Placement):
            return
        found = self._check.search(text)
        rows = [*found][:LISTED]
        n_shown = len(self._context.session.sample)
        engine_of(self._context.session).show(rows)
        if len(self._context.session.sample) > n_shown:
            self._context.event_loop.show()
        faces = _faces(self._context.view(), rows)
        self._searched = (key, text)
        self._shown = {*_rows(asked), *rows}
        self._context.replies.show_images([*self._shown])
        cards = [
            {"cluster": clipped(found[row]), "face": face}
            for row, face in zip(rows, faces, strict=True)
        ]
        status = words.found_status(len(found), len(rows))
        told = {"type": "found_cards", "key": key, "text": text, "cards": cards, "status": status}
        self._context.layer.send(told)

    def check_rows(self, more: int) -> None:
        """Begin, or check more rows than were checked."""
        check = self._check
        wanted = max(check.n_rows, len(check.rows)) + more if check.rows and more else None
        self._context.session.check(wanted)
        self.show()

    def check_more_of(self, cluster: Any) -> None:
        """Check further rows of one cluster."""
        if type(cluster) is not int:
            raise MessageError(f"cluster_id={cluster!r} must be the number of a cluster")
        self._check.more(cluster)
        self.show()

    def sort(self, key: Any, piles: Sequence[Sequence[int]]) -> None:
        """Record what the cards stand for."""
        if key in (self._key(Sorting), self._key(Placement)):
            self._check.sort(piles)
        self.show()

    def exchange(self, key: Any, row: int) -> None:
        """Show another card."""
        if key == self._key(Sorting):
            self._check.exchange(row)
        self.show()

    def place(self, key: Any, choice: Any) -> None:
        """Record where the row belongs."""
        asked = self._check.question
        if isinstance(asked, Placement) and key == self._key(Placement):
            self._check.place(asked.point, choice)
        self.show()

    def tell(self) -> None:
        """Make answers of the checks."""
        self._check.tell()
        self.show()

    def arrived(self, point: int) -> None:
        """The text or image of a row has come."""
        if point in self._shown:
            searched = self._searched
            self.show()
            if searched is not None:
                self.search(*searched)

    # ------------------------------------------------------------------ the step

    def _key(self, kind: type) -> str:
        """The key of the open question, if it is of a kind; no page has sent another."""
        asked = self._check.question
        return _key(asked, len(self._looks)) if isinstance(asked, kind) else "none"

    @property
    def _looks(self) -> Sequence[Any]:
        checks = engine_of(self._context.session).state.checks
        return () if checks is None else checks.looks

    def _step(self) -> dict[str, Any]:
        view, check = self._context.view(), self._check
        asked, done = check.question, len(check.rows)
        step: dict[str, Any] = {
            **{"type": "check", "key": _key(asked, len(self._looks)), "done": done},
            **{"total": max(check.n_rows, done), "text": "", "status": ""},
            **{"point": None, "cards": [], "known": [], "figures": None, "others": 0},
        }
        if isinstance(asked, Sorting):
            return step | _cards(view, asked)
        found = check.result
        step["figures"] = None if found is None else _figures(view, check, found)
        if isinstance(asked, Placement):
            return step | _row(view, check, asked)
        if found is None:
            text = words.BEGIN if view.record is not None else words.NOT_CLUSTERED
            text = check.text if check.rows else text
            return step | {"stage": "intro", "title": words.INTRO, "text": text, "total": 0}
        return step | {"stage": "result", "title": "", "status": words.result_status(found)}


def _figures(view: View, check: Check, found: CheckResult) -> dict[str, Any]:
    names = view.session.clusters.names
    return figures(view, check, found, [clipped(name) for name in names], MORE)


def _rows(asked: Placement | Sorting | None) -> tuple[int, ...]:
    if isinstance(asked, Sorting):
        return (*asked.points, *asked.cards)
    return () if asked is None else (asked.point, *asked.representatives)


def _key(asked: Placement | Sorting | None, n_looks: int) -> str:
    """Another text for each question; the second look at a row is another question."""
    if asked is None:
        return ""
    return f"{type(asked).__name__} {n_looks} {' '.join(map(str, _rows(asked)))}"


def _cards(view: View, asked: Sorting) -> dict[str, Any]:
    faces = _faces(view, _rows(asked))
    title = words.NEW_CARDS if asked.cards else words.CARDS
    return {
        "stage": "cards",
        "title": title,
        "text": words.SORT,
        "status": words.CARDS_STATUS,
        "cards": faces,
        "known": list(asked.cards),
    }


def _row(view: View, check: Check, asked: Placement) -> dict[str, Any]:
    point, *cards = _faces(view, _rows(asked))
    name, again = view.name(asked.point), asked.point in check.rows
    total, others = max(check.n_rows, len(check.rows)), len(check.search())
    return {
        "stage": "row",
        "title": words.where(name),
        "text": words.AGAIN if again else words.ONLY_MEASURES,
        "status": words.row_status(len(check.rows), total, name, again, others),
        "point": point,
        "cards": cards,
        "others": others,
    }


def _faces(view: View, rows: Sequence[int]) -> list[dict[str, Any]]:
    """What cards show of some rows, of all the same features."""
    view.tips.want(rows)
    added = [view.tips.added(row, patience=0.0) for row in rows]
    places = view.shown.places(rows).tolist()
    plain = not any(each.rich for each in added)
    spread = feature_contrasts(view.shown.of(view.tips.values), places, PROFILE) if plain else ()
    columns = sorted(spread, key=lambda each: each.column)
    texts = [side_by_side(each.values) for each in columns]
    return [
        {
            "i": int(row),
            "name": view.name(row),
            "content": added[k].state(),
            "values": [
                [view.tips.features[each.column], text[k]]
                for each, text in zip(columns, texts, strict=True)
            ],
            "profile": [round(each.places[k], 4) for each in columns],
        }
        for k, row in enumerate(rows)
    ]


def start(context: Context) -> Checker:
    """What shows the check of one widget."""
    return Checker(context)
