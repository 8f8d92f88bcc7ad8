"""Questions among the points that two clusterings place differently."""

from __future__ import annotations

from jupyter_sscluster.widget.core.interaction import Interaction
from jupyter_sscluster.widget.features.comparison import text as words


def among(interaction: Interaction) -> list[int] | None:
    """The rows that questions are kept among; None where they may be about all.

    Those that differed last: an answer is not held up by the fit of the other clusterer.
    """
    compared = interaction.compared
    if compared is None or not compared.asking or compared.found is None:
        return None
    rows: list[int] = compared.found.differ.tolist()
    return rows


def nothing_found(interaction: Interaction) -> str:
    """What is said where no question was found, if not all points were asked about."""
    return "" if among(interaction) is None else words.NOTHING_AMONG
