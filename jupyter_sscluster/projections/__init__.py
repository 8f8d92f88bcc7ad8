"""Where points stand on a plane, one way a file, and which part of it is looked at first.

None of them knows a session, or changes labels. Each takes the rows (n, d) and returns a
`Projection`: positions (n, 2), and what the axes show. The same rows have the same positions every
time.
"""

from jupyter_sscluster.projections.axis_limits import limits, outliers
from jupyter_sscluster.projections.projection_spec import coordinates

__all__ = ["coordinates", "limits", "outliers"]
