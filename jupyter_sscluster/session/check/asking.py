"""What a check asks next, and what its clusters stand for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jupyter_sscluster._arrays import Array
from jupyter_sscluster.active import Placement, Sorting
from jupyter_sscluster.session.check.corrections import corrected_rows
from jupyter_sscluster.session.check.drawing import cards_of, labels_in_force, row_keys
from jupyter_sscluster.session.check.judged import MOST_SORTED, NOT_KNOWN, Judged
from jupyter_sscluster.session.check.many_clusters import placement, with_own_classes
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.present import Present, per_moment

STAND_FOR = "These rows show what the clusters are. Which of them are the same?"


class Asking:
    """The questions of a check, and the checks beside the clustering shown.

    Attributes
    ----------
    exchanged : dict of int to None
        Cards that do not show what their clusters are, in the order in which a person said so.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.exchanged: dict[int, None] = {}
        self._keys: dict[int, Array] = {}

    def question(self, begun: bool) -> Placement | Sorting | None:
        """What to ask next; None if nothing is left, or no check was ``begun``."""
        return self._question(begun, (*self.exchanged,))

    @per_moment
    def _question(
        self, now: Present, begun: bool, exchanged: tuple[int, ...]
    ) -> Placement | Sorting | None:
        if now.fit is None or (now.state.checks is None and not begun):
            return None
        judged = self.judged()
        if judged is None or judged.unclear:
            return self._sorting(now, judged)
        if judged.next_row is not None:
            return placement(self._engine, judged, judged.next_row)
        return placement(self._engine, judged, judged.again[0]) if judged.again else None

    def _sorting(self, now: Present, judged: Judged | None) -> Sorting | None:
        """The clusters of which nobody has said what they are, each by its first card."""
        points = tuple(cards[0] for cards in self.new_cards(now, judged))
        if len(points) > MOST_SORTED:
            return None  # the beginning was undone
        known = () if judged is None else tuple(judged.card_of_class.values())
        return Sorting(points, known, 0.0, STAND_FOR) if points else None

    def new_cards(self, now: Present, judged: Judged | None) -> list[tuple[int, ...]]:
        """The rows that show each cluster of which it is not known what it stands for."""
        labels, last = labels_in_force(now), [*self.exchanged]
        clusters = np.unique(labels[labels >= 0]) if judged is None else judged.unclear
        if judged is not None and judged.unsorted:  # what nobody could tell shows no cluster
            last += [row for row in judged.looks if judged.classes[row] == NOT_KNOWN]
        return [cards_of(now, labels, int(k), last) for k in clusters]

    def judged(self) -> Judged | None:
        """The checks beside the clustering shown; None before the first."""
        return self._judged_at((*self.exchanged,))

    @per_moment
    def _judged_at(self, now: Present, exchanged: tuple[int, ...]) -> Judged | None:
        checks = now.state.checks
        if checks is None or now.fit is None:
            return None
        keys = self.keys_of(checks.seed)
        corrected = corrected_rows(self._engine.ledger, now.step, keys)
        judged = Judged(checks, now.constraints, now.labels, keys, corrected)
        if judged.unused:
            judged = replace(judged, dropped=judged.unused)
        if not judged.unclear:
            return judged
        cards = self.new_cards(now, judged)
        rows = zip(judged.unclear, (each[0] for each in cards), strict=True)
        shown_by = {k: row for k, row in rows if judged.classes[row] != NOT_KNOWN}
        judged = replace(judged, shown_by=shown_by) if shown_by else judged
        own = [each for each in cards if judged.classes[each[0]] == NOT_KNOWN]
        return with_own_classes(judged, own) if judged.unsorted and own else judged

    def keys_of(self, seed: int) -> Array:
        """The numbers by which rows are drawn."""
        known = self._keys.get(seed)
        if known is None or len(known) != self._engine.n_samples:  # rows were added since
            self._keys = {seed: row_keys(self._engine.X, seed)}
        return self._keys[seed]
