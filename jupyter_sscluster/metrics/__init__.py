"""Scores of a labelling: against constraints, against the data, against other labels."""

from .adjusted_rand import adjusted_rand
from .silhouette import silhouette
from .violations import Violations, violated_pairs, violations

__all__ = ["Violations", "adjusted_rand", "silhouette", "violated_pairs", "violations"]
