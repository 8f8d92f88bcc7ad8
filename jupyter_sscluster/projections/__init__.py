"""Projections of the rows (n, d) to a plane, one per file, and the axis limits.

Each returns a deterministic `Projection`: positions (n, 2) and titles; none depends on a session.
"""

from jupyter_sscluster.projections.axis_limits import limits, outliers
from jupyter_sscluster.projections.projection_spec import coordinates

__all__ = ["coordinates", "limits", "outliers"]
