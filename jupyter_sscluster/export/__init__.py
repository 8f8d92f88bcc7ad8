"""Export a session: files, Python code, a replay page, a still picture."""

from jupyter_sscluster.session.export.model import ClusterModel, read_model

from .clustering_script import python_code
from .constraint_files import constraints_csv, constraints_json, read_answers
from .label_studio import (
    PAIR_CONFIG,
    label_studio_config,
    label_studio_pairs,
    label_studio_tasks,
    read_label_studio,
    read_label_studio_pairs,
)
from .labels import Labels, labels_csv, read_labels, with_labels
from .other_packages import CobrasQuerier, PairLists, known_labels, pair_lists
from .parquet import (
    read_constraints_parquet,
    read_labels_parquet,
    write_constraints_parquet,
    write_labels_parquet,
)
from .replay import replay_page, write_replay_page

__all__ = [
    "ClusterModel",
    "CobrasQuerier",
    "Labels",
    "PAIR_CONFIG",
    "PairLists",
    "constraints_csv",
    "constraints_json",
    "known_labels",
    "label_studio_config",
    "label_studio_pairs",
    "label_studio_tasks",
    "labels_csv",
    "pair_lists",
    "python_code",
    "read_answers",
    "read_constraints_parquet",
    "read_label_studio",
    "read_label_studio_pairs",
    "read_labels",
    "read_labels_parquet",
    "read_model",
    "replay_page",
    "with_labels",
    "write_constraints_parquet",
    "write_labels_parquet",
    "write_replay_page",
]
