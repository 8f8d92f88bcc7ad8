"""A check of more clusters than a person can sort: few cards at a time, the others by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.active import Placement
from jupyter_sscluster.journal.checks import Checks
from jupyter_sscluster.session.check.drawing import AT_ONCE, card_order
from jupyter_sscluster.session.check.judged import NOT_KNOWN, Judged
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.sample.drawing import taken
from jupyter_sscluster.session.engine.text_index import folded

DRAWN = "It was drawn at random; what you say is not told to the clustering."


def with_own_classes(judged: Judged, cards: Sequence[tuple[int, ...]]) -> Judged:
    """The same where each of these cards, one for each unclear cluster, is a class of its own."""
    checks = judged.checks
    classes = (*checks.classes, *(rows[0] for rows in cards))
    return replace(judged, checks=replace(checks, cards=(*checks.cards, *cards), classes=classes))


def placement(engine: Engine, judged: Judged, row: int) -> Placement:
    """Where a row belongs: among all cards, or of too many to sort among the nearest.

    Where nobody sorts, those are eight and that of the row's own cluster, in an order that does not
    tell which it is.
    """
    shown = [card for card in judged.card_of_class.values() if card != row]
    label = int(judged.labels[row])
    own = judged.card_of_class.get(int(judged.stands_for[label])) if label >= 0 else None
    values = taken(engine.X, np.array([row, *shown]))
    look = len(judged.looks.get(row, ()))
    own = own if own in shown else None
    order = card_order(judged.checks.seed, row, look, shown, own, values)
    if judged.unsorted:
        order = order[:AT_ONCE]
    return Placement(row, order, 0.0, DRAWN)


def found_cards(
    engine: Engine, judged: Judged, asked: Placement, names: Sequence[str], text: str
) -> dict[int, str]:
    """The cards that a placement does not show and a text finds, with the names of their clusters.

    The best first: a name that is the text, one of whose words it is, that begins with it or holds
    it, then texts of cards that hold it; of equally good ones the nearest to the row.
    """
    if not isinstance(text, str):
        raise InputError(f"text={text!r} must be part of a cluster's name or of the text of a row")
    others = [
        card
        for card in judged.card_of_class.values()
        if card != asked.point and card not in asked.representatives
    ]
    if not others:
        return {}
    called = {card: _called(engine, judged, card, names) for card in others}
    values = taken(engine.X, np.array([asked.point, *others]))
    far = np.square(values[1:] - values[0]).sum(axis=1).tolist()
    wanted = folded(" ".join(text.split()))
    texts = engine.data.texts
    ranked = [
        (_rank(called[card], "" if texts is None else str(texts[card] or ""), wanted), apart, card)
        for card, apart in zip(others, far, strict=True)
    ]
    return {card: called[card] for rank, _, card in sorted(ranked) if rank < NOT_FOUND}


NOT_FOUND = 5


def _rank(name: str, text: str, wanted: str) -> int:
    name = folded(name)
    found = (
        name == wanted,
        wanted in name.split(),
        name.startswith(wanted),
        wanted in name,
        wanted in folded(text),
    )
    return found.index(True) if True in found else NOT_FOUND


def _called(engine: Engine, judged: Judged, card: int, names: Sequence[str]) -> str:
    """The clusters that stand for the class of a card; its own name where none does."""
    clusters = np.flatnonzero(judged.stands_for == judged.class_of(card)).tolist()
    return ", ".join(names[each] for each in clusters) or engine.display_name(card)


def joined(judged: Judged, piles: Sequence[Sequence[int]]) -> Checks:
    """The checks where the classes of the cards in one pile are the same.

    Raises
    ------
    InputError
        If a row is on no card, a class is in two piles, or two of a pile are in no cluster.
    """
    checks = judged.checks
    shown = {*judged.card_of_class.values(), *judged.in_use.card_rows}
    of_groups = [judged.class_by_checks(rows[0]) for rows in checks.cards]
    become = dict[int, int]()
    for pile in piles:
        for row in pile:
            if row not in shown:
                raise InputError(f"row {row} is on no card of this check; see question")
        called = [*dict.fromkeys(judged.class_by_checks(row) for row in pile)]
        alone = [each for each in called if each not in of_groups]
        if len(alone) > 1:
            raise InputError(
                f"rows {alone[0]} and {alone[1]} are in no cluster of this check; place one of "
                "them again, with the other"
            )
        twice = [each for each in called if each in become]
        if twice:
            raise InputError(f"the card {twice[0]} is in two piles; give every card once")
        become |= dict.fromkeys(called, (alone or called or [NOT_KNOWN])[0])
    before = zip(of_groups, checks.classes, strict=True)
    return replace(checks, classes=tuple(become.get(own, called) for own, called in before))
