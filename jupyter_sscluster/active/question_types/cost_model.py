"""What a question costs a person: seconds and actions, by a model that is assumed."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from jupyter_sscluster._validation import InputError, Real
from jupyter_sscluster.active.question_types.placement_and_sorting import QUESTION_TYPES

NUMBER = Real(0.0)


@dataclass(frozen=True)
class CostModel:
    """Seconds and actions of a person for each question. Assumed, nobody has measured them.

    A pair takes `pair` seconds, one point among K cards `place` + `place_card` · K, and m points
    sorted onto K cards `sort` + m (`sort_item` + `sort_card` · K). A pair and a placement are one
    action, a click or a key; a sorting is one for each point, a drag.

    Parameters
    ----------
    pair : float, default 2.5
    place, place_card : float, default 2 and .3
    sort, sort_item, sort_card : float, default 1, 1.25 and .05

    Raises
    ------
    InputError
        If a number is negative.

    >>> cost = CostModel()
    >>> cost.seconds("pair"), cost.seconds("place", n_cards=5), cost.seconds("sort", 4, 5)
    (2.5, 3.5, 7.0)
    >>> cost.scaled(items=2).seconds("sort", 4, 5), cost.actions("sort", 4)
    (13.0, 4)
    """

    pair: float = 2.5
    place: float = 2.0
    place_card: float = 0.3
    sort: float = 1.0
    sort_item: float = 1.25
    sort_card: float = 0.05

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not NUMBER.check(value):
                raise InputError(f"{field.name}={value!r} must be a number of seconds, at least 0")

    def seconds(self, question_type: str, n_items: int = 1, n_cards: int = 1) -> float:
        """Seconds of a person for one question.

        Parameters
        ----------
        question_type : {"pair", "place", "sort"}
        n_items : int, default 1
            Points of a sorting.
        n_cards : int, default 1
            What they are compared with.
        """
        if _checked(question_type) == "pair":
            return self.pair
        if question_type == "place":
            return self.place + self.place_card * n_cards
        return self.sort + n_items * (self.sort_item + self.sort_card * n_cards)

    def actions(self, question_type: str, n_items: int = 1) -> int:
        """Clicks, keys and drags of a person for one question."""
        return n_items if _checked(question_type) == "sort" else 1

    def scaled(self, items: float = 1.0) -> CostModel:
        """The same where a point takes so many times as long to be placed or sorted.

        What it costs to begin a sorting stays, and so do pairs.
        """
        if not NUMBER.check(items):
            raise InputError(f"items={items!r} must be a number, at least 0; 1 changes nothing")
        per_item = ("place", "place_card", "sort_item", "sort_card")
        return replace(self, **{name: items * getattr(self, name) for name in per_item})


def _checked(question_type: str) -> str:
    if question_type not in QUESTION_TYPES:
        raise InputError(
            f"question_type={question_type!r} must be one of {', '.join(map(repr, QUESTION_TYPES))}"
        )
    return question_type
