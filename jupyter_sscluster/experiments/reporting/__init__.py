"""The report of the studies, written from records."""

from jupyter_sscluster.experiments.reporting.report import write_report

__all__ = ["write_report"]
