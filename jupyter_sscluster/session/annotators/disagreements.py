"""A session that knows who said what, and where two people disagree."""

from __future__ import annotations

from dataclasses import dataclass

from jupyter_sscluster._validation import InputError
from jupyter_sscluster.journal.answer import BY, Answer
from jupyter_sscluster.session.engine.rows import row_number
from jupyter_sscluster.session.review.review import SecondThoughts

NAME_LENGTH = 80


@dataclass(frozen=True)
class Disagreement:
    """A pair that two people say different things about.

    Attributes
    ----------
    i, j : int
        The rows, in ascending order.
    must, cannot : tuple of Answer
        Who said that they belong together, and who said that they do not.
    """

    i: int
    j: int
    must: tuple[Answer, ...]
    cannot: tuple[Answer, ...]


class Disagreeing(SecondThoughts):
    """A session of several people."""

    @property
    def annotator(self) -> str:
        """Who answers now; "" where nobody is named."""
        return self._engine.annotator

    @annotator.setter
    def annotator(self, name: str | None) -> None:
        self._engine.annotator = checked_annotator(name)

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who gave the answers in force, in order of their first; without those of nobody named."""
        return tuple(dict.fromkeys(a.annotator for a in self.answers if a.annotator))

    @property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Pairs that different people say different things about, in order; see `settle`.

        Two hard answers never contradict: what the second says is then soft.

        Examples
        --------
        >>> from jupyter_sscluster import Session
        >>> session = Session([[0.0], [1.0], [8.0], [9.0]], n_clusters=2, annotator="Ann")
        >>> first = session.answer(0, 1, "must")
        >>> session.annotator = "Bob"
        >>> second = session.answer(0, 1, "cannot", soft=True)
        >>> first.source, second.annotator
        ('user by Ann', 'Bob')
        >>> [(each.i, each.j) for each in session.disagreements]
        [(0, 1)]
        >>> session.settle(0, 1, "must")
        >>> session.disagreements, len(session.answers)
        ((), 1)
        """
        by_pair: dict[tuple[int, int], list[Answer]] = {}
        for answer in self.answers:
            if answer.kind != "unknown":
                by_pair.setdefault(answer.pair, []).append(answer)
        found = []
        for (i, j), said in by_pair.items():
            must = tuple(answer for answer in said if answer.kind == "must")
            cannot = tuple(answer for answer in said if answer.kind == "cannot")
            if any(a.annotator != b.annotator for a in must for b in cannot):
                found.append(Disagreement(i, j, must, cannot))
        return tuple(found)

    def settle(self, i: int | str, j: int | str, kind: str) -> None:
        """Let what some say of a pair stand, and take back the contrary; one undo step.

        Parameters
        ----------
        i, j : int or str
            The pair.
        kind : {"must", "cannot"}
            What stands.

        Raises
        ------
        InputError
            If nobody disagrees about the pair.
        """
        rows = [
            row_number(r, self.n_samples, self.names) if isinstance(r, str) else r for r in (i, j)
        ]
        pair = (min(rows), max(rows))
        found = next((each for each in self.disagreements if (each.i, each.j) == pair), None)
        if found is None or kind not in ("must", "cannot"):
            raise InputError(
                f"nobody disagrees about {i!r} and {j!r}, or kind={kind!r} is neither 'must' nor "
                "'cannot'; settle a pair of session.disagreements"
            )
        gone = found.cannot if kind == "must" else found.must
        self.take_back([answer.number for answer in gone])


def checked_annotator(name: str | None) -> str:
    """A name to sign answers with; none is "".

    >>> checked_annotator(" Ann ")
    'Ann'
    """
    if name is None:
        return ""
    clean = name.strip() if isinstance(name, str) else ""
    if not clean or len(clean) > NAME_LENGTH or not clean.isprintable() or BY in f" {clean} ":
        raise InputError(
            f"annotator={name!r} must be a name of 1 to {NAME_LENGTH} characters on one line, "
            f"without {BY.strip()!r} as a word of its own; leave it out where one person answers"
        )
    return clean
