"""The claims of the studies, as printed."""

from jupyter_sscluster.experiments.judging.printed import atwa, eaton, okabe, svehla, vouros

CLAIMS = tuple(claim for study in (svehla, eaton, vouros, atwa, okabe) for claim in study.CLAIMS)
"""All claims of the studies."""
