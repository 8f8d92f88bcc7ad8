"""Merges and splits that the fitted clusterer is unsure of, answered one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import Any, Literal, Protocol, cast, runtime_checkable

import numpy as np

from jupyter_sscluster._arrays import Integers, Mask
from jupyter_sscluster._validation import InputError, check_count
from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.session.engine.engine import Engine
from jupyter_sscluster.session.engine.present import Present, per_moment
from jupyter_sscluster.session.engine.settings import title_of

Verdict = Literal["merged", "kept apart", "split", "kept whole", "skipped"]
"""What became of a proposal."""

SOURCE = "proposal"
"""The source of the answers."""

MOST = 100
"""Proposals of one fit; further ones come with the next."""

TWICE = 2.0
"""The weight of a soft answer, which is about whole groups: as if it had been said twice.

Said once, a must-link would join no more than the two rows where their groups are far from each
other, and the clusterer would list what was answered before what was not.
"""

UNSURE = 0.05
"""Where the clusterer is surer than that, nothing is proposed."""

VERDICTS: Mapping[tuple[str, bool], Verdict] = MappingProxyType(
    {
        ("merge", True): "merged",
        ("merge", False): "kept apart",
        ("split", True): "split",
        ("split", False): "kept whole",
    }
)


class Found(Protocol):
    """A proposal as a fitted clusterer gives it, with rows of the data that it was fitted on."""

    kind: Literal["merge", "split"]
    rows: Integers
    other_rows: Integers
    typical: Sequence[tuple[int, int]]
    height: float
    threshold: float
    p_same: float


@runtime_checkable
class Proposes(Protocol):
    """A fitted clusterer that knows which merges and splits it is unsure of, best first."""

    def proposals(self, most: int) -> Sequence[Found]:
        """Two clusters each, or the two parts of one; so many at most."""


@dataclass(frozen=True, eq=False)
class Proposal:
    """A merge of two clusters, or a split of one into two parts, that the clusterer is unsure of.

    Attributes
    ----------
    kind : "merge" or "split"
    rows, other_rows : (n_rows,) int arrays
        The rows of the two clusters, or of the two parts.
    pair : (int, int)
        A typical row of each: an answer is about this pair. Of the nearest rows answers would say
        "same" or "different" of a height too often.
    height : float
        Distance of the two sides by the linkage of the clusterer.
    threshold : float
        The height from which on two sides are more likely two clusters.
    p_same : float
        How likely they are one cluster, from 0 to 1.
    """

    kind: Literal["merge", "split"]
    rows: Integers
    other_rows: Integers
    height: float
    threshold: float
    p_same: float
    _typical: Callable[[], tuple[int, int]] = field(repr=False)

    @cached_property
    def pair(self) -> tuple[int, int]:
        """See the class; worked out when it is first asked for, and the fit is held no longer."""
        found, vars(self)["_typical"] = self._typical(), None
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "pair": self.pair, "_typical": None}

    @property
    def key(self) -> str:
        """The same proposal has the same key in the next fit."""
        i, j = sorted(self.pair)
        return f"{self.kind} {i} {j}"

    @cached_property
    def _sides(self) -> tuple[frozenset[int], frozenset[int]]:
        return frozenset(self.rows.tolist()), frozenset(self.other_rows.tolist())

    def is_answered_by(self, i: int, j: int) -> bool:
        """Whether a link of these rows is between the two sides."""
        a, b = self._sides
        return (i in a and j in b) or (i in b and j in a)

    def __repr__(self) -> str:
        sizes = f"{len(self.rows)} and {len(self.other_rows)} rows"
        return f"Proposal({self.kind!r}, {sizes}, pair={self.pair}, p_same={self.p_same:.2f})"


class Proposals(Sequence[Proposal]):
    """The proposals that are open, best first; `session.proposals`.

    They are those of the fit shown that are between 5 and 95 % likely one cluster, 100 at most.

    A proposal is open until an answer in force links its two sides, however that was given, or one
    row of its pair is said to be in no cluster: an undo opens it again. Those that were skipped
    come last. Clusterers that make none have none.

    Examples
    --------
    >>> from jupyter_sscluster import Session
    >>> session = Session([[0.0], [1.0], [8.0], [9.0]], "kmeans", n_clusters=2)
    >>> len(session.proposals), session.proposals.why_none
    (0, 'k-means (no constraints) proposes no merges and no splits.')
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._of_fit: tuple[int, tuple[Proposal, ...]] | None = None
        self._skipped: dict[str, int] = {}
        self._decided: dict[str, tuple[Verdict, int]] = {}

    def __len__(self) -> int:
        return len(self._open())

    def __iter__(self) -> Iterator[Proposal]:
        return iter(self._open())

    def __getitem__(self, place: Any) -> Any:
        return self._open()[place]

    def __repr__(self) -> str:
        return f"Proposals({len(self)} open, {len(self.reviewed)} reviewed)"

    @property
    def why_none(self) -> str:
        """Why there can be no proposals, as a sentence; empty if there can."""
        now = self._engine.now
        clusterer = now.clusterer
        if not callable(getattr(clusterer, "proposals", None)):
            return f"{title_of(clusterer)} proposes no merges and no splits."
        return "Nothing has been clustered yet." if now.fit is None else ""

    @property
    def reviewed(self) -> Mapping[str, Verdict]:
        """What became of each proposal that was answered or skipped, by its `key`."""
        numbers = {answer.number for answer in self._engine.answers}
        decided: dict[str, Verdict] = {
            key: verdict for key, (verdict, number) in self._decided.items() if number in numbers
        }
        skipped = self._skipped.keys() - decided.keys()
        return MappingProxyType(decided | dict.fromkeys(skipped, "skipped"))

    def accept(self, which: Proposal | int = 0) -> Answer:
        """Do as proposed: a must-link of the pair for a merge, a cannot-link for a split.

        One undo step; hard or soft as `session.default_soft` says. A soft link has weight 2, as if
        it had been said twice, since it is about all rows of the two sides: clusterers that tell
        one statement from two keep it however far the sides are from each other.

        Parameters
        ----------
        which : Proposal or int, default 0
            The proposal, or its place in this list.

        Raises
        ------
        InputError
            If there is no such proposal, or it is not open any more; `ConflictError` if the answer
            contradicts earlier ones.
        """
        return self._answer(which, True)

    def reject(self, which: Proposal | int = 0) -> Answer:
        """Say the opposite: a cannot-link keeps two clusters apart, a must-link one whole.

        A soft link has weight 2, as that of `accept`.
        """
        return self._answer(which, False)

    def skip(self, which: Proposal | int = 0) -> None:
        """Put it to the end, or leave it out if it was skipped before; nothing is recorded."""
        key = self._which(which).key
        self._skipped[key] = self._skipped.pop(key, 0) + 1

    def restore_skipped(self) -> None:
        """Have those again that were skipped."""
        self._skipped.clear()

    def _answer(self, which: Proposal | int, accepted: bool) -> Answer:
        proposal = self._which(which)
        kind = "must" if accepted == (proposal.kind == "merge") else "cannot"
        soft = self._engine.state.settings.softly
        weight = TWICE if soft else 1.0
        statement = (*proposal.pair, kind)
        (answer,) = self._engine.record([statement], weight=weight, soft=soft, source=SOURCE)
        self._decided[proposal.key] = VERDICTS[proposal.kind, accepted], answer.number
        self._skipped.pop(proposal.key, None)
        return answer

    def _which(self, which: Proposal | int) -> Proposal:
        if isinstance(which, Proposal):
            if why := _why_settled(self._engine.now)(which):
                way_out = "take one of session.proposals, which are those that are open"
                raise InputError(f"which={which!r} is not open: {why}; {way_out}")
            return which
        open_now = self._open()
        if not open_now:
            raise InputError(self.why_none or "no merge or split is proposed; all are answered")
        return open_now[check_count(which, "which", 0, len(open_now) - 1)]

    def is_settled(self, proposal: Proposal) -> bool:
        """Whether something in force answers it: it can be answered until then.

        Also where a fit that ended meanwhile has done as proposed: what a person says of the two
        rows is as true as before.
        """
        return bool(_why_settled(self._engine.now)(proposal))

    def is_open(self, proposal: Proposal) -> bool:
        """Whether a proposal of an earlier fit still is one: unanswered, its rows as they were."""
        now = self._engine.now
        i, j = proposal.pair
        together = bool(now.labels[i] == now.labels[j] >= 0)
        return together == (proposal.kind == "split") and not self.is_settled(proposal)

    def _open(self) -> list[Proposal]:
        if not self._skipped:
            return self._unanswered()  # keys need the pairs of all
        left = [each for each in self._unanswered() if self._skipped.get(each.key, 0) <= 1]
        order = {key: place for place, key in enumerate(self._skipped)}
        return sorted(left, key=lambda each: order.get(each.key, -1))

    @per_moment
    def _unanswered(self, now: Present) -> list[Proposal]:
        why_settled = _why_settled(now)
        left = (each for each in self._found(now) if not why_settled(each))
        return [*islice(left, MOST)]

    def _found(self, now: Present) -> tuple[Proposal, ...]:
        """The proposals of the clusterer of the fit shown, of which both rows are shown."""
        if now.fit is None:
            return ()
        if self._of_fit is None or self._of_fit[0] != now.fit.fit:
            model = self._engine.fits.model_shown(now.state, now.fit)
            # What is answered softly is still listed.
            most = MOST + sum(answer.soft for answer in now.answers)
            listed = model.proposals(most) if isinstance(model, Proposes) else ()
            shown = now.sample
            some = np.ones(shown.n_samples, dtype=bool)
            if not shown.all:
                some[:] = False
                some[shown.rows] = True
            found = (
                _proposal(each, some) for each in listed if UNSURE <= each.p_same <= 1 - UNSURE
            )
            self._of_fit = now.fit.fit, tuple(each for each in found if each is not None)
        return self._of_fit[1]


def _why_settled(now: Present) -> Callable[[Proposal], str]:
    """Says what has been stated that settles a proposal, as a clause; empty if nothing."""
    linked = [answer for answer in now.answers if answer.kind != "unknown"]
    out = {*now.constraints.noise.tolist()}

    def why(proposal: Proposal) -> str:
        if out and (gone := out.intersection(proposal.pair)):
            return f"row {min(gone)} is in no cluster, as was said"
        said = next((each for each in linked if proposal.is_answered_by(each.i, each.j)), None)
        if said is None:
            return ""
        return f"answer {said.number} links rows {said.i} and {said.j} of its two sides"

    return why


def _proposal(found: Found, shown: Mask) -> Proposal | None:
    """The proposal with the most typical pair of which both rows are shown, if there is one."""

    def typical() -> tuple[int, int] | None:
        return next(((int(i), int(j)) for i, j in found.typical if shown[i] and shown[j]), None)

    if not shown.all() and typical() is None:
        return None
    return Proposal(
        found.kind,
        np.asarray(found.rows),
        np.asarray(found.other_rows),
        float(found.height),
        float(found.threshold),
        float(found.p_same),
        cast(Callable[[], tuple[int, int]], typical),
    )
