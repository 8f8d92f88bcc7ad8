"""Scores of a labelling: against constraints, against the data, against other labels."""

from .calinski_harabasz import calinski_harabasz
from .coherence import coherence
from .davies_bouldin import davies_bouldin
from .dunn import dunn
from .informativeness import informativeness
from .kept_share import kept_share
from .normalized_mutual_info import normalized_mutual_info
from .pair_scorer import PairScorer
from .pairwise_precision_recall_f import PairwiseScores, pairwise_precision_recall_f
from .rand_indices import adjusted_rand, rand
from .silhouette import silhouette, silhouettes
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
