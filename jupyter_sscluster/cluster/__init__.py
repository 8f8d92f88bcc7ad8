"""Constrained clusterers, scikit-learn estimators all; exported in the order of the menus."""

from ._parts.neighbour_linkage.proposals import GroupProposal
from .adaptivepckmeans import AdaptivePCKMeans
from .beliefclustering import BeliefClustering
from .boostedensemble import BoostedEnsemble
from .clusterlevel import ClusterLevel
from .consensusclustering import ConsensusClustering
from .constrainedagglomerative import ConstrainedAgglomerative
from .constrainedcompletelink import ConstrainedCompleteLink
from .constrainedkmeans import ConstrainedKMeans
from .copkmeans import COPKMeans
from .errors import Infeasible, NotFound
from .estimate_n_clusters import NClustersEstimate, estimate_n_clusters
from .fit import earlier_versions as earlier_versions
from .fit.posterior_after_answers import Suspicions
from .fit.watching import FitCancelled
from .gpkmeans import GPKMeans
from .itmlkmeans import ITMLKMeans
from .kmeans import KMeans
from .mkmeans import MKMeans
from .mpckmeans import MPCKMeans
from .neighbourgraphagglomerative import NeighbourGraphAgglomerative
from .pccc import PCCC
from .pckmeans import PCKMeans
from .pcskmeans import PCSKMeans
from .rcakmeans import RCAKMeans
from .scopkmeans import SCOPKMeans
from .seededkmeans import SeededKMeans
from .sparsekmeans import SparseKMeans

__all__ = [
    "KMeans",
    "SeededKMeans",
    "ConstrainedKMeans",
    "COPKMeans",
    "SCOPKMeans",
    "PCKMeans",
    "MKMeans",
    "RCAKMeans",
    "MPCKMeans",
    "GPKMeans",
    "SparseKMeans",
    "PCSKMeans",
    "ConstrainedCompleteLink",
    "ConstrainedAgglomerative",
    "BoostedEnsemble",
    "ConsensusClustering",
    "ITMLKMeans",
    "PCCC",
    "AdaptivePCKMeans",
    "BeliefClustering",
    "NeighbourGraphAgglomerative",
    "ClusterLevel",
    "NClustersEstimate",
    "estimate_n_clusters",
    "GroupProposal",
    "FitCancelled",
    "Infeasible",
    "NotFound",
    "Suspicions",
]
