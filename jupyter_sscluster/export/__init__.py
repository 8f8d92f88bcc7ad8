"""Export a session: files, Python code, a replay page, a still picture."""

from jupyter_sscluster.session.export.model import ClusterModel, read_model

from .clustering_script import python_code
from .constraint_files import constraints_csv, constraints_json, read_answers
from .labels import Labels, labels_csv, read_labels, with_labels
from .replay import replay_page, write_replay_page

__all__ = [
    "ClusterModel",
    "Labels",
    "constraints_csv",
    "constraints_json",
    "labels_csv",
    "python_code",
    "read_answers",
    "read_labels",
    "read_model",
    "replay_page",
    "with_labels",
    "write_replay_page",
]
