"""The clusterer of sessions, widgets and strategies that were given none."""

from __future__ import annotations

from jupyter_sscluster.cluster.adaptivepckmeans import AdaptivePCKMeans

DEFAULT = AdaptivePCKMeans
"""With RobustNPU's questions it gains most from each answer, and it keeps what was stated."""
