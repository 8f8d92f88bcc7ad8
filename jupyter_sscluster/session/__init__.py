"""One interactive run, headless: answers, fits, undo, history and a journal."""

from jupyter_sscluster.journal.answer import Answer
from jupyter_sscluster.journal.lines import JournalError

from .annotators.agreement import Agreement
from .annotators.annotators import Annotators, Disagreement
from .annotators.audit import Audit
from .annotators.helper import Helper
from .annotators.helpers import Helpers, LeftToPeople, WithoutHelper
from .check.check import Check
from .check.pair_indices import PairIndices
from .check.result import CheckedCluster, CheckResult
from .clusters.clusters import Clusters
from .clusters.plans import ClusterPlan
from .clusters.profile import Cluster
from .comparison.comparison import Comparison
from .engine.group_links import apart_links, links_to_cluster, spanning_links
from .engine.records import Event, FitRecord
from .feasibility.problem import Problem, Remedy
from .history.moments import Branch, Moment
from .intervals import Estimated, sample_size
from .nearest.nearest import Neighbour
from .oracle_run.oracle_run import Curve, OracleRun
from .preview.preview import Preview
from .proposals.proposals import Proposal, Proposals
from .questions.questions import BatchPair
from .review.review import DoubtfulAnswer, Review
from .review.sources import SourceSuspicion
from .review.suspicions import AnswerSuspicions, Suspicion
from .rows.fit_preview import FitPreview
from .rows.rows import Rows
from .rows.tray import Tray
from .session import Session, engine_of
from .stopping.stopping import Stopping

__all__ = [
    "Agreement",
    "Annotators",
    "Answer",
    "AnswerSuspicions",
    "Audit",
    "BatchPair",
    "Branch",
    "Check",
    "CheckResult",
    "CheckedCluster",
    "Cluster",
    "ClusterPlan",
    "Clusters",
    "Comparison",
    "Curve",
    "Disagreement",
    "DoubtfulAnswer",
    "Estimated",
    "Event",
    "FitPreview",
    "FitRecord",
    "Helper",
    "Helpers",
    "JournalError",
    "LeftToPeople",
    "Moment",
    "Neighbour",
    "OracleRun",
    "PairIndices",
    "Preview",
    "Problem",
    "Proposal",
    "Proposals",
    "Remedy",
    "Review",
    "Rows",
    "Session",
    "SourceSuspicion",
    "Stopping",
    "Suspicion",
    "Tray",
    "WithoutHelper",
    "apart_links",
    "engine_of",
    "links_to_cluster",
    "sample_size",
    "spanning_links",
]
