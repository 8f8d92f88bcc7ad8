"""Where points stand on a plane, and which part of it is looked at first."""

from jupyter_sscluster.projections.room import limits, outliers

__all__ = ["limits", "outliers"]
