"""Which shape of question the widget asks, and how it asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jupyter_sscluster.active import default_question_type
from jupyter_sscluster.session import Session
from jupyter_sscluster.widget.core.interaction import InteractionState

LISTED = 10
"""Pairs of a list to go through."""


def shapes_of(session: Session) -> tuple[str, ...]:
    """The shapes that can be asked for: those of the strategy, and pairs as a list."""
    return (
        (*session.questions.types, "list")
        if "pair" in session.questions.types
        else session.questions.types
    )


def shape_now(session: Session, interaction: InteractionState) -> str:
    """The shape of the next question.

    What the person chose, else that of the last answer in the journal, else
    `default_question_type`; a pair wherever the strategy does not offer it. From the first question
    on it stays as it is, so that another number of clusters never changes it by itself.
    """
    wanted = interaction.shape or default_question_type(session.n_clusters, session.questions.types)
    return wanted if wanted in shapes_of(session) else "pair"


def propose(session: Session, shape: str, among: Sequence[int] | None = None) -> Any:
    """The next question of a shape, among these points; nothing if none is left."""
    if shape == "place":
        return session.propose_placement(among=among)
    if shape == "sort":
        return session.propose_sorting(among=among)
    return session.propose(LISTED if shape == "list" else 1, among=among)
