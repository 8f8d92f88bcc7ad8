"""Which type of question the widget asks, and how it asks for one."""

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster.active import default_question_type
from jupyter_sscluster.session import Session
from jupyter_sscluster.session.questions.question_times import faster
from jupyter_sscluster.widget.core.interaction import InteractionState

LISTED = 10
"""Pairs of a list to go through."""


def types_of(session: Session) -> tuple[str, ...]:
    """The question types on offer: those of the strategy, and pairs as a list."""
    return (
        (*session.questions.types, "list")
        if "pair" in session.questions.types
        else session.questions.types
    )


def current_type(session: Session, interaction: InteractionState) -> str:
    """The type of the next question.

    What the person chose, else that of the last answer in the journal, else
    `default_question_type`; a pair wherever the strategy does not offer it. From the first question
    on another number of clusters never changes it; `turn_to_faster` may.
    """
    wanted = interaction.question_type or default_question_type(
        session.n_clusters, session.questions.types
    )
    return wanted if wanted in types_of(session) else "pair"


def as_before(session: Session) -> InteractionState:
    """The state of a page that goes on with the type of the last answer, where there is one."""
    last = session.questions.last_type
    return InteractionState(question_type=last, type_is_fixed=last is not None)


def faster_type(session: Session, interaction: InteractionState) -> tuple[str, float] | None:
    """A type that is expected to tell clearly more per second of this person, and how many times.

    None where the person has chosen the type, or the rows that are asked about.
    """
    kind, findings = interaction.question_type, interaction.findings
    if kind is None or interaction.type_is_fixed or interaction.rows_asked_about is not None:
        return None
    if findings.times_of != session.annotators.current:
        return None
    found = faster(findings.times, kind)
    return found if found is not None and found[0] in types_of(session) else None


def turn_to_faster(session: Session, interaction: InteractionState) -> None:
    """Go on with a faster type, where there is one; the reason is kept until it was answered."""
    kind, turned, found = interaction.question_type, interaction.turned, None
    if turned is None or turned[0] != kind or session.questions.last_type == kind:
        interaction.turned, found = None, faster_type(session, interaction)
    if kind is not None and found is not None:
        interaction.question_type, interaction.turned = found[0], (found[0], kind, found[1])


def turn_to_pairs(session: Session, interaction: InteractionState) -> bool:
    """Go on with pairs where a type that nobody has chosen finds no question; whether it did."""
    kind = interaction.question_type
    if interaction.type_is_fixed or kind == "pair" or "pair" not in types_of(session):
        return False
    interaction.question_type, interaction.type_is_fixed = "pair", True
    interaction.turned = None
    return True


def propose(session: Session, kind: str, among: Sequence[int] | None = None) -> Any:
    """The next question of a type, among these points; nothing if none is left."""
    if kind == "place":
        return session.propose_placement(among=among)
    if kind == "sort":
        return session.propose_sorting(among=among)
    return session.propose(LISTED if kind == "list" else 1, among=among)
