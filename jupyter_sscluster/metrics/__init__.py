"""Scores of a labelling: against constraints, against the data, against other labels."""

from .coherence import coherence
from .dunn import dunn
from .external import adjusted_rand, normalized_mutual_info, rand
from .informativeness import informativeness
from .internal import calinski_harabasz, davies_bouldin, silhouette, silhouettes
from .pair_scorer import PairScorer, kept_share
from .pairwise_precision_recall_f import PairwiseScores, pairwise_precision_recall_f
from .violations import Violations, violated_pairs, violations

__all__ = [
    "PairScorer",
    "PairwiseScores",
    "Violations",
    "adjusted_rand",
    "calinski_harabasz",
    "coherence",
    "davies_bouldin",
    "dunn",
    "informativeness",
    "kept_share",
    "normalized_mutual_info",
    "pairwise_precision_recall_f",
    "rand",
    "silhouette",
    "silhouettes",
    "violated_pairs",
    "violations",
]
